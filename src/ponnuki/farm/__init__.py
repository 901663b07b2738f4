"""Where trials run: processes of this machine, or a Dask cluster.

Reading order: `base` (what a farm is), `worker` (the loop inside a process), `local`, `dask`. That nothing outlives a
farm is seen to by `ponnuki.processes`.
"""
