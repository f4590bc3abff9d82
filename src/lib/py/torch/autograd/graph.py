"""x.grad_fn: what made a tensor."""


class Node:
    """Shown by its name; it holds the tensor that it made."""

    def __init__(self, tensor, name):
        self._tensor = tensor
        self._name = name

    def name(self):
        return self._name

    def __repr__(self):
        return '<%s object at 0x%x>' % (self._name, id(self))

    def __call__(self, *grads):
        raise NotImplementedError('calling %s is not in perch; the nearest is torch.autograd.grad' % self._name)

    @property
    def next_functions(self):
        raise NotImplementedError('grad_fn.next_functions is not in perch; the nearest is torch.autograd.grad')

    def __eq__(self, other):
        return isinstance(other, Node) and self._tensor is other._tensor

    def __hash__(self):
        return hash(id(self._tensor))
