# What autograd.grad asks first of outputs and inputs without gradients; which seeds a generator takes.
import torch
def t(name,f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, str(e).split('\n')[0])
p = torch.ones(3); q = torch.ones(3, requires_grad=True)
t(1, lambda: torch.autograd.grad(p.sum(), p)); t(2, lambda: torch.autograd.grad((q*2).sum(), p)); t(3, lambda: torch.autograd.grad(p.sum(), q)); t(4, lambda: torch.autograd.grad((q*2).sum(), [q, p]))
t(5, lambda: torch.autograd.grad(p * 2, p)); t(6, lambda: torch.autograd.grad(q * 2, p)); t(7, lambda: torch.autograd.grad(p*2, q, grad_outputs=torch.ones(3)))
t(8, lambda: torch.autograd.grad([q.sum(), p.sum()], q)); t(9, lambda: torch.autograd.grad(q.sum(), q.detach()))
g = torch.Generator()
for v in (2.5, '3', None, True, 2**64, -1, -2**63, 2**63, torch.tensor(3), torch.tensor(2.5)):
    t(('gen', v), lambda: g.manual_seed(v).initial_seed()); t(('torch', v), lambda: torch.manual_seed(v).initial_seed())
