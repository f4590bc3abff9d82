"""torch.nn.utils.prune: parts of a parameter are held at zero by a mask: NAME_orig is trained, NAME_mask a buffer, NAME their product, made anew before every forward."""
import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable

import torch

_UNFIT = 'importance_scores should have the same shape as '


def _hooks(module, name=None):
    """(key, method) of what prunes the module, or one parameter of it."""
    return [(key, hook) for key, hook in module._forward_pre_hooks.items() if isinstance(hook, BasePruningMethod) and name in (None, hook._tensor_name)]


class BasePruningMethod(ABC):
    """What computes a mask. PRUNING_TYPE: 'unstructured', 'structured' or 'global': which part of what is left it looks at when it is not the first."""

    def __init__(self):
        pass

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """default_mask with more zeros, by what t holds."""

    def apply_mask(self, module):
        name = self._tensor_name
        if name is None:
            raise AssertionError('Module {} has to be pruned'.format(module))
        whole = module._parameters[name + '_orig']
        return module._buffers[name + '_mask'].to(whole.dtype) * whole

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prunes the parameter, further where it is pruned already."""
        before = _hooks(module, name)
        assert len(before) <= 1, 'Avoid adding multiple pruning hooks to the                same tensor {} of module {}. Use a PruningContainer.'.format(name, module)
        method = cls(*args, **kwargs)
        method._tensor_name = name
        for key, earlier in before:
            del module._forward_pre_hooks[key]
            if not isinstance(earlier, PruningContainer):
                earlier = PruningContainer(earlier)
            earlier.add_pruning_method(method)
            method = earlier
        whole = getattr(module, name)
        scores = whole if importance_scores is None else importance_scores
        assert scores.shape == whole.shape, _UNFIT + 'parameter                 {} of {}'.format(name, module)
        if before:
            mask = getattr(module, name + '_mask').detach().clone(memory_format=torch.contiguous_format)
        else:
            del module._parameters[name]
            module.register_parameter(name + '_orig', whole)
            mask = torch.ones_like(whole)
        try:
            with torch.no_grad():
                mask = method.compute_mask(scores, default_mask=mask)
        except Exception:
            if not before:
                del module._parameters[name + '_orig']
                module.register_parameter(name, whole)
            raise
        module.register_buffer(name + '_mask', mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """The tensor with its mask on it."""
        if importance_scores is None:
            importance_scores = t
        assert importance_scores.shape == t.shape, _UNFIT + 'tensor t'
        return t * self.compute_mask(importance_scores, default_mask=torch.ones_like(t) if default_mask is None else default_mask)

    def remove(self, module):
        """The zeros stay; what made them goes."""
        name = self._tensor_name
        assert name is not None, 'Module {} has to be pruned            before pruning can be removed'.format(module)
        final = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        trained = module._parameters.pop(name + '_orig')
        del module._buffers[name + '_mask']
        trained.data = final.data
        setattr(module, name, trained)


class PruningContainer(BasePruningMethod):
    """Several methods one after the other on the same parameter."""

    def __init__(self, *args):
        self._pruning_methods = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError('{} is not a BasePruningMethod subclass'.format(type(method)))
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError("Can only add pruning methods acting on the parameter named '{}' to PruningContainer {}.".format(self._tensor_name, self)
                             + " Found '{}'".format(method._tensor_name))
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """The last method's mask, among what the ones before have left."""
        method = self._pruning_methods[-1]
        left = self._left(method, t, default_mask)
        mask = default_mask.clone().to(dtype=t.dtype)
        mask[left] = method.compute_mask(t[left], default_mask=default_mask[left]).to(dtype=mask.dtype)
        return mask

    @staticmethod
    def _left(method, t, mask):
        kind = method.PRUNING_TYPE
        if kind == 'unstructured':
            return mask == 1
        if kind == 'global':
            return (slice(None),) * t.dim()
        if kind != 'structured':
            raise ValueError('Unrecognized PRUNING_TYPE {}'.format(kind))
        if not hasattr(method, 'dim'):
            raise AttributeError('Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` defined.')
        dim = method.dim + t.dim() if method.dim < 0 else method.dim
        if dim >= t.dim():
            raise IndexError('list assignment index out of range')
        if dim < 0:
            raise IndexError('Index is out of bounds for tensor with dimensions {}'.format(t.dim()))
        alive = mask.sum(dim=[d for d in range(t.dim()) if d != dim]) != 0
        return tuple(alive if d == dim else slice(None) for d in range(t.dim()))


def _check_amount(amount):
    if not isinstance(amount, numbers.Real):
        raise TypeError('Invalid type for amount: {}. Must be int or float.'.format(amount))
    if amount < 0 or not isinstance(amount, numbers.Integral) and float(amount) > 1:
        raise ValueError('amount={} should either be a float in the range [0, 1] or a non-negative integer'.format(amount))


