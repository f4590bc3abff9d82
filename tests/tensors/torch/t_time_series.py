"""Windows of a series, a small LSTM and a GRU that learn a sine, hidden states carried on."""
import torch
from torch import nn

torch.manual_seed(4)
t = torch.arange(0, 60) * 0.3
series = torch.sin(t)
window = 8
X = series.unfold(0, window, 1)[:-1].unsqueeze(-1)
Y = series[window:]
print(X.shape, Y.shape, X[0, -1].item() == series[window - 1].item())


class Model(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.rnn = kind(1, 6, batch_first=True)
        self.out = nn.Linear(6, 1)

    def forward(self, x, state=None):
        y, state = self.rnn(x, state)
        return self.out(y[:, -1]).squeeze(-1), state


for kind in (nn.RNN, nn.LSTM, nn.GRU):
    torch.manual_seed(4)
    m = Model(kind)
    opt = torch.optim.Adam(m.parameters(), lr=0.02)
    for step in range(31):
        opt.zero_grad()
        out, state = m(X)
        loss = nn.functional.mse_loss(out, Y)
        loss.backward()
        opt.step()
        if step % 15 == 0:
            print(kind.__name__, step, '%.4f' % loss.item())
    print(kind.__name__, type(state).__name__, [tuple(s.shape) for s in (state if isinstance(state, tuple) else (state,))], sum(p.numel() for p in m.parameters()))
rnn = nn.RNN(2, 3, num_layers=2, bidirectional=True)
out, h = rnn(torch.ones(4, 1, 2))
print(out.shape, h.shape, [n for n, _ in rnn.named_parameters()])
print(rnn)
cell = nn.LSTMCell(2, 3)
h = c = torch.zeros(1, 3)
for i in range(2):
    h, c = cell(torch.ones(1, 2) * i, (h, c))
print(h.shape, c.shape, h.requires_grad)
