"""What script(), trace() and load() give: modules and functions whose methods are graphs. Parameters and buffers are the original's; all else of a module is its own."""
import sys

import torch
from _torch import _version
from torch.nn import Module
from torch.nn.modules.activation import MultiheadAttention
from ._recorder import current
from ._types import BOOL, NONE, TENSOR, ClassType, fits, of_value, optional

_PLAIN = set(Module().__dict__) | {'_is_full_backward_hook', '_own', '_methods', '_type', '_compiled_call_impl', '_non_persistent_buffers_set', '_hooks_told'}
_WHOLE = ('torch.nn.modules.rnn', 'torch.nn.modules.transformer', 'torch.nn.modules.adaptive')       # layers whose call is one step here
_taken = {}             # the names of types and functions, as one program has them
_mangled = [0]


def mangled(name):
    """A name that no type has."""
    if name not in _taken:
        _taken[name] = True
        return name
    atoms = [atom for atom in name.split('.') if not atom.startswith('___torch_mangle_')]
    while True:
        made = '.'.join([*atoms[:-1], '___torch_mangle_%d' % _mangled[0], atoms[-1]])
        _mangled[0] += 1
        if made not in _taken:
            _taken[made] = True
            return made


def qualified(thing):
    name = thing.__name__.replace('<lambda>', '_lambda')
    module = thing.__module__
    return '__torch__.%s' % name if module in ('__main__', None) else '__torch__.%s.%s' % (module, name)


def whole(module):
    return type(module).__module__ in _WHOLE or isinstance(module, MultiheadAttention)


def library(module):
    return type(module).__module__.startswith('torch.')


def attributes_of(module, traced=True):
    """{name: its type} of what a module holds besides its children, in PyTorch's order. A trace knows tensors alone."""
    made = {}
    for held in (module._parameters, module._buffers):
        for name, value in held.items():
            if value is not None or not traced:
                made[name] = NONE if value is None else TENSOR
    made['training'], made['_is_full_backward_hook'] = BOOL, NONE if traced else optional(BOOL)
    if traced or library(module):
        return made
    constants = constants_of(module)
    notes = annotations_of(type(module))
    for name, value in module.__dict__.items():
        if name in _PLAIN or name in made or name in constants or callable(value):
            continue
        kind = notes.get(name) or of_value(value)
        if kind is not None:
            made[name] = kind
    return made


def constants_of(module):
    """Names whose values are part of the code."""
    kind = type(module)
    final = {name for each in kind.__mro__ for name, note in getattr(each, '__dict__', {}).get('__annotations__', {}).items() if str(note).startswith(('typing.Final', 'Final', 'torch.jit.Final'))}
    return set(getattr(module, '__constants__', ())) | final


def annotations_of(kind):
    from ._annotations import type_of
    made = {}
    for each in kind.__mro__[::-1]:
        for name, note in each.__dict__.get('__annotations__', {}).items():
            try:
                made[name] = type_of(note, sys.modules.get(each.__module__))
            except Exception:
                continue
    return made


def wrapped(module, kind=None, typed=None):
    """A module and its children as ScriptModules; typed(module, attributes, children) gives a module's type."""
    if isinstance(module, ScriptModule):
        return module
    children = {name: None if child is None else wrapped(child, kind, typed) for name, child in module._modules.items()}
    attributes = attributes_of(module, typed is None)
    attributes.update((name, child._type) for name, child in children.items() if isinstance(child, RecursiveScriptModule))
    type_ = typed(module, attributes) if typed is not None else new_type(module, attributes)
    made = (kind or RecursiveScriptModule).__new__(kind or RecursiveScriptModule)
    made._set(module, children, type_)
    return made


def new_type(module, attributes):
    type_ = ClassType(mangled(qualified(type(module))))
    type_.attributes = attributes
    return type_


class ScriptModule(Module):
    """A module as script() and trace() give it: its parameters, buffers and children are the original's."""


