"""Makes tests/tensors/placed/torch_places.py and its .out: what PyTorch 1.13 says when operands live on different devices, function by function.

    /usr/bin/python3 tests/tensors/make_places.py        (a Python that has torch 1.13 with its torchgen)

No GPU is needed: which arguments a method of a GPU's kernels checks, in which order, and what the method is called stands in PyTorch's own declarations
(native_functions.yaml, read by torchgen); methods that check nothing are elementwise there (TensorIterator): the first GPU among the operands, and the first that
lives elsewhere. A row below says which method of a GPU a call ends in.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = (('cpu', 'cuda:0'), ('cuda:0', 'cpu'), ('cuda:0', 'cuda:1'))
SAME = 'Expected all tensors to be on the same device, but found at least two devices, {} and {}!'

# call (x and y: the two places), method of the declarations (None: elementwise), its tensors as `argument=place`
ROWS = [row.split(' | ') for row in '''
t(2, 3, x) @ t(3, 2, y) | mm | self=x mat2=y
t(3, x) @ t(3, 2, y) | mm | self=x mat2=y
t(2, 2, 3, x) @ t(3, 2, y) | mm | self=x mat2=y
t(2, 3, x) @ t(2, 3, 2, y) | mm | self=y mat2=x
t(2, 2, 3, x) @ t(2, 3, 2, y) | bmm | self=x mat2=y
t(2, 2, 2, 3, x) @ t(2, 2, 3, 2, y) | bmm | self=x mat2=y
t(2, 3, x) @ t(3, y) | addmv_ | self=y mat=x
t(2, 2, 3, x) @ t(3, y) | addmv_ | self=y mat=x
t(3, x) @ t(2, 3, 2, y) | addmv_ | self=x mat=y
t(3, x) @ t(3, y) | dot | self=x tensor=y
torch.mm(t(2, 3, x), t(3, 2, y)) | mm | self=x mat2=y
torch.bmm(t(2, 2, 3, x), t(2, 3, 2, y)) | bmm | self=x mat2=y
torch.dot(t(3, x), t(3, y)) | dot | self=x tensor=y
torch.addmm(t(2, 2, x), t(2, 3, y), t(3, 2, y)) | addmm | self=x mat1=y mat2=y
torch.addmm(t(2, 2, x), t(2, 3, x), t(3, 2, y)) | addmm | self=x mat1=x mat2=y
torch.baddbmm(t(2, 2, 2, x), t(2, 2, 3, y), t(2, 3, 2, y)) | baddbmm | self=x batch1=y batch2=y
torch.addbmm(t(2, 2, x), t(2, 2, 3, x), t(2, 3, 2, y)) | addbmm | self=x batch1=x batch2=y
torch.addmv(t(2, x), t(2, 3, y), t(3, y)) | addmv | self=x mat=y vec=y
torch.addr(t(2, 3, x), t(2, x), t(3, y)) | addr | self=x vec1=x vec2=y
torch.outer(t(2, x), t(2, y)) | None | x y
torch.einsum('ij,jk->ik', t(2, 2, x), t(2, 2, y)) | bmm | self=x mat2=y
torch.einsum('i,j->ij', t(2, x), t(2, y)) | None | x y
torch.tensordot(t(2, 2, x), t(2, 2, y), 1) | mm | self=x mat2=y
F.linear(t(2, 3, x), t(2, 3, y), t(2, y)) | addmm | self=y mat1=x mat2=y
F.linear(t(2, 3, x), t(2, 3, y)) | mm | self=x mat2=y
F.linear(t(2, 3, x), t(2, 3, x), t(2, y)) | addmm | self=y mat1=x mat2=x
F.linear(t(3, x), t(2, 3, y), t(2, y)) | mm | self=x mat2=y
nn.Linear(3, 2).to(x)(t(2, 3, y)) | addmm | self=x mat1=y mat2=x
torch.gather(t(2, 2, x), 1, i(2, 2, y)) | gather | self=x index=y
torch.index_select(t(2, 2, x), 0, i(2, y)) | index_select | self=x index=y
torch.take(t(2, 2, x), i(1, y)) | take | self=x index=y
torch.masked_select(t(2, x), t(2, y) > 0) | masked_select | self=x mask=y
t(2, 2, x).index_add_(0, i(2, y), t(2, 2, x)) | index_add_ | self=x index=y source=x
t(2, 2, x).index_add(0, i(2, x), t(2, 2, y)) | index_add | self=x index=x source=y
t(2, 2, x).index_copy_(0, i(1, y), t(1, 2, x)) | index_copy_ | self=x index=y source=x
t(2, 2, x).index_copy(0, i(1, x), t(1, 2, y)) | index_copy | self=x index=x source=y
torch.scatter(t(2, 2, x), 1, i(2, 2, y), t(2, 2, x)) | scatter.src | self=x index=y src=x
t(2, 2, x).scatter_(1, i(2, 2, x), t(2, 2, y)) | scatter_.src | self=x index=x src=y
t(2, 2, x).scatter_(1, i(2, 2, y), 1.0) | scatter_.value | self=x index=y
torch.scatter(t(2, 2, x), 1, i(2, 2, y), 1.0) | scatter.value | self=x index=y
t(2, 2, x).scatter_(1, i(2, 2, y), t(2, 2, x), reduce='add') | scatter_.reduce | self=x index=y src=x
t(2, 2, x).scatter_add_(1, i(2, 2, y), t(2, 2, x)) | scatter_add_ | self=x index=y src=x
t(2, 2, x).scatter_add(1, i(2, 2, x), t(2, 2, y)) | scatter_add | self=x index=x src=y
t(2, 2, x).scatter_reduce(1, i(2, 2, x), t(2, 2, y), 'sum') | scatter_reduce.two | self=x index=x src=y
t(2, 2, x).put_(i(1, y), t(1, x)) | put_ | self=x index=y source=x
t(2, x).masked_scatter(t(2, y) > 0, t(2, x)) | masked_scatter_ | self=x mask=y source=x
F.embedding(i(2, x), t(2, 2, y)) | index_select | self=y index=x
F.embedding_bag(i(2, 2, x), t(2, 2, y)) | _embedding_bag | weight=y indices=x
F.cross_entropy(t(2, 3, x), i(2, y)) | nll_loss_forward | self=x target=y
F.cross_entropy(t(2, 3, x), i(2, x), weight=t(3, y)) | nll_loss_forward | self=x target=x weight=y
F.cross_entropy(t(2, 3, 2, 2, x), i(2, 2, 2, y)) | nll_loss2d_forward | self=x target=y
F.cross_entropy(t(2, 3, x), t(2, 3, y)) | None | x y
F.nll_loss(t(2, 3, x), i(2, y)) | nll_loss_forward | self=x target=y
F.huber_loss(t(2, x), t(2, y)) | huber_loss | self=x target=y
F.multi_margin_loss(t(2, 3, x), i(2, y)) | multi_margin_loss | self=x target=y
F.mse_loss(t(2, x), t(2, y)) | None | x y
F.l1_loss(t(2, x), t(2, y)) | None | x y
F.smooth_l1_loss(t(2, x), t(2, y)) | None | x y
F.binary_cross_entropy(t(2, x), t(2, y)) | None | x y
F.binary_cross_entropy(t(2, x), t(2, x), t(2, y)) | None | x x y
F.binary_cross_entropy_with_logits(t(2, x), t(2, y)) | None | x y
F.binary_cross_entropy_with_logits(t(2, x), t(2, x), pos_weight=t(2, y)) | None | x x y
F.batch_norm(t(2, 2, x), t(2, y), t(2, y), t(2, y), t(2, y), True) | native_batch_norm | input=x weight=y bias=y running_mean=y running_var=y
F.batch_norm(t(2, 2, x), t(2, y), t(2, x), t(2, x), t(2, x), True) | native_batch_norm | input=x weight=x bias=x running_mean=y running_var=x
F.layer_norm(t(2, 2, x), (2,), t(2, y), t(2, y)) | native_layer_norm | input=x weight=y bias=y
F.layer_norm(t(2, 2, x), (2,), t(2, x), t(2, y)) | native_layer_norm | input=x weight=x bias=y
F.group_norm(t(2, 2, 2, x), 1, t(2, y), t(2, y)) | native_group_norm | input=x weight=y bias=y
F.prelu(t(2, x), t(1, y)) | prelu | self=x weight=y
torch.bincount(i(2, x), t(2, y)) | bincount | self=x weights=y
torch.searchsorted(t(2, x), t(2, y)) | searchsorted.Tensor | sorted_sequence=x self=y
torch.bucketize(t(2, x), t(2, y)) | bucketize.Tensor | self=x boundaries=y
torch.cross(t(1, 3, x), t(1, 3, y), dim=1) | linalg_cross | self=x other=y
torch.linalg.solve(t(1, 1, x), t(1, 1, y)) | _linalg_solve_ex | A=x B=y
torch.cdist(t(2, 2, x), t(2, 2, y)) | _cdist_forward | x1=x x2=y
torch.isin(t(2, x), t(2, y)) | isin.Tensor_Tensor | elements=x test_elements=y
torch.equal(t(2, x), t(2, y)) | equal | self=x other=y
torch.clamp(t(2, x), min=t(2, y)) | clamp.Tensor | self=x min=y
torch.normal(t(2, x), t(2, y)) | normal.Tensor_Tensor | mean=x std=y
t(2, x) + t(2, y) | None | x y
t(2, x).add_(t(2, y)) | None | x x y
t(2, x) ** t(2, y) | None | x y
torch.max(t(2, x), t(2, y)) | None | x y
t(2, x) == t(2, y) | None | x y
torch.addcmul(t(2, x), t(2, x), t(2, y)) | None | x x y
torch.lerp(t(2, x), t(2, y), 0.5) | None | x y
torch.atan2(t(2, x), t(2, y)) | None | x y
'''.strip().split('\n')]
# in cat and stack every tensor is checked, in order; 1.13 calls the method so (shared/placement.md), 1.13.1 wrapper_cat
LISTS = ['torch.cat([t(2, x), t(2, y)])', 'torch.stack([t(2, x), t(2, y)])', 'torch.stack([t(2, x)[0], t(2, y)[0]])', 'torch.vstack((t(2, x), t(2, y)))']
# a convolution of a GPU is cuDNN's, and so is a batch's norm over images; numbers on the CPU mix, but not as what is written into
ON_GPU = ['F.conv2d(t(1, 1, 3, 3, x), t(1, 1, 2, 2, y)) | cudnn_convolution | self=x weight=y', 'F.batch_norm(t(1, 1, 2, 2, x), t(1, x), t(1, x), t(1, y), t(1, y)) | cudnn_batch_norm | input=x weight=y bias=y',
          't(2, x)[0].add_(t(2, y)[0]) | None | x x y']


def methods():
    import torch
    import torchgen
    from torchgen.gen import parse_native_yaml
    from torchgen.model import DeviceCheckType
    base = os.path.join(os.path.dirname(torchgen.__file__), 'packaged', 'ATen', 'native')
    found = {}
    for f in parse_native_yaml(os.path.join(base, 'native_functions.yaml'), os.path.join(base, 'tags.yaml')).native_functions:
        name, overload = str(f.func.name.name), f.func.name.overload_name
        structured = f.structured or f.structured_delegate is not None
        own = '_'.join(filter(None, (name, overload)))
        found[str(f.func.name)] = ('wrapper_' + own if structured else f'wrapper_{overload}_{own}',
                                   [a.name for a in f.func.arguments.flat_positional if 'Tensor' in str(a.type)], f.device_check != DeviceCheckType.NoCheck)
    return found, torch.__version__


def said(known, method, given, places):
    if method == 'None':
        where = [places[each] for each in given.split()]
        common = next(place for place in where if place != 'cpu')
        return SAME.format(common, next(place for place in where if place != common))
    wrapper, arguments, checks = known[method]
    given = [(name, places[each]) for name, _, each in (pair.partition('=') for pair in given.split())]
    assert checks and [name for name, _ in given] == [name for name in arguments if name in dict(given)], (method, arguments)
    name, place = next((name, place) for name, place in given if place != given[0][1])
    return SAME.format(given[0][1], place) + f' (when checking argument for argument {name} in method {wrapper})'


def main():
    known, version = methods()
    calls, out = [], []

    def add(call, text, *places):
        calls.append((call, places))
        out.append(f"{call.replace(', x', '').replace(', y', '')}  {places[0]} {places[1]}: {text}")

    for call, method, given in ROWS:
        for x, y in PLACES:
            add(call, said(known, method, given, {'x': x, 'y': y}), x, y)
    for call in LISTS:
        for x, y in PLACES:
            add(call, SAME.format(x, y) + ' (when checking argument for argument tensors in method wrapper___cat)', x, y)
    for row in ON_GPU:
        call, method, given = row.split(' | ')
        for x, y in ((('cuda:0', 'cuda:1'),) if 'conv' in call else (('cpu', 'cuda:0'),) if 'add_' in call else PLACES[1:]):
            add(call, said(known, method, given, {'x': x, 'y': y}), x, y)
    lines = '\n'.join(f'say({call.replace(", x", "").replace(", y", "")!r}, lambda x, y: {call}, {x!r}, {y!r})' for call, (x, y) in calls)
    with open(os.path.join(HERE, 'placed', 'torch_places.py'), 'w', encoding='utf-8') as file:
        file.write('# made by tests/tensors/make_places.py\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n'
                   'def t(*sizes):\n    return torch.ones(*sizes[:-1], device=sizes[-1])\n\n\ndef i(*sizes):\n    return torch.zeros(*sizes[:-1], dtype=torch.long, device=sizes[-1])\n\n\n'
                   "def say(name, call, x, y):\n    try:\n        call(x, y)\n        text = 'nothing'\n    except Exception as error:\n        text = str(error)\n    print(f'{name}  {x} {y}: {text}')\n\n\n" + lines + '\n')
    with open(os.path.join(HERE, 'placed', 'torch_places.out'), 'w', encoding='utf-8') as file:
        file.write(f'the declarations of PyTorch {version} (tests/tensors/make_places.py)\n' + '\n'.join(out) + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
