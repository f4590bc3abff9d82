# A metric's totals on the CPU, its batches on the GPU
# 指标的累计在 CPU 上，批次在 GPU 上
# accent: PyTorch
# code: P0103
# cause: data
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: Lightning-AI/pytorch-lightning#1978
# symptom: Training runs through; the first evaluation fails in +=.
# 症状：训练正常结束；第一次评估在 += 处报错。
# because: A total with dimensions does not mix with GPU values as a single number does.
# 原因：有维度的累计值不像单个数那样可以与 GPU 的值混用。
# repair: Keep the totals on the device and read them once at the end; or add batch.cpu().
# 修复：把累计值放在设备上，最后读取一次；或者加上 batch.cpu()。
# at: 30
# operands: batch on cuda:0; self.counts on cpu
# fix: self.counts += batch.to(self.counts.device)
# prints: [[2.0, 0.0], [0.0, 2.0]]
import torch


class Confusion:
    def __init__(self, classes):
        self.counts = torch.zeros(classes, classes)

    def update(self, predicted, labels):
        batch = torch.zeros_like(self.counts, device=predicted.device)
        for p, t in zip(predicted.tolist(), labels.tolist()):
            batch[t, p] += 1
        self.counts += batch


confusion = Confusion(2)
for _ in range(2):
    logits = torch.tensor([[2., 1.], [0., 3.]], device='cuda')
    confusion.update(logits.argmax(dim=1), torch.tensor([0, 1]))
print(confusion.counts.tolist())
