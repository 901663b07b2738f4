"""Where trials run: processes of this machine, or a Dask cluster.

Reading order: `base` (what a farm is), `worker` (the loop inside a process), `keeper` (nothing outlives its master),
`local`, `dask`.
"""
