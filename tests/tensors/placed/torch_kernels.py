# What kernels and functions that check places themselves say: quantiles, torchvision's boxes and regions, masks of attention, gradients of one's own functions, generators.
import torch
import torchvision
from torch import nn

PLACES = (('cuda:0', 'cpu'), ('cpu', 'cuda:0'), ('cuda:0', 'cuda:1'))


def say(name, call):
    for x, y in PLACES:
        try:
            call(x, y)
            text = 'nothing'
        except Exception as error:
            text = f'{type(error).__name__}: {error}'
        print(f'{name}  {x} {y}: {text}')


def t(*sizes):
    return torch.ones(*sizes[:-1], device=sizes[-1])


say('quantile', lambda x, y: t(4, x).quantile(torch.tensor([.5], device=y)))
say('quantile of a number', lambda x, y: t(4, x).quantile(torch.tensor(.5, device=y)))
say('nanquantile', lambda x, y: t(4, x).nanquantile(torch.tensor([.5], device=y)))
say('nms', lambda x, y: torchvision.ops.nms(t(2, 4, x), t(2, y), .5))
say('roi_align', lambda x, y: torchvision.ops.roi_align(t(1, 1, 4, 4, x), t(1, 5, y) * 0, 2))
say('roi_pool', lambda x, y: torchvision.ops.roi_pool(t(1, 1, 4, 4, x), t(1, 5, y) * 0, 2))
say('ps_roi_align', lambda x, y: torchvision.ops.ps_roi_align(t(1, 4, 4, 4, x), t(1, 5, y) * 0, 2))
say('ps_roi_pool', lambda x, y: torchvision.ops.ps_roi_pool(t(1, 4, 4, 4, x), t(1, 5, y) * 0, 2))


def attend(x, y, **masks):
    mha = nn.MultiheadAttention(4, 2, batch_first=True).to(x)
    return mha(*[t(2, 3, 4, x)] * 3, **{name: mask.to(y) for name, mask in masks.items()})


say('attn_mask', lambda x, y: attend(x, y, attn_mask=torch.zeros(3, 3)))
say('key_padding_mask', lambda x, y: attend(x, y, key_padding_mask=torch.zeros(2, 3, dtype=torch.bool)))
say('without weights', lambda x, y: attend(x, y, need_weights=False) if x == y else nn.TransformerEncoderLayer(4, 2, 4, batch_first=True).to(x)(t(2, 3, 4, x), src_mask=torch.zeros(3, 3, device=y)))


def own(x, y, *sizes):
    class Home(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            return a * 2

        @staticmethod
        def backward(ctx, g):
            return torch.ones(*sizes, device=y) if sizes else torch.tensor(1., device=y)
    a = (t(*sizes, x) if sizes else torch.tensor(1., device=x)).requires_grad_()
    Home.apply(a).sum().backward()
    return a.grad.device


say('a gradient', lambda x, y: own(x, y, 3))
print('a number', [str(own(x, y)) for x, y in PLACES])
g = {'cpu': torch.Generator(), 'cuda:0': torch.Generator('cuda'), 'cuda:1': torch.Generator('cuda')}
for make in (torch.rand, torch.randn):
    say(make.__name__, lambda x, y: make(2, generator=g[y], device=x))
torch.set_default_tensor_type('torch.cuda.FloatTensor')
for name, make in (('rand', lambda: torch.rand(2, generator=g['cpu'])), ('randint', lambda: torch.randint(3, (2,), generator=g['cpu'])), ('randperm', lambda: torch.randperm(3, generator=g['cpu']))):
    say(f'{name} where the default type is a GPU\'s', lambda x, y: make())
print(torch.randperm(3, generator=g['cuda:0']).device, torch.rand(2, generator=g['cuda:0']).device)
torch.set_default_tensor_type('torch.FloatTensor')
