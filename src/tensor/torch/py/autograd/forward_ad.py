"""torch.autograd.forward_ad: tensors with a tangent, and what becomes of it in each function. While a level is entered torch's functions ask the tensors they are given (torch/answer.c) and come
here when one has a tangent: the function runs once with its graph recorded, and the tangent of a result is the gradient, by the weights w, of the gradients for weights w times the tangents."""
from collections import namedtuple
import weakref

import torch
import _tensor
import _torch
from . import function as _function

Tensor = _tensor.Tensor
UnpackedDualTensor = namedtuple('UnpackedDualTensor', ['primal', 'tangent'])

_current_level = -1
_alive = []                 # weak references to the tensors that have a tangent

# What looks at a tensor, makes a new one of its shape, or is no step of a calculation.
_PLAIN = frozenset('''__array__ __deepcopy__ __dlpack__ __format__ __reduce_ex__ __repr__ as_subclass backward data_ptr detach detach_ dim element_size empty_like full_like get_device grad is_contiguous
item nelement new_empty new_full new_ones new_tensor new_zeros numel numpy ones_like rand_like randn_like register_hook requires_grad_ retain_grad size storage storage_offset stride tolist type
untyped_storage zeros_like zero_grad'''.split())


# What PyTorch's forward mode has no formula for: what it calls it, and whether one may come.
_REFUSED = {name: ('aten::' + word, '.') for name, word in (('__floordiv__', 'floor_divide'), ('floor_divide', 'floor_divide'), ('heaviside', 'heaviside'), ('aminmax', 'aminmax'))}
_REFUSED.update({name: (word, ' because it has not been implemented yet.') for name, word in (
    ('logcumsumexp', 'logcumsumexp'), ('unique', '_unique2'), ('cdist', '_cdist_forward'), ('pdist', '_pdist_forward'), ('grid_sample', 'grid_sampler_2d'), ('embedding_bag', '_embedding_bag'),
    ('multi_margin_loss', 'multi_margin_loss'), ('multilabel_margin_loss', 'multilabel_margin_loss_forward'), ('soft_margin_loss', 'soft_margin_loss_backward'), ('renorm', 'renorm'),
    ('special_zeta', 'special_zeta'), ('igamma', 'igamma'))})


def enter_dual_level():
    global _current_level
    if _current_level >= 0:
        raise RuntimeError('Nested forward mode AD is not supported at the moment')
    _torch._begin_answers()
    _current_level += 1
    _function.forward = _of_function
    return _current_level


def exit_dual_level(*, level=None):
    global _current_level
    if level is None:
        level = _current_level
    if level != _current_level:
        raise RuntimeError('Trying to exit a forward AD level that was not the last one that was created. This is not supported.')
    if level < 0:
        raise RuntimeError('Dual level must be a positive number.')
    for each in _alive:
        t = each()
        if t is not None:
            _torch._dual(t, False)
            t.__dict__.pop('_tangent', None)
    _alive.clear()
    _function.forward = None
    _current_level -= 1


def _tangent(t):
    return t.__dict__['_tangent'] if _torch._dual(t) else None


def _give(t, tangent):
    if not _torch._dual(t, True):
        _alive.append(weakref.ref(t))
    t.__dict__['_tangent'] = tangent


def make_dual(tensor, tangent, *, level=None):
    if level is None:
        level = _current_level
    if level < 0:
        raise RuntimeError('Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.')
    for word, t in (('primal', tensor), ('tangent', tangent)):
        if not (t.is_floating_point() or t.is_complex()):
            raise ValueError('Expected %s to be floating point or complex, but got: %s' % (word, t.dtype))
    if _torch._dual(tensor):
        raise RuntimeError('Making a dual Tensor based on a Tensor that already has a forward gradient at the same level %d is not supported.' % level)
    if tangent.shape != tensor.shape:
        raise RuntimeError('Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of size %s while the given '
                           'forward gradient is of size %s.' % (list(tensor.shape), list(tangent.shape)))
    made = tensor.view_as(tensor)
    _give(made, tangent)
    return made


