"""functorch: functions of functions of tensors: gradients, products with Jacobians, examples one by one.

Gradients are perch's own tape, taken as often as a function is differentiated; vmap calls the function once an example and stacks what comes back, so what it says of shapes is
what the original says; an example is marked as one, and whatever is computed from it, so that its value is refused as the original refuses it."""
from ._batches import vmap                                                                          # noqa: F401
from ._gradients import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp                     # noqa: F401
from ._modules import FunctionalModule, FunctionalModuleWithBuffers, combine_state_for_ensemble, make_functional, make_functional_with_buffers  # noqa: F401

__version__ = '1.13.0'


def __getattr__(name):
    if name in ('functionalize', 'make_fx', 'compile', 'experimental'):
        raise AttributeError("module 'functorch' has no attribute %r in perch; the nearest is calling the function as it is" % name, name=name)
    raise AttributeError("module 'functorch' has no attribute %r" % name, name=name)
