"""Of which casts PyTorch says that imaginary parts go: the first of a program; and gradients of complex numbers say nothing."""
import os
import sys
import warnings
import torch

wave = torch.ones(3, dtype=torch.complex64)
row = torch.ones(3)
for name, f in {'to': lambda: wave.to(torch.float32), 'int': lambda: wave.int(), 'bool': lambda: wave.bool(), 'type': lambda: wave.type(torch.float64), 'type_as': lambda: wave.type_as(row),
                'copy_': lambda: row.copy_(wave), 'all': lambda: row.__setitem__(slice(None), wave), 'one': lambda: row.__setitem__(0, wave[0]), 'complex': lambda: wave.to(torch.complex128),
                'real': lambda: wave.real.double(), 'gradient': lambda: (torch.ones(2, requires_grad=True) * 2j).abs().sum().backward()}.items():
    sys.stdout.flush()
    child = os.fork()
    if not child:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter('always')
            f()
        print(name, [str(w.message) for w in found])
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
