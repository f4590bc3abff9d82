# Views and memory: strides, contiguity, what shares and what copies, in-place through views with gradients.
import torch

x = torch.arange(12)
y = x.view(3, 4)
y[0, 0] = 99
print(x[0], y.stride(), y.t().stride(), y.t().is_contiguous(), y.t().contiguous().stride(), y[:, 1].stride(), y[1:, ::2].stride(), y[1:, ::2].storage_offset(), x.data_ptr() == y.data_ptr(), y.is_contiguous())
print(y.transpose(0, 1).shape, y.permute(1, 0).shape, y.T.equal(y.t()), y.swapaxes(0, 1).shape, y.movedim(0, 1).shape, y.unsqueeze(1).squeeze(1).shape, y.flatten().shape, y.ravel().shape, y.unflatten(1, (2, 2)).shape, y.view_as(x.reshape(4, 3)).shape, y.reshape(-1).data_ptr() == y.data_ptr(), y.t().reshape(-1).data_ptr() == y.data_ptr())
print(x.unfold(0, 4, 2), x.as_strided((2, 3), (3, 2)), x.split(5), x.chunk(3), torch.tensor_split(x, 5), x.split([2, 10])[0], y.unbind(1)[0], torch.hsplit(y, 2)[1], torch.vsplit(y, 3)[0])
z = y.clone()
z[0] = 0
print(y[0], y.detach().data_ptr() == y.data_ptr(), y.narrow(0, 1, 2), y.select(1, 2), y.diagonal(), y.diagonal(1), torch.diagonal(y, -1))
print(y.roll(1), y.roll(1, 0), y.flip(0), y.flip([0, 1]), y.rot90(), torch.fliplr(y)[0], torch.flipud(y)[0], y.repeat(1, 2).shape, y.tile(2).shape)
print(torch.cat([y, y]).shape, torch.cat((y, y), dim=1).shape, torch.stack([y, y], 2).shape, torch.hstack([y, y]).shape, torch.vstack([y, y]).shape, torch.dstack([y, y]).shape, torch.column_stack([x, x]).shape, torch.atleast_2d(x).shape, torch.atleast_3d(x).shape, torch.concat([x, x]).shape, torch.row_stack([x, x]).shape)
a = torch.ones(2, 3, requires_grad=True)
b = a * 2
b[:, 0] = 5
b[0] *= 3
c = b.view(-1)
c[1:3].add_(1)
print(b)
b.sum().backward()
print(a.grad)
a = torch.arange(6., requires_grad=True)
p = a.reshape(2, 3).t().contiguous().unsqueeze(0).expand(2, 3, 2).permute(2, 0, 1).flatten(1)[:, ::2].flip(0).roll(1, 1)
(p * torch.arange(float(p.numel())).reshape(p.shape)).sum().backward()
print(p.shape, a.grad)
a = torch.arange(4., requires_grad=True)
u, v = (a * 1).chunk(2)
(u * v).sum().backward()
print(a.grad)
m = torch.zeros(3, 3)
m.diagonal().fill_(7)
m[1].copy_(torch.tensor([1., 2., 3.]))
m.t()[0, 2] = -1
m.view(-1)[8] = 9
row = m[0]
row += 1
print(m, m.storage().size(), len(m.storage()), m[1].storage_offset(), m.storage()[4])
q = torch.arange(6).reshape(2, 3)
q.t_()
q.unsqueeze_(0)
q.squeeze_()
q.transpose_(0, 1)
print(q, q.shape, q.resize_(3, 2), q.view(torch.int64).dtype, torch.tensor([1.]).view(torch.int32))
w = torch.arange(3.)
old = w._version
w.add_(1)
w[0] = 3
print(w._version - old, w.is_leaf, (w * 1)._version, w.numel(), w.nelement(), w.ndimension())
