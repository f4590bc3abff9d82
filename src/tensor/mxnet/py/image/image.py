"""Pictures as arrays (height x width x channel): files, sizes, parts, and steps that vary them (augmenters)."""
import importlib
import json
import random
import warnings

import numpy as np

from .. import ndarray as nd
from ..base import MXNetError
from ..ndarray.image import interpolation, rotated as _rotated
from ..util import in_mode

_image = importlib.import_module('mxnet._image')
__all__ = ['imread', 'imdecode', 'imresize', 'imrotate', 'random_rotate', 'copyMakeBorder', 'scale_down', 'resize_short', 'fixed_crop', 'random_crop', 'center_crop', 'random_size_crop',
           'color_normalize', 'Augmenter', 'SequentialAug', 'RandomOrderAug', 'ResizeAug', 'ForceResizeAug', 'RandomCropAug', 'RandomSizedCropAug', 'CenterCropAug',
           'BrightnessJitterAug', 'ContrastJitterAug', 'SaturationJitterAug', 'HueJitterAug', 'ColorJitterAug', 'LightingAug', 'ColorNormalizeAug', 'RandomGrayAug',
           'HorizontalFlipAug', 'CastAug', 'CreateAugmenter']


# ---- files ----

def _into(made, out):
    if out is None:
        return in_mode(made)
    if out.shape != made.shape:
        raise MXNetError(f'MXNetError: Check failed: assign(&dattr, vec.at(i)): Incompatible attr in node  at 0-th output: expected {list(made.shape)}, got {list(out.shape)}')
    out[:] = made
    return out


def _decoded(data, flag, to_rgb, out):
    if flag < 0:
        raise MXNetError(f"MXNetError: value {flag} for Parameter flag should be greater equal to 0\nflag: Convert decoded image to grayscale (0) or color (1).")
    made = _image.decode(data, 3 if flag else 1, bool(to_rgb))
    if made is None or made is False:
        raise MXNetError(f'MXNetError: Check failed: !{"res" if made is None else "dst"}.empty(): Decoding failed. Invalid image file.')
    return _into(made, out)


def imread(filename, flag=1, to_rgb=True, out=None):
    """The picture of a JPEG or PNG file: 0 … 255, red first."""
    try:
        with open(filename, 'rb') as file:
            data = file.read()
    except OSError as error:
        raise MXNetError(f"Imread: Check failed: file.is_open(): '{filename}' couldn't open file: {error.strerror}") from None
    return _decoded(data, flag, to_rgb, out)


def imdecode(buf, flag=1, to_rgb=1, out=None):
    """The same from the file's bytes."""
    if isinstance(buf, nd.NDArray):
        buf = buf.asnumpy()
    if not isinstance(buf, (bytes, bytearray, memoryview, np.ndarray)):
        raise ValueError('buf must be of type bytes, bytearray or numpy.ndarray,if you would like to input type str, please convert to bytes')
    data = buf.tobytes() if isinstance(buf, np.ndarray) else buf
    if not len(data):
        raise MXNetError('MXNetError: Check failed: len > 0: Input cannot be an empty buffer')
    return _decoded(data, flag, to_rgb, out)


# ---- sizes and parts ----

_SIZE_WORDS = '%s: %s of resized image.'


def imresize(src, w, h, interp=1, out=None):
    """The picture as w x h. interp: 0 nearest point, 1 between four, 2 cubic, 3 means of areas, 4 Lanczos."""
    for name, words, value in ('w', 'Width', w), ('h', 'Height', h):
        if not isinstance(value, (int, np.integer)):
            raise MXNetError(f"MXNetError: Invalid Parameter format for {name} expect int but value='{value}', in operator _cvimresize(name=\"\", h=\"{h}\", w=\"{w}\")")
        if value < 1:
            raise MXNetError(f'MXNetError: value {value} for Parameter {name} should be greater equal to 1\n' + _SIZE_WORDS % (name, words)
                             + f', in operator _cvimresize(name="", h="{h}", w="{w}")')
    made = _image.resize(src, int(w), int(h), interpolation(interp))
    return made if out is None else _into(made, out)


def copyMakeBorder(src, top, bot, left, right, type=0, value=0.0, values=(), out=None):
    """The picture with a margin: 0 of a value (or one a channel), 1 the edge's, 2 mirrored, 3 from the other side, 4 mirrored at the edge's middle."""
    channels = src.shape[2]
    each = [float(v) for v in values] if values else [float(value)] * channels
    fill = np.array((each + [0.0] * channels)[:channels]).astype(np.dtype(src.dtype).name)
    made = _image.border(src, int(top), int(bot), int(left), int(right), type if type in (1, 2, 3, 4) else 0, fill.tobytes())
    return made if out is None else _into(made, out)


