"""Random numbers: np.random.seed and its kin (RandomState, the Mersenne twister) and default_rng (Generator, PCG64): NumPy's numbers for the same seed."""
import _numpy
from .mtrand import RandomState

_rand = RandomState(_shared=True)
mtrand_names = """seed random_sample uniform rand randint randn random_integers choice shuffle permutation normal standard_normal exponential
standard_exponential gamma standard_gamma beta chisquare f standard_t poisson binomial geometric negative_binomial lognormal laplace logistic gumbel pareto
weibull power rayleigh standard_cauchy triangular multinomial multivariate_normal dirichlet bytes get_state set_state vonmises wald zipf logseries
hypergeometric noncentral_chisquare noncentral_f tomaxint""".split()
for _n in mtrand_names:
    globals()[_n] = getattr(_rand, _n)
random = ranf = sample = random_sample = _rand.random_sample


def __dir__():
    return sorted({*globals(), "default_rng", "Generator", "PCG64", "SeedSequence", "BitGenerator", "MT19937"})


def __getattr__(name):
    if name in ("default_rng", "Generator", "PCG64", "SeedSequence", "BitGenerator", "MT19937"):
        from . import _generator
        if hasattr(_generator, name):
            return getattr(_generator, name)
    if name in ("Philox", "SFC64", "PCG64DXSM"):
        raise AttributeError("perch's numpy.random has no %s yet; nearest: PCG64" % name)
    raise AttributeError("module 'numpy.random' has no attribute '%s'" % name)
