"""Arrays of NumPy's as indices of tensors: numbers of any kind are read as a list of them is, bool and uint8 are masks."""
import numpy as np
import torch

t, m = torch.arange(10) * 10, torch.arange(12).reshape(3, 4)


def tried(name, function):
    try:
        print(name, function())
    except Exception as e:
        print(name, type(e).__name__, e)


for kind in ('int8', 'uint8', 'int16', 'int32', 'int64', 'bool', 'float32', 'uint16'):
    tried(kind, lambda: t[np.array([1, 0, 1, 1, 0, 0, 1, 0, 1, 1], dtype=kind)])
    tried(kind, lambda: m[np.array([1, 0, 1], dtype=kind), 1].tolist())
    tried(kind, lambda: m[:, np.array([1, 0, 1, 1], dtype=kind)].tolist())
    tried(kind, lambda: m[torch.from_numpy(np.array([1, 0, 1], dtype=kind))].tolist())

    def written():
        c = m.clone()
        c[np.array([1, 0, 1], dtype=kind)] = -1
        return c.tolist()
    tried(kind, written)
table = torch.arange(300)
print(table[np.arange(80, dtype='int32').reshape(40, 2)].shape, table[np.arange(64, dtype='int16').reshape(32, 2)].sum())