def imrotate(src, rotation_degrees, zoom_in=False, zoom_out=False):
    """Turned about its middle (float32, channels first), or each of a batch by its own angle."""
    if str(np.dtype(src.dtype)) != 'float32':
        raise TypeError('Only `float32` images are supported by this function')
    return _rotated(src, rotation_degrees, zoom_in, zoom_out)


def random_rotate(src, angle_limits, zoom_in=False, zoom_out=False):
    """Turned by an angle between two."""
    lowest, highest = angle_limits
    return imrotate(src, np.random.uniform(lowest, highest, None if src.ndim == 3 else len(src)), zoom_in, zoom_out)


def scale_down(src_size, size):
    """The size, made smaller with its shape kept until it fits into src_size; (width, height)."""
    (room_w, room_h), (w, h) = src_size, size
    if h > room_h:
        w, h = float(w * room_h) / h, room_h
    return (int(w), int(h)) if w <= room_w else (room_w, int(float(h * room_w) / w))


def _get_interp_method(interp, sizes=()):
    """9: cubic for what grows, areas for what shrinks, else between four; 10: any of them. sizes: rows and columns as they are, and as they are to be."""
    if interp == 10:
        return random.randint(0, 4)
    if interp == 9:
        if not sizes:
            return 2
        if len(sizes) != 4:
            raise AssertionError
        was, wanted = sizes[:2], sizes[2:]
        grows = {now > before for before, now in zip(was, wanted)} if was != wanted else {None}
        shrinks = {now < before for before, now in zip(was, wanted)}
        return 2 if grows == {True} else 3 if shrinks == {True} else 1
    if interp not in (0, 1, 2, 3, 4):
        raise ValueError('Unknown interp method %d' % interp)
    return interp


