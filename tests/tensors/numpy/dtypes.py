"""dtype objects and scalar classes."""
import numpy as np

for n in ("bool", "int8", "uint8", "int16", "int32", "int64", "float16", "float32", "float64"):
    d = np.dtype(n)
    print(d, repr(d), d.name, d.itemsize, d.kind, d.char, d.type, d.str, d.num, d == n, d == d.type)
print(np.dtype(float), np.dtype(int), np.dtype(bool), np.dtype("f4"), np.dtype("<i4"), np.dtype("d"), np.dtype(np.float32), np.dtype(None))
print(np.float32, np.int64, np.bool_, np.float64.__name__, np.int_ is np.int64, np.float_ is np.float64, np.double, np.single, np.half, np.intp, np.short)
print(np.zeros(2, np.int16).dtype == np.int16, np.zeros(2).dtype == float, np.zeros(2).dtype == "float64", np.zeros(2).dtype != "f4", np.zeros(1).dtype.type is np.float64, np.zeros(2).dtype in (np.float32, np.float64), {np.dtype("f4"): 1}[np.dtype(np.float32)])
print(isinstance(np.float64(1), float), isinstance(np.float32(1), float), isinstance(np.int64(1), int), isinstance(np.int64(1), np.integer), isinstance(np.float32(1), np.floating), isinstance(np.bool_(1), np.generic), issubclass(np.int32, np.number), isinstance(np.arange(2), np.ndarray))
print(np.arange(3).astype(float), np.array([1.7, -1.7]).astype(int), np.array([0, 1, 2]).astype(bool), np.array([1, 2]).astype("f4").dtype, np.array([300]).astype(np.uint8), np.array([1.5]).astype(np.float16).dtype, np.array([True]).astype(int), np.float64(3.7).astype(int))
print(np.iinfo(np.int32).max, np.iinfo("u1").max, np.iinfo(np.int64).min, np.finfo(np.float32).eps, np.finfo(float).max, np.finfo("f2").tiny, np.iinfo(np.int8), np.finfo(np.float64).dtype, repr(np.finfo(float)))
print(np.issubdtype(np.int32, np.integer), np.issubdtype(np.float32, np.integer), np.result_type(1, 2.0), np.promote_types("i1", "u1"), np.can_cast(np.int32, np.int64), np.array([1, 2]).dtype.kind, np.mean([1]).dtype)
