"""How masked tensors are made: of copies (masked_tensor), or of the tensors themselves (as_masked_tensor)."""
from .core import MaskedTensor


def masked_tensor(data, mask, requires_grad=False):
    """A masked tensor of its own: no gradient goes to data."""
    return MaskedTensor(data, mask, requires_grad)


def as_masked_tensor(data, mask):
    """data with a mask: gradients go to it, and have the mask."""
    from .core import over
    return over(data, mask)
