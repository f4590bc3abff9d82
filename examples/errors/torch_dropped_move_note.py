# The result of .cuda() is dropped, and nobody complains
# 丢弃了 .cuda() 的结果，却没有人抱怨
# accent: PyTorch
# code: P0701
# cause: dropped
# said: nothing: everything runs on the CPU
# words: none
# source: apache/mxnet#6333 (is a GPU used at all?)
# symptom: The program runs, nvidia-smi shows an idle card.
# 症状：程序能运行，nvidia-smi 显示显卡空闲。
# because: x.cuda() gives a copy; x itself stays where it is, and so does all that is computed from it.
# 原因：x.cuda() 给出副本；x 自身以及由它算出的一切都留在原处。
# repair: x = x.cuda().
# 修复：x = x.cuda()。
# edit: x.cuda() => x = x.cuda()
# at: 22
# prints: (2, 2)
import torch

x = torch.arange(6.).reshape(2, 3)
if torch.cuda.is_available():
    x.cuda()
y = x @ x.t()
print(tuple(y.shape))
