# perch: --gpus=none
"""What Module.to and Tensor.to do and keep; devices as values; new_ and _like."""
import torch, torch.nn as nn
n = torch.cuda.device_count(); d = torch.device('cuda:0' if n else 'cpu')
class Norm(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(k)); self.register_buffer('running', torch.zeros(k)); self.register_buffer('mask', torch.tensor([True, False]), persistent=False)
        self.register_parameter('bias', None); self.plain = torch.zeros(k); self.layers = nn.ModuleList([nn.Linear(k, k) for _ in range(2)]); self.d = nn.ModuleDict({'a': nn.ReLU()})
        self.ps = nn.ParameterList([nn.Parameter(torch.zeros(1))])
    def forward(self, x): return self.d['a'](self.layers[0](x) * self.weight + self.running)
m = Norm(2); before = id(m.weight), id(m.running)
print(m.to(d) is m, id(m.weight) == before[0], m.weight.is_leaf, m.plain.device, m.running.device == m.weight.device, m.mask.dtype)
print(list(m.state_dict()), [k for k, _ in m.named_buffers()], [k for k, _ in m.named_children()], [type(c).__name__ for c in m.modules()])
print(m(torch.ones(1, 2, device=d)).shape, m.bias, m)
m.double(); print(m.weight.dtype, m.running.dtype, m.mask.dtype); m.float(); m.half(); print(m.layers[0].weight.dtype); m.float()
m.to(torch.float64); print(m.weight.dtype); m.to(d, torch.float32); print(m.weight.dtype); m.to(dtype=torch.float16); m.float()
print(m.cpu().weight.device, m.requires_grad_(False).weight.requires_grad, m.eval().training, m.train().training)
t = torch.ones(2); print(t.to(d) is t if not n else t.to(d) is not t, t.to('cpu') is t, t.to(torch.float32) is t, t.to(t) is t, t.to(torch.zeros(1, dtype=torch.float64)).dtype, t.to('cpu', copy=True) is t)
print(t.cpu() is t, t.float() is t, t.double().dtype, t.type(torch.IntTensor), t.type('torch.DoubleTensor').dtype, t.type(), t.long().type())
x = torch.ones(2, 3, device=d); print(x.device.type == d.type, x.new_zeros(2).device == x.device, x.new_ones((1,), dtype=torch.int64).dtype, x.new_tensor([1, 2]).device == x.device, x.new_full((2,), 3.).device == x.device, torch.zeros_like(x).device == x.device, torch.empty_like(x).shape, torch.rand_like(x).device == x.device, torch.full_like(x, 2).sum().item())
print(torch.tensor(3., device=d) * torch.ones(2), (x * 2).device == x.device, (x + torch.tensor(1.)).device == x.device) if not n else print(torch.tensor(3.) * torch.ones(2), True, True)
dv = torch.device('cuda', 1); print(dv, dv.type, dv.index, repr(dv), torch.device('cuda'), torch.device('cuda:0') == torch.device('cuda', 0), torch.device('cuda') == torch.device('cuda:0'), torch.device('cpu').index, torch.device('cpu', 0), torch.device(dv), hash(dv) == hash(torch.device('cuda:1')), str(dv) == 'cuda:1', {dv: 1}[torch.device('cuda:1')])
for bad in ('gpu', 'cuda:x', 'cuda:-1', 'cpu:1:2', '', 'CUDA'):
    try: print(torch.device(bad))
    except RuntimeError as e: print('RuntimeError', str(e)[:200])
for bad in (1.5, None):
    try: print(torch.device(bad))
    except TypeError as e: print('TypeError', str(e).split('\n')[0])
import pickle, copy
print(pickle.loads(pickle.dumps(x.cpu())), copy.deepcopy(m).weight.device, copy.copy(t), pickle.loads(pickle.dumps(dv)), copy.deepcopy(x).device == x.device)
lin = nn.Linear(2, 2, device=d, dtype=torch.float64); print(lin.weight.dtype, lin.weight.device == torch.zeros(1, device=d).device); print(nn.Conv2d(1, 1, 1, device=d).weight.is_cuda == bool(n))
p = nn.Parameter(torch.ones(2, device=d)); print(p.requires_grad, p.is_leaf, p.data.requires_grad, p.detach().requires_grad); q = torch.ones(2, requires_grad=True).to(d); print(q.is_leaf if not n else True, q.requires_grad)
emb = nn.Embedding(4, 2).to(d); print(emb(torch.tensor([1, 2], device=d)).shape)
s = nn.Sequential(nn.Linear(2, 2), nn.ReLU()).to(d); s.apply(lambda l: nn.init.constant_(l.weight, 0.5) if isinstance(l, nn.Linear) else None); print(s[0].weight.cpu().detach(), len(s), s[:1])
print(x.numpy() if not n else x.cpu().numpy(), x.cpu().numpy().dtype, x.tolist(), x[0, 0].item(), float(x.sum()), int(x.sum()), bool(x[0, 0]), x.cpu().detach().numpy().sum())
