"""Transforms forth and back, their Jacobians, domains, shapes, caches and equality; the registries of constraints; kl_divergence's whole table."""
import itertools
import warnings

import torch
import torch.distributions as D
from torch.distributions import constraints as C, transforms as T

warnings.simplefilter('ignore')
torch.set_printoptions(precision=4, sci_mode=False)


def numbers(t):
    return [None if v != v else float(f'{v:.3g}') + 0.0 for v in t.detach().double().flatten().tolist()], tuple(t.shape)


def tell(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, str(error).split('\n')[0])


E, S = T.ExpTransform(), T.StickBreakingTransform()
x = torch.tensor([[0.5, -1.0, 2.0], [0.1, 0.3, -0.7]], dtype=torch.float64)
WAYS = {'Exp': E, 'Exp.inv': E.inv, 'Power': T.PowerTransform(torch.tensor(1.7).double()), 'Sigmoid': T.SigmoidTransform(), 'Softplus': T.SoftplusTransform(), 'Tanh': T.TanhTransform(), 'Abs': T.AbsTransform(),
        'Affine': T.AffineTransform(1., -2.), 'Affine of tensors': T.AffineTransform(torch.tensor([1., 2, 3]).double(), torch.tensor([2., -1, 0.5]).double(), event_dim=1), 'Softmax': T.SoftmaxTransform(), 'StickBreaking': S,
        'CorrCholesky': T.CorrCholeskyTransform(), 'Compose': T.ComposeTransform([T.AffineTransform(0.5, 2.), T.SigmoidTransform(), S]), 'Compose.inv': T.ComposeTransform([E, T.AffineTransform(-20., 2.)]).inv,
        'Independent': T.IndependentTransform(T.TanhTransform(), 1), 'Reshape': T.ReshapeTransform((3,), (3, 1)), 'Cat': T.CatTransform([E, T.identity_transform], -1, [1, 2]), 'Cat of rows': T.CatTransform([E, T.TanhTransform()], 0),
        'Stack': T.StackTransform([E, T.identity_transform, T.SigmoidTransform()], -1), 'Cumulative': T.CumulativeDistributionTransform(D.Normal(0., 2.)), 'identity': T.identity_transform}
for name, way in WAYS.items():
    print(name, repr(way).replace('\n', ' '), way.bijective)
    for part in ('domain', 'codomain', 'sign', 'event_dim'):
        try:
            print('  ', part, str(getattr(way, part)))
        except (NotImplementedError, ValueError) as error:
            print('  ', part, type(error).__name__, error)
    given = x.abs() / 2 if name in ('Exp.inv', 'Power', 'Compose.inv') else x
    leaf = given.clone().requires_grad_()
    y = way(leaf)
    print('   forth', numbers(y))
    (y * torch.arange(1., y.numel() + 1).reshape(y.shape).cos()).sum().backward()
    print('   gradient', numbers(leaf.grad))
    try:
        print('   back', numbers(way.inv(y)))
        print('   jacobian', numbers(way.log_abs_det_jacobian(leaf, y)), numbers(way.inv.log_abs_det_jacobian(y, leaf)))
    except NotImplementedError as error:
        print('   back', error)
    print('   shapes', tuple(way.forward_shape(x.shape)), tuple(way.inverse_shape(y.shape)))
    try:
        cached = way.with_cache()
        print('   cache', cached._cache_size, cached.inv(cached(leaf)) is leaf if cached.bijective and not isinstance(cached, T.ComposeTransform) else None)
    except NotImplementedError as error:
        print('   cache', error)
matrix = torch.tensor([[0.5, -1.0], [2.0, 0.3]])
low = T.LowerCholeskyTransform()
print(low(matrix), low.inv(low(matrix)), low.domain, low.codomain)
for text in ('E.inv.inv is E', 'E == T.ExpTransform()', 'E != T.ExpTransform()', 'T.AffineTransform(1, 2) == T.AffineTransform(1, 2)', 'T.AffineTransform(1, 2) == T.AffineTransform(1, 3)', 'E == E.inv', 'E.inv == T.ExpTransform().inv',
             'T.PowerTransform(2.) == T.PowerTransform(2.)', 'T.ComposeTransform([E]) == T.ComposeTransform([T.ExpTransform()])', 'T.AffineTransform(1, torch.tensor([-2., 3])).sign', 'T.Transform(2)', 'T.Transform().sign',
             'T.ComposeTransform([E, T.AffineTransform(1, -2)]).sign', 'S.forward_shape(())', 'T.CorrCholeskyTransform().forward_shape((4,))', 'T.CorrCholeskyTransform().inverse_shape((4, 3))', 'T.ReshapeTransform((2, 3), (5,))',
             'T.ReshapeTransform((2, 3), (6,)).forward_shape((4, 2, 4))', 'T.ReshapeTransform((2, 3), (6,)).forward_shape((3,))', 'T.AbsTransform().log_abs_det_jacobian(x, x)', 'T.CatTransform([3])', 'T.StackTransform([3])',
             'T.CatTransform([E, E], lengths=[1])', 'D.TransformedDistribution(D.Normal(0., 1.), E)', 'D.TransformedDistribution(D.Normal(torch.zeros(3), 1.), [S]).event_shape',
             'D.TransformedDistribution(D.Normal(torch.zeros(3), 1.), [S]).support', 'D.TransformedDistribution(D.Normal(torch.zeros(2, 3), 1.), [T.TanhTransform(cache_size=1)]).expand((5, 2, 3)).batch_shape',
             'D.TransformedDistribution(D.Normal(0., 1.), T.AffineTransform(torch.zeros(3), 1.)).batch_shape', 'D.TransformedDistribution(D.Normal(torch.zeros(6), 1.), T.ReshapeTransform((6,), (2, 3))).event_shape'):
    tell(text)

