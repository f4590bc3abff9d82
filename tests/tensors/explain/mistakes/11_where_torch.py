import torch
from torch import nn
from perch import where


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
        self.scale = torch.ones(4)

    def forward(self, x):
        return self.layers(x) * self.scale


net = Net()
net.to('cuda:1')
batches = [torch.ones(2, 3), torch.ones(2, 3, device='cuda')]
print(where(net))
print(where(batches))
print(where(batches[0], net.scale))


def inside(a):
    b = a * 2
    return where()


print(inside(batches[1]))
