# Reading and writing parts of a tensor; what shares memory and what does not.
import torch

X = torch.arange(12, dtype=torch.float32).reshape(3, 4)
print(X[-1], X[1:3], X[0, 1], X[:, 1], X[..., 0], X[1][2], X[::2, 1:])
X[1, 2] = 17
print(X)
X[:2, :] = 12
print(X)
X[X > 11] = -1
print(X)
X[:, 0] = torch.tensor([1., 2, 3])
X[2] += 10
X[0, ...] *= 2
print(X)
X[[0, 2], [1, 3]] = torch.tensor([100., 200])
X[torch.tensor([1]), 1:3] = 5
print(X, X[[0, 1]], X[torch.tensor([[0, 1], [1, 0]])].shape, X[:, [3, 0]])
print(X[X[:, 0] > 1], X[torch.tensor([True, False, True])], X[None].shape, X[:, None, :].shape, X[..., None].shape)
view = X[1]
view[0] = 99
copy = X[[1]]
copy[0, 0] = -5
print(X[1, 0], X.clone()[0, 0], X.data_ptr() == X[0].data_ptr(), X.data_ptr() == X.clone().data_ptr())
before = id(X)
Y = torch.ones(3, 4)
X = X + Y
print(id(X) == before)
before = id(X)
X += Y
X[:] = X + Y
print(id(X) == before)
Z = torch.zeros_like(Y)
before = id(Z)
Z[:] = X + Y
print(id(Z) == before, Z)
t = torch.arange(24).reshape(2, 3, 4)
print(t[1, 2, 3].item(), t[:, :, -1], t[0, :, ::3], t[1, ..., 2], t[:, [0, 2], :].shape, t[:, [0, 2], [1, 3]], t[[0, 1], :, [1, 2]])
print(t[True].shape, t[t % 2 == 0].sum(), t[t[:, 0, 0] > 0, 1], t[torch.tensor(1)][torch.tensor(0)], t[0][0][0])
t[0] = torch.tensor([1, 2, 3, 4])
t[1, :, 0] = -1
t[..., 1:3] = 0
print(t)
print(t.select(1, 1), t.narrow(2, 1, 2), t.take(torch.tensor([0, 5])), t.index_select(2, torch.tensor([0, 3])), torch.take_along_dim(t, t.argmax(2, keepdim=True), 2))
m = torch.zeros(2, 3)
m.index_fill_(1, torch.tensor([0]), 4.)
m.index_add_(0, torch.tensor([0, 0]), torch.ones(2, 3))
m.masked_fill_(m == 0, -1)
m.index_copy_(1, torch.tensor([2]), torch.tensor([[7.], [8.]]))
m.scatter_(1, torch.tensor([[1], [1]]), 3.5)
print(m, m.masked_select(m > 3), m.gather(1, torch.tensor([[2], [0]])), torch.zeros(2, 3).scatter_add_(1, torch.tensor([[0, 0], [1, 2]]), torch.ones(2, 2)))
print(m.put_(torch.tensor([0, 5]), torch.tensor([9., 10.])), m.fill_(2), m.zero_(), m.fill_diagonal_(1))
for bad in (lambda: X[5], lambda: X[0, 9], lambda: X[0, 0, 0], lambda: X[:, :, 1:], lambda: X['a'], lambda: X[1.5], lambda: X[::-1], lambda: X[torch.tensor([True, False])],
            lambda: X.__setitem__(slice(0, 2), torch.ones(3, 3)), lambda: X.__setitem__(0, 'a'), lambda: X[[0, 7]], lambda: X[torch.tensor([0.5])],
            lambda: X.index_select(0, torch.tensor([9])), lambda: X.gather(0, torch.tensor([[9]])), lambda: X.masked_select(torch.tensor([1])), lambda: torch.tensor(1)[0],
            lambda: X.select(0, 3), lambda: X.narrow(0, 2, 2), lambda: len(torch.tensor(1)), lambda: [i for i in torch.tensor(1)], lambda: X[[0, 1], [0, 1, 2]]):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
