"""Transforms of pictures (height x width x channel), as blocks."""
import random

from .... import ndarray as nd
from ....ndarray import image as _image
from ...block import Block, HybridBlock
from ...nn import Sequential


class Compose(Sequential):
    """One after the other."""

    def __init__(self, transforms):
        super().__init__()
        with self.name_scope():
            for t in transforms:
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
    chw = nd.transpose(x.astype('float32'), (2, 0, 1)).expand_dims(0)
    import _tensor
    out = _tensor.op('interpolate', 0, (chw,), size=(height, width), mode='linear', align=False)
    return nd.transpose(nd.squeeze(out, 0), (1, 2, 0)).astype(x.dtype)


class Resize(Block):
    """To (width, height), or the shorter side to a size."""

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep = size, keep_ratio

    def forward(self, x):
        height, width = x.shape[:2]
        if isinstance(self._size, int):
            if not self._keep:
                return _resize(x, self._size, self._size)
            short = min(height, width)
            return _resize(x, width * self._size // short, height * self._size // short)
        return _resize(x, *self._size)


class CenterCrop(Block):
    """The middle, of (width, height)."""

    def __init__(self, size, interpolation=1):
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
        return _image.flip_left_right(x) if random.random() < 0.5 else x


class RandomFlipTopBottom(HybridBlock):
    """Upside down, half of the time."""

    def hybrid_forward(self, F, x):
        return _image.flip_top_bottom(x) if random.random() < 0.5 else x


_weights = (0.299, 0.587, 0.114)


def _gray(x):
    return nd.sum(x * nd.array(_weights, ctx=x.context).reshape((1, 1, 3)), axis=-1, keepdims=True)


class RandomBrightness(HybridBlock):
    """Times 1 ± brightness."""

    def __init__(self, brightness):
        super().__init__()
        self._by = brightness

    def hybrid_forward(self, F, x):
        return self.change(x.astype('float32'), 1 + random.uniform(-self._by, self._by))

    def change(self, x, by):
        return x * by


class RandomContrast(RandomBrightness):
    """Nearer to or farther from the mean gray."""

    def change(self, x, by):
        return x * by + _gray(x).mean() * (1 - by)


class RandomSaturation(RandomBrightness):
    """Nearer to or farther from gray."""

    def change(self, x, by):
        return x * by + _gray(x) * (1 - by)


class RandomColorJitter(Block):
    """Brightness, contrast and saturation, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._steps = [kind(by) for kind, by in ((RandomBrightness, brightness), (RandomContrast, contrast), (RandomSaturation, saturation)) if by]
        if hue:
            raise NotImplementedError('RandomColorJitter: hue is not there yet')

    def forward(self, x):
        for step in random.sample(self._steps, len(self._steps)):
            x = step(x)
        return x


def __getattr__(name):
    if name in ('RandomHue', 'RandomLighting', 'RandomGray', 'RandomRotation', 'Rotate', 'CropResize'):
        raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r} in perch yet; the nearest is 'RandomColorJitter'")
    raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r}")