def _number(amount, there_are):
    """How many: a number of them, or a share."""
    if not isinstance(amount, numbers.Integral):
        return round(amount * there_are)
    if amount > there_are:
        raise ValueError('amount={} should be smaller than the number of parameters to prune={}'.format(amount, there_are))
    return amount


def _channels(t, dim):
    if t.dim() <= 1:
        raise ValueError('Structured pruning can only be applied to multidimensional tensors. Found tensor of shape {} with {} dims'.format(t.shape, t.dim()))
    if dim >= t.dim():
        raise IndexError('Invalid index {} for tensor of size {}'.format(dim, t.shape))
    return t.shape[dim]


def _only_channels(t, dim, chosen):
    mask = torch.zeros_like(t)
    place = [slice(None)] * t.dim()
    place[dim] = chosen
    mask[tuple(place)] = 1
    return mask


class Identity(BasePruningMethod):
    """A mask of ones."""
    PRUNING_TYPE = 'unstructured'

    def compute_mask(self, t, default_mask):
        return default_mask

    @classmethod
    def apply(cls, module, name):
        return super().apply(module, name)


class _Unstructured(BasePruningMethod):
    PRUNING_TYPE = 'unstructured'

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount

    def _mask(self, t, default_mask, least):
        n = _number(self.amount, t.nelement())
        mask = default_mask.clone(memory_format=torch.contiguous_format)
        if n:
            mask.view(-1)[least(n).indices] = 0
        return mask


class RandomUnstructured(_Unstructured):
    """Any elements."""

    def compute_mask(self, t, default_mask):
        return self._mask(t, default_mask, lambda n: torch.topk(torch.rand_like(t).view(-1), k=n))

    @classmethod
    def apply(cls, module, name, amount):
        return super().apply(module, name, amount=amount)


class L1Unstructured(_Unstructured):
    """The elements nearest to zero."""

    def compute_mask(self, t, default_mask):
        return self._mask(t, default_mask, lambda n: torch.topk(torch.abs(t).view(-1), k=n, largest=False))

    @classmethod
    def apply(cls, module, name, amount, importance_scores=None):
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class RandomStructured(BasePruningMethod):
    """Any whole channels along dim."""
    PRUNING_TYPE = 'structured'

    def __init__(self, amount, dim=-1):
        _check_amount(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t, default_mask):
        channels = _channels(t, self.dim)
        n = _number(self.amount, channels)
        if not n:
            return default_mask
        drawn = torch.rand(channels)
        mask = _only_channels(t, self.dim, drawn > torch.kthvalue(drawn, k=n).values)
        mask *= default_mask.to(dtype=mask.dtype)
        return mask

    @classmethod
    def apply(cls, module, name, amount, dim=-1):
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """The channels along dim whose norm (n) is smallest."""
    PRUNING_TYPE = 'structured'

    def __init__(self, amount, n, dim=-1):
        _check_amount(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t, default_mask):
        channels = _channels(t, self.dim)
        n = _number(self.amount, channels)
        if not n:
            return default_mask
        others = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        largest = torch.topk(torch.norm(t, p=self.n, dim=others), k=channels - n, largest=True)
        mask = _only_channels(t, self.dim, largest.indices)
        mask *= default_mask.to(dtype=mask.dtype)
        return mask

    @classmethod
    def apply(cls, module, name, amount, n, dim, importance_scores=None):
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """A mask that is given."""
    PRUNING_TYPE = 'global'

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        assert default_mask.shape == self.mask.shape
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module, name, mask):
        return super().apply(module, name, mask=mask)


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """One mask over all the parameters as if they were one: [(module, name), …]."""
    if not isinstance(parameters, Iterable):
        raise TypeError('global_unstructured(): parameters is not an Iterable')
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError('global_unstructured(): importance_scores must be of type dict')
    parameters = list(parameters)
    values = torch.nn.utils.parameters_to_vector([scores.get((module, name), getattr(module, name)) for module, name in parameters])
    masks = torch.nn.utils.parameters_to_vector([getattr(module, name + '_mask', torch.ones_like(getattr(module, name))) for module, name in parameters])
    method = pruning_method(**kwargs)
    method._tensor_name = 'temp'
    if method.PRUNING_TYPE != 'unstructured':
        raise TypeError('Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method {} of type {}'.format(pruning_method, method.PRUNING_TYPE))
    container = PruningContainer()
    container._tensor_name = 'temp'
    container.add_pruning_method(method)
    final, at = container.compute_mask(values, masks), 0
    for module, name in parameters:
        size = getattr(module, name).numel()
        custom_from_mask(module, name, mask=final[at:at + size].view_as(getattr(module, name)))
        at += size


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def remove(module, name):
    """The parameter stays as it is pruned, for good."""
    for key, method in _hooks(module, name):
        method.remove(module)
        del module._forward_pre_hooks[key]
        return module
    raise ValueError("Parameter '{}' of module {} has to be pruned before pruning can be removed".format(name, module))


def is_pruned(module):
    return any(_hooks(each) for _, each in module.named_modules())
