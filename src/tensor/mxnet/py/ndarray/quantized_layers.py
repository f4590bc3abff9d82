"""mx.nd.contrib: layers over numbers of 8 bits. A layer takes its arrays, then the ends of their ranges, and gives (numbers, least, most).

Products of 8 bits are added up in 32; here they go through the float kernels, in doubles wherever a sum could reach beyond the 24 bits that float32 keeps.
"""
import _mxnet

from ..base import MXNetError
from .outs import _into
from .quantized import LEVELS, _scaled, kind_of, nearest, packed, reach_of

_MOST = 2147483647.0
_STEPS = {'int8': 127.0, 'uint8': 255.0}        # into which a product's range counts an operand's reach


def exact(data, length):
    """The dtype whose sums of so many products of 8 bits are exact."""
    return 'float32' if length * 128 * (255 if kind_of(data) == 'uint8' else 128) < 1 << 24 else 'float64'


def product_range(data, low, high, weight_low, weight_high):
    """What a step of 32 bits stands for, and the range of all of them."""
    return _product_range(low, high, _STEPS[kind_of(data)], weight_low, weight_high)


def _product_range(low, high, steps, weight_low, weight_high):
    one = reach_of(low, high) / steps * (reach_of(weight_low, weight_high) / 127.0)
    return one, -(one * _MOST), one * _MOST


