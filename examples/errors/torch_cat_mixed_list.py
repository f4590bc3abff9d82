# Tensors of a list on two devices, joined by torch.cat
# 用 torch.cat 连接位于两个设备上的张量
# accent: PyTorch
# code: P0103
# cause: data
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0! (when checking argument for argument tensors in method wrapper___cat)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp (either order of the devices occurs)
# source: haoosz/ConceptExpress#5
# symptom: Collecting predictions works for a while; joining them fails.
# 症状：收集预测时一切正常；连接它们时报错。
# because: The list begins with a CPU tensor (an empty one, say), and the rest comes from the GPU.
# 原因：列表以 CPU 张量开头（例如空张量），其余的来自 GPU。
# repair: Give the first one a device, or bring all to the CPU as they are collected: out.cpu().
# 修复：给第一个张量写上设备，或在收集时都取到 CPU：out.cpu()。
# at: 27
# operands: collected[0] on cpu; collected[1] on cuda:0; collected[2] on cuda:0; collected[3] on cuda:0
# fix: torch.cat([t.to('cuda:0') for t in collected])
# prints: (4, 2)
import torch
from torch import nn

model = nn.Linear(2, 2).to('cuda:0')
collected = [torch.zeros(1, 2)]
with torch.no_grad():
    for step in range(3):
        collected.append(model(torch.full((1, 2), float(step), device='cuda:0')))
everything = torch.cat(collected)
print(tuple(everything.shape))
