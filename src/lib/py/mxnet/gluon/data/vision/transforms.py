"""Transforms of pictures (height x width x channel), as blocks."""
import itertools
import random

from ....ndarray import image as _image
from ...block import Block, HybridBlock
from ...nn import HybridSequential, Sequential
from perch.only import only


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


def _resize(x, width, height):
    return _image.resize(x, (width, height))


class Resize(Block):
    """To (width, height), or the shorter side to a size."""

    def __init__(self, size, keep_ratio=False, interpolation=1):
        only('mx.gluon.data.vision.transforms.Resize', interpolation=(interpolation, 1))
        super().__init__()
        self._size, self._keep = size, keep_ratio

    def forward(self, x):
        return _image.resize(x, self._size, self._keep)


class CropResize(HybridBlock):
    """The part at (x, y) of width x height, resized if a size is given."""

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        only('mx.gluon.data.vision.transforms.CropResize', interpolation=(interpolation, None))
        super().__init__()
        self._part, self._size = (x, y, width, height), (size, size) if isinstance(size, int) else size

    def hybrid_forward(self, F, x):
        cut = _image.crop(x, *self._part)
        return _resize(cut, *self._size) if self._size else cut


class CenterCrop(Block):
    """The middle, of (width, height)."""

    def __init__(self, size, interpolation=1):
        only('mx.gluon.data.vision.transforms.CenterCrop', interpolation=(interpolation, 1))
        super().__init__()
        self._size = (size, size) if isinstance(size, int) else tuple(size)

    def forward(self, x):
        height, width = x.shape[:2]
        w, h = min(self._size[0], width), min(self._size[1], height)
        cut = _image.crop(x, (width - w) // 2, (height - h) // 2, w, h)
        return cut if (w, h) == self._size else _resize(cut, *self._size)


class RandomResizedCrop(Block):
    """A part of random size and shape, resized."""

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=1):
        only('mx.gluon.data.vision.transforms.RandomResizedCrop', interpolation=(interpolation, 1))
        super().__init__()
        self._size = (size, size) if isinstance(size, int) else tuple(size)
        self._scale, self._ratio = scale, ratio

    def forward(self, x):
        height, width = x.shape[:2]
        for _ in range(10):
            area, ratio = height * width * random.uniform(*self._scale), random.uniform(*self._ratio)
            w, h = int(round((area * ratio) ** 0.5)), int(round((area / ratio) ** 0.5))
            if 0 < w <= width and 0 < h <= height:
                return _resize(_image.crop(x, random.randint(0, width - w), random.randint(0, height - h), w, h), *self._size)
        return CenterCrop(self._size)(x)


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


def __getattr__(name):
    if name in ('RandomRotation', 'Rotate'):
        raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r} in perch yet; the nearest is 'RandomFlipLeftRight'")
    raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r}")