def quantized_conv(data, weight, bias=None, min_data=None, max_data=None, min_weight=None, max_weight=None, min_bias=None, max_bias=None, out=None, name=None, **options):
    if kind_of(data) != 'uint8':
        raise MXNetError('MXNetError: Check failed: (in_data[0].dtype()) == (mshadow: :kUint8) mkldnn_quantized_conv op only supports uint8 as input type')
    kind = exact(data, weight.size // weight.shape[0])
    made = _mxnet.Convolution(data.astype(kind), weight.astype(kind), **{**options, 'no_bias': True}).astype('int32')
    if bias is not None:        # (the original's kernel adds it as it stands)
        made = _mxnet.broadcast_add(made, bias.astype('int32').reshape((1, -1) + (1,) * (made.ndim - 2)))
    _, low, high = _product_range(min_data, max_data, 127.0, min_weight, max_weight)      # (as the original tells them: for data with a sign)
    return _into([made, low, high], out)


def quantized_fully_connected(data, weight, bias=None, min_data=None, max_data=None, min_weight=None, max_weight=None, min_bias=None, max_bias=None, num_hidden=None, no_bias=False,
                              flatten=True, out=None, name=None):
    kind = exact(data, weight.shape[1])
    made = _mxnet.FullyConnected(data.astype(kind), weight.astype(kind), num_hidden=num_hidden, no_bias=True, flatten=flatten)
    one, low, high = product_range(data, min_data, max_data, min_weight, max_weight)
    made = made.astype('int32')
    if bias is not None:
        made = _mxnet.broadcast_add(made, nearest(_scaled(bias.astype('float32'), reach_of(min_bias, max_bias) / 127.0 / one)).astype('int32').reshape((1, -1)))
    return _into([made, low, high], out)


def quantized_act(data, min_data, max_data, act_type=None, out=None, name=None):
    if act_type != 'relu':
        raise MXNetError('MXNetError: _contrib_quantized_act only supports act_type=relu for now')
    made = data if kind_of(data) == 'uint8' else _mxnet.maximum(data, 0)
    return _into([made + 0, min_data + 0, max_data + 0], out)


def quantized_flatten(data, min_data, max_data, out=None, name=None):
    return _into([data.reshape((data.shape[0], -1)) + 0, min_data + 0, max_data + 0], out)


def quantized_pooling(data, min_data, max_data, out=None, name=None, **options):
    made = _mxnet.Pooling(data.astype('float32'), **options)
    return _into([packed(made, kind_of(data)), min_data + 0, max_data + 0], out)


def quantized_concat(*data, num_args=None, dim=1, out=None, name=None):
    """Arrays, then each one's least and most; all come to the widest range."""
    arrays, ends = data[:len(data) // 3], data[len(data) // 3:]
    reaches = [reach_of(*pair) for pair in zip(ends[::2], ends[1::2])]
    widest = reaches[0]
    for each in reaches[1:]:
        widest = _mxnet.maximum(widest, each)
    kind = 'int8' if any(kind_of(each) == 'int8' for each in arrays) else 'uint8'
    made = [packed(_scaled(each.astype('float32'), reach / LEVELS[kind_of(each)] * LEVELS[kind] / widest), kind) for each, reach in zip(arrays, reaches)]
    return _into([_mxnet.concat(*made, dim=dim), -widest if kind == 'int8' else _mxnet.zeros_like(widest), widest], out)


def _values(data, low, high):
    return _scaled(data.astype('float64'), reach_of(low, high).astype('float64') / LEVELS[kind_of(data)])


def quantized_elemwise_add(lhs, rhs, lhs_min, lhs_max, rhs_min, rhs_max, min_calib_range=None, max_calib_range=None, out=None, name=None):
    total = _values(lhs, lhs_min, lhs_max) + _values(rhs, rhs_min, rhs_max)
    if min_calib_range is None or max_calib_range is None:
        reach = reach_of(lhs_min, lhs_max) + reach_of(rhs_min, rhs_max)
        return _into([packed(_scaled(total, _MOST / reach.astype('float64')), 'int32'), -reach, reach], out)
    kind = 'uint8' if kind_of(lhs) == kind_of(rhs) == 'uint8' else 'int8'
    ends = [_mxnet.array([each], ctx=lhs.context) for each in (min_calib_range, max_calib_range)]
    return _into([packed(_scaled(total.astype('float32'), LEVELS[kind] / reach_of(*ends)), kind), *ends], out)


def quantized_batch_norm(data, gamma, beta, moving_mean, moving_var, min_data, max_data, eps=0.001, fix_gamma=True, axis=1, min_calib_range=None, max_calib_range=None, out=None, name=None,
                         **options):
    if min_calib_range is None or max_calib_range is None:
        raise MXNetError("MXNetError: min_calib_range or max_calib_range is not available. Quantized BN currently don't support calib_mode=None")
    if kind_of(data) == 'uint8':        # (its kernel takes numbers with a sign alone)
        data = packed(data.astype('float32') * (LEVELS['int8'] / LEVELS['uint8']), 'int8')
    values = _scaled(data.astype('float32'), reach_of(min_data, max_data) / LEVELS['int8'])
    slope = (_mxnet.ones_like(gamma) if fix_gamma else gamma) / _mxnet.sqrt(moving_var + eps)
    shape = [1] * data.ndim
    shape[axis] = -1
    made = _mxnet.broadcast_add(_mxnet.broadcast_mul(values, slope.reshape(shape)), (beta - moving_mean * slope).reshape(shape))
    ends = [_mxnet.array([each], ctx=data.context) for each in (min_calib_range, max_calib_range)]
    return _into([packed(_scaled(made, LEVELS['int8'] / reach_of(*ends)), 'int8'), *ends], out)


def quantized_embedding(data, weight, min_weight, max_weight, input_dim=None, output_dim=None, dtype='float32', sparse_grad=False, out=None, name=None):
    return _into([_mxnet.take(weight, data), min_weight + 0, max_weight + 0], out)


def calibrate_entropy(hist, hist_edges, num_quantized_bins=255, out=None, name=None):
    """(the threshold, its divergence): where to cut a histogram so that num_quantized_bins steps of what is left are nearest to it in Kullback and Leibler's sense."""
    import numpy as np
    counts, edges = hist.asnumpy().astype('float64'), hist_edges.asnumpy()
    least = (np.inf, None)
    middle = len(counts) // 2
    below = np.concatenate([[0.0], np.cumsum(counts)])
    for half in range(num_quantized_bins // 2, middle + 1):
        first, last = middle - half, middle + half + 1
        divergence = _divergence(counts[first:last], below[first], below[-1] - below[last], num_quantized_bins, np)
        if divergence < least[0]:
            least = divergence, edges[last]
    made = [_mxnet.array([each], ctx=hist.context, dtype='float32') for each in (least[1], least[0])]
    return _into(made, out)


def _divergence(inside, left, right, steps, np):
    """From what is inside with the rest at its ends to the same in steps: each shares what is in it among its bins that are not empty. The first bin counts as outside."""
    full, inner = inside.copy(), inside.copy()
    full[0] += left
    full[-1] += right
    inner[0] = 0
    there = full != 0
    starts = np.arange(steps) * (len(inside) // steps)
    sums, many = np.add.reduceat(inner, starts), np.add.reduceat(there.astype('float64'), starts)
    coarse = np.repeat(sums / np.maximum(many, 1), np.diff(np.append(starts, len(inside)))) * there
    full, coarse = _smooth(full, np), _smooth(coarse, np)
    if coarse is None or full is None:
        return np.inf
    full, coarse = full / full.sum(), coarse / coarse.sum()
    return float((full * np.log(full / coarse)).sum())


def _smooth(bins, np):
    """Empty bins get a little, which the others give; None where those have too little."""
    empty = bins == 0
    given = 0.0001 * empty.sum()
    others = len(bins) - empty.sum()
    return np.where(empty, 0.0001, bins - given / others) if given < others else None
