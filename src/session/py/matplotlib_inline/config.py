"""The settings of figures in notebooks."""
from perch.figures import InlineBackend

__all__ = ['InlineBackend']
