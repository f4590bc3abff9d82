"""Modules that hold others: Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict."""
import operator
from collections import OrderedDict
from itertools import groupby, islice

import torch
from _torch import _two
from torch.nn.parameter import Parameter
from .module import Module

__all__ = ['Container', 'Sequential', 'ModuleList', 'ModuleDict', 'ParameterList', 'ParameterDict']


class Container(Module):
    """Sequential's old parent; kept for its name."""

    def __init__(self, **kwargs):
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


def _at(index, length):
    index = operator.index(index)
    if not -length <= index < length:
        raise IndexError('index %d is out of range' % index)
    return index % length


class _Indexed(Module):
    """Modules by number; _key gives the name that a number has, _part makes a container of some of them."""

    def __getitem__(self, index):
        return self._part(index) if isinstance(index, slice) else self._modules[self._key(index)]

    def __setitem__(self, index, module):
        setattr(self, self._key(index), module)

    def __delitem__(self, index):
        if isinstance(index, slice):
            for key in list(self._modules)[index]:
                delattr(self, key)
        else:
            delattr(self, self._key(index))
        self._modules = type(self._modules)((str(i), module) for i, module in enumerate(self._modules.values()))

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())


class Sequential(_Indexed):
    """Modules one behind the other: each gets what the one before it gave."""

    def __init__(self, *args):
        super().__init__()
        named = args[0] if len(args) == 1 and isinstance(args[0], OrderedDict) else {str(i): module for i, module in enumerate(args)}
        for name in named:
            self.add_module(name, named[name])

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _key(self, index):
        return next(islice(self._modules, _at(index, len(self._modules)), None))

    def _part(self, which):
        return type(self)(OrderedDict(list(self._modules.items())[which]))

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError('module should be of type: %s' % Module)
        n = len(self._modules)
        if not -n <= index <= n:
            raise IndexError('Index out of range: %s' % index)
        if index < 0:
            index += n
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._modules = type(self._modules)((str(i), each) for i, each in enumerate(modules))
        return self

    def pop(self, key):
        module = self[key]
        del self[key]
        return module


class ModuleList(_Indexed):
    """A list of modules, all of them known to the network that holds it."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _key(self, index):
        return str(_at(index, len(self)))

    def _part(self, which):
        return type(self)(list(self._modules.values())[which])

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        both = ModuleList()
        for i, module in enumerate([*self, *other]):
            both.add_module(str(i), module)
        return both

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def insert(self, index, module):
        modules = list(self._modules.values())
        modules.insert(index, module)
        self._modules = type(self._modules)((str(i), each) for i, each in enumerate(modules))

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def extend(self, modules):
        if not hasattr(modules, '__iter__'):
            raise TypeError('ModuleList.extend should be called with an iterable, but got ' + type(modules).__name__)
        for i, module in enumerate(modules, len(self)):
            self.add_module(str(i), module)
        return self

    def _parts_shown(self):
        """Modules in a row that look alike are shown once."""
        parts = super()._parts_shown()
        if not _two('LISTS_FOLDED'):
            return parts
        folded = []
        for text, same in groupby(parts, key=operator.itemgetter(1)):
            names = [name for name, _ in same]
            folded.append((names[0], text) if len(names) == 1 else ('%s-%s' % (names[0], names[-1]), '%d x %s' % (len(names), text)))
        return folded


class ModuleDict(Module):
    """A dict of modules, all of them known to the network that holds it."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        self._modules.clear()

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        if not hasattr(modules, '__iter__'):
            raise TypeError('ModuleDict.update should be called with an iterable of key/value pairs, but got ' + type(modules).__name__)
        if hasattr(modules, 'items'):
            modules = modules.items()
        for i, pair in enumerate(modules):
            if not hasattr(pair, '__iter__'):
                raise TypeError('ModuleDict update sequence element #%d should be Iterable; is%s' % (i, type(pair).__name__))
            if len(pair) != 2:
                raise ValueError('ModuleDict update sequence element #%d has length %d; 2 is required' % (i, len(pair)))
            self[pair[0]] = pair[1]


def _parameter_line(key, param, kind):
    size = 'x'.join(str(n) for n in param.size())
    place = '' if param.is_cpu else ' (GPU %d)' % param.get_device()
    what = 'Parameter' if isinstance(param, Parameter) else 'Tensor'
    return '  (%s): %s containing: [%s of size %s%s]' % (key, what, kind(param), size, place)


class ParameterList(Module):
    """A list of parameters, all of them known to the network that holds it."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[i] for i in range(*index.indices(len(self)))])
        return getattr(self, str(_at(index, len(self))))

    def __setitem__(self, index, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(_at(index, len(self))), value)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        lines = []
        for i, value in enumerate(self):
            if isinstance(value, torch.Tensor):
                lines.append(_parameter_line(str(i), value, lambda p: p.dtype))
            else:
                lines.append('  (%s): Object of type: %s' % (i, type(value).__name__))
        return '\n'.join(lines)

    def __call__(self, *args, **kwargs):
        raise RuntimeError('ParameterList should not be called.')


class ParameterDict(Module):
    """A dict of parameters, all of them known to the network that holds it."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, key if isinstance(key, str) else self._bad(key))

    @staticmethod
    def _bad(key):
        raise TypeError('Index given to ParameterDict cannot be used as a key as it is not a string (type is "%s"). '
                        'Open an issue on github if you need non-string keys.' % type(key).__name__)

    def __setitem__(self, key, value):
        if not isinstance(key, str):
            self._bad(key)
        self._keys[key] = None
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, key, value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        return self._keys.keys()

    def items(self):
        return ((key, self[key]) for key in self._keys)

    def values(self):
        return (self[key] for key in self._keys)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def update(self, parameters):
        pairs = parameters.items() if hasattr(parameters, 'items') else parameters
        if hasattr(parameters, 'items') and not isinstance(parameters, (OrderedDict, ParameterDict)):
            pairs = sorted(pairs)           # (a plain dict's order was no order once)
        for key, value in pairs:
            self[key] = value

    def popitem(self):
        key, _ = self._keys.popitem()
        value = getattr(self, key)
        delattr(self, key)
        return key, value

    def clear(self):
        for key in list(self._keys):
            del self[key]

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self):
        return ParameterDict(OrderedDict((key, self[key]) for key in self._keys))

    def fromkeys(self, keys, default=None):
        return ParameterDict(OrderedDict((key, default) for key in keys))

    def __reversed__(self):
        return reversed(list(self._keys))

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def extra_repr(self):
        return '\n'.join(_parameter_line(key, value, torch.typename) if isinstance(value, torch.Tensor)
                         else '  (%s): Object of type: %s' % (key, type(value).__name__) for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError('ParameterDict should not be called.')
