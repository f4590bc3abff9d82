# One tensor that is larger than the GPU
# 一个比 GPU 还大的张量
# accent: PyTorch
# code: P0501
# cause: memory
# gpus: sim:1,mem=64M
# said: OutOfMemoryError: CUDA out of memory.
# words: PyTorch 2.0 and before, c10/cuda/CUDACachingAllocator.cpp
# source: pytorch/pytorch#5210
# symptom: The very first allocation fails; the number asked for is larger than the card.
# 症状：第一次分配就失败；请求的大小超过了显卡。
# because: A whole data set, or all pairs of distances, was made at once.
# 原因：一次创建了整个数据集，或所有的两两距离。
# repair: In pieces: a batch at a time, torch.cdist of a slice.
# 修复：分块进行：一次一个批次，或对切片求 torch.cdist。
# edit: nearest = torch.cdist(points, points).topk(2, largest=False).indices[:, 1] => nearest = torch.cat([torch.cdist(part, points).topk(2, largest=False).indices[:, 1] for part in points.split(256)])
# at: 23
# operands: points on cuda:0
# prints: (5000,)
import torch

points = torch.rand(5000, 3, device='cuda')
nearest = torch.cdist(points, points).topk(2, largest=False).indices[:, 1]
print(tuple(nearest.shape))
