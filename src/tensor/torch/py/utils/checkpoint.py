"""torch.utils.checkpoint: a part of a network whose inner values are computed again in the backward pass instead of being kept."""
import warnings

import _tensor
import torch
from _torch import _two
from torch.autograd import Function


class CheckpointFunction(Function):
    @staticmethod
    def forward(ctx, run_function, *args):
        ctx.run_function = run_function
        ctx.args = args
        ctx.autocast = [_tensor.autocast(kind) for kind in (0, 1)]
        with torch.no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        fresh = [a.detach().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in ctx.args]
        outer = [_tensor.autocast(kind, *state) for kind, state in enumerate(ctx.autocast)]     # as in the forward pass
        try:
            with torch.enable_grad():
                outputs = ctx.run_function(*fresh)
        finally:
            for kind, state in enumerate(outer):
                _tensor.autocast(kind, *state)
        outputs = (outputs,) if isinstance(outputs, torch.Tensor) else outputs
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError('none of output has requires_grad=True, this checkpoint() is not necessary')
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, *(a.grad if isinstance(a, torch.Tensor) else None for a in fresh))


def _chosen(use_reentrant, where, then):
    """Which of the two ways; PyTorch 2 wants it said."""
    if use_reentrant is not None:
        return use_reentrant
    if _two('CHECKPOINT_SAYS_WAY'):
        warnings.warn('torch.utils.checkpoint%s: the use_reentrant parameter should be passed explicitly. In a future release, %s use_reentrant=False is recommended, but if you need to preserve '
                      'the current default behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between the two variants.' % (where, then), stacklevel=3)
    return True


def checkpoint(function, *args, use_reentrant=None, **kwargs):
    use_reentrant = _chosen(use_reentrant, '', 'calling checkpoint without use_reentrant will raise an exception.')
    if not use_reentrant:
        for own in ('preserve_rng_state', 'context_fn', 'determinism_check', 'debug', 'early_stop'):
            kwargs.pop(own, None)
        return function(*args, **kwargs)
    kwargs.pop('preserve_rng_state', None)
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
    if not any(isinstance(a, torch.Tensor) and a.requires_grad for a in args):
        warnings.warn('None of the inputs have requires_grad=True. Gradients will be None')
    return CheckpointFunction.apply(function, *args)


def checkpoint_sequential(functions, segments, input, *, preserve_rng_state=True, **kwargs):
    way = kwargs.pop('use_reentrant', None) if _two('CHECKPOINT_SAYS_WAY') else True
    way = _chosen(way, '.checkpoint_sequential', 'we will raise an exception if use_reentrant is not passed.')
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
    if isinstance(functions, torch.nn.Sequential):
        functions = list(functions.children())
    size = len(functions) // segments

    def run(start, end):
        def forward(x):
            for function in functions[start:end + 1]:
                x = function(x)
            return x
        return forward
    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(run(start, end), input, use_reentrant=way, preserve_rng_state=preserve_rng_state)
    return run(end + 1, len(functions) - 1)(input)
