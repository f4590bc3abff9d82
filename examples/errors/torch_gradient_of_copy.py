# Gradient descent by hand: w.grad is None
# 手写梯度下降：w.grad 是 None
# accent: PyTorch
# code: P0709
# cause: order
# said: UserWarning: The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated during autograd.backward().
# words: PyTorch 1.13, Tensor.grad (the whole warning is longer)
# source: wangkuiyi/gotorch#261
# symptom: backward() runs, and the gradient is None: 'NoneType' in the update, or a weight that never changes.
# 症状：backward() 正常，梯度却是 None：更新时出现 'NoneType'，或权重一直不变。
# because: w is the copy on the GPU; the leaf, and its gradient, is the tensor on the CPU before it.
# 原因：w 是 GPU 上的副本；叶子及其梯度是它之前的 CPU 张量。
# repair: Make the leaf on the device: torch.ones(3, device='cuda', requires_grad=True).
# 修复：在设备上创建叶子：torch.ones(3, device='cuda', requires_grad=True)。
# edit: w = torch.ones(3, requires_grad=True).cuda() => w = torch.ones(3, device='cuda', requires_grad=True)
# at: 25
# prints: learned
import torch

x = torch.arange(6., device='cuda').reshape(2, 3)
w = torch.ones(3, requires_grad=True).cuda()
for _ in range(2):
    loss = (x @ w).sum()
    loss.backward()
    if w.grad is not None:
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad.zero_()
print('learned' if w.sum().item() != 3 else 'nothing learned')
