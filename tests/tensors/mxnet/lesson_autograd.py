"""Gradients: of products and sums, written or added, with a head of one's own, cut off, paused, of loops; what the mode says."""
from mxnet import autograd, nd
mode = lambda: (autograd.is_recording(), autograd.is_training())
points = nd.array([[1, -2, 0.5], [3, 0, 2]])
points.attach_grad()
print(points.grad, mode())
with autograd.record():
    lengths = nd.sqrt((points * points).sum(axis=1))
    both = nd.dot(points, points.T).sum()
    print(mode())
lengths.backward()
print((points.grad - points / lengths.reshape((2, 1))).abs().max().asscalar() < 1e-6, points.grad.asnumpy().round(3))
both.backward()
print(points.grad, (points.grad == 2 * points.sum(axis=0)).min().asscalar())

for inside in (autograd.record(train_mode=False), autograd.record(), autograd.pause(), autograd.pause(train_mode=True), autograd.train_mode(), autograd.predict_mode()):
    with inside:
        outer = mode()
        with autograd.pause():
            inner = mode()
        with autograd.record():
            print(outer, inner, mode())
print(mode())


def reach(x, far):
    """Doubled until far away; from below zero it turns back once."""
    while nd.sum(nd.abs(x)).asscalar() < far:
        x = x * 2 if x.sum().asscalar() >= 0 else x * -2
    return x


for begin in ([0.75], [-0.1, -0.2], [130.0, 1.0]):
    start = nd.array(begin)
    start.attach_grad()
    with autograd.record():
        end = reach(start, 100)
    end.backward()
    print(end, start.grad, (start.grad * start == end).min().asscalar())

a, b = nd.array([1, 2, 3]), nd.array([0.5, -1, 4])
for numbers in (a, b):
    numbers.attach_grad()
with autograd.record():
    product = a * b
    kept = product.detach() + 0 * a
    mixed = product * kept
mixed.backward()
print(a.grad, b.grad, (a.grad == b * product).min().asscalar())
with autograd.record():
    product = a * b
    with autograd.pause():
        unseen = product * 100
    seen = nd.BlockGrad(a) * b + unseen
seen.backward(nd.array([1, 0, -1]))
print(b.grad, unseen)
with autograd.record():
    parts = [a * 2, b ** 2, (a + b).sum()]
autograd.backward(parts, head_grads=[nd.array([1, 1, 0]), None, nd.array([10])])
print(a.grad, b.grad)
print([g.asnumpy().tolist() for g in autograd.grad(*(lambda: ((autograd.set_recording(True), a * a * b)[1], [a, b]))())], autograd.set_recording(False))

before = a.grad
for keep in ('write', 'add', 'null'):
    c = nd.array([1, 10])
    c.attach_grad(grad_req=keep)
    for times in (1, 2, 3):
        with autograd.record():
            out = (c * times).sum() + (c ** 2).sum() * 0
        if keep != 'null':
            out.backward()
    print(keep, c.grad)
with autograd.record():
    again = (b ** 3).sum()
again.backward(retain_graph=True)
first = b.grad.copy()
again.backward()
print((first == b.grad).min().asscalar(), (before == a.grad).min().asscalar(), first)
tall = nd.ones((2, 3))
tall.attach_grad()
with autograd.record():
    view = tall.T.reshape((6, 1))[1:5].expand_dims(0)
    cut = nd.concat(view, view * 3, dim=2).slice_axis(axis=1, begin=1, end=None)
cut.backward()
print(cut.shape, tall.grad)
