"""torch.library: operators of one's own, found as torch.ops.NAMESPACE.NAME."""
from torch import _ops

_libraries = {}


class Library:
    """Operators of a namespace: DEF makes a new one, FRAGMENT adds to one, IMPL gives functions to what is there."""

    def __init__(self, ns, kind, dispatch_key=''):
        if kind not in ('IMPL', 'DEF', 'FRAGMENT'):
            raise ValueError('Unsupported kind: ', kind)
        if kind == 'DEF' and ns in ('prim', 'aten'):
            raise ValueError(ns, ' is a reserved namespace. Please try creating a library with another name.')
        if kind == 'DEF' and ns in _libraries:
            raise RuntimeError('Only a single TORCH_LIBRARY can be used to register the namespace %s; please put all of your definitions in a single TORCH_LIBRARY block.' % ns)
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._made = []
        if kind == 'DEF':
            _libraries[ns] = self

    def define(self, schema, alias_analysis=''):
        """A new operator, by its schema."""
        if alias_analysis not in ('', 'FROM_SCHEMA', 'CONSERVATIVE'):
            raise RuntimeError('Invalid alias_analysis type {}'.format(alias_analysis))
        if self.kind == 'IMPL':
            raise RuntimeError('def(): a library of kind IMPL gives functions, and defines no operators')
        name = _ops.define(self.ns, schema)
        self._made.append(name)
        return name

    def impl(self, op_name, fn, dispatch_key=''):
        """The function that an operator runs, for a dispatch key."""
        if not callable(fn):
            raise TypeError('Input function is required to be a callable but found type {}'.format(type(fn)))
        name = op_name if isinstance(op_name, str) else op_name._registered.name if hasattr(op_name, '_registered') else None
        if name is None:
            raise RuntimeError('impl should be passed either a name or an OpOverload object as the first argument')
        _ops.implement(self.ns, name.split('::')[-1], fn, dispatch_key or self.dispatch_key)

    def _destroy(self):
        for name in self._made:
            _ops.forget(self.ns, name)
        if _libraries.get(self.ns) is self:
            del _libraries[self.ns]


def impl(lib, name, dispatch_key=''):
    """Library.impl as a decorator."""
    def wrap(function):
        lib.impl(name, function, dispatch_key)
        return function
    return wrap


def define(lib, schema, alias_analysis=''):
    """Library.define as a decorator: the function serves every place."""
    def wrap(function):
        lib.impl(lib.define(schema, alias_analysis), function, 'CompositeImplicitAutograd')
        return function
    return wrap


__all__ = ['Library', 'impl', 'define']
