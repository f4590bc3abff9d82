# Two networks against each other; a curve out of a few points by Gaussian processes; blocks that make pictures larger.
import math

import torch
from torch import nn

torch.manual_seed(2)
turn, shift = torch.tensor([[0.8, 0.6], [-0.3, 1.1]]), torch.tensor([3.0, -1.0])
true = torch.randn(120, 2) @ turn + shift
print(turn.mT @ turn, true.mean(0), torch.cov(true.T))
maker, judge = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(0.1), nn.Linear(6, 1))
for p in [*maker.parameters(), *judge.parameters()]:
    nn.init.uniform_(p, -0.05, 0.05)
steps = {judge: torch.optim.Adam(judge.parameters(), lr=0.03), maker: torch.optim.Adam(maker.parameters(), lr=0.01, betas=(0.5, 0.9))}


def verdict(points, real):
    """How wrong the judge is about them."""
    says = judge(points).squeeze(1)
    return nn.functional.binary_cross_entropy_with_logits(says, torch.full_like(says, float(real)))


def play(who, missed):
    steps[who].zero_grad(set_to_none=True)
    missed.backward()
    steps[who].step()
    return missed.detach()


loader = torch.utils.data.DataLoader(true, batch_size=40, shuffle=True)
for turn_number in range(4):
    seen = torch.zeros(2)
    for points in loader:
        made = maker(torch.randn(len(points), 2))
        seen += torch.stack([play(judge, verdict(points, True) + verdict(made.detach(), False)), play(maker, verdict(made, True))])
    print(turn_number, (seen / len(loader)).round(decimals=3))
print(maker.bias.grad.shape, judge[0].weight.grad is not None)


class Grow(nn.Sequential):
    def __init__(self, inside, outside, **window):
        super().__init__(nn.ConvTranspose2d(inside, outside, **window, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


for window in (dict(kernel_size=4, stride=2, padding=1), dict(kernel_size=5), dict(kernel_size=3, stride=3, output_padding=1, dilation=2), dict(kernel_size=2, stride=2, groups=2)):
    print(Grow(4, 6, **window)(torch.rand(2, 4, 5, 3)).shape)
print(Grow(1, 2, kernel_size=2))
line = torch.linspace(-2, 2, 5)
print([nn.LeakyReLU(slope)(line) for slope in (0.01, 0.5)], nn.PReLU(init=0.3)(line))


def likeness(a, b, length):
    """Near points have like values: exp(-distance² / 2 length²)."""
    return torch.exp(-torch.cdist(a.unsqueeze(1), b.unsqueeze(1)).square() / (2 * length ** 2))


places = torch.tensor([-2.0, -0.5, 0.0, 1.5, 3.0])
heights = torch.cos(places) + places / 4
between = torch.linspace(-3, 4, 8)
whole = likeness(places, places, 1.2) + 0.01 * torch.eye(5)
root = torch.linalg.cholesky(whole)
known = torch.linalg.solve(whole, heights.unsqueeze(1))
expected = likeness(between, places, 1.2) @ known
spread = 1 - torch.linalg.solve_triangular(root, likeness(places, between, 1.2), upper=False).square().sum(0)
print(expected.flatten(), spread, torch.allclose(whole @ known, heights.unsqueeze(1), atol=1e-5))
print(torch.linalg.eigvalsh(whole).min() > 0, torch.logdet(whole).sub(2 * root.diagonal().log().sum()).abs() < 1e-5)

settings = torch.tensor([0.3, -2.0], requires_grad=True)           # logs of length and noise


def unlikely():
    length, noise = settings.exp()
    apart = (places[:, None] - places[None]) ** 2
    covariance = torch.exp(apart / (-2 * length * length)) + noise * torch.eye(len(places))
    normal = torch.distributions.MultivariateNormal(torch.zeros(5), covariance)
    return -normal.log_prob(heights)


by_hand = 0.5 * (heights @ known).squeeze() + root.diagonal().log().sum() + 2.5 * math.log(2 * math.pi)
print(by_hand, unlikely())
climb, path = torch.optim.SGD([settings], lr=0.05), []
for _ in range(8):
    climb.zero_grad()
    now = unlikely()
    now.backward()
    climb.step()
    path.append(now.item())
print(path[0] > path[-1], all(a >= b for a, b in zip(path, path[1:])), f'{path[0]:.2f} {path[-1]:.2f}', settings.detach().round(decimals=2))
