"""Arrays of mx.nd from the ground up: made, asked, turned, read, written, computed, joined, compared, kept in place, NumPy's."""
import numpy as np
from mxnet import nd
line = nd.arange(2, 20)
print(line, line.shape, line.size, line.dtype, line.ndim, len(line), line.context, line.stype)
grid = line.reshape((6, -1))
print(grid, grid.reshape((-1, 2, 3)).shape, grid.reshape((0, -1, 1)).shape, grid.T.shape, grid.reshape(3, 6)[2], nd.arange(0, 1, 0.25), nd.arange(3, repeat=2))
print(nd.zeros((2, 1, 2)), nd.ones(3), nd.full((2, 2), -1.5), nd.eye(3), nd.linspace(0, 1, 3), nd.array([[1, 2], [3, 4]], dtype='int32'), nd.array([]).shape, nd.empty((2, 0)).shape)
other = nd.array([[9, 8, 7], [6, 5, 4]])
pair = grid[:2]
print(pair + other, pair * other, other / pair, pair ** 2, other % pair, 1 / pair, -other, other.log().round(), (pair - other).abs(), nd.maximum(pair, 4), nd.broadcast_hypot(pair, other).floor())
print(nd.dot(pair, other.T), nd.dot(pair, other, transpose_a=True), nd.linalg.gemm2(pair, other, transpose_b=True), (pair * other).sum(), nd.dot(pair[0], other[0]))
for dim in (0, 1):
    print(nd.concat(pair, other, dim=dim), nd.stack(pair, other, axis=dim).shape, pair.sum(axis=dim), other.max(axis=dim), pair.mean(axis=dim, keepdims=True), other.argmin(axis=dim), nd.split(grid, 3, axis=dim)[1])
print(pair == other, pair < other, other >= 6, (pair != other).sum(), nd.where(pair > 4, pair, other), nd.logical_and(pair > 3, other > 5))
print(other.norm().asscalar(), other.prod(), other.min(), pair.sum(axis=0, exclude=True), nd.sort(other, axis=1), nd.topk(other, k=1, axis=0), nd.flip(pair, axis=1))
tall, wide = nd.array([[1], [2], [3]]), nd.array([[10, 20]])
print(tall + wide, nd.broadcast_mul(tall, wide), tall.broadcast_to((3, 2)), nd.tile(wide, (2, 2)), nd.repeat(tall, 2, axis=1))
print(grid[1], grid[2:4], grid[5, 2], grid[:, 1], grid[-1], grid[1:6:2, ::2], grid[nd.array([0, 5])], nd.take(grid, nd.array([1, 1]), axis=1)[0], nd.pick(grid, nd.array([0, 1, 2, 0, 1, 2])))
grid[0, 1] = 100
grid[2:4] = nd.array([[1, 2, 3], [4, 5, 6]])
grid[4:, 1:] = -7
grid[5] = 0
print(grid, line[:3])
held = other
other = other + pair
print(held is other)
held = other
other += pair
other[:] = other * 2
other -= 1
nd.elemwise_mul(other, pair, out=other)
print(held is other, other, nd.zeros_like(other).sum(), other.copy() is other)
table = np.arange(4).reshape(2, 2) / 4
made = nd.array(table)
back = made.asnumpy()
back[0] = 9
print(made, made.dtype, table.dtype, type(back).__name__, back, float(made[1, 1].asscalar()), int(made.sum().asscalar()), bool(made.max()), made.astype('int8').dtype, nd.array(table, dtype=table.dtype).dtype)
