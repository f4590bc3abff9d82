"""torch.jit: trace() records a call as a graph, script() compiles a function's source to one; calls of what they give run the graph, not the Python code (_running.py). What the compiler of perch
does not know (it says what, by its name, where .graph or .code is asked for) runs as the Python code that it was."""
import functools
import os
import warnings
from typing import Final  # noqa: F401

import _tensor
from _torch import _two
from torch.nn import Module
from ._recorder import current as _recording
from ._script import RecursiveScriptModule, ScriptFunction, ScriptModule, TopLevelTracedModule, TracedModule  # noqa: F401

_overloads = {}             # the full name of a function: the forms that were declared


class TracerWarning(Warning):
    """The trace may not be what the function does."""


TracerWarning.__module__ = 'torch.jit._trace'


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
        raise NotImplementedError('torch.jit.script(example_inputs=) is not in perch, whose compiler takes the types that the source says')
    from ._compiling import scripted
    return scripted(obj)


def trace(func, example_inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-05, strict=True, _force_outplace=False, _module_class=None,
          _compilation_unit=None):
    """Runs func with the examples and keeps what was called: a branch is as the examples decided it."""
    _leaves('trace')
    if isinstance(func, Module):
        _leaves('trace_method')
    if optimize is not None:
        _no_effect()
    if isinstance(func, (ScriptModule, ScriptFunction)):
        return func
    if not isinstance(func, Module) and not callable(func):
        raise RuntimeError('Could not get name of python class object')
    from . import _trace
    if isinstance(getattr(func, '__self__', None), Module) and func.__name__ == 'forward':
        func = func.__self__
    inputs = (example_inputs,) if isinstance(example_inputs, (_tensor.Tensor, dict)) else tuple(example_inputs)
    record = _trace.traced_module if isinstance(func, Module) else _trace.traced_function
    made, _ = record(func, inputs, strict)
    if check_trace:
        for given in [inputs] if check_inputs is None else [each if isinstance(each, tuple) else (each,) for each in check_inputs]:
            _trace.checked(func, made, given, strict, check_tolerance, lambda cloned: record(func, cloned, strict))
    return made


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


def _marked(fn, word):
    fn._torchscript_modifier = word
    return fn


def ignore(drop=False, **kwargs):
    """The compiler leaves the function to Python."""
    return _marked(drop, 'ignore') if callable(drop) else lambda fn: _marked(fn, 'unused' if drop else 'ignore')


def unused(fn):
    """The compiler does not look at it; it may not be called in compiled code."""
    return _marked(fn, 'unused')


def export(fn):
    """A method that is compiled though forward does not call it."""
    return _marked(fn, 'export')


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
    """False where Python runs; compiled code has True there (_compiling.py)."""
    return False


def is_tracing():
    return _recording() is not None


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """Another module, in evaluation mode, whose parameters are constants of its graph."""
    _leaves('freeze', 'use `torch.compile` instead')
    from ._freezing import frozen
    return frozen(mod, preserved_attrs or ())


def optimize_for_inference(mod, other_methods=None):
    _leaves('optimize_for_inference', 'use `torch.compile` instead')
    from ._freezing import frozen
    if not isinstance(mod, ScriptModule):
        raise ValueError('optimize_for_inference expects ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your \'nn.Module\'.')
    if not hasattr(mod, 'training'):
        return mod
    _leaves('freeze', 'use `torch.compile` instead')
    return frozen(mod.eval(), other_methods or ())


_FORM = 'scripted by perch, 1'       # what a file says of itself that holds Python objects by their names


def save(m, f, _extra_files=None):
    """A file as PyTorch's: its code, its values. What is not compiled is written by the names of its classes, for programs that have them."""
    _leaves('save', 'switch to `torch.export`')
    if not isinstance(m, (ScriptModule, ScriptFunction)):
        raise AttributeError("'%s' object has no attribute 'save'" % type(m).__name__)
    m.save(f, _extra_files)


def _by_names(m, f, extra):
    import torch
    from ._script import plain
    wrapped = (m._function.__module__, m._function.__qualname__) if isinstance(m, ScriptFunction) else plain(m)
    torch.save((_FORM, wrapped, {name: text.encode() if isinstance(text, str) else text for name, text in (extra or {}).items()}), f)


def _holds_code(f):
    """Is it a file of compiled code?"""
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
    """What save wrote, here or in PyTorch."""
    _leaves('load', 'switch to `torch.export`')
    if isinstance(f, str) and not os.path.exists(f):
        raise ValueError('The provided filename {} does not exist'.format(f))
    if _holds_code(f):
        from ._archive import read
        return read(f, map_location, _extra_files)
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
    from ._compiling import scripted
    return scripted(wrapped)


_ABSENT = {'Attribute': 'an annotation of the class', 'CompilationUnit': 'torch.jit.script of a function', 'optimized_execution': 'the code without it', 'fuser': 'the code without it', 'set_fusion_strategy': 'the code without it',
           'onednn_fusion_enabled': 'the code without it', 'isinstance': "Python's isinstance", 'trace_module': 'torch.jit.trace', 'interface': 'a plain class', 'last_executed_optimized_graph': '.graph or .inlined_graph',
           'run_frozen_optimizations': 'torch.jit.freeze', 'Future': 'torch.futures.Future'}


def __getattr__(name):
    if name == 'frontend':
        from importlib import import_module
        return import_module('torch.jit.frontend')
    if name == 'Error':
        from ._errors import Error
        return Error
    if name in _ABSENT:
        raise AttributeError('torch.jit.%s is not in perch; the nearest is %s' % (name, _ABSENT[name]))
    raise AttributeError("module 'torch.jit' has no attribute %r" % name)
