"""A small autoencoder on patterns, tied weights, reconstruction; parameters shared between modules."""
import torch
from torch import nn

torch.manual_seed(21)
patterns = torch.eye(8)[:, :8].repeat(4, 1)


class Auto(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(3, 8))
        self.down, self.up = nn.Parameter(torch.zeros(3)), nn.Parameter(torch.zeros(8))
        nn.init.xavier_normal_(self.weight)

    def forward(self, x):
        code = torch.sigmoid(nn.functional.linear(x, self.weight, self.down))
        return nn.functional.linear(code, self.weight.t(), self.up), code

    def extra_repr(self):
        return 'tied, 8 -> 3 -> 8'


m = Auto()
opt = torch.optim.RMSprop(m.parameters(), lr=0.02)
for step in range(60):
    out, code = m(patterns)
    loss = ((out - patterns) ** 2).mean()
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    if step % 20 == 0:
        print(step, '%.4f' % loss)
print(code.shape, m, [n for n, _ in m.named_parameters()])
shared = nn.Linear(3, 3, bias=False)
net = nn.Sequential(shared, nn.Tanh(), shared)
print(len(list(net.parameters())), net[0] is net[2], [n for n, _ in net.named_parameters()], list(net.state_dict()))
net(torch.ones(1, 3)).sum().backward()
a = shared.weight.grad.clone()
shared.weight.grad = None
(net(torch.ones(1, 3)).sum() * 2).backward()
print(torch.allclose(shared.weight.grad, 2 * a))
