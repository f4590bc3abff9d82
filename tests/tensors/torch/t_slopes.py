# The gradients of sigmoid and tanh are rounded as PyTorch's kernels round them, bit by bit, in small and large tensors, in float32 and float64; and theirs in turn.
import torch
torch.manual_seed(0)
for size in 7, 1000, 70001:
    for dtype in torch.float32, torch.float64:
        x, g = torch.randn(size, dtype=dtype, requires_grad=True), torch.randn(size, dtype=dtype)
        y = torch.sigmoid(x)
        y.backward(g)
        y = y.detach()
        print(size, dtype, 'sigmoid', (x.grad != g * (1 - y) * y).sum())
x, g = torch.randn(5000, requires_grad=True), torch.randn(5000)
y = x.tanh()
y.backward(g)
print('tanh', (x.grad != g * (1 - y.detach().double() ** 2).float()).sum(), x.grad.shape)
for name in 'sigmoid', 'tanh':
    x = torch.tensor([-2.0, -.5, 0, 1, 3], requires_grad=True)
    first, = torch.autograd.grad(getattr(torch, name)(x).sum(), x, create_graph=True)
    second, = torch.autograd.grad((first ** 2).sum(), x, create_graph=True)
    third, = torch.autograd.grad(second.sum(), x)
    print(name, first.detach(), second.detach(), third, type(first.grad_fn).__name__)
x = torch.tensor([[.5, -1], [2, 0]], requires_grad=True)
print(torch.autograd.gradcheck(lambda x: torch.sigmoid(x) + torch.tanh(x), x.detach().double().requires_grad_()), torch.autograd.gradgradcheck(torch.tanh, x.detach().double().requires_grad_()))
z = torch.tensor([1 + 2j, -.5j], requires_grad=True)
(torch.sigmoid(z) * torch.tanh(z)).abs().sum().backward()
print(z.grad)
h = torch.tensor([.5, -1, 3], dtype=torch.bfloat16, requires_grad=True)
torch.sigmoid(h).sum().backward()
print(h.grad)
