import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', str(e).split('\n  ')[0])
        for w in seen:
            print(' ', w.category.__name__, str(w.message).split(' (Triggered')[0])


# ---- autocast on GPUs: float16 for products, float32 where range or precision matters ----
f = (torch.arange(16.).reshape(4, 4) / 16 + .5).cuda()
labels = torch.tensor([0, 1, 2, 3]).cuda()
image = torch.ones(1, 3, 8, 8).cuda()
CASES = [
    ('matmul', torch.matmul, f, f), ('linear', F.linear, f, f, f[0]), ('addmm', torch.addmm, f, f, f), ('bmm', torch.bmm, f[None], f[None]), ('conv2d', F.conv2d, image, torch.ones(5, 3, 3, 3).cuda()),
    ('conv transposed', F.conv_transpose2d, image, torch.ones(3, 5, 3, 3).cuda()), ('prelu', F.prelu, f, f[0, :1]), ('exp', torch.exp, f), ('log', torch.log, f), ('pow', lambda x: x ** 2, f),
    ('rsqrt', torch.rsqrt, f), ('softplus', F.softplus, f), ('sum', torch.sum, f), ('mean', torch.mean, f), ('cumsum', lambda x: x.cumsum(0), f), ('softmax', lambda x: F.softmax(x, 1), f),
    ('log_softmax', lambda x: F.log_softmax(x, 1), f), ('layer_norm', lambda x: F.layer_norm(x, (4,)), f), ('norm', torch.norm, f), ('cross_entropy', F.cross_entropy, f, labels),
    ('mse', F.mse_loss, f, f), ('l1', F.l1_loss, f, f), ('bce logits', F.binary_cross_entropy_with_logits, f, f), ('cosine', F.cosine_similarity, f, f), ('relu', F.relu, f), ('add', torch.add, f, f),
    ('cat', lambda *a: torch.cat(a), f, f), ('stack', lambda *a: torch.stack(a), f, f), ('addcmul', torch.addcmul, f, f, f), ('max_pool2d', lambda x: F.max_pool2d(x, 2), image),
    ('batch_norm', lambda x: F.batch_norm(x, None, None, training=True), image),
]
for name, function, *args in CASES:
    found = []
    for kind in ('float32', 'float16', 'first', 'bfloat16'):
        given = [a.half() if isinstance(a, torch.Tensor) and a.is_floating_point() and (kind == 'float16' or kind == 'first' and i == 0) else a for i, a in enumerate(args)]
        with torch.autocast('cuda', dtype=torch.bfloat16 if kind == 'bfloat16' else None):
            result = function(*given)
        found.append(str(result.dtype)[6:])
    print(name, *found)
with torch.autocast('cuda'):
    print(torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled(), (f.cpu() @ f.cpu()).dtype, (f.double() @ f.double()).dtype, f.sum(dtype=torch.float64).dtype)
    with torch.autocast('cpu'):
        print((f.cpu() @ f.cpu()).dtype, (f @ f).dtype)
    with torch.cuda.amp.autocast(enabled=False):
        print((f @ f).dtype)
    attempt(lambda: F.binary_cross_entropy(torch.sigmoid(f.half()), f.half()))
    out = torch.zeros(4, 4, device='cuda')
    print(torch.mm(f, f).dtype, out.addmm_(f, f).dtype)
attempt(lambda: torch.cuda.amp.autocast(dtype=torch.bfloat16).fast_dtype)


class Cast(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)
    def forward(ctx, x):
        print('forward', x.dtype, torch.is_autocast_enabled())
        return x * 2

    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        print('backward', g.dtype, torch.is_autocast_enabled())
        return g * 2


