# A network that squeezes pictures into two numbers with noise between, and one that turns one series of marks into another.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(6)


class Squeeze(nn.Module):
    """Pictures to a cloud of codes (mean and log of spread side by side) and back."""

    def __init__(self, pixels, code):
        super().__init__()
        self.down = nn.Sequential(nn.Flatten(), nn.Linear(pixels, 10), nn.Tanh(), nn.Linear(10, 2 * code))
        self.up = nn.Sequential(nn.Linear(code, 10), nn.Tanh(), nn.Linear(10, pixels))

    def forward(self, pictures):
        cloud = torch.distributions.Normal(*self.apart(self.down(pictures)))
        return self.up(cloud.rsample()).view_as(pictures), cloud

    @staticmethod
    def apart(numbers):
        mean, log_spread = numbers.chunk(2, dim=-1)
        return mean, log_spread.div(2).exp()


pictures = torch.zeros(16, 1, 3, 5).bernoulli_(0.3)
squeeze = Squeeze(15, 2)
plain = torch.distributions.Normal(torch.zeros(2), torch.ones(2))
steps, path = torch.optim.Adam(squeeze.parameters(), lr=0.02), []
for _ in range(30):
    steps.zero_grad()
    again, cloud = squeeze(pictures)
    pixels = F.binary_cross_entropy_with_logits(again, pictures, reduction='none').flatten(1).sum(1)
    extra = torch.distributions.kl_divergence(cloud, plain).sum(1)
    (pixels + extra).mean().backward()
    steps.step()
    path.append((pixels + extra).mean().item())
by_hand = (cloud.variance + cloud.mean ** 2 - 1 - cloud.variance.log()).sum(1) / 2
print(path[0] > path[-1], again.shape, torch.allclose(extra, by_hand, atol=1e-5), squeeze.up(torch.zeros(1, 2)).sigmoid().shape)
print(squeeze, [tuple(p.shape) for p in squeeze.parameters()])


class Reads(nn.GRU):
    """Marks to the states of a GRU over their vectors."""

    def __init__(self, marks, vector, width, beside=0, layers=2):
        super().__init__(vector + beside, width, layers, batch_first=True)
        self.table = nn.Embedding(marks, vector)

    def forward(self, marks, state=None, beside=None):
        x = self.table(marks)
        if beside is not None:
            x = torch.cat([x, beside.unsqueeze(1).expand(-1, x.shape[1], -1)], dim=2)
        return super().forward(x, state)


class Turns(nn.Module):
    def __init__(self, marks):
        super().__init__()
        self.hears, self.writes = Reads(marks, 5, 12), Reads(marks, 5, 12, beside=12)
        self.says = nn.Linear(12, marks)
        for name, p in self.named_parameters():
            if 'weight_hh' in name:
                nn.init.orthogonal_(p)

    def forward(self, heard, told):
        state = self.hears(heard)[1]
        return self.says(self.writes(told, state, state[-1])[0])

    @torch.no_grad()
    def answer(self, heard, first, most):
        state = self.hears(heard)[1]
        about, mark, marks = state[-1], torch.full((len(heard), 1), first), []
        for _ in range(most):
            out, state = self.writes(mark, state, about)
            mark = self.says(out).argmax(2)
            marks.append(mark)
        return torch.cat(marks, dim=1)


def missed(said, right, nothing=0):
    """The mean surprise at the marks that are something."""
    each = F.cross_entropy(said.transpose(1, 2), right, reduction='none')
    return (each * right.ne(nothing)).sum() / right.ne(nothing).sum()


heard = torch.randint(2, 7, (12, 4))
right = torch.cat([heard.flip(1), torch.zeros(12, 1, dtype=torch.long)], dim=1)
told = torch.cat([torch.ones(12, 1, dtype=torch.long), right[:, :-1]], dim=1)
turns = Turns(7)
said = turns(heard, told)
print(said.shape, turns.hears(heard)[1].shape, torch.allclose(missed(said, right), F.cross_entropy(said.flatten(0, 1), right.flatten(), ignore_index=0)), [n for n, _ in turns.named_children()])
steps, path = torch.optim.RMSprop(turns.parameters(), lr=0.01), []
for _ in range(60):
    steps.zero_grad()
    now = missed(turns(heard, told), right)
    now.backward()
    nn.utils.clip_grad_norm_(turns.parameters(), 2.0)
    steps.step()
    path.append(now.item())
print(path[-1] < path[0] / 2, turns.eval().answer(heard[:3], 1, 4).shape, bool(turns.answer(heard, 1, 4).lt(7).all()), turns.training)
