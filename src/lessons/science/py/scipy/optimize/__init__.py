"""Least points of functions, curves through data, roots."""
from scipy._older import open_places as _open_places
from scipy.optimize._assign import linear_sum_assignment, nnls
from scipy.optimize._bounded import LbfgsInvHessProduct
from scipy.optimize._broyden import NoConvergence, anderson, broyden1, broyden2, diagbroyden, excitingmixing, linearmixing, newton_krylov
from scipy.optimize._constrained import BFGS, HessianUpdateStrategy, LinearConstraint, NonlinearConstraint, SR1
from scipy.optimize._curve import OptimizeWarning, curve_fit
from scipy.optimize._enclose import toms748
from scipy.optimize._evolution import differential_evolution
from scipy.optimize._global import basinhopping, brute, dual_annealing
from scipy.optimize._linear import linprog, milp
from scipy.optimize._minimize import minimize
from scipy.optimize._more import Bounds, approx_fprime, check_grad, fmin, fmin_bfgs, fmin_cg, fmin_l_bfgs_b, fmin_cobyla, fmin_ncg, fmin_powell, fmin_slsqp, fminbound, rosen, rosen_der, rosen_hess, rosen_hess_prod
from scipy.optimize._result import OptimizeResult
from scipy.optimize._roots import RootResults, fixed_point, fsolve, least_squares, leastsq, lsq_linear, newton, ridder, root, root_scalar
from scipy.optimize._scalar import bisect, bracket, brent, brenth, brentq, golden, minimize_scalar

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('optimize')
