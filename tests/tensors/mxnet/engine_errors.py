"""What an operation finds wrong in its numbers is told to who waits for its result, once; shapes are told at the call."""
import os
import pickle

import mxnet as mx
from mxnet import autograd, nd


def say(name, f):
    try:
        f()
        print(name, 'ok')
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().splitlines()[-1].split('Error: ')[-1])


def bad():
    return nd.random.normal(0, -1, (2, 2))


say('a shape', lambda: nd.dot(nd.ones((2, 3)), nd.ones((2, 3))))
for name, f in [('normal', lambda: nd.random.normal(0, 0, (2, 2))), ('half', lambda: nd.random.normal(0, -0.5, (2, 2))), ('large', lambda: nd.random.normal(0, -1e20, (2, 2))),
                ('uniform', lambda: nd.random.uniform(3, 1.5, (2, 2))), ('integers', lambda: nd.random.randint(5, 1, (2, 2))),
                ('gamma', lambda: nd.random.gamma(0, 1, (2, 2))), ('beta', lambda: nd.random.gamma(1, -2.25, (2, 2))), ('both', lambda: nd.random.gamma(-1, -1, (2, 2))),
                ('poisson', lambda: nd.random.poisson(-1.5, (2, 2))), ('exponential', lambda: nd.random.exponential(-4, (2, 2))),
                ('index', lambda: nd.ones((3, 2))[nd.array([7])]), ('gather', lambda: nd.gather_nd(nd.ones((3, 2)), nd.array([[7], [0]]))),
                ('np', lambda: mx.np.random.normal(0, -1, (2, 2)))]:
    made = f()
    print(name, made.shape, end=' ')
    say('', made.asnumpy)
    say(name + ' again', made.asnumpy)

a = bad()
c = a + 1
say('what came of it', c.asnumpy)
say('it', a.asnumpy)
say('all', nd.waitall)
a = bad()
c = a + 1
say('all', nd.waitall)
d = c + 1
say('what came of it', c.asnumpy)
say('and of that', d.asnumpy)
a, b = bad(), nd.ones((2, 2))
print(b.asnumpy().sum(), (b + 1).asnumpy().sum())
say('print', lambda: print(a))
a = bad()
say('scalar', lambda: a.sum().asscalar())
a = bad()
say('truth', lambda: bool(a.sum() > 0))
a = bad()
say('view', lambda: a.reshape((4,)).asnumpy())
a = bad()
say('wait', a.wait_to_read)
say('wait again', a.wait_to_read)
a = bad()
say('save', lambda: nd.save('failed.params', [a]))
if os.path.exists('failed.params'):
    os.remove('failed.params')
a = bad()
say('pickle', lambda: pickle.dumps(a))
a = bad()
b = a.copyto(mx.cpu(1))
say('copy', b.asnumpy)
a = bad()
say('cast', lambda: a.astype('float64').asnumpy())
a = bad()
a[:] = 1
say('written', a.asnumpy)
a = nd.ones((2, 2))
say('into', lambda: nd.random.normal(0, -1, (2, 2), out=a))
say('into', a.asnumpy)
a = nd.ones((2, 2))
a += bad()
say('in place', a.asnumpy)
x = nd.ones((2, 2))
x.attach_grad()
with autograd.record():
    y = (x * bad()).sum()
y.backward()
say('gradient', x.grad.asnumpy)
say('its array', x.asnumpy)
say('all', nd.waitall)
