"""What lies below autograd: a program's modes and classes see operators of torch.ops.aten, one by one (__torch_dispatch__).

_through takes a call of one of torch's functions apart (lowering.py) into operators. run() does one of them: where gradients flow it is recorded (gradients.py), then the innermost mode is asked, then
classes, then it is computed. While one of these answers nothing is recorded: it is below autograd."""
import weakref

import _tensor
import _torch
from torch import _ops
from _torch import _two

Tensor = _tensor.Tensor
modes = []                      # those of with statements under way, the innermost last
_NONE = vars(Tensor)['__torch_dispatch__']


class _State:
    below = False               # a mode or a class answers
    alive = staticmethod(lambda: None)      # a weak reference to what keeps the gradients of the pass under way
    parts = 0                   # calls under way that are taken apart: their gradients go back operator by operator


class below:
    """Inside nothing is recorded."""

    def __enter__(self):
        self.before = _State.below, _tensor.mode(1, False)[0]
        _State.below = True

    def __exit__(self, *error):
        _State.below = self.before[0]
        _tensor.mode(1, self.before[1])


class unseen:
    """Inside no mode and no class is asked."""

    def __enter__(self):
        _torch._dispatching(None, 1)

    def __exit__(self, *error):
        _torch._dispatching(None, -1)


def disabled(func, types, args=(), kwargs=None):
    """What a class has as its __torch_dispatch__ that wants no questions."""
    return _below(func, args, kwargs)


def sees(kind):
    """Has a class an answer of its own?"""
    if kind is Tensor or not issubclass(kind, Tensor):
        return False
    own = next(vars(each)['__torch_dispatch__'] for each in kind.__mro__ if '__torch_dispatch__' in vars(each))
    return own is not _NONE and getattr(own, '__func__', own) is not disabled


def tensors(value):
    """Those among arguments, from the left."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from tensors(each)
    elif isinstance(value, dict):
        yield from tensors(tuple(value.values()))


def _asked(given):
    """One tensor of each class that answers: subclasses before what they are made of, else from the left."""
    found = []
    for t in given:
        kind = type(t)
        if sees(kind) and not any(type(other) is kind for other in found):
            found.insert(next((i for i, other in enumerate(found) if issubclass(kind, type(other))), len(found)), t)
    return found


def run(op, args, kwargs):
    """An operator, called."""
    given = list(tensors((args, kwargs)))
    if _torch._dispatching()[1] or not modes and not _State.parts and not any(sees(type(t)) for t in given):
        return op._call(*args, **kwargs)
    if not _State.below and _tensor.mode(1)[0] and any(t.requires_grad for t in given):
        from .gradients import recorded
        return recorded(op, args, kwargs)
    return seen(op, args, kwargs)


def _mode_asked(mode, op, kinds, args, kwargs):
    """The innermost mode, which is none while it answers: what it calls asks the next."""
    modes.pop()
    _torch._dispatching(len(modes))
    try:
        return mode.__torch_dispatch__(op, kinds, args, kwargs)
    finally:
        modes.append(mode)
        _torch._dispatching(len(modes))


def seen(op, args, kwargs):
    """An operator, below autograd: the innermost mode's to answer, then the classes', then computed."""
    asked = _asked(tensors((args, kwargs)))
    kinds, mode = tuple(map(type, asked)), modes[-1] if modes else None
    with below():
        if mode is not None:
            made = _mode_asked(mode, op, kinds, args, kwargs)
            if made is not NotImplemented:
                return made
        for t in asked:
            made = type(t).__torch_dispatch__(op, kinds, args, kwargs)
            if made is not NotImplemented:
                return made
        if not asked and mode is None:
            return op._call(*args, **kwargs)
    raise TypeError(_refused(op, mode, kinds))


def _refused(op, mode, kinds):
    if not _two('DISPATCH_APART'):
        return ("no implementation found for 'torch._ops.%s' on types that implement __torch_dispatch__: [%s]%s"
                % (op, ', '.join(map(repr, kinds)), '' if mode is None else ' nor was it found on the currently active mode <torch.utils._python_dispatch._TorchDispatchStackMode object at 0x%x>' % id(modes)))
    return ("Multiple dispatch failed for 'torch._ops.%s'; all __torch_dispatch__ handlers returned NotImplemented:\n\n%s%s\nFor more information, try re-running with TORCH_LOGS=not_implemented"
            % (op, '' if mode is None else '  - mode object %r\n' % (mode,), ''.join('  - tensor subclass %r\n' % kind for kind in kinds)))


def _below(func, args, kwargs):
    """Tensor's own __torch_dispatch__: func of args as they lie there, whatever their classes."""
    with below(), unseen():
        return func._call(*args, **(kwargs or {}))


# ---- called by C ----
def _through(func, args, kwargs):
    """One of torch's functions, of which operators are to be seen."""
    from .lowering import call
    _State.parts += not _State.below
    before = _State.below
    try:
        return call(func, args, kwargs)
    finally:
        _State.parts -= not before


def _ones(_, head, __):
    """Where a backward pass begins."""
    from .lowering import like
    with below():
        return kept(like('ones_like', head, memory_format=True))


def _transposed(x):
    from .lowering import at
    return at('permute.default', x, list(range(x.dim()))[::-1])


def _data(x):
    return operator('detach', 'default')(x)


def _sum(a, b, _):
    return kept(operator('add', 'Tensor')(a, b))


def _first(_, gradient, leaf):
    """A leaf's gradient: what has come, under its own name."""
    with below():
        for _ in range(1 if _two('DISPATCH_APART') else 2):
            gradient = operator('detach', 'default')(gradient)
    if sees(type(gradient)):
        leaf._dispatched_grad = gradient
    return gradient


def _more(gradient, more, leaf):
    with below():
        operator('add_', 'Tensor')(gradient, more)
    return gradient


class _Kept(list):
    """Gradients of a pass under way that are of a program's classes: the pass itself holds their numbers alone. It is called at the pass's end, and let go where one fails."""

    __call__ = list.clear


def kept(gradient):
    """A gradient on its way, which the pass holds without its class."""
    if any(sees(type(t)) for t in tensors(gradient)):
        alive = _State.alive()
        if not alive:
            alive = _Kept()
            _State.alive = weakref.ref(alive)
            _tensor.after_backward(alive)
        alive.append(gradient)
    return gradient


def operator(name, overload):
    return getattr(getattr(_ops.ops.aten, name), overload)


def begin():
    """From now on operators are seen: a program has entered a mode, or made a class that answers."""
    if _ops.seen is None:
        _torch._begin_answers()
        _tensor.grad_chores()
        _ops.seen = run
