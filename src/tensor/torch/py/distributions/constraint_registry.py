"""biject_to and transform_to: which transform sends free numbers to those that a constraint allows; bijections, and looser ones that suit optimizers better."""
from . import constraints, transforms

__all__ = ['ConstraintRegistry', 'biject_to', 'transform_to']


class ConstraintRegistry:
    """By the class of a constraint: what makes its transform."""

    def __init__(self):
        self._registry = {}
        super().__init__()

    def register(self, constraint, factory=None):
        """Without a factory: a decorator for one."""
        def enter(made):
            kind = constraint if isinstance(constraint, type) else type(constraint)
            if constraints.Constraint not in kind.__mro__:
                raise TypeError(f'Expected constraint to be either a Constraint subclass or instance, but got {constraint}')
            self._registry.update({kind: made})
            return made
        return enter if factory is None else enter(factory)

    def __call__(self, constraint):
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f'Cannot transform {type(constraint).__name__} constraints')
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _in_both(*kinds):
    def add(factory):
        for registry in (biject_to, transform_to):
            for kind in kinds:
                registry.register(kind, (lambda constraint, registry=registry: factory(constraint, registry)) if factory.__code__.co_argcount == 2 else factory)
        return factory
    return add


@_in_both(constraints.independent)
def _independent(constraint, registry):
    return transforms.IndependentTransform(registry(constraint.base_constraint), constraint.reinterpreted_batch_ndims)


@_in_both(constraints.positive, constraints.nonnegative)
def _above(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.lower_bound, 1)])


@_in_both(constraints.less_than)
def _below(constraint):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(constraint.upper_bound, -1)])


@_in_both(constraints.interval, constraints.half_open_interval)
def _between(constraint):
    lower, upper = constraint.lower_bound, constraint.upper_bound
    if all(isinstance(bound, (int, float)) for bound in (lower, upper)) and (lower, upper) == (0, 1):
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(lower, upper - lower)])


@_in_both(constraints.cat)
def _beside(constraint, registry):
    return transforms.CatTransform([registry(each) for each in constraint.cseq], constraint.dim, constraint.lengths)


@_in_both(constraints.stack)
def _stacked(constraint, registry):
    return transforms.StackTransform([registry(each) for each in constraint.cseq], constraint.dim)


for _registry in (biject_to, transform_to):
    _registry.register(constraints.real, lambda constraint: transforms.identity_transform)
    _registry.register(constraints.corr_cholesky, lambda constraint: transforms.CorrCholeskyTransform())
biject_to.register(constraints.simplex, lambda constraint: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda constraint: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda constraint: transforms.LowerCholeskyTransform())
