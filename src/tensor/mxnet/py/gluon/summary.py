"""Block.summary: a table of layers, output shapes and numbers of parameters."""
import math

from ..ndarray import NDArray


def _shape_text(x):
    if isinstance(x, NDArray):
        return str(x.shape)
    if isinstance(x, (list, tuple)):
        return str([_shape_text(y) for y in x]).replace("'", '')
    return str(x)


def _shapes_text(x):
    """A row's shapes; the outermost list goes without its brackets."""
    return ', '.join(map(_shape_text, x)) if isinstance(x, (list, tuple)) else _shape_text(x)


def print_summary(block, inputs):
    rows, hooks, seen = [], [], set()
    total = trainable = shared = 0

    def note(b):
        if getattr(b, '_active', False):
            raise AssertionError(f'"{b.name}" must not be hybridized to print summary.')

        def hook(b, _, out):
            nonlocal total, trainable, shared
            count = 0
            for p in b.params.values():
                n = math.prod(p.shape)
                count += n
                if id(p) in seen:
                    shared += n
                else:
                    seen.add(id(p))
                total += n
                if p.grad_req != 'null':
                    trainable += n
            rows.append((f'{b.__class__.__name__}-{len(rows)}', _shapes_text(out), count))

        from .nn import HybridSequential, Sequential
        if not isinstance(b, (Sequential, HybridSequential)):
            hooks.append(b.register_forward_hook(hook))

    rows.append(('Input', _shapes_text(inputs[0] if len(inputs) == 1 else inputs), 0))
    try:
        block.apply(note)
        block(*inputs)
    finally:
        for h in hooks:
            h.detach()
    line = '{:>20}  {:>42} {:>15}'
    print('-' * 80)
    print(line.format('Layer (type)', 'Output Shape', 'Param #'))
    print('=' * 80)
    for row in rows:
        print(line.format(*row))
    print('=' * 80)
    print('Parameters in forward computation graph, duplicate included')
    print(f'   Total params: {total}')
    print(f'   Trainable params: {trainable}')
    print(f'   Non-trainable params: {total - trainable}')
    print(f'Shared params in forward computation graph: {shared}')
    print(f'Unique parameters in model: {total - shared}')
    print('-' * 80)
