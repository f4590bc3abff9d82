# Which dtype autocast on the CPU gives, and that its numbers are bfloat16's.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter('ignore')


def attempt(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', e)
        for w in seen:
            print(' ', w.category.__name__, w.message)


torch.manual_seed(0)
f = torch.rand(4, 4) + .5
labels = torch.tensor([0, 1, 2, 3])
image, volume, line = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8, 8), torch.rand(1, 3, 8)
square = f @ f.t() + 4 * torch.eye(4)
CASES = [
    ('matmul', torch.matmul, f, f), ('mm', torch.mm, f, f), ('bmm', torch.bmm, f[None], f[None]), ('addmm', torch.addmm, f, f, f), ('baddbmm', torch.baddbmm, f[None], f[None], f[None]),
    ('addbmm', torch.addbmm, f, f[None], f[None]), ('linear', F.linear, f, f, f[0]), ('conv1d', F.conv1d, line, torch.rand(5, 3, 3)), ('conv2d', F.conv2d, image, torch.rand(5, 3, 3, 3)),
    ('conv3d', F.conv3d, volume, torch.rand(5, 3, 3, 3, 3)), ('einsum', lambda a, b: torch.einsum('ij,jk->ik', a, b), f, f), ('einsum 2', lambda a, b: torch.einsum('ij,ij->ij', a, b), f, f),
    ('outer', torch.outer, f[0], f[0]), ('tensordot', lambda a, b: torch.tensordot(a, b, 1), f, f), ('matrix_power', lambda a: torch.linalg.matrix_power(a, 2), square),
    ('softmax', lambda x: F.softmax(x, -1), f), ('log_softmax', lambda x: F.log_softmax(x, -1), f), ('cross_entropy', F.cross_entropy, f, labels), ('nll', F.nll_loss, f, labels),
    ('mse', F.mse_loss, f, f), ('l1', F.l1_loss, f, f), ('smooth_l1', F.smooth_l1_loss, f, f), ('huber', F.huber_loss, f, f), ('bce', F.binary_cross_entropy, f.clamp(0, 1), f.clamp(0, 1)),
    ('bce logits', F.binary_cross_entropy_with_logits, f, f), ('kl', F.kl_div, f, f), ('poisson', F.poisson_nll_loss, f, f), ('cosine', F.cosine_embedding_loss, f, f, torch.ones(4)),
    ('similarity', F.cosine_similarity, f, f), ('ranking', F.margin_ranking_loss, f, f, f), ('soft margin', F.soft_margin_loss, f, f), ('triplet', F.triplet_margin_loss, f, f, f),
    ('multi margin', F.multi_margin_loss, f, labels), ('hinge', F.hinge_embedding_loss, f, f), ('gaussian', F.gaussian_nll_loss, f, f, f), ('soft labels', F.multilabel_soft_margin_loss, f, f),
    ('exp', torch.exp, f), ('log', torch.log, f), ('pow', lambda x: x ** 2, f), ('layer_norm', lambda x: F.layer_norm(x, (4,)), f), ('sum', torch.sum, f), ('mean', torch.mean, f),
    ('prod', torch.prod, f), ('cumsum', lambda x: torch.cumsum(x, 0), f), ('norm', torch.norm, f), ('std', torch.std, f), ('cdist', torch.cdist, f, f), ('trace', torch.trace, f),
    ('quantile', lambda x: torch.quantile(x, .5), f), ('avg_pool2d', lambda x: F.avg_pool2d(x, 2), image), ('avg_pool3d', lambda x: F.avg_pool3d(x, 2), volume),
    ('max_pool3d', lambda x: F.max_pool3d(x, 2), volume), ('cat', lambda *a: torch.cat(a), f, f), ('stack', lambda *a: torch.stack(a), f, f), ('add', torch.add, f, f),
    ('inv', torch.linalg.inv, square), ('solve', torch.linalg.solve, square, f), ('cholesky', torch.linalg.cholesky, square), ('matrix_norm', torch.linalg.matrix_norm, f),
    ('replicate', lambda x: F.pad(x, (1, 1, 1, 1), mode='replicate'), image), ('zeros', lambda x: F.pad(x, (1, 1)), image), ('relu', F.relu, f), ('embedding', F.embedding, labels, f),
    ('LSTM', lambda x: nn.LSTM(4, 4)(x), f[None]), ('RNNCell', lambda x: nn.RNNCell(4, 4)(x), f), ('attention', lambda x: nn.MultiheadAttention(4, 2)(x, x, x), f[:, None]),
]
for name, function, *args in CASES:
    found = []
    for kind in ('float32', 'bfloat16', 'first'):
        given = [a.bfloat16() if isinstance(a, torch.Tensor) and a.is_floating_point() and (kind == 'bfloat16' or kind == 'first' and i == 0) else a for i, a in enumerate(args)]
        with torch.autocast('cpu'):
            result = function(*given)
        found.append(str((result[0] if isinstance(result, tuple) else result).dtype)[6:])
    print(name, *found)