def resize_short(src, size, interp=2):
    """The shorter side becomes size, the shape stays."""
    height, width = src.shape[:2]
    wanted = (size * height // width, size) if height > width else (size, size * width // height)
    return imresize(src, wanted[1], wanted[0], interp=_get_interp_method(interp, (*(height, width), *wanted)))


def fixed_crop(src, x0, y0, w, h, size=None, interp=2):
    """The part at (x0, y0) of w x h, as size (width, height) if that is given."""
    part = src[y0:y0 + h, x0:x0 + w]
    if size is None or tuple(size) == (w, h):
        return part
    return imresize(part, *size, interp=_get_interp_method(interp, (*(h, w), *(size[1], size[0]))))


def _part(src, part, size, interp, place):
    """A part at the place that `place` picks for the room there is, along each side; with where it was."""
    height, width = src.shape[:2]
    x, y = place(width - part[0]), place(height - part[1])
    return fixed_crop(src, x, y, *part, size, interp), (x, y, *part)


def random_crop(src, size, interp=2):
    """A part anywhere of size (width, height), or as much of that as fits, then resized; with (x, y, width, height)."""
    return _part(src, scale_down(src.shape[1::-1], size), size, interp, lambda room: random.randint(0, room))


def center_crop(src, size, interp=2):
    """The same from the middle."""
    return _part(src, scale_down(src.shape[1::-1], size), size, interp, lambda room: int(room / 2))


def random_size_crop(src, size, area, ratio, interp=2, **kwargs):
    """A part whose share of the area and whose shape lie between two each, resized; the middle where none was found in ten tries."""
    if 'min_area' in kwargs:
        warnings.warn('`min_area` is deprecated. Please use `area` instead.', DeprecationWarning)
        area = kwargs.pop('min_area')
    if kwargs:
        raise AssertionError('unexpected keyword arguments for `random_size_crop`.')
    height, width = src.shape[:2]
    low, high = area if isinstance(area, (tuple, list)) else (area, 1.0)
    bounds = [np.log(r) for r in ratio]
    for _ in range(10):
        pixels, shape = random.uniform(low, high) * (height * width), np.exp(random.uniform(*bounds))
        part = tuple(int(round(np.sqrt(n))) for n in (pixels * shape, pixels / shape))
        if part[0] <= width and part[1] <= height:
            return _part(src, part, size, interp, lambda room: random.randint(0, room))
    return center_crop(src, size, interp)


def color_normalize(src, mean, std=None):
    """(src - mean) / std, in place."""
    if mean is not None:
        src -= mean
    if std is not None:
        src /= std
    return src


# ---- steps that vary a picture ----

class Augmenter:
    """A step: called with a picture, it gives one."""

    def __init__(self, **kwargs):
        self._kwargs = kwargs
        for name, value in kwargs.items():
            value = value.asnumpy() if isinstance(value, nd.NDArray) else value
            kwargs[name] = value.tolist() if isinstance(value, np.ndarray) else value

    def dumps(self):
        """Its name and arguments, as JSON."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __call__(self, src):
        raise NotImplementedError('Must override implementation.')


class SequentialAug(Augmenter):
    """Steps, one after the other."""

    def __init__(self, ts):
        super().__init__()
        self.ts = ts

    def dumps(self):
        return [type(self).__name__.lower(), [step.dumps() for step in self.ts]]

    def __call__(self, src):
        for step in self.ts:
            src = step(src)
        return src


class RandomOrderAug(SequentialAug):
    """Steps in any order."""

    def __call__(self, src):
        random.shuffle(self.ts)
        return super().__call__(src)


class ResizeAug(Augmenter):
    """The shorter side becomes size."""

    def __init__(self, size, interp=2):
        super().__init__(size=size, interp=interp)
        self.size, self.interp = size, interp

    def __call__(self, src):
        return resize_short(src, self.size, self.interp)


class ForceResizeAug(ResizeAug):
    """To (width, height), whatever the shape was."""

    def __call__(self, src):
        return imresize(src, *self.size, interp=_get_interp_method(self.interp, (*src.shape[:2], *(self.size[1], self.size[0]))))


class RandomCropAug(ResizeAug):
    """A part anywhere."""

    def __call__(self, src):
        return random_crop(src, self.size, self.interp)[0]


class CenterCropAug(ResizeAug):
    """The middle."""

    def __call__(self, src):
        return center_crop(src, self.size, self.interp)[0]


class RandomSizedCropAug(Augmenter):
    """A part of any size and shape between two."""

    def __init__(self, size, area, ratio, interp=2, **kwargs):
        super().__init__(size=size, area=area, ratio=ratio, interp=interp)
        self.size, self.ratio, self.interp = size, ratio, interp
        if 'min_area' in kwargs:
            warnings.warn('`min_area` is deprecated. Please use `area` instead.', DeprecationWarning)
        self.area = kwargs.pop('min_area', area)
        if kwargs:
            raise AssertionError('unexpected keyword arguments for `RandomSizedCropAug`.')

    def __call__(self, src):
        return random_size_crop(src, self.size, self.area, self.ratio, self.interp)[0]


def _by(amount):
    return random.uniform(-amount, amount)


def _gray():
    return nd.array([[[0.299, 0.587, 0.114]]])


def _mixed(src, by, gray):
    """src times `by`, and so much of the gray that all together is a whole; in place."""
    gray = gray(1.0 - by)
    src *= by
    src += gray
    return src


class BrightnessJitterAug(Augmenter):
    """Brighter or darker by up to a share, in place."""

    def __init__(self, brightness):
        super().__init__(brightness=brightness)
        self.brightness = brightness

    def __call__(self, src):
        src *= 1.0 + _by(self.brightness)
        return src


class ContrastJitterAug(Augmenter):
    """Farther from the mean gray or nearer, in place."""

    def __init__(self, contrast):
        super().__init__(contrast=contrast)
        self.contrast, self.coef = contrast, _gray()

    def __call__(self, src):
        return _mixed(src, 1.0 + _by(self.contrast), lambda rest: 3.0 * rest / src.size * nd.sum(src * self.coef))


class SaturationJitterAug(Augmenter):
    """Each pixel farther from its gray or nearer, in place."""

    def __init__(self, saturation):
        super().__init__(saturation=saturation)
        self.saturation, self.coef = saturation, _gray()

    def __call__(self, src):
        return _mixed(src, 1.0 + _by(self.saturation), lambda rest: nd.sum(src * self.coef, axis=2, keepdims=True) * rest)


# From red, green and blue to brightness and two axes of colour (YIQ), and back.
_TO_YIQ = (0.299, 0.587, 0.114), (0.596, -0.274, -0.321), (0.211, -0.523, 0.311)
_FROM_YIQ = (1.0, 0.956, 0.621), (1.0, -0.272, -0.647), (1.0, -1.107, 1.705)


class HueJitterAug(Augmenter):
    """Colours turned by up to a share of half a circle, in the plane across the grays."""

    def __init__(self, hue):
        super().__init__(hue=hue)
        self.hue, self.tyiq, self.ityiq = hue, np.array(_TO_YIQ), np.array(_FROM_YIQ)

    def __call__(self, src):
        angle = _by(self.hue) * np.pi
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]])
        return nd.dot(src, nd.array(np.dot(np.dot(self.ityiq, turn), self.tyiq).T))


class ColorJitterAug(RandomOrderAug):
    """Brightness, contrast and saturation in any order."""

    def __init__(self, brightness, contrast, saturation):
        steps = (BrightnessJitterAug, brightness), (ContrastJitterAug, contrast), (SaturationJitterAug, saturation)
        super().__init__([step(by) for step, by in steps if by > 0])


def _shifted(src, by):
    src += nd.array(by)
    return src


class LightingAug(Augmenter):
    """Shifted along the directions in which a collection's colours vary, in place."""

    def __init__(self, alphastd, eigval, eigvec):
        super().__init__(alphastd=alphastd, eigval=eigval, eigvec=eigvec)
        self.alphastd, self.eigval, self.eigvec = alphastd, eigval, eigvec

    def __call__(self, src):
        along = np.random.normal(0, self.alphastd, 3)
        return _shifted(src, (self.eigvec * along).dot(self.eigval))


class ColorNormalizeAug(Augmenter):
    """(src - mean) / std, in place."""

    def __init__(self, mean, std):
        super().__init__(mean=mean, std=std)
        self.mean, self.std = (value if value is None or isinstance(value, nd.NDArray) else nd.array(value) for value in (mean, std))

    def __call__(self, src):
        return color_normalize(src, self.mean, self.std)


class RandomGrayAug(Augmenter):
    """Gray, with a chance of p."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p, self.mat = p, nd.array([[share] * 3 for share in (0.21, 0.72, 0.07)])

    def __call__(self, src):
        return nd.dot(src, self.mat) if random.random() < self.p else src


class HorizontalFlipAug(Augmenter):
    """Mirrored, with a chance of p."""

    def __init__(self, p):
        super().__init__(p=p)
        self.p = p

    def __call__(self, src):
        mirrored = random.random() < self.p
        return nd.flip(src, axis=1) if mirrored else src


class CastAug(Augmenter):
    """To another dtype."""

    def __init__(self, typ='float32'):
        super().__init__(type=typ)
        self.typ = typ

    def __call__(self, src):
        return src.astype(self.typ)


# The mean colour of ImageNet's pictures, how far they lie from it, and the directions along which they do.
_MEAN, _STD = (123.68, 116.28, 103.53), (58.395, 57.12, 57.375)
_EIGENVALUES = (55.46, 4.794, 1.148)
_EIGENVECTORS = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))


def _colour(value, usual):
    if value is None or value is False:
        return None
    value = np.array(usual) if value is True else np.asarray(value)
    if value.shape[0] not in (1, 3):
        raise AssertionError
    return value


def _colour_steps(brightness, contrast, saturation, hue, pca_noise, rand_gray):
    return ([ColorJitterAug(brightness, contrast, saturation)] * bool(brightness or contrast or saturation) + [HueJitterAug(hue)] * bool(hue)
            + ([LightingAug(pca_noise, np.array(_EIGENVALUES), np.array(_EIGENVECTORS))] if pca_noise > 0 else [])), [RandomGrayAug(rand_gray)] if rand_gray > 0 else []


def _normal_steps(mean, std):
    mean, std = _colour(mean, _MEAN), _colour(std, _STD)
    return [] if mean is None and std is None else [ColorNormalizeAug(mean, std)]


def CreateAugmenter(data_shape, resize=0, rand_crop=False, rand_resize=False, rand_mirror=False, mean=None, std=None, brightness=0, contrast=0, saturation=0, hue=0,
                    pca_noise=0, rand_gray=0, inter_method=2):
    """The usual steps to pictures of data_shape (channels, height, width)."""
    size = data_shape[2], data_shape[1]
    if rand_resize and not rand_crop:
        raise AssertionError
    if rand_resize:
        cut = RandomSizedCropAug(size, 0.08, (3.0 / 4.0, 4.0 / 3.0), inter_method)
    else:
        cut = (RandomCropAug if rand_crop else CenterCropAug)(size, inter_method)
    colours, grays = _colour_steps(brightness, contrast, saturation, hue, pca_noise, rand_gray)
    return ([ResizeAug(resize, inter_method)] * (resize > 0) + [cut] + [HorizontalFlipAug(0.5)] * bool(rand_mirror) + [CastAug()] + colours + grays
            + _normal_steps(mean, std))
