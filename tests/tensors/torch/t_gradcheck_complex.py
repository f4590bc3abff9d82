# gradcheck and gradgradcheck: whole Jacobians, complex numbers, what a wrong gradient is told with.
import torch
from torch.autograd import gradcheck, gradgradcheck
torch.manual_seed(0)
r=torch.tensor([[1.,2.],[3.,4.]],dtype=torch.double,requires_grad=True)
z=torch.tensor([1+2j,3-1j],dtype=torch.complex128,requires_grad=True)
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        return g * 3 * ctx.saved_tensors[0]
def p(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, type(e).__module__, e)
p(lambda: gradcheck(Bad.apply, r))
p(lambda: gradcheck(Bad.apply, z))
p(lambda: gradcheck(Bad.apply, r, raise_exception=False))
p(lambda: gradcheck(lambda a: a.detach(), r))
p(lambda: gradcheck(lambda a: 3, r))
p(lambda: gradcheck(lambda a: a*2, r.detach()))
p(lambda: gradcheck(lambda a: a*2, r.float().detach().requires_grad_()))
p(lambda: gradcheck(lambda a: a.int(), r))
p(lambda: gradgradcheck(Bad.apply, r))
p(lambda: gradcheck(lambda a: (a*2, a**2), r))
p(lambda: gradcheck(lambda a: torch.relu(a), torch.zeros(2,dtype=torch.double,requires_grad=True)))
p(lambda: gradcheck(lambda a: a*2, ()))
p(lambda: gradcheck(lambda a: a*2, 3))
p(lambda: gradcheck(lambda a,b: a*b, (r, 2)))
p(lambda: gradcheck(lambda a: a*a, z, eps=1e-3))
p(lambda: gradgradcheck(lambda a: a**2, r))
p(lambda: gradcheck(torch.sin, r, fast_mode=True))
p(lambda: gradcheck(torch.fft.fft, z))
p(lambda: gradcheck(torch.matmul, (r, r.detach().clone().requires_grad_())))
p(lambda: gradcheck(lambda a: (a * a.conj()).real, z))
p(lambda: gradgradcheck(lambda a: a ** 3, z))
class Nd(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * torch.rand(()).double() * 4
p(lambda: gradcheck(Nd.apply, r))
