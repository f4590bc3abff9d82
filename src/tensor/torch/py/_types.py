"""The older names of dtypes with places: torch.FloatTensor, torch.cuda.LongTensor, x.type()."""
import _tensor
import _torch
from _torch import _c_name
from ._warned import warn as _warn

_WORDS = {'bool': 'Bool', 'uint8': 'Byte', 'int8': 'Char', 'int16': 'Short', 'int32': 'Int', 'int64': 'Long', 'float16': 'Half', 'bfloat16': 'BFloat16',
          'float32': 'Float', 'float64': 'Double', 'complex64': 'ComplexFloat', 'complex128': 'ComplexDouble'}
_DTYPES = {word: _tensor.dtype_by_number(1, number) for number, word in enumerate(_WORDS.values())}


def type_word(t):
    return 'torch.%s%sTensor' % ('cuda.' if t.is_cuda else '', _WORDS[str(t.dtype).rsplit('.', 1)[1]])


class _TypedTensor(type):
    """The class of torch.FloatTensor and its like: isinstance asks for dtype and place, a call makes a tensor."""

    def __instancecheck__(cls, t):
        return isinstance(t, _tensor.Tensor) and t.dtype is cls.dtype and t.is_cuda == cls.is_cuda

    def __call__(cls, *args, device=None):
        if cls.is_cuda:
            _need_cuda(cls.dtype)
        need_kind('cuda' if cls.is_cuda else 'cpu', device)
        place = 'cuda' if cls.is_cuda else 'cpu' if device is None and not (len(args) == 1 and isinstance(args[0], _tensor.Tensor)) else device
        return made_of(args, cls.dtype, place, cls.is_cuda)


def _need_cuda(dtype):
    from torch.cuda import is_available
    if not is_available():
        raise TypeError('type torch.cuda.%sTensor not available. Torch not compiled with CUDA enabled.' % next(w for w, d in _DTYPES.items() if d is dtype))


def need_kind(kind, device):
    given = device and getattr(device, 'type', str(device).partition(':')[0])
    if given and given != kind:
        raise RuntimeError('legacy constructor expects device type: %s but device type: %s was passed' % (kind, given))


def made_of(args, dtype, place, is_cuda):
    """A tensor of values or of sizes, as the older constructors and Tensor.new take both."""
    from .storage import _Row
    if len(args) == 1 and isinstance(args[0], _Row):
        return _torch.empty(0, dtype=dtype, device=place).set_(args[0])
    if len(args) == 1 and _tensor.is_array(args[0]) and not args[0].flags.writeable:
        _warn('READ_ONLY')
    args = [int(n) if hasattr(n, '__index__') and not hasattr(n, '__len__') else n for n in args]
    if args and not isinstance(args[0], _tensor.Tensor):
        _tensor.Tensor(*args) # (whether these are values or sizes)
    if len(args) != 1 or isinstance(args[0], (int, _torch.Size)):
        return _torch.empty(*(args or [0]), dtype=dtype, device=place)
    if not isinstance(args[0], _tensor.Tensor):
        return _torch.tensor(args[0], dtype=dtype, device=place)
    if args[0].dtype is not dtype and not is_cuda and not args[0].is_cuda:
        raise TypeError('expected TensorOptions(dtype=%s, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)) '
                        '(got TensorOptions(dtype=%s, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt)))'
                        % (_c_name(_torch.empty(0, dtype=dtype)), _c_name(args[0])))
    return _tensor.to(args[0], place, dtype)


def typed(word, cuda):
    name = word + 'Tensor'
    return _TypedTensor(name, (), {'dtype': _DTYPES[word], 'is_cuda': cuda, '__module__': 'torch.cuda' if cuda else 'torch'})


for _word in _DTYPES:
    globals()[_word + 'Tensor'] = typed(_word, False)


def from_word(word):
    """(device or None, dtype) of 'torch.cuda.FloatTensor', or of such a class."""
    if isinstance(word, _TypedTensor):
        return ('cuda' if word.is_cuda else 'cpu'), word.dtype
    parts = str(word).split('.')
    name = parts[-1].replace('Tensor', '')
    if parts[0] != 'torch' or name not in _DTYPES:
        raise ValueError("invalid type: '%s'" % word)
    return ('cuda' if 'cuda' in parts else 'cpu'), _DTYPES[name]


def set_default_tensor_type(t):
    device, dtype = from_word(t)
    if device == 'cuda':
        from torch.cuda import init
        _need_cuda(dtype)
        init()
    if not dtype.is_floating_point:
        raise TypeError('only floating-point types are supported as the default type')
    _tensor.set_default_dtype(dtype)
    _tensor.made_on_gpu(device == 'cuda')
