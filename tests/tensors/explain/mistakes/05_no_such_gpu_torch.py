import torch

there = torch.device('cuda:7')
print(there)
torch.ones(2, 3, device=there)
