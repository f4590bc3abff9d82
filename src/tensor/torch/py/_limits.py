"""torch.finfo and torch.iinfo: the limits of dtypes."""
import _tensor

_FLOATS = {'float16': (16, 10, -14, 15), 'bfloat16': (16, 7, -126, 127), 'float32': (32, 23, -126, 127), 'float64': (64, 52, -1022, 1023)}
_INTS = {'uint8': (8, False), 'int8': (8, True), 'int16': (16, True), 'int32': (32, True), 'int64': (64, True), 'quint8': (8, False), 'qint8': (8, True), 'qint32': (32, True)}


def _name(dtype):
    return str(dtype if dtype is not None else _tensor.set_default_dtype(None)).rsplit('.', 1)[1]


class finfo:
    def __init__(self, type=None):
        self.dtype = _name(type)
        if self.dtype not in _FLOATS:
            raise TypeError('torch.finfo() requires a floating point input type. Use torch.iinfo to handle \'torch.finfo\'')
        self.bits, digits, low, high = _FLOATS[self.dtype]
        self.eps = 2.0 ** -digits
        self.max = (2.0 - self.eps) * 2.0 ** high
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** low
        self.resolution = {'float16': 0.001, 'bfloat16': 0.01, 'float32': 1e-06, 'float64': 1e-15}[self.dtype]

    def __repr__(self):
        return 'finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, dtype=%s)' % (
            self.resolution, self.min, self.max, self.eps, self.smallest_normal, self.tiny, self.dtype)


class iinfo:
    def __init__(self, type):
        self.dtype = _name(type)
        if self.dtype == 'bool':
            raise TypeError('torch.bool is not supported by torch.iinfo')
        if self.dtype not in _INTS:
            raise TypeError('torch.iinfo() requires an integer input type. Use torch.finfo to handle \'torch.iinfo\'')
        self.bits, signed = _INTS[self.dtype]
        self.max = 2 ** (self.bits - signed) - 1
        self.min = -self.max - 1 if signed else 0

    def __repr__(self):
        return 'iinfo(min=%g, max=%g, dtype=%s)' % (self.min, self.max, self.dtype)


finfo.__module__ = iinfo.__module__ = 'torch'
