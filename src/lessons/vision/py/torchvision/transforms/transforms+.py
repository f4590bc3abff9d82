"""Behind torchvision.transforms.transforms: defaults and texts as torchvision has them beside PyTorch 2."""
from _torch import _two


def _crop_shown(self):
    """A RandomResizedCrop with its settings."""
    scale, ratio = (tuple(round(n, 4) for n in pair) for pair in (self.scale, self.ratio))
    return f'{type(self).__name__}(size={self.size}, scale={scale}, ratio={ratio}, interpolation={self.interpolation.value}, antialias={self.antialias})'


def _elastic_shown(self):
    return f'{type(self).__name__}(alpha={self.alpha}, sigma={self.sigma}, interpolation={self.interpolation}, fill={[float(self.fill)] if isinstance(self.fill, (int, float)) else self.fill})'


if _two('RESIZING_SMOOTH'):
    for _kind in (Resize, RandomResizedCrop):           # noqa: F821
        _kind.__init__.__defaults__ = _kind.__init__.__defaults__[:-1] + (True,)
    RandomResizedCrop.__repr__, ElasticTransform.__repr__ = _crop_shown, _elastic_shown         # noqa: F821
    _checked = ColorJitter._check_input         # noqa: F821

    def _in_tuple(self, *args, **kwargs):
        found = _checked(self, *args, **kwargs)
        return None if found is None else tuple(found)
    ColorJitter._check_input = _in_tuple        # noqa: F821
