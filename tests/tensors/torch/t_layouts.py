# In which order of axes results lie: channels_last, turned tensors, what keeps it and what does not; the values beside those of row-major tensors.
import copy
import pickle
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

L, L3, C, P = torch.channels_last, torch.channels_last_3d, torch.contiguous_format, torch.preserve_format
torch.manual_seed(0)
x = torch.randn(2, 3, 4, 5)
c = x.to(memory_format=L)
w = torch.randn(6, 3, 3, 3)
wc = w.contiguous(memory_format=L)
q = torch.randn(2, 5, 4, 3).permute(0, 3, 2, 1)
p = torch.randn(4, 5, 2, 3).permute(2, 3, 0, 1)
v = torch.randn(2, 3)
z = torch.randn(1, 3, 1, 1)
x5 = torch.randn(2, 3, 4, 5, 6).to(memory_format=L3)
bn = nn.BatchNorm2d(3)


def show(text):
    try:
        r = eval(text)
        print(text, '|', (tuple(r.shape), r.stride(), r.is_contiguous(), r.is_contiguous(memory_format=L)) if isinstance(r, torch.Tensor) else r)
    except Exception as e:
        print(text, '|', type(e).__name__, str(e)[:150].split('\n')[0])


for text in '''x.contiguous(memory_format=L)
v.contiguous(memory_format=L)
x.contiguous(memory_format=P)
q.contiguous(memory_format=P)
x.contiguous(memory_format=L3)
x.contiguous(L)
x.is_contiguous(memory_format=P)
v.is_contiguous(memory_format=L)
x.is_contiguous(memory_format=3)
x.is_contiguous(L)
x.clone(memory_format=L)
v.clone(memory_format=L)
q.clone(memory_format=P)
q.clone(memory_format=C)
q.clone()
torch.clone(x, memory_format=L)
x.cfloat(memory_format=L)
q[:, :, ::2].clone()
c[:1].expand(2, 3, 4, 5).clone()
q.to(memory_format=L)
q.to(memory_format=P)
q.to(memory_format=C)
v.to(memory_format=L)
z.to(memory_format=L)
z.to(memory_format=L) is z
z.contiguous(memory_format=L) is z
c.to(memory_format=L) is c
x.to(torch.double, memory_format=L)
x.to(torch.double, memory_format=C)
q.to(torch.double, memory_format=C)
q.to(torch.double)
q.double(memory_format=C)
q.cpu(memory_format=L)
x.float(memory_format=L)
q.type_as(x.double())
torch.empty(2, 3, 4, 5, memory_format=L)
torch.empty(2, 3, memory_format=L)
torch.empty(2, 3, memory_format=P)
torch.empty_like(q)
torch.empty_like(q[:, :, ::2])
torch.empty_like(x[:1].expand(3, 3, 4, 5))
torch.ones_like(q.expand(2, 3, 4, 5))
torch.zeros_like(q, memory_format=C)
torch.zeros_like(v, memory_format=L)
torch.rand_like(q, memory_format=L)
torch.full_like(q, 1.)
torch.randint_like(q, 4)
c.new_zeros(2, 3, 4, 5)
torch.empty(2, 3, 4, 5).resize_(2, 3, 4, 5, memory_format=L)
nn.Conv2d(3, 4, 2).to(memory_format=L).weight
nn.Linear(3, 4).to(memory_format=L).weight
nn.Sequential(nn.Conv2d(3, 4, 2), nn.Linear(2, 2)).to(memory_format=L)[0].weight
torch.as_tensor(q)
nn.Parameter(q)
copy.deepcopy(q)
pickle.loads(pickle.dumps(q))
pickle.loads(pickle.dumps(q)).equal(q)
c.view(2, -1)
(x.transpose(2, 3) * 2).view(-1)
c.flatten(1)
c.reshape(2, -1)
F.conv2d(c, w)
F.conv2d(x, wc)
F.conv2d(c, wc, torch.ones(6))
F.conv2d(q, w)
F.conv2d(p, w)
F.conv2d(c, torch.randn(6, 1, 3, 3), groups=3)
F.conv2d(c, torch.randn(6, 3, 2, 2), dilation=2)
F.conv2d(c.double(), w.double())
F.conv2d(c[0], w)
F.conv2d(z.contiguous(memory_format=L), torch.randn(6, 3, 1, 1))
F.conv_transpose2d(c, torch.randn(3, 6, 3, 3))
F.conv3d(x5, torch.randn(2, 3, 2, 2, 2))
F.max_pool2d(c, 2)
F.max_pool2d(c, 2, return_indices=True)[1]
F.max_pool2d(q, 2)
F.avg_pool2d(c, 2)
F.adaptive_avg_pool2d(c, 2)
F.adaptive_avg_pool2d(c, 1)
F.adaptive_max_pool2d(c, 2)
F.lp_pool2d(c, 2, 2)
F.max_pool3d(x5, 2)
F.avg_pool3d(x5, 2)
nn.BatchNorm3d(3)(x5)
x5 + 1
bn.train()(c)
bn.eval()(c)
bn.train()(q)
F.group_norm(c, 3)
F.instance_norm(c)
F.layer_norm(c, (5,))
F.interpolate(c, scale_factor=2)
F.interpolate(c, scale_factor=2, mode='bilinear')
F.interpolate(c, scale_factor=2, mode='bicubic')
F.pad(c, (1, 1))
F.pad(c, (1, 1, 1, 1), mode='reflect')
torch.cat([c, c], 1)
torch.cat([c, x], 1)
torch.cat([q, q], 1)
c.softmax(1)
F.log_softmax(q, 3)
F.dropout(c)
F.dropout2d(c)
c.relu()
F.gelu(c)
F.prelu(c, torch.ones(3) * .1)
F.prelu(q, torch.ones(1))
c + torch.ones(3, 1, 1)
c + x
x + c
q + c
c * 2
2 - q
c ** 2
c > 0
c.isnan()
torch.where(c > 0, c, x)
c.masked_fill(c > 0, 1.)
c.clamp(0, 1)
c.lerp(x, .5)
x.addcmul(c, c)
c.roll(1, 2)
q.flip(1)
c.sort(1)[0]
q.sort(0)[0]
c.cumsum(1)
q.cumprod(1)
c.index_select(1, torch.tensor([0, 2]))
c.repeat(1, 1, 1, 1)
c[:, 1:] + 1
c[:1].expand(2, 3, 4, 5) + 0
c.to(torch.int)
c.transpose(0, 1).contiguous()
c.sum(1)
c.mean((2, 3), keepdim=True)
c @ torch.randn(5, 5)
F.linear(c, torch.randn(2, 5))
F.mse_loss(c, x, reduction='none')
F.normalize(c)'''.split('\n'):
    show(text)

