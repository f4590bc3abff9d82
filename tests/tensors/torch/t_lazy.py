import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.LazyConv2d(6, kernel_size=5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.LazyLinear(10), nn.LazyBatchNorm1d())
print(net, net[0].weight, type(net[0].weight).__name__)
print(net(torch.rand(2, 1, 8, 8)).shape)
print(net, net[0].weight.shape, net[4].weight.shape, type(net[0]).__name__)
net = nn.Sequential(nn.LazyLinear(256), nn.ReLU(), nn.LazyLinear(10))
print(net[0].weight)
net(torch.rand(2, 20))
print(net[0].weight.shape, [p.shape for p in net.parameters()])


def init_cnn(module):
    if type(module) == nn.Linear or type(module) == nn.Conv2d:
        nn.init.xavier_uniform_(module.weight)


net.apply(init_cnn)
print(net[2].weight.sum())
