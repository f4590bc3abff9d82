# A function of one's own that saves its results: gradients of gradients, and what an earlier backward freed.
import torch
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp(); ctx.save_for_backward(y); return y
    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        return g * y
x = torch.tensor([0.5, 1.0], requires_grad=True, dtype=torch.float64)
y = Exp.apply(x)
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
print(g, x.exp())
h, = torch.autograd.grad(g.sum(), x, create_graph=True)
print(h)
k, = torch.autograd.grad(h.sum(), x)
print(k)
class SM(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        a = x * x; b = x.exp(); ctx.save_for_backward(x, b, a); return a, b
    @staticmethod
    def backward(ctx, ga, gb):
        x, b, a = ctx.saved_tensors
        return ga * 2 * x + gb * b
a, b = SM.apply(x)
g, = torch.autograd.grad((a * b).sum(), x, create_graph=True)
print(g); h, = torch.autograd.grad(g.sum(), x); print(h)
f = lambda x: ((x*x) * x.exp()).sum()
g, = torch.autograd.grad(f(x), x, create_graph=True); print(g); h, = torch.autograd.grad(g.sum(), x); print(h)
y = Exp.apply(x)
y.sum().backward()
try: y.sum().backward()
except RuntimeError as e: print(str(e)[:60])
y = Exp.apply(x); z = y * 1; 
y.detach().mul_(2)
try: z.sum().backward()
except RuntimeError as e: print(str(e)[:80])
class Sign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sign()
    @staticmethod
    def backward(ctx, g):
        return g * 3
y = Sign.apply(x)
x.grad = None
y.sum().backward()
y.sum().backward()
print(x.grad)
