"""Grids and broadcasting: distances, tables, meshgrid, mgrid, ogrid."""
import numpy as np
x, y = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(0, 1, 2))
print(x, y, (x ** 2 + y ** 2).round(2))
print(np.mgrid[0:2, 0:3], np.ogrid[0:2, 0:3], np.mgrid[-1:1:5j])
points = np.array([[0, 0], [3, 4], [6, 8]])
d = np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(-1))
print(d)
print(np.arange(1, 4)[:, np.newaxis] * np.arange(1, 4))
a, b = np.ones((3, 1)), np.ones((1, 4))
print((a + b).shape, np.broadcast_shapes((3, 1), (1, 4)), np.broadcast_to([1, 2], (2, 2)), np.broadcast(a, b).shape)
try:
    np.ones((2, 3)) + np.ones((2, 4))
except ValueError as e:
    print(e)
r, g = np.ix_([0, 2], [1, 0])
print(points[r, g], np.indices((2, 2)).tolist())
