"""Pictures in a row."""
from ._tv_tensor import TVTensor, as_tensor, made


class Video(TVTensor):
    """[..., frames, channels, height, width]"""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        tensor = as_tensor(data, dtype, device, requires_grad)
        if tensor.ndim < 4:
            raise ValueError
        return made(cls, tensor)
