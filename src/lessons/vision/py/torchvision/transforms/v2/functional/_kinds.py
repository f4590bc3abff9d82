"""What an input is, and which kernel does for it what a function means."""
import PIL.Image
import torch
from torchvision.transforms import functional as _first
from torchvision.tv_tensors import BoundingBoxes, Image, KeyPoints, Mask, TVTensor, Video, wrap

_registered = {}        # (function, kind): a program's own kernels


def register_kernel(functional, tv_tensor_cls):
    """A decorator: this kernel does for that kind of tensor what the function means."""
    def decorate(kernel):
        _registered[getattr(functional, '__name__', functional), tv_tensor_cls] = kernel
        return kernel
    return decorate


def kind_of(value):
    """'picture', 'mask', 'boxes', 'points'; None: nothing that a transform changes."""
    if isinstance(value, BoundingBoxes):
        return 'boxes'
    if isinstance(value, KeyPoints):
        return 'points'
    if isinstance(value, Mask):
        return 'mask'
    return 'picture' if isinstance(value, (torch.Tensor, PIL.Image.Image)) else None


def by_kind(name, value, *args, **kernels):
    """The kernel for the input's kind, on it and the arguments; kinds without one stay as they are."""
    own = _registered.get((name, type(value)))
    if own is not None:
        return own(value, *args)
    kind = kind_of(value)
    if kind is None:
        raise TypeError('Functional F.%s supports inputs of type %s, but got %s instead.' % (name, [torch.Tensor, PIL.Image.Image, Image, Video, Mask, BoundingBoxes, KeyPoints], type(value)))
    kernel = kernels.get(kind)
    if kernel is None:
        return value
    if kind == 'boxes' and value.format.value not in ('XYXY', 'XYWH', 'CXCYWH'):
        raise NotImplementedError('boxes in the format %s are not in perch; the nearest is CXCYWH' % value.format.value)
    made = kernel(value.as_subclass(torch.Tensor) if isinstance(value, TVTensor) and kind in ('picture', 'mask') else value, *args)
    return wrap(made, like=value) if isinstance(value, (Image, Video, Mask)) else made


def over_pictures(kernel):
    """A kernel of pictures [channels, height, width] for any number of leading axes."""
    def several(value, *args):
        if not isinstance(value, torch.Tensor) or value.ndim <= 4:
            return kernel(value, *args)
        made = kernel(value.reshape(-1, *value.shape[-3:]), *args)
        return made.reshape(*value.shape[:-3], *made.shape[-3:])
    return several


def as_picture(kernel):
    """The same for a mask, which may have no axis of channels and is no number that can be mixed."""
    def masked(value, *args):
        plain = value.unsqueeze(0) if value.ndim < 3 else value
        made = kernel(plain, *args)
        return made.squeeze(0) if value.ndim < 3 else made
    return masked


def get_size(inpt):
    """[height, width]"""
    if isinstance(inpt, (BoundingBoxes, KeyPoints)):
        return list(inpt.canvas_size)
    if isinstance(inpt, PIL.Image.Image):
        return [inpt.height, inpt.width]
    if isinstance(inpt, torch.Tensor):
        if inpt.ndim < 2:
            raise TypeError('Input tensor should have at least two dimensions, but got %d' % inpt.ndim)
        return list(inpt.shape[-2:])
    raise TypeError('Functional F.get_size supports inputs of type %s, but got %s instead.' % ([torch.Tensor, PIL.Image.Image], type(inpt)))


def get_dimensions(inpt):
    """[channels, height, width]"""
    return _first.get_dimensions(inpt)


def get_num_channels(inpt):
    return get_dimensions(inpt)[0]


def get_image_size(inpt):
    """[width, height]"""
    return get_size(inpt)[::-1]


def get_num_frames(inpt):
    return inpt.shape[-4]


get_image_num_channels = get_num_channels
