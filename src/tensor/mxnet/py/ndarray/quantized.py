"""mx.nd.contrib: numbers as 8 bits and a range, and what the originals have on a GPU alone: transforms as rows of (real, imaginary), sketches by signed counts.

A range is two arrays of one number; what counts of it is its reach, the larger of their magnitudes. Rounding is to the nearest, halves to even, as the original's CPU does it.
"""
import _mxnet
from _mxnet import _says

from ..base import MXNetError
from .outs import _into

LEVELS = {'int8': 127.5, 'uint8': 255.5}        # how many steps there are from 0 to a range's reach
_LIMITS = {'int8': (-128, 127), 'uint8': (0, 255), 'int32': (-2147483648, 2147483647)}


def _results(made, out):
    return _into(made, out)


def kind_of(data):
    """The dtype's name."""
    return getattr(data.dtype, '__name__', None) or str(data.dtype)


def nearest(x):
    low = _mxnet.floor(x + 0.5)
    tie = low - x == 0.5
    return low - tie * (low - 2 * _mxnet.floor(low / 2))


def packed(x, kind):
    """Numbers that are scaled already, as whole ones of few bits."""
    return _mxnet.clip(nearest(x), *_LIMITS[kind]).astype(kind)


def reach_of(low, high):
    return _mxnet.maximum(_mxnet.abs(low), _mxnet.abs(high))


def quantize(data, min_range, max_range, out_type='uint8', out=None, name=None):
    """(numbers of 8 bits, their least, their most) of the range that is given."""
    reach = reach_of(min_range, max_range).reshape((1,))
    made = packed(_mxnet.broadcast_mul(data.reshape((-1,)), (255.0 if out_type == 'uint8' else 127.0) / reach).reshape(data.shape), out_type)
    return _results([made, *((min_range + 0, max_range + 0) if out_type == 'uint8' else (-reach, reach))], out)


def dequantize(data, min_range, max_range, out_type='float32', out=None, name=None):
    """What numbers of 8 bits stand for."""
    kind = kind_of(data)
    if kind not in LEVELS:
        raise MXNetError('Check failed: in_attrs->at(0) == mshadow: :kUint8 || in_attrs->at(0) == mshadow::kInt8: the input data type of dequantize op must be provided, either uint8 or int8')
    return _into(_scaled(data.astype('float32'), reach_of(min_range, max_range) / LEVELS[kind]), out)


def _scaled(data, by):
    """data times an array of one number."""
    return _mxnet.broadcast_mul(data.reshape((-1,)), by.reshape((1,))).reshape(data.shape)


def ranged(data, low, high):
    """The range as arrays of one number: that of a calibration, or the data's own."""
    if low is None or high is None:
        return data.min().reshape((1,)), data.max().reshape((1,))
    return _mxnet.array([low], ctx=data.context, dtype='float32'), _mxnet.array([high], ctx=data.context, dtype='float32')


def chosen(out_type, low, high):
    """auto: without a sign where a calibration says that nothing is below 0."""
    if out_type != 'auto':
        return out_type
    return 'uint8' if low is not None and high is not None and low >= 0 else 'int8'


def quantize_v2(data, out_type='int8', min_calib_range=None, max_calib_range=None, out=None, name=None):
    """The same of the data's own range, or a calibration's."""
    kind = chosen(out_type, min_calib_range, max_calib_range)
    low, high = ranged(data, min_calib_range, max_calib_range)
    reach = reach_of(low, high)
    made = packed(_scaled(data, LEVELS[kind] / reach), kind)
    return _results([made, *((low, high) if kind == 'uint8' else (-reach, reach))], out)


def requantize(data, min_range, max_range, out_type='int8', min_calib_range=None, max_calib_range=None, out=None, name=None):
    """Numbers of 32 bits as 8."""
    kind = chosen(out_type, min_calib_range, max_calib_range)
    values = _scaled(data.astype('float64'), reach_of(min_range, max_range).astype('float64') / 2147483647.0).astype('float32')
    reach = reach_of(*ranged(values, min_calib_range, max_calib_range))
    made = packed(_scaled(values, (255.0 if kind == 'uint8' else 127.0) / reach), kind)
    return _results([made, *((_mxnet.zeros_like(reach), reach) if kind == 'uint8' else (-reach, reach))], out)


def getnnz(data, axis=None, out=None, name=None):
    """How many numbers a sparse matrix keeps, in all or (axis 1) in each row."""
    if axis not in (None, 1):
        raise MXNetError(_says("NNZ_AXIS", axis))
    if data.stype != 'csr':
        raise MXNetError('Operator _contrib_getnnz is not implemented for a dense array')
    starts = data.indptr.astype('int64')
    return _into(starts[-1:] if axis is None else starts[1:] - starts[:-1], out)


def _on_gpu(data, name):
    if data.context.device_type != 'gpu':
        raise MXNetError(_says("GPU_ALONE", name))


def _waves(many, like):
    """cos and sin of 2 pi k n / many."""
    import numpy as np
    angle = 2 * np.pi / many * (np.outer(np.arange(many), np.arange(many)) % many)
    return [_mxnet.array(part, ctx=like.ctx, dtype='float32') for part in (np.cos(angle), np.sin(angle))]


def fft(data, compute_size=128, out=None, name=None):
    """Each row's transform, as (real, imaginary) after one another. On a GPU, as the original's."""
    _on_gpu(data, 'fft')
    many = data.shape[-1]
    real, imaginary = (_mxnet.dot(data.reshape((-1, many)), wave) for wave in _waves(many, data))
    return _into(_mxnet.stack(real, -imaginary, axis=2).reshape((*data.shape[:-1], 2 * many)), out)


def ifft(data, compute_size=128, out=None, name=None):
    """The real part of what has this transform, times the number of points."""
    _on_gpu(data, 'ifft')
    many = data.shape[-1] // 2
    pairs = data.reshape((-1, many, 2))
    cos, sin = _waves(many, data)
    made = _mxnet.dot(pairs[:, :, 0], cos) - _mxnet.dot(pairs[:, :, 1], sin)
    return _into(made.reshape((*data.shape[:-1], many)), out)


def count_sketch(data, h, s, out_dim, processing_batch_size=32, out=None, name=None):
    """Each column goes, with its sign of s, where h says; those that meet are added up."""
    _on_gpu(data, 'CountSketch')
    places = _mxnet.one_hot(h.reshape((-1,)), depth=out_dim) * s.reshape((-1, 1))
    return _into(_mxnet.dot(data.reshape((-1, data.shape[-1])), places).reshape((*data.shape[:-1], out_dim)), out)
