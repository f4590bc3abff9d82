"""More of mx.nd.contrib: rows by a mask or by numbers, attention's products, boxes as what a net learns, gradients of one's own."""
import _mxnet
import _tensor
from perch.only import only

from ..base import MXNetError
from .boxes import _widely
from .older import _C_NAMES, _kind
from .outs import _into


def _each_into(arrays, out, ctx):
    return [_into(_mxnet.array(array, ctx=ctx, dtype=array.dtype), there) for array, there in zip(arrays, out or [None] * len(arrays))]


def boolean_mask(data=None, index=None, axis=0, out=None, name=None):
    """The rows where index is not 0."""
    chosen = index.asnumpy().nonzero()[0]
    return _into(_mxnet.take(data, _mxnet.array(chosen, ctx=data.ctx, dtype='int64'), axis=0), out)


def index_copy(old_tensor=None, index_vector=None, new_tensor=None, out=None, name=None):
    """old_tensor with new_tensor's rows at the numbers of index_vector."""
    if old_tensor.dtype != new_tensor.dtype:
        raise MXNetError(_mxnet._says("BLOB_DTYPE", _C_NAMES[_kind(new_tensor)]))
    rows = old_tensor.shape[0]
    at = index_vector.asnumpy().astype('int64').tolist()
    if len(at) != new_tensor.shape[0] or any(not 0 <= i < rows for i in at):
        raise MXNetError(f'index_copy: index_vector must hold {new_tensor.shape[0]} numbers from 0 to {rows - 1}, not {at}')
    source = list(range(rows))
    for i, row in enumerate(at):
        source[row] = rows + i
    return _into(_mxnet.take(_mxnet.concat(old_tensor, new_tensor, dim=0), _mxnet.array(source, ctx=old_tensor.ctx, dtype='int64'), axis=0), out)


def index_array(data=None, axes=None, out=None, name=None):
    """At each place its own index, or those along the axes."""
    shape = data.shape
    if axes is not None and not isinstance(axes, int) and not len(axes):
        return _into(_mxnet.zeros((*shape, 0), ctx=data.ctx, dtype='int64'), out)
    chosen = range(len(shape)) if axes is None else [axes] if isinstance(axes, int) else axes
    lines = [_mxnet.arange(0, shape[axis], ctx=data.ctx, dtype='int64').reshape([-1 if i == axis % len(shape) else 1 for i in range(len(shape))]) for axis in chosen]
    return _into(_mxnet.stack(*[_mxnet.broadcast_to(line, shape) for line in lines], axis=len(shape)), out)


def allclose(a=None, b=None, rtol=1e-5, atol=1e-8, equal_nan=True, out=None, name=None):
    """1 where all of a are within atol + rtol |b| of b, else 0."""
    if a.dtype != b.dtype:
        raise MXNetError(_mxnet._says("BLOB_DTYPE", _C_NAMES[_kind(b)]))
    near = (_mxnet.abs(a - b) <= atol + rtol * _mxnet.abs(b)) + (a == b)
    if equal_nan:
        near = near + (a != a) * (b != b)
    return _into(_tensor.op('reshape', 0, (((near > 0).sum() == a.size).astype('uint8'),), shape=()), out)


def div_sqrt_dim(data=None, out=None, name=None):
    """Divided by the square root of the last axis' size."""
    return _into(data / data.shape[-1] ** 0.5, out)


def SyncBatchNorm(data, gamma, beta, moving_mean, moving_var, eps=0.001, momentum=0.9, fix_gamma=True, use_global_stats=False, output_mean_var=False, ndev=1, key='', out=None, name=None):
    """BatchNorm: here one process sees all of a batch that goes through one device, and devices of one key (ndev of them) do not wait for one another."""
    only('mx.nd.contrib.SyncBatchNorm', ndev=(ndev, 1))
    for each in (gamma, beta, moving_mean, moving_var):
        if each.shape != data.shape[1:2]:
            raise MXNetError(_mxnet._says("OPERANDS_DIFFER", each.shape, data.shape[1:2], each.shape, data.shape[1:2]))
    return _into(_mxnet.BatchNorm(data, gamma, beta, moving_mean, moving_var, eps=eps, momentum=momentum, fix_gamma=fix_gamma, use_global_stats=use_global_stats, output_mean_var=output_mean_var), out)


def quadratic(data=None, a=0.0, b=0.0, c=0.0, out=None, name=None):
    return _into(a * data * data + b * data + c, out)


def gradientmultiplier(data=None, scalar=1.0, is_int=True, out=None, name=None):
    """The data; its gradient is scalar times as large."""
    return _into(data * scalar + _mxnet.BlockGrad(data * (1 - scalar)) if scalar else _mxnet.BlockGrad(data), out)


def _straight(step, data, out):
    """A step in whose gradient it is not seen."""
    return _into(data + _mxnet.BlockGrad(step(data) - data), out)


def round_ste(data=None, out=None, name=None):
    return _straight(_mxnet.round, data, out)


def sign_ste(data=None, out=None, name=None):
    return _straight(_mxnet.sign, data, out)


def _heads(data, heads, parts, which):
    """One of `parts` projections that lie interleaved in (length, batch, heads x parts x size), as (batch x heads, length, size)."""
    length, batch, wide = data.shape
    size = wide // heads // parts
    one = data.reshape((length, batch, heads, parts, size))[:, :, :, which]
    return one.transpose((1, 2, 0, 3)).reshape((batch * heads, length, size))


