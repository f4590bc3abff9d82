"""Masks."""
from ._tv_tensor import TVTensor, as_tensor, made, pixels


class Mask(TVTensor):
    """Which pixels belong to something: [..., height, width]."""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        return made(cls, as_tensor(pixels(data), dtype, device, requires_grad))

    def __repr__(self, **told):
        return self._plain_text()
