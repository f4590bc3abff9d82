"""torch.overrides: which objects answer for torch's functions (__torch_function__), asking them for functions of one's own, and which functions ask."""
import functools

import _torch
import torch

_NONE = _torch._disabled_torch_function_impl


def _method(kind):
    return getattr(kind, '__torch_function__', _NONE)


def _asks(kind):
    """Has a class an answer of its own, and does anybody want it now?"""
    return kind is not torch.Tensor and not _torch._answers_off(0) and _method(kind) is not _NONE


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(type(inp), '__torch_function__')


def has_torch_function(relevant_args):
    return any(_asks(type(each)) for each in relevant_args)


def has_torch_function_unary(obj):
    return _asks(type(obj))


def has_torch_function_variadic(*args):
    return has_torch_function(args)


def _in_order(relevant_args):
    """One object of each class that has the method, tensors too: subclasses before what they are made of, else from the left."""
    kinds, found = set(), []
    for each in relevant_args:
        kind = type(each)
        if kind in kinds or _method(kind) is _NONE:
            continue
        kinds.add(kind)
        found.insert(next((i for i, other in enumerate(found) if issubclass(kind, type(other))), len(found)), each)
    return found


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    asked = _in_order(relevant_args)
    kinds = tuple(map(type, asked))
    for each in asked:
        result = each.__torch_function__(public_api, kinds, args, kwargs)
        if result is not NotImplemented:
            return result
    name = f'{public_api.__module__}.{public_api.__name__}'
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(each) for each in asked]}")


def _unanswered(name, kinds):
    """PyTorch 2's words for a function of its own that none of these classes has an answer to."""
    lines = ''.join('\n  - tensor subclass %r' % kind for kind in kinds)
    raise TypeError("Multiple dispatch failed for '%s'; all __torch_function__ handlers returned NotImplemented:\n%s\n\nFor more information, try re-running with TORCH_LOGS=not_implemented" % (name, lines))


def wrap_torch_function(dispatcher):
    """A decorator: the function asks what dispatcher(*args) gives first."""
    return functools.partial(_asking_first, dispatcher)


def _asking_first(dispatcher, func):
    def asked(*args, **kwargs):
        those = dispatcher(*args, **kwargs)
        if not has_torch_function(those):
            return func(*args, **kwargs)
        return handle_torch_function(asked, those, *args, **kwargs)
    return functools.update_wrapper(asked, func)


def is_tensor_method_or_property(func):
    """Is it one of Tensor's?"""
    return any(value is func or getattr(value, '__get__', None) is func for kind in torch.Tensor.__mro__[:-1] for value in vars(kind).values())


def resolve_name(f):
    from . import _answers
    if isinstance(f, str):
        return f
    for space, word in ((torch.Tensor, 'torch.Tensor.'), (torch, 'torch.'), (torch.nn.functional, 'torch.nn.functional.'), (torch.linalg, 'torch.linalg.'), (torch.fft, 'torch.fft.'), (torch.special, 'torch.special.')):
        name = getattr(f, '__name__', None)
        if name and vars(space).get(name) is f and not (space is torch and name in _answers.OF_FUNCTIONAL):
            return word + name
    return None


def _spaces():
    from . import _answers
    import torch.functional
    own = _answers.SILENT | _answers.OTHERS | _answers.OF_FUNCTIONAL
    return (torch, own), (torch.functional, own), (torch.nn.functional, _answers.SILENT_OF_FUNCTIONAL), (torch.linalg, ()), (torch.fft, ('fftfreq', 'rfftfreq')), (torch.special, ())


@functools.lru_cache(None)
def get_overridable_functions():
    """The functions that ask, by the module or class that has them."""
    from . import _answers
    rows = {}
    for space, silent in _spaces():
        rows[space] = [value for name, value in sorted(vars(space).items()) if name not in silent and not name.startswith('_') and callable(value) and not isinstance(value, type)]
    rows[torch.Tensor] = [value.__get__ if hasattr(value, '__set__') else value for name, value in sorted(vars(torch.Tensor).items()) if name not in _answers.SILENT_METHODS]
    return rows


@functools.lru_cache(None)
def get_ignored_functions():
    """The functions that never ask."""
    return {getattr(space, name) for space, silent in _spaces() for name in silent if hasattr(space, name)}


def get_default_nowrap_functions():
    """The functions whose results stay as they are, also where a subclass asked."""
    from . import _answers
    return _answers.bare()


_modes = []             # those of with statements under way, the innermost last


class TorchFunctionMode:
    """Inside its with statement each of torch's functions is its __torch_function__(func, types, args, kwargs) to answer; what that calls is the outer mode's."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        if not _modes:
            from . import _answers
            _torch._begin_answers()
            _torch._function_modes(_modes, _answers.makers())
        _modes.append(self)
        return self

    def __exit__(self, *error):
        _modes.remove(self)

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """One that changes nothing."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def __getattr__(name):
    if name in ('get_testing_overrides', 'enable_reentrant_dispatch'):
        raise AttributeError("module 'torch.overrides' has no attribute %r in perch; the nearest is a class with __torch_function__" % name)
    raise AttributeError("module 'torch.overrides' has no attribute %r" % name)
