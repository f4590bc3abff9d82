"""Transforms of pictures (height x width x channel), as blocks."""
import itertools
import math
import random

from .... import ndarray as nd
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


def _resize(x, width, height):
    return _image.resize(x, (width, height))


class Resize(Block):
    """To (width, height), or the shorter side to a size."""

    def __init__(self, size, keep_ratio=False, interpolation=1):
        super().__init__()
        self._size, self._keep = size, keep_ratio

    def forward(self, x):
        return _image.resize(x, self._size, self._keep)


class CropResize(HybridBlock):
    """The part at (x, y) of width x height, resized if a size is given."""

    def __init__(self, x, y, width, height, size=None, interpolation=None):
        super().__init__()
        self._part, self._size = (x, y, width, height), (size, size) if isinstance(size, int) else size

    def hybrid_forward(self, F, x):
        cut = _image.crop(x, *self._part)
        return _resize(cut, *self._size) if self._size else cut


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


# red, green, blue as luma and two differences of colour (NTSC's YIQ), in which hue is an angle
_to_yiq = ((0.299, 0.587, 0.114), (0.596, -0.274, -0.321), (0.211, -0.523, 0.311))
_from_yiq = ((1.0, 0.956, 0.621), (1.0, -0.272, -0.647), (1.0, -1.107, 1.705))


class RandomHue(RandomBrightness):
    """Colours turned by up to `hue` half turns."""

    def hybrid_forward(self, F, x):
        angle = math.pi * random.uniform(-self._by, self._by)
        turn = ((1, 0, 0), (0, math.cos(angle), -math.sin(angle)), (0, math.sin(angle), math.cos(angle)))
        made = nd.dot(nd.dot(nd.array(_from_yiq), nd.array(turn)), nd.array(_to_yiq)).as_in_context(x.context)
        return nd.dot(x.astype('float32'), made.T)


class RandomLighting(HybridBlock):
    """Shifted along the main directions in which the colours of ImageNet's pictures vary."""
    _values = (55.46, 4.794, 1.148)
    _vectors = ((-0.5675, 0.7192, 0.4009), (-0.5808, -0.0045, -0.8140), (-0.5836, -0.6948, 0.4203))

    def __init__(self, alpha):
        super().__init__()
        self._by = alpha

    def hybrid_forward(self, F, x):
        by = [random.gauss(0, self._by) * value for value in self._values]
        return x.astype('float32') + nd.dot(nd.array(self._vectors), nd.array(by)).as_in_context(x.context)


class RandomGray(HybridBlock):
    """Without colours, with a chance of p."""

    def __init__(self, p=0.5):
        super().__init__()
        self._p = p

    def hybrid_forward(self, F, x):
        return nd.broadcast_like(_gray(x.astype('float32')), x) if random.random() < self._p else x


class RandomColorJitter(Block):
    """Brightness, contrast, saturation and hue, in random order."""

    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self._steps = [kind(by) for kind, by in ((RandomBrightness, brightness), (RandomContrast, contrast), (RandomSaturation, saturation), (RandomHue, hue)) if by]

    def forward(self, x):
        for step in random.sample(self._steps, len(self._steps)):
            x = step(x)
        return x


def __getattr__(name):
    if name in ('RandomRotation', 'Rotate'):
        raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r} in perch yet; the nearest is 'RandomFlipLeftRight'")
    raise AttributeError(f"module 'mxnet.gluon.data.vision.transforms' has no attribute {name!r}")
