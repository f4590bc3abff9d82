# perch: --gpus=none
import warnings
import torch
import torch.nn.functional as F
from torch import nn


def show(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


# Columns and pictures, with another number for each side.
torch.manual_seed(0)
x = torch.arange(2 * 3 * 7 * 9.).reshape(2, 3, 7, 9)
for kernel, dilation, padding, stride in (((2, 3), (1, 1), (0, 0), (1, 1)), ((2, 3), (2, 1), (1, 0), (1, 2)), ((3, 2), (1, 3), (0, 2), (2, 1)), ((1, 4), (3, 2), (2, 1), (3, 2)), (2, 1, 0, 1), (3, 1, 1, 2)):
    columns = F.unfold(x, kernel, dilation, padding, stride)
    back = F.fold(columns, (7, 9), kernel, dilation, padding, stride)
    print(tuple(columns.shape), columns.sum().item(), tuple(back.shape), back.sum().item(), back[1, 2, 3].tolist(), F.fold(columns[0], (7, 9), kernel, dilation, padding, stride)[1, 2, :4].tolist())
    show(lambda: F.fold(columns[:, :-1], (7, 9), kernel, dilation, padding, stride))
    show(lambda: F.fold(columns[:, :, :-1], (7, 9), kernel, dilation, padding, stride))
# Transposed convolutions of a size that is asked for.
for n, kind in ((1, nn.ConvTranspose1d), (2, nn.ConvTranspose2d), (3, nn.ConvTranspose3d)):
    layer = kind(2, 3, 3, stride=2, padding=1, dilation=1)
    with torch.no_grad():
        for p in layer.parameters():
            p.fill_(0.5)
    x = torch.ones(1, 2, *(4, 5, 3)[:n])
    for size in ([7, 9, 5][:n], [8, 10, 6][:n], [1, 3, 8, 10, 6][:n + 2], [8, 9, 6][:n], [9, 9, 5][:n], [6, 9, 5][:n], [7] * (n + 1), []):
        show(lambda: (size, tuple(layer(x, output_size=size).shape), round(layer(x, output_size=size).sum().item(), 3)))
layer = nn.ConvTranspose2d(1, 1, (2, 3), stride=(3, 2), dilation=(2, 1), padding=(0, 1))
for size in ([9, 5], [10, 6], [8, 5], [11, 6], [12, 7]):
    show(lambda: tuple(layer(torch.ones(1, 1, 3, 3), output_size=size).shape))
# Sorted places.
edges = torch.tensor([1., 3, 3, 5])
for side in (None, 'left', 'right', 'middle'):
    for right in (False, True):
        show(lambda: (side, right, torch.searchsorted(edges, torch.tensor([0., 1, 3, 4, 5, 6]), side=side, right=right)))
        show(lambda: (torch.searchsorted(edges, 3., right=right), torch.bucketize(torch.tensor([[3, 9]]), edges, right=right), torch.searchsorted(edges, torch.tensor(3.), out_int32=True).dtype))
# What optimizers keep follows the parameters' dtype; steps along a plane, where no curvature is.
for kind in (torch.optim.Adam, torch.optim.SGD, torch.optim.Adagrad, torch.optim.RMSprop, torch.optim.Adadelta, torch.optim.AdamW):
    more = {'momentum': 0.9} if kind is torch.optim.SGD else {}
    a, b = nn.Linear(2, 1), nn.Linear(2, 1).double()
    one, two = kind(a.parameters(), lr=0.1, **more), kind(b.parameters(), lr=0.1, **more)
    a(torch.ones(1, 2)).sum().backward()
    one.step()
    two.load_state_dict(one.state_dict())
    print(kind.__name__, sorted((k, str(v.dtype) if isinstance(v, torch.Tensor) else v) for k, v in two.state[b.weight].items()))
for search in (None, 'strong_wolfe'):
    for loss in (lambda p: (p ** 2).sum(), lambda p: ((p - 1) ** 4).sum() + p[0] * p[1], lambda p: (p * torch.tensor([1., -2.])).sum(), lambda p: p.abs().sum())[:4 if search is None else 2]:
        p = torch.tensor([0.5, 1.5], requires_grad=True)
        o = torch.optim.LBFGS([p], lr=0.5, max_iter=4, history_size=2, line_search_fn=search)

        def closure():
            o.zero_grad()
            value = loss(p)
            value.backward()
            return value
        for _ in range(3):
            first = o.step(closure)
        state = o.state[p]
        if search is None or first < 100:
            print(search, [round(v, 2) for v in p.tolist()], round(first.item(), 2), state['n_iter'] if search is None else '', len(state['ro']) if search is None else '')
# A scaler that is off, and one where no GPU is.
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    for scaler in (torch.cuda.amp.GradScaler(enabled=False), torch.cuda.amp.GradScaler()):
        print(scaler.is_enabled(), scaler.get_scale(), scaler._get_growth_tracker(), scaler.state_dict(), scaler.scale(torch.tensor(2.)).item(), scaler.update())
        scaler.load_state_dict({})
# The same, filled in places and by luck.
for dim in (0, 1, -1, -2):
    show(lambda: torch.zeros(2, 3).index_fill(dim, torch.tensor([0, -1]), 5.).tolist())
    show(lambda: torch.zeros(2, 3, dtype=torch.int64).index_fill_(dim, torch.tensor([1]), 2).tolist())
show(lambda: torch.tensor(1.).index_fill(0, torch.tensor([0]), 5.))
show(lambda: torch.zeros(2).index_fill(0, torch.tensor([0.]), 5.))
show(lambda: torch.zeros(2).index_fill(0, torch.tensor([[0]]), 5.))
show(lambda: torch.zeros(2).index_fill(0, torch.tensor([2]), 5.))
like = torch.zeros(2, 3, dtype=torch.float64)
for make in (lambda: torch.randint_like(like, 5), lambda: torch.randint_like(like, 2, 5), lambda: torch.randint_like(like, 5, dtype=torch.int64), lambda: torch.rand_like(like, dtype=torch.float32), lambda: torch.randn_like(like),
             lambda: torch.full_like(like, 2, dtype=torch.int32), lambda: torch.ones_like(like, dtype=torch.bool), lambda: torch.empty_like(like, dtype=torch.uint8)):
    t = make()
    print(t.dtype, tuple(t.shape), bool((t >= 2).all()) if t.dtype == torch.float64 and t.max() >= 2 else '', t.requires_grad)