# numbers: what bfloat16 makes of them
a, b = torch.tensor([[1.0, 2.0], [3.0, 4.0]]) / 3, torch.tensor([[1.5, -2.0], [0.25, 7.0]]) / 7
with torch.autocast('cpu'):
    print(a @ b, (a @ b).float(), F.linear(a, b), F.mse_loss(a @ b, b), a * b)
    print((a.double() @ b.double()).dtype, (torch.ones(2, 2, dtype=torch.int64) @ torch.ones(2, 2, dtype=torch.int64)).dtype)

# gradients are float32's own; a weight is cast once
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
with torch.autocast('cpu'):
    y = torch.mm(w, w)
    z = torch.mm(w, y)
(y.float().sum() + z.float().sum()).backward()
print(y, w.grad, w.grad.dtype)

# nesting, switching off, decorators, queries
print(torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled(), torch.get_autocast_gpu_dtype(), torch.get_autocast_cpu_dtype(), torch.is_autocast_cache_enabled())
with torch.autocast('cpu', cache_enabled=False):
    print(torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled(), torch.is_autocast_cache_enabled(), torch.mm(a, a).dtype)
    with torch.autocast('cpu', enabled=False):
        print(torch.is_autocast_cpu_enabled(), torch.mm(a, a).dtype)
    with torch.cpu.amp.autocast():
        print(torch.mm(a, a).dtype, torch.is_autocast_cache_enabled())
    print(torch.mm(a, a).dtype)
print(torch.mm(a, a).dtype, torch.is_autocast_cache_enabled())


@torch.autocast('cpu')
def product(x):
    return x @ x


@torch.cpu.amp.autocast(dtype=torch.bfloat16)
def another(x):
    """its words"""
    return x @ x


print(product(a).dtype, product.__name__, another(a).dtype, another.__doc__)
try:
    with torch.autocast('cpu'):
        raise KeyError('out')
except KeyError:
    print(torch.is_autocast_cpu_enabled())
attempt(lambda: torch.autocast('xyz'))
attempt(lambda: torch.autocast())
attempt(lambda: torch.autocast('cpu', dtype=torch.float16)._enabled)
attempt(lambda: torch.autocast('cpu', torch.float32)._enabled)


class Double(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        return g * 2


x = torch.ones(2, requires_grad=True)
Double.apply(x).sum().backward()
print(x.grad, torch.is_autocast_enabled())

# a network trained under it
torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(16, 10))
opt = torch.optim.SGD(net.parameters(), .1)
data, wanted = torch.randn(8, 1, 8, 8), torch.arange(8)
losses = []
for i in range(6):
    opt.zero_grad()
    with torch.autocast('cpu'):
        out = net(data)
        loss = F.cross_entropy(out, wanted)
    loss.backward()
    opt.step()
    losses.append(loss.item())
print(out.dtype, loss.dtype, net[0].weight.dtype, net[0].weight.grad.dtype, round(losses[0], 1), losses[-1] < losses[0])

scaler = torch.cuda.amp.GradScaler(enabled=False)
print(scaler.scale(torch.ones(1)), scaler.get_scale(), scaler.is_enabled(), scaler.state_dict(), scaler.unscale_(opt), scaler.update())

# what is computed again in the backward pass is computed as it was
from torch.utils.checkpoint import checkpoint  # noqa: E402

kinds = []


def part(x):
    y = x @ x
    kinds.append(str(y.dtype))
    return y


v = torch.ones(2, 2, requires_grad=True)
with torch.autocast('cpu'):
    out = checkpoint(part, v)
out.float().sum().backward()
print(kinds, v.grad)
