"""The journal of all runs.

`store` is one SQLite file, `schema` its tables, `place` says where it may lie and who may write it, `environment` what
a run was made with; `archive` keeps runs as files.
"""
