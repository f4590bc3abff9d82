"""TorchDispatchMode: which operators of aten a program's calls are, forwards and backwards, as PyTorch takes them apart."""
from collections import defaultdict

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode, _get_current_dispatch_mode
from torch.utils._pytree import tree_leaves


def word(value):
    if isinstance(value, torch.Tensor):
        return 'T' + str(list(value.shape))
    if isinstance(value, (tuple, list)):
        return '[%s]' % ', '.join(map(word, value))
    return repr(value)


class Log(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print('  ', func, *map(word, args), ' '.join('%s=%s' % (key, word(value)) for key, value in (kwargs or {}).items()))
        return func(*args, **(kwargs or {}))


def show(name, call):
    print(name)
    with Log():
        call()


def back(name, call, *shape):
    """A call of x, which learns, and y; then its gradient alone."""
    x, y = torch.randn(*shape, requires_grad=True), torch.randn(*shape)
    print(name)
    with Log():
        out = call(x, y)
    print('  ', type(out.grad_fn).__name__)
    with Log():
        torch.autograd.grad(out, x, torch.ones(out.shape))


torch.manual_seed(0)
x, w, b = torch.randn(2, 3), torch.randn(3, 3, requires_grad=True), torch.randn(3, requires_grad=True)
show('numbers', lambda: (x + 1, 1 + x, 1 - x, 1 / x, x / 2, x ** 2, 2 ** x, -x))
show('a sum', lambda: (w.sin() * w + b).sum().backward())
show('once more', lambda: F.linear(x, w, b).relu().mean().backward())
layer = nn.Linear(3, 4)
show('a layer', lambda: layer(torch.ones(5, 2, 3)).pow(2).sum().backward())
net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
image, label = torch.randn(2, 3, 8, 8), torch.tensor([1, 2])
show('a network', lambda: F.cross_entropy(net(image), label).backward())
show('products', lambda: (torch.matmul(torch.ones(4, 2, 3), w.detach()), torch.ones(4, 2, 3) @ torch.ones(4, 3, 2), x @ x.T, x[0] @ x[1]))
show('indices', lambda: (x[0], x[:, 1], x[x > 0], x[1:2, None]))


def writes():
    z = torch.zeros(3)
    z[0] = 1
    z[1:] = 2
    z += 1
    z.copy_(torch.ones(3))


show('in place', writes)
show('made', lambda: (torch.ones(2), torch.full((2,), 3.), torch.arange(4), torch.tensor([1., 2]), torch.rand(2), torch.empty(2), torch.eye(2), torch.linspace(0, 1, 3), torch.zeros_like(x), torch.randn_like(x)))
show('views', lambda: (x.view(3, 2), x.reshape(-1), x.t(), x.T, x.transpose(0, 1), x.permute(1, 0), x.unsqueeze(0).squeeze(0), x.expand(4, 2, 3), x.flatten(), x.t().contiguous(), x.clone(), x.detach(), x.data))
show('joined', lambda: (torch.cat([x, x]), torch.stack([x, x]), x.chunk(2, 1), x.split(2, 1), torch.unbind(x)))
show('reduced', lambda: (x.sum(), x.sum(0), x.mean(1, keepdim=True), x.max(), x.max(1), x.std(), x.var(), x.norm(), x.argmax(1), x.amax(1), x.cumsum(0)))
show('compared', lambda: (x > 0, x == x, ~(x > 0), (x > 0) & (x < 1)))
show('read', lambda: (x.sum().item(), float(x[0, 0]), bool(x[0, 0] > 0)))
show('cast', lambda: (x.to(torch.float64), x.double(), x.half(), x.float(), x.to('cpu')))
show('printed', lambda: repr(x))
show('losses', lambda: (F.mse_loss(x, x), F.l1_loss(x, x), F.smooth_l1_loss(x, x), F.kl_div(x, x, reduction='batchmean'), F.binary_cross_entropy_with_logits(x, x)))
show('attention', lambda: F.scaled_dot_product_attention(*(torch.randn(1, 2, 4, 8) for _ in range(3))))
CALLS = dict(sub=lambda x, y: y - x, div=lambda x, y: y / x, rdiv=lambda x, y: 2 / x, pow3=lambda x, y: x.pow(3.), sqrt=lambda x, y: x.sqrt(), exp=lambda x, y: x.exp(), tanh=lambda x, y: x.tanh(), abs=lambda x, y: x.abs(),
             rsqrt=lambda x, y: x.rsqrt(), silu=lambda x, y: F.silu(x), gelu=lambda x, y: F.gelu(x), leaky=lambda x, y: F.leaky_relu(x, .1), elu=lambda x, y: F.elu(x), softplus=lambda x, y: F.softplus(x), clamp=lambda x, y: x.clamp(0, 1),
             where=lambda x, y: torch.where(y > 0, x, y), masked=lambda x, y: x.masked_fill(y > 0, 1.), cumsum=lambda x, y: x.cumsum(1), maximum=lambda x, y: torch.maximum(x, y), sums=lambda x, y: x.sum(1), means=lambda x, y: x.mean(1), var=lambda x, y: x.var(),
             std=lambda x, y: x.std(1), norm=lambda x, y: x.norm(dim=1), largest=lambda x, y: x.max(), largest_of=lambda x, y: x.max(1)[0], amax=lambda x, y: x.amax(1), logsumexp=lambda x, y: x.logsumexp(1), select=lambda x, y: x[0], slice=lambda x, y: x[:, 1:],
             mask=lambda x, y: x[y > 9], gather=lambda x, y: x.gather(1, torch.zeros(2, 1, dtype=torch.int64)), index_select=lambda x, y: x.index_select(0, torch.tensor([1, 1])), cat=lambda x, y: torch.cat([x, y], 1), chunk=lambda x, y: x.chunk(2, 1)[0],
             turned=lambda x, y: x.t().reshape(-1), squeezed=lambda x, y: x.unsqueeze(1).squeeze(), expanded=lambda x, y: x.expand(4, 2, 4), repeated=lambda x, y: x.repeat(2, 1), rolled=lambda x, y: x.roll(1, 0), mm=lambda x, y: x @ y.t(), mv=lambda x, y: x @ y[0],
             bmm=lambda x, y: torch.bmm(x[None], y.t()[None]), log_softmax=lambda x, y: F.log_softmax(x, 1), mse=lambda x, y: F.mse_loss(x, y), bce=lambda x, y: F.binary_cross_entropy_with_logits(x, torch.ones(2, 4)), layer_norm=lambda x, y: F.layer_norm(x, (4,)),
             rms_norm=lambda x, y: F.rms_norm(x, (4,)), normalize=lambda x, y: F.normalize(x), pad=lambda x, y: F.pad(x, (1, 1)), added=lambda x, y: (x * 1).add_(y), relu_=lambda x, y: (x * 1).relu_(), twice=lambda x, y: x * y + x)
for name, call in CALLS.items():
    back(name, call, 2, 4)
back('dropout', lambda x, y: F.dropout(x, .25), 2, 4)
back('embedding', lambda x, y: F.embedding(torch.tensor([1, 0, 1]), x), 2, 3)
back('conv', lambda x, y: F.conv2d(x, torch.ones(4, 3, 3, 3)), 2, 3, 4, 4)
back('averages', lambda x, y: F.avg_pool2d(x, 2), 2, 3, 4, 4)


# ---- modes that do something ----
class Memory(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.bytes = defaultdict(int)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        for t in tree_leaves(out):
            if isinstance(t, torch.Tensor):
                self.bytes[str(func)] += t.numel() * t.element_size()
        return out


model = nn.Sequential(nn.Linear(20, 50), nn.Tanh(), nn.Linear(50, 5))
with Memory() as memory:
    model(torch.randn(8, 20)).pow(2).sum().backward()
print(sorted(memory.bytes.items()))


class Instead(TorchDispatchMode):
    """Cosines for sines; what gradients are is not its to say."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return torch.ops.aten.cos.default(*args) if func is torch.ops.aten.sin.default else func(*args, **(kwargs or {}))


y = torch.zeros(2, requires_grad=True)
with Instead() as mode:
    z = y.sin()
    print(_get_current_dispatch_mode() is mode)
print(z, _get_current_dispatch_mode())
z.sum().backward()
print(y.grad)


class Named(TorchDispatchMode):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(self.name, func, func.overloadpacket, func is torch.ops.aten.ones.default)
        return func(*args, **(kwargs or {}))


with Named('outer'), Named('inner'):
    torch.ones(2) + 1
with Named('one') as one:
    with one:
        torch.ones(2)
print(torch.ops.aten.native_layer_norm.default(torch.tensor([[1., 2, 3]]), [3], None, None, 1e-5))
print(torch.ops.aten.convolution.default(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2), None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1))
