"""Arguments by the names that PyTorch gives them, where they are collected (*sizes), have other names in other overloads, or several ways to be said."""
import torch
import torch.nn.functional as F

x = torch.arange(6).reshape(2, 3)
y = ((torch.arange(18.) * 7919 % 13 - 6) / 3).reshape(3, 6)


def told(call):
    try:
        print(call, '->', eval(call))
    except Exception as e:
        print(call, '!!', type(e).__name__, str(e)[:150])


for call in """x.split(split_size=2, dim=1)
x.split(split_size_or_sections=2, dim=1)
torch.split(x, split_size=2, dim=1)
torch.split(x, split_size_or_sections=[1, 2], dim=1)
torch.split(tensor=x, split_size_or_sections=[1, 2], dim=1)
torch.split(x)
x.split()
x.split_with_sizes(split_sizes=[1, 2], dim=1)
torch.hsplit(x, sections=3)
torch.hsplit(x, indices=[1])
x.hsplit(sections=3)
x.vsplit(indices=[1])
torch.dsplit(x[None], sections=3)
torch.hsplit(x, indices_or_sections=3)
torch.tile(x, dims=(2, 1))
x.tile(dims=(2,))
x.repeat(repeats=(1, 2))
x.float().sum_to_size(size=(1, 3))
x.clone().resize_(size=(3, 1))
x.tensor_split(tensor_indices_or_sections=torch.tensor([1, 2]), dim=1)
torch.tensor_split(x, indices_or_sections=3, dim=1)
torch.cov(y, correction=0)
torch.cov(y, fweights=torch.tensor([1, 2, 3, 1, 1, 1]))
torch.cov(y, aweights=torch.tensor([.1, .2, .3, .1, .1, .4]))
torch.cov(y, correction=0, fweights=torch.tensor([1, 2, 3, 1, 1, 1]), aweights=torch.tensor([.1, .2, .3, .1, .1, .4]))
torch.cov(y, fweights=torch.tensor([1., 2, 3, 1, 1, 1]))
torch.cov(y, fweights=torch.tensor([1, 2]))
torch.cov(y, fweights=torch.tensor([-1, 2, 3, 1, 1, 1]))
torch.cov(y, aweights=torch.tensor([1, 2, 3, 1, 1, 1]))
torch.cov(y, aweights=torch.tensor([-1., 2, 3, 1, 1, 1]))
torch.cov(y, aweights=torch.ones(2, 2))
torch.cov(y, fweights=torch.ones(2, 2))
torch.isin(x, test_element=3)
torch.isin(element=3, test_elements=x)
torch.searchsorted(torch.tensor([1, 3, 5]), input=torch.tensor([2, 4]))
torch.searchsorted(torch.tensor([1, 3, 5]), values=torch.tensor([2, 4]))
torch.searchsorted(sorted_sequence=torch.tensor([1, 3, 5]), input=torch.tensor([2, 4]), right=True)
torch.result_type(tensor=x, other=1.)
torch.result_type(x, other=y)
torch.result_type(scalar=1., tensor=x)
torch.result_type(scalar1=1., scalar2=2)
torch.spmm(x.float(), y)
torch.mm(input=x.float(), mat2=y)
torch.matmul(input=x.float(), other=y)
x.view(size=(3, 2))
x.view(dtype=torch.float64)
x.permute(dims=(1, 0))
x.expand(size=(2, 2, 3))
x.reshape(shape=(3, 2))
x.transpose(dim0=0, dim1=1)
torch.transpose(input=x, dim0=0, dim1=1)
x.flatten(start_dim=0)
x.new_zeros(size=(2,))
torch.zeros(size=(2, 2))
torch.rand(size=(0,))
torch.randint(low=0, high=3, size=(0,))
torch.randint(high=3, size=(0,))
torch.normal(mean=0., std=1., size=(0,))
torch.full(size=(2,), fill_value=3)
torch.arange(start=0, end=3, step=2)
torch.linspace(start=0, end=1, steps=3)
torch.meshgrid(x[0], x[1], indexing='ij')
torch.masked_fill(x, mask=x > 2, value=0)
x.masked_fill(mask=x > 2, value=0)
x.index_select(dim=0, index=torch.tensor([0]))
x.gather(dim=1, index=torch.tensor([[0], [1]]))
x.scatter(dim=1, index=torch.tensor([[0], [1]]), value=9)
x.unsqueeze(dim=0)
x.squeeze(dim=0)
x.roll(shifts=1, dims=0)
x.flip(dims=(0,))
x.rot90(k=1, dims=(0, 1))
torch.cat(tensors=(x, x), dim=0)
torch.stack(tensors=[x, x], dim=0)
torch.where(condition=x > 2, x=x, y=x)
torch.where(condition=x > 2, input=x, other=x)
torch.clamp(input=x, min=1, max=2)
x.topk(k=1, dim=1, largest=True, sorted=True)
x.sort(dim=1, descending=True)
x.repeat_interleave(repeats=2, dim=1)
torch.eye(n=2, m=3)
torch.tril(input=x, diagonal=0)
x.narrow(dim=1, start=0, length=2)
x.select(dim=0, index=1)
x.unfold(dimension=1, size=2, step=1)
x.movedim(source=0, destination=1)
x.add(other=x, alpha=2)
x.to(dtype=torch.float, device='cpu')
x.type(dtype=torch.float)
x.bool().any(dim=1, keepdim=True)
torch.bmm(input=y[None], mat2=y.T[None])
torch.outer(input=x[0], vec2=x[1])
torch.dot(input=y[0], other=y[0])
torch.dot(input=y[0], tensor=y[0])
torch.cross(input=y[:, :3], other=y[:, 3:], dim=1)
torch.cdist(x1=y, x2=y, p=2)
torch.bincount(input=x[0], weights=None, minlength=4)
torch.histc(input=y, bins=4, min=0, max=1)
torch.quantile(input=y, q=.5, dim=1, keepdim=True)
torch.pow(input=x, exponent=2)
torch.chunk(input=x, chunks=2, dim=1)
torch.allclose(input=y, other=y, rtol=1e-3)
torch.multinomial(input=torch.ones(1), num_samples=1)
torch.bernoulli(input=torch.ones(1))
torch.nan_to_num(input=y[0], nan=0., posinf=1.)
torch.unique(input=x, return_counts=True)
torch.diag(input=x, diagonal=0)
torch.as_tensor(data=[1], dtype=torch.float)
torch.tensor(data=[1])
y.clone().fill_(value=3)[0]
y.clone().uniform_(to=1., **{'from': 1.})[0]
y.clone().normal_(mean=0., std=0.)[0]
y.clone().clamp_(min=0, max=0)[0]
y.register_hook(hook=lambda g: g)
y.clone().requires_grad_(requires_grad=True).shape
y.sum(dim=(0, 1), keepdim=True, dtype=torch.double).dtype
y.norm(p=2, dim=1)
y.max(dim=1, keepdim=True)[1]
y.argmax(dim=1, keepdim=False)
y.std(dim=0, unbiased=False)
y.cumsum(dim=0)[0]
y.softmax(dim=0)[0]
y.mean(axis=0, keepdims=True)
y.sum(axis=1)
y.unsqueeze(axis=0).shape
y.squeeze(axis=0).shape
torch.cat((y, y), axis=1).shape
torch.stack((y, y), axis=1).shape
y.softmax(axis=0).shape
y.argmax(axis=0)
y.max(axis=0)[1]
y.size(dim=0)
y.std(axis=0, keepdims=True).shape
y.cumprod(axis=0).shape
torch.concat((y, y), axis=0).shape
torch.flip(y, axis=(0,))
torch.gather(y, axis=0, index=torch.zeros(1, 1).long())
y.sort(axis=0)[1]
y.transpose(axis0=0, axis1=1).shape
torch.swapaxes(y, axis0=0, axis1=1).shape
F.softmax(y, axis=0)
F.normalize(y, axis=0)""".split('\n'):
    told(call)

# sparse tensors beside them, by name too
a, b = torch.eye(3).to_sparse(), torch.ones(3, 2)
print(torch.mm(input=a, mat2=b), torch.spmm(a, b), torch.cat([a, a], dim=1).shape, torch.cat((a, a), axis=0).shape, torch.matmul(a, other=b))
print(torch.add(a, a, alpha=2).to_dense(), torch.mul(a, 2), torch.addmm(b, a, b), torch.neg(a), torch.transpose(input=a, dim0=0, dim1=1).shape)
print(torch.mm(input=torch.eye(2), mat2=torch.ones(2, 2)), torch.cat((b, b), axis=1).shape)
