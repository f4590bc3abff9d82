# Errors that show a tensor as C++ writes one to a stream.
import warnings

import torch

warnings.simplefilter('ignore')
for t in (torch.arange(6).reshape(2, 3), torch.arange(6.).reshape(2, 3) * 1.5, torch.ones(1, 1, 2), torch.tensor([[True, False]]), torch.zeros(2, 2, 2), torch.tensor([[1e10, 1]]), torch.tensor([[1e-10, 1]]),
          torch.tensor([[float('nan'), 1.5]]), torch.ones(1, 100), torch.empty(0, 3), torch.tensor([[1 + 2j]]), torch.ones(2, 3, dtype=torch.uint8), torch.tensor([[-1, 200]]), torch.tensor([[1.5, -2]]),
          torch.tensor([[1e5, 1.25]]), torch.ones(1, 2, dtype=torch.float16), torch.ones(2, 30), torch.tensor([[123456.75]]), torch.rand(2, 1, 2, 2) * 0 + .5, torch.tensor([[float('inf')]]), torch.tensor([[.01, .02]])):
    try:
        torch.meshgrid(t, indexing='ij')
    except RuntimeError as e:
        print(e)
