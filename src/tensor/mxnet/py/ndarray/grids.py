"""Pictures (N, C, H, W) read at other places: BilinearSampler, convolutions whose places move, ROIAlign, pictures of another size."""
import _mxnet
import _tensor
from perch.only import only

from .outs import _into


def read_between(data, x, y, edges=False):
    """The data at the places x, y (N, ...) in pixels, between four points: (N, C, places). Outside it is 0; with edges the outermost pixels go on."""
    batch, channels, height, width = data.shape
    flat = data.reshape((batch, channels, -1))
    spots = [x.reshape((batch, -1)), y.reshape((batch, -1))]
    if edges:
        spots = [_mxnet.clip(spot, 0, n - 1) for spot, n in zip(spots, (width, height))]
    lows = [_mxnet.floor(spot) for spot in spots]
    parts = [spot - low for spot, low in zip(spots, lows)]
    total = 0
    for down in (0, 1):
        for right in (0, 1):
            column, row = lows[0] + right, lows[1] + down
            inside = (column >= 0) * (column <= width - 1) * (row >= 0) * (row <= height - 1)
            weight = (parts[0] if right else 1 - parts[0]) * (parts[1] if down else 1 - parts[1]) * inside
            at = _mxnet.clip(row, 0, height - 1) * width + _mxnet.clip(column, 0, width - 1)
            found = _mxnet.stack(*[_mxnet.take(flat[i], at[i], axis=1) for i in range(batch)])
            total = total + found * weight.reshape((batch, 1, -1))
    return total


def BilinearSampler(data, grid, cudnn_off=None, out=None, name=None):
    """The data at the grid's places (N, 2, H', W'; x, then y, from -1 to 1), between four points; 0 outside."""
    height, width = data.shape[2:]
    made = read_between(data, (grid[:, 0] + 1) * ((width - 1) / 2), (grid[:, 1] + 1) * ((height - 1) / 2))
    return _into(made.reshape((*data.shape[:2], *grid.shape[2:])), out)


def _both(value, plain):
    return tuple(value) or (plain, plain)


