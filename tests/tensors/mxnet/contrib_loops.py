# Loops and choices: nested outputs and states, variables alone, steps that were not taken, gradients, refusals.
import mxnet as mx
from mxnet import nd
from mxnet.ndarray import contrib as C


def told(name, make):
    try:
        print(name, make())
    except Exception as error:
        print(name, type(error).__name__, str(error))


one = nd.zeros(1)
told('a variable alone', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, i + 1), one, 3))
told('in a list', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, [i + 1]), [one], 3))
told('several', lambda: C.while_loop(lambda i, s: i < 3, lambda i, s: ([i, s], [i + 1, s + i]), [one, one], 3))
told('no output', lambda: C.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s + i]), [one, one], 9))
told('nested', lambda: C.while_loop(lambda i: i < 3, lambda i: ([i, [i]], [i + 1]), [one], 3))
told('never', lambda: C.while_loop(lambda i: i < 0, lambda i: (i, [i + 1]), [one], 3))
print('rows', C.while_loop(lambda i: i < 2, lambda i: (i, [i + 1]), [one], max_iterations=4)[0].shape)
told('no bound', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, [i + 1]), [one]))
told('a bound of letters', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, i), [one], 'a'))
told('no variables', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, [i + 1]), [], 3))
told('a number', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, i), 3, 2))
told('one more', lambda: C.while_loop(lambda i: i < 3, lambda i: (i, [i + 1, i]), [one], 3))
told('many conditions', lambda: C.while_loop(lambda i: nd.ones(2), lambda i: (i, [i + 1]), [one], 3))
told('an output that is none', lambda: C.while_loop(lambda i: i < 3, lambda i: (3, [i + 1]), one, 5))
told('outputs that change', lambda: C.while_loop(lambda i: i < 3, lambda i: (([i] if int(i.asscalar()) == 0 else [i, i]), i + 1), one, 2))

told('no states', lambda: C.foreach(lambda d, s: (d, s), nd.arange(3), []))
told('two outputs', lambda: C.foreach(lambda d, s: ([d, d * 2], s + d), nd.arange(3), one))
told('two inputs', lambda: C.foreach(lambda d, s: ([d[0] + d[1]], [s[0] + d[0]]), [nd.arange(3), nd.ones(3)], [one]))
told('nested outputs', lambda: C.foreach(lambda d, s: ([d, (d * 2, s[0])], [s[0] + d, [s[1][0]]]), nd.arange(2), [one, [nd.ones(1)]]))
told('nothing given', lambda: C.foreach(lambda d, s: ([], s), nd.arange(3), []))
told('no array', lambda: C.foreach(lambda d, s: (d, s), 3, []))
told('no state', lambda: C.foreach(lambda d, s: (d, s), nd.arange(3), 3))
told('no output array', lambda: C.foreach(lambda d, s: (3, s), nd.arange(2), []))

told('then', lambda: C.cond(nd.ones(1), lambda: [nd.ones(2), nd.ones(1)], lambda: nd.zeros(2)))
told('else', lambda: C.cond(nd.zeros((1, 1)), lambda: nd.ones(2), lambda: nd.zeros(2)))
told('a number of Python', lambda: C.cond(True, lambda: nd.ones(1), 3))
told('no condition', lambda: C.cond(nd.ones(2), lambda: nd.ones(2), lambda: nd.zeros(2)))

x = nd.arange(3)
x.attach_grad()
with mx.autograd.record():
    out, state = C.foreach(lambda d, s: (d * d, s + d * d * d), x, nd.zeros(1))
    grown, _ = C.while_loop(lambda i, y: i < 2, lambda i, y: (y * y, [i + 1, y * 2]), [nd.zeros(1), x], 2)
    total = state.sum() + grown.sum()
total.backward()
print(x.grad)
