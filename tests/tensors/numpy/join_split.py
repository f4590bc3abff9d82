"""concatenate, stack, split and their kin."""
import numpy as np

a, b = np.array([[1, 2], [3, 4]]), np.array([[5, 6]])
print(np.concatenate([a, b]), np.concatenate((a, b.T), axis=1), np.concatenate([a, a], axis=None), np.concatenate([[1], [2, 3]]))
print(np.stack([a, a]).shape, np.stack([[1, 2], [3, 4]], axis=1), np.vstack([[1, 2], [3, 4]]), np.hstack([[1, 2], [3]]), np.hstack([a, a]), np.dstack([[1, 2], [3, 4]]), np.column_stack([[1, 2], [3, 4]]), np.row_stack([[1], [2]]))
print(np.split(np.arange(6), 3), np.split(np.arange(6), [2, 4]), np.array_split(np.arange(7), 3), np.hsplit(np.arange(8).reshape(2, 4), 2), np.vsplit(np.arange(8).reshape(4, 2), [1]))
print(np.append([1, 2], [3, 4]), np.append(a, b, axis=0), np.insert([1, 2, 3], 1, 9), np.insert(a, 1, 0, axis=1), np.insert([1, 2, 3], [0, 2], [7, 8]), np.delete([1, 2, 3, 4], 1), np.delete(a, 0, axis=0), np.delete(np.arange(5), [0, 2]))
print(np.block([[a, np.zeros((2, 1))], [np.ones((1, 3))]]), np.concatenate([np.ones(1, "f4"), np.ones(1, "i8")]).dtype)
