"""Scalars as text."""
import numpy as np

print(np.float64(0.1), np.float32(0.1), np.float16(0.1), np.int8(5), np.bool_(True), np.uint8(255))
print(repr(np.float64(1 / 3)), repr(np.float32(1 / 3)), repr(np.int64(7)), repr(np.bool_(False)), [np.float64(2), np.int32(3)])
print(np.float64(1e20), np.float64(1e16), np.float64(123456789.123), np.float32(1e10), np.float32(16777216), np.float64(1e-5))
print(np.float64("nan"), np.float64("inf"), -np.float64("inf"), np.float32("nan"))
print(f"{np.float64(3.14159):.2f} {np.float32(2.5):6.1f} {np.int64(42):5d} {np.int32(7):03d} {np.float64(0.5):.0%} {np.bool_(True)}")
print("%d %5.2f %s %r" % (np.int64(3), np.float32(1.5), np.float64(2.0), np.float64(0.1)))
print("{:.3e} {:>8} {}".format(np.float64(12345.678), np.int64(5), np.float32(0.2)))
print(str(np.float64(5)), str(np.float32(5)), round(np.float64(2.675), 2), np.float64(7.0))
print(np.mean([1, 2, 3, 4]), np.sum([1.5, 2.5]), np.max([3, 1, 2]), np.sqrt(2), np.exp(1), np.sin(1.0))
