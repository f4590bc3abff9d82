# Gradients averaged by hand are assigned from the CPU
# 手工平均的梯度从 CPU 赋回
# accent: PyTorch
# code: P0103
# cause: data
# said: RuntimeError: assigned grad has data of a different type
# words: PyTorch 1.13, libtorch_python: THPVariable_set_grad
# source: PyTorch's own check of p.grad = …
# symptom: p.grad = average fails and speaks of a type.
# 症状：p.grad = average 报错，还提到类型。
# because: A type is a dtype of a device: a CPU tensor cannot be the gradient of a GPU parameter.
# 原因：类型是某设备上的数据类型：CPU 张量不能作 GPU 参数的梯度。
# repair: p.grad = average.to(p.device).
# 修复：p.grad = average.to(p.device)。
# edit: p.grad = average => p.grad = average.to(p.device)
# at: 28
# operands: p on cuda:0; average on cpu
# prints: [[1.5, 1.5]]
import torch
from torch import nn

workers = [nn.Linear(2, 1, bias=False).cuda() for _ in range(2)]
for i, worker in enumerate(workers):
    worker(torch.full((1, 2), i + 1.0).cuda()).sum().backward()
average = torch.stack([w.weight.grad.cpu() for w in workers]).mean(dim=0)
for worker in workers:
    p = worker.weight
    p.grad = average
print(workers[1].weight.grad.tolist())
