"""Scalars compute and convert."""
import numpy as np

a, b = np.float64(2.5), np.int64(7)
print(a + 1, a * b, b / 2, b // 2, b % 4, b ** 2, -a, abs(-b), a > 2, a == 2.5, b != 7, a ** 2, 2 ** a, 1 / a, divmod(b, 2), b & 3, b | 8, ~b, b << 1)
for x in (a + 1, b + 1, b * 1.5, b / 2, np.float32(1) + 1, np.float32(1) + np.float32(2), np.int8(1) + np.int8(1), np.int8(1) + 1, np.float32(1) * 2.0, np.bool_(True) + 1, np.int32(2) ** 2, np.float32(2) ** 2, -np.int16(1), a > 1, abs(np.float32(-1)), np.uint8(200) * 1, 1 + np.float32(1), True + np.int8(1), round(a, 1), np.int64(5) // np.int32(2)):
    print(type(x).__name__, x)
print(int(a), float(b), bool(np.int64(0)), str(a), repr(b), complex(a) if False else "", round(a), round(np.float64(2.567), 2), hash(b) == hash(7), a.item(), type(b.item()), type(a.tolist()), np.float32(0.1).item())
print(a.dtype, b.shape, a.ndim, b.size, a.real, a.imag, a.T, a.astype(np.float32).dtype, b.max(), a.sum(), a.mean(), a.round(), a.reshape(1), a.nbytes, a.copy(), a.any(), np.float64(3).is_integer(), a.as_integer_ratio())
print([1, 2, 3][np.int64(1)], "ab" * np.int64(2), range(np.int32(3)), list(range(np.int64(2))), np.float64("1.5"), np.int64("12"), np.float32(), np.int64(3.9), np.bool_("") , np.float64(True), max(a, 3), min(b, 2), sum([a, a]), sorted([np.float64(2), np.int64(1)]))
import math
print(math.sqrt(np.float32(4)), math.floor(np.float64(2.7)), math.isnan(np.float64("nan")), math.pi * np.float64(2), np.float64(1) is np.float64(1), math.ceil(np.float32(1.2)), math.gcd(np.int64(4), 6))
print(np.int64(2) == 2, 2 == np.int64(2), np.float32(0.1) == 0.1, np.float32(0.5) == 0.5, np.int64(1) == True, np.float64("nan") == np.float64("nan"), np.int64(5) in [5], np.float64(1) < np.int8(2), np.int64(3) == "3", np.float64(1) != None)
if np.bool_(True) and not np.bool_(False):
    print("truth", np.bool_(True) & np.bool_(False), np.bool_(True) | False, ~np.bool_(True), np.True_, np.float64(0) or "zero")
