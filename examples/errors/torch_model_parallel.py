# Two halves of a network on two GPUs
# 网络的两半在两块 GPU 上
# accent: PyTorch
# code: P0102
# cause: parallel
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cuda:0! (when checking argument for argument mat1 in method wrapper_addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: pytorch/pytorch#11881
# symptom: Model parallelism: the second half fails on what the first half gives.
# 症状：模型并行：后一半收到前一半的输出时报错。
# because: Layers live on their GPUs, activations do not follow them by themselves.
# 原因：层各自在自己的 GPU 上，激活值不会自动跟过去。
# repair: Move the activation between the halves: h.to('cuda:1').
# 修复：在两半之间移动激活值：h.to('cuda:1')。
# at: 31
# operands: h on cuda:0; x on cuda:0; back.weight on cuda:1; back.bias on cuda:1
# fix: self.back(h.to(next(self.back.parameters()).device))
# prints: (3, 2) cuda:1
import torch
from torch import nn


class Halves(nn.Module):
    def __init__(self):
        super().__init__()
        self.front = nn.Linear(4, 8).to('cuda:0')
        self.back = nn.Linear(8, 2).to('cuda:1')

    def forward(self, x):
        h = torch.relu(self.front(x))
        return self.back(h)


out = Halves()(torch.ones(3, 4, device='cuda:0'))
print(tuple(out.shape), out.device)
