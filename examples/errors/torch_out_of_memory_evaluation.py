# Evaluation without torch.no_grad()
# 评估时没有 torch.no_grad()
# accent: PyTorch
# code: P0501
# cause: memory
# gpus: sim:2,mem=64M
# said: OutOfMemoryError: CUDA out of memory.
# words: PyTorch 2.0 and before, c10/cuda/CUDACachingAllocator.cpp
# source: pytorch/pytorch#5210
# symptom: Training fits in memory, the evaluation behind it does not.
# 症状：训练放得下，之后的评估却放不下。
# because: Each prediction keeps what its backward would need, and the list keeps the predictions.
# 原因：每个预测都保留反向所需的内容，而列表保留着这些预测。
# repair: with torch.no_grad(): around the evaluation.
# 修复：把评估放在 with torch.no_grad(): 之下。
# edit: outputs.append(net(x)) => outputs.append(net(x).detach())
# at: 28
# operands: x on cuda:0
# prints: 12 (512, 1)
import torch
from torch import nn

net = nn.Sequential(nn.Linear(256, 2048), nn.ReLU(), nn.Linear(2048, 1)).cuda()
net.eval()
outputs = []
for batch in range(12):
    x = torch.ones(512, 256, device='cuda')
    outputs.append(net(x))
print(len(outputs), tuple(outputs[0].shape))