print('registries')
KINDS = {'real': C.real, 'real_vector': C.real_vector, 'positive': C.positive, 'nonnegative': C.greater_than_eq(0.), 'greater_than': C.greater_than(2.), 'greater_than_eq': C.greater_than_eq(-1.),
         'less_than': C.less_than(2.), 'unit_interval': C.unit_interval, 'interval': C.interval(-1., 3.), 'half_open_interval': C.half_open_interval(0., 1.), 'simplex': C.simplex, 'lower_cholesky': C.lower_cholesky,
         'corr_cholesky': C.corr_cholesky, 'independent': C.independent(C.positive, 1), 'cat': C.cat([C.positive, C.real], -1, [1, 2]), 'stack': C.stack([C.positive, C.real, C.unit_interval], -1), 'boolean': C.boolean,
         'positive_definite': C.positive_definite, 'positive_integer': C.positive_integer}
for name, kind in KINDS.items():
    for registry in ('biject_to', 'transform_to'):
        try:
            way = getattr(D, registry)(kind)
            given = matrix.double() if name == 'lower_cholesky' else x
            print(name, registry, repr(way).replace('\n', ' '), numbers(way(given)), bool(kind.check(way(given)).all()))
        except NotImplementedError as error:
            print(name, registry, error)
tell('D.biject_to(3)')


@D.biject_to.register(C.boolean)
def _(constraint):
    return T.AbsTransform()


print(D.biject_to(C.boolean), C.corr_cholesky, C.cat([C.real]), C.stack([C.real]), C.corr_cholesky.check(torch.eye(3)), C.cat([C.real, C.positive]).check(torch.tensor([-1., -1.])))

print('kl')
p, q = torch.tensor([0.3, 0.6]), torch.tensor([0.5, 1.5])
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
ALL = {'Bernoulli': (D.Bernoulli(p), D.Bernoulli(torch.tensor([0., 0.5]))), 'Beta': (D.Beta(p, q), D.Beta(q, p)), 'Binomial': (D.Binomial(5, p), D.Binomial(5, q / 2)), 'Categorical': (D.Categorical(p), D.Categorical(q)),
       'Cauchy': (D.Cauchy(p, q), D.Cauchy(q, p)), 'ContinuousBernoulli': (D.ContinuousBernoulli(p), D.ContinuousBernoulli(q / 2)), 'Dirichlet': (D.Dirichlet(p), D.Dirichlet(q)), 'Exponential': (D.Exponential(p), D.Exponential(q)),
       'Gamma': (D.Gamma(p, q), D.Gamma(q, p)), 'Geometric': (D.Geometric(p), D.Geometric(q / 2)), 'Gumbel': (D.Gumbel(p, q), D.Gumbel(q, p + 1)), 'HalfNormal': (D.HalfNormal(p), D.HalfNormal(q)),
       'Independent': (D.Independent(D.Normal(p, q), 1), D.Independent(D.Normal(q, p), 1)), 'Laplace': (D.Laplace(p, q), D.Laplace(q, p)), 'LogNormal': (D.LogNormal(p, q), D.LogNormal(q, p)),
       'LowRankMultivariateNormal': (D.LowRankMultivariateNormal(p, q[:, None], q), D.LowRankMultivariateNormal(q, p[:, None], p)), 'MultivariateNormal': (D.MultivariateNormal(p, cov), D.MultivariateNormal(q, cov + torch.eye(2))),
       'Normal': (D.Normal(p, q), D.Normal(q, p)), 'OneHotCategorical': (D.OneHotCategorical(p), D.OneHotCategorical(q)), 'Pareto': (D.Pareto(p, q + 1), D.Pareto(p / 2, p + 1)), 'Poisson': (D.Poisson(p), D.Poisson(q)),
       'Uniform': (D.Uniform(p / 2, p), D.Uniform(p / 3, p + q)), 'Weibull': (D.Weibull(p, q), D.Weibull(q, p)), 'StudentT': (D.StudentT(p, q), D.StudentT(q, p)), 'Kumaraswamy': (D.Kumaraswamy(p, q), D.Kumaraswamy(q, p))}
for (name, (one, _)), (other, (_, two)) in itertools.product(ALL.items(), ALL.items()):
    try:
        print(name, other, numbers(D.kl_divergence(one, two)))
    except Exception as error:
        if name == other or not isinstance(error, NotImplementedError):
            print(name, other, type(error).__name__, error)


class Special(D.Normal):
    """A kind of Normal."""


print(D.kl_divergence(Special(0., 1.), D.Normal(1., 2.)))


@D.register_kl(Special, D.Normal)
def _special(p, q):
    return torch.tensor(7.)


print(D.kl_divergence(Special(0., 1.), D.Normal(1., 2.)), D.kl_divergence(Special(0., 1.), Special(1., 2.)))
