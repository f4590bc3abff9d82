"""The names of matplotlib-inline that programs use, over perch's own backend for notebooks."""
from perch.plots import inline as backend_inline

__version__ = '0.2.2'
