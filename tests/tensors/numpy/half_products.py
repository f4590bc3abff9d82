# Products and sums of halves are rounded where a run of NumPy's ends, over repeated axes too; an array reshaped to its own shape keeps its strides.
import numpy as np

for shape, wide in (((3, 1), (3, 4)), ((1, 3), (4, 3)), ((1,), (100,)), ((5, 1), (5, 30)), ((1, 1), (7, 9)), ((2, 1, 3), (2, 4, 3)), ((3, 4), (3, 4))):
    for name in ('prod', 'sum', 'mean', 'std', 'var', 'max'):
        for axis in (None, 0, -1):
            for start in (1.1, 0.7):
                a = np.broadcast_to((np.arange(np.prod(shape)).reshape(shape) * 0.07 + start).astype('f2'), wide)
                print(shape, wide, name, axis, repr(getattr(a, name)(axis=axis)).replace('\n', ''))
a = np.full((4,), 1.47, 'f2')
print(a.prod(), np.multiply.reduce(a), np.full(9, 1.47, 'f2').prod(), np.full((3, 4), 1.47, 'f2').prod(0), np.full((3, 4), 1.47, 'f2').T.prod(1))
e = np.zeros((2, 0, 3))
print(e.strides, e.reshape(2, 0, 3).strides, e.reshape(0, 2, 3).strides, e.reshape((2, 0, 3), order='F').strides, np.zeros(0).reshape(0).strides, np.zeros((1, 3))[:, ::2].reshape(1, 2).strides,
      np.zeros((3, 0, 2), order='F').reshape(3, 0, 2).strides, np.zeros(0).T.strides)
