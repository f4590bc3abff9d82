"""TVTensor, the base of tensors that know what they are."""
import _tensor
import torch


def as_tensor(data, dtype, device, requires_grad):
    if requires_grad is None:
        requires_grad = data.requires_grad if isinstance(data, torch.Tensor) else False
    return torch.as_tensor(data, dtype=dtype, device=device).requires_grad_(requires_grad)


class TVTensor(torch.Tensor):
    """The base. What one knows besides its numbers goes over to what clone() and its like make (_about)."""

    def __init__(self, *args, **kwargs):
        pass

    def _about(self):
        return {}

    def _same(self, tensor):
        return self if tensor is self else wrap(tensor, like=self)

    def clone(self, *, memory_format=torch.preserve_format):
        return self._same(torch.Tensor.clone(self, memory_format=memory_format))

    def to(self, *args, **kwargs):
        return self._same(torch.Tensor.to(self, *args, **kwargs))

    def detach(self):
        return self._same(torch.Tensor.detach(self))

    def requires_grad_(self, requires_grad=True):
        torch.Tensor.requires_grad_(self, requires_grad)
        return self

    def as_subclass(self, kind):
        return torch.Tensor.detach(self) if kind is torch.Tensor else _tensor.subclass(kind, torch.Tensor.detach(self))

    def __deepcopy__(self, memo):
        return self.detach().clone().requires_grad_(self.requires_grad)

    def __reduce_ex__(self, protocol):
        return _rebuilt, (type(self), self.as_subclass(torch.Tensor), self._about())

    def _plain_text(self):
        """The tensor's own text, under this class's name."""
        text, name = torch.Tensor.__repr__(self), type(self).__name__
        if text.startswith('tensor('):
            text = name + text[len('tensor'):].replace('\n' + ' ' * len('tensor('), '\n' + ' ' * (len(name) + 1))
        return text

    def _extra_text(self):
        return ', '.join('%s=%s' % item for item in self._about().items())

    def __repr__(self, **told):
        return self._plain_text()[:-1] + ', ' + self._extra_text() + ')'


def _rebuilt(kind, tensor, about):
    return made(kind, tensor, **about)


def made(kind, tensor, **about):
    """The tensor as one of that kind, which knows this."""
    new = _tensor.subclass(kind, tensor)
    for name, value in about.items():
        setattr(new, name, value)
    return new


def wrap(wrappee, *, like, **changed):
    """The tensor as one of like's kind, which knows what like knows but for what is said anew."""
    return made(type(like), wrappee, **{**like._about(), **changed})


class set_return_type:
    """What operations on these give: plain tensors ('Tensor'), as they always do in perch."""

    def __init__(self, return_type):
        if return_type.lower() == 'tvtensor':
            raise NotImplementedError("torchvision.tv_tensors.set_return_type('TVTensor') is not in perch; the nearest is torchvision.tv_tensors.wrap")
        if return_type.lower() != 'tensor':
            raise ValueError("return_type must be 'TVTensor' or 'Tensor', got %s" % return_type)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return False


def pixels(data):
    from PIL.Image import Image as Picture
    if isinstance(data, Picture):
        from torchvision.transforms.functional import pil_to_tensor
        return pil_to_tensor(data)
    return data
