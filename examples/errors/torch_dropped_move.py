# inputs.to(device), and nothing is assigned
# 写了 inputs.to(device)，却没有赋值
# accent: PyTorch
# code: P0103
# cause: dropped
# said: RuntimeError: Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same or input should be a MKLDNN tensor and weight is a dense tensor
# words: PyTorch 1.13, aten/src/ATen/native/Convolution.cpp
# source: pytorch/pytorch#168010, huggingface/notebooks#280
# symptom: "I moved it!", and still the convolution complains about FloatTensor and cuda.FloatTensor.
# 症状：“我明明移动了！”可卷积仍然抱怨 FloatTensor 和 cuda.FloatTensor。
# because: to() of a tensor gives another tensor and leaves this one where it is; only to() of a module works in place.
# 原因：张量的 to() 给出另一个张量，自身留在原处；只有模块的 to() 是原地操作。
# repair: images = images.to(device).
# 修复：images = images.to(device)。
# at: 31
# operands: images on cpu; 0.weight on cuda:0; 0.bias on cuda:0
# fix: net(images.to(next(net.parameters()).device))
# prints: (2, 4) cuda:0
import torch
from torch import nn

device = torch.device('cuda')
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
net.to(device)


def predict(net, images):
    net.eval()
    images.to(device)
    with torch.no_grad():
        return net(images)


scores = predict(net, torch.zeros(2, 1, 8, 8))
print(tuple(scores.shape), scores.device)
