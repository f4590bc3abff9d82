import torch
import torch.distributions as D


def show(what, make):
    try:
        r = make()
        if isinstance(r, torch.Tensor) and r.is_floating_point():
            r = [None if x != x else round(x, 4) + 0.0 for x in r.double().reshape(-1).tolist()], tuple(r.shape)
        print(what, r)
    except Exception as e:
        print(what, type(e).__name__, str(e).split('\n')[0][:60] if isinstance(e, NotImplementedError) else '')


p, r = torch.tensor([0.2, 0.5, 0.9]), torch.tensor([0.5, 1.0, 3.0])
probs = torch.tensor([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
MADE = {
    'Bernoulli': (lambda: D.Bernoulli(p), torch.tensor([1., 0., 1.])), 'Bernoulli logits': (lambda: D.Bernoulli(logits=p), torch.tensor([0., 0., 1.])),
    'Beta': (lambda: D.Beta(r, r + 1), p), 'Binomial': (lambda: D.Binomial(5, p), torch.tensor([0., 3., 5.])), 'Binomial logits': (lambda: D.Binomial(4, logits=p), torch.tensor([0., 2., 4.])),
    'Categorical': (lambda: D.Categorical(probs), torch.tensor([2, 0])), 'Categorical logits': (lambda: D.Categorical(logits=probs * 3), torch.tensor([1, 1])),
    'Cauchy': (lambda: D.Cauchy(p, r), r), 'Chi2': (lambda: D.Chi2(r), r), 'Dirichlet': (lambda: D.Dirichlet(r), torch.tensor([0.2, 0.3, 0.5])),
    'Exponential': (lambda: D.Exponential(r), p), 'Gamma': (lambda: D.Gamma(r, p), r), 'Geometric': (lambda: D.Geometric(p), torch.tensor([0., 2., 5.])),
    'Geometric logits': (lambda: D.Geometric(logits=p), torch.tensor([0., 2., 5.])), 'Gumbel': (lambda: D.Gumbel(p, r), r), 'HalfNormal': (lambda: D.HalfNormal(r), r),
    'Laplace': (lambda: D.Laplace(p, r), r), 'LogNormal': (lambda: D.LogNormal(p, r.clamp(max=1)), r), 'Multinomial': (lambda: D.Multinomial(4, probs), torch.tensor([[1., 1., 2.], [4., 0., 0.]])),
    'MultivariateNormal': (lambda: D.MultivariateNormal(torch.tensor([1., -1.]), cov), torch.tensor([0.5, 0.5])),
    'MultivariateNormal tril': (lambda: D.MultivariateNormal(torch.zeros(3, 2), scale_tril=torch.linalg.cholesky(cov)), torch.ones(3, 2)),
    'MultivariateNormal precision': (lambda: D.MultivariateNormal(torch.zeros(2), precision_matrix=cov), torch.ones(2)),
    'Normal': (lambda: D.Normal(p, r), r), 'Normal of numbers': (lambda: D.Normal(1.0, 2.0), torch.tensor(0.5)), 'OneHotCategorical': (lambda: D.OneHotCategorical(probs), torch.eye(3)[[1, 2]]),
    'OneHotCategorical logits': (lambda: D.OneHotCategorical(logits=probs), torch.eye(3)[[1, 2]]),
    'Poisson': (lambda: D.Poisson(r), torch.tensor([0., 2., 7.])), 'StudentT': (lambda: D.StudentT(torch.tensor([0.5, 1.5, 5.0]), p, r), r), 'Uniform': (lambda: D.Uniform(p, p + r), p + 0.1),
    'Independent': (lambda: D.Independent(D.Normal(torch.zeros(2, 3), torch.ones(2, 3) * 2), 1), torch.ones(2, 3)),
    'Independent of 2': (lambda: D.Independent(D.Normal(torch.zeros(4, 2, 3), 1.5), 2), torch.ones(4, 2, 3)),
}
for name, (make, value) in MADE.items():
    d = make()
    show(name, lambda: (d.batch_shape, d.event_shape))
    for part in ('mean', 'variance', 'stddev', 'probs', 'rate', 'scale', 'loc', 'concentration', 'covariance_matrix', 'scale_tril', 'total_count', 'df', 'low', 'high'):
        if hasattr(type(d), part) or part in vars(d):
            show('   ' + part, lambda: getattr(d, part))
    show('   log_prob', lambda: d.log_prob(value))
    if name in ('Exponential', 'Normal', 'Normal of numbers', 'Uniform'):
        show('   cdf', lambda: d.cdf(value))
    if name.split()[0] not in ('Beta', 'Binomial', 'Chi2', 'Dirichlet', 'Gamma', 'Geometric', 'Multinomial', 'StudentT'):
        show('   entropy', d.entropy)
    show('   samples', lambda: [tuple(d.sample(s).shape) for s in ((), (2,), (4, 1))] + [d.sample().dtype])
    if name in ('Normal', 'Uniform', 'Exponential', 'Laplace', 'LogNormal', 'Gumbel', 'Cauchy', 'HalfNormal', 'MultivariateNormal'):
        show('   rsample', lambda: tuple(d.rsample((5,)).shape))
PAIRS = [(D.Normal(p, r), D.Normal(r, p)), (D.Bernoulli(p), D.Bernoulli(p.flip(0))), (D.Categorical(probs), D.Categorical(probs.flip(0))), (D.Exponential(r), D.Exponential(p)),
         (D.Uniform(p, p + 1), D.Uniform(p - 1, p + 2)), (D.Uniform(p, p + 1), D.Uniform(p + .5, p + 2))]
for a, b in PAIRS:
    show('kl ' + type(a).__name__, lambda: D.kl_divergence(a, b))
# What parameters may be.
for what, make in {'scale': lambda: D.Normal(0., -1.), 'probs': lambda: D.Bernoulli(torch.tensor(1.5)), 'both': lambda: D.Bernoulli(probs=p, logits=p), 'neither': lambda: D.Categorical(), 'order': lambda: D.Uniform(2., 1.)}.items():
    show(what, make)
# Gradients go through samples that can be moved, and through every log_prob.
for name, make in {'Normal': lambda a, b: D.Normal(a, b), 'Gamma': lambda a, b: D.Gamma(b, b + 1), 'Laplace': lambda a, b: D.Laplace(a, b), 'Exponential': lambda a, b: D.Exponential(b), 'LogNormal': lambda a, b: D.LogNormal(a, b), 'Uniform': lambda a, b: D.Uniform(a, a + b + 1)}.items():
    a, b = torch.tensor([0.3, -0.2], requires_grad=True), torch.tensor([0.7, 1.2], requires_grad=True)
    make(a, b).log_prob(torch.tensor([0.5, 0.4])).sum().backward()
    show('gradient ' + name, lambda: b.grad)
    if name == 'Gamma':
        continue
    x = make(a, b).rsample((1000,))
    show('   moved', lambda: (x.requires_grad, make(a, b).sample().requires_grad))
