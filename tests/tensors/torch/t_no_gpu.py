# perch: --gpus=none
# Without a GPU: what a CPU build of PyTorch says.
import torch
from torch import nn


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


print(torch.cuda.is_available(), torch.cuda.device_count())
t(lambda: torch.ones(2).cuda())
t(lambda: torch.ones(2, device='cuda'))
t(lambda: torch.ones(2).to('cuda:0'))
t(lambda: nn.Linear(1, 1).cuda())
t(lambda: torch.cuda.get_device_name(0))
t(lambda: torch.device('cuda:0'))
t(lambda: torch.cuda.memory_allocated())
t(lambda: nn.DataParallel(nn.Linear(1, 1))(torch.ones(1, 1)).shape)
t(lambda: torch.device('cuda:0' if torch.cuda.is_available() else 'cpu'))
