# cuda:3 on a machine with two GPUs
# 只有两块 GPU 的机器上用 cuda:3
# accent: PyTorch
# code: P0104
# cause: device
# said: RuntimeError: CUDA error: invalid device ordinal
# also: RuntimeError: cuda runtime error (10) : invalid device ordinal
# words: chenfei-wu/TaskMatrix#154
# source: chenfei-wu/TaskMatrix#154
# symptom: A script that was written on a server fails on the laptop at the first tensor.
# 症状：在服务器上写的脚本，在笔记本上创建第一个张量就失败。
# because: torch.device('cuda:3') is only a name; the GPU is asked for when the first tensor goes there.
# 原因：torch.device('cuda:3') 只是名称；第一个张量放上去时才真正请求 GPU。
# repair: Ask for what is there: torch.cuda.device_count(); take the device as an argument of the program.
# 修复：先查询现有设备：torch.cuda.device_count()；把设备作为程序的参数。
# edit: device = torch.device('cuda:3') => device = torch.device('cuda', min(3, torch.cuda.device_count() - 1))
# at: 25
# fix: model.weight.detach().to('cuda:1')
# prints: (2, 2) True
import torch
from torch import nn

device = torch.device('cuda:3')
model = nn.Linear(2, 2)
weights = model.weight.detach().to(device)
print(tuple(weights.shape), weights.is_cuda)
