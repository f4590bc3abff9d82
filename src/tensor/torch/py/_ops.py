"""torch.ops: functions by the name of a library and their own, as torch.library (and packages with compiled functions) register them."""
import types

import torch

_KEYS = {'cpu': 'CPU', 'cuda': 'CUDA'}
seen = None                     # torch._dispatch's, once it is there: an operator, called where modes and classes may see it
_registered = {}                # 'library::name': Registered


def answers(kind):
    """Has a class of tensors an answer below autograd?"""
    if seen is None:
        return False
    from torch import _dispatch
    return _dispatch.sees(kind)


class Registered:
    """One operator: its schema, and for each dispatch key a function."""

    def __init__(self, namespace, name, schema):
        self.namespace, self.name, self.schema, self.kernels = namespace, name, schema, {}

    def kernel_for(self, args, kwargs):
        """The function for where the tensors lie; a composed one serves all places."""
        tensors = [a for a in (*args, *kwargs.values()) if isinstance(a, torch.Tensor)]
        tensors = tensors or [t for a in args if isinstance(a, (list, tuple)) for t in a if isinstance(t, torch.Tensor)]
        place = _KEYS.get(tensors[0].device.type, 'CPU') if tensors else 'CPU'
        for key in ('Autograd' + place, 'Autograd', place, 'CompositeImplicitAutograd', 'CompositeExplicitAutograd', ''):
            if key in self.kernels:
                return self.kernels[key]
        raise NotImplementedError("Could not run '%s::%s' with arguments from the '%s' backend." % (self.namespace, self.name, place))


def define(namespace, schema):
    """Makes an operator known; `schema` is `name(arguments) -> results`."""
    name = schema.split('(', 1)[0].strip()
    if '(' not in schema or '->' not in schema:
        raise RuntimeError('\nexpected a schema like "name(Tensor x) -> Tensor", got:\n%s' % schema)
    full = '%s::%s' % (namespace, name)
    if full in _registered:
        raise RuntimeError('Tried to register an operator (%s) with the same name and the same overload name multiple times.' % full)
    _registered[full] = Registered(namespace, name, '%s::%s' % (namespace, schema.strip()))
    return name


def implement(namespace, name, function, key):
    full = '%s::%s' % (namespace, name)
    if full not in _registered:
        raise RuntimeError("no operator %s is defined in perch; PyTorch's own operators cannot be given other functions here" % full)
    _registered[full].kernels[key] = function


def forget(namespace, name):
    _registered.pop('%s::%s' % (namespace, name), None)
    vars(getattr(torch.ops, namespace)).pop(name, None)


class OpOverload:
    """An operator in one of its forms."""

    def __init__(self, packet, registered, overload='default', call=None):
        self._overloadpacket, self._registered, self._overloadname = packet, registered, overload
        self._call = packet if call is None else call
        self.__name__ = '%s.%s' % (registered.name, overload)
        self.__module__ = 'torch._ops.' + registered.namespace
        self._schema = registered.schema

    overloadpacket = property(lambda self: self._overloadpacket)
    namespace = property(lambda self: self._registered.namespace)

    def name(self):
        return '%s::%s' % (self.namespace, self._registered.name) + ('' if self._overloadname == 'default' else '.' + self._overloadname)

    def __call__(self, *args, **kwargs):
        return self._call(*args, **kwargs) if seen is None else seen(self, args, kwargs)

    def __repr__(self):
        return "<OpOverload(op='%s.%s', overload='%s')>" % (self.namespace, self._registered.name, self._overloadname)

    def __str__(self):
        return '%s.%s' % (self.namespace, self.__name__)

    def __reduce__(self):
        return _overload_named, (self.namespace, self._registered.name, self._overloadname)


def _overload_named(namespace, name, overload):
    return getattr(getattr(getattr(ops, namespace), name), overload)


class OpOverloadPacket:
    """An operator by its name."""

    def __init__(self, registered):
        self._registered = registered
        self._qualified_op_name = '%s::%s' % (registered.namespace, registered.name)
        self.__name__ = registered.name
        self.__module__ = 'torch.ops.' + registered.namespace
        forms = getattr(registered, 'forms', None)
        if forms is None:
            self.default = OpOverload(self, registered)
        for overload, form in (forms or {}).items():
            setattr(self, overload, OpOverload(self, registered, overload, form.call))

    def __getattr__(self, name):
        raise AttributeError("The underlying op of '%s' has no overload name '%s'" % (self, name))

    def overloads(self):
        """The names of its forms: a registered one has one."""
        return [name for name in vars(self) if isinstance(vars(self)[name], OpOverload)]

    def __call__(self, *args, **kwargs):
        if seen is not None and hasattr(self._registered, 'form_for'):
            return seen(getattr(self, self._registered.form_for(args, kwargs).overload), args, kwargs)
        return self._registered.kernel_for(args, kwargs)(*args, **kwargs)

    def __repr__(self):
        return "<OpOverloadPacket(op='%s.%s')>" % (self._registered.namespace, self._registered.name)

    def __str__(self):
        return '%s.%s' % (self._registered.namespace, self._registered.name)


class _OpNamespace(types.ModuleType):
    """torch.ops.LIBRARY."""

    def __init__(self, name):
        super().__init__('torch.ops.' + name)
        self.name, self.__file__ = name, 'torch.ops'

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        found = _registered.get('%s::%s' % (self.name, name))
        if found is None and self.name == 'aten':
            from ._aten import operator
            found = operator(name)
        if found is None and self.name == 'quantized':
            from ._quantized.products import operator
            found = operator(name)
        if found is None:
            raise AttributeError("'_OpNamespace' '%s' object has no attribute '%s'" % (self.name, name), name=name, obj=self)
        packet = OpOverloadPacket(found)
        setattr(self, name, packet)
        return packet


class _Ops(types.ModuleType):
    """torch.ops: a namespace for each name that it is asked for."""
    __file__ = '_ops.py'

    def __init__(self):
        super().__init__('torch.ops')
        self.loaded_libraries = set()

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        namespace = _OpNamespace(name)
        setattr(self, name, namespace)
        return namespace

    def load_library(self, path):
        """Brings the operators of a package's compiled half: perch's own, where the path names a module that perch has in its place."""
        import importlib
        import os

        import _frozen
        import _imp
        folder, base = os.path.split(os.path.abspath(path))
        module = '%s.%s' % (os.path.basename(folder), base.split('.')[0])
        if _imp.is_builtin(module) or _frozen.is_package(module) is not None:
            importlib.import_module(module)
        elif not os.path.exists(path):
            raise OSError('%s: cannot open shared object file: No such file or directory' % path)
        else:
            raise OSError('%s: compiled for PyTorch, and perch cannot run it; operators in Python are registered by torch.library' % path)
        self.loaded_libraries.add(path)


ops = _Ops()
