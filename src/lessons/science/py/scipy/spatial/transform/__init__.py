"""Turnings of space: Rotation, and Slerp between turnings."""
from scipy.spatial.transform._rotation import Rotation, Slerp

__all__ = ['Rotation', 'Slerp']


def __getattr__(name):
    if name == 'RotationSpline':
        raise AttributeError("module 'scipy.spatial.transform' has no attribute 'RotationSpline' (scipy has it; perch's scipy is a core of it, without RotationSpline)")
    raise AttributeError(f"module 'scipy.spatial.transform' has no attribute {name!r}")
