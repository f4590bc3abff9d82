"""mx.nd.image: pictures as arrays, height x width x channel."""
import numpy as _np

import _mxnet
import _tensor
from ..base import MXNetError
from . import draws as _draws
from .grids import BilinearSampler as _BilinearSampler
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
    if height <= 0 or width <= 0:
        raise MXNetError('MXNetError: Check failed: (param.height > 0) && (param.width > 0): Input height and width must be greater than 0')
    if x + width > data.shape[-2]:
        raise MXNetError('MXNetError: Check failed: param.x + param.width <= ishape[ishape.ndim() - 2]: x + width should not be greater than input width')
    if y + height > data.shape[-3]:
        raise MXNetError('MXNetError: Check failed: param.y + param.height <= ishape[ishape.ndim() - 3]: y + height should not be greater than input height')
    rows = _mxnet.slice_axis(data, data.ndim - 3, y, y + height)
    return _mxnet.slice_axis(rows, data.ndim - 2, x, x + width)


def interpolation(interp):
    """A way to resize that OpenCV knows; 5 is 1 to the last bit."""
    if interp not in range(6):
        raise MXNetError("MXNetError: OpenCV(3.4.2) error: (-5:Bad argument) Unknown interpolation method in function 'resize'")
    return 1 if interp == 5 else int(interp)


