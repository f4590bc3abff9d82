"""Least points of functions, curves through data, roots."""
from scipy.optimize._curve import OptimizeWarning, curve_fit
from scipy.optimize._minimize import minimize
from scipy.optimize._result import OptimizeResult
from scipy.optimize._scalar import bisect, brentq, minimize_scalar

__all__ = [name for name in globals() if not name.startswith('_')]
