# A replica of DataParallel meets an attribute of GPU 0
# DataParallel 的副本遇到 GPU 0 上的属性
# accent: PyTorch
# code: P0102
# cause: parallel
# said: RuntimeError: Caught RuntimeError in replica 1 on device 1.
# also: RuntimeError: Expected tensor for argument #1 'input' to have the same device as tensor for argument #2 'weight'; but device 1 does not equal 0 (while checking arguments for cudnn_convolution)
# words: yuhuixu1993/PC-DARTS#57 (the other order)
# source: yuhuixu1993/PC-DARTS#57, htqin/IR-Net#19
# symptom: The model works on one GPU; with DataParallel replica 1 fails.
# 症状：模型在一块 GPU 上正常；用 DataParallel 时副本 1 报错。
# because: Parameters and buffers are copied to each GPU, a plain attribute is shared by all replicas.
# 原因：参数和缓冲区会复制到每块 GPU，普通属性则被所有副本共用。
# repair: self.register_buffer('temperature', …).
# 修复：self.register_buffer('temperature', …)。
# at: 33
# operands: self.temperature on cuda:0; logits on cuda:1; x on cuda:1
# fix: logits / self.temperature.to(logits.device)
# better: line 29: self.register_buffer('temperature', torch.full((2,), 1.5).to('cuda:0'))
# prints: (4, 2)
import torch
from torch import nn


class Calibrated(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.temperature = torch.full((2,), 1.5).to('cuda:0')

    def forward(self, x):
        logits = self.linear(x)
        return logits / self.temperature


model = nn.DataParallel(Calibrated().to('cuda:0'))
print(tuple(model(torch.ones(4, 3)).shape))
