from mxnet import autograd, np, npx
npx.set_np()
x = np.array([1.0, 2, 3])
x.attach_grad()
with autograd.record():
    y = x ** 2
y.backward(np.array([1.0, 10, 100]))
print(x.grad)
with autograd.record():
    y = x ** 3
print(autograd.grad(y, x, head_grads=np.ones_like(y)))
x.attach_grad(grad_req='add')
for _ in range(3):
    with autograd.record():
        y = (2 * x).sum()
    y.backward()
print(x.grad)
x.grad[:] = 0
print(x.grad)
x.attach_grad('null')
with autograd.record():
    y = (2 * x).sum()
z, w = np.array([1.0, 2]), np.array([3.0, 4])
z.attach_grad()
w.attach_grad()
with autograd.record():
    y = (z * w).sum()
    y.backward(retain_graph=True)
    print(z.grad, w.grad)
y.backward()
print(z.grad, w.grad)
with autograd.record():
    a, b = z * 2, w * 3
autograd.backward([a, b])
print(z.grad, w.grad)
with autograd.record():
    s = (npx.relu(z - 1.5) * w).sum() + np.maximum(z, 1.5).sum() + np.exp(z[0]) + np.log(w).sum() + np.abs(-z).sum() + np.sqrt(w)[1]
s.backward()
print(z.grad.asnumpy().round(4), w.grad.asnumpy().round(4))
m = np.arange(6).reshape(2, 3)
m.attach_grad()
checks = [lambda: m.sum(axis=0)[1], lambda: m.T.reshape(-1)[2:4].sum(), lambda: m.max(), lambda: m.mean() * 3, lambda: np.concatenate([m, 2 * m]).sum(),
          lambda: m[0, 1] * 5, lambda: m[:, 1].sum(), lambda: np.where(m > 2, m * m, -m).sum(), lambda: np.stack([m, m]).sum(), lambda: (m @ np.ones((3, 1))).sum(),
          lambda: npx.pick(m, np.array([0, 2])).sum(), lambda: m.clip(1, 3).sum(), lambda: np.tile(m, (2, 1)).sum(), lambda: m[np.array([1, 1])].sum(),
          lambda: np.split(m, 3, axis=1)[2].sum(), lambda: np.expand_dims(m, 0).squeeze().sum(), lambda: m.repeat(2).sum()]
for f in checks:
    with autograd.record():
        y = f()
    y.backward()
    print(m.grad.asnumpy().round(4).tolist())
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.ones(2).backward())
attempt(lambda: s.backward())
attempt(lambda: autograd.grad(np.ones(1), x))
