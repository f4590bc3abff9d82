# Indices on the GPU, data on the CPU
# 下标在 GPU 上，数据在 CPU 上
# accent: PyTorch
# code: P0103
# cause: index
# said: RuntimeError: indices should be either on cpu or on the same device as the indexed tensor (cpu)
# words: PyTorch 1.13, libtorch_cpu: TensorAdvancedIndexing
# source: WongKinYiu/yolor#284, aassxun/SEMICON#2
# symptom: tensor[index] fails, although both are tensors; the other way round it works.
# 症状：tensor[index] 报错，尽管两者都是张量；反过来却可以。
# because: CPU indices may index a GPU tensor (they are sent over), GPU indices may not index a CPU tensor.
# 原因：CPU 下标可以索引 GPU 张量（会被传过去），GPU 下标不能索引 CPU 张量。
# repair: labels[order.cpu()], or move the labels to the GPU once.
# 修复：labels[order.cpu()]，或者把标签一次性移到 GPU。
# at: 28
# operands: order on cuda:0; features on cuda:0; labels on cpu
# fix: labels[order.to(labels.device)]
# prints: (2, 3) (2,)
import torch

features = torch.randn(6, 3, device='cuda')
labels = torch.arange(6)


def hardest(features, labels, k):
    losses = features.pow(2).sum(dim=1)
    order = losses.argsort(descending=True)[:k]
    return features[order], labels[order]


x, y = hardest(features, labels, 2)
print(tuple(x.shape), tuple(y.shape))
