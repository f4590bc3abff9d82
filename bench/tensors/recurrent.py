"""Narrow recurrent layers (8 to 64 wide, batches of 32, 35 steps), forward and backward. Seconds of the processor's time."""
import torch
from clock import best
from torch import nn

x = torch.randn(35, 32, 28)


def measure(kind, width):
    layer = kind(28, width)

    def forward():
        with torch.no_grad():
            layer(x)[0].sum().item()

    best(f"{kind.__name__} {width} wide, forward", forward, 30)
    best(f"{kind.__name__} {width} wide, forward and backward", lambda: layer(x)[0].sum().backward(), 30)


for width in 8, 16, 32, 64:
    for kind in nn.LSTM, nn.GRU, nn.RNN:
        measure(kind, width)
cell = nn.LSTMCell(28, 32)


def by_hand():
    h = c = torch.zeros(32, 32)
    for step in x:
        h, c = cell(step, (h, c))
    h.sum().backward()


best("LSTMCell in a loop, forward and backward", by_hand)