class RecursiveScriptModule(ScriptModule):
    def __init__(self, module):
        self._set(module, {name: None if child is None else type(self)(child) for name, child in module._modules.items()}, None)

    def _set(self, module, children, type_):
        Module.__init__(self)
        d = self.__dict__
        d['_own'], d['_methods'], d['_type'] = _twin(module), {}, type_
        d['_parameters'], d['_buffers'] = type(module._parameters)(module._parameters), type(module._buffers)(module._buffers)
        d['_non_persistent_buffers_set'] = set(getattr(module, '_non_persistent_buffers_set', ()))
        d['_modules'] = type(module._modules)(children)
        d['training'] = module.training
        own = d['_own'].__dict__
        own['_parameters'], own['_buffers'] = d['_parameters'], d['_buffers']
        own['_modules'] = d['_modules'] if not whole(module) else type(module._modules)((name, child and child._own) for name, child in children.items())

    @property
    def original_name(self):
        return type(self._own).__name__

    # ---- calls ----
    def forward(self, *args, **kwargs):
        return self._call('forward')(*args, **kwargs)

    def _call(self, name):
        method = self._methods.get(name)
        recorder = current()
        if recorder is not None and not recorder.aside:
            return lambda *args, **kwargs: recorder.script_call(self, name, args, kwargs)
        if method is None:
            return self._python(name)
        if method.owned:
            return lambda *args, **kwargs: method.run(self, *_matched(method, args, kwargs, self))
        return lambda *args, **kwargs: method.run(*_matched(method, args, kwargs, None))

    def _python(self, name):
        """The method as Python has it: of what is not compiled."""
        own = self._own
        for mine, its in zip(self.modules(), _twins(self)):
            its.__dict__['training'] = mine.training
        return getattr(own, name)

    def _says(self, what):
        method = self._methods.get('forward')
        if method is None:
            from ._absent import refused
            raise refused('.' + what, self.__dict__.get('_uncompiled') or type(self._own).__qualname__ + '.forward')
        return method

    @property
    def graph(self):
        return self._says('graph').graph

    @property
    def inlined_graph(self):
        from ._inlining import inlined
        return inlined(self._says('inlined_graph').graph, self)

    @property
    def code(self):
        return self._says('code').code()

    @property
    def code_with_constants(self):
        from ._names import ConstMap
        text, held = self._says('code_with_constants').code_with_constants()
        return text, ConstMap(held)

    @property
    def forward_magic_method(self):
        raise AttributeError('forward_magic_method')

    def graph_for(self, *args, **kwargs):
        raise NotImplementedError('torch.jit: graph_for is not in perch, which makes no other graph for a call\'s shapes; the nearest is .graph or .inlined_graph')

    def get_debug_state(self, *args, **kwargs):
        raise NotImplementedError('torch.jit: get_debug_state is not in perch; the nearest is .graph')

    # ---- attributes ----
    def __getattr__(self, name):
        d = self.__dict__
        if '_own' not in d or name.startswith('__') and name not in ('__constants__',):
            return super().__getattr__(name)
        for held in (d['_parameters'], d['_buffers'], d['_modules']):
            if name in held:
                return held[name]
        method = d['_methods'].get(name)
        if method is not None:
            return ScriptMethod(self, name)
        return _of_own(d['_own'], name, self)

    def __setattr__(self, name, value):
        d = self.__dict__
        if name.startswith('__') or '_own' not in d or name in d or name in d['_parameters'] or name in d['_buffers'] or name in d['_modules'] or isinstance(value, (torch.nn.Parameter, Module)) or name == 'training':
            return super().__setattr__(name, value)
        setattr(d['_own'], name, value)

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(self._methods))

    def _get_name(self):
        return 'RecursiveScriptModule'

    def extra_repr(self):
        return 'original_name=' + self.original_name

    def __len__(self):
        return len(self._own)

    def __iter__(self):
        return iter(self._modules.values()) if not isinstance(self._own, torch.nn.ModuleDict) else iter(self._modules)

    def __getitem__(self, index):
        if isinstance(index, str):
            return self._modules[index]
        return list(self._modules.values())[index]

    def __contains__(self, name):
        return name in self._modules

    def __bool__(self):
        return True

    def __copy__(self):
        return self.copy()

    def copy(self):
        """Another one over the same tensors."""
        made = type(self).__new__(type(self))
        made._set(self._own, dict(self._modules), self._type)
        made._methods.update(self._methods)
        made.__dict__['training'] = self.training
        return made

    def __deepcopy__(self, memo):
        import copy
        made = type(self).__new__(type(self))
        memo[id(self)] = made
        made._set(self._own, {name: child and copy.deepcopy(child, memo) for name, child in self._modules.items()}, self._type)
        for mine in (made._parameters, made._buffers):
            mine.update((name, copy.deepcopy(value, memo)) for name, value in list(mine.items()))
        made._methods.update(self._methods)
        made.__dict__['training'] = self.training
        return made

    def save(self, f, _extra_files=None):
        _saved(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        import io
        file = io.BytesIO()
        self.save(file, _extra_files)
        return file.getvalue()

    def __reduce__(self):
        raise RuntimeError('ScriptModules cannot be pickled; torch.jit.save writes them')


def _of_own(own, name, asked):
    try:
        return getattr(own, name)
    except AttributeError:
        raise AttributeError("'%s' object has no attribute '%s'" % (type(asked).__name__, name), name=name, obj=asked) from None


def _twin(module):
    """A module of the same class with the same attributes, which may change by themselves."""
    made = object.__new__(type(module))
    made.__dict__.update(module.__dict__)
    made.__dict__.pop('forward', None)
    return made


def plain(module):
    """The Python module of a ScriptModule, with plain children."""
    made = _twin(module._own)
    made.__dict__.update(_parameters=module._parameters, _buffers=module._buffers, training=module.training)
    made.__dict__['_modules'] = type(module._modules)((name, plain(child) if isinstance(child, RecursiveScriptModule) else child) for name, child in module._modules.items())
    return made


def _twins(module):
    return [each._own for each in module.modules() if isinstance(each, RecursiveScriptModule)]


class ScriptMethod:
    """A method of a ScriptModule, which has its own graph."""

    def __init__(self, module, name):
        self.owner, self.name = module, name

    def __call__(self, *args, **kwargs):
        return self.owner._call(self.name)(*args, **kwargs)

    @property
    def _method(self):
        return self.owner._methods[self.name]

    @property
    def graph(self):
        return self._method.graph

    @property
    def code(self):
        return self._method.code()

    @property
    def schema(self):
        return self._method.schema


class TracedModule(RecursiveScriptModule):
    def _get_name(self):
        return self.original_name


class TopLevelTracedModule(TracedModule):
    pass


class ScriptFunction:
    """A function as script() and trace() give it."""
    __qualname__ = _version('SCRIPT_FUNCTION')

    def __init__(self, function, method=None, absent=None):
        import functools
        if function is not None:
            functools.update_wrapper(self, function)
        self._function, self._method, self._absent = function, method, absent
        self.name = method.name if method is not None else function.__name__
        self.qualified_name = mangled(qualified(function)) if function is not None else '__torch__.' + self.name

    def __call__(self, *args, **kwargs):
        recorder = current()
        if recorder is not None and not recorder.aside:
            return recorder.script_call(self, None, args, kwargs)
        return self._run(args, kwargs)

    def _run(self, args, kwargs):
        if self._method is None:
            return self._function(*args, **kwargs)
        return self._method.run(*_matched(self._method, args, kwargs, None))

    def _says(self, what):
        if self._method is None:
            from ._absent import refused
            raise refused('.' + what, self._absent or self.name)
        return self._method

    @property
    def graph(self):
        return self._says('graph').graph

    @property
    def inlined_graph(self):
        from ._inlining import inlined
        return inlined(self._says('inlined_graph').graph, None)

    @property
    def code(self):
        return self._says('code').code()

    @property
    def code_with_constants(self):
        from ._names import ConstMap
        text, held = self._says('code_with_constants').code_with_constants()
        return text, ConstMap(held)

    @property
    def schema(self):
        return self._says('schema').schema

    def graph_for(self, *args, **kwargs):
        raise NotImplementedError('torch.jit: graph_for is not in perch, which makes no other graph for a call\'s shapes; the nearest is .graph or .inlined_graph')

    def __getattr__(self, name):
        raise AttributeError("'torch.jit.ScriptFunction' object has no attribute %r" % name, name=name, obj=self)

    def save(self, f, _extra_files=None):
        _saved(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        import io
        file = io.BytesIO()
        self.save(file, _extra_files)
        return file.getvalue()

    def __repr__(self):
        return '<torch.jit.ScriptFunction object at 0x%x>' % id(self)


def _saved(thing, f, extra):
    from . import _by_names
    from ._archive import compiled, write
    if compiled(thing):
        write(thing, f, extra)
    else:
        _by_names(thing, f, extra)


# ---- arguments ----
def _declared(method, own):
    name = '' if own is None or not method.owned else str(own._type) + ' '
    words = ['%s%s' % (name, 'self') if method.owned and not i else '%s %s%s' % (kind, word, '=' + default if default is not None else '') for i, (word, kind, default) in enumerate(method.arguments)]
    returns = method.returns
    return 'Declaration: %s(%s) -> %s' % (method.name, ', '.join(words), '(%s)' % returns if returns.kind() == 'TupleType' else returns)


def _matched(method, args, kwargs, own):
    """Values for a graph's inputs, behind self."""
    wanted = method.arguments[1:] if method.owned else method.arguments
    skip = len(method.arguments) - len(wanted)
    if len(args) > len(wanted):
        raise RuntimeError('%s() expected at most %d argument(s) but received %d argument(s). %s' % (method.name, len(method.arguments), len(args) + skip, _declared(method, own)))
    named, made = dict(kwargs), []
    for i, (name, kind, default) in enumerate(wanted):
        if i < len(args):
            value = args[i]
        elif name in named:
            value = named.pop(name)
        elif default is not None:
            value = method.defaults[name]
        else:
            raise RuntimeError("%s() is missing value for argument '%s'. %s" % (method.name, name, _declared(method, own)))
        given = of_value(value)
        if kind.kind() in ('TensorType', 'IntType', 'FloatType', 'BoolType', 'StringType') and (given is None or not fits(given, kind)) and not (kind.kind() == 'FloatType' and given is not None and given.kind() == 'IntType'):
            raise RuntimeError("%s() Expected a value of type '%s' for argument '%s' but instead found type '%s'.\nPosition: %d\nValue: %s\n%s\nCast error details: Unable to cast Python instance to C++ type (#define "
                               "PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)" % (method.name, kind, name, type(value).__name__, i + skip, value, _declared(method, own)))
        made.append(float(value) if kind.kind() == 'FloatType' and isinstance(value, int) else value)
    if named:
        raise RuntimeError("Unknown keyword argument '%s' for operator '%s'. Schema: %s" % (next(iter(named)), method.name, _declared(method, own).partition(': ')[2]))
    return made


ScriptFunction.__module__ = 'torch.jit'
for _kind in (RecursiveScriptModule, ScriptModule):
    _kind.__module__ = 'torch.jit._script'
for _kind in (TracedModule, TopLevelTracedModule):
    _kind.__module__ = 'torch.jit._trace'
