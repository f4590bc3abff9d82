"""Dtypes that surprise."""
import numpy as np

print(np.array([1, 2, 3]) / 2, np.array([1, 2, 3]) // 2, np.array([250, 10], dtype=np.uint8) + 10, np.array([127], dtype=np.int8) + np.array([1], dtype=np.int8), np.uint8(5) * np.float32(0.5), (np.array([1], dtype=np.float32) + 1e-8).dtype)
print(np.float32(16777216) + np.float32(1), np.float32(0.1) + np.float32(0.2), 0.1 + 0.2, np.float16(0.1) + np.float16(0.2), np.float32(1) / 3, np.float16(1) / 3, np.arange(3, dtype=np.float32) / 3, np.sum(np.full(10, 0.1, np.float32)), np.sum(np.full(10, 0.1)))
print(np.array([1.9, -1.9]).astype(int), np.array([1e10]).astype(np.int32).dtype, np.array([3.0]).astype(bool), int(np.float64(2.9)), np.rint([0.5, 1.5, 2.5]), np.round(-0.5), np.array([True, False]).astype(float), np.int32(7) / np.int32(2), np.int32(7) // 2, type(np.int32(7) + 1.0).__name__)
print(np.zeros(2, dtype=np.float32).dtype == np.float32, np.ones(3, int).mean(), np.ones(3, dtype="float16").sum().dtype, np.arange(5).astype("float32")[2], np.array([0.1, 0.2], dtype="f4").tolist(), np.array([0.1], "f4").astype("f8"), np.float64(np.float32(0.1)))
