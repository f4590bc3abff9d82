"""A network that learns XOR, with full-batch gradient descent written as in many first tutorials."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)
X = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])
Y = torch.tensor([[0.], [1.], [1.], [0.]])


class Net(nn.Module):
    def __init__(self, hidden=8):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(2, hidden)
        self.fc2 = nn.Linear(hidden, 1)

    def forward(self, x):
        x = torch.tanh(self.fc1(x))
        return torch.sigmoid(self.fc2(x))


net = Net()
criterion = nn.BCELoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for epoch in range(1, 301):
    optimizer.zero_grad()
    out = net(X)
    loss = criterion(out, Y)
    loss.backward()
    optimizer.step()
    if epoch % 100 == 0:
        print('epoch %3d  loss %.4f' % (epoch, loss.item()))
with torch.no_grad():
    print((net(X) > 0.5).int().flatten().tolist())
print(net)
print(sum(p.numel() for p in net.parameters()), [tuple(p.shape) for p in net.parameters()])
