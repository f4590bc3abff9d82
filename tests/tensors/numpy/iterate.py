"""Iteration and membership."""
import numpy as np

for r in np.arange(6).reshape(3, 2):
    print(r, r.sum())
for v in np.array([1.5, 2.5]):
    print(v, type(v))
print(list(np.arange(3)), [x * 2 for x in np.array([0.5, 1.5])], sum(np.arange(5)), max(np.array([1, 5, 2])), sorted(np.array([3, 1, 2])))
print(3 in np.arange(5), 9 in np.arange(5), list(zip(np.arange(2), np.arange(2.0))), list(enumerate(np.array([7, 8]))))
a, b, c = np.array([1, 2, 3])
print(a + b + c, *np.arange(3))
print(dict(zip(["a", "b"], np.array([1, 2]))), list(map(float, np.arange(2))), tuple(np.arange(2)))
for i, j in np.ndindex(2, 2):
    print(i, j, end=" ")
print()
for i, v in np.ndenumerate(np.array([[1, 2], [3, 4]])):
    print(i, v, end=" ")
print()
print([x for x in np.arange(4).reshape(2, 2).flat], np.arange(4).reshape(2, 2).flat[2], any(np.array([0, 1])), all(np.array([1, 1])))
print({np.int64(1): "a"}[1], 1 in {np.int64(1)}, hash(np.float64(2.5)) == hash(2.5), range(10)[np.int64(3)], [10, 20, 30][np.int64(1)])
