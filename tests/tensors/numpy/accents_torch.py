"""Torch's tensors and arrays share memory."""
import numpy as np

import torch
a = np.ones(3)
t = torch.from_numpy(a)
t[0] = 5
print(a, t, t.dtype, torch.tensor(a).dtype, torch.tensor([1.0, 2]).numpy(), torch.ones(2, 3).numpy().dtype, np.asarray(torch.arange(3)))
b = t.numpy()
b[1] = 7
print(a, t, type(b), np.sum(torch.ones(3).numpy()), torch.as_tensor(np.arange(3)), np.array(torch.zeros(2)), torch.from_numpy(np.arange(3, dtype=np.int32)).dtype, t.tolist())
print((torch.ones(2) * 2).numpy() + np.ones(2), torch.tensor(np.float32(1.5)), torch.tensor(np.array([[1, 2]], dtype=np.uint8)), float(torch.tensor(2.5).numpy()), torch.randn(2, 2).numpy().shape)
