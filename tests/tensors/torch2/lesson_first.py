"""Tensors, data sets, a model, autograd, optimization, saving: lessons in the manner of today's first tutorials."""
import torch, os, io, tempfile, math
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split
import numpy as np
torch.manual_seed(0)
data=[[1,2],[3,4]]; x_data=torch.tensor(data); x_np=torch.from_numpy(np.array(data)); x_ones=torch.ones_like(x_data); print(f"Ones Tensor: \n {x_ones} \n"); x_rand=torch.rand_like(x_data,dtype=torch.float); print(f"Random Tensor: \n {x_rand} \n")
shape=(2,3,); print(torch.rand(shape), torch.ones(shape), torch.zeros(shape))
tensor=torch.rand(3,4); print(f"Shape of tensor: {tensor.shape}"); print(f"Datatype of tensor: {tensor.dtype}"); print(f"Device tensor is stored on: {tensor.device}")
if torch.accelerator.is_available(): tensor=tensor.to(torch.accelerator.current_accelerator())
device=torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"; print(f"Using {device} device")
tensor=torch.ones(4,4); print(f"First row: {tensor[0]}"); print(f"First column: {tensor[:,0]}"); print(f"Last column: {tensor[...,-1]}"); tensor[:,1]=0; print(tensor)
t1=torch.cat([tensor,tensor,tensor],dim=1); print(t1); y1=tensor@tensor.T; y2=tensor.matmul(tensor.T); y3=torch.rand_like(y1); torch.matmul(tensor,tensor.T,out=y3); print(y3)
agg=tensor.sum(); print(agg.item(), type(agg.item())); print(f"{tensor} \n"); tensor.add_(5); print(tensor)
t=torch.ones(5); n=t.numpy(); t.add_(1); print(t,n); n=np.ones(5); t=torch.from_numpy(n); np.add(n,1,out=n); print(t,n)
class D(Dataset):
    def __init__(s): s.x=torch.randn(64,1,28,28); s.y=torch.randint(0,10,(64,))
    def __len__(s): return len(s.y)
    def __getitem__(s,i): return s.x[i], s.y[i].item()
train=DataLoader(D(),batch_size=16,shuffle=True); f,l=next(iter(train)); print(f"Feature batch shape: {f.size()}"); print(f"Labels batch shape: {l.size()}", l)
class NeuralNetwork(nn.Module):
    def __init__(self):
        super().__init__(); self.flatten=nn.Flatten()
        self.linear_relu_stack=nn.Sequential(nn.Linear(28*28,512),nn.ReLU(),nn.Linear(512,512),nn.ReLU(),nn.Linear(512,10))
    def forward(self,x): return self.linear_relu_stack(self.flatten(x))
model=NeuralNetwork().to(device); print(model)
X=torch.rand(1,28,28,device=device); logits=model(X); pred=nn.Softmax(dim=1)(logits); print(f"Predicted class: {pred.argmax(1)}", logits)
print(f"Model structure: {model}\n\n")
for name,param in model.named_parameters(): print(f"Layer: {name} | Size: {param.size()} | Values : {param[:2]} \n")
x=torch.ones(5); y=torch.zeros(3); w=torch.randn(5,3,requires_grad=True); b=torch.randn(3,requires_grad=True); z=torch.matmul(x,w)+b; loss=torch.nn.functional.binary_cross_entropy_with_logits(z,y)
print(f"Gradient function for z = {z.grad_fn}"[:44]); print(f"Gradient function for loss = {loss.grad_fn}"[:60]); loss.backward(); print(w.grad,b.grad)
with torch.no_grad(): z=torch.matmul(x,w)+b
print(z.requires_grad)
inp=torch.eye(4,5,requires_grad=True); out=(inp+1).pow(2).t(); out.backward(torch.ones_like(out),retain_graph=True); print(f"First call\n{inp.grad}"); out.backward(torch.ones_like(out),retain_graph=True); print(f"\nSecond call\n{inp.grad}"); inp.grad.zero_()
loss_fn=nn.CrossEntropyLoss(); opt=torch.optim.SGD(model.parameters(),lr=1e-2)
def train_loop(dataloader,model,loss_fn,optimizer):
    size=len(dataloader.dataset); model.train()
    for batch,(X,y) in enumerate(dataloader):
        pred=model(X); loss=loss_fn(pred,y); loss.backward(); optimizer.step(); optimizer.zero_grad()
        if batch%2==0: loss,current=loss.item(),batch*16+len(X); print(f"loss: {loss:>7f}  [{current:>5d}/{size:>5d}]")
def test_loop(dataloader,model,loss_fn):
    model.eval(); size=len(dataloader.dataset); nb=len(dataloader); tl,c=0,0
    with torch.no_grad():
        for X,y in dataloader: pred=model(X); tl+=loss_fn(pred,y).item(); c+=(pred.argmax(1)==y).type(torch.float).sum().item()
    print(f"Test Error: \n Accuracy: {(100*c/size):>0.1f}%, Avg loss: {tl/nb:>6.3f} \n")
for t in range(3): print(f"Epoch {t+1}\n-------------------------------"); train_loop(train,model,loss_fn,opt); test_loop(train,model,loss_fn)
d=tempfile.mkdtemp(); torch.save(model.state_dict(),d+'/m.pth'); m=NeuralNetwork(); print(m.load_state_dict(torch.load(d+'/m.pth',weights_only=True))); m.eval()
torch.save(model,d+'/w.pth')
try: torch.load(d+'/w.pth')
except Exception as e: print(type(e).__name__, str(e)[:100])
m2=torch.load(d+'/w.pth',weights_only=False); print(type(m2).__name__)
ck={'epoch':3,'model_state_dict':model.state_dict(),'optimizer_state_dict':opt.state_dict(),'loss':0.4}; torch.save(ck,d+'/c.tar'); c=torch.load(d+'/c.tar'); print(c['epoch'],list(c['optimizer_state_dict']), c['optimizer_state_dict']['param_groups'])
g=torch.Generator().manual_seed(1); a,bb=random_split(range(10),[0.3,0.7],generator=g); print(list(a),list(bb))
x=torch.linspace(-math.pi,math.pi,2000); y=torch.sin(x); p=torch.tensor([1,2,3]); xx=x.unsqueeze(-1).pow(p); mdl=torch.nn.Sequential(torch.nn.Linear(3,1),torch.nn.Flatten(0,1)); lf=torch.nn.MSELoss(reduction='sum'); o=torch.optim.RMSprop(mdl.parameters(),lr=1e-3)
for t in range(300):
    yp=mdl(xx); loss=lf(yp,y)
    if t%100==99: print(t,round(loss.item(),1))
    o.zero_grad(); loss.backward(); o.step()
ll=mdl[0]; print(f'Result: y = {ll.bias.item():.2f} + {ll.weight[:,0].item():.2f} x')