def _weighed(attention, values, heads):
    made = _mxnet.batch_dot(attention, values)
    many, length, size = made.shape
    return made.reshape((many // heads, heads, length, size)).transpose((2, 0, 1, 3)).reshape((length, many // heads, heads * size))


def interleaved_matmul_selfatt_qk(queries_keys_values=None, heads=None, out=None, name=None):
    queries, keys = (_heads(queries_keys_values, heads, 3, which) for which in (0, 1))
    return _into(_mxnet.batch_dot(queries / queries.shape[-1] ** 0.5, keys, transpose_b=True), out)


def interleaved_matmul_selfatt_valatt(queries_keys_values=None, attention=None, heads=None, out=None, name=None):
    return _into(_weighed(attention, _heads(queries_keys_values, heads, 3, 2), heads), out)


def interleaved_matmul_encdec_qk(queries=None, keys_values=None, heads=None, out=None, name=None):
    queries = _heads(queries, heads, 1, 0)
    return _into(_mxnet.batch_dot(queries / queries.shape[-1] ** 0.5, _heads(keys_values, heads, 2, 0), transpose_b=True), out)


def interleaved_matmul_encdec_valatt(keys_values=None, attention=None, heads=None, out=None, name=None):
    return _into(_weighed(attention, _heads(keys_values, heads, 2, 1), heads), out)


def _centres(boxes):
    """Boxes by their corners as centre x, y, width, height."""
    sizes = boxes[..., 2:] - boxes[..., :2]
    return boxes[..., :2] + sizes * 0.5, sizes


def box_encode(samples=None, matches=None, anchors=None, refs=None, means=None, stds=None, out=None, name=None):
    """What a net should say for each anchor whose sample is above 0.5 (offset of the centre, log of the size, less means, by stds), and where it should: two arrays (B, N, 4)."""
    import numpy as np
    place = samples.context
    samples, matches, anchors, refs, means, stds = (array.asnumpy() for array in (samples, matches, anchors, refs, means, stds))
    (places, sizes), (wanted, large) = _centres(anchors), _centres(np.take_along_axis(refs, matches.astype('int64')[..., None], axis=1))
    mask = np.repeat((samples > 0.5)[..., None], 4, axis=-1).astype('float32')
    with np.errstate(divide='ignore', invalid='ignore'):
        made = np.concatenate([(wanted - places) / sizes, _widely(np.log, large / sizes)], axis=-1)
    made = np.where(mask > 0, (made - means) / stds, 0)
    return _each_into([array.astype('float32') for array in (made, mask)], out, place)


def box_decode(data=None, anchors=None, std0=1.0, std1=1.0, std2=1.0, std3=1.0, clip=-1.0, format='center', out=None, name=None):
    """Corners of the boxes (B, N, 4) that a net says for anchors."""
    numbers = anchors.asnumpy()
    places, sizes = _centres(numbers) if format == 'corner' else (numbers[..., :2], numbers[..., 2:])
    places, sizes = (_mxnet.array(array, ctx=data.ctx, dtype=data.dtype) for array in (places, sizes))
    stds = [_mxnet.array([[pair]], ctx=data.ctx, dtype=data.dtype) for pair in ((std0, std1), (std2, std3))]
    grown = _mxnet.broadcast_mul(data[:, :, 2:], stds[1])
    if clip > 0:
        grown = _mxnet.minimum(grown, clip)
    half = _mxnet.broadcast_mul(_mxnet.exp(grown), sizes) * 0.5
    centres = _mxnet.broadcast_add(_mxnet.broadcast_mul(_mxnet.broadcast_mul(data[:, :, :2], stds[0]), sizes), places)
    return _into(_mxnet.concat(centres - half, centres + half, dim=2), out)


def bipartite_matching(data=None, is_ascend=False, threshold=None, topk=-1, out=None, name=None):
    """Rows and columns of each matrix matched in the order of their scores, as far as the threshold: (a column for each row, a row for each column), -1 for none."""
    import numpy as np
    scores = data.asnumpy()
    many, (rows, columns) = scores[None] if scores.ndim == 2 else scores.reshape(-1, *scores.shape[-2:]), scores.shape[-2:]
    by_row, by_column = np.full((len(many), rows), -1.0, 'float32'), np.full((len(many), columns), -1.0, 'float32')
    for matrix, for_row, for_column in zip(many, by_row, by_column):
        left = topk + 1 if topk > 0 else rows * columns     # (one more than asked for: the original's)
        for place in np.argsort(matrix.ravel() if is_ascend else -matrix.ravel(), kind='stable'):
            row, column = divmod(int(place), columns)
            if (matrix[row, column] > threshold if is_ascend else matrix[row, column] < threshold) or left <= 0:
                break
            if for_row[row] < 0 and for_column[column] < 0:
                for_row[row], for_column[column] = column, row
                left -= 1
    return _each_into([made.reshape(*scores.shape[:-2], -1).astype(scores.dtype) for made in (by_row, by_column)], out, data.context)


def rand_zipfian(true_classes, num_sampled, range_max, ctx=None):
    """num_sampled classes of [0, range_max), the first ones more often (by the logarithm), and how often true_classes and they are to be expected."""
    import math
    span = math.log(range_max + 1)
    samples = (_tensor_uniform(num_sampled, span, ctx).exp() - 1).astype('int64') % range_max

    def expected(classes):
        classes = classes.astype('float64')
        return ((classes + 2.0) / (classes + 1.0)).log() / span * num_sampled
    return samples, expected(true_classes if ctx is None else true_classes.as_in_context(ctx)), expected(samples)


def _tensor_uniform(count, high, ctx):
    from . import random
    return random.uniform(0, high, shape=(count,), dtype='float64', ctx=ctx)


def SparseEmbedding(data, weight, input_dim=0, output_dim=0, dtype='float32', sparse_grad=True, out=None, name=None):
    """Rows of the weight, whose gradient has but the rows that were taken."""
    return _mxnet.Embedding(data, weight, input_dim=input_dim, output_dim=output_dim, dtype=dtype, sparse_grad=True, out=out)
