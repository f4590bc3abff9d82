"""Transforms of pictures (height x width x channel), as blocks."""
import itertools
import math
import random

import numpy as _np

from ....ndarray import image as _image
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential


class Compose(Sequential):
    """One after the other. Neighbours that are hybrid blocks stand together, as MXNet shows them."""

    def __init__(self, transforms):
        super().__init__()
        with self.name_scope():
            for hybrid, run in itertools.groupby(transforms, lambda t: isinstance(t, HybridBlock)):
                run = list(run)
                if hybrid and len(run) > 1:
                    together = HybridSequential()
                    for t in run:
                        together.add(t)
                    together.hybridize()
                    run = [together]
                for t in run:
                    self.add(t)


class Cast(HybridBlock):
    """To another dtype."""

    def __init__(self, dtype='float32'):
        super().__init__()
        self._dtype = dtype

    def hybrid_forward(self, F, x):
        return F.cast(x, self._dtype)


class ToTensor(HybridBlock):
    """0 … 255 as 0 … 1, channels first."""

    def hybrid_forward(self, F, x):
        return _image.to_tensor(x)


class Normalize(HybridBlock):
    """(x - mean) / std for each channel."""

    def __init__(self, mean=0.0, std=1.0):
        super().__init__()
        self._mean, self._std = mean, std

    def hybrid_forward(self, F, x):
        return _image.normalize(x, self._mean, self._std)


def _resize(x, width, height, interp=1):
    return _image.resize(x, (width, height), interp=interp)


class Resize(HybridBlock):
    """To (width, height), or the shorter side to a size."""

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep, self._interpolation = size, keep_ratio, interpolation

    def hybrid_forward(self, F, x):
        return _image.resize(x, self._size, self._keep, self._interpolation)


class CropResize(HybridBlock):
    """The part at (x, y) of width x height, resized if a size is given."""

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._interpolation = 1 if interpolation is None else interpolation
        self._part, self._size = (x, y, width, height), (size, size) if isinstance(size, int) else size

    def hybrid_forward(self, F, x):
        cut = _image.crop(x, *self._part)
        return _resize(cut, *self._size, self._interpolation) if self._size else cut


class CenterCrop(Block):
    """The middle, of (width, height)."""

    def __init__(self, size, interpolation=1):
        super().__init__()
        self._interpolation = interpolation
        self._size = (size, size) if isinstance(size, int) else tuple(size)

    def forward(self, x):
        (height, width), (w, h) = x.shape[:2], self._size
        if height < h: # (what does not fit is made smaller, its shape kept)
            w, h = w * height / h, height
        if width < w:
            w, h = width, h * width / w
        w, h = int(w), int(h)
        cut = _image.crop(x, (width - w) // 2, (height - h) // 2, w, h)
        return cut if (w, h) == self._size else _resize(cut, *self._size, self._interpolation)


class RandomResizedCrop(Block):
    """A part of random size and shape, resized."""

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        super().__init__()
        self._interpolation = interpolation
        self._size = (size, size) if isinstance(size, int) else tuple(size)
        self._scale, self._ratio = (scale, 1.0) if isinstance(scale, (int, float)) else scale, ratio

    def forward(self, x):
        height, width = x.shape[:2]
        for _ in range(10):
            area, ratio = random.uniform(*self._scale) * (height * width), math.exp(random.uniform(*map(math.log, self._ratio)))
            w, h = int(round((area * ratio) ** 0.5)), int(round((area / ratio) ** 0.5))
            if 0 < w <= width and 0 < h <= height:
                return _resize(_image.crop(x, random.randint(0, width - w), random.randint(0, height - h), w, h), *self._size, self._interpolation)
        return CenterCrop(self._size, self._interpolation)(x)


class RandomFlipLeftRight(HybridBlock):
    """Mirrored, half of the time."""

    def hybrid_forward(self, F, x):
        return _image.random_flip_left_right(x)


class RandomFlipTopBottom(HybridBlock):
    """Upside down, half of the time."""

    def hybrid_forward(self, F, x):
        return _image.random_flip_top_bottom(x)


class _Factor(HybridBlock):
    """A change of colours by a factor between 1 - by and 1 + by."""
    _change = None

    def __init__(self, by):
        super().__init__()
        self._args = max(0, 1 - by), 1 + by

    def hybrid_forward(self, F, x):
        return self._change(x, *self._args)


class RandomBrightness(_Factor):
    """Brighter or darker."""
    _change = staticmethod(_image.random_brightness)

    def __init__(self, brightness):
        super().__init__(brightness)


class RandomContrast(_Factor):
    """Farther from or nearer to the mean gray."""
    _change = staticmethod(_image.random_contrast)

    def __init__(self, contrast):
        super().__init__(contrast)


class RandomSaturation(_Factor):
    """Farther from or nearer to gray."""
    _change = staticmethod(_image.random_saturation)

    def __init__(self, saturation):
        super().__init__(saturation)


class RandomHue(_Factor):
    """Colours turned on their circle."""
    _change = staticmethod(_image.random_hue)

    def __init__(self, hue):
        super().__init__(hue)


class RandomColorJitter(HybridBlock):
    """Brightness, contrast, saturation and hue, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._args = brightness, contrast, saturation, hue

    def hybrid_forward(self, F, x):
        return _image.random_color_jitter(x, *self._args)


class RandomLighting(HybridBlock):
    """Shifted along the main directions in which the colours of ImageNet's pictures vary."""

    def __init__(self, alpha):
        super().__init__()
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return _image.random_lighting(x, self._alpha)


class RandomApply(Sequential):
    """The transforms, with a chance of p."""

    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms, self.p = transforms, p

    def forward(self, x):
        return x if self.p < random.random() else self.transforms(x)


def _no_bytes(x):
    if str(_np.dtype(x.dtype)) != 'float32':
        raise TypeError('This transformation only supports float32. Consider calling it after ToTensor')


class Rotate(Block):
    """Turned about its middle by an angle in degrees, channels first; the shape stays. zoom_in: no margins; zoom_out: all of it."""

    def __init__(self, rotation_degrees, zoom_in=False, zoom_out=False):
        super().__init__()
        self._args = rotation_degrees, zoom_in, zoom_out

    def forward(self, x):
        _no_bytes(x)
        return _image.rotated(x, *self._args)


class RandomRotation(Block):
    """Turned by an angle between two, each picture of a batch by its own."""

    def __init__(self, angle_limits, zoom_in=False, zoom_out=False, rotate_with_proba=1.0):
        super().__init__()
        lower, upper = angle_limits
        if lower >= upper:
            raise ValueError('`angle_limits` must be an ordered tuple')
        if rotate_with_proba < 0 or rotate_with_proba > 1:
            raise ValueError('Probability of rotating the image should be between 0 and 1')
        self._args = angle_limits, zoom_in, zoom_out
        self._rotate_with_proba = rotate_with_proba

    def forward(self, x):
        if _np.random.random() > self._rotate_with_proba:
            return x
        _no_bytes(x)
        limits, zoom_in, zoom_out = self._args
        return _image.rotated(x, _np.random.uniform(*limits, size=None if x.ndim == 3 else len(x)), zoom_in, zoom_out)
