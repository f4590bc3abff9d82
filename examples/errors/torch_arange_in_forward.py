# torch.arange in forward looks up an embedding
# forward 里用 torch.arange 查嵌入表
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument index in method wrapper__index_select)
# words: easydiffusion/easydiffusion#561; PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: easydiffusion/easydiffusion#561, mozilla/TTS#473
# symptom: The embedding of positions fails and names an argument `index`.
# 症状：位置嵌入报错，并提到参数 `index`。
# because: Positions are made on the CPU in each forward pass.
# 原因：每次前向计算都在 CPU 上创建位置。
# repair: torch.arange(n, device=tokens.device).
# 修复：torch.arange(n, device=tokens.device)。
# edit: positions = torch.arange(tokens.shape[1]) => positions = torch.arange(tokens.shape[1], device=tokens.device)
# at: 31
# operands: positions on cpu; places.weight on cuda:0
# fix: self.places(positions.to(next(self.places.parameters()).device))
# prints: (1, 3, 4)
import torch
from torch import nn


class Embedder(nn.Module):
    def __init__(self, words=20, longest=10, width=4):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(longest, width)

    def forward(self, tokens):
        positions = torch.arange(tokens.shape[1])
        return self.words(tokens) + self.places(positions)


embed = Embedder().to('cuda')
print(tuple(embed(torch.tensor([[3, 1, 4]], device='cuda')).shape))