def resize(data, size, keep_ratio=False, interp=1):
    """To (width, height) or a square; with keep_ratio the shorter side to size. interp: as mx.image.imresize has it."""
    height, width = data.shape[-3:-1]
    if not isinstance(size, int) and len(size) == 1:
        size = size[0]
    if isinstance(size, int):
        short = min(height, width)
        size = (width * size // short, height * size // short) if keep_ratio and short else (size, size)
    if size[0] <= 0:
        raise MXNetError('MXNetError: Check failed: param.size[0] > 0 (%d vs. 0) : Input size should be greater than 0, but got %d' % (size[0], size[0]))
    if data.context.device_type == 'gpu':
        return _resized_there(data, size, interp)
    import importlib
    return importlib.import_module('mxnet._image').resize(data, *size, interpolation(interp))


def _resized_there(data, size, interp):
    """On a GPU the nearest point and between four are there, as in the original."""
    only('mx.nd.image.resize', interp=(interp, 1 if interp else 0))
    many, (height, width) = data if data.ndim == 4 else _mxnet.expand_dims(data, 0), data.shape[-3:-1]
    if interp == 0:
        out = many
        for axis, n, wanted in ((1, height, size[1]), (2, width, size[0])):
            places = [min(int(k * (1 / (wanted / n))), n - 1) for k in range(wanted)]
            out = _mxnet.take(out, _mxnet.array(places, ctx=data.context), axis=axis)
    else:
        planes = _mxnet.transpose(many.astype('float32'), (0, 3, 1, 2))
        out = _mxnet.transpose(_tensor.op('interpolate', 0, (planes,), size=(size[1], size[0]), mode='linear', align=False), (0, 2, 3, 1)).astype(data.dtype)
    return out if data.ndim == 4 else out[0]


def rotated(data, degrees, zoom_in=False, zoom_out=False):
    """Turned about the middle by an angle in degrees (an angle each, for a batch); channels first, the shape stays."""
    if zoom_in and zoom_out:
        raise ValueError('`zoom_in` and `zoom_out` cannot be both True')
    if data.ndim not in (3, 4):
        raise ValueError('Only 3D and 4D are supported by this function')
    many = data if data.ndim == 4 else _mxnet.expand_dims(data, 0)
    count, _, height, width = many.shape
    if isinstance(degrees, (int, float)):
        degrees = [degrees] * count
    elif data.ndim == 3:
        raise TypeError('When a single image is passed the rotation angle is required to be a scalar.')
    if len(degrees) != count:
        raise ValueError('The number of images must be equal to the number of rotation angles')
    angles = (_mxnet.array(degrees, ctx=data.context) * _np.pi / 180).reshape((-1, 1, 1))
    down, right = (height - 1) / 2, (width - 1) / 2
    y = (_mxnet.arange(height, ctx=data.context) - down).reshape((1, -1, 1))
    x = (_mxnet.arange(width, ctx=data.context) - right).reshape((1, 1, -1))
    cos, sin = _mxnet.cos(angles), _mxnet.sin(angles)
    grid = _mxnet.stack((x * cos - y * sin) / right, (x * sin + y * cos) / down, axis=1)
    if zoom_in or zoom_out:
        # where the corners go, measured from the middle
        across, about = _np.hypot(height, width), _np.arctan(height / width)
        turns = [about + _mxnet.abs(angles), about - _mxnet.abs(angles)]
        wide = _mxnet.broadcast_maximum(*[_mxnet.abs(across * _mxnet.cos(t)) for t in turns])
        high = _mxnet.broadcast_maximum(*[_mxnet.abs(across * _mxnet.sin(t)) for t in turns])
        scale = _mxnet.broadcast_maximum(wide / width, high / height) if zoom_out else _mxnet.broadcast_minimum(width / wide, height / high)
        grid = grid * _mxnet.expand_dims(scale, 3)
    made = _BilinearSampler(many, grid)
    return made if data.ndim == 4 else made[0]


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
    return _brighter(data, _draws.uniform(min_factor, max_factor))


def random_contrast(data, min_factor, max_factor):
    """Nearer to (below 1) or farther from the picture's mean gray."""
    return _sharper(data, _draws.uniform(min_factor, max_factor))


def random_saturation(data, min_factor, max_factor):
    """Nearer to or farther from a gray for each pixel."""
    return _fuller(data, _draws.uniform(min_factor, max_factor))


def random_hue(data, min_factor, max_factor):
    """Hues turned by a factor of the whole circle; lightness and saturation stay."""
    return _turned(data, _draws.uniform(min_factor, max_factor))


def _brighter(data, by):
    return _as(data.astype('float32') * by, data)


def _sharper(data, by):
    mean = _gray(data).mean() if data.ndim == 3 else _gray(data).mean(axis=(1, 2, 3), keepdims=True)
    return _as(data.astype('float32') * by + mean * _draws.single(1 - by), data)


def _fuller(data, by):
    """The gray is the share that blue has in it: so MXNet 1.9.1 computes it."""
    return _as(data.astype('float32') * by + _channels(data)[2] * _gray_weights[2] * _draws.single(1 - by), data)


def _turned(data, by):
    """By way of hue (in sextants: 0 red, 2 green, 4 blue), lightness and saturation. What is cut off in the end may hang on the last bit: each step is rounded as MXNet's."""
    red, green, blue = (channel / 255 for channel in _channels(data))
    high, low = _mxnet.broadcast_maximum(_mxnet.broadcast_maximum(red, green), blue), _mxnet.broadcast_minimum(_mxnet.broadcast_minimum(red, green), blue)
    spread, sum = high - low, high + low
    light, plain = sum * 0.5, spread <= 2.0 ** -23
    spread = _mxnet.where(plain, _mxnet.ones_like(spread), spread)
    room = _mxnet.where(light < 0.5, sum, 2 - high - low)
    full = spread / (room + (room == 0))
    degrees = 60 / spread
    hue = _mxnet.where(high == red, (green - blue) * degrees, _mxnet.where(high == green, (blue - red) * degrees + 120, (red - green) * degrees + 240))
    hue = (hue + (hue < 0) * 360 + _draws.single(by * 360)) * _draws.single(_draws.single(6) / 360)
    for _ in range(int(abs(by)) + 2):
        hue = hue + (hue < 0) * 6
        hue = hue - (hue >= 6) * 6
    sextant = _mxnet.floor(hue)
    part = hue - sextant
    most = _mxnet.where(light <= 0.5, light * (full + 1), light + full - light * full)
    least = light * 2 - most
    falling, rising = least + (most - least) * (1 - part), least + (most - least) * part

    def channel(*by_sextant):
        made = _mxnet.pick(_mxnet.concat(*by_sextant, dim=data.ndim - 1), sextant[..., 0], axis=data.ndim - 1, keepdims=True)
        return _mxnet.where(plain, light, made) * 255
    return _as(_mxnet.concat(channel(most, falling, least, least, rising, most), channel(rising, most, most, falling, least, least),
                             channel(least, least, rising, most, most, falling), dim=data.ndim - 1), data)


def random_color_jitter(data, brightness, contrast, saturation, hue):
    """Each of the four, by up to so much, in random order."""
    steps = [(_brighter, brightness, 1), (_sharper, contrast, 1), (_fuller, saturation, 1), (_turned, hue, 0)]
    _draws.shuffle(steps)
    for change, by, about in steps:
        if by > 0:
            data = change(data, _draws.single(about + _draws.uniform(-by, by)))
    return data


def adjust_lighting(data, alpha):
    """Shifted by alpha times each of the main directions of ImageNet's colours."""
    shift = [sum(a * value * vector for a, value, vector in zip(alpha, _eigenvalues, row)) for row in _eigenvectors]
    return _as(_mxnet.concat(*[channel + by for channel, by in zip(_channels(data), shift)], dim=data.ndim - 1), data)


def random_lighting(data, alpha_std=0.05):
    return adjust_lighting(data, _draws.normals(3, alpha_std))


def random_flip_left_right(data):
    return data if _draws.happens(0.5) else flip_left_right(data)


def random_flip_top_bottom(data):
    return data if _draws.happens(0.5) else flip_top_bottom(data)
