"""The names of steps: layers of what does not lie in one piece, recurrent layers, one number drawn with replacement; a sparse matrix behind a dense one."""
import torch, torch.nn as nn
torch.manual_seed(0); print(torch.multinomial(torch.tensor([.3,.7]), 1), torch.multinomial(torch.tensor([[.3,.7],[.2,.8]]), 5, replacement=True), torch.distributions.Categorical(torch.tensor([.3,.7])).sample((8,)))
torch.manual_seed(0); print([torch.distributions.Categorical(torch.tensor([.3,.7])).sample().item() for _ in range(20)])
torch.manual_seed(0); print(torch.empty(5).exponential_(), torch.bernoulli(torch.full((6,), .5)), torch.randperm(6), torch.randint(0, 9, (4,)), torch.rand(2), torch.randn(3))
torch.manual_seed(0); print(torch.empty(20).exponential_()[:4])
x = torch.randn(2, 6, 3)
lin = nn.Linear(3, 2)
print(lin(x).grad_fn.name(), lin(x.transpose(0, 1)).grad_fn.name(), lin(torch.randn(2, 3, 6).transpose(1, 2)).grad_fn.name(), lin(x.requires_grad_()).grad_fn.name())
y = torch.randn(2, 2, 6, 1, requires_grad=True).transpose(1, 2)
lin2 = nn.Linear(2, 2)
print(lin2(y.contiguous().view(2, 6, 2)).grad_fn.name(), lin2(y.reshape(2, 6, 2)).grad_fn.name(), y.reshape(2, 6, 2).stride(), y.contiguous().view(2, 6, 2).stride())
z = torch.randn(2, 6, 2, requires_grad=True); print(lin2(z).grad_fn.name(), lin2(z * 1).grad_fn.name(), lin2(z[:, :3]).grad_fn.name())
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    for o in ({}, {'batch_first': True}, {'num_layers': 2}, {'bidirectional': True}, {'bias': False}):
        r = kind(4, 3, **o); out, h = r(torch.randn(5, 2, 4)); h = h if isinstance(h, tuple) else (h,)
        print(kind.__name__, o, out.grad_fn.name(), [t.grad_fn.name() for t in h])
r = nn.LSTM(4, 3).double(); print(r(torch.randn(5, 2, 4).double())[0].grad_fn.name())
r = nn.LSTM(4, 3); print(r(torch.randn(5, 4))[0].grad_fn.name(), r(torch.randn(1, 1, 4))[0].grad_fn.name())
r = nn.LSTM(4, 3); o, (h, c) = r(nn.utils.rnn.pack_padded_sequence(torch.randn(5, 2, 4), [5, 3])); print(o.data.grad_fn.name(), h.grad_fn.name())
r = nn.LSTM(4, 3, dropout=0.5, num_layers=2); print(r(torch.randn(5, 2, 4))[0].grad_fn.name())
r = nn.LSTM(4, 3); r.eval(); print(r(torch.randn(5, 2, 4))[0].grad_fn.name())
s = torch.eye(3).to_sparse() * 2
d = torch.arange(6.).view(2, 3).requires_grad_()
out = d @ s
print(out, torch.mm(d, s).shape)
out.sum().backward()
print(d.grad)
f = torch.func.vmap(lambda w, b, x: nn.functional.linear(x, w, b), (0, 0, None))
print(f(torch.randn(2, 4, 3, requires_grad=True), torch.randn(2, 4, requires_grad=True), torch.randn(5, 3)).grad_fn.name())
