import torch

x = torch.ones(2, 3, device='cuda:0')
print(x.device)
y = x.to('cuda:1')
x + y
