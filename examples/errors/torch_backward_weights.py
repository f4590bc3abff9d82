# backward() was given weights from the CPU
# backward() 得到了 CPU 上的权重
# accent: PyTorch
# code: P0103
# cause: loss
# said: RuntimeError: invalid gradient at index 0 - expected device cuda:0 but got cpu
# words: PyTorch 1.13, autograd's validate_outputs (libtorch_cpu)
# source: PyTorch's autograd engine
# symptom: losses.backward(weights) fails, and names no tensor.
# 症状：losses.backward(weights) 报错，却不说是哪个张量。
# because: The gradient to begin with must live where the output lives.
# 原因：起始梯度必须与输出在同一设备。
# repair: losses.backward(weights.to(losses.device)), or (losses * weights).sum().backward().
# 修复：losses.backward(weights.to(losses.device))，或 (losses * weights).sum().backward()。
# at: 24
# operands: importance on cpu; losses on cuda:0
# fix: losses.backward(importance.to(losses.device))
# prints: [4.0, 2.0, 0.0]
import torch

w = torch.ones(3, device='cuda', requires_grad=True)
importance = torch.tensor([1.0, 0.5, 0.0])
losses = (w * 2 - 1) ** 2
losses.backward(importance)
print(w.grad.tolist())
