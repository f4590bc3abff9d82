"""Resizing of bytes: sums of pixels by weights of 16 bits, along one axis and then the other, each rounded to bytes, as PyTorch's kernel for uint8 does it."""
import torch
from torchvision.transforms import InterpolationMode

_MOST = 1 << 15         # a weight's limit


def _triangle(x):
    return (1.0 - x.abs()).clamp(min=0.0)


def _cubic(x):
    x, a = x.abs(), -0.5
    near = ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    far = (((x - 5.0) * x + 8.0) * x - 4.0) * a
    return torch.where(x < 1.0, near, torch.where(x < 2.0, far, torch.zeros_like(x)))


_FILTERS = {InterpolationMode.BILINEAR: (_triangle, 1.0), InterpolationMode.BICUBIC: (_cubic, 2.0)}


def takes(picture, interpolation):
    return picture.dtype is torch.uint8 and interpolation in _FILTERS


def _weights(old, new, interpolation):
    """[new, old]: how much each pixel counts for each of the new ones, in whole steps of 2 ** -bits; and bits."""
    shape, reach = _FILTERS[interpolation]
    scale = old / new
    wide = max(scale, 1.0)
    centre = (torch.arange(new, dtype=torch.float64) + 0.5) * scale
    first = (centre - reach * wide + 0.5).long().clamp(min=0)
    last = (centre + reach * wide + 0.5).long().clamp(max=old)
    at = torch.arange(old)
    weights = shape((at - centre.unsqueeze(1) + 0.5) / wide) * ((at >= first.unsqueeze(1)) & (at < last.unsqueeze(1)))
    weights = weights / weights.sum(1, keepdim=True)
    most, bits = weights.max().item(), 0
    while bits < 22 and int(0.5 + most * (1 << (bits + 1))) < _MOST:
        bits += 1
    steps = weights * (1 << bits)
    return torch.where(steps < 0, (steps - 0.5).ceil(), (steps + 0.5).floor()), bits


def _along(picture, new, interpolation):
    """The last axis in another length."""
    if picture.shape[-1] == new:
        return picture
    weights, bits = _weights(picture.shape[-1], new, interpolation)
    sums = picture @ weights.T.to(picture.device)           # (doubles: the sums of whole numbers are exact)
    return ((sums + (1 << (bits - 1))) / (1 << bits)).floor().clamp(0, 255)


def resized(picture, size, interpolation):
    height, width = size
    made = _along(picture.to(torch.float64), width, interpolation)
    return _along(made.transpose(-1, -2), height, interpolation).transpose(-1, -2).to(torch.uint8).contiguous()
