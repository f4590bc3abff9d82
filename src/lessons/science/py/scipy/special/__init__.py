"""Functions that physics and statistics name: the gamma function's family, the error function's, sums of exponentials, counting."""
from scipy.special._counting import binom, comb, factorial, perm
from scipy.special._elementwise import (digamma, entr, erf, erfc, erfcinv, erfinv, expit, gamma, gammaln, kl_div, log_expit, log_ndtr, logit, ndtr, ndtri, psi, rel_entr, xlog1py, xlogy, cbrt, exp2, exp10,
                                        expm1, log1p, beta, betaln, loggamma, multigammaln)
from scipy.special._incomplete import betainc, betaincinv, gammainc, gammaincc, gammaincinv, gammainccinv
from scipy.special._sums import log_softmax, logsumexp, softmax

__all__ = [name for name in globals() if not name.startswith('_')]
