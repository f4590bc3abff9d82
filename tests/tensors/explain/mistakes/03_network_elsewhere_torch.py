import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
net.to('cuda:0')
x = torch.ones(1, 3)
net(x)
