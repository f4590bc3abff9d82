"""The dtypes that operands meet in."""
import numpy as np

for s in ["b", "i1", "u1", "i2", "i4", "i8", "f2", "f4", "f8"]:
    row = []
    for t in ["?", "i1", "u1", "i2", "i4", "i8", "f2", "f4", "f8"]:
        row.append(str((np.ones(1, s if s != "b" else "?") + np.ones(1, t)).dtype))
    print(s, row)
f4, i4, i1, u1, bo = np.ones(2, "f4"), np.ones(2, "i4"), np.ones(2, "i1"), np.ones(2, "u1"), np.ones(2, "?")
print((f4 + 1).dtype, (f4 + 1.5).dtype, (f4 * np.float64(2)).dtype, (i4 + 1).dtype, (i4 + 1.5).dtype, (i1 + 1).dtype, (i1 + 300).dtype, (u1 + 1).dtype, (u1 - 1).dtype, (bo + 1).dtype, (bo + 1.5).dtype)
print((i4 / 2).dtype, (f4 / 2).dtype, (i1 / i1).dtype, (i4 ** 2).dtype, (i4 // 2).dtype, (bo & True).dtype, (i1 + np.int64(5)).dtype, (f4 + np.array(1.5)).dtype)
print(np.result_type(np.int32, np.float32), np.promote_types("i4", "f4"), np.result_type(f4, 1.0), np.can_cast("i4", "f8"), np.can_cast("f8", "f4"), np.can_cast("f8", "f4", "same_kind"))
print(np.sqrt(i1).dtype, np.sqrt(i4).dtype, np.exp(f4).dtype, np.mean(i4).dtype, np.mean(f4).dtype, np.sum(i1).dtype, np.sum(f4).dtype, np.sum(bo).dtype, np.prod(i1).dtype, np.cumsum(i1).dtype)
print(np.where(bo, f4, 0.0).dtype, np.where(bo, i4, 1.5).dtype, np.where(bo, 1, 2).dtype, np.concatenate([f4, i4]).dtype, np.stack([i1, i4]).dtype, np.maximum(f4, 0).dtype)
print(np.issubdtype(np.float32, np.floating), np.issubdtype(int, np.integer), np.issubdtype(f4.dtype, np.integer), np.min_scalar_type(300) if False else "", np.find_common_type if False else "")
