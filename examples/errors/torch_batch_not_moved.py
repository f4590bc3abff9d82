# The model is on the GPU, the batch is not
# 模型在 GPU 上，批次却没有移动
# accent: PyTorch
# code: P0103
# cause: data
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument mat1 in method wrapper_addmm)
# also: RuntimeError: Expected all tensors to be on the same device, but got mat1 is on cpu, different from other tensors on cuda:0 (when checking argument in method wrapper_CUDA_addmm)
# also: RuntimeError: Tensor for 'out' is on CPU, Tensor for argument #1 'self' is on CPU, but expected them to be on GPU (while checking arguments for addmm)
# words: PyTorch 1.13, aten/src/ATen/core/adaption.cpp
# source: kijai/ComfyUI-FluxTrainer#116
# symptom: Training stops at the first batch, at the call of the model.
# 症状：训练在第一个批次、调用模型的那一行停止。
# because: A data loader gives CPU tensors, and only the model was moved.
# 原因：数据加载器给出 CPU 张量，而只移动了模型。
# repair: Move each batch at the top of the loop: x, y = x.to(device), y.to(device).
# 修复：在循环开头移动每个批次：x, y = x.to(device), y.to(device)。
# at: 35
# operands: x on cpu; data.tensors[0] on cpu; 0.weight on cuda:0; 0.bias on cuda:0
# fix: model(x.to('cuda:0'))
# prints: 8 samples on cuda:0
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device('cuda:0')
data = TensorDataset(torch.arange(24.).reshape(8, 3), torch.ones(8, 1))
loader = DataLoader(data, batch_size=4)

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

seen = 0
for x, y in loader:
    optimizer.zero_grad()
    output = model(x)
    loss = (output - y.to(device)).pow(2).mean()
    loss.backward()
    optimizer.step()
    seen += len(output)
print(seen, 'samples on', output.device)
