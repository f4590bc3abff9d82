"""Functions of mx.nd that are composed of others."""
from _mxnet import _says
import _mxnet
import _tensor
from _tensor import NDArray
from perch.only import only
from ..base import MXNetError
from . import spreads
from .outs import _into

_op = _tensor.op

__all__ = ['softmax', 'log_softmax', 'softmin', 'SoftmaxOutput', 'Softmax', 'softmax_cross_entropy', 'SoftmaxActivation', 'L2Normalization', 'pad', 'Pad', 'diag', 'cumsum',
           'gather_nd', 'scatter_nd', 'batch_take', 'SequenceMask', 'SequenceLast', 'SequenceReverse', 'UpSampling', 'split_v2', 'histogram', 'depth_to_space',
           'space_to_depth', 'shape_array', 'size_array', 'nanprod', 'moments', 'logical_and_', 'onehot_encode', 'shuffle', 'uniform', 'normal', 'sample_multinomial', 'multinomial',
           'sample_normal', 'sample_uniform', 'all_finite', 'LRN', 'khatri_rao', 'unravel_index', 'ravel_multi_index', 'from_numpy', 'sgd_update', 'sgd_mom_update', 'adam_update',
           'Custom', 'where', 'to_dlpack_for_read', 'imdecode', 'arange_like', 'ROIPooling', 'GroupNorm']
__all__.remove('logical_and_')


