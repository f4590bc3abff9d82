"""Behind torchvision.transforms.functional: beside PyTorch 2 tensors are smoothed when they are made smaller, where nothing else is said."""
from _torch import _two

if _two('RESIZING_SMOOTH'):
    _resized = resize               # noqa: F821

    def resize(img, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):             # noqa: F821
        """The picture in another size."""
        smooths = interpolation in (InterpolationMode.BILINEAR, InterpolationMode.BICUBIC)                      # noqa: F821
        return _resized(img, size, interpolation, max_size, antialias if smooths or not isinstance(img, torch.Tensor) else None)            # noqa: F821

    resized_crop.__defaults__ = resized_crop.__defaults__[:-1] + (True,)         # noqa: F821
