"""d2l's VGG-11 made, and its first and second forward pass at 224 x 224. Seconds of the processor's time, the system's for fresh memory included."""
import time
import torch
from torch import nn


def block(count, before, channels):
    layers = []
    for _ in range(count):
        layers += [nn.Conv2d(before, channels, 3, padding=1), nn.ReLU()]
        before = channels
    return nn.Sequential(*layers, nn.MaxPool2d(2, 2))


def vgg():
    layers, before = [], 1
    for count, channels in ((1, 64), (1, 128), (2, 256), (2, 512), (2, 512)):
        layers.append(block(count, before, channels))
        before = channels
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(before * 49, 4096), nn.ReLU(), nn.Dropout(0.5), nn.Linear(4096, 4096), nn.ReLU(),
                         nn.Dropout(0.5), nn.Linear(4096, 10))


def timed(name, run):
    start = time.process_time()
    result = run()
    print(name, time.process_time() - start)
    return result


net = timed("VGG-11, made", vgg)
with torch.no_grad():
    for batch in (1, 8):
        x = torch.randn(batch, 1, 224, 224)
        timed(f"VGG-11, first forward of {batch}", lambda: net(x).sum().item())
        timed(f"VGG-11, second forward of {batch}", lambda: net(x).sum().item())
