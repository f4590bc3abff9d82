"""Integrals of functions and of samples, and ordinary differential equations."""
from scipy._older import open_places as _open_places
from scipy.integrate._ode import OdeSolution, odeint, solve_ivp
from scipy.integrate._quad import IntegrationWarning, dblquad, fixed_quad, nquad, quad, tplquad
from scipy.integrate._samples import cumtrapz, cumulative_trapezoid, romb, simps, simpson, trapezoid, trapz

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('integrate')
