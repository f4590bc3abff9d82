"""Tensors that have shapes, strides, dtypes and places, and no numbers: what a model's tensors would be, without its memory and its time."""
import weakref
from dataclasses import dataclass
from typing import Any

import torch
from torch._dispatch import below, tensors, unseen
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

_MAKERS = frozenset('ones zeros rand randn empty full eye arange linspace scalar_tensor randperm randint'.split())
_READS = frozenset(('_local_scalar_dense', 'item', 'equal', 'is_nonzero'))
_DRAWS = frozenset('bernoulli_ bernoulli multinomial normal_ uniform_ rand_like randn_like'.split())
_GROWS = frozenset('nonzero masked_select unique unique_consecutive'.split())


@dataclass
class UnsupportedFakeTensorException(RuntimeError):
    """What a fake tensor cannot stand for."""
    reason: str


@dataclass
class DynamicOutputShapeException(RuntimeError):
    """A shape that depends on numbers."""
    func: Any


@dataclass
class DataDependentOutputException(RuntimeError):
    """A number was asked for."""
    func: Any


@dataclass
class UnsupportedOperatorException(RuntimeError):
    """An operator that has no fake."""
    func: Any


class FakeTensor(torch.Tensor):
    """One of them: its look, and the device that it says it lies on."""

    @staticmethod
    def __new__(cls, fake_mode, elem, device, constant=None, real_tensor=None, requires_grad=None):
        made = torch.Tensor._make_wrapper_subclass(cls, elem.size(), strides=elem.stride(), storage_offset=elem.storage_offset(), dtype=elem.dtype, device=device,
                                                   requires_grad=elem.requires_grad if requires_grad is None else requires_grad)
        made.fake_mode, made._elem, made.fake_device, made.constant = fake_mode, elem.detach(), torch.device(device), constant
        return made

    @property
    def fake_device_type(self):
        return self.fake_device.type

    @staticmethod
    def from_tensor(t, fake_mode):
        return fake_mode.from_tensor(t)

    def __repr__(self, *, tensor_contents=None):
        words = ['...']
        if self.fake_device.type != 'cpu':
            words.append("device='%s'" % self.fake_device)
        words.append('size=%s' % (tuple(self.shape),))
        if self.dtype != torch.get_default_dtype() and self.dtype not in (torch.int64, torch.bool) or self.numel() >= 0 and self.dtype in (torch.int64, torch.bool):
            words.append('dtype=%s' % self.dtype)
        if self.grad_fn is not None:
            words.append('grad_fn=<%s>' % type(self.grad_fn).__name__)
        elif self.requires_grad:
            words.append('requires_grad=True')
        text = 'FakeTensor(%s)' % ', '.join(words)
        return 'Parameter(%s)' % text if getattr(self, '_is_param', False) else text

    def tolist(self):
        if self.dim() == 0:
            return self.item()
        return [each.tolist() for each in self]

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        mode = next(t.fake_mode for t in tensors((args, kwargs)) if isinstance(t, FakeTensor))
        with mode:
            return func(*args, **(kwargs or {}))


class FakeTensorConverter:
    """Real tensors, and the fakes that stand for them."""

    def __init__(self, *, copy_data=False, export=False):
        self._known = {}            # a tensor's id: (a weak reference to it, its fake)

    def from_real_tensor(self, fake_mode, t, make_constant=False):
        weak, found = self._known.get(id(t), (None, None))
        found = found if weak is not None and weak() is t else None
        if found is None:
            with below(), unseen():
                elem = torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device='meta')
            wanted = t.requires_grad
            found = FakeTensor(fake_mode, elem, t.device, requires_grad=wanted and t.is_leaf)
            if isinstance(t, torch.nn.Parameter):
                found._is_param = True
            if wanted and not t.is_leaf:
                with fake_mode, torch.enable_grad():
                    found = found.requires_grad_().clone()
            if make_constant:
                found.constant = t
            self._known[id(t)] = weakref.ref(t, lambda _, key=id(t): self._known.pop(key, None)), found
        return found

    __call__ = from_real_tensor