# -- networks --
def GroupNorm(data, gamma=None, beta=None, num_groups=1, eps=1e-05, output_mean_var=False, out=None, name=None):
    """Normed over groups of channels, each with one scale and one shift."""
    for part in (gamma, beta):
        if part is not None and part.size != num_groups:
            raise MXNetError('Check failed: this->shape_.Size() == shape.Size() (%d vs. %d) : Shape size mismatch %d v.s. %d' % (part.size, num_groups, part.size, num_groups))
    gamma, beta = (None if part is None else part.reshape((-1,)).repeat(data.shape[1] // num_groups) for part in (gamma, beta))
    made = _into(_mxnet.GroupNorm(data, gamma, beta, num_groups=num_groups, eps=eps), out)
    return [made, *spreads.group(data, num_groups, eps)] if output_mean_var else made


def _shown_by(length, data, axis):
    """Where the first `length` elements of each row along an axis stand; None: nobody gave lengths."""
    if length is None:
        return None
    if 'int' not in _kind_of(length):
        raise MXNetError('This operation only support integer types, not ' + _kind_of(length))
    rows = list(data.shape)
    count = rows.pop(axis)
    if list(length.shape) != (rows or [1]):
        raise MXNetError(_says("LABEL_SHAPE", ','.join(map(str, length.shape)), ','.join(map(str, rows or [1]))))
    steps = [1] * len(data.shape)
    steps[axis] = count
    rows.insert(axis % len(data.shape), 1)
    places = _mxnet.arange(count, dtype='float64', ctx=data.context).reshape(tuple(steps))
    return _mxnet.broadcast_lesser(places, length.astype('float64').reshape(tuple(rows)))


def _over_lengths(name, of_all, data, length, use_length, axis, **options):
    """An op of the softmax family, over whole rows or the part of each that a length says; 0 stands behind it."""
    given, wanted = 1 + (length is not None), 1 + bool(use_length)
    if given != wanted:
        raise MXNetError(_says("NUM_INPUTS", given, wanted, name, wanted, given))
    shown = _shown_by(length, data, axis)
    if shown is None:
        return of_all(data, axis=axis, **options)
    nothing = _mxnet.zeros_like(data)
    result = of_all(_mxnet.where(shown, data, nothing - float('inf')), axis=axis, **options)
    return _mxnet.where(shown, result, _mxnet.zeros_like(result))


def softmax(data, length=None, axis=-1, temperature=None, dtype=None, use_length=False, out=None, name=None):
    """exp of each element over their sum along an axis; with use_length over the first `length` of each row."""
    cold = temperature is not None and temperature == 0
    made = _over_lengths('softmax', _mxnet.softmax, data, length, use_length, axis, temperature=None if cold else temperature, dtype=dtype)
    return _into(made * float('nan') if cold else made, out)


def log_softmax(data, axis=-1, temperature=None, dtype=None, use_length=False, out=None, name=None):
    """The logarithm of softmax."""
    return _into(_over_lengths('log_softmax', _mxnet.log_softmax, data, None, use_length, axis, temperature=temperature, dtype=dtype), out)


def softmin(data, axis=-1, temperature=None, dtype=None, use_length=False, out=None, name=None):
    """softmax of -data."""
    return _into(_over_lengths('softmin', _mxnet.softmax, -data, None, use_length, axis, temperature=temperature, dtype=dtype), out)


_NO_LABEL = -2 ** 63             # core's loss.h


def SoftmaxOutput(data, label, grad_scale=1.0, ignore_label=-1, multi_output=False, use_ignore=False, preserve_shape=False, normalization='null', out_grad=False,
                  smooth_alpha=0.0, out=None, name=None):
    """softmax whose gradient is cross entropy's."""
    if multi_output:
        rest = data.shape[2:]
        places = _size_of(rest)
        if label.ndim == 2 and label.shape != (data.shape[0], *rest) and label.size == data.shape[0] * places:
            label = label.reshape((data.shape[0], *rest))       # a row of labels for all places
        if normalization != 'valid':
            grad_scale = grad_scale / places
    elif not preserve_shape and data.ndim > 2 and label.shape == data.shape[:1]:
        return SoftmaxOutput(data.reshape((data.shape[0], -1)), label, grad_scale, ignore_label, False, use_ignore, False, normalization, out_grad, smooth_alpha, out).reshape(data.shape)
    axis = 1 if multi_output else -1
    counted = normalization == 'valid' and not use_ignore       # 1.9.1 counts without the labels to ignore, whether their gradient is taken or not
    options = dict(axis=axis, ignore=int(ignore_label) if use_ignore or counted else _NO_LABEL, beta=grad_scale, reduction='counted' if counted else normalization, smoothing=smooth_alpha)
    if out_grad:
        from .losses import _Loss        # 1.9.1 multiplies the gradient with what it showed, not with what comes back
        return _into(_Loss(lambda x: _mxnet.softmax(x, axis=axis), lambda x, result: _op('softmax_output_grad', 0, (result, label), **options) * result)(data), out)
    return _into(_op('softmax_output', 0, (data, label), **options), out)


Softmax = SoftmaxOutput


def softmax_cross_entropy(data, label, out=None, name=None):
    """The sum of minus log softmax at the labels."""
    rows, classes = data.shape
    places = label.astype('int64') + _mxnet.arange(rows, dtype='int64', ctx=data.context) * classes     # (MXNet looks no class up: a label beyond is in the next row)
    known = (places >= 0) * (places < rows * classes)
    if _mxnet.min(known).asscalar():
        return _into(-_mxnet.take(_mxnet.log_softmax(data).reshape((-1,)), places).sum(), out)
    chances = _mxnet.take(_mxnet.softmax(data).reshape((-1,)), _mxnet.clip(places, 0, rows * classes - 1)) * known.astype(data.dtype)
    return _into(-_mxnet.log(_mxnet.broadcast_maximum(chances, _mxnet.full((1,), 1e-8, ctx=data.context, dtype=data.dtype))).sum(), out)


def SoftmaxActivation(data, mode='instance', out=None, name=None):
    """The softmax of the last axis, or of the channels."""
    if mode not in ('instance', 'channel'):
        raise MXNetError("MXNetError: Invalid Input: %r, valid values are: {'channel', 'instance'}, in operator SoftmaxActivation(name=\"%s\", mode=\"%s\")" % (mode, name or '', mode))
    if mode == 'channel' and data.ndim < 3:
        raise MXNetError('MXNetError: Check failed: in_data.ndim() >= 3 (%d vs. 3) : Input need to have a least 3 dimensions when mode=channel' % data.ndim)
    return _mxnet.softmax(data, axis=1 if mode == 'channel' else -1, out=out)


def _size_of(shape):
    size = 1
    for each in shape:
        size *= each
    return size


def _kind_of(data):
    import numpy
    return numpy.dtype(data.dtype).name


def L2Normalization(data, eps=1e-10, mode='instance', out=None, name=None):
    """Divided by the 2-norm: of each example, each channel, or each place."""
    kind = _kind_of(data)
    if 'int' in kind:
        raise MXNetError(_says("SOFTMAX_FLOATS", kind))
    axes = {'instance': tuple(range(1, data.ndim)), 'channel': (1,), 'spatial': tuple(range(2, data.ndim))}[mode]
    return _into(data / _mxnet.sqrt(_mxnet.sum(_mxnet.square(data), axis=axes, keepdims=True) + eps), out)


def LRN(data, nsize, alpha=0.0001, beta=0.75, knorm=2.0, out=None, name=None):
    """Divided by a power of the squares of the neighbouring channels."""
    half = nsize // 2
    squares = pad(_mxnet.square(data), 'constant', (0, 0, half, half) + (0, 0) * (data.ndim - 2), 0) if data.ndim == 4 else None
    if squares is None:
        raise ValueError('LRN: data has 4 dimensions')
    total = _mxnet.add_n(*[_mxnet.slice_axis(squares, 1, i, i + data.shape[1]) for i in range(nsize)])
    return _into(data / (knorm + alpha / nsize * total) ** beta, out)


def UpSampling(*data, scale=1, sample_type='nearest', num_args=1, num_filter=0, multi_input_mode='concat', workspace=512, out=None, name=None):
    """Larger by scale, each element repeated, or by bilinear interpolation."""
    if sample_type != 'nearest':
        if len(data) < 2:
            raise ValueError("UpSampling: sample_type='bilinear' needs a weight")
        kernel = 2 * scale - scale % 2
        side = -(-(scale - 1) // 2)
        return _mxnet.Deconvolution(data[0], data[1], kernel=(kernel, kernel), stride=(scale, scale), pad=(side, side), num_filter=num_filter, num_group=num_filter, no_bias=True)
    grown = [_mxnet.repeat(_mxnet.repeat(x, scale * data[0].shape[2] // x.shape[2], axis=2), scale * data[0].shape[3] // x.shape[3], axis=3) for x in data]
    return _into(grown[0] if len(grown) == 1 else _mxnet.concat(*grown, dim=1) if multi_input_mode == 'concat' else _mxnet.add_n(*grown), out)


def ROIPooling(data, rois, pooled_size, spatial_scale, out=None, name=None):
    """The largest of each cell of each region [image, x1, y1, x2, y2]."""
    high, wide = pooled_size
    rows = []
    for number, x1, y1, x2, y2 in _tensor.tolist(rois):
        half_up = lambda v: int(v * spatial_scale + 0.5)
        left, top, right, bottom = half_up(x1), half_up(y1), half_up(x2), half_up(y2)
        height, width = max(bottom - top + 1, 1), max(right - left + 1, 1)
        clamp = lambda v, most: min(max(v, 0), most)
        cells = []
        for i in range(high):
            for j in range(wide):
                y0, y9 = clamp(top + i * height // high, data.shape[2]), clamp(top - (-(i + 1) * height // high), data.shape[2])
                x0, x9 = clamp(left + j * width // wide, data.shape[3]), clamp(left - (-(j + 1) * width // wide), data.shape[3])
                if y9 <= y0 or x9 <= x0:
                    cells.append(_mxnet.zeros((data.shape[1],), data.context))
                    continue
                cells.append(_mxnet.max(data[int(number)][:, y0:y9, x0:x9], axis=(1, 2)))
        rows.append(_mxnet.transpose(_mxnet.stack(*cells)).reshape((data.shape[1], high, wide)))
    return _into(_mxnet.stack(*rows), out)


# -- shapes --
def pad(data, mode, pad_width, constant_value=0, out=None, name=None):
    """A margin: constant, edge or reflect; pad_width is before and after for each axis."""
    widths = tuple(pad_width)
    return _into(_op('pad', 0, (data,), widths=widths, mode=mode, value=constant_value), out)


Pad = pad


def diag(data, k=0, axis1=0, axis2=1, out=None, name=None):
    """A vector as a diagonal, or the diagonal of an array."""
    if data.ndim == 1:
        return _into(_op('diag_embed', 0, (data,), offset=k, axis1=0, axis2=1), out)
    return _into(_op('copy', 0, (_op('diagonal', 0, (data,), offset=k, axis1=axis1, axis2=axis2),)), out)


def cumsum(a, axis=None, dtype=None, out=None, name=None):
    """The running sum."""
    if dtype is not None and 'float' in _kind_of(a):
        a = _mxnet.cast(a, dtype)
    if axis is None:
        return _into(_op('cumsum', 0, (a,), flat=True, dtype=dtype), out)
    return _into(_op('cumsum', 0, (a,), axis=axis, dtype=dtype), out)


def nanprod(data, axis=None, keepdims=False, exclude=False, out=None, name=None):
    """The product of what is not NaN."""
    ones = _mxnet.ones_like(data)
    return _mxnet.prod(_mxnet.where(data == data, data, ones), axis, keepdims, exclude, out)


def moments(data, axes=None, keepdims=False, out=None, name=None):
    """Mean and variance."""
    only('mx.nd.moments', out=(out, None))
    mean = _mxnet.mean(data, axis=axes, keepdims=True)
    variance = _mxnet.mean(_mxnet.square(data - mean), axis=axes, keepdims=keepdims)
    return [_mxnet.mean(data, axis=axes, keepdims=keepdims), variance]


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Parts of an axis: equal ones, or cut at indices."""
    if isinstance(indices_or_sections, int):
        return _mxnet.split(ary, indices_or_sections, axis, squeeze_axis)
    cuts = [0] + list(indices_or_sections) + [ary.shape[axis]]
    parts = [_mxnet.slice_axis(ary, axis, a, b) for a, b in zip(cuts, cuts[1:])]
    return [_mxnet.squeeze(p, axis) for p in parts] if squeeze_axis else parts


def depth_to_space(data, block_size, out=None, name=None):
    """Channels laid out in blocks of height and width."""
    n, c, h, w = data.shape
    b = block_size
    if b < 0:
        raise MXNetError(_says("UNKNOWN_SHAPE", 'depth_to_space'))
    if c % (b * b):
        raise MXNetError(_says("SPACE_DEPTH", c))
    x = _mxnet.transpose(_mxnet.reshape(data, (n, b, b, c // (b * b), h, w)), (0, 3, 4, 1, 5, 2))
    return _into(_mxnet.reshape(x, (n, c // (b * b), h * b, w * b)), out)


def space_to_depth(data, block_size, out=None, name=None):
    """Blocks of height and width as channels."""
    n, c, h, w = data.shape
    b = block_size
    x = _mxnet.transpose(_mxnet.reshape(data, (n, c, h // b, b, w // b, b)), (0, 3, 5, 1, 2, 4))
    return _into(_mxnet.reshape(x, (n, c * b * b, h // b, w // b)), out)


def shape_array(data, out=None, name=None):
    only('mx.nd.shape_array', out=(out, None))
    return _mxnet.array(data.shape, dtype='int64', ctx=data.context)


def size_array(data, out=None, name=None):
    only('mx.nd.size_array', out=(out, None))
    return _mxnet.array([data.size], dtype='int64', ctx=data.context)


def arange_like(data, start=0.0, step=1.0, repeat=1, ctx=None, axis=None, out=None, name=None):
    """arange of the array's size, or of one axis'."""
    only('mx.nd.arange_like', repeat=(repeat, 1), out=(out, None), ctx=(ctx, None))
    def terms(count):
        return _mxnet.arange(start, start + step * (count - 0.5), step, ctx=data.context) # half a step before the next: rounding adds none
    return terms(data.size).reshape(data.shape) if axis is None else terms(data.shape[axis])


# -- indexing --
def _columns(indices):
    return [indices[i].astype('int64') for i in range(indices.shape[0])]


def gather_nd(data, indices, out=None, name=None):
    """data[indices[0], indices[1], …]."""
    return _into(_op('index_get', 0, (data, *_columns(indices))), out)


def scatter_nd(data, indices, shape, out=None, name=None):
    """Zeros with data laid at indices[0], indices[1], …"""
    zeros = _mxnet.zeros(shape, data.context, data.dtype)
    return _into(_op('index_put', 0, (zeros, data, *_columns(indices))), out)


def batch_take(a, indices, out=None, name=None):
    """a[i, indices[i]]."""
    rows = a.size // a.shape[-1]
    if rows != indices.size:
        raise MXNetError(_says("BATCH_TAKE", rows, indices.size))
    return _into(_mxnet.pick(a, indices), out)


def unravel_index(data, shape, out=None, name=None):
    """Positions in a flat array as one for each axis."""
    only('mx.nd.unravel_index', out=(out, None))
    rest, rows = _mxnet.trunc(data), []
    for n in reversed(shape):           # (as C divides: towards zero)
        whole = _mxnet.trunc(rest / n) if 'float' in _kind_of(data) else (rest - _mxnet.sign(rest) * (_mxnet.abs(rest) % n)) / n
        rows.append(rest - whole * n)
        rest = whole
    return _mxnet.stack(*reversed(rows))


def ravel_multi_index(data, shape, out=None, name=None):
    """Positions for each axis as positions in a flat array."""
    only('mx.nd.ravel_multi_index', out=(out, None))
    total = _mxnet.trunc(data[0])
    for i, n in enumerate(shape[1:], 1):
        total = _mxnet.trunc(total * n + data[i])
    return total


def onehot_encode(indices, out):
    """one_hot into an array that is there."""
    out[:] = _mxnet.one_hot(indices, out.shape[1])
    return out


def histogram(a, bins=10, range=None):
    """Counts for each bin, and the bins' edges."""
    if isinstance(bins, NDArray):
        edges = bins
        inside = _op('searchsorted', 0, (edges, a.reshape((-1,))))
        raise NotImplementedError('nd.histogram: edges as an array are not there yet')
    low, high = range if range is not None else (float(_tensor.item(_mxnet.min(a))), float(_tensor.item(_mxnet.max(a))))
    counts = _op('histogram', 0, (a,), count=bins, low=low, high=high)
    edges = _mxnet.cast(_mxnet.linspace(low, high, bins + 1, ctx=a.context), a.dtype)
    if str(a.dtype).find('int') >= 0:           # the bins are those between whole edges
        rows = a.reshape((1, -1)) >= edges.reshape((-1, 1))
        above = [float(_tensor.item(_mxnet.sum(row))) for row in rows]
        beyond = float(_tensor.item(_mxnet.sum(a.reshape((-1,)) > edges[-1:])))
        counts = _mxnet.array([x - y for x, y in zip(above, above[1:-1] + [beyond])])
    return [_mxnet.cast(counts, 'int64'), edges]


# -- sequences: the first axis is time, the second the batch --
def SequenceMask(data, sequence_length=None, use_sequence_length=False, value=0, axis=0, out=None, name=None):
    """The value behind each sequence's length."""
    if not use_sequence_length or sequence_length is None:
        return _into(_op('copy', 0, (data,)), out)
    return _into(_op('sequence_mask', 0, (data, sequence_length), axis=axis, value=value), out)


def SequenceLast(data, sequence_length=None, use_sequence_length=False, axis=0, out=None, name=None):
    """The last element of each sequence."""
    if axis == 1:
        data = _mxnet.swapaxes(data, 0, 1)
    if not use_sequence_length or sequence_length is None:
        return _into(data[-1], out)
    last = (sequence_length - 1).astype('int64')
    return _into(_op('index_get', 0, (data, last, _mxnet.arange(data.shape[1], dtype='int64', ctx=data.context))), out)


def SequenceReverse(data, sequence_length=None, use_sequence_length=False, axis=0, out=None, name=None):
    """Each sequence backwards, what is behind its length as it was."""
    only('mx.nd.SequenceReverse', axis=(axis, 0))
    if not use_sequence_length or sequence_length is None:
        return _into(_mxnet.flip(data, 0), out)
    steps, batch = data.shape[:2]
    lengths = [int(n) for n in _tensor.tolist(sequence_length)]
    rows = [[n - 1 - t if t < n else t for n in lengths] for t in range(steps)]
    index = _mxnet.array(rows, dtype='int64', ctx=data.context)
    columns = _mxnet.broadcast_to(_mxnet.arange(batch, dtype='int64', ctx=data.context).reshape((1, batch)), (steps, batch))
    return _into(_op('index_get', 0, (data, index, columns)), out)


# -- other names --
def shuffle(data, out=None, name=None):
    from .random import shuffle as run
    return run(data, out)


def uniform(low=0, high=1, shape=None, ctx=None, dtype=None, out=None, name=None):
    return _mxnet.random_uniform(low, high, shape, dtype, ctx, out)


def normal(loc=0, scale=1, shape=None, ctx=None, dtype=None, out=None, name=None):
    return _mxnet.random_normal(loc, scale, shape, dtype, ctx, out)


def sample_multinomial(data, shape=None, get_prob=False, dtype='int32', out=None, name=None):
    from .random import multinomial as run
    return run(data, shape, get_prob, out, dtype)


multinomial = sample_multinomial


def sample_normal(mu, sigma, shape=None, dtype=None, out=None, name=None):
    from .random import normal as run
    return run(mu, sigma, shape, dtype, None, out)


def sample_uniform(low, high, shape=None, dtype=None, out=None, name=None):
    from .random import uniform as run
    return run(low, high, shape, dtype, None, out)


def all_finite(data, init_output=True, out=None, name=None):
    """1 when no element is NaN or infinite; without init_output what out says goes on to count."""
    made = _mxnet.min(_op('isfinite', 0, (data,))).reshape((1,))
    return _into(made if init_output or out is None else made * out, out)


def khatri_rao(*args):
    """The Kronecker products of columns."""
    result = args[0]
    for i, m in enumerate(args[1:], 1):
        if m.dtype != result.dtype and m.shape[1] == result.shape[1]:
            raise MXNetError(_says("DTYPES", i, _kind_of(result), _kind_of(m)))
        if m.shape[1] != result.shape[1]:
            raise MXNetError(_says("COLUMNS"))
        a, b = _mxnet.expand_dims(result, 1), _mxnet.expand_dims(m, 0)
        result = _mxnet.reshape(_mxnet.broadcast_mul(a, b), (-1, m.shape[1]))
    return result


def from_numpy(ndarray, zero_copy=True, array_cls=None):
    """An NDArray over the memory of a NumPy array."""
    made = _tensor.share(0, ndarray) if zero_copy else _mxnet.array(ndarray, dtype=ndarray.dtype)
    if array_cls is None or isinstance(made, array_cls):
        return made
    made = made.as_np_ndarray()
    if not isinstance(made, array_cls):
        raise TypeError('from_numpy(): array_cls is mx.nd.NDArray or mx.np.ndarray, not %r' % (array_cls,))
    return made


def to_dlpack_for_read(data):
    raise NotImplementedError('DLPack is not there; asnumpy() copies to NumPy')


def imdecode(str_img, clip_rect=(0, 0, 0, 0), out=None, index=0, channels=3, mean=None):
    raise NotImplementedError('perch decodes no pictures yet')


def Custom(*data, **kwargs):
    """An operator that a program registered by mx.operator.register, of op_type."""
    from ..operator import make_prop, run_custom
    kwargs.pop('name', None)
    out = kwargs.pop('out', None)
    named = {key: each for key, each in kwargs.items() if isinstance(each, NDArray)}
    prop = make_prop({key: each for key, each in kwargs.items() if key not in named})
    if named:
        wanted = prop.list_arguments() + prop.list_auxiliary_states()
        data = [*data, *(named[key] for key in wanted if key in named)]
    found = run_custom(prop, list(data))
    return found if out is None else _into(found, out)


def where(condition, x, y, out=None, name=None):
    """x where the condition is true, else y; a row of conditions chooses among the rows of x and y."""
    if isinstance(x, NDArray) and isinstance(condition, NDArray) and condition.ndim == 1 and x.ndim > 1 and x.shape == getattr(y, 'shape', None):
        condition = condition.reshape((-1,) + (1,) * (x.ndim - 1))
    return _mxnet.where(condition, x, y, out=out)


# -- one step of an optimizer, in place --
def _prepare(weight, grad, wd, rescale_grad, clip_gradient):
    if rescale_grad != 1:
        grad = grad * rescale_grad
    if clip_gradient is not None and clip_gradient > 0:
        grad = _mxnet.clip(grad, -clip_gradient, clip_gradient)
    return grad + wd * weight if wd else grad


def sgd_update(weight, grad, lr, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True, out=None, name=None):
    """weight - lr * (grad + wd * weight)."""
    step = _prepare(weight, grad, wd, rescale_grad, clip_gradient)
    step *= lr if step is not grad else 1
    result = weight - (step if step is not grad else lr * grad)
    return _into(result, out)


def sgd_mom_update(weight, grad, mom, lr, momentum=0.0, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True, out=None, name=None):
    """mom = momentum * mom - lr * (grad + wd * weight); weight + mom."""
    step = _prepare(weight, grad, wd, rescale_grad, clip_gradient)
    mom[:] = momentum * mom - lr * step
    return _into(weight + mom, out)


def adam_update(weight, grad, mean, var, lr, beta1=0.9, beta2=0.999, epsilon=1e-8, wd=0.0, rescale_grad=1.0, clip_gradient=-1.0, lazy_update=True, out=None, name=None):
    """Adam, without the correction of its bias."""
    step = _prepare(weight, grad, wd, rescale_grad, clip_gradient)
    mean[:] = beta1 * mean + (1 - beta1) * step
    var[:] = beta2 * var + (1 - beta2) * _mxnet.square(step)
    return _into(weight - lr * mean / (_mxnet.sqrt(var) + epsilon), out)
