import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
net[0].to('cuda:0')
net(torch.ones(1, 3, device='cuda:0'))
