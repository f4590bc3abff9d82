"""What may be done with a quantized tensor: a row for each of torch's functions; what has none refuses it as PyTorch does.

A function that keeps the order of numbers, or only their places, works on the whole numbers; the others on what they stand for, and their result is made small again."""
import torch
import torch.nn.functional as F
from _torch import _says
from torch._held import SIZES, name_of, plain

from .tensors import TYPES, Quantized, made, quantize_per_tensor

# These move elements: the result's numbers stand for the same as before.
_MOVES = frozenset('''view reshape flatten squeeze unsqueeze transpose swapaxes permute select narrow t contiguous chunk split unbind expand index_select clone detach cpu flip unflatten movedim view_as reshape_as
squeeze_ unsqueeze_ unfold tensor_split repeat channel_shuffle'''.split())
# These choose among elements: the same, one by one.
_CHOICES = frozenset('max_pool1d max_pool2d'.split())
# These are asked of the numbers alone.
_ASKED = frozenset('stride is_contiguous storage_offset'.split())
_ORDERS = frozenset('max min sort topk kthvalue median'.split())
_COMPARED = frozenset('eq ne lt le gt ge'.split())
# By which of its forms PyTorch names what a function comes to, where that is not the function's own name.
_FORMS = {'truediv': 'div', 'matmul': 'mm', 'softmax': '_softmax', 'log_softmax': '_log_softmax', 'selu': 'elu', 'celu': 'elu', 'linear': 'mm'}
_OVERLOADS = {'conv2d': '_slow_conv2d_forward', 'batch_norm': 'native_batch_norm', 'layer_norm': 'native_batch_norm', 'group_norm': 'native_batch_norm', 'instance_norm': 'native_batch_norm', 'sum': 'sum.IntList_out',
              'square': 'pow.Tensor_Scalar_out', 'pow': 'pow.Tensor_Scalar_out', 'zeros_like': 'zero_', **dict.fromkeys('''add mul sub div mm _softmax _log_softmax elu silu mish exp sqrt neg abs argmax argmin floor ceil log
round sin cos cumsum'''.split(), '')}


def answer(func, args, kwargs):
    name = name_of(func)
    if name in _HOW:
        return _HOW[name](*args, **kwargs)
    if name in _MOVES:
        return _moved(func, args, kwargs)
    if name in _CHOICES:
        return _chosen(func, args, kwargs)
    if name in _ASKED:
        return func(args[0]._whole, *args[1:], **kwargs)
    if name in _ORDERS:
        return _ordered(func, args, kwargs)
    if name in _COMPARED:
        return func(*(each.dequantize() if isinstance(each, Quantized) else each for each in args), **kwargs)
    if name in ('__get__', '__set__') or name in SIZES:
        return plain(func, args, kwargs)
    raise lacks(name)


def lacks(name):
    name = name[1:] if name in ('radd', 'rmul', 'rsub') else name
    name = _FORMS.get(name, name)
    return NotImplementedError(_says('SPARSE_BACKEND', _OVERLOADS.get(name, name) or name + '.out', 'QuantizedCPU'))


def _arithmetic(name):
    """Of two quantized tensors there is none; a number beside one would be made a tensor of its dtype first."""
    def called(a, b, *args, **kwargs):
        if isinstance(a, Quantized) and isinstance(b, Quantized):
            raise lacks(name)
        raise RuntimeError('empty_strided not supported on quantized tensors yet see https://github.com/pytorch/pytorch/issues/74540')
    return called


def _no_dtype(q, *args, **kwargs):
    raise RuntimeError('Creation of quantized tensor requires quantized dtype like torch.quint8')


def _no_gradient(q, wanted=True):
    if wanted:
        raise RuntimeError(_says('GRAD_DTYPE_METHOD'))
    return q


def _pad(q, pad, mode='constant', value=None):
    if mode != 'constant':
        return q._with(F.pad(q._whole.to(torch.float32), pad, mode).to(q._whole.dtype))
    return q._with(F.pad(q._whole, pad, mode, q._zero if value is None else sorted((q._type.low, _whole_of(q, value), q._type.high))[1]))


def _set(q, key, value):
    if isinstance(value, Quantized):
        q._whole[key] = value.int_repr() if value._quantizer_is(q) else again(value.dequantize(), q._scale, q._zero, q._type)._whole
    else:
        q._whole[key] = again(torch.as_tensor(value, dtype=torch.float32), q._scale, q._zero, q._type)._whole


def stack(tensors, dim=0, *, out=None):
    return _cat([each.unsqueeze(dim) for each in tensors], dim, out=out)