def unpack_dual(tensor, *, level=None):
    if level is None:
        level = _current_level
    if level < 0:
        return UnpackedDualTensor(tensor, None)
    tangent = _tangent(tensor) if level == _current_level else None
    if tangent is None:
        return UnpackedDualTensor(tensor, None)
    _torch._answers_off(1)
    try:
        primal = tensor.view_as(tensor)
    finally:
        _torch._answers_off(-1)
    return UnpackedDualTensor(_tensor.name_node(primal, 'Identity') if primal.requires_grad else primal, tangent)


class dual_level:
    """A level of forward-mode differentiation, as a context or a decorator; its tangents go with it."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *exception):
        exit_dual_level()

    def __call__(self, function):
        import functools

        @functools.wraps(function)
        def called(*args, **kwargs):
            with dual_level():
                return function(*args, **kwargs)
        return called


def _shown(t):
    """How a tangent stands in its tensor's repr."""
    tangent = _tangent(t)
    return None if tangent is None else 'tangent=%s' % format(tangent)


# ---- functions ----
def _mapped(value, each):
    """What is given or gives, with its tensors exchanged."""
    if isinstance(value, Tensor):
        return each(value)
    if isinstance(value, dict):
        return {key: _mapped(item, each) for key, item in value.items()}
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        items = [_mapped(item, each) for item in value]
        return type(value)(*items) if hasattr(value, '_make') else type(value)(items)
    return value


def _tensors(*values):
    found = []
    _mapped(values, lambda t: found.append(t))
    return found


def _flows(t):
    return t.is_floating_point() or t.is_complex()


def _product(out, leaves, tangents, keep):
    """The tangent of what came of leaves with these tangents; keep: gradients are wanted of it."""
    weights = torch.zeros_like(out, requires_grad=True)
    back = torch.autograd.grad(out, leaves, weights, retain_graph=True, create_graph=True, allow_unused=True)
    total = None
    for g, tangent in zip(back, tangents):
        if g is not None and g.requires_grad:
            part = (g.conj() * tangent).sum()
            part = part.real if part.is_complex() else part
            total = part if total is None else total + part
    made = None if total is None else torch.autograd.grad(total, weights, retain_graph=True, create_graph=keep, allow_unused=True)[0]
    return torch.zeros_like(out).detach() if made is None else made if keep else made.detach()


def _stand_in(t):
    """A tensor in whose place one with a tangent is calculated: it shares its memory, and its graph where it has one."""
    return t.view_as(t) if t.requires_grad else t.detach().requires_grad_()


class _Run:
    """One call: the tensors that have tangents, and what stands for each of them meanwhile."""

    def __init__(self, args, kwargs):
        self.given = _tensors(args, kwargs)
        self.duals = list({id(t): t for t in self.given if _torch._dual(t)}.values())
        self.tangents = [_tangent(t) for t in self.duals]
        self.keeps = torch.is_grad_enabled() and any(t.requires_grad for t in self.given + self.tangents)

    def called(self, func, args, kwargs, first=None):
        """The result, recorded; first: what stands for the first argument."""
        with torch.enable_grad():
            self.leaves = [_stand_in(t) for t in self.duals]
            places = {id(t): leaf for t, leaf in zip(self.duals, self.leaves)}
            args, kwargs = _mapped((args, kwargs), lambda t: places.get(id(t), t))
            if first is not None:
                args = (args[0].clone() if _torch._dual(first) else first.detach().clone(), *args[1:])
                func(*args, **kwargs)
                return args[0]
            return func(*args, **kwargs)

    def tangent_of(self, out):
        return _product(out, self.leaves, self.tangents, self.keeps) if out.requires_grad else None

    def back(self, out):
        """A result as the program gets it."""
        for t, leaf in zip(self.duals, self.leaves):
            if out is leaf:
                return t
        with torch.enable_grad():
            tangent = self.tangent_of(out) if _flows(out) else None
        made = out if self.keeps else out.detach()
        if tangent is not None:
            _give(made, tangent)
        return made


