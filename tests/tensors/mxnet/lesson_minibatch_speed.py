"""One product of matrices by element, by row, by block and at once: the same numbers; clocks that add up."""
import contextlib
import time
import mxnet as mx
from mxnet import nd
mx.random.seed(91)


class Clock:
    """Seconds of each block of work, by its name."""

    def __init__(self):
        self.laps = {}

    @contextlib.contextmanager
    def lap(self, name):
        start = time.perf_counter()
        yield
        nd.waitall()
        self.laps.setdefault(name, []).append(time.perf_counter() - start)


clock, left, right = Clock(), nd.random.normal(shape=(6, 10)), nd.random.normal(shape=(10, 9))
out = {name: nd.zeros((6, 9)) for name in ('element', 'row', 'column', 'block', 'outer')}
with clock.lap('element'):
    for i in range(6):
        for j in range(9):
            out['element'][i, j] = (left[i] * right[:, j]).sum()
with clock.lap('row'):
    for i in range(6):
        out['row'][i] = nd.dot(left[i], right)
with clock.lap('column'):
    for j in range(9):
        out['column'][:, j] = nd.dot(left, right[:, j])
for width in (3, 4):
    with clock.lap('block'):
        for j in range(0, 9, width):
            out['block'][:, j:j + width] = nd.dot(left, right[:, j:j + width])
with clock.lap('outer'):
    for k in range(10):
        out['outer'] += nd.dot(left[:, k:k + 1], right[k:k + 1])
with clock.lap('once'):
    whole = nd.dot(left, right)
print({name: bool((whole - made).abs().max().asscalar() < 1e-4) for name, made in out.items()})
print(sorted(clock.laps), len(clock.laps['block']), all(lap >= 0 for laps in clock.laps.values() for lap in laps))
many, other, target = nd.arange(600), nd.full(600, 2), nd.zeros(600)
for i in range(0, 30, 3):
    target[i] = many[i] * other[i]
with clock.lap('vector'):
    product = many * other
print(target[:7], (product[:30:3] == target[:30:3]).min(), product.sum(), clock.laps['vector'][0] < 60)
