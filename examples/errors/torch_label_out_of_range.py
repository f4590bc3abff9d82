# A label that is no class, on the GPU
# GPU 上的标签超出类别范围
# accent: PyTorch
# code: P0502
# cause: late
# said: RuntimeError: CUDA error: device-side assert triggered
# also: RuntimeError: cuda runtime error (59) : device-side assert triggered
# also: Assertion `t >= 0 && t < n_classes` failed.
# words: pytorch/pytorch#18014, milesial/Pytorch-UNet#375
# source: pytorch/pytorch#18014, datawhalechina/leedl-tutorial#89
# symptom: "device-side assert triggered", at a line that has nothing to do with it; then every CUDA call fails.
# 症状：“device-side assert triggered”，出现在毫不相干的一行；之后所有 CUDA 调用都失败。
# because: Labels count from 0: with 3 classes there is no label 3. The kernel finds it later, while the program has gone on.
# 原因：标签从 0 开始：3 个类别没有标签 3。内核稍后才发现，而程序已经继续往下走了。
# repair: Labels from 0 to classes - 1 (here: subtract 1). On the CPU the same line says which label it is.
# 修复：标签取 0 到 类别数 - 1（这里减 1）。在 CPU 上同一行会指出是哪个标签。
# edit: labels = torch.tensor([1, 2, 3], device='cuda') => labels = torch.tensor([1, 2, 3], device='cuda') - 1
# at: 25
# prints: loss is finite: True
import torch
from torch import nn

net = nn.Linear(4, 3).cuda()
labels = torch.tensor([1, 2, 3], device='cuda')
loss = nn.functional.cross_entropy(net(torch.ones(3, 4, device='cuda')), labels)
predicted = net.weight.argmax(dim=1)
print('loss is finite:', loss.item() < 100)
