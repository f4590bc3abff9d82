"""The settings of figures in notebooks."""
from perch.plots.inline import InlineBackend

__all__ = ['InlineBackend']
