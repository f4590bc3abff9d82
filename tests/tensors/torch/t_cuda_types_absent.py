# perch: --gpus none
"""The classes of tensors on a GPU where there is none."""
import numpy as np
import torch

x = torch.ones(2)


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


for name in 'Float Double Half BFloat16 Byte Char Short Int Long Bool'.split():
    kind = getattr(torch.cuda, name + 'Tensor')
    for f in (kind, lambda: kind(2, 3), lambda: kind([1.5]), lambda: kind(x), lambda: kind(np.ones(2)), lambda: x.type(kind), lambda: x.type('torch.cuda.%sTensor' % name),
              lambda: torch.set_default_tensor_type(kind), lambda: isinstance(x, kind), lambda: (kind, kind.dtype, kind.is_cuda)):
        told(f)
told(lambda: torch.FloatTensor(2, device='cuda'))
told(lambda: torch.LongTensor([2], device=torch.device('cuda', 0)))
told(lambda: torch.cuda.FloatTensor(2, device='cpu'))
told(lambda: torch.FloatTensor(2, device='cpu').shape)
told(lambda: x.new(2, device='cuda'))
told(lambda: x.new([2, 3], device='cpu'))
told(lambda: torch.cuda.ComplexFloatTensor)
