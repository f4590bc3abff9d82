"""Distribution: what all of them have. A class says by arg_constraints and support what its parameters and values must be; both are checked here."""
import numbers
import functools
import re
import warnings

import torch
from _torch import _says
from . import constraints


class Lazy:
    """A parameter computed from the one that was given, when it is first asked for."""

    def __init__(self, formula):
        self.formula = formula
        self.__doc__ = formula.__doc__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, made, owner=None):
        if made is None:
            return self
        with torch.enable_grad():
            found = made.__dict__[self.name] = self.formula(made)
        return found


def broadcast(*values):
    """Numbers and tensors as tensors of one shape; numbers take dtype and device of the first tensor."""
    if not all(isinstance(v, (torch.Tensor, numbers.Number)) for v in values):
        raise ValueError(_says("BROADCAST_KINDS"))
    like = next((v for v in values if isinstance(v, torch.Tensor)), None)
    kind = {'dtype': torch.get_default_dtype()} if like is None else {'dtype': like.dtype, 'device': like.device}
    return torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(v, **kind) for v in values])


def one_of(probs, logits):
    """The one of both that was given: its name and it."""
    if (probs is None) == (logits is None):
        raise ValueError('Either `probs` or `logits` must be specified, but not both.')
    return ('probs', probs) if logits is None else ('logits', logits)


def size_of_given(made):
    """Of probs or logits, without computing one from the other."""
    return made.__dict__['probs' if 'probs' in made.__dict__ else 'logits'].size()


def of_probs(probs):
    """Logarithms that stay finite."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


# Modules that are not called as their class in small letters.
_HOMES = {'StudentT': 'studentT', 'FisherSnedecor': 'fishersnedecor', 'LowRankMultivariateNormal': 'lowrank_multivariate_normal', 'LKJCholesky': 'lkj_cholesky', 'ExponentialFamily': 'exp_family',
          'RelaxedOneHotCategorical': 'relaxed_categorical', 'ExpRelaxedCategorical': 'relaxed_categorical', 'LogitRelaxedBernoulli': 'relaxed_bernoulli', 'OfProbability': 'basic',
          'OneHotCategoricalStraightThrough': 'one_hot_categorical'}


def _into_instance(cls, plain):
    """cls.expand, which fills in an instance of a subclass where one is given."""
    @functools.wraps(plain)
    def expand(self, batch_shape, _instance=None):
        if _instance is None and type(self).__module__.startswith(__package__ + '.'):
            return plain(self, batch_shape)
        given = self._get_checked_instance(cls, _instance)
        made = plain(self, batch_shape)
        given.__dict__.update(made.__dict__)
        return given
    return expand


class Distribution:
    """Parameters broadcast to batch_shape; one event has event_shape."""

    has_rsample = False
    has_enumerate_support = False
    _validate_args = True

    def __init_subclass__(cls, **options):
        """A class of this package says the module that PyTorch has it in."""
        super().__init_subclass__(**options)
        if cls.__module__.startswith(__package__ + '.') and not cls.__name__.startswith('_'):
            cls.__module__ = __package__ + '.' + _HOMES.get(cls.__name__, re.sub('(?<=[a-z])(?=[A-Z])', '_', cls.__name__).lower())
        if cls.__module__.startswith(__package__ + '.') and 'expand' in cls.__dict__:
            cls.expand = _into_instance(cls, cls.expand)

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self):
        try:
            wanted = self.arg_constraints
        except NotImplementedError:
            warnings.warn(f'{self.__class__} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize the distribution with '
                          '`validate_args=False` to turn off validation.')
            return
        for name, constraint in wanted.items():
            if constraints.is_dependent(constraint) or (name not in self.__dict__ and isinstance(getattr(type(self), name, None), Lazy)):
                continue
            value = getattr(self, name)
            if not constraint.check(value).all():
                raise ValueError(f'Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} to satisfy the constraint '
                                 f'{constraint!r}, but found invalid values:\n{value}')

    def _validate_sample(self, value):
        """ValueError in PyTorch's words when a value cannot be one of this distribution's."""
        if not isinstance(value, torch.Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        start = value.dim() - len(self._event_shape)
        if value.shape[start:] != self._event_shape:
            raise ValueError(f'The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}.')
        whole = self._batch_shape + self._event_shape
        if any(i != 1 and j != 1 and i != j for i, j in zip(reversed(value.shape), reversed(whole))):
            raise ValueError(f'Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {whole}.')
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(f'{self.__class__} does not define `support` to enable sample validation. Please initialize the distribution with `validate_args=False` '
                          'to turn off validation.')
            return
        if not support.check(value).all():
            raise ValueError(f'Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support ({support!r}) of the distribution '
                             f'{self!r}, but found invalid values:\n{value}')

    def _checked(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return value

    def _along(self, values, expand):
        """Values of one number each in a dimension before the batch's."""
        row = values[(...,) + (None,) * len(self._batch_shape)]
        return row.expand(values.shape + self._batch_shape) if expand else row

    batch_shape = property(lambda self: self._batch_shape)
    event_shape = property(lambda self: self._event_shape)

    def _left_out(self, *_, **__):
        raise NotImplementedError

    def _no_mode(self):
        raise NotImplementedError(f'{self.__class__} does not implement mode')

    arg_constraints = support = mean = variance = property(_left_out)
    mode = property(_no_mode)
    expand = rsample = log_prob = cdf = icdf = entropy = enumerate_support = _left_out

    def _get_checked_instance(self, cls, _instance=None):
        """What a subclass's expand fills in: an empty one of its own, unless it has been made."""
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(f'Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also define a custom .expand() method.')
        return type(self).__new__(type(self)) if _instance is None else _instance

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        warnings.warn('sample_n will be deprecated. Use .sample((n,)) instead', UserWarning)
        return self.sample(torch.Size((n,)))

    stddev = property(lambda self: self.variance.sqrt())

    def perplexity(self):
        return torch.exp(self.entropy())

    def _expand_over(self, batch_shape, names, event_shape=None):
        """A distribution of this kind whose parameters of those names are expanded; it is not checked again."""
        made = type(self).__new__(type(self))
        batch_shape = torch.Size(batch_shape)
        for name in names:
            if name in self.__dict__:
                value = self.__dict__[name]
                made.__dict__[name] = value.expand(batch_shape + value.shape[len(self._batch_shape):])
        made._batch_shape, made._event_shape = batch_shape, self._event_shape if event_shape is None else event_shape
        made._validate_args = self._validate_args
        return made

    def _validated_as(self, other):
        """self, which checks what the other checks."""
        self._validate_args = other._validate_args
        return self

    def __repr__(self):
        names = [name for name in self.arg_constraints if name in self.__dict__]
        said = [f'{name}: {self.__dict__[name] if self.__dict__[name].numel() == 1 else self.__dict__[name].size()}' for name in names]
        return f'{type(self).__name__}({", ".join(said)})'
