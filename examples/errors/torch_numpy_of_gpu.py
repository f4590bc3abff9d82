# numpy() of a value on the GPU
# 对 GPU 上的值调用 numpy()
# accent: PyTorch
# code: P0105
# cause: host
# said: TypeError: can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.
# words: JDAI-CV/fast-reid#509
# source: JDAI-CV/fast-reid#509, swz30/MPRNet#128
# symptom: Plotting or scoring a result fails at .numpy().
# 症状：绘图或计算分数时在 .numpy() 处报错。
# because: NumPy's arrays are host memory, and PyTorch copies nothing behind your back.
# 原因：NumPy 的数组是主机内存，PyTorch 不会悄悄拷贝。
# repair: predictions.cpu().numpy(), once, behind the loop.
# 修复：predictions.cpu().numpy()，在循环之后做一次。
# at: 25
# operands: predictions on cuda:0
# fix: predictions.cpu().numpy()
# prints: (4,) int64
import torch
from torch import nn

net = nn.Linear(2, 3).cuda()
with torch.no_grad():
    predictions = net(torch.ones(4, 2).cuda()).argmax(dim=1)
array = predictions.numpy()
print(array.shape, array.dtype)
