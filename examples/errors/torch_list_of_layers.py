# Layers in a Python list
# 放在 Python 列表里的层
# accent: PyTorch
# code: P0103
# cause: attribute
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0! (when checking argument for argument mat1 in method wrapper_addmm)
# also: RuntimeError: Tensor for argument #2 'weight' is on CPU, but expected it to be on GPU
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: pytorch/pytorch#15005, pytorch/pytorch#8017
# symptom: model.cuda() leaves some layers behind, and model.parameters() lacks their weights.
# 症状：model.cuda() 漏掉了一些层，model.parameters() 中也没有它们的权重。
# because: A module finds layers that are attributes; inside a plain list it does not look.
# 原因：模块只能找到作为属性的层，不会到普通列表里去找。
# repair: nn.ModuleList([…]) instead of […]: the layers are known, moved, trained and saved.
# 修复：用 nn.ModuleList([…]) 代替 […]：这些层才会被识别、移动、训练和保存。
# at: 34
# operands: x on cuda:0; weight on cpu; bias on cpu
# fix: layer.to(x.device)(x)
# better: line 29: self.hidden = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
# prints: (5, 4) cuda:0
import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.first = nn.Linear(2, width)
        self.hidden = [nn.Linear(width, width) for _ in range(depth)]

    def forward(self, x):
        x = torch.relu(self.first(x))
        for layer in self.hidden:
            x = torch.relu(layer(x))
        return x


tower = Tower(4, 3).cuda()
y = tower(torch.ones(5, 2).cuda())
print(tuple(y.shape), y.device)
