# pin_memory=True for a data set that lives on the GPU
# 数据集已在 GPU 上，却设了 pin_memory=True
# accent: PyTorch
# code: P0115
# cause: host
# said: RuntimeError: cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned
# words: scverse/scvi-tools#1713
# source: scverse/scvi-tools#1713, unit8co/darts#436
# symptom: The loader fails at its first batch with "cannot pin".
# 症状：加载器在第一个批次报错 “cannot pin”。
# because: The data were moved to the GPU as a whole, so there is nothing to pin.
# 原因：数据已整体移到 GPU，没有可锁的页。
# repair: pin_memory=False; or keep the data on the CPU and move each batch.
# 修复：pin_memory=False；或把数据留在 CPU，逐批移动。
# edit: loader = DataLoader(data, batch_size=2, pin_memory=True) => loader = DataLoader(data, batch_size=2, pin_memory=False)
# at: 24
# operands: (a step inside) on cuda:0
# prints: cuda:0
import torch
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.ones(4, 3).cuda(), torch.zeros(4).cuda())
loader = DataLoader(data, batch_size=2, pin_memory=True)
for x, y in loader:
    mean = x.mean() - y.mean()
print(mean.device)
