"""What a distribution's parameters and values must be. Each constraint checks a tensor: a truth for every event."""
import torch

__all__ = ['Constraint', 'boolean', 'cat', 'corr_cholesky', 'dependent', 'dependent_property', 'greater_than', 'greater_than_eq', 'independent',
           'integer_interval', 'interval', 'half_open_interval', 'is_dependent', 'less_than', 'lower_cholesky', 'lower_triangular', 'multinomial',
           'nonnegative_integer', 'positive', 'positive_semidefinite', 'positive_definite', 'positive_integer', 'real', 'real_vector', 'simplex', 'square',
           'stack', 'symmetric', 'unit_interval']


class Constraint:
    is_discrete = False
    event_dim = 0       # how many of the last dimensions are one event

    def check(self, value):
        raise NotImplementedError

    def __repr__(self):
        said = ', '.join(f'{name}={bound.item() if isinstance(bound, torch.Tensor) and bound.ndim == 0 else bound}' for name, bound in vars(self).items() if name in _BOUNDS)
        return f'{type(self).__name__.lstrip("_")}({said})'


_BOUNDS = 'lower_bound', 'upper_bound'


class _Dependent(Constraint):
    """Known only of a distribution that is made."""

    def __init__(self, *, is_discrete=False, event_dim=0):
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, *, is_discrete=None, event_dim=None):
        return _Dependent(is_discrete=self.is_discrete if is_discrete is None else is_discrete, event_dim=self.event_dim if event_dim is None else event_dim)

    def check(self, x):
        raise ValueError('Cannot determine validity of dependent constraint')


class _DependentProperty(property, _Dependent):
    def __init__(self, fn=None, *, is_discrete=False, event_dim=0):
        property.__init__(self, fn)
        _Dependent.__init__(self, is_discrete=is_discrete, event_dim=event_dim)

    def __call__(self, fn):
        return _DependentProperty(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint):
    return isinstance(constraint, _Dependent)


class _IndependentConstraint(Constraint):
    """A constraint of single numbers, held by all numbers of an event."""

    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims

    is_discrete = property(lambda self: self.base_constraint.is_discrete)
    event_dim = property(lambda self: self.base_constraint.event_dim + self.reinterpreted_batch_ndims)

    def check(self, value):
        held = self.base_constraint.check(value)
        if held.dim() < self.reinterpreted_batch_ndims:
            needed = self.base_constraint.event_dim + self.reinterpreted_batch_ndims
            raise ValueError(f'Expected value.dim() >= {needed} but got {value.dim()}')
        return held.flatten(held.dim() - self.reinterpreted_batch_ndims).all(-1) if self.reinterpreted_batch_ndims else held

    def __repr__(self):
        return f'{type(self).__name__[1:]}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})'


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value):
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value):
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Real(Constraint):
    def check(self, value):
        return value == value       # not NaN


class _Bounded(Constraint):
    """Bounds, by the names of those that a kind has."""

    def __init__(self, *bounds, **named):
        for name, bound in zip([n for n in _BOUNDS if n in self.bounds], bounds):
            setattr(self, name, bound)
        for name, bound in named.items():
            setattr(self, name, bound)


class _GreaterThan(_Bounded):
    bounds = 'lower_bound',

    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(_Bounded):
    bounds = 'lower_bound',

    def check(self, value):
        return self.lower_bound <= value


class _LessThan(_Bounded):
    bounds = 'upper_bound',

    def check(self, value):
        return value < self.upper_bound


class _Interval(_Bounded):
    bounds = _BOUNDS

    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _HalfOpenInterval(_Bounded):
    bounds = _BOUNDS

    def check(self, value):
        return (self.lower_bound <= value) & (value < self.upper_bound)


class _IntegerInterval(_Interval):
    is_discrete = True

    def check(self, value):
        return super().check(value) & (value % 1 == 0)


class _IntegerGreaterThan(_GreaterThanEq):
    is_discrete = True

    def check(self, value):
        return super().check(value) & (value % 1 == 0)