# Any order of axes, any slices, broadcast operands: the same steps, the same values
random.seed(1)
for k in range(150):
    shape = [random.choice((1, 2, 3)) for _ in range(random.choice((2, 3, 4, 5)))]


    def operand():
        order = random.sample(range(len(shape)), len(shape))
        sizes = [shape[a] if random.random() < .8 else 1 for a in order]
        t = torch.randn(sizes).permute([order.index(a) for a in range(len(shape))])
        return t[..., ::2].repeat_interleave(2, -1)[..., :t.shape[-1]] if random.random() < .1 else t[..., ::random.choice((1, 1, 2))][..., :t.shape[-1]] if t.shape[-1] == 1 else t
    a, b = operand(), operand()
    n = random.random() < .3
    made = a * 2 if n else a + b
    assert made.equal((a.contiguous() * 2 if n else made.contiguous()))
    print(*(tuple(s if size > 1 else None for s, size in zip(t.stride(), t.shape)) for t in (a, b, made, made.double(), torch.empty_like(a))))        # (an axis of one element may have any step)

# Gradients lie as the leaf does, and are those of a row-major network
def net():
    torch.manual_seed(3)
    return nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(4, 4, 3, padding=1, groups=2), nn.GroupNorm(2, 4), nn.SiLU(), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(4, 2))


images = torch.randn(4, 3, 8, 8)
found = []
for laid in (False, True):
    model, batch = net(), images.clone().requires_grad_()
    if laid:
        model, batch = model.to(memory_format=L), images.to(memory_format=L).requires_grad_()
    optimizer = torch.optim.SGD(model.parameters(), lr=.1, momentum=.9)
    for _ in range(2):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(batch), torch.tensor([0, 1, 0, 1]))
        loss.backward()
        optimizer.step()
    print([g.grad.stride() for g in (*model.parameters(), batch) if g.dim() == 4], '%.4f' % loss)
    found.append([g.grad.contiguous() for g in (*model.parameters(), batch)])
print(all(torch.allclose(one, other, atol=1e-5) for one, other in zip(*found)))
leaf = torch.randn(3, 4).t().requires_grad_()
(leaf * torch.randn(4, 3)).sum().backward()
print(leaf.grad.stride())
leaf = torch.randn(3, 8)[:, ::2].requires_grad_()
(leaf * 2).sum().backward()
print(leaf.grad.stride())
