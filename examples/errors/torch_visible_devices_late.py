# CUDA_VISIBLE_DEVICES after the first use of a GPU
# 用过 GPU 之后才设 CUDA_VISIBLE_DEVICES
# accent: PyTorch
# code: P0707
# cause: device
# said: nothing: CUDA read the variable long before
# words: the CUDA runtime reads it once
# source: pytorch/pytorch#95073, pytorch/pytorch#80876
# symptom: The variable is set, and the program still sees and fills the other card.
# 症状：变量已设置，程序却仍然看到并占用另一块卡。
# because: CUDA reads CUDA_VISIBLE_DEVICES once, at its first use.
# 原因：CUDA 只在第一次使用时读取 CUDA_VISIBLE_DEVICES。
# repair: Set it before the first line that touches a GPU, or on the command line.
# 修复：在第一行用到 GPU 的代码之前设置，或在命令行上设置。
# edit: print('GPUs:', torch.cuda.device_count()) => os.environ['CUDA_VISIBLE_DEVICES'] = '1'
# edit: os.environ['CUDA_VISIBLE_DEVICES'] = '1' => print('GPUs:', torch.cuda.device_count())
# at: 24
# prints: GPUs: 1\ncuda:0
import os

import torch

print('GPUs:', torch.cuda.device_count())
os.environ['CUDA_VISIBLE_DEVICES'] = '1'
x = torch.ones(2, device='cuda')
print(x.device)
