"""mx.nd.contrib: numbers as 8 bits and a range, and what the originals have on a GPU alone: transforms as rows of (real, imaginary), sketches by signed counts."""
import _mxnet
from _mxnet import _says

from ..base import MXNetError
from .outs import _into


def _results(made, out):
    return _into(made, out)


def _whole(x):
    """Rounded towards 0, as C casts."""
    return _mxnet.trunc(x)


def _reach(low, high):
    return _mxnet.maximum(_mxnet.abs(low), _mxnet.abs(high))


def _signed(data, reach, most):
    """8 bits with a sign: reach is 127."""
    scaled = _mxnet.minimum(_mxnet.broadcast_mul(_mxnet.abs(data), most / reach) + 0.5, 127)
    return (_mxnet.sign(data) * _whole(scaled)).astype('int8')


def _unsigned(data, low, high):
    scaled = _mxnet.broadcast_mul(_mxnet.broadcast_sub(data, low), 255.0 / (high - low)) + 0.5
    return _whole(_mxnet.clip(scaled, 0, 255)).astype('uint8')


def quantize(data, min_range, max_range, out_type='uint8', out=None, name=None):
    """(numbers of 8 bits, their least, their most) of the range that is given."""
    if out_type == 'uint8':
        return _results([_unsigned(data, min_range, max_range), min_range + 0, max_range + 0], out)
    reach = _reach(min_range, max_range)
    return _results([_signed(data, reach, 127.0), -reach, reach], out)


def dequantize(data, min_range, max_range, out_type='float32', out=None, name=None):
    """What numbers of 8 bits stand for."""
    values = data.astype('float32')
    if 'uint8' in str(data.dtype):
        return _into(_mxnet.broadcast_add(_mxnet.broadcast_mul(values, (max_range - min_range) / 255.5), min_range), out)
    return _into(_mxnet.broadcast_mul(values, _reach(min_range, max_range) / 127.5), out)


def _range(data, low, high):
    """The range as arrays of one number: that of a calibration, or the data's own."""
    if low is None or high is None:
        return data.min().reshape((1,)), data.max().reshape((1,))
    return _mxnet.array([low], ctx=data.ctx, dtype='float32'), _mxnet.array([high], ctx=data.ctx, dtype='float32')


def quantize_v2(data, out_type='int8', min_calib_range=None, max_calib_range=None, out=None, name=None):
    """The same of the data's own range, or a calibration's."""
    low, high = _range(data, min_calib_range, max_calib_range)
    unsigned = out_type == 'uint8' or out_type == 'auto' and min_calib_range is not None and min_calib_range >= 0
    if unsigned:
        return _results([_unsigned(data, _mxnet.zeros_like(high), high), low, high], out)
    reach = _reach(low, high)
    return _results([_signed(data, reach, 127.5), -reach, reach], out)


def requantize(data, min_range, max_range, out_type='int8', min_calib_range=None, max_calib_range=None, out=None, name=None):
    """Numbers of 32 bits as 8."""
    if out_type == 'uint8':
        raise MXNetError('requantize: 8 bits without a sign are not there, int8 and auto are')
    values = _mxnet.broadcast_mul(data.astype('float64'), _reach(min_range, max_range).astype('float64') / 2147483647.0).astype('float32')
    low, high = _range(values, min_calib_range, max_calib_range)
    reach = _reach(low, high)
    return _results([_signed(values, reach, 127.0), -reach, reach], out)


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
