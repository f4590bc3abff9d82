"""Every distribution at several parameters: reprs, moments, log_prob, cdf and icdf, entropy, supports, expansion, samples from a seed, gradients through samples; what is refused."""
import warnings

import torch
import torch.distributions as D

warnings.simplefilter('ignore')


def numbers(t):
    return [None if v != v else float(f'{v:.3g}') + 0.0 for v in t.detach().double().flatten().tolist()], tuple(t.shape), str(t.dtype)


def show(what, make):
    try:
        found = make()
        print('  ', what, numbers(found) if isinstance(found, torch.Tensor) else found)
    except Exception as error:
        print('  ', what, '!!', type(error).__name__, str(error).split('\n')[0][:160])


p, r = torch.tensor([0.2, 0.5, 0.9]), torch.tensor([0.5, 1.0, 3.0])
probs = torch.tensor([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
root = torch.linalg.cholesky(cov)
corr = torch.tensor([[1., 0, 0], [0.6, 0.8, 0], [0.36, 0.48, 0.8]])
one = torch.tensor(0.7)
MADE = {
    'Bernoulli': (lambda: D.Bernoulli(p), torch.tensor([1., 0., 1.])), 'Beta': (lambda: D.Beta(r, r + 1), p), 'Binomial': (lambda: D.Binomial(5, p), torch.tensor([0., 3., 5.])),
    'Binomial of many': (lambda: D.Binomial(torch.tensor([100., 40., 7.]), p), torch.tensor([20., 21., 6.])),
    'Categorical': (lambda: D.Categorical(probs), torch.tensor([2, 0])), 'Cauchy': (lambda: D.Cauchy(p, r), r), 'Chi2': (lambda: D.Chi2(r), r),
    'ContinuousBernoulli': (lambda: D.ContinuousBernoulli(torch.tensor([0.2, 0.5, 0.4995])), p), 'ContinuousBernoulli logits': (lambda: D.ContinuousBernoulli(logits=p * 3), p),
    'Dirichlet': (lambda: D.Dirichlet(r), torch.tensor([0.2, 0.3, 0.5])), 'Exponential': (lambda: D.Exponential(r), p), 'FisherSnedecor': (lambda: D.FisherSnedecor(r + 1, r * 3), p),
    'Gamma': (lambda: D.Gamma(r, p), r), 'Geometric': (lambda: D.Geometric(p), torch.tensor([0., 2., 5.])), 'Gumbel': (lambda: D.Gumbel(p, r), r), 'HalfCauchy': (lambda: D.HalfCauchy(r), p),
    'HalfNormal': (lambda: D.HalfNormal(r), r), 'Independent': (lambda: D.Independent(D.Normal(torch.zeros(2, 3), p), 1), torch.ones(2, 3) / 2),
    'Kumaraswamy': (lambda: D.Kumaraswamy(r + 0.5, p + 0.5), p), 'LKJCholesky': (lambda: D.LKJCholesky(3, 1.5), corr), 'LKJCholesky many': (lambda: D.LKJCholesky(3, r), corr), 'Laplace': (lambda: D.Laplace(p, r), r),
    'LogNormal': (lambda: D.LogNormal(p, r.clamp(max=1)), r), 'LogisticNormal': (lambda: D.LogisticNormal(p, r), torch.tensor([0.1, 0.2, 0.3, 0.4])),
    'LowRankMultivariateNormal': (lambda: D.LowRankMultivariateNormal(torch.zeros(3), torch.tensor([[1.], [0.5], [-0.3]]), r), p),
    'LowRankMultivariateNormal many': (lambda: D.LowRankMultivariateNormal(torch.zeros(2, 3), torch.ones(3, 2) * p[:, None], r), probs),
    'MixtureSameFamily': (lambda: D.MixtureSameFamily(D.Categorical(probs[0]), D.Normal(p, r)), one),
    'MixtureSameFamily of vectors': (lambda: D.MixtureSameFamily(D.Categorical(probs), D.Independent(D.Normal(torch.ones(2, 3, 2) * p[:, None], 1.5), 1)), torch.ones(2, 2)),
    'Multinomial': (lambda: D.Multinomial(4, probs), torch.tensor([[1., 1., 2.], [4., 0., 0.]])), 'MultivariateNormal': (lambda: D.MultivariateNormal(torch.tensor([1., -1.]), cov), torch.tensor([0.5, 0.5])),
    'NegativeBinomial': (lambda: D.NegativeBinomial(r + 2, p), torch.tensor([0., 2., 5.])), 'NegativeBinomial logits': (lambda: D.NegativeBinomial(torch.tensor([3., 0.]), logits=p[:2]), torch.tensor([0., 2.])),
    'Normal': (lambda: D.Normal(p, r), r), 'OneHotCategorical': (lambda: D.OneHotCategorical(probs), torch.eye(3)[[1, 2]]),
    'OneHotCategoricalStraightThrough': (lambda: D.OneHotCategoricalStraightThrough(probs), torch.eye(3)[[1, 2]]), 'Pareto': (lambda: D.Pareto(p, r + 0.5), p + 1),
    'Poisson': (lambda: D.Poisson(r), torch.tensor([0., 2., 7.])), 'RelaxedBernoulli': (lambda: D.RelaxedBernoulli(one, p), p), 'RelaxedBernoulli logits': (lambda: D.RelaxedBernoulli(one, logits=p), p),
    'RelaxedOneHotCategorical': (lambda: D.RelaxedOneHotCategorical(one, probs), torch.tensor([0.2, 0.3, 0.5])), 'StudentT': (lambda: D.StudentT(r + 1, p, r), r),
    'TransformedDistribution': (lambda: D.TransformedDistribution(D.Normal(p, r), [D.SigmoidTransform(), D.AffineTransform(1., -2.)]), -p + 0.5), 'Uniform': (lambda: D.Uniform(p, p + r), p + 0.1),
    'VonMises': (lambda: D.VonMises(p, r * 3), r), 'Weibull': (lambda: D.Weibull(r, p + 1), r), 'Wishart': (lambda: D.Wishart(torch.tensor(4.5), cov), cov + 0.1),
    'Wishart tril': (lambda: D.Wishart(torch.tensor([2.5, 3.0]), scale_tril=root), cov), 'Wishart precision': (lambda: D.Wishart(torch.tensor(3.), precision_matrix=cov), cov),
}
TEXTS = 'batch_shape', 'event_shape', 'has_rsample', 'has_enumerate_support', 'support', 'param_shape'
PARTS = ('mean', 'mode', 'variance', 'stddev', 'probs', 'logits', 'rate', 'scale', 'loc', 'concentration', 'concentration1', 'concentration0', 'covariance_matrix', 'scale_tril', 'precision_matrix', 'total_count',
         'df', 'df1', 'df2', 'low', 'high', 'alpha', 'temperature')
for name, (make, value) in MADE.items():
    d = make()
    print(name, repr(d).replace('\n', ' '))
    for part in TEXTS:
        if part != 'param_shape' or hasattr(type(d), part):
            show(part, lambda: str(getattr(d, part)))
    for part in PARTS:
        if part in ('mean', 'mode', 'variance', 'stddev') or hasattr(type(d), part) or part in vars(d):
            show(part, lambda: getattr(d, part))
    show('log_prob', lambda: d.log_prob(value))
    show('cdf', lambda: d.cdf(value))
    show('icdf', lambda: d.icdf(p if d.batch_shape == (3,) else torch.tensor(0.3)))
    show('entropy', d.entropy)
    show('perplexity', d.perplexity)
    show('enumerate_support', d.enumerate_support)
    show('enumerate_support(False)', lambda: d.enumerate_support(False))
    torch.manual_seed(7)
    show('sample', lambda: d.sample())
    show('sample((2,))', lambda: d.sample((2,)))
    show('rsample', lambda: d.rsample((2,)))
    show('next', lambda: torch.rand(1))
    wide = (2,) + tuple(d.batch_shape)
    show('expand', lambda: (lambda e: (type(e).__name__, e.batch_shape, e.event_shape, numbers(e.log_prob(value).sum()), numbers(e.sample())[1]))(d.expand(wide)))
    show('out of support', lambda: d.log_prob(value - 100))
    show('shape', lambda: d.log_prob(torch.ones(7, 5)))

print('gradients through samples')
torch.manual_seed(3)
a, b = torch.tensor([0.6, 1.5, 7.0], dtype=torch.float64), torch.tensor([0.8, 2.0, 0.5], dtype=torch.float64)
for name, make in {'Gamma': lambda a, b: D.Gamma(a, b), 'Beta': lambda a, b: D.Beta(a, b), 'Dirichlet': lambda a, b: D.Dirichlet(a * b), 'Chi2': lambda a, b: D.Chi2(a + b), 'StudentT': lambda a, b: D.StudentT(a + 1, a, b),
                   'FisherSnedecor': lambda a, b: D.FisherSnedecor(a, b), 'Kumaraswamy': lambda a, b: D.Kumaraswamy(a, b), 'Pareto': lambda a, b: D.Pareto(a, b + 1), 'Weibull': lambda a, b: D.Weibull(a, b + 1),
                   'Gumbel': lambda a, b: D.Gumbel(a, b), 'HalfCauchy': lambda a, b: D.HalfCauchy(a * b), 'LogNormal': lambda a, b: D.LogNormal(a / 7, b), 'LogisticNormal': lambda a, b: D.LogisticNormal(a, b),
                   'RelaxedBernoulli': lambda a, b: D.RelaxedBernoulli(torch.tensor(0.5).double(), logits=a - b), 'RelaxedOneHotCategorical': lambda a, b: D.RelaxedOneHotCategorical(torch.tensor(0.5).double(), logits=a - b),
                   'ContinuousBernoulli': lambda a, b: D.ContinuousBernoulli(logits=a - b), 'OneHotCategoricalStraightThrough': lambda a, b: D.OneHotCategoricalStraightThrough(logits=a - b),
                   'LowRankMultivariateNormal': lambda a, b: D.LowRankMultivariateNormal(a, b[:, None], b), 'Wishart': lambda a, b: D.Wishart(a[1] + 2, torch.diag_embed(b)),
                   'Transformed': lambda a, b: D.TransformedDistribution(D.Normal(a, b), [D.TanhTransform()])}.items():
    left, right = a.clone().requires_grad_(), b.clone().requires_grad_()
    d = make(left, right)
    made = d.rsample()
    (made * torch.arange(1., made.numel() + 1, dtype=torch.float64).reshape(made.shape)).sum().backward()
    print(name, numbers(made)[0], [numbers(t.grad)[0] if t.grad is not None else None for t in (left, right)])
    left, right = a.clone().requires_grad_(), b.clone().requires_grad_()
    try:
        make(left, right).log_prob(made.detach()).sum().backward()
        print('   log_prob', [numbers(t.grad)[0] if t.grad is not None else None for t in (left, right)])
    except (RuntimeError, ValueError) as error:
        print('   log_prob', type(error).__name__)

print('refused')
for text in ('D.VonMises(0., -1.)', 'D.LKJCholesky(1)', 'D.Wishart(torch.tensor(0.5), cov)', 'D.Wishart(torch.tensor(3.), cov, scale_tril=root)', 'D.Pareto(1., -1.)', 'D.NegativeBinomial(3)', 'D.NegativeBinomial(-1, 0.5)',
             'D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(3, 1), torch.ones(2))', 'D.LowRankMultivariateNormal(torch.tensor(0.), torch.ones(3, 1), torch.ones(2))', 'D.Kumaraswamy(1., 0.)',
             'D.LowRankMultivariateNormal(torch.zeros(3), torch.ones(3), torch.ones(3))', 'D.LowRankMultivariateNormal(torch.zeros(3), torch.ones(3, 1), torch.ones(2))', 'D.RelaxedBernoulli(one)',
             'D.MixtureSameFamily(D.Normal(0., 1.), D.Normal(p, 1.))', 'D.MixtureSameFamily(D.Categorical(p), 3)', 'D.MixtureSameFamily(D.Categorical(p[:2]), D.Normal(p, 1.))',
             'D.MixtureSameFamily(D.Categorical(torch.ones(2, 3)), D.Normal(torch.zeros(4, 3), 1.))', 'D.TransformedDistribution(D.Normal(0., 1.), 3)', 'D.TransformedDistribution(D.Normal(0., 1.), [3])',
             'D.TransformedDistribution(D.Normal(0., 1.), [D.StickBreakingTransform()])', 'D.ContinuousBernoulli(torch.tensor(1.5))', 'D.Weibull(-1., 1.)', 'D.HalfCauchy(0.)'):
    show(text, lambda: repr(eval(text)))
for text in ('D.normal.Normal', 'D.transforms.TanhTransform', 'D.transformed_distribution.TransformedDistribution', 'D.multivariate_normal.MultivariateNormal', 'D.kl.kl_divergence', 'D.utils.broadcast_all', 'D.log_normal.LogNormal',
             'D.constraint_registry.biject_to', 'D.relaxed_bernoulli.LogitRelaxedBernoulli', 'D.relaxed_categorical.ExpRelaxedCategorical', 'D.one_hot_categorical.OneHotCategorical', 'D.exp_family.ExponentialFamily'):
    print(text, getattr(eval(text), '__name__', type(eval(text)).__name__))
print([D.utils.tril_matrix_to_vec(corr, k).tolist() for k in (-1, 0)], D.utils.vec_to_tril_matrix(torch.arange(1., 4), -1), D.utils.vec_to_tril_matrix(torch.arange(1., 4)))
show('vec_to_tril_matrix', lambda: D.utils.vec_to_tril_matrix(torch.ones(4)))
torch.manual_seed(5)
print(torch.binomial(torch.tensor([10., 100, 5, 50, 1000, 0, 3]), torch.tensor([.3, .4, .9, .01, .77, .5, 1])), torch.rand(1))
