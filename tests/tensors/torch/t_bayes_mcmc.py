"""Chance without networks: coin flips, a histogram, Monte Carlo for pi, a Metropolis walk, normal fits; all from one seed."""
import torch

torch.manual_seed(42)
flips = torch.bernoulli(torch.full((1000,), 0.3))
print(flips.mean(), flips[:10])
print(torch.bincount(torch.randint(0, 6, (600,)), minlength=6))
p = torch.rand(20000, 2)
print(4 * ((p ** 2).sum(1) <= 1).float().mean())
x, kept = torch.tensor(0.), []
for i in range(500):
    y = x + torch.randn(()) * 0.8
    if torch.rand(()) < torch.exp((x ** 2 - y ** 2) / 2):
        x = y
    kept.append(x)
walk = torch.stack(kept)
print(walk[:5], '%.3f %.3f' % (walk.mean(), walk.std()))
sample = torch.normal(2.0, 3.0, (2000,))
print('%.3f %.3f' % (sample.mean(), sample.std()), torch.normal(torch.tensor([0., 10.]), torch.tensor([1., 0.1])))
mu, log_sd = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
opt = torch.optim.Adam([mu, log_sd], lr=0.1)
for i in range(150):
    opt.zero_grad()
    loss = -torch.distributions.Normal(mu, log_sd.exp()).log_prob(sample).mean()
    loss.backward()
    opt.step()
print('%.3f %.3f %.4f' % (mu, log_sd.exp(), loss))
print(torch.multinomial(torch.tensor([0.2, 0.5, 0.3]), 8, replacement=True), torch.randperm(8), torch.randn(2, 2))
print(torch.distributions.Categorical(torch.tensor([0.1, 0.2, 0.7])).sample((6,)))
g = torch.Generator().manual_seed(7)
print(torch.rand(3, generator=g), torch.randint(10, (3,), generator=g))
state = torch.get_rng_state()
a = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(a, torch.rand(2)))
