import torch

pieces = [torch.ones(1, 3, device=d) for d in ('cpu', 'cuda:0', 'cuda:1')]
torch.cat(pieces)
