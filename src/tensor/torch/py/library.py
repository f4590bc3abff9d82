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


_fragments = {}                 # a namespace: the library to which define() and impl() by name add


def _fragment(qualname):
    if '::' not in qualname:
        raise ValueError('Expected `qualname` to be of the form "namespace::name", got %s' % qualname)
    namespace, name = qualname.split('::', 1)
    return _fragments.setdefault(namespace, Library(namespace, 'FRAGMENT')), name


def _kernels(qualname, types, function):
    """What an operator does on kinds of devices, by its name."""
    library, name = _fragment(qualname)
    for kind in [types] if isinstance(types, str) else list(types):
        library.impl(name, function, {'default': 'CompositeExplicitAutograd', 'cpu': 'CPU', 'cuda': 'CUDA'}.get(kind, kind))


def impl(qualname, types, func=None, *, lib=None):
    """Library.impl as a decorator: impl(library, name[, key]), or by "namespace::name" and kinds of devices."""
    def wrap(function):
        if isinstance(qualname, str):
            _kernels(qualname, types, function)
        else:
            qualname.impl(types, function, '' if func is None else func)
        return function
    if isinstance(qualname, str) and func is not None:
        return wrap(func)
    return wrap


def define(qualname, schema, *args, lib=None, tags=()):
    """Library.define as a decorator: the function serves every place. By "namespace::name": the operator alone."""
    if isinstance(qualname, str):
        library, name = _fragment(qualname)
        library.define(name + schema)
        return None

    def wrap(function):
        qualname.impl(qualname.define(schema, *args), function, 'CompositeImplicitAutograd')
        return function
    return wrap


def _of_custom(op, method):
    """A custom operator's own method; None: op is none."""
    from ._library.custom_ops import found
    operator = found(op)
    return getattr(operator, method) if operator is not None else None


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """An operator's function for some kinds of devices."""
    own = _of_custom(op, 'register_kernel')
    if own:
        return own(device_types, func)

    def wrap(function):
        _kernels(op, 'default' if device_types is None else device_types, function)
        return function
    return wrap if func is None else wrap(func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """What an operator's results would be."""
    def wrap(function):
        own = _of_custom(op, 'register_fake')
        own(function) if own else _kernels(op, 'Meta', function)
        return function
    return wrap if func is None else wrap(func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """An operator's gradient."""
    own = _of_custom(op, 'register_autograd')
    if not own:
        raise NotImplementedError('register_autograd() of what torch.library.define() made is not in perch; the nearest is torch.library.custom_op')
    own(backward, setup_context=setup_context)


def opcheck(op, args, kwargs=None, *, test_utils=('test_schema', 'test_autograd_registration', 'test_faketensor', 'test_aot_dispatch_dynamic'), raise_exception=True, atol=None, rtol=None):
    """Is the operator registered as it behaves? 'SUCCESS' for each test, or what is wrong."""
    from ._library.opcheck import checked
    return checked(op, args, kwargs or {}, test_utils, raise_exception)


def __getattr__(name):
    if name in ('custom_op', 'CustomOpDef'):
        from ._library import custom_ops
        return getattr(custom_ops, name)
    if name == 'infer_schema':
        from ._library.infer_schema import infer_schema
        return infer_schema
    raise AttributeError("module 'torch.library' has no attribute %r" % name)


__all__ = ['Library', 'impl', 'define', 'register_kernel', 'register_fake', 'register_autograd', 'custom_op', 'CustomOpDef', 'infer_schema', 'opcheck']
