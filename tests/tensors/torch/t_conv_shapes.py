"""The sizes that convolutions and poolings give, by the formula and by running them."""
import torch
from torch import nn
import torch.nn.functional as F

x = torch.arange(2 * 3 * 12 * 10, dtype=torch.float32).view(2, 3, 12, 10) / 100


def size(n, k, s=1, p=0, d=1):
    return (n + 2 * p - d * (k - 1) - 1) // s + 1


for k, s, p, d in [(3, 1, 1, 1), (5, 2, 0, 1), (3, 2, 1, 2), ((3, 5), (2, 1), (0, 2), 1), (1, 1, 0, 1)]:
    conv = nn.Conv2d(3, 4, k, stride=s, padding=p, dilation=d)
    print(conv, tuple(conv(x).shape))
    if isinstance(k, int):
        assert conv(x).shape[2:] == (size(12, k, s, p, d), size(10, k, s, p, d))
print(nn.Conv2d(3, 6, 3, groups=3, bias=False).weight.shape, nn.Conv2d(3, 4, 3, padding='same')(x).shape, nn.Conv2d(3, 4, 3, padding_mode='reflect', padding=1))
print(nn.ConvTranspose2d(3, 2, 4, stride=2, padding=1)(x).shape, nn.ConvTranspose2d(3, 2, 3, stride=2, output_padding=1)(x).shape)
print(nn.MaxPool2d(2)(x).shape, nn.MaxPool2d(3, stride=2, ceil_mode=True)(x).shape, nn.AvgPool2d((2, 5))(x).shape, nn.AdaptiveAvgPool2d((3, None))(x).shape)
print(F.max_pool2d(x, 2)[0, 0, :2], F.avg_pool2d(x, 4)[1, 2])
values, where = F.max_pool2d(x[:, :1], 4, return_indices=True)
print(values.flatten(), where.flatten())
print(F.max_unpool2d(values, where, 4, output_size=(12, 10)).nonzero().shape)
print(nn.Conv1d(3, 2, 3)(torch.ones(1, 3, 9)).shape, nn.Conv3d(1, 2, 2)(torch.ones(1, 1, 4, 4, 4)).shape)
print(F.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 3, 3), padding=1))
print(F.unfold(torch.arange(16.).view(1, 1, 4, 4), 2, stride=2))
print(F.pad(torch.ones(1, 2), (1, 2), value=9), F.pad(torch.arange(4.).view(1, 1, 2, 2), (1, 1, 1, 1), mode='replicate'))
print(F.interpolate(torch.arange(4.).view(1, 1, 2, 2), scale_factor=2, mode='nearest'))
print(F.interpolate(torch.arange(4.).view(1, 1, 2, 2), size=(3, 3), mode='bilinear', align_corners=True))
print(F.pixel_shuffle(torch.arange(16.).view(1, 4, 2, 2), 2))
try:
    nn.Conv2d(3, 4, 20)(x)
except RuntimeError as e:
    print(e)
try:
    nn.Conv2d(1, 4, 3)(x)
except RuntimeError as e:
    print(e)
