"""From one kind of input to another."""
import numpy
import PIL.Image
import torch
from torchvision import tv_tensors
from torchvision.transforms import functional as _first

from ._kinds import by_kind


def to_image(inpt):
    """A picture as an Image: [channels, height, width]."""
    if isinstance(inpt, numpy.ndarray):
        tensor = torch.from_numpy(numpy.atleast_3d(inpt)).permute((2, 0, 1)).contiguous()
    elif isinstance(inpt, PIL.Image.Image):
        tensor = _first.pil_to_tensor(inpt)
    elif isinstance(inpt, torch.Tensor):
        tensor = inpt
    else:
        raise TypeError('Input can either be a pure Tensor, a numpy array, or a PIL image, but got %s instead.' % type(inpt))
    return tv_tensors.Image(tensor)


def pil_to_tensor(pic):
    return _first.pil_to_tensor(pic)


def to_pil_image(inpt, mode=None):
    return _first.to_pil_image(inpt.as_subclass(torch.Tensor) if isinstance(inpt, tv_tensors.TVTensor) else inpt, mode)


def to_tensor(inpt):
    import warnings
    warnings.warn('The function `to_tensor(...)` is deprecated and will be removed in a future release. Instead, please use `to_image(...)` followed by `to_dtype(..., dtype=torch.float32, scale=True)`.')
    return _first.to_tensor(inpt)


def to_dtype(inpt, dtype=torch.float32, scale=False):
    """In another dtype; scale: so that the largest number stands for white in both."""
    def converted(picture):
        if not isinstance(picture, torch.Tensor):
            raise TypeError('Functional F.to_dtype supports tensors, but got %s instead.' % type(picture))
        return _first.convert_image_dtype(picture, dtype) if scale else picture.to(dtype)
    return by_kind('to_dtype', inpt, picture=converted, mask=lambda mask: mask.to(dtype))


def convert_image_dtype(image, dtype=torch.float32):
    return to_dtype(image, dtype, scale=True)


def jpeg(image, quality):
    """What is left of a picture that was a JPEG of that quality."""
    def squeezed(picture):
        from torchvision.io import decode_jpeg, encode_jpeg
        if isinstance(picture, torch.Tensor):
            return decode_jpeg(encode_jpeg(picture, quality=quality))
        return to_pil_image(squeezed(_first.pil_to_tensor(picture)), picture.mode)
    return by_kind('jpeg', image, picture=squeezed)


def uniform_temporal_subsample(inpt, num_samples):
    frames = inpt.shape[-4]
    at = torch.linspace(0, frames - 1, num_samples, device=inpt.device).long()
    return by_kind('uniform_temporal_subsample', inpt, picture=lambda video: video.index_select(-4, at))
