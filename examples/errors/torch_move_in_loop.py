# A constant is moved in every step
# 每一步都移动同一个常量
# accent: PyTorch
# code: P0702
# cause: cost
# said: nothing: it is only slow
# words: none
# source: seen in lessons
# symptom: nvidia-smi shows transfers all the time, although the data are small.
# 症状：数据很小，nvidia-smi 却一直显示传输。
# because: adjacency.to(device) stands inside the loop, and the matrix never changes.
# 原因：adjacency.to(device) 写在循环里，而矩阵从不变化。
# repair: Move it once, before the loop.
# 修复：在循环之前移动一次。
# edit: x = adjacency.to('cuda') @ x / 2 => x = adjacency @ x / 2
# edit: adjacency = torch.eye(3) + 1 => adjacency = (torch.eye(3) + 1).to('cuda')
# at: 24
# prints: (3, 1) cuda:0
import torch

adjacency = torch.eye(3) + 1
x = torch.ones(3, 1, device='cuda')
for layer in range(12):
    x = adjacency.to('cuda') @ x / 2
print(tuple(x.shape), x.device)
