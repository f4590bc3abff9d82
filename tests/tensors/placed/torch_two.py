"""Names that lessons use from PyTorch 2: each beside what it stands for."""
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def refused(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)


# devices
print(torch.accelerator.is_available(), torch.accelerator.current_accelerator(), torch.accelerator.device_count(), torch.accelerator.current_accelerator().type)
with torch.accelerator.device_index(1):
    print(torch.ones(1, device='cuda').device, torch.accelerator.current_device_index())
print(torch.get_default_device())
with torch.device('cuda:1'):
    print(torch.ones(2).device, torch.tensor([1.]).device, nn.Linear(2, 2).weight.device, torch.zeros(1, device='cpu').device, torch.get_default_device())
    with torch.device('cpu'):
        print(torch.rand(2).device, torch.arange(3).device)
    print(torch.randn(2).device, torch.zeros_like(torch.zeros(1, device='cpu')).device)
print(torch.ones(2).device)
try:
    with torch.device('cuda'):
        raise ValueError('left')
except ValueError as error:
    print(error, torch.ones(1).device)
torch.set_default_device('cuda')
print(torch.ones(2).device, torch.get_default_device(), torch.randperm(3).device)
torch.set_default_device(None)
print(torch.ones(2).device, torch.get_default_device())

# functions of functions
x = torch.tensor([1., 2., 3.])
print(torch.func.grad(lambda t: (t ** 3).sum())(x), torch.vmap(torch.dot)(x.view(3, 1), x.view(3, 1)), torch.func.jacrev(torch.sin)(x).diagonal().equal(torch.cos(x)))
net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).eval()
params = {name: torch.zeros_like(p) for name, p in net.named_parameters()}
print(torch.func.functional_call(net, params, (x.view(1, 3),)), torch.func.functional_call(net, (params, dict(net.named_buffers())), x.view(1, 3)))
refused(lambda: torch.func.functional_call(net, (params, params), x.view(1, 3)))
models = [nn.Linear(3, 2) for _ in range(4)]
params, buffers = torch.func.stack_module_state(models)
print({name: p.shape for name, p in params.items()}, buffers)
out = torch.vmap(lambda p: torch.func.functional_call(models[0], p, (x,)))(params)
print(all(torch.allclose(a, m(x)) for a, m in zip(out, models)))
tied = nn.Module()
tied.a, tied.b = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
tied.b.weight = tied.a.weight
print([name for name, _ in tied.named_parameters()], [name for name, _ in tied.named_parameters(remove_duplicate=False)])
tied.forward = lambda t: tied.b(tied.a(t))
print(torch.func.functional_call(tied, {'a.weight': torch.eye(2) * 3}, torch.ones(1, 2)))

# layers
norm = nn.RMSNorm(4, eps=1e-6)
t = torch.tensor([[1., 2., 3., 4.], [0., 0., 0., 2.]])
print(norm, norm(t), torch.allclose(norm(t), t / (t.pow(2).mean(-1, keepdim=True) + 1e-6).sqrt()), nn.RMSNorm((2, 4), elementwise_affine=False))
print(F.rms_norm(t, (4,)), F.rms_norm(t.bfloat16(), (4,)).dtype)
refused(lambda: F.rms_norm(t, (3,)))
q, k, v = torch.randn(1, 4, 3, 2), torch.randn(1, 2, 3, 2), torch.randn(1, 2, 3, 2)
wide = F.scaled_dot_product_attention(q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1), scale=0.5)
print(torch.allclose(F.scaled_dot_product_attention(q, k, v, scale=0.5, enable_gqa=True), wide))
from torch.nn.attention import SDPBackend, sdpa_kernel
with sdpa_kernel(SDPBackend.MATH):
    print(torch.equal(F.scaled_dot_product_attention(q, k, v, scale=0.5, enable_gqa=True), wide), SDPBackend.FLASH_ATTENTION)
with sdpa_kernel([SDPBackend.MATH, SDPBackend.EFFICIENT_ATTENTION]):
    pass
print(nn.ZeroPad1d(1), nn.ZeroPad1d(1)(torch.ones(1, 1, 2)), nn.ZeroPad3d(1)(torch.ones(1, 1, 1, 1, 1)).sum())
made = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))
weight = made.weight.detach().clone()
print(made, sorted(made.state_dict()), torch.allclose(weight, made.parametrizations.weight.original1), made(torch.ones(1, 3)).shape)


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen, self.passing = nn.Buffer(torch.zeros(2)), nn.Buffer(torch.ones(1), persistent=False)


counts = Counts()
print([name for name, _ in counts.named_buffers()], list(counts.state_dict()), isinstance(counts.seen, nn.Buffer))

# states, steps, hooks
state = {name: p + 1 for name, p in models[0].state_dict().items()}
print(models[0].load_state_dict(state, assign=True), models[0].weight.data_ptr() == state['weight'].data_ptr(), models[0].weight.requires_grad, type(models[0].weight).__name__)
lin = nn.Linear(2, 1)
steps = torch.optim.SGD(lin.parameters(), lr=0.1)
first, second = steps.register_step_pre_hook(lambda o, args, kwargs: print('before', len(args))), steps.register_step_post_hook(lambda o, args, kwargs: print('after'))
lin(torch.ones(1, 2)).sum().backward()
steps.step()
first.remove()
steps.step()
p = torch.ones(2, requires_grad=True)
handle = p.register_post_accumulate_grad_hook(lambda t: print('gathered', t.grad))
(p * 2 + p * 3).sum().backward()
handle.remove()
(p * 2).sum().backward()
refused(lambda: (p * 2).register_post_accumulate_grad_hook(print))
refused(lambda: p.detach().register_post_accumulate_grad_hook(print))
each = {w: torch.optim.Adam([w], foreach=False) for w in lin.parameters()}
for w in lin.parameters():
    w.register_post_accumulate_grad_hook(lambda t: (each[t].step(), each[t].zero_grad(set_to_none=True)))
before = lin.weight.detach().clone()
lin(torch.ones(1, 2)).sum().backward()
print(bool((lin.weight != before).all()), lin.weight.grad)
grads = [torch.ones(3), torch.ones(1)]
print(nn.utils.get_total_norm(grads), nn.utils.get_total_norm([]))
p.grad = torch.tensor([3., 4.])
nn.utils.clip_grads_with_norm_(p, 1., nn.utils.get_total_norm(p.grad))
print(p.grad)
scaler = torch.amp.GradScaler('cpu', enabled=False)
print(scaler.scale(torch.ones(1)), scaler.is_enabled())

# data and indices
print(torch.unravel_index(torch.tensor([5, 0]), (2, 3)), torch.unravel_index(torch.tensor(7), 8))
refused(lambda: torch.unravel_index(torch.ones(2), (2, 3)))
both = torch.utils.data.StackDataset(range(3), 'abc')
print(len(both), both[1], torch.utils.data.StackDataset(a=range(2), b=range(2))[0])
refused(lambda: torch.utils.data.StackDataset(range(2), range(3)))
refused(lambda: torch.utils.data.StackDataset())

# linearize: the value, and products with the Jacobian there
value, pushed = torch.func.linearize(lambda x, y: x.sin() * y, torch.tensor([0., 1.]), torch.tensor([2., 3.]))
print(value, pushed(torch.ones(2), torch.zeros(2)), pushed(torch.zeros(2), torch.ones(2)))
