# Ten placement mistakes in PyTorch's accent: type and first line of each error.
import torch
from torch import nn


def t(name, f):
    try:
        print(name, '->', f())
    except Exception as e:
        print(name, '->', type(e).__module__ + '.' + type(e).__name__ if type(e).__module__ != 'builtins' else type(e).__name__, '|', str(e).split('\n')[0])


x = torch.ones(2, 3)
y = torch.ones(2, 3, device='cuda:0')
z = torch.ones(2, 3, device='cuda:1')
t('cpu + gpu', lambda: x + y)
t('gpu + cpu', lambda: y + x)
t('gpu 0 + gpu 1', lambda: y + z)
t('mm', lambda: torch.mm(x, y.t()))
t('matmul', lambda: y @ x.t())
t('cat', lambda: torch.cat([x, y]))
net = nn.Linear(3, 2)
t('linear: input on the GPU', lambda: net(y))
net.cuda()
t('linear: input on the CPU', lambda: net(x))
conv = nn.Conv2d(1, 2, 3).cuda()
t('conv: input on the CPU', lambda: conv(torch.ones(1, 1, 5, 5)))
t('conv: weight on the CPU', lambda: nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 5, 5).cuda()))
t('embedding', lambda: nn.Embedding(3, 2).cuda()(torch.tensor([1])))
t('index', lambda: x[torch.tensor([0], device='cuda')])
t('no such GPU', lambda: torch.ones(2, device='cuda:9'))
t('no such GPU, to', lambda: x.to('cuda:7'))
t('a device alone', lambda: torch.device('cuda:9'))
t('device text', lambda: torch.device('cuda:x'))
t('device word', lambda: x.to('gpu'))
t('numpy', lambda: y.numpy())
t('numpy of a parameter', lambda: net.weight.cpu().numpy())
t('index_select', lambda: torch.index_select(y, 0, torch.tensor([0])))
t('where', lambda: torch.where(x > 0, y, z))
t('loss', lambda: nn.CrossEntropyLoss()(y, torch.tensor([0, 1])))
t('mse', lambda: nn.MSELoss()(y, x))
t('in place', lambda: x.add_(y))
t('0-d mixes', lambda: (y * torch.tensor(2.)).device)
t('number mixes', lambda: (y * 2).device)
t('dot', lambda: torch.dot(x[0], y[0]))
t('bmm', lambda: torch.bmm(x.unsqueeze(0), y.t().unsqueeze(0)))
t('set grad elsewhere', lambda: setattr(torch.ones(2, requires_grad=True), 'grad', torch.ones(2, device='cuda')))
t('data parallel', lambda: nn.DataParallel(nn.Linear(3, 2))(x))
