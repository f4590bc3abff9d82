"""Pictures (N, C, H, W) warped and compared: the grids of places that BilinearSampler reads, spatial transformers, patches against their neighbours, columns back into pictures."""
import _mxnet
from _mxnet import _says

from ..base import MXNetError
from .grids import BilinearSampler
from .makers import eye
from .more import pad
from .outs import _into


def _steps(many, like):
    """From -1 to 1 in so many points."""
    return _mxnet.arange(0, many, ctx=like.ctx, dtype=like.dtype) * (2 / (many - 1) if many > 1 else float('nan')) - 1


def _plane(height, width, like):
    """Each place of a picture as (x, y, 1), from -1 to 1: (3, places)."""
    x = _mxnet.broadcast_to(_steps(width, like).reshape((1, width)), (height, width)).reshape((1, -1))
    y = _mxnet.broadcast_to(_steps(height, like).reshape((height, 1)), (height, width)).reshape((1, -1))
    return _mxnet.concat(x, y, _mxnet.ones_like(x), dim=0)


def _sized(target_shape):
    for size in tuple(target_shape)[:2]:
        if size < 1:
            raise MXNetError(_says("TARGET_SHAPE", size))


def _affine(theta, target_shape):
    (height, width), batch = target_shape, theta.shape[0]
    return _mxnet.dot(theta.reshape((batch * 2, 3)), _plane(height, width, theta)).reshape((batch, 2, height, width))


def GridGenerator(data, transform_type=None, target_shape=(0, 0), out=None, name=None):
    """Where a warped picture reads: of an affine map of six numbers a picture, or of a flow (N, 2, H, W) that moves each place by pixels."""
    if transform_type == 'affine':
        _sized(target_shape)
        if data.shape[1] != 6:
            raise MXNetError(_says("GRID_AFFINE", data.shape[1]))
        return _into(_affine(data, target_shape), out)
    if data.shape[1] != 2:
        raise MXNetError(_says("GRID_WARP", data.shape[1]))
    height, width = data.shape[2:]
    like = dict(ctx=data.ctx, dtype=data.dtype)
    x = _mxnet.broadcast_add(data[:, 0:1], _mxnet.arange(0, width, **like).reshape((1, 1, 1, width))) * (2 / (width - 1) if width > 1 else float('nan')) - 1
    y = _mxnet.broadcast_add(data[:, 1:2], _mxnet.arange(0, height, **like).reshape((1, 1, height, 1))) * (2 / (height - 1) if height > 1 else float('nan')) - 1
    return _into(_mxnet.concat(x, y, dim=1), out)


def SpatialTransformer(data, loc, target_shape=(0, 0), transform_type=None, sampler_type=None, cudnn_off=None, out=None, name=None):
    """The data as the affine map of loc (N, 6) sees it."""
    _sized(target_shape)
    if loc.shape[1] != 6:
        raise MXNetError(_says("TRANSFORMER_AFFINE", loc.shape[1]))
    return _into(BilinearSampler(data, _affine(loc, target_shape)), out)


def _places(size, border, stride):
    return -(-(size - 2 * border) // stride)


def Correlation(data1, data2, kernel_size=1, max_displacement=1, stride1=1, stride2=1, pad_size=0, is_multiply=True, out=None, name=None):
    """How alike each patch of data1 is to the patches of data2 around it: a channel for each displacement, its products (or distances) over all channels, in the mean."""
    if kernel_size % 2 == 0:
        raise MXNetError(_says("CORRELATION_KERNEL"))
    if data1.shape != data2.shape:
        raise MXNetError(f'Correlation: data1 {data1.shape} and data2 {data2.shape} must be of one shape')
    batch, channels, height, width = data1.shape
    border = max_displacement + kernel_size // 2
    rows, columns = (_places(size + 2 * pad_size, border, stride1) for size in (height, width))
    for many, side in ((columns, 'width'), (rows, 'height')):
        if many < 1:
            raise MXNetError(_says("CORRELATION_FIT", side, max(many, 0)))
    reach = max_displacement // stride2
    most = reach * stride2
    # a margin that every displaced window lies in; what is beyond the padding is never read
    margin = pad_size + max(most - max_displacement, 0)
    first, second = (pad(each, mode='constant', pad_width=(0, 0, 0, 0) + (margin,) * 4) for each in (data1, data2))

    def window(of, down, right):
        ends = (down + (rows - 1) * stride1 + 1, right + (columns - 1) * stride1 + 1)
        return _mxnet.slice(of, (None, None, down, right), (None, None, *ends), (1, 1, stride1, stride1))
    start = max_displacement + margin - pad_size
    planes = []
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            total = 0
            for down in range(kernel_size):
                for right in range(kernel_size):
                    here = window(first, start + down, start + right)
                    there = window(second, start + down + y * stride2, start + right + x * stride2)
                    total = total + (here * there if is_multiply else _mxnet.abs(here - there))
            planes.append(_mxnet.sum(total, axis=1, keepdims=True))
    return _into(_mxnet.concat(*planes, dim=1) / (kernel_size * kernel_size * channels), out)


def col2im(data, output_size, kernel, stride=(), dilate=(), pad=(), out=None, name=None):       # (pad here: its own parameter)
    """im2col's patches added up where they were taken from."""
    axes, taps = len(kernel), 1
    stride, dilate, pad = (tuple(given) or (usual,) * axes for given, usual in ((stride, 1), (dilate, 1), (pad, 0)))
    counts = [(output_size[i] + 2 * pad[i] - dilate[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(axes)]
    places = 1
    for i in range(axes):
        taps, places = taps * kernel[i], places * counts[i]
    if data.shape[2] != places:
        raise MXNetError(_says("COLUMNS_PLACES", data.shape[2], places))
    batch, channels = data.shape[0], data.shape[1] // taps
    left = tuple(output_size[i] - ((counts[i] - 1) * stride[i] - 2 * pad[i] + dilate[i] * (kernel[i] - 1) + 1) for i in range(axes))
    each = eye(taps, ctx=data.ctx, dtype=data.dtype).reshape((taps, 1, *kernel))
    made = _mxnet.Deconvolution(data.reshape((batch * channels, taps, *counts)), each, kernel=tuple(kernel), stride=stride, dilate=dilate, pad=pad, adj=left, num_filter=1, no_bias=True)
    return _into(made.reshape((batch, channels, *output_size)), out)
