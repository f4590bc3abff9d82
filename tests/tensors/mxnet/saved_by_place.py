# What a gradient reads stands where it stood: arrays that were changed behind the record are read as they are by then.
from mxnet import nd, autograd


def shown(function):
    print(function.__name__, function().asnumpy())


def operand():
    w, x = nd.array([1., 2.]), nd.array([3., 4.])
    w.attach_grad()
    with autograd.record():
        y = w * x
    x[:] = 10
    y.backward()
    return w.grad


def leaf():
    w = nd.array([1., 2.])
    w.attach_grad()
    with autograd.record():
        y = w * w
    w[:] = 10
    y.backward()
    return w.grad


def result():
    w = nd.array([1., 2.])
    w.attach_grad()
    with autograd.record():
        y = w.exp()
        z = y * 2
    y[:] = 10
    z.backward()
    return w.grad


def within():
    w = nd.array([1., 2.])
    w.attach_grad()
    with autograd.record():
        y = w * w
        with autograd.pause():
            w[:] = 5
        z = y * w
    z.backward()
    return w.grad


def probabilities():
    w = nd.array([1., 2., 3.])
    w.attach_grad()
    with autograd.record():
        y = nd.softmax(w)
    y += 1
    y.backward(nd.array([1, 0, 0]))
    return w.grad


def part():
    w = nd.array([1., 2., 3.])
    w.attach_grad()
    with autograd.record():
        y = w * 2
        z = y * y
        with autograd.pause():
            y[1] = 7
    z.backward()
    return w.grad


def matrix():
    w, x = nd.array([[1., 2.], [3., 4.]]), nd.array([[1., 0.], [0., 1.]])
    w.attach_grad()
    with autograd.record():
        y = nd.dot(w, x)
        with autograd.pause():
            x *= 5
    y.backward()
    return w.grad


for each in (operand, leaf, result, within, probabilities, part, matrix):
    shown(each)
