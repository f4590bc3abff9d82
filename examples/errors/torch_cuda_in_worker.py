# A data set with workers that gives GPU tensors
# 带工作进程的数据集给出 GPU 张量
# accent: PyTorch
# code: P0119
# cause: host
# said: RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method
# words: PyTorch 1.13, torch/cuda/__init__.py
# source: PyTorch's notes on multiprocessing
# symptom: num_workers=0 works; with workers the loader dies in "worker process 0".
# 症状：num_workers=0 时正常；有工作进程时加载器在 “worker process 0” 中失败。
# because: The data set moves its items to the GPU itself, in a forked process.
# 原因：数据集自己在 fork 出的进程里把数据移到 GPU。
# repair: Return CPU tensors from __getitem__, and move the batch in the loop.
# 修复：__getitem__ 返回 CPU 张量，在循环中移动批次。
# edit: return torch.full((3,), float(i)).cuda() => return torch.full((3,), float(i))
# fix: torch.full((3,), float(i))
# at: 28
# prints: [6.0, 9.0]
import torch
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return torch.full((3,), float(i)).cuda()


torch.cuda.init()
weight = torch.ones(3, device='cuda')
for batch in DataLoader(Squares(), batch_size=2, num_workers=2):
    out = batch.to('cuda') @ weight
print(out.tolist())
