# requires_grad first, .to(device) after it
# 先设 requires_grad，再 .to(device)
# accent: PyTorch
# code: P0116
# cause: order
# said: ValueError: can't optimize a non-leaf Tensor
# words: PyTorch 1.13, torch/optim/optimizer.py
# source: vinsis/ternary-quantization#4, mazzzystar/randomCNN-voice-transfer#16
# symptom: Works on the CPU; with device='cuda' the optimizer refuses the tensor.
# 症状：在 CPU 上正常；设 device='cuda' 后优化器拒绝这个张量。
# because: On the CPU .to() gives the tensor itself, on a GPU a copy, and the copy is the result of a computation.
# 原因：在 CPU 上 .to() 给出张量自身，在 GPU 上给出副本，而副本是计算结果。
# repair: torch.zeros(…, device=device, requires_grad=True).
# 修复：torch.zeros(…, device=device, requires_grad=True)。
# at: 24
# operands: image on cuda:0
# fix: line 23: image = torch.zeros(2, 3, requires_grad=True).to(device).detach().requires_grad_()
# prints: True True
import torch

device = torch.device('cuda')
target = torch.ones(2, 3, device=device)
image = torch.zeros(2, 3, requires_grad=True).to(device)
optimizer = torch.optim.Adam([image], lr=0.1)

for _ in range(3):
    optimizer.zero_grad()
    loss = (image - target).pow(2).sum()
    loss.backward()
    optimizer.step()
print(image.grad is not None, image.is_leaf)
