"""Quantized tensors: whole numbers of eight or 32 bits with a scale and a zero point, for all or for each part along an axis.

As with sparse tensors, the object has shape and place, its own memory holds nothing; the whole numbers are a plain tensor. What may be done with it is the table of kernels; the rest refuses it."""
import re

import _tensor
import torch
from _torch import _says
from torch._facts_shown import with_facts
from torch._functions.facts import type_name


class _Type:
    """torch.qint8 and its like: what int_repr() has, and the lowest and highest number."""
    is_floating_point = is_complex = False

    def __init__(self, name, whole, low, high):
        self._name, self.whole, self.low, self.high = name, whole, low, high

    def __repr__(self):
        return 'torch.' + self._name

    def __reduce__(self):
        return _type_named, (self._name,)


def _type_named(name):
    return TYPES[name]


class _Scheme:
    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return 'torch.' + self._name

    def __reduce__(self):
        return _scheme_named, (self._name,)


def _scheme_named(name):
    return SCHEMES[name]


_Type.__name__ = _Type.__qualname__ = 'dtype'
_Scheme.__name__ = _Scheme.__qualname__ = 'qscheme'
_Type.__module__ = _Scheme.__module__ = 'torch'
TYPES = {'qint8': _Type('qint8', torch.int8, -128, 127), 'quint8': _Type('quint8', torch.uint8, 0, 255), 'qint32': _Type('qint32', torch.int32, -2 ** 31, 2 ** 31 - 1)}
SCHEMES = {name: _Scheme(name) for name in ('per_tensor_affine', 'per_channel_affine', 'per_tensor_symmetric', 'per_channel_symmetric', 'per_channel_affine_float_qparams')}


def along(axis, dim):
    """The shape in which numbers for each part along an axis meet a tensor of so many dimensions."""
    around = [1] * dim
    around[axis] = -1
    return around


class Quantized(torch.Tensor):
    is_quantized = _kept_elsewhere = True
    requires_grad = False
    grad_fn = None
    is_leaf = True

    @property
    def dtype(self):
        return self._type

    def int_repr(self):
        return self._whole

    def q_scale(self):
        self._need(None)
        return self._scale

    def q_zero_point(self):
        self._need(None)
        return self._zero

    def q_per_channel_scales(self):
        self._need(True)
        return self._scale

    def q_per_channel_zero_points(self):
        self._need(True)
        return self._zero

    def q_per_channel_axis(self):
        self._need(True)
        return self._axis

    def qscheme(self):
        return SCHEMES['per_tensor_affine' if self._axis is None else 'per_channel_affine_float_qparams' if self._zero.is_floating_point() else 'per_channel_affine']

    def _need(self, by_channel):
        if (self._axis is not None) != bool(by_channel):
            raise RuntimeError('Expected quantizer->qscheme() == %s to be true, but got false.' % ('kPerChannelAffine' if by_channel else 'kPerTensorAffine'))

    def dequantize(self):
        scale, zero = self._along()
        return (self._whole.to(torch.float32) - zero) * scale

    def _along(self):
        if self._axis is None:
            return torch.tensor(self._scale, dtype=torch.float32), self._zero
        around = along(self._axis, self._whole.dim())
        return self._scale.to(torch.float32).view(around), self._zero.view(around)

    def _quantizer_is(self, other):
        if self._axis != other._axis:
            return False
        return self._scale == other._scale and self._zero == other._zero if self._axis is None else torch.equal(self._scale, other._scale) and torch.equal(self._zero, other._zero)

    def _with(self, whole):
        return made(whole, self._type, self._scale, self._zero, self._axis)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        from .kernels import answer
        return answer(func, args, kwargs or {})

    def __getitem__(self, key):
        if self._axis is not None:
            raise NotImplementedError('an index of a tensor that is quantized by channel is not in perch; the nearest is an index of its int_repr()')
        return self._with(self._whole[key])

    def numpy(self, *, force=False):
        raise TypeError('Got unsupported ScalarType Q' + {'quint8': 'UInt8', 'qint8': 'Int8', 'qint32': 'Int32'}[self._type._name])

    def tolist(self):
        raise RuntimeError('invalid type')

    def item(self):
        return int(self.dequantize().item())

    def __bool__(self):
        return bool(self.dequantize())

    def __deepcopy__(self, memo):
        copied = memo[id(self)] = self.clone()
        return copied

    def __reduce_ex__(self, protocol):
        return made, (self._whole, self._type, self._scale, self._zero, self._axis)

    def __repr__(self):
        text = re.sub(r", (dtype=torch\.\w+|device='[^']*')", '', repr(self.dequantize()))
        facts = ['size=%s' % (tuple(self.shape),), 'dtype=%s' % self._type, 'quantization_scheme=%s' % self.qscheme()]
        if self._axis is None:
            facts += ['scale=%s' % self._scale, 'zero_point=%s' % self._zero]
        else:
            facts += ['scale=%s' % self._scale, 'zero_point=%s' % self._zero, 'axis=%s' % self._axis]
        return with_facts(text[:-1], facts)

    __str__ = __repr__

    def __format__(self, spec):
        return format(repr(self), spec)

    __hash__ = torch.Tensor.__hash__


