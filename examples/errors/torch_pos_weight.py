# pos_weight of BCEWithLogitsLoss
# BCEWithLogitsLoss 的 pos_weight
# accent: PyTorch
# code: P0103
# cause: loss
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: pytorch/pytorch#3879
# symptom: A loss of two arguments on one device complains about two devices.
# 症状：损失的两个参数在同一设备上，却抱怨有两个设备。
# because: pos_weight was given as a CPU tensor when the loss was made.
# 原因：创建损失时给的 pos_weight 是 CPU 张量。
# repair: pos_weight=torch.tensor([3.], device=device), or loss.to(device).
# 修复：pos_weight=torch.tensor([3.], device=device)，或 loss.to(device)。
# at: 27
# operands: logits on cuda:0; pos_weight on cpu
# fix: bce.to(logits.device)(logits, y)
# prints: cuda:0
import torch
from torch import nn

bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([3., 1.]))


def step(model, x, y):
    logits = model(x)
    loss = bce(logits, y)
    loss.backward()
    return loss


model = nn.Linear(3, 2).cuda()
print(step(model, torch.ones(4, 3).cuda(), torch.ones(4, 2).cuda()).device)
