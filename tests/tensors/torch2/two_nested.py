"""Nested tensors, strided and jagged: making, printing, computing, gradients, errors."""
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
for line in r'''nt = torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 3)])
nt
type(nt)
nt.layout, nt.dtype, nt.device, nt.is_nested, nt.dim(), nt.ndim, nt.numel(), nt.requires_grad
nt.shape
nt.size()
nt.size(0), nt.size(2)
nt.size(1)
len(nt)
nt[0]
nt[1, :, -1]
nt[:1]
nt[-1]
nt + 1
nt * nt
nt + nt
nt / 2
nt - 1
nt.sum()
nt.sum(-1)
nt.sum(-1, keepdim=True)
nt.mean()
nt.unbind()
list(nt)
nt.to_padded_tensor(0.)
torch.nested.to_padded_tensor(nt, 9., (2, 3, 4))
torch.nested.to_padded_tensor(nt, 9., (2, 1, 4))
nt.relu()
F.relu(nt)
torch.nested.nested_tensor([torch.ones(2), torch.zeros(1)], dtype=torch.float64)
torch.nested.nested_tensor([torch.tensor([1,2]), torch.tensor([3])])
torch.nested.nested_tensor([[1., 2.], [3.]])
torch.nested.nested_tensor([1., 2.])
torch.nested.nested_tensor([])
torch.nested.nested_tensor(5)
torch.nested.nested_tensor([torch.ones(2), torch.ones(2, 2)])
a = torch.randn(2, 3, requires_grad=True); b = torch.randn(1, 3, requires_grad=True)
torch.nested.as_nested_tensor([a, b])
torch.nested.nested_tensor([a, b])
torch.nested.nested_tensor([a, b], requires_grad=True)
n2 = torch.nested.as_nested_tensor([a, b])
n2.grad_fn
(n2 * 2)
F.linear(n2, torch.ones(4, 3))
F.linear(n2, torch.ones(4, 3), torch.ones(4))
n2.to_padded_tensor(0.)
n2.to_padded_tensor(0.).sum().backward()
a.grad
n2.transpose(1, 2)
n2.transpose(0, 1)
torch.matmul(n2, torch.nested.nested_tensor([torch.ones(3, 2), torch.ones(3, 2)]))
torch.bmm(n2, torch.nested.nested_tensor([torch.ones(3, 2), torch.ones(3, 2)]))
n2 @ torch.ones(3, 2)
F.softmax(n2, -1)
n2.reshape(2, -1, 3)
n2.reshape(2, -1, 1, 3)
n2.reshape(-1, 6)
n2.view(2, -1, 1, 3)
n2.contiguous().is_contiguous()
n2.is_contiguous()
n2.clone()
n2.detach()
n2.tolist()
n2.to(torch.float64)
n2.double()
n2.sin()
n2.exp()
torch.exp(nt)
torch.abs(nt)
torch.neg(nt)
-nt
nt.masked_fill(nt > 0, 0)
nt == nt
nt > 0
nt ** 2
torch.is_tensor(nt), isinstance(nt, torch.Tensor)
torch.allclose(nt, nt)
torch.equal(nt, nt)
F.dropout(nt, 0.5)
F.layer_norm(nt, (3,))
torch.nn.LayerNorm(3)(nt)
torch.nn.Linear(3, 2)(nt)
torch.cat([nt, nt])
torch.stack([nt, nt])
torch.zeros_like(nt)
torch.ones_like(nt)
torch.empty_like(nt).shape
torch.randn_like(nt)
nt.add_(1)
nt.fill_(2)
nt.zero_()
nt.chunk(3, -1)
torch.chunk(nt, 3, dim=-1)
nt.split(1, -1)
nt.unsqueeze(1)
nt.unsqueeze(-1)
nt.stride()
nt.storage_offset()
nt._nested_tensor_size()
nt.numpy()
nt.item()
nt.to('cpu')
str(nt)
bool(nt)
F.gelu(nt)
F.silu(nt)
F.embedding(torch.nested.nested_tensor([torch.tensor([1,2]), torch.tensor([0])]), torch.arange(6.).view(3, 2))
torch.nn.Embedding(3, 2)(torch.nested.nested_tensor([torch.tensor([1,2]), torch.tensor([0])]))
nt.values()
nt.offsets()
nt.max()
nt.argmax(-1)
torch.cos(nt)
nt.all()
nt.any()
nt.half()
nt.prod()
nt.std()
F.scaled_dot_product_attention(torch.nested.nested_tensor([torch.ones(2,2,3)]), torch.nested.nested_tensor([torch.ones(2,2,3)]), torch.nested.nested_tensor([torch.ones(2,2,3)]))
nt + torch.ones(2, 3)
nt + torch.ones(2, 1, 3)
nt * torch.ones(3)
nt + torch.nested.nested_tensor([torch.ones(1, 3), torch.zeros(1, 3)])
nt.view(-1)
nt.foo
nt.permute(0, 2, 1)
nt.flatten()
nt.flatten(-2)
nt.cumsum(1)'''.split('\n'):
    show(line)
