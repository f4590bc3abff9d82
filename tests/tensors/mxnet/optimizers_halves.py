"""Optimizers of weights in half precision: kept in single precision where multi_precision asks for it, with a warning where not; whose update is called."""
import warnings

import mxnet as mx
import numpy as np
from mxnet import nd

start = np.linspace(-1, 1, 6).astype('float16')


def kinds(state):
    return tuple(map(kinds, state)) if isinstance(state, (tuple, list)) else state.dtype.__name__ if hasattr(state, 'dtype') else state


for name, options in (('sgd', {}), ('sgd', {'momentum': .9}), ('nag', {'momentum': .9}), ('adam', {'multi_precision': True}), ('lamb', {'multi_precision': True}), ('lars', {'momentum': .9}), ('signum', {}), ('adamax', {}), ('dcasgd', {}), ('rmsprop', {'multi_precision': True}),
                      ('ftrl', {'multi_precision': True}), ('adagrad', {'multi_precision': True})):
    for both in (False, True) if 'multi_precision' not in options else (True,):
        for dtype in ('float16', 'float32'):
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter('always')
                updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.1, wd=0.01, **{'multi_precision': both, **options}))
                weight = nd.array(start, dtype=dtype)
                for i in range(4):
                    updater(0, nd.array((start * 0.3 + i * 0.1).astype(dtype), dtype=dtype), weight)
                print(name, options, both, dtype, weight.asnumpy().astype('float64').round(2), kinds(updater.states[0]), [str(each.message) for each in said])


def told(base, **options):
    """A subclass's update: is it called?"""
    class Told(base):
        def update(self, index, weight, grad, state):
            print(base.__name__, 'update')
            super().update(index, weight, grad, state)
    weight = nd.ones(2)
    mx.optimizer.get_updater(Told(learning_rate=0.5, **options))(0, nd.ones(2), weight)
    print(base.__name__, weight.asnumpy().round(3))


for base in (mx.optimizer.SGD, mx.optimizer.NAG, mx.optimizer.LAMB, mx.optimizer.LARS, mx.optimizer.Adam, mx.optimizer.Signum, mx.optimizer.AdaGrad):
    told(base)
