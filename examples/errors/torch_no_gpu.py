# .cuda() where there is no GPU
# 没有 GPU 却调用 .cuda()
# accent: PyTorch
# code: P0104
# cause: device
# gpus: none
# said: AssertionError: Torch not compiled with CUDA enabled
# also: RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver
# words: PyTorch 1.13, torch/cuda/__init__.py
# source: chenfei-wu/TaskMatrix#154 (fewer GPUs than asked for)
# symptom: The program asks for CUDA on a machine, or with a build, that has none.
# 症状：程序在没有 CUDA 的机器上，或用没有 CUDA 的版本，请求 CUDA。
# because: .cuda() is no wish: it fails where it cannot be done.
# 原因：.cuda() 不是请求而是命令：做不到就报错。
# repair: device = 'cuda' if torch.cuda.is_available() else 'cpu', and .to(device).
# 修复：device = 'cuda' if torch.cuda.is_available() else 'cpu'，再用 .to(device)。
# edit: x = torch.ones(2, 3).cuda() => x = torch.ones(2, 3).to('cuda' if torch.cuda.is_available() else 'cpu')
# at: 25
# fix: torch.ones(2, 3).cpu()
# prints: (2, 1) cpu
import torch
from torch import nn

net = nn.Linear(3, 1)
x = torch.ones(2, 3).cuda()
print(tuple(net(x).shape), x.device)
