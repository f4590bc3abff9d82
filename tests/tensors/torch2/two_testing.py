"""torch.testing: every message of assert_close; make_tensor."""
import torch
from torch.testing import assert_close, make_tensor
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__module__, type(e).__name__,'|',str(e))
x=torch.ones(2,3)
t(lambda: assert_close(x,x)); t(lambda: assert_close(x,x+1)); y=x.clone(); y[0,1]=2; t(lambda: assert_close(x,y)); t(lambda: assert_close(x,torch.ones(3))); t(lambda: assert_close(x,x.double())); t(lambda: assert_close(x,x.double(),check_dtype=False))
t(lambda: assert_close(1,2)); t(lambda: assert_close(1.0,1.5)); t(lambda: assert_close(1,1.0)); t(lambda: assert_close([1,2],[1,3])); t(lambda: assert_close({'a':x},{'a':y})); t(lambda: assert_close({'a':x},{'b':y})); t(lambda: assert_close([x],[x,x])); t(lambda: assert_close(x,y,rtol=0,atol=2)); t(lambda: assert_close(x,y,rtol=0)); t(lambda: assert_close(x,y,msg='hey')); t(lambda: assert_close(x,y,msg=lambda m: 'foo\n'+m))
t(lambda: assert_close('a','b')); t(lambda: assert_close(torch.tensor(float('nan')),torch.tensor(float('nan')))); t(lambda: assert_close(torch.tensor(float('nan')),torch.tensor(float('nan')),equal_nan=True))
torch.manual_seed(0)
for a,k in (((3,),dict(dtype=torch.float32,device='cpu')),((2,2),dict(dtype=torch.int64,device='cpu',low=-3,high=4)),((3,),dict(dtype=torch.bool,device='cpu')),((2,),dict(dtype=torch.complex64,device='cpu')),((2,),dict(dtype=torch.float32,device='cpu',requires_grad=True,low=0,high=1)),((2,3),dict(dtype=torch.float32,device='cpu',noncontiguous=True)),((4,),dict(dtype=torch.uint8,device='cpu')),((4,),dict(dtype=torch.float64,device='cpu',exclude_zero=True))):
    r=make_tensor(*a,**k); print(r, r.stride(), r.requires_grad)
t(lambda: make_tensor(2,dtype=torch.float32,device='cpu',low=3,high=1)); t(lambda: make_tensor(2,dtype=torch.float32)); t(lambda: make_tensor(2,3,dtype=torch.float32,device='cpu').shape); t(lambda: make_tensor(2,dtype=torch.int64,device='cpu',requires_grad=True))
