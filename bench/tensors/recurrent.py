"""Narrow recurrent layers (32 wide, batches of 32, 35 steps), forward and backward. Seconds of the processor's time."""
import torch
from clock import best
from torch import nn

x = torch.randn(35, 32, 28)
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    layer = kind(28, 32)

    def forward():
        with torch.no_grad():
            layer(x)[0].sum().item()

    best(f"{kind.__name__}, forward", forward)
    best(f"{kind.__name__}, forward and backward", lambda: layer(x)[0].sum().backward())
cell = nn.LSTMCell(28, 32)


def by_hand():
    h = c = torch.zeros(32, 32)
    for step in x:
        h, c = cell(step, (h, c))
    h.sum().backward()


best("LSTMCell in a loop, forward and backward", by_hand)
