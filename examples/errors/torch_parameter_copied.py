# nn.Parameter(…).to(device) in __init__
# 在 __init__ 里写 nn.Parameter(…).to(device)
# accent: PyTorch
# code: P0708
# cause: attribute
# said: nothing: the module just has no such parameter
# words: pytorch/pytorch#17484 shows the empty state_dict()
# source: pytorch/pytorch#17484, pytorch/pytorch#94828
# symptom: Nothing fails, the parameter never learns, and the checkpoint does not have it.
# 症状：不报错，但参数从不更新，检查点里也没有它。
# because: .to() of a Parameter gives a plain tensor, and a module registers Parameters alone.
# 原因：Parameter 的 .to() 给出普通张量，而模块只登记 Parameter。
# repair: self.scale = nn.Parameter(torch.ones(3)), and move the module.
# 修复：self.scale = nn.Parameter(torch.ones(3))，再移动模块。
# edit: self.scale = nn.Parameter(torch.ones(3)).to('cuda') => self.scale = nn.Parameter(torch.ones(3))
# at: 25
# prints: 1 parameter on cuda:0
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3)).to('cuda')

    def forward(self, x):
        return x * self.scale


layer = Scale().to('cuda')
out = layer(torch.ones(2, 3, device='cuda'))
print(len(list(layer.parameters())) or 'no', 'parameter on', out.device)