def _moved(func, args, kwargs):
    q = args[0]
    if q._axis is not None and func.__name__ not in ('clone', 'detach', 'contiguous', 'cpu'):
        raise NotImplementedError('%s of a tensor that is quantized by channel is not in perch; the nearest is that of its int_repr()' % func.__name__)
    found = func(q._whole, *args[1:], **kwargs)
    return tuple(map(q._with, found)) if isinstance(found, (tuple, list)) else q._with(found)


def _chosen(func, args, kwargs):
    q = args[0]
    return q._with(func(q._whole.to(torch.float32), *args[1:], **kwargs).to(q._whole.dtype))


def _ordered(func, args, kwargs):
    q = args[0]
    found = func(q._whole, *(each._whole if isinstance(each, Quantized) else each for each in args[1:]), **kwargs)
    return type(found)((q._with(found[0]), found[1])) if isinstance(found, tuple) else q._with(found)


def _whole_of(q, number):
    """The whole number that stands for it."""
    return int(torch.round(torch.tensor(number, dtype=torch.float32) * (1 / torch.tensor(q._scale, dtype=torch.float32))).clamp(-2 ** 31, 2 ** 31 - 128)) + q._zero


def _clamped(q, min=None, max=None):
    kind = q._type
    low = kind.low if min is None else sorted((kind.low, _whole_of(q, min), kind.high))[1]
    high = kind.high if max is None else sorted((kind.low, _whole_of(q, max), kind.high))[1]
    return q._with(q._whole.clamp(low, high))


def _into(q, other):
    q._whole.copy_(other._whole)
    q._scale, q._zero = other._scale, other._zero
    return q


def relu(q, inplace=False):
    found = q._with(q._whole.clamp(min=q._zero))
    return _into(q, found) if inplace else found


def _hardtanh(q, min_val=-1.0, max_val=1.0, inplace=False):
    found = _clamped(q, min_val, max_val)
    return _into(q, found) if inplace else found


def again(values, scale, zero, kind):
    """Numbers made small."""
    return quantize_per_tensor(values, scale, zero, kind)


def _same_scale(function):
    """By way of the numbers, with the operand's own scale."""
    def called(q, *args, **kwargs):
        kwargs.pop('inplace', None)
        return again(function(q.dequantize(), *args, **kwargs), q._scale, q._zero, q._type)
    return called


def _fixed_scale(function, scale, zero):
    """By way of the numbers, with a scale that suits where the function's values lie: by what quint8 is."""
    def called(q, inplace=False):
        own_zero, own_scale = (zero, scale) if q._type is TYPES['quint8'] else (zero - 128, scale) if q._type is TYPES['qint8'] else (zero, scale * 2.0 ** -24)
        found = again(function(q.dequantize()), own_scale, own_zero, q._type)
        return _into(q, found) if inplace else found
    return called


def _rounded(q, about_zero):
    """Numbers about the zero point as whole ones."""
    return q._with((torch.round(about_zero) + q._zero).clamp(q._type.low, q._type.high).to(q._whole.dtype))


def _averaged(function):
    """A mean of whole numbers about the zero point, rounded to one of them."""
    def called(q, *args, **kwargs):
        return _rounded(q, function(q._whole.to(torch.float32) - q._zero, *args, **kwargs))
    return called


def _interpolate(q, size=None, scale_factor=None, mode='nearest', align_corners=None, *more, **kwargs):
    if mode not in ('nearest', 'bilinear', 'nearest-exact'):
        raise lacks({'bicubic': 'upsample_bicubic2d.out', 'area': 'adaptive_avg_pool2d', 'linear': 'upsample_linear1d.out', 'trilinear': 'upsample_trilinear3d.out'}.get(mode, mode))
    return _rounded(q, F.interpolate(q._whole.to(torch.float32) - q._zero, size, scale_factor, mode, align_corners, *more, **kwargs))


def cat(tensors, dim=0, scale=None, zero_point=None):
    """All with the first one's scale, or the given one."""
    first = tensors[0]
    scale, zero = (first._scale, first._zero) if scale is None else (scale, zero_point)
    same = all(each._scale == scale and each._zero == zero for each in tensors)
    if same:
        return made(torch.cat([each._whole for each in tensors], dim), first._type, scale, zero)
    return again(torch.cat([each.dequantize() for each in tensors], dim), scale, zero, first._type)


def _cat(tensors, dim=0, *, out=None):
    if not all(isinstance(each, Quantized) for each in tensors):
        raise NotImplementedError(_says('SPARSE_BACKEND', 'qscheme', 'CPU'))
    return cat(tensors, dim) if out is None else _into(out, cat(tensors, dim, out._scale, out._zero))


