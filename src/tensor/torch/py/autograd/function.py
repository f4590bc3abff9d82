"""Functions of one's own: forward and backward in Python."""
from _torch import _says, _two
from collections import namedtuple
import functools
import inspect

import _tensor
from .._modes import no_grad
from .._torch_args import drawn

Tensor = _tensor.Tensor


forward = None              # while a level of forward_ad is entered: runs a function whose arguments may have tangents
transforms = []             # of torch.func, entered now, innermost last: 'grad', 'jvp', or what vmap says of randomness


class FunctionCtx:
    """What forward keeps for backward."""

    def __init__(self):
        self._saved = ()
        self._packed = None
        self._own = {}
        self._versions = ()
        self._no_gradient = ()
        self._dirty = ()
        self._materialize = True
        self._in_jvp, self.saved_for_forward = False, ()
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        self._saved = tensors
        self._versions = tuple(t._version if isinstance(t, Tensor) and not _tensor.is_inference(t) else None for t in tensors)

    def _pack(self):
        """What a program's hooks keep in place of the saved tensors."""
        from . import graph
        if graph._hooks:
            with no_grad():
                self._packed = [graph._pack(t.detach()) if isinstance(t, Tensor) else None for t in self._saved]
            self._saved = tuple(None if isinstance(t, Tensor) else t for t in self._saved)

    def save_for_forward(self, *tensors):
        """For a jvp, which finds them as ctx.saved_tensors."""
        for t in tensors:
            assert isinstance(t, Tensor) or t is None, ('save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes on the ctx.')
        self.saved_for_forward = tensors

    @property
    def saved_tensors(self):
        if self._in_jvp:
            return self.saved_for_forward or self._saved
        if _tensor.spent():
            raise RuntimeError(_says("GRAPH_FREED"))
        if self._packed:
            from .graph import _unpack
            with no_grad():
                return tuple(_unpack(packed) if packed is not None else t for packed, t in zip(self._packed, self._saved))
        for t, version in zip(self._saved, self._versions):
            if isinstance(t, Tensor) and t._version != version:
                raise RuntimeError('one of the variables needed for gradient computation has been modified by an inplace operation: [%s %s] is at version %d; '
                                   'expected version %d instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, '
                                   'with torch.autograd.set_detect_anomaly(True).' % (t.type(), list(t.shape), t._version, version))
        return tuple(_tensor.again(t, self._own[i]) if i in self._own else t for i, t in enumerate(self._saved))

    def _let_go(self, results):
        """A saved result would hold the node that holds it, for ever: its values alone are kept, and where they came from."""
        saved = list(self._saved)
        for i, t in enumerate(saved):
            for output, result in enumerate(results):
                if t is result:
                    self._own[i] = output
                    saved[i] = t.detach()
        self._saved = tuple(saved)

    def mark_non_differentiable(self, *args):
        self._no_gradient = args

    def mark_dirty(self, *args):
        self._dirty = args

    def set_materialize_grads(self, value):
        self._materialize = value


def _fits(shape, wanted):
    """Can a gradient of this shape be summed down to the wanted one?"""
    return len(shape) >= len(wanted) and all(w in (s, 1) for s, w in zip(reversed(shape), reversed(wanted)))


def _zeros(kind):
    """For a result that gets no gradient: of its shape, dtype and place."""
    import torch
    shape, dtype, device = kind
    return torch.zeros(shape, dtype=dtype, device=device)


def _fitted(gradient, shape, dtype, device):
    """A gradient as its operand is: summed down to its shape, in its dtype, in its place."""
    gradient = gradient if gradient.device == device else gradient.to(device)
    gradient = gradient if gradient.shape == shape else gradient.sum_to_size(shape)
    return gradient if gradient.dtype == dtype or gradient.is_sparse else gradient.to(dtype)


class BackwardCFunction(FunctionCtx):
    """What is kept for one call, as PyTorch names it: its class says the function's name."""


def _ordered(cls, args, kwargs):
    """Arguments given by name, in the order in which a forward with ctx takes them."""
    try:
        given = inspect.signature(cls.forward).bind(None, *args, **kwargs)
    except TypeError:
        unknown = next((name for name in kwargs if name not in inspect.signature(cls.forward).parameters), None)
        if unknown is None:
            raise
        raise TypeError("forward() got an unexpected keyword argument '%s'" % unknown) from None
    return given.args[1:], given.kwargs


class FunctionMeta(type):
    """A function of the program's own comes with the class of what its calls keep."""

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        cls._backward_cls = type(name + 'Backward', (BackwardCFunction,), {'_forward_cls': cls, '__module__': 'torch.autograd.function'})


_MORE = 'For more details, please see https://pytorch.org/docs/main/notes/extending.func.html'
VmapInfo = namedtuple('VmapInfo', ['batch_size', 'randomness'])


def _bound(function, args, kwargs):
    """Arguments as a forward without ctx takes them, defaults among them."""
    given = inspect.signature(function).bind(*args, **kwargs)
    given.apply_defaults()
    return given.args, given.kwargs


