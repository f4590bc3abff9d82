"""mx.nd.image: pictures as arrays, height x width x channel."""
import random as _random

import numpy as _np

import _mxnet
import _tensor
from perch.only import only


def to_tensor(data):
    """uint8 in 0 … 255 as float32 in 0 … 1, channels first."""
    axes = (2, 0, 1) if data.ndim == 3 else (0, 3, 1, 2)
    return _mxnet.transpose(data.astype('float32'), axes) / 255


def normalize(data, mean=0.0, std=1.0):
    """(data - mean) / std for each channel."""
    def each(v):
        v = (v,) if isinstance(v, (int, float)) else tuple(v)
        return _mxnet.array(v, ctx=data.context).reshape((-1, 1, 1))
    return (data - each(mean)) / each(std)


def flip_left_right(data):
    return _mxnet.flip(data, axis=data.ndim - 2)


def flip_top_bottom(data):
    return _mxnet.flip(data, axis=data.ndim - 3)


def crop(data, x, y, width, height):
    rows = _mxnet.slice_axis(data, data.ndim - 3, y, y + height)
    return _mxnet.slice_axis(rows, data.ndim - 2, x, x + width)


def resize(data, size, keep_ratio=False, interp=1):
    """To (width, height) or a square; with keep_ratio the shorter side to size."""
    only('mx.nd.image.resize', interp=(interp, 1))
    height, width = data.shape[-3:-1]
    if isinstance(size, int):
        short = min(height, width)
        size = (width * size // short, height * size // short) if keep_ratio else (size, size)
    many = data if data.ndim == 4 else _mxnet.expand_dims(data, 0)
    planes = _mxnet.transpose(many.astype('float32'), (0, 3, 1, 2))
    out = _mxnet.transpose(_tensor.op('interpolate', 0, (planes,), size=(size[1], size[0]), mode='linear', align=False), (0, 2, 3, 1)).astype(data.dtype)
    return out if data.ndim == 4 else out[0]


# ---- colours: computed in float32; a picture of uint8 stays one, its values cut off at 0 and 255 ----

_gray_weights = (0.299, 0.587, 0.114)        # how bright red, green and blue look
# The directions in which the colours of ImageNet's pictures vary, and how much.
_eigenvalues = (55.46, 4.794, 1.148)
_eigenvectors = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))


def _as(result, data):
    return _mxnet.clip(result, 0, 255).astype('uint8') if str(_np.dtype(data.dtype)) == 'uint8' else result.astype(data.dtype)


def _channels(data):
    many = data.astype('float32')
    return [many[..., i:i + 1] for i in range(3)]


def _gray(data):
    return sum(channel * by for channel, by in zip(_channels(data), _gray_weights))


def random_brightness(data, min_factor, max_factor):
    """Times a factor between the two."""
    return _as(data.astype('float32') * _random.uniform(min_factor, max_factor), data)


def random_contrast(data, min_factor, max_factor):
    """Nearer to (below 1) or farther from the picture's mean gray."""
    by = _random.uniform(min_factor, max_factor)
    mean = _gray(data).mean() if data.ndim == 3 else _gray(data).mean(axis=(1, 2, 3), keepdims=True)
    return _as(data.astype('float32') * by + mean * (1 - by), data)


def random_saturation(data, min_factor, max_factor):
    """Nearer to or farther from a gray for each pixel, which is the share that blue has in it: so MXNet 1.9.1 computes it."""
    by = _random.uniform(min_factor, max_factor)
    return _as(data.astype('float32') * by + _channels(data)[2] * (_gray_weights[2] * (1 - by)), data)


def random_hue(data, min_factor, max_factor):
    """Hues turned by a factor of the whole circle; lightness and saturation stay."""
    turn = 6 * _random.uniform(min_factor, max_factor)
    red, green, blue = _channels(data)
    high, low = _mxnet.broadcast_maximum(_mxnet.broadcast_maximum(red, green), blue), _mxnet.broadcast_minimum(_mxnet.broadcast_minimum(red, green), blue)
    spread = high - low
    by = spread + (spread == 0)
    # where on the circle of six sextants: 0 red, 2 green, 4 blue
    hue = _mxnet.where(high == red, (green - blue) / by, _mxnet.where(high == green, (blue - red) / by + 2, (red - green) / by + 4)) + turn

    def channel(at):
        away = _mxnet.abs((hue - at + 3) % 6 - 3)       # sextants from its own hue
        return low + spread * _mxnet.clip(2 - away, 0, 1)
    return _as(_mxnet.concat(channel(0), channel(2), channel(4), dim=data.ndim - 1), data)


def random_color_jitter(data, brightness, contrast, saturation, hue):
    """Each of the four, by up to so much, in random order."""
    steps = [(random_brightness, brightness), (random_contrast, contrast), (random_saturation, saturation), (random_hue, hue)]
    _random.shuffle(steps)
    for change, by in steps:
        if by > 0:
            data = change(data, max(0, 1 - by), 1 + by)
    return data


def adjust_lighting(data, alpha):
    """Shifted by alpha times each of the main directions of ImageNet's colours."""
    shift = [sum(a * value * vector for a, value, vector in zip(alpha, _eigenvalues, row)) for row in _eigenvectors]
    return _as(_mxnet.concat(*[channel + by for channel, by in zip(_channels(data), shift)], dim=data.ndim - 1), data)


def random_lighting(data, alpha_std=0.05):
    return adjust_lighting(data, [_random.gauss(0, alpha_std) for _ in range(3)])


def random_flip_left_right(data):
    return flip_left_right(data) if _random.random() < 0.5 else data


def random_flip_top_bottom(data):
    return flip_top_bottom(data) if _random.random() < 0.5 else data
