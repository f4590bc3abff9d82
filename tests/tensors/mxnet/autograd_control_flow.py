# Gradients through Python's own loops and branches: the path that was taken counts.
from mxnet import autograd, nd


def climb(x, roof):
    """Tripled until it is past the roof, or its square when it starts there; steps is how often."""
    steps = 0
    while x.abs().sum().asscalar() <= roof:
        x, steps = x * 3, steps + 1
    return (x ** 2 if steps == 0 else -x if (x.sum() < 0).asscalar() else x), steps


for numbers in ([0.25, 0.5], [-2.0, 1.0], [40.0, 3.0], [0.0, 1e-3]):
    start = nd.array(numbers)
    start.attach_grad()
    with autograd.record():
        end, steps = climb(start, 30)
    end.backward()
    expected = 2 * start if steps == 0 else nd.ones_like(start) * 3.0 ** steps * (-1 if start.sum().asscalar() < 0 else 1)
    print(steps, end, start.grad, (start.grad == expected).min().asscalar())