Quantized.__name__ = Quantized.__qualname__ = 'Tensor'
Quantized.__module__ = 'torch'


def made(whole, kind, scale, zero, axis=None):
    found = _tensor.subclass(Quantized, torch.zeros((), dtype=whole.dtype, device=whole.device).expand(whole.shape))
    _tensor.elsewhere(found, True)
    found._whole, found._type, found._scale, found._zero, found._axis = whole, kind, scale, zero, axis
    return found


def _rounded(input, scale, zero, kind):
    return (torch.round(input * (1 / scale)) + zero).clamp(kind.low, kind.high).to(kind.whole)


def quantize_per_tensor(input, scale, zero_point, dtype):
    """input's numbers as whole numbers: round(x / scale) + zero_point, within what dtype holds; of a list of tensors each with its own."""
    if isinstance(input, (list, tuple)):
        return [quantize_per_tensor(each, s, z, dtype) for each, s, z in zip(input, scale, zero_point)]
    if input.dtype is not torch.float32:
        raise RuntimeError('Quantize only works on Float Tensor, got %s' % type_name(input))
    scale, zero_point = float(scale), int(zero_point)
    if not dtype.low <= zero_point <= dtype.high:
        raise RuntimeError('quantize_tensor_per_tensor_affine zero_point %d is %s %s bound.' % (zero_point, *(('below', 'lower') if zero_point < dtype.low else ('above', 'upper'))))
    return made(_rounded(input.detach(), torch.tensor(scale, dtype=torch.float32), zero_point, dtype), dtype, scale, zero_point)


def quantize_per_tensor_dynamic(input, dtype, reduce_range):
    """With the scale that the lowest and the highest number ask for."""
    if input.dtype is not torch.float32:
        raise RuntimeError('Quantize only works on Float Tensor, got %s' % type_name(input))
    from .choice import choose
    low, high = (float(input.min()), float(input.max())) if input.numel() else (0.0, 0.0)
    scale, zero = choose(low, high, *((dtype.low // 2, dtype.high // 2) if reduce_range else (dtype.low, dtype.high)))
    return quantize_per_tensor(input, scale, zero, dtype)


def empty_affine(size, *more, scale=1.0, zero_point=0, dtype=None, **options):
    """Whole numbers that stand for 0."""
    dtype = TYPES['quint8'] if dtype is None else dtype
    return made(torch.zeros(*((size, *more) if more else (size,)), dtype=dtype.whole, **options), dtype, float(scale), int(zero_point))


_empty_affine_quantized = empty_affine


def quantize_per_channel(input, scales, zero_points, axis, dtype):
    around = along(axis, input.dim())
    if not zero_points.is_floating_point():
        whole = _rounded(input.detach(), scales.to(torch.float32).view(around), zero_points.view(around), dtype)
        return made(whole, dtype, scales.to(torch.float64), zero_points.to(torch.int64), axis % input.dim())
    scales, zero_points = scales.to(torch.float32), zero_points.to(torch.float32)            # a zero point between whole numbers is added before they are rounded
    whole = torch.round(input.detach() * (1 / scales.view(around)) + zero_points.view(around)).clamp(dtype.low, dtype.high).to(dtype.whole)
    return made(whole, dtype, scales, zero_points, axis % input.dim())


def dequantize(input):
    return input.dequantize() if isinstance(input, Quantized) else input.to(torch.float32)
