import torch

torch.manual_seed(42)
print(torch.rand(2, 3), torch.randn(2, 3), torch.rand(17).sum(), torch.randn(33).sum(), torch.randn(5), torch.rand((2,), dtype=torch.float64), torch.randn(20, dtype=torch.float64)[:3])
print(torch.randint(10, (5,)), torch.randint(-3, 3, (2, 2)), torch.randperm(10), torch.normal(2., 3., (3,)), torch.normal(torch.arange(3.), 1.), torch.normal(torch.zeros(2), torch.ones(2)))
print(torch.bernoulli(torch.tensor([0.1, 0.5, 0.9])), torch.multinomial(torch.tensor([1., 2, 3]), 5, replacement=True), torch.multinomial(torch.ones(4), 2), torch.rand_like(torch.ones(2)), torch.randn_like(torch.ones(2)))
x = torch.empty(4)
print(x.uniform_(-1, 1), x.normal_(1, 2), x.exponential_(), x.bernoulli_(0.3), x.random_(10), torch.empty(3, dtype=torch.int64).random_(5), torch.empty(2).random_(3, 6))
torch.manual_seed(7)
print(torch.initial_seed(), torch.rand(1))
g = torch.Generator().manual_seed(5)
print(torch.rand(2, generator=g), torch.randn(2, generator=g), torch.randint(5, (3,), generator=g))
print(torch.nn.Linear(2, 2).weight, torch.nn.Conv2d(1, 1, 2).weight, torch.nn.Embedding(2, 2).weight)
from torch.distributions import multinomial
fair = torch.ones([6]) / 6
print(multinomial.Multinomial(1, fair).sample(), multinomial.Multinomial(10, fair).sample(), multinomial.Multinomial(1000, fair).sample() / 1000)
print(torch.distributions.Normal(0., 1.).log_prob(torch.tensor(0.5)), torch.distributions.Categorical(torch.tensor([.2, .8])).sample((4,)), torch.distributions.Uniform(0., 2.).sample((2,)))
