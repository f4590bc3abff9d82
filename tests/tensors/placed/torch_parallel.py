# Data parallelism over two GPUs: scatter, replicate, gather, DataParallel; gradients come back to the module.
import torch
from torch import nn

data = torch.arange(20.).reshape(4, 5)
parts = nn.parallel.scatter(data, [torch.device('cuda:0'), torch.device('cuda:1')])
print(parts)
print(nn.parallel.gather(parts, 'cuda:0').device, torch.equal(nn.parallel.gather(parts, 'cpu'), data))

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 2))
alone = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 2))
alone.load_state_dict(net.state_dict())
both = nn.DataParallel(net, device_ids=[0, 1])
print(both)
both.to('cuda:0')
out = both(data.cuda())
print(out.shape, out.device, torch.allclose(out.cpu(), alone(data)))
out.sum().backward()
alone(data).sum().backward()
for (name, p), q in zip(net.named_parameters(), alone.parameters()):
    print(name, p.grad.device, torch.allclose(p.grad.cpu(), q.grad))
print(both(data[:1].cuda()).shape, both(data[:3].cuda()).shape)
print(list(both.state_dict()))

# by hand, as the lesson does it
params = [torch.ones(2, 2, requires_grad=True), torch.zeros(2, requires_grad=True)]


def get_params(params, device):
    new = [p.to(device) for p in params]
    for p in new:
        p.requires_grad_()
    return new


def allreduce(data):
    for i in range(1, len(data)):
        data[0][:] += data[i].to(data[0].device)
    for i in range(1, len(data)):
        data[i][:] = data[0].to(data[i].device)


with torch.no_grad():
    copies = [get_params(params, f'cuda:{i}') for i in range(2)]
print([p.device for c in copies for p in c], copies[1][0].is_leaf)
grads = [torch.ones((1, 2), device=f'cuda:{i}') * (i + 1) for i in range(2)]
print('before allreduce:\n', grads[0], '\n', grads[1])
allreduce(grads)
print('after allreduce:\n', grads[0], '\n', grads[1])
