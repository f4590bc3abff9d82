# A network made without memory, moved to the CPU
# 不占内存建立的网络移到 CPU
# accent: PyTorch
# code: P0120
# cause: host
# said: NotImplementedError: Cannot copy out of meta tensor; no data!
# words: PyTorch 1.13, aten/src/ATen/native/Copy.cpp
# source: PyTorch's notes on skipping parameter initialization
# symptom: the network was made at once, however large, and prints as any other.
# 症状：网络不论多大都立刻建好，打印出来也和别的网络一样。
# because: On the meta device parameters have shapes and no values; to() copies values.
# 原因：meta 设备上的参数只有形状没有值，而 to() 复制的是值。
# repair: Give it memory by to_empty(device=…), then set the values.
# 修复：用 to_empty(device=…) 给它内存，再设置值。
# edit: net = net.to('cpu') => net = net.to_empty(device='cpu')
# at: 22
# prints: torch.Size([4, 2])
import torch
from torch import nn

net = nn.Linear(3, 2, device='meta')
net = net.to('cpu')
nn.init.ones_(net.weight)
nn.init.zeros_(net.bias)
print(net(torch.ones(4, 3)).shape)
