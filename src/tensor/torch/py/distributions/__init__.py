"""torch.distributions: what lessons draw from, and the logarithms of its probabilities. All but the commonest are loaded when they are named."""
from . import constraints
from .basic import Bernoulli, Categorical, Exponential, Normal, Poisson, Uniform
from .distribution import Distribution
from .multinomial import Multinomial
from .binomial import Binomial

_NAMES = {'gamma': 'Beta Chi2 Dirichlet StudentT MultivariateNormal Gamma',
          'transformed': 'Cauchy Laplace Geometric Independent OneHotCategorical',
          'derived': 'Gumbel HalfCauchy HalfNormal LogNormal Pareto Weibull Kumaraswamy LogisticNormal RelaxedBernoulli RelaxedOneHotCategorical',
          'more': 'NegativeBinomial FisherSnedecor ContinuousBernoulli MixtureSameFamily VonMises OneHotCategoricalStraightThrough',
          'matrices': 'LKJCholesky LowRankMultivariateNormal Wishart',
          'kl': 'kl_divergence register_kl',
          'transforms': 'AbsTransform AffineTransform CatTransform ComposeTransform CorrCholeskyTransform CumulativeDistributionTransform ExpTransform IndependentTransform LowerCholeskyTransform PowerTransform ReshapeTransform SigmoidTransform SoftplusTransform TanhTransform SoftmaxTransform StackTransform StickBreakingTransform Transform identity_transform',
          'constraint_registry': 'biject_to transform_to',
          'transformed_distribution': 'TransformedDistribution',
          'exp_family': 'ExponentialFamily'}
_FILES = {name: file for file, names in _NAMES.items() for name in names.split()}
_MODULES = set((
    'bernoulli beta binomial categorical cauchy chi2 constraint_registry constraints continuous_bernoulli dirichlet distribution exp_family '
    'exponential fishersnedecor gamma geometric gumbel half_cauchy half_normal independent kl kumaraswamy laplace lkj_cholesky log_normal '
    'logistic_normal lowrank_multivariate_normal mixture_same_family multinomial multivariate_normal negative_binomial normal one_hot_categorical '
    'pareto poisson relaxed_bernoulli relaxed_categorical studentT transformed_distribution transforms uniform utils von_mises weibull wishart ').split())
__all__ = ['Bernoulli', 'Binomial', 'Categorical', 'Distribution', 'Exponential', 'Multinomial', 'Normal', 'Poisson', 'Uniform', *_FILES]


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*_FILES, *sorted(_MODULES - {*globals()})):
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *_FILES, *_MODULES})


def __getattr__(name):
    from importlib import import_module
    if name in _FILES:
        found = globals()[name] = getattr(import_module(__name__ + '.' + _FILES[name]), name)
        return found
    if name in _MODULES:
        return import_module(__name__ + '.' + name)
    raise AttributeError("module 'torch.distributions' has no attribute %r in perch; the nearest is torch.distributions.Normal" % name)