class Plain(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd
    def forward(ctx, x):
        print('forward', x.dtype, torch.is_autocast_enabled())
        return x * 2

    @staticmethod
    @torch.cuda.amp.custom_bwd
    def backward(ctx, g):
        print('backward', g.dtype, torch.is_autocast_enabled(), (f @ f).dtype)
        return g * 2


x = torch.ones(2, device='cuda', dtype=torch.float16, requires_grad=True)
with torch.autocast('cuda'):
    y, z = Cast.apply(x), Plain.apply(x)
(y.sum() + z.sum()).backward()
print(torch.is_autocast_enabled(), (f @ f).dtype, x.grad)

# ---- GradScaler: what overflows is left out, the scale shrinks and grows ----
w = torch.ones(2, device='cuda', requires_grad=True)
opt = torch.optim.SGD([w], lr=0.5)
scaler = torch.cuda.amp.GradScaler(init_scale=8., growth_interval=2)
print(scaler.is_enabled(), scaler.get_scale(), scaler.state_dict())
attempt(lambda: scaler.step(opt))
attempt(lambda: scaler.update())
for factor in (1., 2., float('inf'), 1., float('nan'), 1., 1.):
    opt.zero_grad()
    scaler.scale((w * factor).sum()).backward()
    before = w.grad.tolist()
    scaler.step(opt)
    scaler.update()
    print(factor, before, w.grad.tolist(), w.tolist(), scaler.get_scale(), scaler.state_dict()['_growth_tracker'])
opt.zero_grad()
scaler.scale(w.sum()).backward()
scaler.unscale_(opt)
print(w.grad, torch.nn.utils.clip_grad_norm_([w], 1.))
attempt(lambda: scaler.unscale_(opt))
scaler.step(opt)
attempt(lambda: scaler.step(opt))
attempt(lambda: scaler.unscale_(opt))
scaler.update()
attempt(lambda: scaler.update())
attempt(lambda: scaler.step(opt, closure=lambda: 0))
attempt(lambda: scaler.scale(5))
attempt(lambda: scaler.scale(torch.ones(1)))
print(scaler.scale([w.sum(), (w.sum(), w.sum())]))
scaler.update(4.)
print(scaler.get_scale(), scaler.get_growth_factor(), scaler.get_backoff_factor(), scaler.get_growth_interval())
other = torch.cuda.amp.GradScaler()
other.load_state_dict(scaler.state_dict())
print(other.state_dict())
attempt(lambda: other.load_state_dict({}))
attempt(lambda: torch.cuda.amp.GradScaler(growth_factor=1.))
attempt(lambda: torch.cuda.amp.GradScaler(backoff_factor=2.))
half = torch.ones(2, device='cuda', dtype=torch.float16, requires_grad=True)
sgd = torch.optim.SGD([half], lr=1.)
other.scale(half.sum()).backward()
attempt(lambda: other.unscale_(sgd))
print(torch.amp.GradScaler('cuda').get_scale())

# a training loop as the tutorials have it
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)).cuda()
opt = torch.optim.Adam(net.parameters(), .05)
scaler = torch.cuda.amp.GradScaler()
data, wanted = torch.randn(32, 4).cuda(), torch.randint(0, 2, (32,)).cuda()
losses = []
for i in range(15):
    opt.zero_grad()
    with torch.autocast(device_type='cuda', dtype=torch.float16):
        out = net(data)
        loss = F.cross_entropy(out, wanted)
    scaler.scale(loss).backward()
    scaler.step(opt)
    scaler.update()
    losses.append(loss.item())
print(out.dtype, loss.dtype, net[0].weight.dtype, losses[-1] < losses[0] * .8, scaler.get_scale())

# ---- determinism on GPUs ----
x = torch.arange(6.).reshape(2, 3).cuda()
torch.use_deterministic_algorithms(True)
attempt(lambda: x.cumsum(0))
attempt(lambda: torch.histc(x))
attempt(lambda: torch.bincount(torch.tensor([1, 1]).cuda()))
attempt(lambda: x.scatter_add(1, torch.zeros(2, 3, dtype=torch.int64).cuda(), x))
attempt(lambda: x.median(1))
attempt(lambda: x.kthvalue(1))
attempt(lambda: x @ x.T)
attempt(lambda: (x * 2).sum())
attempt(lambda: F.interpolate(torch.ones(1, 1, 2, 2).cuda().requires_grad_(), scale_factor=2, mode='bilinear').sum().backward())
torch.use_deterministic_algorithms(True, warn_only=True)
attempt(lambda: x.cumsum(0))
import os
os.environ['CUBLAS_WORKSPACE_CONFIG'] = ':4096:8'
attempt(lambda: (x @ x.T))
torch.use_deterministic_algorithms(False)
attempt(lambda: x.cumsum(0))
