# A NumPy array times a tensor on the GPU
# NumPy 数组乘以 GPU 上的张量
# accent: PyTorch
# code: P0103
# cause: libraries
# said: TypeError: can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.
# words: PyTorch 1.13: on the CPU the array is taken in as a tensor, and the product works
# source: lijx10/SO-Net#41
# symptom: Weights computed by NumPy meet a tensor.
# 症状：用 NumPy 算出的权重遇到张量。
# because: PyTorch takes the array in as a CPU tensor: on the CPU that works, beside a GPU tensor it does not.
# 原因：PyTorch 把数组当作 CPU 张量：在 CPU 上可以，与 GPU 张量一起就不行。
# repair: torch.from_numpy(weights).to(x.device).
# 修复：torch.from_numpy(weights).to(x.device)。
# at: 24
# operands: weights on cpu; x on cuda:0
# fix: x * torch.from_numpy(weights).to(x.device)
# prints: (4, 3) cuda:0
import numpy as np
import torch

weights = np.array([0.2, 0.3, 0.5], dtype='float32')
x = torch.ones(4, 3, device='cuda')
weighted = x * weights
print(tuple(weighted.shape), weighted.device)
