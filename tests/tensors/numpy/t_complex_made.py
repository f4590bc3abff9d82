# Functions that make complex arrays where the numbers that they begin with are real, and the way back.
import numpy as np

for dtype in (np.complex64, np.complex128):
    print(repr(np.eye(2, dtype=dtype)), repr(np.eye(2, 3, 1, dtype=dtype)), repr(np.identity(2, dtype=dtype)))
    print(repr(np.linspace(0, 1, 3, dtype=dtype)), repr(np.logspace(0, 2, 3, dtype=dtype)), repr(np.full((2,), 3, dtype=dtype)), repr(np.full_like(np.ones(2, int), 2, dtype=dtype)))
    print(repr(np.array([True, False], dtype=dtype)), np.zeros(300, dtype=dtype).sum(), np.eye(40, dtype=dtype).sum())
    for values in (np.array([[1.5, -2], [0, 4]]), np.array([[1.5, 2], [3, 4]], dtype=np.float32), np.array([[1, 2], [3, 4]]), np.array([[True, False], [True, True]])):
        print(repr(values.astype(dtype)), repr(values.T.astype(dtype)), repr(values[:, 1].astype(dtype)))
        print(values.sum(dtype=dtype), values.sum(0, dtype=dtype), values.prod(dtype=dtype), values.cumsum(1, dtype=dtype), values.cumprod(0, dtype=dtype), values.mean(dtype=dtype))
    made = np.array([[1 + 2j, 0], [3 - 1j, -2j]], dtype=dtype)
    print(np.count_nonzero(made), made.any(), made.all(), made.astype(bool), made.T.astype(bool), made.sum(dtype=np.complex128))