torch.manual_seed(0)
for line in r'''nt = torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 3)], layout=torch.jagged)
nt
type(nt)
nt.layout, nt.dtype, nt.device, nt.is_nested, nt.dim(), nt.ndim, nt.numel(), nt.requires_grad
nt.shape
nt.size(1)
type(nt.size(1))
nt.shape[1] == nt.shape[1]
nt.shape[1] + 1
len(nt)
nt[0]
nt[1, :, -1]
nt[:, 0]
nt[:1]
nt[-1]
nt + 1
nt * nt
nt == nt
nt > 0
nt.sum()
nt.sum(-1)
nt.sum(1)
nt.sum(1, keepdim=True)
nt.mean(1)
nt.mean(-1)
nt.mean()
nt.sum(0)
nt.unbind()
nt.tolist()
list(nt)
nt.to_padded_tensor(0.)
torch.nested.to_padded_tensor(nt, 9., (2, 3, 4))
nt.relu()
nt.values()
nt.offsets()
nt.lengths()
nt._values
nt._offsets
nt._min_seqlen, nt._max_seqlen
a = torch.randn(2, 3, requires_grad=True); b = torch.randn(1, 3, requires_grad=True)
n2 = torch.nested.as_nested_tensor([a, b], layout=torch.jagged)
n2
n2 * 2
F.linear(n2, torch.ones(4, 3))
n2.requires_grad_()
torch.nested.nested_tensor([a, b], layout=torch.jagged, requires_grad=True)
n2.sum().backward()
a.grad
n2.transpose(1, 2)
n2.transpose(0, 1)
n2.transpose(1, 2).shape
n2 @ torch.ones(3, 2)
F.softmax(n2, -1)
F.softmax(n2, 1)
n2.unflatten(-1, (1, 3)).shape
n2.unflatten(-1, (1, 3)).transpose(1, 2)
n2.unflatten(-1, (1, 3)).transpose(1, 2).flatten(-2)
n2.reshape(2, -1, 3)
n2.view(2, -1, 1, 3)
n2.clone()
n2.detach()
n2.to(torch.float64)
torch.cat([nt, nt], -1)
torch.zeros_like(nt)
torch.randn_like(nt)
torch.chunk(nt, 3, dim=-1)
nt.unsqueeze(-1)
nt.unsqueeze(0)
torch.nested.nested_tensor_from_jagged(torch.arange(12.).view(6, 2), torch.tensor([0, 2, 3, 6]))
torch.nested.nested_tensor_from_jagged(torch.arange(12.).view(6, 2), lengths=torch.tensor([2, 1, 3]))
torch.nested.nested_tensor_from_jagged(torch.arange(12.).view(6, 2), torch.tensor([0, 2, 3, 6]), lengths=torch.tensor([1, 1, 3]))
torch.nested.nested_tensor_from_jagged(torch.arange(12.).view(6, 2))
torch.nested.narrow(torch.arange(12.).view(2, 6), 1, torch.tensor([0, 1]), torch.tensor([2, 3]), layout=torch.jagged)
torch.nested.narrow(torch.arange(12.).view(2, 6), 1, 0, torch.tensor([2, 3]), layout=torch.jagged).unbind()
torch.nested.narrow(torch.arange(12.).view(2, 6), 1, 0, torch.tensor([2, 3]), layout=torch.jagged).contiguous()
torch.nested.masked_select(torch.arange(4.).view(2, 2), torch.tensor([[True, False], [True, True]]))
torch.nested.as_nested_tensor(torch.arange(12.).view(2, 6), layout=torch.jagged)
torch.nested.as_nested_tensor(torch.arange(12.).view(2, 6))
torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 4)], layout=torch.jagged)
torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(2, 3)], layout=torch.jagged).shape
nt + torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 3)], layout=torch.jagged)
n3 = torch.nested.nested_tensor_from_jagged(torch.ones(3, 3), nt.offsets())
nt + n3
nt * torch.ones(3)
nt + torch.ones(2, 1, 3)
F.dropout(nt, 0.5)
F.layer_norm(nt, (3,))
torch.nn.RMSNorm(3)(nt)
F.rms_norm(nt, (3,))
F.gelu(nt)
torch.nn.Linear(3, 2)(nt)
torch.nn.Embedding(3, 2)(torch.nested.nested_tensor([torch.tensor([1,2]), torch.tensor([0])], layout=torch.jagged))
q = torch.nested.nested_tensor([torch.ones(2,2,3), torch.ones(1,2,3)], layout=torch.jagged).transpose(1,2)
F.scaled_dot_product_attention(q, q, q)
F.scaled_dot_product_attention(q, q, q).transpose(1,2).unbind()
nt.max()
nt.amax(1)
nt.amax(-1)
nt.max(1)
nt.argmax(-1)
nt.chunk(2)
nt.split(1, -1)
nt.all()
nt.view(-1)
nt.flatten()
nt.permute(0, 2, 1)
nt.masked_fill(nt > 0, 5.).values()
torch.where(nt > 0, nt, -nt)
nt.squeeze(-1)
nt.expand(2, -1, 3)
torch.nested.nested_tensor([torch.ones(2), torch.ones(1)], layout=torch.jagged)
nt.is_contiguous()
nt.stride()
nt.device
copy = __import__('copy').deepcopy(nt)
copy
nt.tanh().values()
torch.sin(nt)
torch.matmul(nt, torch.ones(3, 3)).values()
torch.bmm(nt, torch.ones(2, 3, 4))
nt.float().dtype, nt.half().dtype
nt.add_(1)
nt.to('cpu')
torch.stack([nt, nt])
torch.cat([nt, nt])
nt.cumsum(1)
torch.nn.Dropout(0.1)(nt)
torch.nn.GELU()(nt)
torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU())(nt)
nt.numpy()
nt.item()
torch.allclose(nt, nt)
torch.nested.nested_tensor_from_jagged
torch.nested.nested_tensor
torch.nested.__all__'''.split('\n'):
    show(line)
