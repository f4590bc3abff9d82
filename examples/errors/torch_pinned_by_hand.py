# pin_memory() after .to(device)
# 在 .to(device) 之后调用 pin_memory()
# accent: PyTorch
# code: P0115
# cause: host
# said: RuntimeError: cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned
# words: hako-mikan/sd-webui-traintrain#20
# source: hako-mikan/sd-webui-traintrain#20
# symptom: A helper that makes transfers fast fails with "cannot pin".
# 症状：为加快传输而写的辅助函数报错 “cannot pin”。
# because: Pinning comes before the transfer: it prepares host memory for it.
# 原因：锁页应在传输之前：它为传输准备主机内存。
# repair: batch.pin_memory().to(device, non_blocking=True).
# 修复：batch.pin_memory().to(device, non_blocking=True)。
# drop: batch = batch if batch.is_cuda else batch.to(device)
# edit: return batch.pin_memory() => return batch.pin_memory().to(device, non_blocking=True)
# at: 26
# operands: batch on cuda:0
# fix: batch
# prints: cuda:0
import torch


def to_gpu(batch, device='cuda:0'):
    batch = batch if batch.is_cuda else batch.to(device)
    return batch.pin_memory()


print(to_gpu(torch.ones(2, 2)).device)
