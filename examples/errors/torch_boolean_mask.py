# A mask computed on the GPU picks from a table on the CPU
# 用 GPU 上算出的掩码从 CPU 的表中挑选
# accent: PyTorch
# code: P0103
# cause: index
# said: RuntimeError: indices should be either on cpu or on the same device as the indexed tensor (cpu)
# words: PyTorch 1.13, libtorch_cpu: TensorAdvancedIndexing
# source: iscyy/ultralyticsPro#159
# symptom: Masks of predictions work on predictions and fail on targets.
# 症状：预测的掩码用在预测上正常，用在目标上就报错。
# because: The mask is where the predictions are, the targets are still on the CPU.
# 原因：掩码与预测在一起，目标还在 CPU 上。
# repair: Move the targets with the batch; or targets[mask.cpu()].
# 修复：随批次一起移动目标；或 targets[mask.cpu()]。
# at: 27
# operands: mask on cuda:0; scores on cuda:0; targets on cpu
# fix: targets[mask.to(targets.device)]
# prints: 2 [[1, 1], [3, 3]]
import torch

scores = torch.tensor([0.9, 0.2, 0.7], device='cuda:0')
targets = torch.tensor([[1, 1], [2, 2], [3, 3]])


def confident(scores, targets, threshold=0.5):
    mask = scores > threshold
    kept = targets[mask]
    return kept, int(mask.sum())


kept, n = confident(scores, targets)
print(n, kept.tolist())
