# LeNet as a Sequential: shapes layer by layer, initialization, a few steps on made images.
import torch
from torch import nn


def init_weights(m):
    if type(m) == nn.Linear or type(m) == nn.Conv2d:
        nn.init.xavier_uniform_(m.weight)


torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 6, kernel_size=5, padding=2), nn.Sigmoid(), nn.AvgPool2d(kernel_size=2, stride=2), nn.Conv2d(6, 16, kernel_size=5), nn.Sigmoid(), nn.AvgPool2d(kernel_size=2, stride=2),
                    nn.Flatten(), nn.Linear(16 * 5 * 5, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
X = torch.rand(size=(1, 1, 28, 28), dtype=torch.float32)
for layer in net:
    X = layer(X)
    print(layer.__class__.__name__, 'output shape: \t', X.shape)
net.apply(init_weights)
print(net)
print(sum(p.numel() for p in net.parameters()), net[0].weight.shape, net[0].weight.abs().max() <= (6 / (25 + 150)) ** 0.5)
images = torch.zeros(40, 1, 28, 28)
labels = torch.arange(40) % 4
for i, y in enumerate(labels.tolist()):
    images[i, 0, y * 7:y * 7 + 7] = 1.
images += 0.1 * torch.randn_like(images)
optimizer = torch.optim.SGD(net.parameters(), lr=0.9)
loss = nn.CrossEntropyLoss()
first = None
for epoch in range(3):
    net.train()
    total = correct = 0
    for i in range(0, 40, 8):
        optimizer.zero_grad()
        y_hat = net(images[i:i + 8])
        l = loss(y_hat, labels[i:i + 8])
        l.backward()
        optimizer.step()
        with torch.no_grad():
            total += l.item() * 8
            correct += (y_hat.argmax(1) == labels[i:i + 8]).sum().item()
    print(f'{total / 40:.2f}')
net.eval()
with torch.no_grad():
    print(net(images[:2]).shape, net(images[:2]).requires_grad)


class LeNet(nn.Module):
    def __init__(self):
        super(LeNet, self).__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 4 * 4, 120)
        self.fc2 = nn.Linear(120, 10)

    def forward(self, x):
        x = torch.nn.functional.max_pool2d(torch.relu(self.conv1(x)), (2, 2))
        x = torch.nn.functional.max_pool2d(torch.relu(self.conv2(x)), 2)
        x = x.view(-1, self.num_flat_features(x))
        return self.fc2(torch.relu(self.fc1(x)))

    def num_flat_features(self, x):
        size = x.size()[1:]
        num_features = 1
        for s in size:
            num_features *= s
        return num_features


n = LeNet()
print(n)
params = list(n.parameters())
print(len(params), params[0].size())
out = n(torch.randn(2, 1, 28, 28))
print(out.size())
n.zero_grad()
out.backward(torch.randn(2, 10))
print(n.conv1.bias.grad is not None, n.conv1.bias.grad.shape)
n.zero_grad()
print(n.conv1.bias.grad)
