"""Where trials run: processes of this machine, or a Dask cluster."""