def _checked_for(cls):
    """May this function be called inside a transform of torch.func?"""
    if not cls._sets_up():
        raise RuntimeError('In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override the setup_context staticmethod. %s' % _MORE)


def _by_rule(cls, args):
    """One example of a batch, by the function's own rule for a batch: of one."""
    own = cls.vmap is not Function.vmap
    if own and cls.generate_vmap_rule:
        raise RuntimeError('You tried to vmap over %s, but it has both generate_vmap_rule=True and an overridden vmap staticmethod. Please set generate_vmap_rule=False or delete the '
                           'overridden vmap staticmethod to avoid ambiguity. %s' % (cls.__name__, _MORE))
    if cls.generate_vmap_rule:
        return cls.forward(*args)
    if not own:
        raise RuntimeError('You tried to vmap over %s, but it does not have vmap support. Please override and implement the vmap staticmethod or set generate_vmap_rule=True. %s' % (cls.__name__, _MORE))
    batched = [isinstance(a, Tensor) and _tensor.batched(a) for a in args]
    given = [_plain(a).unsqueeze(0) if b else a for a, b in zip(args, batched)]
    kind = next(t for t in reversed(transforms) if t not in ('grad', 'jvp'))
    around = list(transforms)
    transforms.clear()
    try:
        answer = cls.vmap(VmapInfo(1, kind), tuple(0 if b else None for b in batched), *given)
    finally:
        transforms[:] = around
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise RuntimeError('Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible with the output. Got a %s instead' % type(answer))
    from torch.utils._pytree import tree_flatten, tree_unflatten
    outs, plan = tree_flatten(answer[0])
    dims = [answer[1]] * len(outs) if isinstance(answer[1], (int, type(None))) else tree_flatten(answer[1])[0]
    if len(dims) != len(outs):
        raise RuntimeError("The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected out_dims=%s to be compatible with the structure of `output`. "
                           'out_dims has structure %s but output has structure %s. %s' % (answer[1], tree_flatten(answer[1])[1], plan, _MORE))
    picked = [out if dim is None or not isinstance(out, Tensor) else out.select(dim, 0) for out, dim in zip(outs, dims)]
    for out in picked:
        if isinstance(out, Tensor):
            _tensor.batched(out, True)
    return tree_unflatten(picked, plan)


def _plain(t):
    """The same values as no part of a batch."""
    alone = t.view_as(t)
    _tensor.batched(alone, False)
    return alone


