# CUDA_VISIBLE_DEVICES=1, and then cuda:1
# 设了 CUDA_VISIBLE_DEVICES=1，又用 cuda:1
# accent: PyTorch
# code: P0104
# cause: device
# said: RuntimeError: CUDA error: invalid device ordinal
# words: unslothai/unsloth#670
# source: unslothai/unsloth#670, OpenNMT/OpenNMT-py#609
# symptom: "I chose card 1, and cuda:1 does not exist."
# 症状：“我选了 1 号卡，cuda:1 却不存在。”
# because: CUDA numbers the visible cards anew, from 0: card 1 is now cuda:0.
# 原因：CUDA 对可见的卡重新从 0 编号：1 号卡现在是 cuda:0。
# repair: With CUDA_VISIBLE_DEVICES=1 say cuda:0, or just 'cuda'.
# 修复：设了 CUDA_VISIBLE_DEVICES=1 之后用 cuda:0，或直接用 'cuda'。
# at: 24
# fix: torch.zeros(2, 3, device='cuda:0')
# prints: cuda:0 of 1
import os

os.environ['CUDA_VISIBLE_DEVICES'] = '1'

import torch

x = torch.zeros(2, 3, device='cuda:1')
print(x.device, 'of', torch.cuda.device_count())
