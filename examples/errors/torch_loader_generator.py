# A DataLoader that shuffles with a generator of the GPU
# 用 GPU 生成器打乱顺序的 DataLoader
# accent: PyTorch
# code: P0114
# cause: host
# said: RuntimeError: Expected a 'cpu' device type for generator but found 'cuda'
# words: zhang-can/CoLA#10; PyTorch 1.13, libtorch_cpu: check_generator
# source: zhang-can/CoLA#10
# symptom: The first `for` over the loader fails, before any data are read.
# 症状：第一次用 `for` 遍历加载器就报错，还没有读到数据。
# because: The order of a data set is drawn on the host, whatever its tensors live on.
# 原因：数据集的顺序在主机上产生，与张量在哪里无关。
# repair: generator=torch.Generator().manual_seed(1).
# 修复：generator=torch.Generator().manual_seed(1)。
# edit: generator = torch.Generator(device='cuda').manual_seed(1) => generator = torch.Generator().manual_seed(1)
# at: 25
# prints: 15.0
import torch
from torch.utils.data import DataLoader, TensorDataset

data = TensorDataset(torch.arange(6.))
generator = torch.Generator(device='cuda').manual_seed(1)
loader = DataLoader(data, batch_size=2, shuffle=True, generator=generator)
total = 0
for (x,) in loader:
    total += x.cuda().sum().item()
print(total)
