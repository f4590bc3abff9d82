# Names to categories: one-hot letters, a recurrent cell written as a module, training one line at a time.
import string

import torch
from torch import nn

letters = string.ascii_lowercase
names = {'a': ['anna', 'alma', 'ada'], 'o': ['otto', 'bob', 'oslo']}
categories = list(names)


def line_to_tensor(line):
    tensor = torch.zeros(len(line), 1, len(letters))
    for li, letter in enumerate(line):
        tensor[li][0][letters.find(letter)] = 1
    return tensor


class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size):
        super(RNN, self).__init__()
        self.hidden_size = hidden_size
        self.i2h = nn.Linear(input_size + hidden_size, hidden_size)
        self.i2o = nn.Linear(input_size + hidden_size, output_size)
        self.softmax = nn.LogSoftmax(dim=1)

    def forward(self, input, hidden):
        combined = torch.cat((input, hidden), 1)
        return self.softmax(self.i2o(combined)), torch.tanh(self.i2h(combined))

    def initHidden(self):
        return torch.zeros(1, self.hidden_size)


torch.manual_seed(0)
rnn = RNN(26, 8, 2)
criterion = nn.NLLLoss()
print(line_to_tensor('ab').size(), rnn)
for epoch in range(20):
    total = 0.
    for i, category in enumerate(categories):
        for line in names[category]:
            hidden = rnn.initHidden()
            rnn.zero_grad()
            for letter in line_to_tensor(line):
                output, hidden = rnn(letter, hidden)
            loss = criterion(output, torch.tensor([i], dtype=torch.long))
            loss.backward()
            for p in rnn.parameters():
                p.data.add_(p.grad.data, alpha=-0.1)
            total += loss.item()
    if epoch % 10 == 9:
        print(epoch, f'{total / 6:.2f}')
with torch.no_grad():
    hidden = rnn.initHidden()
    for letter in line_to_tensor('ana'):
        output, hidden = rnn(letter, hidden)
    top_n, top_i = output.topk(1)
    print(categories[top_i[0].item()], output.exp().sum() - 1 < 1e-6)
