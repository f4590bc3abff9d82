# A checkpoint from cuda:3 on a machine with two GPUs
# 在只有两块 GPU 的机器上打开 cuda:3 的检查点
# accent: PyTorch
# code: P0117
# cause: checkpoint
# said: RuntimeError: Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 2. Please use torch.load with map_location to map your storages to an existing device.
# words: pytorch/pytorch#15541 (torch/serialization.py of 1.13)
# source: pytorch/pytorch#15541, computationalmedia/semstyle#3
# symptom: torch.load fails before the model is even asked.
# 症状：还没有用到模型，torch.load 就失败了。
# because: A checkpoint remembers the device of each tensor, and that one is not here.
# 原因：检查点记着每个张量的设备，而那个设备不在这里。
# repair: torch.load(path, map_location='cpu'), then model.to(device).
# 修复：torch.load(path, map_location='cpu')，再 model.to(device)。
# edit: state = torch.load('checkpoint_of_cuda3.pt') => state = torch.load('checkpoint_of_cuda3.pt', map_location='cpu')
# at: 22
# fix: torch.load('checkpoint_of_cuda3.pt', map_location='cuda:0')
# prints: cuda:0
import torch
from torch import nn

state = torch.load('checkpoint_of_cuda3.pt')
model = nn.Linear(2, 1)
model.load_state_dict(state)
model.to('cuda')
print(model.weight.device)
