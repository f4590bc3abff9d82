"""Tracing: a forward is run with proxies. Meanwhile every function of torch, torch.nn.functional and math looks whether one of its arguments is a proxy, wherever a program
keeps it by name; so do those that wrap() named; and a module's call and attributes are the tracer's to answer."""
import contextlib
import functools
import inspect
import math
import sys

import torch
from torch.nn import Module, Parameter, Sequential
from .graph import Graph
from .graph_module import GraphModule
from .node import map_aggregate
from .proxy import Proxy, Tracer as _Base

_wrapped = []                   # (globals, name) of what is called as a whole
_COMPILED = ('adaptive_avg_pool1d', 'avg_pool', 'bilinear', 'celu_', 'channel_shuffle', 'conv', 'cosine_similarity', 'elu_', 'gelu', 'hardshrink', 'hardtanh_', 'leaky_relu_', 'linear',
             'logsigmoid', 'native_channel_shuffle', 'one_hot', 'pad', 'pairwise_distance', 'pdist', 'pixel_', 'prelu', 'relu_', 'rrelu_', 'selu_', 'softplus', 'softshrink', 'threshold_')
_ITSELF = ('torch.', '_t', 'perch')


def wrap(fn_or_name):
    """A function of the calling module (or of Python) that a graph calls as a whole; also a decorator."""
    name = getattr(fn_or_name, '__name__', fn_or_name)
    if not isinstance(name, str):
        raise RuntimeError('Unsupported type for global function! Must be either a callable or string name')
    frame = sys._getframe(1)
    if frame.f_code.co_name != '<module>':
        raise NotImplementedError('wrap must be called at the top level of a module')
    _wrapped.append((frame.f_globals, name))
    return fn_or_name


def _proxies(*values):
    found = []
    map_aggregate(values, lambda part: found.append(part) if isinstance(part, Proxy) else None)
    return found


def _spelled(function):
    """Are the options of its calls written out? Those of functional's functions that PyTorch has in Python."""
    name = function.__name__
    return inspect.isfunction(function) and vars(torch.nn.functional).get(name) is function and not name.startswith(_COMPILED)


def _written_out(function, args, kwargs):
    """Every option by its name, what must be given as it stands."""
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    must = {p.name for p in inspect.signature(function).parameters.values() if p.default is p.empty}
    return tuple(v for k, v in bound.arguments.items() if k in must), {k: v for k, v in bound.arguments.items() if k not in must}


