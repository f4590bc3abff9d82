# The losses of two GPUs are added
# 把两块 GPU 的损失相加
# accent: PyTorch
# code: P0102
# cause: parallel
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cuda:1!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: yuhuixu1993/PC-DARTS#57
# symptom: Data parallel training by hand: sum(losses) fails.
# 症状：手写数据并行训练：sum(losses) 报错。
# because: A number on a GPU is a tensor of that GPU; only CPU tensors without dimensions mix with others.
# 原因：GPU 上的一个数是那块 GPU 的张量；只有没有维度的 CPU 张量能与其他设备混用。
# repair: sum(loss.to('cuda:0') for loss in losses); backward goes back to both GPUs.
# 修复：sum(loss.to('cuda:0') for loss in losses)；反向会回到两块 GPU。
# at: 28
# operands: losses[1] on cuda:1; losses[0] on cuda:0
# fix: losses[0].to(losses[1].device) + losses[1]
# prints: ['cuda:0', 'cuda:1']
import torch
from torch import nn

replicas = [nn.Linear(3, 1).to(f'cuda:{i}') for i in range(2)]
batch = torch.arange(12.).reshape(4, 3)
losses = []
for replica, part in zip(replicas, batch.chunk(2)):
    device = replica.weight.device
    losses.append(replica(part.to(device)).pow(2).mean())
total = losses[0] + losses[1]
total.backward()
print([str(r.weight.grad.device) for r in replicas])
