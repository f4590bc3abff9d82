"""Functions of torch.nn.functional that place a picture's points anew: affine_grid, grid_sample, the old upsample_*; conv_tbc. All are composed of others."""
from _torch import _says
import itertools
import math
import warnings

import _tensor
import torch

_named = _tensor.name_node

_CHANGED = ('Default {} behavior has changed to align_corners=False since 1.3.0. Please specify align_corners=True if the old behavior is desired. '
            'See the documentation of grid_sample for details.')


def _corners(align_corners, name, position):
    if align_corners is None:
        warnings.warn(_CHANGED.format('grid_sample and affine_grid'))
        return False
    if not isinstance(align_corners, bool):
        raise TypeError("%s(): argument 'align_corners' (position %d) must be bool, not %s" % (name, position, type(align_corners).__name__))
    return align_corners


def affine_grid(theta, size, align_corners=None):
    """Where each point of a picture of that size lies under theta (N, 2, 3), or of a volume under (N, 3, 4)."""
    if not theta.is_floating_point():
        raise ValueError('Expected theta to have floating point type, but got {}'.format(theta.dtype))
    align_corners = _corners(align_corners, 'affine_grid_generator', 3)
    dims = len(size) - 2
    if dims not in (2, 3):
        raise NotImplementedError('affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size {}.'.format(size))
    if theta.dim() != 3 or theta.shape[-2] != dims or theta.shape[-1] != dims + 1:
        raise ValueError('Expected a batch of {}D affine matrices of shape Nx{}x{} for size {}. Got {}.'.format(dims, dims, dims + 1, size, theta.shape))
    if min(size) <= 0:
        raise ValueError('Expected non-zero, positive output size. Got {}'.format(size))
    if theta.shape[0] != size[0]:
        raise RuntimeError(_says("BMM_SIZES", size[0], dims + 1, theta.shape[0], dims + 1))
    steps = [_spread(n, align_corners, theta) for n in size[2:]]
    axes = torch.meshgrid(*steps, indexing='ij')
    points = torch.stack([*reversed(axes), torch.ones_like(axes[0])], -1).reshape(1, -1, dims + 1).expand(size[0], -1, -1)
    return _named(points.bmm(theta.transpose(1, 2)).reshape([size[0], *size[2:], dims]), 'AffineGridGeneratorBackward0')


def _spread(n, align_corners, like):
    if n <= 1:
        return torch.zeros(1, dtype=like.dtype, device=like.device)
    steps = torch.linspace(-1, 1, n, dtype=like.dtype, device=like.device)
    return steps if align_corners else steps * ((n - 1) / n)


def _padded(x, n, padding_mode, align_corners):
    """Places along an axis of n points, those outside brought in."""
    if padding_mode == 'zeros':
        return x
    if padding_mode == 'reflection':
        low, span = (0.0, n - 1.0) if align_corners else (-0.5, float(n))
        if span == 0:
            return torch.zeros_like(x)
        far = (x - low).abs()
        flips = (far.detach() / span).floor()
        rest = far - flips * span
        x = torch.where(flips % 2 == 0, rest + low, span - rest + low)
    # (at the edge itself, as beyond it, nothing is passed back to the grid)
    return torch.where((x > 0) & (x < n - 1), x, x.detach().clamp(0, n - 1))


def _taken(flat, places, sizes, weight):
    """What stands at whole places (one tensor an axis, the first axis first), times weight; 0 outside."""
    inside, at = None, None
    for place, n in zip(places, sizes):
        good = (place >= 0) & (place <= n - 1)
        inside = good if inside is None else inside & good
        step = place.clamp(0, n - 1).nan_to_num(0).long()
        at = step if at is None else at * n + step
    batch, channels = flat.shape[:2]
    found = flat.gather(2, at.reshape(batch, 1, -1).expand(batch, channels, -1))
    return found * (weight * inside.to(weight.dtype)).reshape(batch, 1, -1)


def _cubic(t):
    """The four weights of a place t behind the second point."""
    a = -0.75

    def near(x):
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x):
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def grid_sample(input, grid, mode='bilinear', padding_mode='zeros', align_corners=None):
    """The input at the grid's places, from -1 to 1 along each axis, the last axis first."""
    if mode not in ('bilinear', 'nearest', 'bicubic'):
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{}'".format(mode))
    if padding_mode not in ('zeros', 'border', 'reflection'):
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{}'".format(padding_mode))
    align_corners = _corners(align_corners, 'grid_sampler', 5)
    dims = input.dim() - 2
    if input.shape[0] != (grid.shape[0] if grid.dim() else None):
        raise RuntimeError('grid_sampler(): expected grid and input to have same batch size, but got input with sizes %s and grid with sizes %s' % (list(input.shape), list(grid.shape)))
    if dims not in (2, 3) or grid.dim() != input.dim():
        raise RuntimeError('grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes %s and grid with sizes %s'
                           % (list(input.shape), list(grid.shape)))
    if grid.shape[-1] != dims:
        raise RuntimeError('grid_sampler(): expected grid to have size %d in last dimension, but got grid with sizes %s' % (dims, list(grid.shape)))
    if mode == 'bicubic' and dims == 3:
        raise RuntimeError('grid_sampler(): bicubic interpolation only supports 4D input')
    sizes = list(input.shape[2:])
    flat = input.reshape(input.shape[0], input.shape[1], -1)
    spots = []
    for axis, n in enumerate(sizes):
        g = grid[..., dims - 1 - axis]
        spots.append((g + 1) / 2 * (n - 1) if align_corners else ((g + 1) * n - 1) / 2)
    if mode != 'bicubic':
        spots = [_padded(x, n, padding_mode, align_corners) for x, n in zip(spots, sizes)]
    total = None
    for places, weight in _points(mode, spots):
        if mode == 'bicubic':
            places = [_padded(p, n, padding_mode, align_corners) for p, n in zip(places, sizes)]
        part = _taken(flat, places, sizes, weight)
        total = part if total is None else total + part
    return _named(total.reshape([*input.shape[:2], *grid.shape[1:-1]]), 'GridSampler2DBackward0')


def _points(mode, spots):
    """(whole places, weight) of each point that a value is made of."""
    if mode == 'nearest':
        yield [x.detach().round() for x in spots], sum(x - x.detach() for x in spots) * 0 + 1
        return
    floors = [x.detach().floor() for x in spots]
    parts = [x - low for x, low in zip(spots, floors)]
    weights = [_cubic(t) if mode == 'bicubic' else [1 - t, t] for t in parts]
    first = -1 if mode == 'bicubic' else 0
    for steps in itertools.product(range(len(weights[0])), repeat=len(spots)):
        yield [low + (first + k) for low, k in zip(floors, steps)], math.prod(w[k] for w, k in zip(weights, steps))


def upsample_nearest(input, size=None, scale_factor=None):
    from .functional import interpolate
    warnings.warn('nn.functional.upsample_nearest is deprecated. Use nn.functional.interpolate instead.')
    return interpolate(input, size, scale_factor, mode='nearest')


def upsample_bilinear(input, size=None, scale_factor=None):
    from .functional import interpolate
    warnings.warn('nn.functional.upsample_bilinear is deprecated. Use nn.functional.interpolate instead.')
    return interpolate(input, size, scale_factor, mode='bilinear', align_corners=True)


def conv_tbc(input, weight, bias, pad=0):
    """conv1d of (length, batch, channels) with a weight (width, in, out)."""
    from .functional import conv1d
    return conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)


def native_channel_shuffle(input, groups):
    from .functional import channel_shuffle
    return channel_shuffle(input, groups)
