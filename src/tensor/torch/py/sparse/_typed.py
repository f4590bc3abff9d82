"""torch.sparse.FloatTensor and its like: the older names by which sparse tensors are made; isinstance asks for dtype and layout."""
import torch
from _torch import _says
from torch import _types

WORDS = ('BFloat16', 'Byte', 'Char', 'Double', 'Float', 'Half', 'Int', 'Long', 'Short')
_FORMS = '''new() received an invalid combination of arguments - got (%s), but expected one of:
 * (*, torch.device device)
 * (Tensor indices, Tensor values, *, torch.device device)
 * (Tensor indices, Tensor values, tuple of ints size, *, torch.device device)
 * (tuple of ints size, *, torch.device device)
'''


def _refused(args):
    return TypeError(_FORMS % ', '.join(type(a).__name__ for a in args))


class _Typed(type):
    is_sparse, is_cuda = True, False

    def __instancecheck__(cls, t):
        return isinstance(t, torch.Tensor) and t.is_sparse and t.dtype is cls.dtype

    def __call__(cls, *args, device=None):
        if len(args) > 1 and isinstance(args[0], torch.Tensor) and isinstance(args[1], torch.Tensor):
            indices, values, *size = args
            if size and not (len(size) == 1 and isinstance(size[0], (tuple, list))):
                raise _refused(args)
            if indices.dtype is not torch.int64:
                raise RuntimeError(_says('EXPECTED_TYPE', 'Long', _types._WORDS[str(indices.dtype).rsplit('.', 1)[1]]))
            return torch.sparse_coo_tensor(indices, values, *size, device=device)
        if len(args) == 1 and type(args[0]) is tuple:
            raise TypeError('torch.SparseTensor(sequence) only accepts sizes.  Please use torch.sparse_coo_tensor() or construct a strided tensor and convert it to sparse via to_sparse.')
        size = tuple(args[0]) if len(args) == 1 and isinstance(args[0], torch.Size) else args or (0,)
        if not all(type(n) is int for n in size):
            raise _refused(args)
        return torch.sparse_coo_tensor(torch.zeros(len(size), 0, dtype=torch.int64), torch.zeros(0, dtype=cls.dtype), size, device=device)


def classes():
    """{name: class} of all dtypes; Tensor is torch's own."""
    made = {word + 'Tensor': _Typed(word + 'Tensor', (), {'dtype': _types._DTYPES[word], '__module__': 'torch.sparse'}) for word in WORDS}
    return {**made, 'Tensor': torch.Tensor}