class _IntegerLessThan(_LessThan):
    is_discrete = True

    def check(self, value):
        return (value <= self.upper_bound) & (value % 1 == 0)


class _Simplex(Constraint):
    """Not negative, and one in sum."""
    event_dim = 1

    def check(self, value):
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _Multinomial(_Bounded):
    """Counts of so many draws."""
    bounds = 'upper_bound',
    is_discrete = True
    event_dim = 1

    def __repr__(self):
        return 'Multinomial()'

    def check(self, x):
        return (x >= 0).all(-1) & (x.sum(-1) <= self.upper_bound)


class _LowerTriangular(Constraint):
    event_dim = 2

    def check(self, value):
        return (value.tril() == value).flatten(-2).all(-1)


class _LowerCholesky(_LowerTriangular):
    def check(self, value):
        return super().check(value) & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _CorrCholesky(Constraint):
    """A Cholesky factor of which each row has length 1."""
    event_dim = 2

    def check(self, value):
        tol = torch.finfo(value.dtype).eps * value.size(-1) * 10
        return _LowerCholesky().check(value) & (value.norm(dim=-1) - 1).abs().lt(tol).all(-1)


class _Parts(Constraint):
    """Several constraints along one dimension."""

    def __init__(self, cseq, dim=0):
        assert all(isinstance(each, Constraint) for each in cseq)
        self.cseq, self.dim = list(cseq), dim

    is_discrete = property(lambda self: any(each.is_discrete for each in self.cseq))


class _Cat(_Parts):
    def __init__(self, cseq, dim=0, lengths=None):
        super().__init__(cseq, dim)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        assert len(self.lengths) == len(self.cseq)

    event_dim = property(lambda self: max(each.event_dim for each in self.cseq))

    def check(self, value):
        assert -value.dim() <= self.dim < value.dim()
        return torch.cat([each.check(piece) for each, piece in zip(self.cseq, value.split(self.lengths, self.dim))], self.dim)


class _Stack(_Parts):
    @property
    def event_dim(self):
        dim = max(each.event_dim for each in self.cseq)
        return dim + 1 if self.dim + dim < 0 else dim

    def check(self, value):
        assert -value.dim() <= self.dim < value.dim()
        return torch.stack([each.check(piece) for each, piece in zip(self.cseq, value.unbind(self.dim))], self.dim)


class _Square(Constraint):
    event_dim = 2

    def check(self, value):
        shape = value.shape
        return value.new_full(shape[:-2], shape[-2] == shape[-1], dtype=torch.bool)


class _Symmetric(_Square):
    def check(self, value):
        if value.shape[-2] != value.shape[-1]:
            return super().check(value)
        mirrored = torch.isclose(value, value.mT, atol=1e-6).all(-1).all(-1)
        return mirrored & self._values(value)

    def _values(self, value):
        """What a symmetric matrix must be, besides."""
        return torch.full(value.shape[:-2], True, device=value.device)


class _PositiveDefinite(_Symmetric):
    def _values(self, value):
        return (torch.linalg.eigvalsh(value) > 0).all(-1)


class _PositiveSemidefinite(_Symmetric):
    def _values(self, value):
        return (torch.linalg.eigvalsh(value) >= 0).all(-1)


dependent = _Dependent()
dependent_property = _DependentProperty
independent = _IndependentConstraint
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = independent(real, 1)
positive = _GreaterThan(0.)
nonnegative = _GreaterThanEq(0.)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
interval = _Interval
unit_interval = _Interval(0., 1.)
half_open_interval = _HalfOpenInterval
simplex = _Simplex()
lower_triangular = _LowerTriangular()
lower_cholesky = _LowerCholesky()
corr_cholesky = _CorrCholesky()
cat, stack = _Cat, _Stack
square = _Square()
symmetric = _Symmetric()
positive_definite = _PositiveDefinite()
positive_semidefinite = _PositiveSemidefinite()
