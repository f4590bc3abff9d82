"""x.grad_fn: what made a tensor."""


_BARE = 'CopySlices', 'CopyBackwards', 'NotImplemented'


class Node:
    """Shown by its name; it holds the tensor that it made."""

    def __init__(self, tensor):
        self._tensor = tensor

    def name(self):
        name = type(self).__name__
        return 'torch::autograd::' + name if name in _BARE else name

    def __repr__(self):
        return '<%s object at 0x%x>' % (type(self).__name__, id(self))

    def __call__(self, *grads):
        raise NotImplementedError('calling %s is not in perch; the nearest is torch.autograd.grad' % type(self).__name__)

    @property
    def next_functions(self):
        raise NotImplementedError('grad_fn.next_functions is not in perch; the nearest is torch.autograd.grad')

    def __eq__(self, other):
        return isinstance(other, Node) and self._tensor is other._tensor

    def __hash__(self):
        return hash(id(self._tensor))


_classes = {}


def node(tensor, name):
    """What made the tensor: each kind of node is a class of its own, as in PyTorch."""
    if name not in _classes:
        _classes[name] = type(name, (Node,), {'__module__': 'torch.autograd' if name.endswith('Backward') else 'builtins'})
    return _classes[name](tensor)
