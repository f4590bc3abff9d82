"""Least points of functions, curves through data, roots."""
from scipy.optimize._assign import linear_sum_assignment, nnls
from scipy.optimize._constrained import BFGS, HessianUpdateStrategy, LinearConstraint, NonlinearConstraint, SR1
from scipy.optimize._curve import OptimizeWarning, curve_fit
from scipy.optimize._linear import linprog, milp
from scipy.optimize._minimize import minimize
from scipy.optimize._more import Bounds, approx_fprime, check_grad, fmin, fmin_bfgs, fmin_cg, fmin_l_bfgs_b, fmin_ncg, fmin_slsqp, fminbound, rosen, rosen_der, rosen_hess
from scipy.optimize._result import OptimizeResult
from scipy.optimize._roots import RootResults, fixed_point, fsolve, least_squares, leastsq, newton, ridder, root, root_scalar
from scipy.optimize._scalar import bisect, brentq, minimize_scalar

__all__ = [name for name in globals() if not name.startswith('_')]
