# Positional encodings as a plain attribute
# 位置编码只是普通属性
# accent: PyTorch
# code: P0103
# cause: attribute
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: wingedsheep/transformer#4
# symptom: A transformer works on the CPU; on the GPU x + self.encoding fails, and the text names no argument.
# 症状：transformer 在 CPU 上正常；在 GPU 上 x + self.encoding 报错，而且信息不指明是哪个参数。
# because: The table was computed once in __init__ and kept as an attribute that .to() does not move.
# 原因：这张表在 __init__ 中计算一次，保存为 .to() 不会移动的属性。
# repair: self.register_buffer('encoding', …, persistent=False).
# 修复：self.register_buffer('encoding', …, persistent=False)。
# at: 34
# operands: self.encoding[:x.shape[1]] on cpu; self.encoding on cpu; x on cuda:0
# fix: x + self.encoding[:x.shape[1]].to(x.device)
# better: line 31: self.register_buffer('encoding', torch.cat([torch.sin(angle), torch.cos(angle)], dim=1))
# prints: (2, 3, 10)
import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, width, longest=16):
        super().__init__()
        position = torch.arange(longest).unsqueeze(1).float()
        angle = position * torch.exp(torch.arange(0, width, 2).float() * (-math.log(10000.0) / width))
        self.encoding = torch.cat([torch.sin(angle), torch.cos(angle)], dim=1)

    def forward(self, x):
        return x + self.encoding[:x.shape[1]]


model = nn.Sequential(nn.Embedding(10, 6), PositionalEncoding(6), nn.Linear(6, 10)).to('cuda:0')
tokens = torch.tensor([[1, 2, 3], [4, 5, 6]], device='cuda:0')
print(tuple(model(tokens).shape))
