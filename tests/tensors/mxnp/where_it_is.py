import mxnet as mx
from mxnet import np, npx
npx.set_np()
a = np.ones((2, 3))
print(a.ctx, a.context, npx.cpu(), npx.gpu(), npx.gpu(1), mx.cpu() == npx.cpu(), npx.current_context(), repr(npx.gpu(0)), str(npx.cpu(0)))
print(npx.num_gpus() >= 0, mx.context.num_gpus() == npx.num_gpus(), type(npx.cpu()), npx.gpu(2).device_id, npx.gpu(2).device_type)
b = np.zeros((2,), ctx=npx.cpu())
print(b.ctx, np.array([1, 2], ctx=npx.cpu(0)).ctx, np.arange(3, ctx=npx.cpu()).ctx, np.full((2,), 1, ctx=npx.cpu()).ctx, np.random.uniform(size=(2,), ctx=npx.cpu()).ctx)
print(a.as_in_ctx(npx.cpu()) is a, a.as_in_context(mx.cpu()) is a, a.as_in_ctx(npx.cpu()).ctx)
c = a.copyto(npx.cpu())
c[:] = 5
print(a[0], c[0], c.ctx, type(c))
d = np.zeros((2, 3))
r = a.copyto(d)
print(d, r is d)
e = a.copy()
e += 1
print(a[0, 0], e[0, 0], type(e), e is a)
with npx.cpu():
    print(np.ones(1).ctx, npx.current_context())
with mx.Context('cpu', 0):
    print(np.ones(1).ctx)
def pick_gpu(i=0):
    return npx.gpu(i) if npx.num_gpus() >= i + 1 else npx.cpu()
def pick_all():
    found = [npx.gpu(i) for i in range(npx.num_gpus())]
    return found if found else [npx.cpu()]
print(pick_gpu(50), pick_all()[0] in (npx.cpu(), npx.gpu(0)), len(pick_all()) >= 1)
x = np.ones(3, ctx=npx.cpu())
y = x.as_in_ctx(x.ctx) * 2
print(y, y.ctx == x.ctx, y.ctx in [npx.cpu()])
npx.waitall()
y.wait_to_read()
print(npx.is_np_array(), npx.is_np_shape())
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: a.copyto('cpu'))
attempt(lambda: a.copyto(np.ones((3,))))
attempt(lambda: np.ones((2,), ctx='cpu'))
attempt(lambda: np.array([1], ctx='cpu'))
attempt(lambda: np.ones((2,), ctx=3))
attempt(lambda: mx.Context('tpu'))
attempt(lambda: a.as_in_ctx('cpu'))
