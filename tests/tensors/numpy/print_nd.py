"""How matrices and more dimensions are printed."""
import numpy as np

print(np.arange(12).reshape(3, 4), np.arange(8).reshape(2, 2, 2))
print(repr(np.arange(12.0).reshape(3, 4) / 7))
print(repr(np.arange(8).reshape(2, 2, 2)), np.ones((1, 1, 1, 1)))
print(np.zeros((30, 40)), np.arange(10000).reshape(100, 100))
print(repr(np.random.RandomState(0).rand(3, 3)), repr(np.eye(2, dtype=np.float32)))
print(repr(np.zeros((2, 0))), np.zeros((2, 0)), np.zeros((0,)), repr(np.ones((2, 2), dtype=bool)))
print([np.arange(2), np.arange(3.0)], {"a": np.ones(2)}, (np.float32(1.5), np.int64(2)))
print(str(np.arange(3)), f"{np.arange(3)}", "%s" % np.arange(3), "{}".format(np.arange(2.0)))
