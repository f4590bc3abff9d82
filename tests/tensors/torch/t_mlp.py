import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Flatten(), nn.Linear(16, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 3))


def init_weights(m):
    if type(m) == nn.Linear:
        nn.init.normal_(m.weight, std=0.01)


print(net.apply(init_weights))
X = torch.rand(32, 1, 4, 4)
y = torch.randint(0, 3, (32,))
loss = nn.CrossEntropyLoss(reduction='none')
trainer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9, weight_decay=0.01)
for epoch in range(5):
    trainer.zero_grad()
    l = loss(net(X), y)
    l.mean().backward()
    trainer.step()
    print(f'{l.mean().item():.4f}')
net.eval()
with torch.no_grad():
    out = net(X)
    print(out.argmax(axis=1), (out.argmax(1) == y).sum().item(), F.softmax(out, dim=1)[:2])
print([(name, p.shape) for name, p in net.named_parameters()])
print(sum(p.numel() for p in net.parameters()), net[1].weight.dtype, net.training)
