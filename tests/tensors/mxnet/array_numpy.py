import numpy as np
from mxnet import nd
a = np.arange(6, dtype='float32').reshape(2, 3)
x = nd.array(a)
print(x, x.dtype, nd.array(np.array([1, 2])).dtype, nd.array(np.array([1.5]), dtype='float64').dtype)
print(x.asnumpy().sum(), (x * np.float32(2)).asnumpy().tolist(), float(x.sum().asscalar()), x.sum().asscalar() + 1)
try:
    x + a
except TypeError as e:
    print(e)
