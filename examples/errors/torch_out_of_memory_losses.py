# A list of losses holds every graph
# 损失的列表保留着每个计算图
# accent: PyTorch
# code: P0501
# cause: memory
# gpus: sim:2,mem=64M
# said: OutOfMemoryError: CUDA out of memory.
# also: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.26 GiB (GPU 0; 6.00 GiB total capacity; 781.59 MiB already allocated; 3.03 GiB free; 1.24 GiB reserved in total by PyTorch)
# also: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.00 MiB. GPU 0 has a total capacity of 23.65 GiB of which 11.06 MiB is free. Including non-PyTorch memory, this process has 23.60 GiB memory in use.
# also: RuntimeError: cuda runtime error (2) : out of memory
# words: PyTorch 2.0 and before, c10/cuda/CUDACachingAllocator.cpp
# source: pytorch/pytorch#1840, pytorch/pytorch#4420
# symptom: The first steps fit, and after some of them memory is out.
# 症状：前几步放得下，过几步之后内存就用尽了。
# because: loss is the end of a graph, and a list of losses keeps all graphs with their activations.
# 原因：loss 是计算图的末端，损失的列表会保留所有计算图及其激活值。
# repair: history.append(loss.item()).
# 修复：history.append(loss.item())。
# edit: history.append(loss) => history.append(loss.item())
# at: 28
# prints: 12 losses
import torch

x = torch.ones(1024, 1024, device='cuda')
w = torch.ones(1024, 1024, device='cuda', requires_grad=True)
history = []
for step in range(12):
    loss = ((x * w).exp() - 1).pow(2).mean()
    history.append(loss)
print(len(history), 'losses')
