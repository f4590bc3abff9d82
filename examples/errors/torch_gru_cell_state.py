# A loop over time steps that begins with torch.zeros
# 以 torch.zeros 开始的时间步循环
# accent: PyTorch
# code: P0103
# cause: state
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument mat1 in method wrapper_addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: benedekrozemberczki/pytorch_geometric_temporal#18
# symptom: The first step of a hand-written recurrent loop fails inside GRUCell.
# 症状：手写循环网络的第一步就在 GRUCell 里报错。
# because: The state before the first step was made without a device.
# 原因：第一步之前的状态在创建时没有写设备。
# repair: h = torch.zeros(batch, size, device=x.device), or x.new_zeros(batch, size).
# 修复：h = torch.zeros(batch, size, device=x.device)，或 x.new_zeros(batch, size)。
# edit: h = torch.zeros(xs.shape[1], 5) => h = xs.new_zeros(xs.shape[1], 5)
# at: 30
# operands: h on cpu; x on cuda:0; weight_hh on cuda:0; bias_hh on cuda:0
# fix: cell(x, h.to(next(cell.parameters()).device))
# prints: (6, 2, 5)
import torch
from torch import nn

cell = nn.GRUCell(3, 5).to('cuda:0')


def run(xs):
    outputs = []
    h = torch.zeros(xs.shape[1], 5)
    for x in xs:
        h = cell(x, h)
        outputs.append(h)
    return torch.stack(outputs)


print(tuple(run(torch.randn(6, 2, 3, device='cuda:0')).shape))
