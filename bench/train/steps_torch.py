"""Training steps of lessons in PyTorch: steps_torch.py CLOCK. Runs unchanged under PyTorch 1.13, 2.15 and perch; bench/train.py asks it, serve.py answers. RECORDED=1 in the environment: by torch.compile."""
import os
import sys

import torch
from serve import Batches, serve
from torch import nn
from torch.nn import functional as F


class Residual(nn.Module):
    def __init__(self, taken, given, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(taken, given, 3, padding=1, stride=stride)
        self.conv2 = nn.Conv2d(given, given, 3, padding=1)
        self.conv3 = nn.Conv2d(taken, given, 1, stride=stride) if taken != given else None
        self.bn1, self.bn2 = nn.BatchNorm2d(given), nn.BatchNorm2d(given)

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (self.conv3(x) if self.conv3 is not None else x))


def resnet(channels, small):
    """ResNet-18: small images begin with 3x3 without pooling, as the lessons on several GPUs have it."""
    first = [nn.Conv2d(channels, 64, 3, 1, 1)] if small else [nn.Conv2d(channels, 64, 7, 2, 3)]
    blocks = [*first, nn.BatchNorm2d(64), nn.ReLU(), *([] if small else [nn.MaxPool2d(3, 2, 1)])]
    width = 64
    for given in 64, 128, 256, 512:
        blocks += [Residual(width, given, 1 if given == 64 else 2), Residual(given, given, 1)]
        width = given
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(512, 10))


def vgg(channels, side):
    layers = []
    for convs, given in (1, 64), (1, 128), (2, 256), (2, 512), (2, 512):
        for _ in range(convs):
            layers += [nn.Conv2d(channels, given, 3, padding=1), nn.ReLU()]
            channels = given
        layers.append(nn.MaxPool2d(2, 2))
    last = side // 32
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(512 * last * last, 4096), nn.ReLU(), nn.Dropout(.5), nn.Linear(4096, 4096), nn.ReLU(), nn.Dropout(.5), nn.Linear(4096, 10))


def lenet():
    return nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2, 2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2, 2), nn.Flatten(),
                         nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))


class Letters(nn.Module):
    """A recurrent net over letters of 28 kinds, one-hot, as the lessons' language models are."""

    def __init__(self, kind, width):
        super().__init__()
        self.rnn, self.out = kind(28, width), nn.Linear(width, 28)

    def forward(self, x):
        y, _ = self.rnn(F.one_hot(x.T, 28).float())
        return self.out(y.reshape(-1, y.shape[-1]))


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.words = nn.Embedding(1000, width)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(width, max(4, width // 64), 4 * width, .1, batch_first=True), 2)
        self.out = nn.Linear(width, 2)

    def forward(self, x):
        return self.out(self.layers(self.words(x)).mean(1))


def operations(net, batch):
    """Multiplications and additions of a step: each product forward, for its input and for its weight (attention's own products, a few in a hundred, are not counted)."""
    counted, seen = [0], [0]

    def count(layer, _, given):
        if isinstance(layer, nn.Conv2d):
            one = given.numel() * layer.weight[0].numel()
        elif isinstance(layer, nn.Linear):
            one = given.numel() * layer.in_features
        else:
            one = given[0].numel() // layer.hidden_size * sum(p.numel() for p in layer.parameters() if p.dim() == 2)
        counted[0] += 2 * one * (3 if seen[0] else 2)      # nobody wants the first layer's input's gradient
        seen[0] += 1
    hooks = [layer.register_forward_hook(count) for layer in net.modules() if isinstance(layer, (nn.Conv2d, nn.Linear, nn.RNNBase))]
    net(batch)
    for hook in hooks:
        hook.remove()
    rows = batch.numel()                                # a transformer's fast path and its attention's in_proj do not pass by a layer's hook
    counted[0] += sum(6 * rows * layer.in_proj_weight.numel() for layer in net.modules() if isinstance(layer, nn.MultiheadAttention))
    return counted[0]


def training(net, make, optimizer, clip=0):
    loss_of, batches = nn.CrossEntropyLoss(), Batches(make)
    net.train()
    size = operations(net, batches.made[0][0])
    run = torch.compile(net) if os.environ.get("RECORDED") else net

    def step():
        x, y = batches.next()
        loss = loss_of(run(x), y)
        optimizer.zero_grad()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(net.parameters(), clip)
        optimizer.step()
        return loss.item()
    return step, size


def sgd(net, rate=.05, **more):
    return torch.optim.SGD(net.parameters(), lr=rate, **more)


def pictures(net, batch, channels, side, **more):
    return training(net, lambda: (torch.randn(batch, channels, side, side), torch.randint(0, 10, (batch,))), sgd(net, **more))


def letters(kind, width):
    net = Letters(kind, width)
    return training(net, lambda: (torch.randint(0, 28, (32, 35)), torch.randint(0, 28, (35 * 32,))), sgd(net), 1.0)


def transformer(width, batch, steps):
    net = Encoder(width)
    return training(net, lambda: (torch.randint(0, 1000, (batch, steps)), torch.randint(0, 2, (batch,))), torch.optim.Adam(net.parameters(), lr=1e-4))


def optimizer_alone(net, make):
    """An optimizer's part alone: its step over gradients that change in place."""
    optimizer = make(net.parameters())
    for p in net.parameters():
        p.grad = torch.randn(p.shape) * 1e-3
    first = next(net.parameters())

    def step():
        first.grad.mul_(-1)
        optimizer.step()
        return first.view(-1)[0].item()
    return step, 0


def flat(net, batch, **more):
    return training(net, lambda: (torch.randn(batch, 784), torch.randint(0, 10, (batch,))), sgd(net, **more))


def mlp():
    return nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))


