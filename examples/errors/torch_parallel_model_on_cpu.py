# DataParallel around a model on the CPU
# 用 DataParallel 包住 CPU 上的模型
# accent: PyTorch
# code: P0113
# cause: parallel
# said: RuntimeError: module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu
# words: PyTorch 1.13, torch/nn/parallel/data_parallel.py
# source: pytorch/pytorch#17065
# symptom: The first forward pass of the wrapped model fails.
# 症状：包装后的模型第一次前向计算就报错。
# because: Each pass copies the parameters from device_ids[0]; they must be there.
# 原因：每次前向都从 device_ids[0] 复制参数；参数必须在那里。
# repair: nn.DataParallel(model.to('cuda:0')).
# 修复：nn.DataParallel(model.to('cuda:0'))。
# edit: parallel = nn.DataParallel(model, device_ids=[0, 1]) => parallel = nn.DataParallel(model.to('cuda:0'), device_ids=[0, 1])
# at: 25
# operands: module.0.weight on cpu
# fix: parallel.to('cuda:0')(torch.ones(6, 3))
# prints: (6, 2) cuda:0
import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
parallel = nn.DataParallel(model, device_ids=[0, 1])
y = parallel(torch.ones(6, 3))
print(tuple(y.shape), y.device)
