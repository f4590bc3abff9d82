# CUDA_VISIBLE_DEVICE
# CUDA_VISIBLE_DEVICE
# accent: PyTorch
# code: P0706
# cause: device
# said: nothing: nobody reads that variable
# words: none
# source: maudzung/RTM3D#11 (even the cure is misspelt there)
# symptom: The variable has no effect at all.
# 症状：变量完全不起作用。
# because: Its name ends in S.
# 原因：它的名称以 S 结尾。
# repair: CUDA_VISIBLE_DEVICES.
# 修复：CUDA_VISIBLE_DEVICES。
# edit: os.environ['CUDA_VISIBLE_DEVICE'] = '0' => os.environ['CUDA_VISIBLE_DEVICES'] = '0'
# at: 20
# prints: 2.0 cuda:0
import os

os.environ['CUDA_VISIBLE_DEVICE'] = '0'

import torch

x = torch.ones(2, device='cuda')
print(x.sum().item(), x.device)
