"""The version of the package.

It has a file of its own because records name it and kernels reach records. From `ponnuki/__init__.py` the way leads on
to everything, and any edit would compile kernels again (`kernels/reach.py`).
"""

__version__ = "0.1.0"
