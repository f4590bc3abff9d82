# A word beyond the table of an embedding, on the GPU
# GPU 上的词编号超出嵌入表
# accent: PyTorch
# code: P0502
# cause: late
# said: RuntimeError: CUDA error: device-side assert triggered
# words: pytorch/pytorch#18014 (the same assert for indices)
# source: pytorch/pytorch#1204
# symptom: A device-side assert when the result is read, long after the embedding.
# 症状：读取结果时才出现 device-side assert，距嵌入层已经很远。
# because: The vocabulary has one word more than the table has rows.
# 原因：词表比嵌入表多了一个词。
# repair: nn.Embedding(len(vocabulary), width), counting the unknown word too.
# 修复：nn.Embedding(len(vocabulary), width)，把未知词也算上。
# edit: embedding = nn.Embedding(4, 2).cuda() => embedding = nn.Embedding(len(words) + 1, 2).cuda()
# at: 25
# prints: (2, 2) True
import torch
from torch import nn

words = {'a': 0, 'b': 1, 'c': 2, 'd': 3}
unknown = len(words)
embedding = nn.Embedding(4, 2).cuda()
ids = torch.tensor([words.get(w, unknown) for w in ['a', 'e']]).cuda()
vectors = embedding(ids)
print(tuple(vectors.shape), vectors.sum().item() < 100)
