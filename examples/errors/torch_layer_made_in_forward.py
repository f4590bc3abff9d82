# A layer that is made anew in forward
# 在 forward 里新建的层
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument weight in method wrapper__cudnn_batch_norm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: syuu1987/geekTime-semantic-segmentation#1
# symptom: The model was moved, its convolution works, and batch normalization says cuda:0 and cpu.
# 症状：模型已移动，卷积正常，批归一化却报告 cuda:0 和 cpu。
# because: The layer is born in forward, on the CPU, long after model.to(device); and it would never learn.
# 原因：这一层在 forward 中才诞生，在 CPU 上，晚于 model.to(device)；而且它永远学不到东西。
# repair: Make the layer in __init__ and call it in forward.
# 修复：在 __init__ 中创建这一层，在 forward 中调用它。
# edit: self.channels = channels => self.normalize = nn.BatchNorm2d(channels)
# edit: return torch.relu(nn.BatchNorm2d(self.channels)(x)) => return torch.relu(self.normalize(x))
# at: 33
# operands: x on cuda:0; weight on cpu; bias on cpu; running_mean on cpu
# fix: nn.BatchNorm2d(self.channels).to(x.device)(x)
# prints: (4, 2, 4, 4)
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2d(1, channels, 3)
        self.channels = channels

    def forward(self, x):
        x = self.conv(x)
        return torch.relu(nn.BatchNorm2d(self.channels)(x))


block = Block(2).to('cuda')
print(tuple(block(torch.randn(4, 1, 6, 6, device='cuda')).shape))
