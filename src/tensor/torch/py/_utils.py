"""Small things that the package shares."""
import _tensor


class OutOfMemoryError(RuntimeError):
    """A device has no room for what was asked."""


OutOfMemoryError.__module__ = 'torch.cuda'
OutOfMemoryError.__name__ = OutOfMemoryError.__qualname__ = 'OutOfMemoryError'


def parse_to(name, args, kwargs):
    """(device, dtype, non_blocking, copy, memory_format) of what Module.to and its like are given."""
    device = kwargs.pop('device', None)
    dtype = kwargs.pop('dtype', None)
    non_blocking = kwargs.pop('non_blocking', False)
    copy = kwargs.pop('copy', False)
    memory_format = kwargs.pop('memory_format', None)
    if 'tensor' in kwargs:
        args = (kwargs.pop('tensor'), *args)
    if kwargs:
        raise TypeError("%s() got an unexpected keyword argument '%s'" % (name, next(iter(kwargs))))
    for arg in args:
        if isinstance(arg, _tensor.Tensor):
            device, dtype = arg.device, arg.dtype
        elif isinstance(arg, _tensor.dtype):
            dtype = arg
        elif arg in (float, int, bool):
            dtype = _tensor.dtype_by_number(1, {float: 9, int: 5, bool: 0}[arg])
        elif isinstance(arg, bool):
            non_blocking = arg
        elif arg is None:
            continue
        elif isinstance(arg, (str, int, _tensor.device)):
            device = arg
        else:
            raise TypeError('%s() received an invalid combination of arguments - got (%s), but expected one of:\n'
                            ' * (torch.device device, torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n'
                            ' * (torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n'
                            ' * (Tensor tensor, bool non_blocking, bool copy, *, torch.memory_format memory_format)\n' % (name, type(arg).__name__))
    return _tensor.device(device) if device is not None else None, dtype, non_blocking, copy, memory_format


def _rebuild_parameter(data, requires_grad, backward_hooks):
    from torch.nn.parameter import Parameter
    return Parameter(data, requires_grad)


def _rebuild_sparse_tensor(layout, data):
    """A sparse tensor of a file: (indices, values, sizes)."""
    import torch
    if layout is not torch.sparse_coo:
        raise NotImplementedError('rebuilding sparse tensor for layout %s' % layout)
    indices, values, size = data
    return torch.sparse_coo_tensor(indices, values, size)


def _rebuild_tensor(data, shape, dtype, device, requires_grad, strides=None):
    import torch
    made = _tensor.from_bytes(1, data, dtype, shape)
    if strides is not None:
        made = torch.empty_strided(shape, strides, dtype=made.dtype).copy_(made)
    if not str(device).startswith('cpu'):
        made = made.to(device)
    made.requires_grad = requires_grad
    return made


def _rebuild_meta_tensor_no_storage(dtype, size, stride, requires_grad):
    import torch
    return torch.empty_strided(size, stride, dtype=dtype, device='meta', requires_grad=requires_grad)


def _rebuild_from_type_v2(function, kind, args, state):
    """A subclass's tensor, with its attributes."""
    made = function(*args)
    if type(made) is not kind:
        made = made.as_subclass(kind)
    made.__dict__.update(state or {})
    return made


def not_here(name, nearest):
    raise NotImplementedError('%s is not in perch; the nearest is %s' % (name, nearest))


class KeyErrorMessage(str):
    """A KeyError shows its argument by repr(): this is shown as it is."""

    def __repr__(self):
        return str(self)


class ExceptionWrapper:
    """An exception on its way from a replica or a worker to the program: its class, its traceback as text, and what perch drew under it."""

    def __init__(self, error, where):
        import traceback
        self.exc_type, self.where = type(error), where
        self.notes = getattr(error, '__notes__', None)      # a drawing goes with its record
        if self.notes:
            del error.__notes__
        trace = error.__traceback__         # from the program's first line on, where it is the program that failed
        while trace is not None and _tensor.is_library(trace.tb_frame.f_code):
            trace = trace.tb_next
        self.exc_msg = ''.join(traceback.format_exception(type(error), error, trace or error.__traceback__))

    def __getstate__(self):
        state = dict(self.__dict__)
        if '<locals>' in self.exc_type.__qualname__:    # a class that the program cannot find by its name
            state['name'] = self.exc_type.__name__
            state['exc_type'] = next(c for c in self.exc_type.__mro__ if '<locals>' not in c.__qualname__)
        return state

    def reraise(self):
        text = 'Caught %s %s.\nOriginal %s' % (self.__dict__.get('name', self.exc_type.__name__), self.where, self.exc_msg)
        if self.exc_type is KeyError:
            text = KeyErrorMessage(text)
        try:
            error = self.exc_type(message=text) if getattr(self.exc_type, 'message', None) else self.exc_type(text)
        except TypeError:
            error = RuntimeError(text)
            error.__suppress_context__ = True
        for note in self.notes or ():
            error.add_note(note)
        raise error
