"""A network of two layers out of arrays: a list of layers, steps with momentum in place, rings that no straight line parts."""
import math
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(41)
count, kinds = 180, 3
kind = nd.arange(count) % kinds
angle, radius = nd.random.uniform(0, 2 * math.pi, shape=count), 1 + kind + nd.random.normal(0, 0.1, shape=count)
points = nd.stack(radius * angle.cos(), radius * angle.sin(), axis=1)
print(points.shape, kind[:5], (points.norm(axis=1) - radius).abs().max().asscalar() < 1e-4)


def dense(inside, outside):
    layer = [nd.random.normal(0, (2 / inside) ** 0.5, shape=(inside, outside)), nd.zeros((outside,))]
    for numbers in layer:
        numbers.attach_grad()
    return layer


layers = [dense(2, 16), dense(16, kinds)]
pace = [[nd.zeros_like(numbers) for numbers in layer] for layer in layers]


def says(x, rectify):
    for depth, (weight, bias) in enumerate(layers):
        x = nd.broadcast_add(nd.dot(x, weight), bias)
        if depth + 1 < len(layers):
            x = rectify(x)
    return x


def missed(scores, kind):
    """log(sum(exp)) less the score of the right kind, in numbers that stay small."""
    small = nd.broadcast_sub(scores, scores.max(axis=1, keepdims=True))
    return small.exp().sum(axis=1).log() - nd.pick(small, kind, axis=1)


rectifiers = (lambda x: x * (x > 0), nd.relu, lambda x: nd.maximum(x, 0), lambda x: nd.where(x > 0, x, nd.zeros_like(x)), lambda x: x.clip(0, 1e9))
print([bool((says(points, rectify) - says(points, nd.relu)).abs().max().asscalar() == 0) for rectify in rectifiers])
print((missed(says(points, nd.relu), kind) + nd.log_softmax(says(points, nd.relu)).pick(kind)).abs().max().asscalar() < 1e-5)
path = []
for turn in range(30):
    for start in range(0, count, 45):
        some = slice(start, start + 45)
        with autograd.record():
            error = missed(says(points[some], rectifiers[turn % 5]), kind[some]).mean()
        error.backward()
        for layer, speeds in zip(layers, pace):
            for numbers, speed in zip(layer, speeds):
                speed *= 0.8
                speed -= 0.1 * numbers.grad
                numbers += speed
    path.append(missed(says(points, nd.relu), kind).mean().asscalar())
right = (says(points, nd.relu).argmax(axis=1) == kind).mean().asscalar()
print(path[0] > path[-1], path[-1] < 0.4, right > 0.85, [numbers.shape for layer in layers for numbers in layer])