def _deformed(data, offset, mask, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, no_bias, out):
    (batch, channels, height, width), (down, right) = data.shape, kernel
    stride, dilate, pad = _both(stride, 1), _both(dilate, 1), _both(pad, 0)
    rows, columns = ((n + 2 * p - d * (k - 1) - 1) // s + 1 for n, p, d, k, s in zip((height, width), pad, dilate, kernel, stride))
    taps, like = down * right, dict(ctx=data.ctx, dtype=data.dtype)
    axes = [_mxnet.arange(0, many, **like) * step - before for many, step, before in ((rows, stride[0], pad[0]), (columns, stride[1], pad[1]))]
    near = [_mxnet.arange(0, many, **like) * step for many, step in zip(kernel, dilate)]
    y = near[0].reshape((down, 1, 1, 1)) + axes[0].reshape((1, 1, rows, 1))
    x = near[1].reshape((1, right, 1, 1)) + axes[1].reshape((1, 1, 1, columns))
    each = channels // num_deformable_group
    moves = offset.reshape((batch, num_deformable_group, down, right, 2, rows, columns))
    found = []
    for group in range(num_deformable_group):
        at_y, at_x = (_mxnet.broadcast_add(moves[:, group, :, :, axis], start.expand_dims(0)) for axis, start in enumerate((y, x)))
        part = data[:, group * each:(group + 1) * each]
        read = read_between(part, at_x, at_y, edges=mask is None)
        if mask is None:        # (the plain one reads nothing at all from beyond the picture, and at its rim what is there goes on)
            inside = (at_y >= 0) * (at_y < height) * (at_x >= 0) * (at_x < width)
            read = read * inside.reshape((batch, 1, -1))
        else:
            read = read * mask.reshape((batch, num_deformable_group, -1))[:, group].reshape((batch, 1, -1))
        found.append(read.reshape((batch, each * taps, rows * columns)))
    found = _mxnet.concat(*found, dim=1)
    wide = channels * taps // num_group
    made = _mxnet.concat(*[_mxnet.stack(*[_mxnet.dot(kernels, one[start:start + wide]) for one in found]) for start, kernels in
                           ((i * wide, weight[i * (num_filter // num_group):(i + 1) * (num_filter // num_group)].reshape((-1, wide))) for i in range(num_group))], dim=1)
    if not no_bias and bias is not None:
        made = made + bias.reshape((1, -1, 1))
    return _into(made.reshape((batch, num_filter, rows, columns)), out)


def DeformableConvolution(data=None, offset=None, weight=None, bias=None, kernel=(), stride=(), dilate=(), pad=(), num_filter=0, num_group=1, num_deformable_group=1, workspace=1024,
                          no_bias=False, layout=None, out=None, name=None):
    """A convolution whose points read where offset (N, 2 x points, H', W'; down, then right) moves them."""
    only('mx.nd.contrib.DeformableConvolution', layout=(layout if layout != 'NCHW' else None, None))
    return _deformed(data, offset, None, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, no_bias, out)


def ModulatedDeformableConvolution(data=None, offset=None, mask=None, weight=None, bias=None, kernel=(), stride=(), dilate=(), pad=(), num_filter=0, num_group=1, num_deformable_group=1,
                                   workspace=1024, no_bias=False, im2col_step=64, layout=None, out=None, name=None):
    """The same, and what a point reads counts mask (N, points, H', W') times."""
    only('mx.nd.contrib.ModulatedDeformableConvolution', layout=(layout if layout != 'NCHW' else None, None))
    return _deformed(data, offset, mask, weight, bias, kernel, stride, dilate, pad, num_filter, num_group, num_deformable_group, no_bias, out)


def ROIAlign(data=None, rois=None, pooled_size=None, spatial_scale=None, sample_ratio=-1, position_sensitive=False, aligned=False, out=None, name=None):
    """For each of the rois (picture, left, top, right, bottom) pooled_size means of the data, each over places read between pixels. A picture below 0 gives zeros."""
    (_, channels, height, width), (down, right) = data.shape, pooled_size
    made = []
    for number, *corners in rois.asnumpy().tolist():
        if number < 0:
            made.append(_mxnet.zeros((channels // (down * right) if position_sensitive else channels, down, right), ctx=data.ctx, dtype=data.dtype))
            continue
        left, top, end, bottom = (corner * spatial_scale - (0.5 if aligned else 0) for corner in corners)
        sides = [bottom - top, end - left] if aligned else [max(bottom - top, 1.0), max(end - left, 1.0)]
        steps = [sides[0] / down, sides[1] / right]
        samples = [sample_ratio] * 2 if sample_ratio > 0 else [max(int(-(-step // 1)), 1) for step in steps]
        y, x = ((_mxnet.arange(0, cells * many, ctx=data.ctx, dtype=data.dtype) + 0.5) * (step / many) + start
                for cells, many, step, start in zip(pooled_size, samples, steps, (top, left)))
        places = y.shape[0], x.shape[0]
        y, x = (_mxnet.broadcast_to(spots.reshape(shape), places) for spots, shape in ((y, (-1, 1)), (x, (1, -1))))
        read = read_between(data[int(number):int(number) + 1], x.expand_dims(0), y.expand_dims(0), edges=True)
        read = read * ((y >= -1) * (y <= height) * (x >= -1) * (x <= width)).reshape((1, 1, -1))
        cell = read.reshape((channels, down, samples[0], right, samples[1])).mean(axis=(2, 4))
        if position_sensitive:
            cell = cell.reshape((-1, down * right, down * right))
            cell = _mxnet.stack(*[cell[:, i, i] for i in range(down * right)], axis=1).reshape((-1, down, right))
        made.append(cell)
    return _into(_mxnet.stack(*made), out)


def AdaptiveAvgPooling2D(data=None, output_size=(), out=None, name=None):
    """Means over parts of a picture, so many as output_size says: 1 when it says nothing."""
    sizes = (output_size,) if isinstance(output_size, int) else tuple(output_size)
    sizes = sizes if len(sizes) == 2 else sizes * 2 if len(sizes) == 1 else (1, 1)
    return _into(_tensor.op('adaptive_avg_pool', 0, (data,), output=sizes), out)


def _resized(size, scale, mode, like):
    """How long a side is that was `size`."""
    even = size % 2 == 0
    if mode == 'like':
        return like
    if mode == 'odd_scale':
        return int(size * scale) if even else int((size - 1) * scale) + 1
    if mode == 'to_even_down':
        return size if even else size - 1
    if mode == 'to_even_up':
        return size if even else size + 1
    if mode == 'to_odd_down':
        return size - 1 if even else size
    return size + 1 if even else size


def BilinearResize2D(data=None, like=None, height=1, width=1, scale_height=None, scale_width=None, mode='size', align_corners=True, out=None, name=None):
    """Pictures of another size, read between four pixels: of height and width, of scaled ones, of another array's, or of the next even or odd ones."""
    if mode != 'size':
        sizes = tuple(_resized(data.shape[axis], scale, mode, like.shape[axis] if mode == 'like' else 0) for axis, scale in ((2, scale_height), (3, scale_width)))
    elif scale_height is None:
        sizes = height, width
    else:
        sizes = tuple(int(data.shape[axis] * scale) for axis, scale in ((2, scale_height), (3, scale_width)))
    if 0 in sizes:
        return _into(_mxnet.zeros((*data.shape[:2], *sizes), ctx=data.context, dtype=data.dtype), out)
    return _into(_tensor.op('interpolate', 0, (data,), size=sizes, mode='linear', align=align_corners), out)
