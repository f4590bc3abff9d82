# A one-hot matrix filled by scatter_
# 用 scatter_ 填写 one-hot 矩阵
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cpu and cuda:0! (when checking argument for argument index in method wrapper_scatter__value)
# words: zhongyy/Face-Transformer#37 (2.x: wrapper_CUDA_scatter__value)
# source: zhongyy/Face-Transformer#37
# symptom: Label smoothing or a margin loss fails in scatter_.
# 症状：标签平滑或 margin 损失在 scatter_ 处报错。
# because: torch.zeros(…) without a device made the matrix on the CPU, the labels are on the GPU.
# 原因：没有写设备的 torch.zeros(…) 在 CPU 上创建矩阵，而标签在 GPU 上。
# repair: torch.zeros(…, device=labels.device), or F.one_hot(labels, classes).
# 修复：torch.zeros(…, device=labels.device)，或 F.one_hot(labels, classes)。
# edit: one_hot = torch.zeros(labels.shape[0], classes) => one_hot = torch.zeros(labels.shape[0], classes, device=labels.device)
# at: 25
# operands: labels.unsqueeze(1) on cuda:0; one_hot on cpu
# fix: one_hot.scatter_(1, labels.unsqueeze(1).to(one_hot.device), 1.0)
# prints: (3, 3) 3.0
import torch


def smooth(labels, classes, eps=0.1):
    one_hot = torch.zeros(labels.shape[0], classes)
    one_hot.scatter_(1, labels.unsqueeze(1), 1.0)
    return one_hot * (1 - eps) + eps / classes


labels = torch.tensor([0, 2, 1]).cuda()
target = smooth(labels, 3)
print(tuple(target.shape), round(target.sum().item(), 3))
