# loss.item() in every step
# 每一步都调用 loss.item()
# accent: PyTorch
# code: P0703
# cause: cost
# said: nothing: it is only slow
# words: none
# source: apache/mxnet#10532 (the same in MXNet)
# symptom: The GPU is idle half the time, and the loop is as slow as on the CPU.
# 症状：GPU 有一半时间空闲，循环和在 CPU 上一样慢。
# because: item() waits until the GPU has done everything before it, in each step.
# 原因：item() 每一步都要等 GPU 完成之前的全部工作。
# repair: total += loss.detach(), and one item() at the end.
# 修复：total += loss.detach()，最后调用一次 item()。
# edit: total += loss.item() => total = total + loss
# edit: print('mean', total / 150) => print('mean', (total / 150).item())
# at: 25
# prints: mean 2.0
import torch

w = torch.ones(4, device='cuda')
total = 0
for step in range(150):
    loss = (w * 2).mean()
    total += loss.item()
print('mean', total / 150)
