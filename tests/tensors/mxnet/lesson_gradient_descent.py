"""Steps down a slope in numbers and in arrays: too small, right, too large; with momentum, by curvature, with noise; where a slope turns."""
import math
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(53)


def descend(slope, start, rate, steps, inertia=0.0):
    """The places on the way."""
    path, speed = [start], 0
    for _ in range(steps):
        speed = inertia * speed - rate * slope(path[-1])
        path.append(path[-1] + speed)
    return path


bowl = lambda x: 6 * (x - 1)                # of 3 (x - 1)²
for rate in (0.01, 0.1, 1 / 6, 0.3, 0.34):
    path = descend(bowl, 4.0, rate, 15)
    print('%.3f: %s' % (rate, ' '.join('%.3g' % (x - 1) for x in path[1::5])), abs(path[-1] - 1) < abs(path[0] - 1))
wavy = lambda x: math.cos(x) - x * math.sin(x)       # of x cos(x)
print([round(descend(wavy, start, 0.1, 60)[-1], 3) for start in (0.0, 3.0, -1.5)])

steep = nd.array([0.2, 8.0])
valley = lambda place: steep * place
for rate, inertia in ((0.1, 0), (0.2, 0), (0.24, 0), (0.2, 0.4), (0.1, 0.8)):
    path = descend(valley, nd.array([-4, 1.5]), rate, 20, inertia)
    print(rate, inertia, path[-1].asnumpy().round(3), (path[-1].norm() < path[0].norm()).asscalar())


def newton(place):
    """A step as long as the slope over the curvature says."""
    place.attach_grad()
    with autograd.record():
        height = (place ** 4 / 4 + nd.exp(place)).sum()
    height.backward()
    return place - place.grad / (3 * place ** 2 + nd.exp(place))


place, far = nd.array([2.0, -2.0, 0.1]), []
for _ in range(7):
    place = newton(place)
    far.append((place ** 3 + place.exp()).abs().max().asscalar())
print(place.asnumpy().round(4), far[-1] < 1e-4, [a > b for a, b in zip(far, far[1:4])])

samples = nd.random.normal(5, 2, shape=(400,))
exact = descend(lambda x: x - samples.mean().asscalar(), 0.0, 0.5, 12)[-1]
noisy, guess = [], 0.0
for t in range(400):
    guess -= (guess - samples[t].asscalar()) / (t + 1)
    noisy.append(guess)
print(abs(exact - samples.mean().asscalar()) < 0.01, abs(noisy[-1] - samples.mean().asscalar()) < 1e-3)
grid = nd.linspace(-2, 2, 9)
print(grid, (grid * (grid * math.pi).cos()).asnumpy().round(3), nd.round(grid * 0.7), nd.fix(grid * 1.4), grid.sign(), nd.floor(grid)[:4], nd.ceil(grid)[:4], nd.argmin(grid ** 2 - grid, axis=0))
