"""The same sums by element, by row and at once; timers."""
import time
import mxnet as mx
from mxnet import nd
import numpy as np


class Timer(object):
    def __init__(self):
        self.times = []
        self.start()

    def start(self):
        self.start_time = time.time()

    def stop(self):
        self.times.append(time.time() - self.start_time)
        return self.times[-1]

    def avg(self):
        return sum(self.times) / len(self.times)

    def sum(self):
        return sum(self.times)

    def cumsum(self):
        return np.array(self.times).cumsum().tolist()


mx.random.seed(0)
A, B, C = nd.zeros((8, 8)), nd.random.normal(shape=(8, 8)), nd.random.normal(shape=(8, 8))
timer = Timer()
for i in range(8):
    for j in range(8):
        A[i, j] = nd.dot(B[i, :], C[:, j])
A.wait_to_read()
timer.stop()
first = A.copy()
timer.start()
for j in range(8):
    A[:, j] = nd.dot(B, C[:, j])
A.wait_to_read()
timer.stop()
print((first - A).abs().max().asscalar() < 1e-5)
timer.start()
A = nd.dot(B, C)
A.wait_to_read()
timer.stop()
timer.start()
for j in range(0, 8, 4):
    A[:, j:j + 4] = nd.dot(B, C[:, j:j + 4])
timer.stop()
print((first - A).abs().max().asscalar() < 1e-5, len(timer.times), timer.sum() > 0, len(timer.cumsum()), timer.avg() > 0)
a, b = nd.ones(1000), nd.ones(1000)
c = nd.zeros(1000)
for i in range(20):
    c[i] = a[i] + b[i]
d = a + b
print(c[:22], d.sum(), (d == 2).min())
