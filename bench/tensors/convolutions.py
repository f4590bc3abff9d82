"""Convolution forward and backward at the shapes of LeNet and ResNet-18."""
import time
import torch
import torch.nn.functional as F

SHAPES = [
    ("LeNet 1", (64, 1, 28, 28), (6, 1, 5, 5), 1, 2),
    ("LeNet 2", (64, 6, 14, 14), (16, 6, 5, 5), 1, 0),
    ("ResNet-18 first", (2, 3, 224, 224), (64, 3, 7, 7), 2, 3),
    ("ResNet-18 56", (4, 64, 56, 56), (64, 64, 3, 3), 1, 1),
    ("ResNet-18 28", (4, 128, 28, 28), (128, 128, 3, 3), 1, 1),
    ("ResNet-18 14", (4, 256, 14, 14), (256, 256, 3, 3), 1, 1),
    ("ResNet-18 7", (4, 512, 7, 7), (512, 512, 3, 3), 1, 1),
    ("ResNet-18 down", (4, 64, 56, 56), (128, 64, 1, 1), 2, 0),
]
for name, shape, kernel, stride, pad in SHAPES:
    x = torch.rand(*shape, requires_grad=True)
    w = torch.rand(*kernel, requires_grad=True)

    def forward():
        start = time.perf_counter()
        with torch.no_grad():
            for i in range(3):
                y = F.conv2d(x, w, None, stride, pad)
        return (time.perf_counter() - start) / 3

    def both():
        start = time.perf_counter()
        for i in range(3):
            y = F.conv2d(x, w, None, stride, pad)
            y.backward(torch.ones_like(y))
        return (time.perf_counter() - start) / 3

    forward(), both()
    print("convolution %s, forward" % name, min(forward() for _ in range(5)))
    print("convolution %s, forward and backward" % name, min(both() for _ in range(5)))
