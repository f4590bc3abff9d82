# A forward hook compares activations with a reference on the CPU
# 前向钩子把激活值与 CPU 上的参考值比较
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: haoosz/ConceptExpress#5
# symptom: The traceback ends in a hook, deep inside the model's call.
# 症状：回溯在模型调用深处的一个钩子里结束。
# because: The hook's reference was made when the hook was registered, before the model moved.
# 原因：钩子的参考值在注册钩子时创建，那时模型还没有移动。
# repair: Move it in the hook, once: reference.to(output.device).
# 修复：在钩子中移动一次：reference.to(output.device)。
# at: 28
# operands: reference on cpu; output on cuda:0
# fix: output - reference.to(output.device)
# prints: 1 distance
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
reference = torch.zeros(3)
distances = []


def watch(module, inputs, output):
    distances.append((output - reference).abs().mean().item())


model[0].register_forward_hook(watch)
model.to('cuda')
model(torch.ones(5, 2, device='cuda'))
print(len(distances), 'distance')