def _dropout(q, p=0.5, training=True, inplace=False):
    if training:
        raise lacks('bernoulli_.float')
    return q


def _copied(q, other, non_blocking=False):
    if not isinstance(q, Quantized):
        raise RuntimeError('Copying from quantized Tensor to non-quantized Tensor is not allowed, please use dequantize to get a float Tensor from a quantized Tensor')
    if isinstance(other, Quantized):
        return _into(q, other)
    q._whole.copy_(again(other.to(torch.float32), q._scale, q._zero, q._type)._whole)
    return q


def _equal(q, other):
    return isinstance(q, Quantized) and isinstance(other, Quantized) and q._type is other._type and q._quantizer_is(other) and torch.equal(q._whole, other._whole)


def _fill(q, value):
    q._whole.fill_(sorted((q._type.low, _whole_of(q, float(value)), q._type.high))[1])
    return q


def _to(q, *args, **kwargs):
    if any(isinstance(each, torch.dtype) for each in (*args, *kwargs.values())):
        _no_dtype(q)
    return q._with(q._whole.to(*args, **kwargs))


_C_NAMES = {torch.bool: 'bool', torch.uint8: 'unsigned char', torch.int8: 'signed char', torch.int16: 'short int', torch.int32: 'int', torch.int64: 'long int', torch.float32: 'float', torch.float64: 'double'}


def _c_name(dtype):
    return _C_NAMES.get(dtype) or 'c10::' + {'float16': 'Half', 'bfloat16': 'BFloat16'}.get(str(dtype)[6:], str(dtype)[6:])


def _empty_like(q, dtype=None, **options):
    if dtype not in (None, q._type):
        raise RuntimeError("It is currently not supported to specify a dtype that doesn't match the input tensor's dtype via empty_like.  Specified: %s Input tensor's dtype: %s" % (_c_name(dtype), _c_name(q._type)))
    return q._with(torch.empty_like(q._whole, **options))


_HOW = {'relu': relu, 'relu_': lambda q: relu(q, True), 'clamp': _clamped, 'clip': _clamped, 'hardtanh': _hardtanh, 'hardtanh_': lambda q, low=-1.0, high=1.0: _hardtanh(q, low, high, True),
        'relu6': lambda q, inplace=False: _hardtanh(q, 0.0, 6.0, inplace), 'leaky_relu': _same_scale(F.leaky_relu), 'threshold': _same_scale(F.threshold),
        'gelu': lambda q, approximate='none': again(F.gelu(q.dequantize(), approximate=approximate), float(torch.tensor(q._scale, dtype=torch.float32)), q._zero, q._type),
        'sigmoid': _fixed_scale(torch.sigmoid, 1 / 256, 0), 'hardsigmoid': _fixed_scale(F.hardsigmoid, 1 / 256, 0), 'tanh': _fixed_scale(torch.tanh, 2 / 256, 128),
        'avg_pool2d': _averaged(F.avg_pool2d), 'avg_pool3d': _averaged(F.avg_pool3d), 'avg_pool1d': _averaged(F.avg_pool1d), 'adaptive_avg_pool2d': _averaged(F.adaptive_avg_pool2d),
        'adaptive_avg_pool3d': _averaged(F.adaptive_avg_pool3d), 'adaptive_avg_pool1d': _averaged(F.adaptive_avg_pool1d), 'mean': _same_scale(torch.mean), 'std': _same_scale(torch.std), 'interpolate': _interpolate,
        'upsample': _interpolate, 'cat': _cat, 'concat': _cat, 'dropout': _dropout, 'feature_dropout': _dropout, 'copy_': _copied, 'equal': _equal, 'fill_': _fill, 'to': _to, 'empty_like': _empty_like,
        'is_nonzero': lambda q: bool(q.dequantize()), 'bool': lambda q: bool(q.dequantize()), 'dequantize': lambda q: q.dequantize(), 'item': lambda q: int(q.dequantize().item()),
        **dict.fromkeys('float double half int long bfloat16'.split(), _no_dtype), 'requires_grad_': _no_gradient, 'pad': _pad, 'setitem': _set, 'stack': stack,
        'type': lambda q, *args: 'torch.quantized.%s' % {'quint8': 'QUInt8Tensor', 'qint8': 'QInt8Tensor', 'qint32': 'QInt32Tensor'}[q._type._name],
        **{name: _arithmetic(name) for name in 'add radd mul rmul sub rsub div truediv rtruediv'.split()}}
