"""Parameter groups, freezing, weight decay without biases, gradient accumulation and clipping."""
import torch
from torch import nn

torch.manual_seed(5)
net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
for p in net[0].parameters():
    p.requires_grad_(False)
print([n for n, p in net.named_parameters() if p.requires_grad])
decay = [p for n, p in net.named_parameters() if n.endswith('weight') and p.requires_grad]
rest = [p for n, p in net.named_parameters() if not n.endswith('weight') and p.requires_grad]
opt = torch.optim.SGD([{'params': decay, 'weight_decay': 0.1}, {'params': rest, 'lr': 0.5}], lr=0.1, momentum=0.9)
print(opt)
x, t = torch.randn(8, 4), torch.randint(0, 2, (8,))
for step in range(3):
    opt.zero_grad()
    for part in range(2):
        loss = nn.functional.cross_entropy(net(x[part * 4:part * 4 + 4]), t[part * 4:part * 4 + 4]) / 2
        loss.backward()
    total = nn.utils.clip_grad_norm_([p for p in net.parameters() if p.grad is not None], 0.5)
    opt.step()
    print(step, '%.5f %.5f' % (loss.item(), total.item()))
print(net[0].weight.grad, net[2].bias)
for p in net[0].parameters():
    p.requires_grad_(True)
opt.add_param_group({'params': list(net[0].parameters()), 'lr': 0.01})
print(len(opt.param_groups), [g['lr'] for g in opt.param_groups])
try:
    opt.add_param_group({'params': [net[0].weight]})
except ValueError as e:
    print(e)
print({k: type(v).__name__ for k, v in opt.state_dict().items()}, len(opt.state_dict()['state']))
nn.utils.clip_grad_value_(net.parameters(), 0.01)
print(max(p.grad.abs().max().item() for p in net.parameters() if p.grad is not None) <= 0.01)
vector = nn.utils.parameters_to_vector(net.parameters())
print(vector.shape)
nn.utils.vector_to_parameters(torch.zeros_like(vector), net.parameters())
print(net(x).abs().sum().item())
