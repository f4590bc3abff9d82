"""torch.jit: perch compiles no TorchScript. What script() and trace() give runs the Python code that they were given, and says what it is; what only compiled
code could answer (.graph, .code) is refused by name, and save() writes the Python objects."""
import functools
import inspect
import os
import warnings
from typing import Final  # noqa: F401

import _tensor
from _torch import _two, _version
from torch.nn import Module

_ABSENT = ('graph', 'code', 'code_with_constants', 'inlined_graph', 'forward_magic_method', 'get_debug_state', 'graph_for')
_tracing = [0]
_overloads = {}             # the full name of a function: the forms that were declared


class TracerWarning(Warning):
    """The trace may not be what the function does."""


def _refuse(name, obj):
    return AttributeError('%s of %s is not in perch, which runs the Python code itself and compiles none; the nearest is the source of what was scripted'
                          % (name, 'a ScriptModule' if isinstance(obj, Module) else 'a ScriptFunction'), name=name, obj=obj)


class ScriptModule(Module):
    """A module as script() and trace() give it: its parameters, buffers and children are the original's."""


class RecursiveScriptModule(ScriptModule):
    def __init__(self, module):
        super().__init__()
        d = self.__dict__
        d['_wrapped'] = module
        d['_parameters'], d['_buffers'] = module._parameters, module._buffers
        d['_modules'] = type(module._modules)((name, None if child is None else type(self)(child)) for name, child in module._modules.items())

    @property
    def original_name(self):
        return type(self._wrapped).__name__

    @property
    def training(self):
        return self.__dict__['_wrapped'].training if '_wrapped' in self.__dict__ else True

    @training.setter
    def training(self, mode):
        if '_wrapped' in self.__dict__:
            self.__dict__['_wrapped'].training = mode

    def forward(self, *args, **kwargs):
        return self._wrapped.forward(*args, **kwargs)

    def __getattr__(self, name):
        if name in _ABSENT:
            raise _refuse(name, self)
        try:
            return super().__getattr__(name)
        except AttributeError:
            wrapped = self.__dict__.get('_wrapped')
            if wrapped is None or name.startswith('__'):
                raise
            return getattr(wrapped, name)

    def _get_name(self):
        return 'RecursiveScriptModule'

    def extra_repr(self):
        return 'original_name=' + self.original_name

    def __len__(self):
        return len(self._wrapped)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        return list(self._modules.values())[index] if not isinstance(index, str) else self._modules[index]

    def __bool__(self):
        return True

    def save(self, f, _extra_files=None):
        _save(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        import io
        file = io.BytesIO()
        _save(self, file, _extra_files)
        return file.getvalue()

    def __reduce__(self):
        raise RuntimeError('ScriptModules cannot be pickled; torch.jit.save writes them')


class TracedModule(RecursiveScriptModule):
    def _get_name(self):
        return self.original_name


class TopLevelTracedModule(TracedModule):
    pass


class ScriptFunction:
    """A function as script() and trace() give it."""
    __qualname__ = _version('SCRIPT_FUNCTION')

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self._function = function
        self.name = function.__name__
        self.qualified_name = '__torch__.' + function.__qualname__

    def __call__(self, *args, **kwargs):
        return self._function(*args, **kwargs)

    def __getattr__(self, name):
        if name in _ABSENT:
            raise _refuse(name, self)
        raise AttributeError("'torch.jit.ScriptFunction' object has no attribute %r" % name, name=name, obj=self)

    def save(self, f, _extra_files=None):
        _save(self, f, _extra_files)

    def __repr__(self):
        return '<torch.jit.ScriptFunction object at 0x%x>' % id(self)


def _leaves(name, instead='switch to `torch.compile` or `torch.export`'):
    """PyTorch 2 says of each function here that it will go."""
    if _two('SCRIPTS_LEAVE'):
        warnings.warn('`torch.jit.%s` is deprecated. Please %s.' % (name, instead), FutureWarning, stacklevel=3)


def _no_effect():
    if _two('SCRIPTS_LEAVE'):
        warnings.warn('`optimize` is deprecated and has no effect. Use `with torch.jit.optimized_execution()` instead', FutureWarning, stacklevel=3)
    else:
        warnings.warn('`optimize` is deprecated and has no effect. Use `with torch.jit.optimized_execution() instead', stacklevel=3)


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """A ScriptModule or a ScriptFunction that runs what it was given."""
    _leaves('script')
    if optimize is not None:
        _no_effect()
    if example_inputs is not None:
        raise NotImplementedError('torch.jit.script(example_inputs=) is not in perch: it infers types, and perch runs the Python code itself')
    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        return RecursiveScriptModule(obj)
    if isinstance(obj, type):
        if issubclass(obj, Module):
            raise RuntimeError("Type '%s' cannot be compiled since it inherits from nn.Module, pass an instance instead" % (obj,))
        return obj
    if isinstance(obj, (dict, list)):
        raise NotImplementedError('torch.jit.script of a %s is not in perch; the nearest is the %s itself' % (type(obj).__name__, type(obj).__name__))
    if not inspect.isfunction(obj) and not inspect.ismethod(obj):
        raise RuntimeError('torch.jit.script takes a module, a function or a class, not %s' % type(obj).__name__)
    return ScriptFunction(obj)


def _check_output(value, strict):
    if isinstance(value, _tensor.Tensor):
        return
    if isinstance(value, dict):
        if strict:
            raise RuntimeError("Encountering a dict at the output of the tracer might cause the trace to be incorrect, this is only valid if the container structure does not "
                               "change based on the module's inputs. Consider using a constant container instead (e.g. for `list`, use a `tuple` instead. for `dict`, use a "
                               "`NamedTuple` instead). If you absolutely need this and know the side effects, pass strict=False to trace() to allow this behavior.")
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        raise RuntimeError('Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions')
    for v in value:
        _check_output(v, strict)


def _tensors(value):
    if isinstance(value, _tensor.Tensor):
        return [value]
    return [t for v in (value.values() if isinstance(value, dict) else value) for t in _tensors(v)]


def _differ(function, inputs, first, tolerance):
    import torch
    with torch.no_grad():
        again = _tensors(function(*[t.clone() if isinstance(t, _tensor.Tensor) else t for t in inputs]))
    for i, (a, b) in enumerate(zip(_tensors(first), again)):
        if a.shape != b.shape or not torch.allclose(a.detach().double(), b.double(), rtol=tolerance, atol=tolerance, equal_nan=True):
            warnings.warn('Output nr %d. of the traced function does not match the corresponding output of the Python function.' % (i + 1), TracerWarning, stacklevel=3)


def trace(func, example_inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-05, strict=True, _force_outplace=False, _module_class=None,
          _compilation_unit=None):
    """Runs func once with the examples, checks what it gives, and gives a ScriptModule or ScriptFunction. Other than PyTorch's, it runs the Python code in each
    call: a branch is decided anew, not kept as the examples decided it."""
    _leaves('trace')
    if isinstance(func, Module):
        _leaves('trace_method')
    if optimize is not None:
        _no_effect()
    if isinstance(func, (ScriptModule, ScriptFunction)):
        return func
    if not isinstance(func, Module) and not callable(func):
        raise RuntimeError('Could not get name of python class object')
    inputs = (example_inputs,) if isinstance(example_inputs, (_tensor.Tensor, dict)) else tuple(example_inputs)
    _tracing[0] += 1
    try:
        result = func(*inputs)
    finally:
        _tracing[0] -= 1
    _check_output(result, strict)
    if check_trace:
        for given, first in [(inputs, result)] + [(i if isinstance(i, tuple) else (i,), None) for i in check_inputs or ()]:
            _differ(func, given, func(*given) if first is None else first, check_tolerance)
    if isinstance(func, Module):
        made = TopLevelTracedModule(func)
        for child in made.modules():
            if child is not made:
                child.__class__ = TracedModule
        return made
    return ScriptFunction(func)


def script_if_tracing(fn):
    """Compiled while a trace is made, as it is otherwise: here that is the same function."""
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return script(fn)(*args, **kwargs) if is_tracing() else fn(*args, **kwargs)
    return wrapper


_script_if_tracing = script_if_tracing


def _overload(fn):
    """A declaration of one form of a function, which the compiler chooses by: its name is then taken by the function that Python runs."""
    return _overload_method(fn)


def _overload_method(fn):
    overloads = _overloads.setdefault('%s.%s' % (fn.__module__, fn.__qualname__), [])
    overloads.append(fn)
    return fn


def ignore(drop=False, **kwargs):
    """The compiler leaves the function to Python: what perch does with all."""
    return drop if callable(drop) else lambda fn: fn


def unused(fn):
    return fn


def export(fn):
    return fn


def script_method(fn):
    return fn


def annotate(the_type, the_value):
    return the_value


def fork(func, *args, **kwargs):
    """A future of what the function gives; it runs at once, on this thread."""
    _leaves('fork', 'use `torch.compile` instead')
    from torch.futures import Future
    made = Future()
    try:
        made.set_result(func(*args, **kwargs))
    except Exception as error:
        made.set_exception(error)
    return made


def wait(future):
    _leaves('wait', 'use `torch.compile` instead')
    return future.wait()


def is_scripting():
    """False: nothing is compiled."""
    return False


def is_tracing():
    return _tracing[0] > 0


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """The module with its values as constants: it runs as it is, in evaluation mode."""
    _leaves('freeze', 'use `torch.compile` instead')
    return _frozen(mod)


def _frozen(mod):
    if not isinstance(mod, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError('Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.')
    return mod


def optimize_for_inference(mod, other_methods=None):
    _leaves('optimize_for_inference', 'use `torch.compile` instead')
    _leaves('freeze', 'use `torch.compile` instead')
    return _frozen(mod.eval() if isinstance(mod, ScriptModule) else mod)


_FORM = 'scripted by perch, 1'       # what such a file says of itself


def save(m, f, _extra_files=None):
    """A file of torch.save's with the module or function itself, by the names of its classes: PyTorch's would hold compiled code."""
    _leaves('save', 'switch to `torch.export`')
    _save(m, f, _extra_files)


def _save(m, f, _extra_files=None):
    if not isinstance(m, (ScriptModule, ScriptFunction)):
        raise AttributeError("'%s' object has no attribute 'save'" % type(m).__name__)
    import torch
    wrapped = (m._function.__module__, m._function.__qualname__) if isinstance(m, ScriptFunction) else m._wrapped
    torch.save((_FORM, wrapped, {name: text.encode() if isinstance(text, str) else text for name, text in (_extra_files or {}).items()}), f)


def _holds_code(f):
    """Is it a file of PyTorch's, with compiled code in it?"""
    import zipfile
    place = None if isinstance(f, (str, os.PathLike)) else f.tell()
    try:
        with zipfile.ZipFile(f) as archive:
            return any('/code/' in name for name in archive.namelist())
    except zipfile.BadZipFile:
        return False
    finally:
        if place is not None:
            f.seek(place)


def _function_of(module, name):
    """A function by the names it was saved under."""
    from importlib import import_module
    found = import_module(module)
    for part in name.split('.'):
        found = getattr(found, part)
    return ScriptFunction(found)


def load(f, map_location=None, _extra_files=None):
    """What save wrote, in a program that has the same classes."""
    _leaves('load', 'switch to `torch.export`')
    if isinstance(f, str) and not os.path.exists(f):
        raise ValueError('The provided filename {} does not exist'.format(f))
    if _holds_code(f):
        raise NotImplementedError('torch.jit.load: the file holds compiled TorchScript, which perch does not run; the nearest is load_state_dict(torch.load(f)) of a state_dict')
    import torch
    try:
        made = torch.load(f, map_location, weights_only=False)
        if isinstance(made, tuple) and made[:1] == (_FORM,) and isinstance(made[1], tuple):
            return _function_of(*made[1])
    except (AttributeError, ModuleNotFoundError) as missing:
        raise RuntimeError('torch.jit.load: a file that perch wrote names the classes and functions that were scripted, and the program must have them: %s' % missing) from None
    if not isinstance(made, tuple) or made[:1] != (_FORM,):
        raise RuntimeError('PytorchStreamReader failed locating file constants.pkl: file not found')
    wrapped, extra = made[1:]
    for name in _extra_files or ():
        _extra_files[name] = extra.get(name, b'')
    return RecursiveScriptModule(wrapped)


for _kind in (RecursiveScriptModule,):
    _kind.__module__ = 'torch.jit._script'
for _kind in (TracedModule, TopLevelTracedModule):
    _kind.__module__ = 'torch.jit._trace'


def __getattr__(name):
    if name in ('fork', 'wait', 'Future', 'Attribute', 'CompilationUnit', 'optimized_execution', 'fuser', 'set_fusion_strategy', 'onednn_fusion_enabled', 'isinstance',
                'trace_module', 'interface', 'last_executed_optimized_graph'):
        raise AttributeError('torch.jit.%s is not in perch, which runs the Python code itself; the nearest is the code without it' % name)
    raise AttributeError("module 'torch.jit' has no attribute %r" % name)
