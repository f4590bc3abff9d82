# Two GPUs at once in torch: parts of tensors and of containers, networks copied to each, results brought together, gradients back where the parameters are.
import torch
from torch import nn

rows = torch.arange(30.).reshape(6, 5)
parts = nn.parallel.scatter((rows, {'twice': rows * 2, 'word': 'same'}), [0, 1])
print([part[0].device for part in parts], [part[0].shape for part in parts], parts[1][1]['twice'][0], parts[0][1]['word'])
whole = nn.parallel.gather([part[0] for part in parts], 1)
print(whole.device, torch.equal(whole.cpu(), rows), nn.parallel.gather([{'a': part[0]} for part in parts], 'cpu')['a'].shape)

torch.manual_seed(8)


def build():
    return nn.Sequential(nn.Linear(5, 6), nn.Tanh(), nn.Linear(6, 3))


alone, shared = build(), build()
shared.load_state_dict(alone.state_dict())
both = nn.DataParallel(shared.to('cuda:0'))
print(both.device_ids, both.output_device, list(both.state_dict())[0], both)
copies = both.replicate(shared, [0, 1])
print([copy[0].weight.device for copy in copies], copies[1][0].weight.is_leaf, torch.equal(copies[0][2].bias.cpu(), copies[1][2].bias.cpu()))
out = both(rows.to('cuda:0'))
print(out.device, out.shape, torch.allclose(out.cpu(), alone(rows), atol=1e-6))
for net, x in ((both, rows.cuda()), (alone, rows)):
    net(x).square().mean().backward()
print([(p.grad.device.index, torch.allclose(p.grad.cpu(), q.grad, atol=1e-6)) for p, q in zip(shared.parameters(), alone.parameters())])
print([both(rows[:n].cuda()).shape[0] for n in (1, 2, 5)], nn.parallel.data_parallel(shared, rows.cuda(), [0, 1]).device)
try:
    nn.DataParallel(shared, device_ids=[1, 0])(rows.cuda(1))
except RuntimeError as error:
    print(error)

# the sum of all copies in each of them, without torch's own
homes = [torch.device('cuda', i) for i in range(2)]
weights = [torch.full((2, 2), 0.5, device=home, requires_grad=True) for home in homes]
for i, (weight, x) in enumerate(zip(weights, rows[:2, :2].chunk(2))):
    (x.to(weight.device) @ weight).sum().backward()
total = sum(weight.grad.to(homes[0]) for weight in weights)
for weight in weights:
    weight.grad.copy_(total)
    with torch.no_grad():
        weight -= 0.1 * weight.grad
print([weight.grad.device for weight in weights], weights[1].grad, torch.equal(weights[0].cpu(), weights[1].cpu()), [weight.is_leaf for weight in weights])
