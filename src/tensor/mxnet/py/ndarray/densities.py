"""random_pdf_*: how likely samples (parameters' shape, then any number of them) are under distributions whose parameters are arrays."""
import _mxnet

from .outs import _into


def _known(made, is_log, out):
    return _into(made if is_log else _mxnet.exp(made), out)


def _wide(*parameters):
    """Parameters with an axis for the samples."""
    return [each.reshape((*each.shape, 1)) for each in parameters]


def _sum(a, b):
    return _mxnet.broadcast_add(a, b)


def _product(a, b):
    return _mxnet.broadcast_mul(a, b)


def random_pdf_uniform(sample, low, high, is_log=False, out=None, name=None):
    """Between low and high."""
    low, high = _wide(low, high)
    return _known(_sum(_mxnet.zeros_like(sample), -_mxnet.log(high - low)), is_log, out)


def random_pdf_normal(sample, mu, sigma, is_log=False, out=None, name=None):
    """Mean mu, deviation sigma."""
    mu, sigma = _wide(mu, sigma)
    off = _mxnet.broadcast_div(_mxnet.broadcast_sub(sample, mu), sigma)
    return _known(_sum(-0.5 * _mxnet.square(off), -_mxnet.log(sigma) - 0.9189385332046727), is_log, out)   # (log of the root of 2 pi)


def random_pdf_exponential(sample, lam, is_log=False, out=None, name=None):
    """Rate lam."""
    lam, = _wide(lam)
    return _known(_sum(-_product(sample, lam), _mxnet.log(lam)), is_log, out)


def random_pdf_gamma(sample, alpha, beta, is_log=False, out=None, name=None):
    """Shape alpha, rate beta."""
    alpha, beta = _wide(alpha, beta)
    return _known(_sum(_product(_mxnet.log(sample), alpha - 1) - _product(sample, beta), alpha * _mxnet.log(beta) - _mxnet.gammaln(alpha)), is_log, out)


def random_pdf_poisson(sample, lam, is_log=False, out=None, name=None):
    """Rate lam."""
    lam, = _wide(lam)
    return _known(_sum(_product(sample, _mxnet.log(lam)) - _mxnet.gammaln(sample + 1), -lam), is_log, out)


def _failures(sample, k, p):
    """log of the chance of so many failures before k successes."""
    return _sum(_mxnet.gammaln(_sum(sample, k)) - _mxnet.gammaln(sample + 1) + _product(sample, _mxnet.log(1 - p)), k * _mxnet.log(p) - _mxnet.gammaln(k))


def random_pdf_negative_binomial(sample, k, p, is_log=False, out=None, name=None):
    """Failures before k successes of chance p."""
    return _known(_failures(sample, *_wide(k, p)), is_log, out)


def random_pdf_generalized_negative_binomial(sample, mu, alpha, is_log=False, out=None, name=None):
    """Mean mu, dispersion alpha."""
    mu, alpha = _wide(mu, alpha)
    return _known(_failures(sample, 1 / alpha, 1 / (1 + mu * alpha)), is_log, out)


def random_pdf_dirichlet(sample, alpha, is_log=False, out=None, name=None):
    """Samples whose last axis adds up to 1."""
    wide = alpha.reshape((*alpha.shape[:-1], 1, alpha.shape[-1]))
    whole = _mxnet.gammaln(_mxnet.sum(wide, axis=-1)) - _mxnet.sum(_mxnet.gammaln(wide), axis=-1)
    return _known(_sum(_mxnet.sum(_product(_mxnet.log(sample), wide - 1), axis=-1), whole), is_log, out)
