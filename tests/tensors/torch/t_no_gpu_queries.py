# perch: --gpus=none
# What torch.cuda answers on a machine without a GPU, and programs that ask first.
import torch
from torch import nn

print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.is_initialized(), torch.version.cuda, torch.backends.cudnn.enabled, torch.backends.cudnn.is_available(), torch.backends.cuda.is_built(), torch.backends.mps.is_available())
device = torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')
print(device, torch.zeros(1, device=device), torch.ones(1).to(device).device, nn.Linear(1, 1).to(device).weight.device)


def try_gpu(i=0):
    if torch.cuda.device_count() >= i + 1:
        return torch.device(f'cuda:{i}')
    return torch.device('cpu')


def try_all_gpus():
    devices = [torch.device(f'cuda:{i}') for i in range(torch.cuda.device_count())]
    return devices if devices else [torch.device('cpu')]


print(try_gpu(), try_gpu(10), try_all_gpus(), torch.device('cpu'), torch.device('cuda'), torch.device('cuda:1'))
torch.cuda.empty_cache()
torch.cuda.manual_seed(0)
torch.cuda.manual_seed_all(0)
torch.manual_seed(0)
torch.backends.cudnn.benchmark = True
torch.backends.cudnn.deterministic = True
print(torch.backends.cudnn.benchmark, torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), torch.cuda.max_memory_allocated())
for f in (lambda: torch.cuda.current_device(), lambda: torch.cuda.get_device_name(), lambda: torch.cuda.synchronize(), lambda: torch.cuda.get_device_properties(0), lambda: torch.zeros(1).cuda(), lambda: torch.zeros(1, device='cuda:0'), lambda: nn.Linear(1, 1).to('cuda'),
          lambda: torch.randn(2).to(torch.device('cuda')), lambda: torch.cuda.mem_get_info(), lambda: torch.cuda.get_device_capability()):
    try:
        print('ok', f())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
net = nn.DataParallel(nn.Linear(2, 1))
print(net(torch.ones(3, 2)).shape, net.device_ids, type(net.module).__name__)
x = torch.ones(2)
print(x.cpu() is x, x.to('cpu') is x, x.is_cuda, x.get_device() if hasattr(x, 'get_device') else '', x.device.index, x.device.type == 'cpu', x.pin_memory if False else '')
print(next(nn.Sequential(nn.Linear(1, 1)).parameters()).device, {p.device.type for p in nn.Linear(2, 2).parameters()}, next(nn.Linear(1, 1).parameters()).is_cuda)
scaler = torch.cuda.amp.GradScaler(enabled=False)
w = torch.ones(1, requires_grad=True)
opt = torch.optim.SGD([w], lr=1.)
scaler.scale((w * 2).sum()).backward()
scaler.step(opt)
scaler.update()
print(w)
