"""Pictures."""
from ._tv_tensor import TVTensor, as_tensor, made, pixels


class Image(TVTensor):
    """A picture or several: [..., channels, height, width]."""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        tensor = as_tensor(pixels(data), dtype, device, requires_grad)
        if tensor.ndim < 2:
            raise ValueError('Tensor must be 2D or higher, got %dD tensor.' % tensor.ndim)
        return made(cls, tensor.unsqueeze(0) if tensor.ndim == 2 else tensor)
