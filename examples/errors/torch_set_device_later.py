# torch.cuda.set_device between two tensors
# 在两个张量之间调用 torch.cuda.set_device
# accent: PyTorch
# code: P0102
# cause: device
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cuda:1! (when checking argument for argument mat1 in method wrapper_addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: pytorch/pytorch#7071
# symptom: Everything says 'cuda', and still there are two devices.
# 症状：到处写的都是 'cuda'，却仍然有两个设备。
# because: 'cuda' means the current GPU at that moment; set_device changes what is meant from then on.
# 原因：'cuda' 指当时的当前 GPU；set_device 改变的是此后的含义。
# repair: One device object at the top of the program, used everywhere; set_device first, if at all.
# 修复：在程序开头定义一个 device，处处使用它；若用 set_device，就放在最前面。
# drop: if torch.cuda.device_count() > 1:
# drop: torch.cuda.set_device(1)
# at: 29
# operands: x on cuda:1; weight on cuda:0; bias on cuda:0
# fix: model(x.to('cuda:0'))
# prints: (4, 2)
import torch
from torch import nn

torch.cuda.set_device(0)
model = nn.Linear(2, 2).to('cuda')
if torch.cuda.device_count() > 1:
    torch.cuda.set_device(1)
x = torch.ones(4, 2, device='cuda')
y = model(x)
print(tuple(y.shape))
