import torch

kept = []
for step in range(1000):
    kept.append(torch.ones(1024, 1024, 32, device='cuda'))