class FakeTensorMode(TorchDispatchMode):
    """Inside, what makes tensors makes fakes, and operators say what their results would be."""

    def __init__(self, *, allow_fallback_kernels=True, allow_non_fake_inputs=False, shape_env=None, static_shapes=None, export=False):
        from perch.only import only
        only('FakeTensorMode', shape_env=(shape_env, None))
        super().__init__()
        self.allow_fallback_kernels, self.allow_non_fake_inputs, self.export = allow_fallback_kernels, allow_non_fake_inputs, export
        self.shape_env, self.static_shapes = None, True if static_shapes is None else static_shapes
        self.fake_tensor_converter = FakeTensorConverter()
        self._entered = []

    def __enter__(self):
        from torch.utils._python_dispatch import _get_current_dispatch_mode
        inside = _get_current_dispatch_mode() is self           # entering the mode under way changes nothing
        self._entered.append(inside)
        return self if inside else super().__enter__()

    def __exit__(self, *error):
        if not self._entered.pop():
            super().__exit__(*error)

    def is_our_fake(self, t):
        return isinstance(t, FakeTensor) and t.fake_mode is self

    def from_tensor(self, tensor, *, static_shapes=None, source=None, symbolic_context=None, trace=True):
        """The fake that stands for a tensor: the same one each time."""
        if isinstance(tensor, FakeTensor):
            if tensor.fake_mode is not self:
                raise AssertionError('Mixing fake modes NYI')
            return tensor
        return self.fake_tensor_converter.from_real_tensor(self, tensor)

    # ---- an operator ----
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        name = func._registered.name
        if name == 'lift_fresh':
            return args[0] if isinstance(args[0], FakeTensor) else self._known_number(args[0]) or self.from_tensor(args[0])
        if name in _READS:
            constant = getattr(args[0], 'constant', None)
            if constant is not None:
                return func(constant)
            raise DataDependentOutputException(func)
        made = self._of_constants(func, name, args, kwargs)
        if made is not None:
            return made
        if name in _GROWS or name == 'index' and any(t is not None and t.dtype in (torch.bool, torch.uint8) for t in args[1]):
            raise DynamicOutputShapeException(torch.ops.aten.nonzero.default if name == 'index' else func)
        args, kwargs = self._faked(func, args, kwargs)
        device = self._device(func, args, kwargs)
        return self._computed(func, name, args, kwargs, device)

    def _known_number(self, t):
        """One number keeps its value beside its fake."""
        return self.fake_tensor_converter.from_real_tensor(self, t, make_constant=True) if t.numel() == 1 and not t.is_meta else None

    def _of_constants(self, func, name, args, kwargs):
        """What is computed from known numbers alone is known; None: it is not."""
        given = list(tensors((args, kwargs)))
        if name in _DRAWS or not given or not all(isinstance(t, FakeTensor) and t.constant is not None for t in given) or _elsewhere(kwargs):
            return None
        known = {id(t.constant): t for t in given}
        with below(), unseen():
            plain, named = tree_map(_constant, (args, kwargs))
            made = func(*plain, **named)
        if isinstance(made, torch.Tensor):
            return known.get(id(made)) or self._known_number(made)
        return made

    def _faked(self, func, args, kwargs):
        def of(value):
            if not isinstance(value, torch.Tensor) or isinstance(value, FakeTensor):
                if isinstance(value, FakeTensor) and value.fake_mode is not self:
                    raise AssertionError('Mixing fake modes NYI')
                return value
            if not self.allow_non_fake_inputs:
                raise AssertionError("Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with 'allow_non_fake_inputs'. Found in %s" % _call(func, args, kwargs))
            return self.from_tensor(value)
        return tree_map(of, args), tree_map(of, kwargs)

    def _device(self, func, args, kwargs):
        """Where the results are: a number's tensor goes with the others."""
        if kwargs.get('device') is not None:
            device = torch.device(kwargs['device'])
            return torch.device('cuda', torch.cuda.current_device()) if device.type == 'cuda' and device.index is None else device
        found = None
        scalar = False
        for t in tensors((args, kwargs)):
            place = t.fake_device
            if found is None or scalar and t.dim():
                if found is not None and found != place and found.type != 'cpu':
                    raise RuntimeError('Unhandled FakeTensor Device Propagation for %s, found two different devices %s, %s' % (func, found, place))
                found, scalar = place, not t.dim()
            elif place != found and not (t.dim() == 0 and place.type == 'cpu'):
                raise RuntimeError('Unhandled FakeTensor Device Propagation for %s, found two different devices %s, %s' % (func, found, place))
        return torch.device('cpu') if found is None else found

    def _computed(self, func, name, args, kwargs, device):
        def bare(value):
            return value._elem if isinstance(value, FakeTensor) else value
        plain, named = tree_map(bare, args), tree_map(bare, kwargs)
        if 'device' in named or name in _MAKERS:
            named['device'] = torch.device('meta')
        with below():
            made = func(*plain, **named)
        known = {id(value._elem): value for value in tensors((args, kwargs))}

        def wrapped(value):
            if not isinstance(value, torch.Tensor):
                return value
            if id(value) in known:
                known[id(value)].constant = None
                return known[id(value)]
            return FakeTensor(self, value, device)
        if isinstance(made, (tuple, list)) and hasattr(made, '_fields'):
            return type(made)(tuple(map(wrapped, made)))
        return tree_map(wrapped, made)


def _constant(value):
    return value.constant if isinstance(value, FakeTensor) else value


def _elsewhere(kwargs):
    return kwargs.get('device') is not None and torch.device(kwargs['device']).type != 'cpu'


def _call(func, args, kwargs):
    return '%s(%s)' % (func, ', '.join([*map(str, args), *('%s=%s' % pair for pair in kwargs.items())]))


def is_fake(x):
    return isinstance(x, FakeTensor)


def maybe_get_fake_mode(t):
    return t.fake_mode if isinstance(t, FakeTensor) else None