def _shares(result, t):
    return isinstance(result, Tensor) and _tensor.is_view(result) and result.storage().data_ptr() == t.storage().data_ptr()


def _look(func, args, kwargs, t, result):
    """Another look at a tensor: its tangent is looked at in the same way, so that both are written together."""
    tangents = func(_tangent(t), *args[1:], **kwargs)
    for made, tangent in zip(_tensors(result), _tensors(tangents)):
        if made is not t:
            _give(made, tangent)
    return result


def _write(func, args, kwargs):
    """A function that writes into its first argument."""
    target, run = args[0], _Run(args, kwargs)
    if _flows(target):
        after = run.called(func, args, kwargs, target)
        with torch.enable_grad():
            tangent = run.tangent_of(after)
    result = func(*args, **kwargs)
    if _flows(target) and tangent is not None:
        if _torch._dual(target):
            with torch.no_grad():
                _tangent(target).copy_(tangent)
        else:
            _give(target, tangent)
    return result


def _writes(name):
    return name == '__setitem__' or (name.startswith('__i') and name != '__invert__' and name != '__index__') or (name.endswith('_') and not name.endswith('__'))


def _run(func, args, kwargs):
    name = func.__name__
    if name in _PLAIN or torch.is_inference_mode_enabled() or kwargs.get('out') is not None:
        return func(*args, **kwargs)
    if name in ('__get__', '__set__') and getattr(func.__self__, 'fget', None) not in _looks():
        return func(*args, **kwargs)
    if name in _REFUSED:
        raise NotImplementedError('Trying to use forward AD with %s that does not support it%s' % _REFUSED[name])
    if _writes(name):
        return _write(func, args, kwargs)
    if args and isinstance(args[0], Tensor) and _torch._dual(args[0]) and not any(_torch._dual(t) for t in _tensors(args[1:], kwargs)):
        with torch.no_grad():
            peeked = func(args[0].detach(), *args[1:], **kwargs) if name in _VIEWS else None
        if peeked is not None and all(_shares(t, args[0]) for t in _tensors(peeked)):
            return _look(func, args, kwargs, args[0], func(*args, **kwargs))
    run = _Run(args, kwargs)
    result = run.called(func, args, kwargs)
    return _mapped(result, run.back)


_VIEWS = frozenset('''__getitem__ adjoint as_strided broadcast_to chunk diagonal expand expand_as flatten hsplit imag mT movedim moveaxis narrow permute ravel real reshape reshape_as select slice split
split_with_sizes squeeze swapaxes swapdims t tensor_split transpose unbind unflatten unfold unsqueeze view view_as view_as_complex view_as_real vsplit'''.split())


def _looks():
    return Tensor.mH.fget, Tensor.H.fget


def _through(func, args, kwargs):
    _torch._answers_off(1)
    try:
        return _run(func, args, kwargs)
    finally:
        _torch._answers_off(-1)


def _of_function(cls, ctx, args):
    """Function.apply: forward as it is, then its jvp where an argument has a tangent."""
    _torch._answers_off(1)
    try:
        result = cls._apply(ctx, args)
        if not any(_torch._dual(t) for t in args if isinstance(t, Tensor)):
            return result
        tangents = [_tangent(t) if isinstance(t, Tensor) else None for t in args]
        if ctx._materialize:
            tangents = [torch.zeros_like(t) if isinstance(t, Tensor) and tangent is None else tangent for t, tangent in zip(args, tangents)]
        ctx._in_jvp = True
        try:
            made = cls.jvp(ctx, *tangents)
        finally:
            ctx._in_jvp = False
        outs, made = (result, made) if isinstance(result, tuple) else ((result,), made if isinstance(made, tuple) else (made,))
        for out, tangent in zip(outs, made if isinstance(made, tuple) else (made,)):
            if isinstance(out, Tensor) and tangent is not None:
                _give(out, tangent)
        return result
    finally:
        _torch._answers_off(-1)
