"""Points."""
from ._tv_tensor import TVTensor, as_tensor, made


class KeyPoints(TVTensor):
    """Points (x, y) on a canvas of (height, width)."""

    def __new__(cls, data, *, canvas_size, dtype=None, device=None, requires_grad=None):
        tensor = as_tensor(data, dtype, device, requires_grad)
        if tensor.ndim == 1:
            tensor = tensor.unsqueeze(0)
        elif tensor.shape[-1] != 2:
            raise ValueError('Expected a tensor of shape (..., 2), not %s' % (tensor.shape,))
        return made(cls, tensor, canvas_size=canvas_size)

    def _about(self):
        return {'canvas_size': self.canvas_size}
