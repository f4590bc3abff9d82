"""Functions that physics and statistics name: the gamma function's family, the error function's, sums of exponentials, counting."""
from scipy._older import open_places as _open_places
from scipy.special._bessel import (airy, fresnel, i0, i0e, i1, i1e, iv, ive, ivp, j0, j1, jn, jn_zeros, jnp_zeros, jv, jvp, k0, k1, kn, kv, kve, kvp, spherical_jn, spherical_yn, y0, y1, yn, yn_zeros, yv,
                                   yvp)
from scipy.special._composed import *
from scipy.special._counting import binom, comb, factorial, perm
from scipy.special._elementwise import (digamma, entr, erf, erfc, erfcinv, erfinv, expit, gamma, gammaln, kl_div, log_expit, log_ndtr, logit, ndtr, ndtri, psi, rel_entr, xlog1py, xlogy, cbrt, exp2, exp10,
                                        expm1, log1p, beta, betaln, multigammaln)
from scipy.special._incomplete import betainc, betaincinv, gammainc, gammaincc, gammaincinv, gammainccinv
from scipy.special._hypergeometric import hyp0f1, hyp1f1, hyp2f1, hyperu, loggamma
from scipy.special._integrals import ellipe, ellipeinc, ellipj, ellipk, ellipkinc, ellipkm1, exp1, expi, expn, lambertw, sici, zeta
from scipy.special._polynomials import (chebyt, eval_chebyt, eval_chebyu, eval_genlaguerre, eval_hermite, eval_hermitenorm, eval_laguerre, eval_legendre, h_roots, hermite, l_roots, laguerre, legendre, lpmv, p_roots,
                                        roots_chebyt, roots_hermite, roots_laguerre, roots_legendre, sph_harm, t_roots)
from scipy.special._sums import log_softmax, logsumexp, softmax

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('special')
