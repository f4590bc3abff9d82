"""What a product, a sum or a shape is refused with where core, a ufunc's own check and Python all have a say: one sentence each."""
import numpy as np


def refused(name, call):
    try:
        call()
        print(name, 'passes')
    except Exception as error:
        print(name, '->', type(error).__name__ + ':', error)


one = np.ones
refused('matmul', lambda: one((2, 3)) @ one((4, 5)))
refused('matmul, batches', lambda: np.matmul(one((2, 3, 4)), one((3, 4, 5))))
refused('matmul, numbers', lambda: np.matmul(1, 2))
refused('matmul, a number', lambda: np.matmul(one(2), 2))
refused('dot', lambda: np.dot(one((2, 3)), one((4, 5))))
refused('dot, vectors', lambda: np.dot(one(3), one(4)))
refused('inner', lambda: np.inner(one(3), one(4)))
refused('two bools', lambda: np.array([True]) - np.array([True]))
refused('diff of bools', lambda: np.subtract.reduce(np.array([True, False])))
refused('a bool', lambda: -np.array([True]))
refused('a bool_', lambda: -np.True_)
refused('stack', lambda: np.stack([one(2), one(3)]))
refused('axis', lambda: one(3).sum(4))
refused('axes', lambda: one((3, 3)).transpose(0, 0))
refused('item', lambda: one(3).item())
refused('item(5)', lambda: one(3).item(5))
refused('item(9)', lambda: one((2, 2)).item(9))
refused('item(0, 5)', lambda: one((2, 2)).item(0, 5))
refused('take', lambda: np.take(one(3), 5))
refused('insert', lambda: np.insert(one(3), 7, 1))
refused('delete', lambda: np.delete(one(3), 7))
refused('reduce', lambda: np.maximum.reduce(one(0)))
refused('max', lambda: one(0).max())
refused('out', lambda: np.add(one(3), one(3), out=[1]))
refused('zeros', lambda: np.zeros(-1))
refused('seed', lambda: np.random.seed(-1))
refused('choice', lambda: np.random.choice(3, p=[0.5, 0.1, 0.1]))
refused('randint', lambda: np.random.randint(0, 500, dtype='int8'))
refused('bincount', lambda: np.bincount([1.5]))
refused('fft', lambda: np.fft.fft(one(3), -1))
refused('cast', lambda: one(3).astype(int, casting='safe'))
