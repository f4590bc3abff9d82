"""Pictures made smaller (or larger) by means over all pixels that a new one covers: interpolate(antialias=True). One product of matrices an axis."""
import torch


def _triangle(x):
    return (1 - x.abs()).clamp(min=0)


def _cubic(x):
    """Keys' curve with a = -1/2."""
    x = x.abs()
    near, far = (1.5 * x - 2.5) * x * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2
    return torch.where(x < 1, near, torch.where(x < 2, far, torch.zeros_like(x)))


_CURVES = {'bilinear': (2, _triangle), 'bicubic': (4, _cubic)}


def weights(mode, old, new, scale, like):
    """A row for each new pixel: how much of each old one it takes."""
    width, curve = _CURVES[mode]
    reach, step = (width / 2 * scale, 1 / scale) if scale >= 1 else (width / 2, 1)
    center = scale * (torch.arange(new, dtype=torch.float64) + 0.5)
    first, last = (center - reach + 0.5).to(torch.int64).clamp(min=0), (center + reach + 0.5).to(torch.int64).clamp(max=old)
    at = torch.arange(old, dtype=torch.float64)
    share = curve((at[None] - center[:, None] + 0.5) * step)
    share = torch.where((at[None] >= first[:, None]) & (at[None] < last[:, None]), share, torch.zeros_like(share))
    return (share / share.sum(1, keepdim=True)).to(like.device, like.dtype)


def resized(input, size, mode, align_corners, scales):
    if mode not in _CURVES or input.ndim != 4:
        raise ValueError('Anti-alias option is only supported for bilinear and bicubic modes')
    if not input.is_floating_point():
        raise RuntimeError("\"compute_indices_weights_aa\" not implemented for '%s'" % input.type().rpartition('.')[2].replace('Tensor', ''))
    for axis, new in ((2, size[0]), (3, size[1])):
        old = input.shape[axis]
        scale = (old - 1) / (new - 1) if align_corners and new > 1 else 0.0 if align_corners else old / new if scales is None else 1 / scales[axis - 2]
        share = weights(mode, old, new, scale, input)
        input = share @ input if axis == 2 else input @ share.t()
    return input
