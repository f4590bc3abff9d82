# Factors of integers, windows and strides that do not fit, memory taken with a place, options that look at what they are given.
import io
import torch


def t(what, f):
    try:
        print(what, f())
    except Exception as e:
        print(what, type(e).__name__, str(e).split('\n')[0])


a = torch.arange(6).view(2, 3)
v, m = torch.arange(2), torch.arange(3)
for factors in ({'alpha': 2.5}, {'beta': 1.5}, {'alpha': -2.5, 'beta': 0.5}, {'alpha': True}, {'alpha': 3, 'beta': 2}):
    t(f'addr {factors}', lambda: torch.addr(a, v, m, **factors))
    t(f'addbmm {factors}', lambda: torch.addbmm(a, a[None, :, :2], a[None], **factors))
    t(f'baddbmm {factors}', lambda: torch.baddbmm(a[None], a[None, :, :2], a[None], **factors))
    t(f'addmv {factors}', lambda: torch.addmv(v, a, m, **factors))
    t(f'addmm {factors}', lambda: torch.addmm(a, a[:, :2], a, **factors))
    t(f'addmv of floats {factors}', lambda: torch.addmv(v.float(), a.float(), m.float(), **factors))
for alpha in (2.5, True, 2, -1):
    t(f'rsub {alpha!r}', lambda: torch.rsub(a, 1, alpha=alpha))
    t(f'rsub of a tensor {alpha!r}', lambda: torch.rsub(a, a, alpha=alpha))
    t(f'rsub of a float {alpha!r}', lambda: torch.rsub(a, 1.0, alpha=alpha))
    t(f'rsub of floats {alpha!r}', lambda: torch.rsub(a.float(), 1, alpha=alpha))

f = torch.arange(8.)
for size, stride, offset in (((2,), (-1,), 0), ((2, 2), (1,), 0), ((9,), (1,), 0), ((2**62, 2**62), (1, 1), 0), ((2**40,), (1,), 0), ((0,), (1,), 0), ((2, 3), (0, 1), 5)):
    t(f'as_strided {size} {stride} {offset}', lambda: f.as_strided(size, stride, offset))
for window in ((0, 9, 1), (0, 2, 0), (0, 2, -1), (0, 3, 2), (0, 0, 3)):
    t(f'unfold {window}', lambda: f.unfold(*window))
t('unfold of rows', lambda: f.view(2, 4).unfold(1, 5, 1))
t('unfold of a number', lambda: torch.tensor(1.).unfold(0, 1, 1))
t('unfold of a number, 2', lambda: torch.tensor(1.).unfold(0, 2, 1))

x = f.clone()
y = torch.empty(0)
t('set_', lambda: y.set_(x.storage()))
t('set_ a part', lambda: y.set_(x.storage(), 2, (3,), (1,)))
y.fill_(7)
t('set_ shares', lambda: x)
t('set_ of a tensor', lambda: y.set_(x, 1, (2, 2)))
t('set_ of a tensor and strides', lambda: y.set_(x, 1, (2, 2), (1, 2)))
t('set_ is self', lambda: y.set_(x) is y)
t('set_ same memory', lambda: y.data_ptr() == x.data_ptr())
t('set_ of nothing', lambda: y.set_())

t('repeat_interleave', lambda: torch.repeat_interleave(v, torch.tensor([2, 1]), output_size=5))
t('repeat_interleave, right', lambda: torch.repeat_interleave(v, torch.tensor([2, 1]), output_size=3))
t('repeat_interleave, a number', lambda: torch.repeat_interleave(v, 2, output_size=5))
t('svd', lambda: torch.linalg.svd(torch.eye(2), driver='gesvd'))
t('svdvals', lambda: torch.linalg.svdvals(torch.eye(2), driver='gesvda'))
t('stride', lambda: torch.testing.assert_close(torch.ones(2, 2), torch.ones(2, 2).T, check_stride=True))
t('gradcheck', lambda: torch.autograd.gradcheck(lambda x: x * x, (torch.ones(2, dtype=torch.double, requires_grad=True),), nosuch=1))
held = io.BytesIO()
torch.save(torch.ones(1), held)
held.seek(0)
t('load', lambda: torch.load(held, nosuch=3))
import torch.utils.checkpoint
t('checkpoint_sequential', lambda: torch.utils.checkpoint.checkpoint_sequential([torch.nn.ReLU()], 1, torch.ones(1, requires_grad=True), nosuch=3))

import torch.distributions
for module in (torch, torch.nn, torch.nn.functional, torch.optim, torch.optim.lr_scheduler, torch.distributions, torch.utils.data, torch.linalg, torch.fft, torch.nn.init):
    t(f'dir({module.__name__}): each name once', lambda: len(dir(module)) == len(set(dir(module))))
for name in ('Normal', 'Gamma', 'Laplace', 'kl_divergence', 'MultivariateNormal', 'normal', 'kl'):
    t(f'torch.distributions.{name}', lambda: name in dir(torch.distributions) and hasattr(torch.distributions, name))
