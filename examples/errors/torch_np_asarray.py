# A NumPy function was given a GPU tensor
# 把 GPU 张量交给了 NumPy 函数
# accent: PyTorch
# code: P0105
# cause: host
# said: TypeError: can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.
# words: lijx10/SO-Net#41 (np.array of a list)
# source: lijx10/SO-Net#41
# symptom: np.mean, np.array, plt.plot or a metric of scikit-learn fails with a message about numpy.
# 症状：np.mean、np.array、plt.plot 或 scikit-learn 的指标报错，提到 numpy。
# because: Each of them asks the tensor for an array, which is .numpy().
# 原因：它们都会向张量索取数组，也就是 .numpy()。
# repair: Give them x.cpu(); for numbers collect loss.item() or float(loss).
# 修复：传入 x.cpu()；对单个数则收集 loss.item() 或 float(loss)。
# at: 26
# operands: history[0] on cuda:0; history[1] on cuda:0
# fix: np.array([t.cpu() for t in history])
# prints: (3,)
import numpy as np
import torch

history = []
for step in range(3):
    loss = torch.tensor(1.0 / (step + 1), device='cuda')
    history.append(loss)
curve = np.array(history)
print(curve.shape)
