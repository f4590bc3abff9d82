"""trace(): a call of a module or a function, recorded as a graph."""
import inspect
import warnings

import _tensor
import torch
from ._lifting import CALL, lift
from ._ir import Node
from ._methods import Method
from ._recorder import Recorder, current, input_type
from ._script import RecursiveScriptModule, ScriptFunction, ScriptModule, TopLevelTracedModule, TracedModule, mangled, qualified, whole, wrapped


def argument_names(function):
    """Names of its parameters, where all are plain ones."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    names = []
    for p in parameters:
        if p.kind is not p.POSITIONAL_OR_KEYWORD:
            return []
        names.append(p.name)
    return names


def _inputs(recorder, inputs, names):
    made = []
    for i, each in enumerate(inputs):
        value = recorder.graph.block.takes(input_type(each))
        if len(names) >= len(inputs):
            value.rename(names[i])
        made.append(recorder.input(each, value))
    return made


def _gather(recorder, module, value, path):
    """A module's attributes as values: those that nothing reads go again."""
    graph = recorder.graph
    recorder.paths[path] = module, value
    for name, kind in module._type.attributes.items():
        at = '%s.%s' % (path, name)
        node = graph.make('prim::TracedAttr', (), (kind,), scope=at)
        thing = module._parameters.get(name, module._buffers.get(name))
        if isinstance(thing, torch.Tensor):
            recorder.of[id(thing)] = node.gives[0], thing
        if isinstance(module._modules.get(name), RecursiveScriptModule):
            _gather(recorder, module._modules[name], node.gives[0], at)
    if not module._type.attributes:
        for name, child in module._modules.items():
            if isinstance(child, RecursiveScriptModule):
                _gather(recorder, child, graph.make('prim::TracedAttr', (), (child._type,), scope='%s.%s' % (path, name)).gives[0], '%s.%s' % (path, name))


class _Scopes:
    """While a trace is made each call of a submodule is a block."""

    def __init__(self, recorder, module):
        self.recorder, self.paths, self.changed = recorder, {}, []
        self._register(module, '__module')

    def _register(self, module, path):
        for name, child in module.named_children():
            at = '%s.%s' % (path, name)
            self.paths[id(child)] = at, child
            if not isinstance(child, ScriptModule):
                self._register(child, at)

    def __enter__(self):
        for path, module in self.paths.values():
            if not isinstance(module, ScriptModule) and 'forward' not in module.__dict__:
                module.__dict__['forward'] = self._traced(path, module, type(module).forward)
                self.changed.append(module)

    def __exit__(self, *error):
        for module in self.changed:
            module.__dict__.pop('forward', None)

    def _traced(self, path, module, forward):
        recorder = self.recorder

        def call(*args, **kwargs):
            if recorder.aside or current() is not recorder:
                return forward(module, *args, **kwargs)
            graph = recorder.graph
            node = Node(graph, CALL, scope=path)
            node.scope = graph.scope
            graph.insert(node)
            before, graph.at = graph.at, (node.part(), None)
            scope, graph.scope = graph.scope, (graph.scope + '/' if graph.scope else '') + path
            try:
                return self._whole(path, module, forward, args, kwargs) if whole(module) else forward(module, *args, **kwargs)
            finally:
                graph.at, graph.scope = before, scope
        return call

    def _whole(self, path, module, forward, args, kwargs):
        """A layer whose call is one step."""
        recorder = self.recorder
        recorder.aside = True
        try:
            result = forward(module, *args, **kwargs)
        finally:
            recorder.aside = False
        made, value = recorder.paths[path]

        def again(own, *args, **kwargs):
            return own._python('forward')(*args, **kwargs)
        from ._recorder import _Place
        return recorder.whole(type(module).__name__, again, (_Place(0), *args), kwargs, result, takes=(value,))


