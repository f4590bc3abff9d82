"""mx.image: pictures read, resized, cut and varied, and iterators over them."""
import importlib as _importlib

from . import image
from .image import *

_image = _importlib.import_module('mxnet._image')
_detection = ('CreateDetAugmenter', 'CreateMultiRandCropAugmenter', 'DetAugmenter', 'DetBorrowAug', 'DetHorizontalFlipAug', 'DetRandomCropAug', 'DetRandomPadAug',
              'DetRandomSelectAug', 'ImageDetIter')
_iterators = ('ImageIter',)


def __getattr__(name):
    if name in ('detection', 'det'):
        return _importlib.import_module('mxnet.image.detection')
    if name in _detection:
        return getattr(_importlib.import_module('mxnet.image.detection'), name)
    if name in _iterators:
        return getattr(_importlib.import_module('mxnet.image.iterator'), name)
    raise AttributeError(f"module 'mxnet.image' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_detection, *_iterators, 'detection'})
