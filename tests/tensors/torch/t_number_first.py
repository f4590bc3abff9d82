# Arithmetic whose first operand is a number, as functions and operators; nothing subtracts a bool.
import torch
def t(s):
    try: r=eval(s); print(s, r, r.dtype)
    except Exception as e: print(s, type(e).__name__, str(e)[:90].split('\n')[0])
a=torch.arange(1,5.); i=torch.arange(1,5); h=a.half(); d=a.double(); z=torch.tensor(3); b=torch.tensor([True,False])
for f in ('add','sub','subtract','mul','multiply','div','divide','true_divide','floor_divide','remainder','pow','float_power'):
    for n in ('2','2.5','True'):
        for v in 'aiddz': t(f'torch.{f}({n}, {v})')

a=torch.arange(1,5.)
print(torch.add(2,a,alpha=3), torch.sub(2,a,alpha=.5), torch.div(7,a,rounding_mode='floor'), torch.div(7,a,rounding_mode='trunc'))
w=torch.ones(3,requires_grad=True); torch.sub(1,w).pow(2).sum().backward(); print(w.grad); w.grad=None
torch.div(2,w).sum().backward(); print(w.grad)
try: torch.mul(torch.ones(2), None)
except TypeError as e: print('T')
b=torch.tensor([True,False])
for f in ('add','mul','sub'):
    try: print(getattr(torch,f)(2,b), getattr(torch,f)(True,b))
    except Exception as e: print(type(e).__name__, e)
print(torch.add(2,torch.arange(3),out=torch.zeros(3)))

a=torch.ones(2); i=torch.arange(2); b=a>0
for s in ('True-a','a-True','True-i','i-True','b-1','1-b','b-1.5','a-b','b-a','True-b','a.sub(True)','a.clone().sub_(True)','torch.rsub(a,True)'):
    try: print(s,eval(s))
    except Exception as e: print(s,type(e).__name__,str(e)[:60])
