"""torch.overrides: which objects have __torch_function__, and asking it. What perch's own functions are given by name they do not hand on: handle_torch_function is for functions
of one's own."""
import functools

import torch

def _asks(kind):
    """Has a class a __torch_function__ of its own?"""
    found = getattr(kind, '__torch_function__', None)
    return found is not None and kind is not torch.Tensor and kind is not torch.nn.Parameter


def is_tensor_like(inp):
    return isinstance(inp, torch.Tensor) or hasattr(type(inp), '__torch_function__')


def has_torch_function(relevant_args):
    return any(_asks(type(each)) for each in relevant_args)


def has_torch_function_unary(obj):
    return _asks(type(obj))


def has_torch_function_variadic(*args):
    return has_torch_function(args)


def _in_order(relevant_args):
    """The classes that have the method, tensors' own too, and one object of each that asks: subclasses before what they are made of, else from the left."""
    kinds, found = [], []
    for each in relevant_args:
        if not is_tensor_like(each) or type(each) in kinds:
            continue
        kinds.append(type(each))
        if _asks(type(each)):
            found.insert(next((i for i, other in enumerate(found) if issubclass(type(each), type(other))), len(found)), each)
    return kinds, found


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    kinds, asked = _in_order(relevant_args)
    for each in asked:
        result = each.__torch_function__(public_api, tuple(kinds), args, kwargs)
        if result is not NotImplemented:
            return result
    name = f'{public_api.__module__}.{public_api.__name__}'
    raise TypeError(f"no implementation found for '{name}' on types that implement __torch_function__: {[type(each) for each in asked]}")


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
    if isinstance(f, str):
        return f
    for space, word in ((torch.Tensor, 'torch.Tensor.'), (torch, 'torch.'), (torch.nn.functional, 'torch.nn.functional.'), (torch.linalg, 'torch.linalg.'), (torch.fft, 'torch.fft.'), (torch.special, 'torch.special.')):
        name = getattr(f, '__name__', None)
        if name and vars(space).get(name) is f:
            return word + name
    return None


def __getattr__(name):
    if name in ('get_overridable_functions', 'get_testing_overrides', 'get_ignored_functions', 'get_default_nowrap_functions', 'TorchFunctionMode', 'enable_reentrant_dispatch'):
        raise AttributeError("module 'torch.overrides' has no attribute %r in perch, whose own functions do not ask __torch_function__; the nearest is torch.overrides.handle_torch_function" % name)
    raise AttributeError("module 'torch.overrides' has no attribute %r" % name)
