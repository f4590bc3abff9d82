from mxnet import autograd, np, npx
npx.set_np()
x = np.arange(4.0)
print(x.grad)
x.attach_grad()
print(x.grad, repr(x.grad), type(x.grad))
with autograd.record():
    y = 2 * np.dot(x, x)
print(y, repr(y))
y.backward()
print(x.grad, x.grad == 4 * x)
with autograd.record():
    y = x.sum()
y.backward()
print(x.grad)
with autograd.record():
    y = x * x
y.backward()
print(x.grad)
with autograd.record():
    y = x * x
    u = y.detach()
    z = u * x
z.backward()
print(x.grad == u, u)
y.backward()
print(x.grad == 2 * x)
with autograd.record():
    print(autograd.is_recording(), autograd.is_training())
    with autograd.pause():
        print(autograd.is_recording(), autograd.is_training())
        k = x * 3
    y = (k * x).sum()
y.backward()
print(x.grad)
with autograd.record(train_mode=False):
    print(autograd.is_recording(), autograd.is_training())
with autograd.train_mode():
    print(autograd.is_recording(), autograd.is_training())
with autograd.record():
    with autograd.predict_mode():
        print(autograd.is_recording(), autograd.is_training())
def f(a):
    b = a * 2
    while np.linalg.norm(b) < 1000:
        b = b * 2
    if b.sum() > 0:
        c = b
    else:
        c = 100 * b
    return c
for start in (3.0, -2.0):
    a = np.array(start)
    a.attach_grad()
    with autograd.record():
        d = f(a)
    d.backward()
    print(a.grad == d / a, a.grad, d)
w, b = np.array([[1.0, 2], [3, 4]]), np.array(1.0)
w.attach_grad()
b.attach_grad()
with autograd.record():
    out = (np.dot(w, np.ones(2)) + b) ** 2
    loss = out.mean()
loss.backward()
print(w.grad, b.grad, out, loss, w.grad.shape, b.grad.shape)
