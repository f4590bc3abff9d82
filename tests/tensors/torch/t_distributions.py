# torch.distributions: what lessons draw from; moments, logarithms of probabilities, entropies.
import torch
from torch import distributions as D
from torch.distributions import multinomial
from torch.distributions.multinomial import Multinomial
from torch.distributions.normal import Normal

torch.manual_seed(0)
fair_probs = torch.ones([6]) / 6
print(multinomial.Multinomial(10, fair_probs).sample())
counts = multinomial.Multinomial(1000, fair_probs).sample()
print((counts / 1000 - 1 / 6).abs().max() < 0.05)
counts = Multinomial(10, fair_probs).sample((50,))
cum = counts.cumsum(dim=0)
estimates = cum / cum.sum(dim=1, keepdims=True)
print(counts.shape, estimates.shape, torch.allclose(estimates.sum(1), torch.ones(50)))
n = Normal(torch.tensor([0., 1.]), torch.tensor([1., 2.]))
print(n, n.mean, n.variance, n.stddev, n.log_prob(torch.tensor([0., 0.])), n.entropy(), n.cdf(torch.tensor(0.)), n.sample(), n.sample((2,)).shape, n.rsample().requires_grad, n.batch_shape, n.event_shape)
loc = torch.tensor(0.5, requires_grad=True)
z = Normal(loc, 1.).rsample((3,))
z.sum().backward()
print(loc.grad)
for d in (D.Uniform(0., 2.), D.Bernoulli(torch.tensor([0.3, 0.9])), D.Bernoulli(logits=torch.tensor(0.)), D.Categorical(torch.tensor([0.1, 0.2, 0.7])), D.Categorical(logits=torch.tensor([[0., 1.], [2., 0.]])), D.Exponential(torch.tensor(2.)), D.Poisson(torch.tensor(3.)), D.Laplace(0., 1.), D.Gumbel(torch.tensor(0.), torch.tensor(1.)), D.Geometric(torch.tensor(0.25)), D.LogNormal(0., 1.), D.HalfNormal(torch.tensor(1.))):
    torch.manual_seed(1)
    v = d.sample()
    print(type(d).__name__, v, d.log_prob(v), d.mean, d.variance if type(d).__name__ != 'Cauchy' else '', d.sample((2, 3)).shape)
for d in (D.Uniform(0., 2.), D.Bernoulli(torch.tensor([0.3, 0.9])), D.Categorical(torch.tensor([0.1, 0.2, 0.7])), D.Exponential(torch.tensor(2.)), D.Laplace(0., 1.), D.Gumbel(torch.tensor(0.), torch.tensor(1.)), D.LogNormal(0., 1.), D.HalfNormal(torch.tensor(1.))):
    print(type(d).__name__, d.entropy())
print(D.Beta(torch.tensor(2.), torch.tensor(3.)).mean, D.Beta(2., 3.).log_prob(torch.tensor(0.5)), D.Gamma(torch.tensor(2.), torch.tensor(3.)).variance, D.Gamma(2., 3.).log_prob(torch.tensor(0.5)), D.Dirichlet(torch.tensor([1., 2., 3.])).mean, D.Dirichlet(torch.tensor([1., 2., 3.])).log_prob(torch.tensor([0.2, 0.3, 0.5])), D.StudentT(torch.tensor(3.)).log_prob(torch.tensor(0.5)), D.Chi2(torch.tensor(3.)).mean)
mvn = D.MultivariateNormal(torch.zeros(2), torch.tensor([[2., 0.5], [0.5, 1.]]))
print(mvn.log_prob(torch.tensor([1., -1.])), mvn.mean, mvn.covariance_matrix, mvn.entropy(), mvn.sample().shape, mvn.event_shape, mvn.sample((3,)).shape)
print(D.kl_divergence(Normal(0., 1.), Normal(1., 2.)), D.kl_divergence(D.Categorical(torch.tensor([0.5, 0.5])), D.Categorical(torch.tensor([0.1, 0.9]))), D.kl_divergence(D.Bernoulli(torch.tensor(0.3)), D.Bernoulli(torch.tensor(0.5))), D.kl.kl_divergence(D.Exponential(torch.tensor(1.)), D.Exponential(torch.tensor(2.))), D.kl_divergence(D.Uniform(0., 1.), D.Uniform(0., 2.)))
c = D.Categorical(torch.tensor([0.25, 0.25, 0.5]))
print(c.probs, c.logits, c.log_prob(torch.tensor([0, 2])), c.param_shape, c, D.OneHotCategorical(torch.tensor([0., 1.])).sample(), D.Independent(Normal(torch.zeros(3), torch.ones(3)), 1).log_prob(torch.zeros(3)))
probs = torch.tensor([0.2, 0.8], requires_grad=True)
m = D.Categorical(probs)
loss = -m.log_prob(torch.tensor(1)) * 2.
loss.backward()
print(loss, probs.grad, D.Binomial(3, torch.tensor(0.5)).log_prob(torch.tensor(2.)), D.Poisson(torch.tensor(2.)).log_prob(torch.tensor(3.)), D.Bernoulli(0.5).enumerate_support() if False else '')
for bad in (lambda: Normal(0., -1.), lambda: D.Bernoulli(torch.tensor(1.5)), lambda: D.Uniform(2., 1.), lambda: D.Categorical(torch.tensor([-1., 2.])), lambda: D.Bernoulli(), lambda: Normal(0., 1.).log_prob('a'), lambda: D.Exponential(torch.tensor(-1.)), lambda: D.Categorical(torch.tensor([0.5, 0.5])).log_prob(torch.tensor(3))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0][:60])