def _recording(function, wrapped=False):
    """The function; given a proxy, a node that calls it."""
    spelled = _spelled(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        proxies = _proxies(args, kwargs)
        if not proxies:
            return function(*args, **kwargs)
        if spelled:
            args, kwargs = _written_out(function, args, kwargs)
        made = proxies[0].tracer.create_proxy('call_function', function, args, kwargs)
        if wrapped:
            made.node.meta['is_wrapped'] = True
        return made
    return call


@functools.lru_cache(None)
def _functions():
    """id of a function: its recording one."""
    found = {}
    for place in (torch.nn.functional, torch, torch.linalg, math):
        for name, value in vars(place).items():
            if callable(value) and not isinstance(value, type) and (not name.startswith('_') or name == '_assert') and not inspect.ismodule(value):
                found[id(value)] = value, _recording(value, place is math)
    return found


def _namespaces():
    own = {id(vars(place)) for place in (torch.nn.functional, torch, torch.linalg, math)}
    for name, module in list(sys.modules.items()):
        if isinstance(module, type(sys)) and (id(vars(module)) in own or not name.startswith(_ITSELF)):
            yield vars(module)


@contextlib.contextmanager
def _patched(tracer):
    """While it lasts, functions record and modules ask the tracer."""
    undo = []

    def put(space, name, value):
        undo.append((space, name, space.get(name, undo)))
        space[name] = value

    call, look = Module.__call__, Module.__getattr__
    cache = {}
    Module.__call__ = lambda module, *args, **kwargs: tracer.call_module(module, functools.partial(call, module), args, kwargs)
    Module.__getattr__ = lambda module, name: tracer.getattr(name, look(module, name), cache)
    try:
        functions = _functions()
        for space in _namespaces():
            for name, value in list(space.items()):
                if id(value) in functions:
                    put(space, name, functions[id(value)][1])
        for space, name in _wrapped:
            value = space.get(name, None) or vars(sys.modules['builtins']).get(name)
            if value is not None:
                put(space, name, _recording(value, True))
        yield
    finally:
        Module.__call__, Module.__getattr__ = call, look
        for space, name, value in reversed(undo):
            if value is undo:
                del space[name]
            else:
                space[name] = value


class Tracer(_Base):
    """Makes a Graph of a module or a function."""

    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        if param_shapes_constant:
            raise NotImplementedError('torch.fx.Tracer(param_shapes_constant=True) is not in perch')
        self._more = [f for module in autowrap_modules for n, f in vars(module).items() if callable(f) and not n.startswith('_')] + list(autowrap_functions)
        self.submodule_paths = None

    # ---- what may be asked otherwise by a subclass ----
    def is_leaf_module(self, m, module_qualified_name):
        """Is it called as a whole? torch's own are."""
        return m.__module__.startswith(('torch.nn', 'torch.ao.nn')) and not isinstance(m, Sequential)

    def path_of_module(self, mod):
        for path, module in (self.submodule_paths or {}).items():
            if module is mod:
                return path
        raise NameError('module is not installed as a submodule')

    def call_module(self, m, forward, args, kwargs):
        path = self.path_of_module(m)
        return self.create_proxy('call_module', path, args, kwargs) if self.is_leaf_module(m, path) else forward(*args, **kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        """A parameter is a node, made once."""
        named = self.root.named_parameters() if isinstance(attr_val, Parameter) else self.root.named_buffers() if self.proxy_buffer_attributes and isinstance(attr_val, torch.Tensor) else ()
        for path, value in named:
            if value is attr_val:
                if path not in parameter_proxy_cache:
                    parameter_proxy_cache[path] = self.create_proxy('get_attr', path, (), {})
                return parameter_proxy_cache[path]
        return attr_val

    def create_arg(self, a):
        if isinstance(a, Parameter):
            for path, value in self.root.named_parameters():
                if value is a:
                    return self.create_node('get_attr', path, (), {})
            raise NameError('parameter is not a member of this module')
        if isinstance(a, torch.Tensor):
            return self.create_node('get_attr', self._tensor_path(a), (), {})
        if isinstance(a, Module):
            return self.create_node('get_attr', self.path_of_module(a), (), {})
        if isinstance(a, tuple) and hasattr(a, '_fields'):
            return self.create_node('call_function', type(a), tuple(self.create_arg(part) for part in a), {})
        return super().create_arg(a)

    def _tensor_path(self, tensor):
        """Where the root has it; a constant that it has nowhere is given a name there."""
        for path, value in self.root.named_buffers():
            if value is tensor:
                return path
        for path, module in self.root.named_modules():
            for name, value in vars(module).items():
                if value is tensor:
                    return path + '.' + name if path else name
        number = 0
        while hasattr(self.root, '_tensor_constant%d' % number):
            number += 1
        setattr(self.root, '_tensor_constant%d' % number, tensor)
        return '_tensor_constant%d' % number

    # ---- tracing ----
    def trace(self, root, concrete_args=None):
        """The graph of a module's forward, or of a function."""
        if isinstance(root, Module):
            self.root, function = root, getattr(type(root), self.traced_func_name)
            self.submodule_paths = dict(root.named_modules())
        else:
            self.root, function = Module(), root
        self.graph = Graph(tracer_cls=type(self))
        for extra in self._more:
            if id(extra) not in _functions():
                _functions()[id(extra)] = extra, _recording(extra, True)
        args, kwargs = self.create_args_for_root(function, isinstance(root, Module), concrete_args)
        with _patched(self):
            result = function(*args, **kwargs)
            kind = getattr(function, '__annotations__', {}).get('return')
            self.create_node('output', 'output', (self.create_arg(result),), {}, type_expr=kind)
        self.submodule_paths = None
        return self.graph

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        """What the function is called with: proxies, but for what is given."""
        given, kinds = concrete_args or {}, getattr(root_fn, '__annotations__', {})
        parameters = list(inspect.signature(inspect.unwrap(root_fn)).parameters.values())
        if is_module and not parameters:
            raise RuntimeError('``self`` argument cannot be part of *args expansion!')
        args, kwargs = ([self.root] if is_module else []), {}
        for p in parameters[1:] if is_module else parameters:
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                raise NotImplementedError('torch.fx traces no function with *%s in perch; write its parameters out, or trace a function that calls it' % p.name)
            default = () if p.default is p.empty else (p.default,)
            value = self.create_proxy('placeholder', p.name + '_1' if p.name in given else p.name, default, {}, type_expr=kinds.get(p.name))
            value = given.get(p.name, value)
            if p.kind == p.KEYWORD_ONLY:
                kwargs[p.name] = value
            else:
                args.append(value)
        return args, kwargs


def symbolic_trace(root, concrete_args=None):
    """A GraphModule that does what a module or a function does."""
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    return GraphModule(tracer.root, graph, type(root).__name__ if isinstance(root, Module) else root.__name__)

