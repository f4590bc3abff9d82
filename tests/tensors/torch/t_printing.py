import torch

print(torch.tensor([1., 2.5, 1000.]), torch.tensor([1e-5, 1.]), torch.tensor([1e10, 1.]), torch.tensor([float('nan'), float('inf'), -float('inf'), 1.]))
print(torch.arange(2000), torch.arange(10000.).reshape(100, 100))
print(torch.tensor([[1.5, -2], [3, 4]]), torch.tensor([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]))
print(torch.zeros(2, 0), torch.zeros(0, 3), torch.tensor(1.23456789), torch.tensor(123456789), torch.tensor(1e-8))
print(torch.tensor([0.1, 0.22, 0.333]), torch.tensor([100000.5, 2.]), torch.tensor([1e6, 2.]), torch.tensor([12345678.]), torch.tensor([-1., 1.]))
torch.set_printoptions(precision=2)
print(torch.tensor([1.23456, 2.]))
torch.set_printoptions(sci_mode=True)
print(torch.tensor([1.23456, 2.]))
torch.set_printoptions(profile='default')
torch.set_printoptions(threshold=5, edgeitems=2)
print(torch.arange(20.))
torch.set_printoptions(profile='default')
print(torch.ones(3, requires_grad=True), torch.ones(3, dtype=torch.float64, requires_grad=True), torch.nn.Parameter(torch.zeros(2)))
x = torch.ones(2, requires_grad=True)
for y in (x + 1, x - 1, x * 2, x / 2, x ** 2, -x, x.exp(), x.log(), x.sum(), x.mean(), x.sum(0), x.view(2, 1), x.reshape(1, 2), x[0], x[0:1], x @ x, x.relu(), x.sigmoid(),
          x.tanh(), x.sqrt(), x.abs(), x.clamp(0), x.unsqueeze(0), x.clone(), x.max(), x.norm(), torch.cat([x, x]), torch.stack([x, x]), x.softmax(0),
          x.log_softmax(0), x.t(), x.double(), x.sin(), x.cos(), x.prod(), x.var(), x.std(), x.min(), x.max(0)[0], x.expand(2, 2), x.flatten(),
          x.square(), x.pow(3), x.cumsum(0), torch.where(x > 0, x, x), x.repeat(2), x.masked_fill(x > 0, 1.), x.squeeze(), x[[0, 1]], x[x > 0]):
    print(y)
w = torch.ones(2, 2, requires_grad=True)
print(w @ w, w.mm(w), w.T, w.t(), w.transpose(0, 1), w.permute(1, 0), w.mv(x), torch.nn.functional.linear(w, w), torch.nn.functional.linear(w, w, x), w[0], w[:, 1], w[None],
      w.sum(1), w.mean(0), w.bmm if False else 0)
print([torch.tensor(1), torch.tensor([1.])], {'a': torch.tensor(2.)}, (torch.ones(1),))
print(f'{torch.tensor(3.14159):.2f}', f'{torch.tensor(5)}', '%s' % torch.tensor([1]), '%.3f' % torch.tensor(2.5), str(torch.tensor(1.)), repr(torch.Size([1, 2])))