def _record(name, owner, call, inputs, strict, module=None):
    recorder = Recorder(strict)
    graph = recorder.graph
    if owner is not None:
        own = graph.block.takes(owner._type, 'self')
        _gather(recorder, owner, own, '__module')
    given = _inputs(recorder, inputs, argument_names(module.forward if module is not None else call))
    recorder.script = owner
    if module is not None:
        scopes = _Scopes(recorder, module)
        with scopes, recorder:
            result = scopes._whole('__module', module, type(module).forward, given, {}) if whole(module) else call(*given)
    else:
        with recorder:
            result = call(*given)
    check_output(result, strict)
    recorder.aside = False
    graph.block.end.take(recorder.output(result))
    lift(graph, None if owner is None else {path: made for path, (made, _) in recorder.paths.items()})
    return Method(name, graph, owner is not None), result


def traced_module(module, inputs, strict):
    made = wrapped(module, TracedModule)
    if made is module:
        return made, None
    made.__class__ = TopLevelTracedModule
    made._methods['forward'], result = _record('forward', made, module, inputs, strict, module)
    return made, result


def traced_function(function, inputs, strict):
    method, result = _record(getattr(function, '__name__', type(function).__name__).replace('<lambda>', '_lambda'), None, function, inputs, strict)
    return ScriptFunction(function, method) if inspect.isfunction(function) else _unnamed(function, method), result


def _unnamed(function, method):
    made = ScriptFunction(None, method)
    made._function = function
    made.qualified_name = mangled(qualified(function)) if hasattr(function, '__name__') else made.qualified_name
    return made


def check_output(value, strict):
    if isinstance(value, _tensor.Tensor):
        return
    if isinstance(value, dict):
        if strict:
            raise RuntimeError("Encountering a dict at the output of the tracer might cause the trace to be incorrect, this is only valid if the container structure does not "
                               "change based on the module's inputs. Consider using a constant container instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a "
                               "`NamedTuple` instead). If you absolutely need this and know the side effects, pass strict=False to trace() to allow this behavior.")
        value = list(value.values())
    elif isinstance(value, list) and strict:
        raise RuntimeError("Encountering a list at the output of the tracer might cause the trace to be incorrect, this is only valid if the container structure does not "
                           "change based on the module's inputs. Consider using a constant container instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a "
                           "`NamedTuple` instead). If you absolutely need this and know the side effects, pass strict=False to trace() to allow this behavior.")
    if not isinstance(value, (list, tuple)):
        raise RuntimeError('Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions')
    for v in value:
        check_output(v, strict)


def tensors_of(value):
    if isinstance(value, _tensor.Tensor):
        return [value]
    return [t for v in (value.values() if isinstance(value, dict) else value) for t in tensors_of(v)] if isinstance(value, (list, tuple, dict)) else []


def cloned(value):
    if isinstance(value, _tensor.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(map(cloned, value)) if not hasattr(value, '_fields') else type(value)(*map(cloned, value))
    return {key: cloned(each) for key, each in value.items()} if isinstance(value, dict) else value


def checked(function, made, inputs, strict, tolerance, again):
    """The trace is made a second time, and what it gives is compared with what the function gives."""
    from . import TracerWarning
    again(cloned(inputs))
    first = tensors_of(made(*cloned(inputs)))
    second = tensors_of(function(*cloned(inputs)))
    for i, (a, b) in enumerate(zip(second, first)):
        if a.shape != b.shape or not torch.allclose(a.detach().double(), b.detach().double(), rtol=tolerance, atol=tolerance, equal_nan=True):
            warnings.warn('Output nr %d. of the traced function does not match the corresponding output of the Python function. Detailed error:\n%s' % (i + 1, _detail(a, b, tolerance)), TracerWarning, stacklevel=4)


def _detail(a, b, tolerance):
    try:
        torch.testing.assert_close(a.double(), b.double(), rtol=tolerance, atol=tolerance, equal_nan=True)
    except AssertionError as error:
        return str(error)
    return ''


