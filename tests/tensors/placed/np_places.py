from mxnet import np, npx
npx.set_np()
x = np.ones((2, 3), ctx=npx.gpu(0))
print(x)
print(repr(x))
print(x.ctx, x.context, npx.num_gpus())
print(x.sum(), repr(x.sum()))
print(repr(np.arange(2, dtype='int32', ctx=npx.gpu(1))))
print(repr(np.array([True], dtype='bool', ctx=npx.gpu(1))))
print(np.random.uniform(size=(2, 3), ctx=npx.gpu(1)).ctx, np.zeros_like(x).ctx, (x + 1).ctx, x[0].ctx, x.T.ctx)
with npx.gpu(1):
    print(np.ones(1).ctx, npx.current_context())
x = np.ones((2, 3), ctx=npx.gpu(0))
print(x.as_in_ctx(npx.gpu(0)) is x)
print(x.as_in_context(npx.gpu(0)) is x)
print(x.copyto(npx.gpu(0)) is x)
z = x.copyto(npx.gpu(1))
print(z)
print(x.ctx, z.ctx, (z + z).ctx, z.as_in_ctx(npx.cpu()).ctx, z.copy().ctx, type(z.asnumpy()))
out = np.zeros((2, 3), ctx=npx.gpu(1))
print(x.copyto(out) is out, out)
a, b, c = np.ones(2), np.ones(2, ctx=npx.gpu(0)), np.ones(2, ctx=npx.gpu(1))
for f in (lambda: a + b, lambda: b * c, lambda: np.dot(b, c), lambda: np.concatenate([a, c]), lambda: np.where(b > 0, b, c)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
b[:] = c
print(b, (b + c.as_in_ctx(b.ctx)).ctx)
