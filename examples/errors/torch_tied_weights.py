# One weight used on two GPUs
# 一个权重用在两块 GPU 上
# accent: PyTorch
# code: P0102
# cause: parallel
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cuda:0! (when checking argument for argument mat2 in method wrapper_mm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: shuxueslpi/chatGLM-6B-QLoRA#38
# symptom: A language model split over GPUs fails in its output layer.
# 症状：拆分到多块 GPU 的语言模型在输出层报错。
# because: The output layer shares the embedding's weight, and a tensor lives on one device.
# 原因：输出层与嵌入层共用权重，而一个张量只在一个设备上。
# repair: Keep both layers on one GPU, or bring the activation back: h.to(weight.device).
# 修复：把两层放在同一块 GPU，或把激活值移回来：h.to(weight.device)。
# at: 30
# operands: embedding.weight on cuda:0; h on cuda:1
# fix: F.linear(h.to(embedding.weight.device), embedding.weight)
# prints: (3, 11)
import torch
from torch import nn
import torch.nn.functional as F

embedding = nn.Embedding(11, 4).to('cuda:0')
body = nn.Linear(4, 4).to('cuda:1')


def logits(tokens):
    h = embedding(tokens.to('cuda:0'))
    h = body(h.to('cuda:1'))
    return F.linear(h, embedding.weight)


print(tuple(logits(torch.tensor([1, 2, 3])).shape))
