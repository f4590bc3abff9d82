# A causal mask that the module does not know
# 模块不认识的因果掩码
# accent: PyTorch
# code: P0103
# cause: attribute
# said: RuntimeError: expected self and mask to be on the same device, but got mask on cpu and self on cuda:0
# words: PyTorch 1.13, libtorch_cpu: masked_fill
# source: pytorch/pytorch#43815
# symptom: model.cuda() went well, and inside attention masked_fill finds the mask on the CPU.
# 症状：model.cuda() 一切正常，注意力里的 masked_fill 却发现掩码在 CPU 上。
# because: self.mask is a plain attribute. A module moves its parameters, buffers and submodules, nothing else.
# 原因：self.mask 只是普通属性。模块只移动它的参数、缓冲区和子模块。
# repair: self.register_buffer('mask', …): a buffer moves with the module, and is saved with it.
# 修复：self.register_buffer('mask', …)：缓冲区随模块一起移动，也一起保存。
# at: 33
# operands: self.mask == 0 on cpu; self.mask on cpu; scores on cuda:0
# fix: scores.masked_fill((self.mask == 0).to(scores.device), float('-inf'))
# better: line 28: self.register_buffer('mask', torch.tril(torch.ones(longest, longest)))
# prints: (2, 5, 8) cuda:0
import torch
from torch import nn


class CausalAttention(nn.Module):
    def __init__(self, width, longest):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.mask = torch.tril(torch.ones(longest, longest))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        scores = scores.masked_fill(self.mask == 0, float('-inf'))
        return torch.softmax(scores, dim=-1) @ v


attention = CausalAttention(8, 5).cuda()
out = attention(torch.randn(2, 5, 8, device='cuda'))
print(tuple(out.shape), out.device)
