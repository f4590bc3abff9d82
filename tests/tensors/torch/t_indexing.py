import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[0], x[0, 1], x[:, 1], x[..., 0], x[:, :, ::2], x[None].shape, x[0, :, None].shape, x[-1, -1, -1], x[1:, :2, 1:3])
print(x[[0, 1]], x[[0, 1], [1, 2]], x[torch.tensor([1, 0])], x[:, [0, 2]], x[0][x[0] > 5], x[x % 2 == 0], x[torch.tensor([True, False])], x[0, torch.tensor([[0, 1], [2, 0]])])
y = x.clone()
y[0, 0] = 0
y[:, 1] = torch.tensor([9, 9, 9, 9])
y[y > 20] = -1
y[[0, 1], [2, 2]] = 7
y[..., -1] += 100
print(y)
z = torch.zeros(3, 4)
z[1:3, 1:3] = 1.5
z[0] = torch.arange(4)
z[:, 0] = 5
print(z, z[z > 1], z.nonzero(), torch.nonzero(z > 4), torch.where(z > 1), torch.where(z > 1, z, torch.zeros(1)), torch.argwhere(z > 4))
print(torch.gather(x[0], 1, torch.tensor([[0], [1], [2]])), x[0].gather(0, torch.tensor([[0, 1, 2, 0]])), torch.take(x, torch.tensor([0, 5])), torch.index_select(x, 2, torch.tensor([0, 3])))
print(torch.zeros(3, 5).scatter_(0, torch.tensor([[0, 1, 2, 0, 0]]), torch.arange(1., 6).reshape(1, 5)), torch.zeros(2, 4).scatter_(1, torch.tensor([[2], [3]]), 1.23),
      torch.ones(3).scatter_add_(0, torch.tensor([0, 0, 2]), torch.tensor([1., 2, 3])), torch.zeros(3, 2).index_add_(0, torch.tensor([0, 2]), torch.ones(2, 2)), torch.zeros(3).index_fill_(0, torch.tensor([1]), 5.))
print(torch.masked_select(x, x > 20), x.masked_fill(x > 10, 0)[1], x.float().masked_fill(x > 3, float('-inf'))[0])
print([r.tolist() for r in x[0]], [int(v) for v in x[0, 0]], 5 in x, x.tolist()[1][2], x[0, 0].unbind(), [t.shape for t in x.split(2, 1)], [t.shape for t in x.chunk(2, 2)], torch.split(torch.arange(5), [2, 3]))
a = torch.arange(6.).reshape(2, 3)
b = a.view(3, 2)
b[0, 0] = 100
print(a, a.t()[0], a.is_contiguous(), a.t().is_contiguous(), a.t().contiguous().view(-1), a.stride(), a.t().stride(), a[1].storage_offset(), a.data_ptr() == b.data_ptr())
i, j = torch.meshgrid(torch.arange(2), torch.arange(3), indexing='ij')
print(i, j, torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])), torch.combinations(torch.tensor([1, 2, 3])), torch.tril_indices(2, 2), torch.triu_indices(2, 2))
del x
