# Output heads in a Python dict
# 放在 Python 字典里的输出头
# accent: PyTorch
# code: P0103
# cause: attribute
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0! (when checking argument for argument mat1 in method wrapper_addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: pytorch/pytorch#632
# symptom: A network with a head for each task fails on the GPU as soon as a head is used.
# 症状：每个任务一个输出头的网络，一用到输出头就在 GPU 上报错。
# because: The dict hides the heads from the module.
# 原因：字典把输出头藏了起来，模块看不到。
# repair: nn.ModuleDict({…}).
# 修复：nn.ModuleDict({…})。
# at: 32
# operands: features on cuda:0; self.heads[task].weight on cpu; self.heads[task].bias on cpu
# fix: self.heads[task].to(features.device)(features)
# better: line 28: self.heads = nn.ModuleDict({name: nn.Linear(4, size) for name, size in tasks.items()})
# prints: (2, 3)
import torch
from torch import nn


class MultiTask(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.body = nn.Linear(6, 4)
        self.heads = {name: nn.Linear(4, size) for name, size in tasks.items()}

    def forward(self, x, task):
        features = self.body(x)
        return self.heads[task](features)


model = MultiTask({'age': 1, 'colour': 3}).to('cuda')
print(tuple(model(torch.ones(2, 6, device='cuda'), 'colour').shape))
