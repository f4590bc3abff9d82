# Tensors from the ground up: made, asked, read and written by index, computed, joined, compared, summed, shared with NumPy, kept in place.
import torch

line = torch.arange(15, dtype=torch.float32)
print(line, line.numel(), line.shape, line.dtype, line.ndim, line.size(), line.size(-1), len(line), line.device, line.stride())
grid = line.view(5, 3)
print(grid, grid.T.shape, grid.reshape(-1, 5).shape, grid.unflatten(0, (1, 5)).dim())
print(torch.zeros(2, 1, 3), torch.ones((1, 2)), torch.full((2, 3), 7), torch.full((2,), -0.5), torch.eye(2, 3), torch.empty(0, 4), torch.tensor([]), torch.tensor(2), torch.tensor([[]]), torch.tensor(False))
print(torch.arange(3, 0, -0.75), torch.arange(-2, 3), torch.linspace(-1, 1, 4), torch.logspace(0, 2, 3), torch.tensor([[1, 2], [3, 4]]), torch.tensor([1, 2.5]), torch.arange(12).reshape(3, 2, 2))
print(grid[0], grid[-2:], grid[3, 1], grid[:, 2], grid[1::2, :2], grid[[0, 4], [2, 0]], grid[grid > 12], grid[..., None].shape)
grid[4, 0] = -1
grid[1:3, 1:] = torch.tensor([[20., 21], [22, 23]])
grid[0] = 0.5
print(grid, line[:6], line.sqrt()[1:4], grid.sin().abs().max() <= 1)
a, b = torch.tensor([4., 9, -1]), torch.tensor([2, 2, 2])
print(a + b, a - b, a * b, a / b, a ** b, a // b, a % b, -a, b ** -1.0, 10 - b, a.dtype, (a + b).dtype, (b / b).dtype, (b * 2.5).dtype, (b * True).dtype)
c, d = torch.arange(6.).reshape(2, 3), torch.tensor([[5., 4, 3], [2, 1, 0]])
for dim in (0, 1):
    print(torch.cat([c, d], dim), torch.stack([c, d], dim).shape, c.sum(dim), d.max(dim), c.mean(dim, keepdim=True), d.argmin(dim), c.cumsum(dim))
print(c == d, c > d, c.eq(d).any(), (c != d).sum(), torch.where(c > d, c, -d), c.clamp(1, 4), c.minimum(d))
print(c.sum(), c.mean(), d.prod(), c.std(), c.var(unbiased=False), d.max(), c.norm(), c @ d.T, (c * d).sum(), torch.outer(b, b))
tall, wide = torch.arange(3).unsqueeze(1), torch.tensor([[10, 20, 30, 40]])
print(tall + wide, (tall * wide).shape, torch.broadcast_shapes((3, 1), (1, 4)), tall.expand(3, 2))
place = d.data_ptr()
d = d + c
moved = d.data_ptr() != place
place = d.data_ptr()
d += c
d[:] = d * 2
d.add_(1).mul_(0.5)
torch.add(d, c, out=d)
print(moved, d.data_ptr() == place, d, torch.zeros_like(d).dtype)
shared = c.numpy()
back = torch.from_numpy(shared)
back[0, 0], shared[1, 2] = -8, 99
print(c, type(shared).__name__, shared.dtype, back.data_ptr() == c.data_ptr(), torch.tensor(shared).data_ptr() == c.data_ptr(), c.tolist())
one = torch.tensor([[2.75]])
print(one.item(), float(one), int(one), bool(one), round(one.item(), 1), f'{one.item():.1f}', one.squeeze().shape)
for wrong in (lambda: int(c), lambda: c + torch.ones(2), lambda: c.view(4, 2), lambda: c[2], lambda: torch.cat([c, a])):
    try:
        wrong()
    except (RuntimeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)