def product():
    """The machine's own rate: a large product."""
    a, b = torch.rand(1024, 1024), torch.rand(1024, 1024)

    def step():
        with torch.no_grad():
            (a @ b)[0, 0].item()
    return step, 2 * 1024 ** 3


ROWS = {
    "sgemm 1024": product,
    "MLP 784-256-10, batch 256": lambda: flat(mlp(), 256),
    "MLP 784-256-10, batch 32": lambda: flat(mlp(), 32),
    "LeNet, batch 4": lambda: pictures(lenet(), 4, 1, 28),
    "LeNet, batch 256": lambda: pictures(lenet(), 256, 1, 28),
    "ResNet-18 28x28, batch 32": lambda: pictures(resnet(1, True), 32, 1, 28),
    "ResNet-18 96x96, batch 16": lambda: pictures(resnet(1, False), 16, 1, 96),
    "ResNet-18 224x224, batch 4": lambda: pictures(resnet(3, False), 4, 3, 224),
    "VGG-11 96x96, batch 8": lambda: pictures(vgg(3, 96), 8, 3, 96),
    "VGG-11 224x224, batch 2": lambda: pictures(vgg(3, 224), 2, 3, 224),
    "LSTM 256 wide": lambda: letters(nn.LSTM, 256),
    "GRU 256 wide": lambda: letters(nn.GRU, 256),
    "LSTM 32 wide": lambda: letters(nn.LSTM, 32),
    "GRU 32 wide": lambda: letters(nn.GRU, 32),
    "transformer 128 wide": lambda: transformer(128, 16, 32),
    "transformer 512 wide": lambda: transformer(512, 8, 64),
}
for _name, _net in ("LeNet", lenet), ("ResNet-18", lambda: resnet(1, True)):
    for _what, _make in (("SGD", lambda p: torch.optim.SGD(p, lr=.01)), ("SGD, momentum", lambda p: torch.optim.SGD(p, lr=.01, momentum=.9)),
                         ("SGD, momentum, decay", lambda p: torch.optim.SGD(p, lr=.01, momentum=.9, weight_decay=1e-4)), ("Adam", lambda p: torch.optim.Adam(p, lr=1e-3)),
                         ("AdamW", lambda p: torch.optim.AdamW(p, lr=1e-3))):
        ROWS[f"{_what} of {_name}"] = lambda net=_net, make=_make: optimizer_alone(net(), make)

torch.manual_seed(1)
serve(ROWS, sys.argv[1])
