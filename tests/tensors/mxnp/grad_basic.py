from mxnet import autograd, np, npx
npx.set_np()
mode = lambda: (autograd.is_recording(), autograd.is_training())
v = np.array([1.0, -2, 0.5, 3])
print(v.grad, mode())
v.attach_grad()
print(v.grad, repr(v.grad), type(v.grad), v.grad.shape)


def slope(work, *heads):
    with autograd.record():
        out = work(v)
    out.backward(*heads)
    return v.grad


for name, work, expected in (('square of length', lambda v: np.dot(v, v), lambda v: 2 * v), ('sum', lambda v: v.sum() - 3, np.ones_like), ('mean of cubes', lambda v: (v ** 3).mean(), lambda v: 0.75 * v * v),
                             ('largest', np.max, lambda v: (v == v.max()) * 1.0), ('exp', lambda v: np.exp(v).sum(), np.exp), ('many', lambda v: v * v, lambda v: 2 * v), ('abs', lambda v: np.abs(v).sum(), np.sign)):
    print(name, slope(work), np.abs(slope(work) - expected(v)).max() < 1e-5)
print(slope(lambda v: v * v, np.array([1.0, 0, -1, 2])), slope(lambda v: (v * v).detach() * v) == v * v, slope(lambda v: np.concatenate([v[1:3], v[1:2]]).sum()))
with autograd.record():
    squares = v * v
    frozen = squares.detach() + 1
    out = (frozen * v).sum()
out.backward(retain_graph=True)
print(v.grad - frozen, frozen)
squares.backward()
print(v.grad == 2 * v)
for outer in (autograd.record(), autograd.record(train_mode=False), autograd.pause(), autograd.train_mode(), autograd.predict_mode()):
    with outer:
        seen = mode()
        with autograd.pause(train_mode=True):
            inner = mode()
        with autograd.predict_mode():
            print(seen, inner, mode())
with autograd.record():
    with autograd.pause():
        weight = v * 10
    out = np.sum(weight * v)
out.backward()
print(v.grad, mode())


def unfold(x):
    """Squared while small, else halved until small; how often is part of the answer's path."""
    turns = 0
    while not 1 < np.abs(x).sum() < 8:
        x, turns = (x * x, turns + 1) if np.abs(x).sum() >= 8 and turns == 0 else (x / 2 if np.abs(x).sum() >= 8 else x * 3, turns + 1)
    return x, turns


for begin in (0.1, 5.0, 20.0):
    x = np.array(begin)
    x.attach_grad()
    with autograd.record():
        end, turns = unfold(x)
    end.backward()
    print(begin, turns, end, x.grad, end.shape)
table, row = np.array([[1.0, 2, 0], [0, -1, 4]]), np.array(2.0)
for part in (table, row):
    part.attach_grad()
with autograd.record():
    out = np.tanh(table @ np.array([0.1, 0.2, -0.1]) * row)
    total = (out ** 2).mean() + out[0] * 3
total.backward()
print(table.grad.asnumpy().round(4), row.grad.asnumpy().round(4), out.asnumpy().round(4), table.grad.shape, row.grad.shape, total.shape)
kept = np.zeros(2)
kept.attach_grad(grad_req='add')
for times in (1, 2):
    with autograd.record():
        out = (kept * times).sum()
    out.backward()
print(kept.grad, kept.grad.sum())
