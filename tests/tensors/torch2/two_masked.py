"""Masked tensors, and reductions with a mask beside the tensor."""
import re
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter('ignore')


def show(text):
    """A statement of a lesson: what it gives, or its error's first line."""
    try:
        try:
            code = compile(text, '<lesson>', 'eval')
        except SyntaxError:
            exec(text, globals())
        else:
            print('>>', text)
            print(re.sub('0x[0-9a-f]+', '0x', repr(eval(code, globals()))))
    except Exception as e:
        print('   !!', type(e).__name__, str(e).split('. This could be because')[0].split('\n')[0][:300])


torch.manual_seed(0)
for line in r'''from torch.masked import masked_tensor, as_masked_tensor, MaskedTensor, is_masked_tensor
import torch.masked
data = torch.arange(6.).reshape(2, 3) - 2; mask = torch.tensor([[True, False, True], [False, False, True]])
mt = masked_tensor(data, mask)
mt
print(mt)
type(mt)
mt.get_data()
mt.get_mask()
mt.to_tensor(-1)
mt.shape, mt.dtype, mt.layout, mt.device, mt.requires_grad, mt.dim()
mt[0]
mt[:, 1:]
mt[0, 0]
mt[0, 1]
mt + 1
mt + mt
1 + mt
2 - mt
1 / mt
mt * torch.ones(2, 3)
mt * mt.to_tensor(0)
mt ** 2
-mt
mt.sin()
torch.exp(mt)
mt.abs()
mt == mt
mt > 0
mt.sum()
mt.sum(1)
mt.sum(0)
mt.sum(dim=1, keepdim=True)
mt.mean()
mt.mean(0)
mt.prod()
mt.prod(0)
mt.amax()
mt.amax(1)
mt.amin(0)
mt.argmax()
mt.argmax(1)
mt.argmin(0)
mt.all()
mt.any()
mt.max()
mt.std()
mt.var()
mt.softmax(0)
mt.softmax(1)
mt.log_softmax(1)
mt.reshape(3, 2)
mt.view(-1)
mt.t()
mt.transpose(0, 1)
mt.unsqueeze(0).shape
mt.detach()
mt.clone()
mt.float()
mt.to(torch.float64)
mt.tolist()
mt.numpy()
mt.is_sparse
mt.is_sparse_coo()
mt.to_sparse()
mt.to_dense()
mt.contiguous()
mt.is_contiguous()
mt.backward()
masked_tensor(data, mask, requires_grad=True)
r = masked_tensor(data, mask, requires_grad=True)
r * 2
(r * 2).grad_fn
r.sum()
r.mean()
r.sum().backward()
r.grad
x = torch.ones(3, requires_grad=True)
a = as_masked_tensor(x, torch.tensor([True, False, True]))
a
a.sum()
a.sum().backward()
x.grad
masked_tensor(x, torch.tensor([True, False, True]))
masked_tensor(data, mask.float())
masked_tensor(data, torch.ones(3).bool())
masked_tensor([1, 2], [True, False])
masked_tensor(data.long(), mask)
masked_tensor(data.bool(), mask)
masked_tensor(data.half(), mask)
masked_tensor(torch.tensor(3.), torch.tensor(True))
masked_tensor(torch.tensor(3.), torch.tensor(False))
masked_tensor(torch.tensor(3), torch.tensor(False))
masked_tensor(torch.arange(24.).reshape(2, 3, 4), torch.arange(24).reshape(2, 3, 4) % 2 == 0)
is_masked_tensor(mt), is_masked_tensor(data)
MaskedTensor(data, mask)
mt + masked_tensor(data, ~mask)
torch.where(data > 0, mt, mt)
torch.where(mask, mt, masked_tensor(data, ~mask))
torch.add(mt, mt)
torch.div(mt, mt)
torch.sub(mt, 1)
torch.matmul(mt, data.t())
mt @ mt.t()
F.relu(mt)
torch.relu(mt)
mt.sigmoid()
mt.tanh()
mt.sqrt()
torch.isnan(mt)
mt.isnan()
torch.isnan(mt).sum()
mt.add_(1)
mt
torch.cat([mt, mt])
torch.stack([mt, mt])
torch.zeros_like(mt)
torch.ones_like(mt)
F.softmax(mt, -1)
mt.cumsum(0)
mt.median()
torch.sum(mt, 1)
torch.masked.sum(data, 1, mask=mask)
torch.masked.sum(data, mask=mask)
torch.masked.mean(data, 0, mask=mask)
torch.masked.mean(data, 0)
torch.masked.prod(data, 1, mask=mask)
torch.masked.amax(data, 0, mask=mask)
torch.masked.amin(data, 0, mask=mask)
torch.masked.argmax(data, 0, mask=mask)
torch.masked.argmin(data, 0, mask=mask)
torch.masked.norm(data, 2, 0, mask=mask)
torch.masked.var(data, 0, mask=mask)
torch.masked.var(data, 0, mask=mask, unbiased=False)
torch.masked.std(data, 1, mask=mask, unbiased=False)
torch.masked.softmax(data, 0, mask=mask)
torch.masked.log_softmax(data, 1, mask=mask)
torch.masked.softmin(data, 1, mask=mask)
torch.masked.normalize(data, 2., 1, mask=mask)
torch.masked.median(data, 1, mask=mask)
torch.masked.logsumexp(data, 1, mask=mask)
torch.masked.logaddexp(data, data, mask)
torch.masked.cumsum(data, 1, mask=mask)
torch.masked.cumprod(data, 1, mask=mask)
torch.masked.sum(data.long(), 1, mask=mask)
torch.masked.sum(data, 1, keepdim=True, mask=mask)
torch.masked.sum(mt, 1)
torch.masked.__all__
[n for n in dir(torch.masked) if not n.startswith('_')]
data.sum(1).masked_fill(mask.any(1), 0)
len(mt)
mt.size()
mt.item()
masked_tensor(torch.tensor(3.), torch.tensor(True)).item()
bool(mt.sum())
f'{mt}'
mt.nansum()
torch.nn.Linear(3, 2)(mt)
F.mse_loss(mt, data)
torch.equal(mt, mt)
torch.allclose(mt, mt)
mt.foo
mt.neg()
mt.log()
torch.maximum(mt, mt)
mt.expand(2, 2, 3)
mt.squeeze(0)
mt.permute(1, 0)
mt.flatten()
mt.split(1)
mt.unbind()
mt.chunk(2)
mt.select(0, 1)
list(mt)
mt[mask]
mt[torch.tensor([0, 1])]
mt.fill_(2)
mt.clamp(0, 1)
mt.round()
mt.sign()
mt.pow(2)
mt.floor_divide(2)
mt % 2
mt & mt
~masked_tensor(data.bool(), mask)
mt.double().sum()
mt.masked_fill(mask, 3)'''.split('\n'):
    show(line)
a = masked_tensor(torch.randn(()), torch.tensor(True), requires_grad=True)  # noqa: F821
w = torch.where(torch.tensor(False), a / 0, torch.ones(()))
print(w, torch.autograd.grad(w, a))
x = torch.tensor([-10., -5, 0, 5, 100])
mx, my = masked_tensor(x, x < 0, requires_grad=True), masked_tensor(torch.ones_like(x), x >= 0, requires_grad=True)      # noqa: F821
torch.where(x < 0, torch.exp(mx), my).sum().backward()
print(mx.grad, my.grad)
x = torch.tensor([1., 1.], requires_grad=True)
div = torch.tensor([0., 1.])
as_masked_tensor(x / div, div != 0).sum().backward()        # noqa: F821
print(x.grad)
b = torch.tensor(1.0, requires_grad=True)
t = torch.tensor([1., 2., float('nan')])
print(torch.autograd.grad((masked_tensor(t, ~torch.isnan(t)) * b).sum(), b))        # noqa: F821
