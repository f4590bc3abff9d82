"""What nested, masked and compressed tensors share: objects of a dtype and a place whose own memory holds nothing, which answer for torch's functions by a table of what each has."""
import _tensor
import torch
from _torch import _says

Tensor = _tensor.Tensor
jagged = torch.layout('jagged')


def carrier(cls, like, shape):
    """An object of the class with the dtype and the place of `like`, and nothing in it."""
    made = _tensor.subclass(cls, torch.zeros((), dtype=like.dtype, device=like.device).expand(tuple(shape)))
    _tensor.elsewhere(made)
    return made


def _lacks(name):
    def called(self, *other):
        raise AttributeError("'NestedIntNode' object has no attribute %r" % name)
    return called


class SymInt:
    """The length of a ragged dimension: equal to itself alone."""

    def __init__(self, number, least=0):
        self._number, self._least = number, least

    def __repr__(self):
        return 'j%d' % self._number

    def __eq__(self, other):
        return self is other or isinstance(other, SymInt) and other._number == self._number

    def __hash__(self):
        return hash(('j', self._number))

    def _order(self, name, always):
        if always:
            return True
        raise ValueError('%s: relation is indeterminate' % name)

    def __ge__(self, other):
        return self._order('ge', self == other or isinstance(other, int) and other <= self._least)

    def __gt__(self, other):
        return self._order('ge', isinstance(other, int) and other < self._least)

    def __le__(self, other):
        return self._order('ge', self == other)

    def __lt__(self, other):
        return self._order('ge', False) if self != other else False

    def __int__(self):
        raise AttributeError("'NestedIntNode' object has no attribute 'int_'")

    __add__, __radd__, __sub__, __rsub__, __floordiv__, __mod__ = map(_lacks, ('add', 'add', 'sub', 'sub', 'floordiv', 'mod'))


SymInt.__module__ = 'torch'


class Size(tuple):
    """torch.Size with ragged lengths in it."""

    def __repr__(self):
        return 'torch.Size([%s])' % ', '.join(map(str, self))

    def numel(self):
        made = 1
        for n in self:
            made *= n
        return made


Size.__module__ = 'torch'


def plain(function, args, kwargs):
    """The function with nobody asked."""
    with torch._C.DisableTorchFunctionSubclass():
        return function(*args, **(kwargs or {}))


# What the object itself knows, of any class; dimensions belong to those whose shape is a plain one.
ATTRIBUTES = frozenset('is_cuda is_cpu is_meta is_quantized is_sparse is_mkldnn is_mps names is_floating_point is_complex is_signed element_size get_device'.split())
SIZES = ATTRIBUTES | frozenset('dim size numel nelement ndimension len'.split())


def name_of(function):
    """The name by which a function stands in the tables."""
    name = getattr(function, '__name__', '')
    return name[2:-2] if name.startswith('__') and name.endswith('__') and name not in ('__get__', '__set__') else name


def check_dim(dim, dims):
    if not -dims <= dim < dims:
        raise IndexError(_says('DIM_RANGE', dim, -dims, dims - 1))
    return dim % dims


def named(made, name):
    """The step that made it, by PyTorch's name."""
    return _tensor.name_node(made, name) if made.requires_grad and not made.is_leaf else made