class Function(metaclass=FunctionMeta):
    """A subclass has the static methods forward(ctx, …) and backward(ctx, …); apply(…) calls forward and records backward. In PyTorch 2 forward may take no ctx where setup_context does."""

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        import warnings
        warnings.warn('{} should not be instantiated. Methods on autograd functions are all static, so you should invoke them on the class itself. Instantiating an '
                      'autograd function will raise an error in a future version of PyTorch.'.format(type(self)), DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function with static forward '
                           'method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)')

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError('You must implement the forward function for custom autograd.Function.')

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.")

    vjp = backward          # (another name of it)

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError(_says("FUNCTION_NO_JVP"))

    @staticmethod
    def setup_context(ctx, inputs, output):
        """What backward needs of a forward that takes no ctx: PyTorch 2's form."""
        raise NotImplementedError('setup_context is not implemented.')

    @staticmethod
    def vmap(info, in_dims, *args):
        """What the function makes of a batch, and along which axis."""
        raise NotImplementedError('To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True.')

    @classmethod
    def _sets_up(cls):
        return cls.setup_context is not Function.setup_context

    @classmethod
    def apply(cls, *args, **kwargs):
        if kwargs and not _two("FUNCTIONS_SET_UP"):
            raise TypeError('apply() takes no keyword arguments')
        if cls._sets_up() and _two("FUNCTIONS_SET_UP"):
            args, kwargs = _bound(cls.forward, args, kwargs)
        elif kwargs:
            args, kwargs = _ordered(cls, args, kwargs)
        if transforms and _two("FUNCTIONS_SET_UP"):
            _checked_for(cls)
        ctx = cls._backward_cls()
        return cls._apply(ctx, args) if forward is None else forward(cls, ctx, args)

    @classmethod
    def _forward(cls, ctx, args):
        """What forward gives, in whichever of its two forms it is written."""
        if not cls._sets_up() or not _two("FUNCTIONS_SET_UP"):
            return cls.forward(ctx, *args)
        in_batch = transforms and any(isinstance(a, Tensor) and _tensor.batched(a) for a in args)
        result = _by_rule(cls, args) if in_batch else cls.forward(*args)
        cls.setup_context(ctx, args, result)
        if 'jvp' in transforms and cls.jvp is Function.jvp and any(ctx.needs_input_grad):
            raise NotImplementedError(_says("FUNCTION_NO_JVP"))
        return result

    @classmethod
    def _backward(cls):
        if cls.vjp is not Function.vjp:
            if cls.backward is not Function.backward:
                raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of them.")
            return cls.vjp
        return cls.backward

    @classmethod
    def _apply(cls, ctx, args):
        ctx.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        before = _tensor.mode(1, False)[0]
        try:
            result = cls._forward(ctx, args)
        finally:
            _tensor.mode(1, before)
        if not before or not any(ctx.needs_input_grad):
            return result
        if any(isinstance(t, Tensor) and _tensor.is_inference(t) for t in ctx._saved):      # (what is not recorded may save what it likes)
            raise RuntimeError(_says("INFERENCE_SAVED"))
        single = isinstance(result, Tensor)
        given = (result,) if single else tuple(result)
        made = []
        for out in given:       # what forward hands through is looked at anew: it gets a history of its own
            if isinstance(out, Tensor) and any(out is a for a in args) and not any(out is d for d in ctx._dirty):
                out = out.detach()
            made.append(out)
        flowing = [out for original, out in zip(given, made)
                   if isinstance(out, Tensor) and (out.is_floating_point() or out.is_complex()) and not any(original is n for n in ctx._no_gradient)]
        silent = {i: (out.shape, out.dtype, out.device) for i, out in enumerate(made) if isinstance(out, Tensor) and not any(out is f for f in flowing)}
        shapes = [(out.shape, out.dtype, out.device) for out in flowing]

        def back(*grads):
            if ctx._materialize:
                grads = [_zeros(kind) if g is None else g for g, kind in zip(grads, shapes)]
            answers = iter(grads)
            all_grads = [next(answers) if i in places else _zeros(silent[i]) if i in silent and ctx._materialize else None for i in range(count)]
            answer = cls._backward()(ctx, *all_grads)
            answer = answer if isinstance(answer, tuple) else (answer,)
            if len(answer) > len(args) and all(a is None for a in answer[len(args):]):
                answer = answer[:len(args)]
            if len(answer) != len(args):
                raise RuntimeError('function %sBackward returned an incorrect number of gradients (expected %d, got %d)' % (cls.__name__, len(args), len(answer)))
            for i, (g, wanted) in enumerate(zip(answer, inputs_were)):
                if isinstance(g, Tensor) and wanted is not None and not _fits(g.shape, wanted[0]):
                    raise RuntimeError('Function %sBackward returned an invalid gradient at index %d - got %s but expected shape compatible with %s'
                                       % (cls.__name__, i, list(g.shape), list(wanted[0])))
                if isinstance(g, Tensor) and wanted is not None and g.device != wanted[2] and g.ndim:       # (a number goes where it is to be)
                    said = _says("GRADIENT_DEVICE", i, wanted[2], g.device)
                    raise drawn(RuntimeError('Function %sBackward returned an %s' % (cls.__name__, said)), 'P0102' if g.is_cuda and wanted[2].type == 'cuda' else 'P0103',
                                g, next((other for other in grads if isinstance(other, Tensor) and other.device == wanted[2]), None))
            return [_fitted(g, *wanted) if isinstance(g, Tensor) and wanted is not None else g for g, wanted, a in zip(answer, inputs_were, args_are_tensors) if a]

        # the closure holds numbers, not the outputs: a result that knew its own node for ever would never go
        places = [i for i, out in enumerate(made) if any(out is f for f in flowing)]
        count = len(made)
        inputs_were = [(a.shape, a.dtype, a.device) if isinstance(a, Tensor) and a.requires_grad else None for a in args]
        args_are_tensors = [isinstance(a, Tensor) for a in args]
        inputs = [a for a in args if isinstance(a, Tensor)]
        args = (None,) * len(args)
        if flowing:
            _tensor.custom(cls.__name__ + 'Backward', inputs, flowing, back)
            ctx._let_go(flowing)
            ctx._pack()
        del inputs, flowing
        return made[0] if single else tuple(made)


def through(name, tensors, backward):
    """The same tensors as results of a function `name` whose backward is `backward`."""
    made = [t.detach() for t in tensors]
    _tensor.custom(name, list(tensors), made, backward)
    return made


def once_differentiable(fn):
    """For a backward whose operations cannot be differentiated: a second gradient through it is an error."""
    @functools.wraps(fn)
    def wrapper(ctx, *grads):
        recorded = _tensor.mode(1, False)[0]
        try:
            outputs = fn(ctx, *grads)
        finally:
            _tensor.mode(1, recorded)
        if not recorded or not any(isinstance(g, Tensor) and g.requires_grad for g in grads):
            return outputs
        several = isinstance(outputs, tuple)
        made = [o.detach() if isinstance(o, Tensor) else o for o in (outputs if several else (outputs,))]

        def twice(*_):
            raise RuntimeError('trying to differentiate twice a function that was marked with @once_differentiable')
        flowing = [o for o in made if isinstance(o, Tensor) and (o.is_floating_point() or o.is_complex())]
        if flowing:
            _tensor.custom('torch::autograd::Error', [g for g in grads if isinstance(g, Tensor)], flowing, twice)
        return tuple(made) if several else made[0]
    return wrapper


InplaceFunction = NestedIOFunction = Function
