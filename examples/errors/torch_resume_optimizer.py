# Resuming: the optimizer's state is put in by hand, on the CPU
# 恢复训练：手工放入优化器状态，却在 CPU 上
# accent: PyTorch
# code: P0103
# cause: checkpoint
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# also: RuntimeError: expected backend CPU and dtype Float but got backend CUDA and dtype Float
# words: PyTorch 1.13, TensorIterator inside torch.optim
# source: pytorch/pytorch#2830, pytorch/tutorials#577
# symptom: Training from scratch works; after a resume optimizer.step() fails.
# 症状：从头训练正常；恢复之后 optimizer.step() 报错。
# because: The buffers of momentum were read with map_location='cpu' and stayed there.
# 原因：动量缓冲区用 map_location='cpu' 读入，就留在了那里。
# repair: optimizer.load_state_dict(…), which puts state where its parameter is; or move it in a loop.
# 修复：optimizer.load_state_dict(…) 会把状态放到参数所在的设备；或用循环移动。
# at: 29
# operands: optimizer.state[…]['momentum_buffer'] on cpu; model.weight.grad on cuda:0
# fix: before line 29: optimizer.load_state_dict(optimizer.state_dict())
# prints: cuda:0
import torch
from torch import nn

model = nn.Linear(3, 2, bias=False).to('cuda')
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
saved = {'momentum_buffer': torch.zeros(2, 3)}
optimizer.state[model.weight] = saved

model(torch.ones(1, 3, device='cuda')).sum().backward()
optimizer.step()
print(optimizer.state[model.weight]['momentum_buffer'].device)
