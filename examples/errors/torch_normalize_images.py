# Mean and standard deviation of a data set, made once at the top
# 在文件开头创建的数据集均值和标准差
# accent: PyTorch
# code: P0103
# cause: made
# said: RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!
# words: PyTorch 1.13, TensorIterator: no argument is named
# source: ts-kim/RevIN#8
# symptom: Normalizing a batch on the GPU fails; on the CPU it worked.
# 症状：在 GPU 上对批次做归一化报错；在 CPU 上正常。
# because: Constants with dimensions are tensors like any others, and these live on the CPU.
# 原因：有维度的常量也是张量，而它们在 CPU 上。
# repair: Normalize before the batch moves, or MEAN.to(x.device).
# 修复：在批次移动之前归一化，或 MEAN.to(x.device)。
# at: 27
# operands: MEAN on cpu; images on cuda:0
# fix: images - MEAN.to(images.device)
# prints: (2, 3, 4, 4)
import torch

MEAN = torch.tensor([0.5, 0.4, 0.3]).view(3, 1, 1)
STD = torch.tensor([0.2, 0.2, 0.2]).view(3, 1, 1)


def prepare(images):
    images = images.to('cuda', non_blocking=True)
    centred = images - MEAN
    return centred / STD.to(images.device)


print(tuple(prepare(torch.ones(2, 3, 4, 4)).shape))