torch.manual_seed(0)
for line in r'''a = torch.randn(2, 3, requires_grad=True); b = torch.randn(1, 3, requires_grad=True)
n = torch.nested.as_nested_tensor([a, b], layout=torch.jagged)
n.to_padded_tensor(0.)
n.values()
n.unbind()
n.sum(1)
n.mean(1)
n.sum()
n.sum(-1)
n.unflatten(-1, (1, 3))
F.scaled_dot_product_attention(n.unflatten(-1, (1, 3)).transpose(1, 2), n.unflatten(-1, (1, 3)).transpose(1, 2), n.unflatten(-1, (1, 3)).transpose(1, 2))
n[0]
n.chunk(3, -1)
torch.nested.nested_tensor_from_jagged(a, torch.tensor([0, 1, 2]))
leaf = torch.nested.nested_tensor([a, b], layout=torch.jagged, requires_grad=True)
(leaf * 2).sum().backward()
leaf.grad
leaf.is_leaf, n.is_leaf
s = torch.nested.nested_tensor([a, b], requires_grad=True)
(s * 2).to_padded_tensor(0.).sum().backward()
s.grad
s.is_leaf
s[0]
s.unbind()
m = torch.nested.as_nested_tensor([a, b])
m[0]
m.unbind()
m[0].sum().backward()
n.dtype
F.layer_norm(n, (3,), torch.ones(3), torch.zeros(3))
n.gelu()
n.exp()
n.log_softmax(-1)
F.log_softmax(n, -1)
n.softmax(-1)
n.norm()
n.var(-1)
n.std(1)
n.pow(2)
n ** 2
2 - n
1 / n
n.clamp(0, 1)
n.float()
n.mean((1, 2))
n.sum((0, 1))
n.min()
n.any()
n.transpose(1, 2).sum(1)
n.transpose(1, 2)[0].shape
n.unsqueeze(1)
n.unsqueeze(2)
n.squeeze(1)
n.size(-1), n.size(-2)
n.shape[1] > 5
n.shape[1] == 2
int(n.shape[1])
n.view(2, n.shape[1], 1, 3)
n.view(-1, n.shape[1], 3)
n.reshape(2, -1, 3, 1).shape
torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(2, 3)], layout=torch.jagged).to_padded_tensor(0.).shape
torch.nested.nested_tensor([torch.ones(3,2), torch.ones(3,1)], layout=torch.jagged)
F.multi_head_attention_forward
n.unbind()[0].grad_fn
torch.relu(n).grad_fn
n.backward()
n @ n.transpose(1, 2)
n.transpose(1, 2) @ n
torch.matmul(n, torch.ones(2, 3, 4))
torch.cat([n, n], 1)
n.view(2, -1, 3).offsets()
n.dim(), n.layout
n.is_cpu
f"{n}"
torch.nested.nested_tensor([torch.ones(2), torch.ones(1)]).transpose(0, 1)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)]).select(1, 0)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)]).size(5)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)]).softmax(0)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)]).reshape(2, -1, -1)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)])[5]
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)])[0, 1]
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)])[:, 1]
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)])[...]
torch.nested.nested_tensor(torch.ones(2, 2))
torch.nested.as_nested_tensor(5)
torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(1, 2)], layout=torch.sparse_coo)
torch.ones(2).is_nested'''.split('\n'):
    show(line)
