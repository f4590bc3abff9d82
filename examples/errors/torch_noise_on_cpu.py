# Noise without a device in a variational autoencoder
# 变分自编码器中没有写设备的噪声
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: HolyBayes/pytorch_ard#1
# symptom: The reparametrization mean + std * eps fails on the GPU alone.
# 症状：重参数化 mean + std * eps 只在 GPU 上报错。
# because: torch.randn(size) makes its numbers on the CPU, whatever else the line works with.
# 原因：torch.randn(size) 总在 CPU 上产生数，不管这一行里的其他值在哪里。
# repair: torch.randn_like(std): shape, dtype and device are those of std.
# 修复：torch.randn_like(std)：形状、类型和设备都与 std 相同。
# edit: eps = torch.randn(std.shape) => eps = torch.randn_like(std)
# at: 32
# operands: eps on cpu; std on cuda:0
# fix: std * eps.to(std.device)
# prints: (3, 2) cuda:0
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_var = nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x):
        mean, std = self.mean(x), (self.log_var(x) / 2).exp()
        eps = torch.randn(std.shape)
        return mean + std * eps


z = Encoder().cuda()(torch.ones(3, 4).cuda())
print(tuple(z.shape), z.device)
