# The class weights of CrossEntropyLoss are on the CPU
# CrossEntropyLoss 的类别权重在 CPU 上
# accent: PyTorch
# code: P0103
# cause: loss
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument weight in method wrapper_nll_loss_forward)
# also: RuntimeError: Expected all tensors to be on the same device, but got weight is on cpu, different from other tensors on cuda:0 (when checking argument in method wrapper_CUDA_nll_loss_forward)
# words: pytorch/pytorch#122757; the method's name is that of 1.13
# source: pytorch/pytorch#122757, sacdallago/biotrainer#67
# symptom: Outputs and labels are both on the GPU, and the loss still says cuda:0 and cpu.
# 症状：输出和标签都在 GPU 上，损失函数仍然报告 cuda:0 和 cpu。
# because: A loss is a module with a buffer of its own, its weight, and nobody moved it.
# 原因：损失函数也是模块，有自己的缓冲区，即权重，而没有人移动它。
# repair: criterion = nn.CrossEntropyLoss(weight=…).to(device).
# 修复：criterion = nn.CrossEntropyLoss(weight=…).to(device)。
# at: 30
# operands: y on cuda:0; outputs on cuda:0; weight on cpu; counts on cpu
# fix: criterion.to(outputs.device)(outputs, y)
# prints: cuda:0 (3, 4)
import torch
from torch import nn

device = torch.device('cuda:0')
counts = torch.tensor([50., 30., 5.])
criterion = nn.CrossEntropyLoss(weight=counts.sum() / counts)

model = nn.Linear(4, 3).to(device)
x, y = torch.randn(6, 4, device=device), torch.tensor([0, 0, 1, 1, 2, 0], device=device)
outputs = model(x)
loss = criterion(outputs, y)
loss.backward()
print(loss.device, tuple(model.weight.grad.shape))
