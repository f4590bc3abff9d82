#!/usr/bin/python3
"""Writes tests/lib/array_text.golden: how NumPy 1.24 and PyTorch 1.13 print arrays (Debian's python3-numpy and python3-torch).

One case a line, fields parted by tabs, with \\n \\t \\\\ escaped:
    what  dtype  shape  data  seed  options  expected
what     ns nr na  str, repr, array2string        sc  str of each element, one a line
         fp fs     format_float_positional, _scientific of each element, one a line
         mx mn     MXNet's NDArray and mxnet.numpy (their own few lines around NumPy's text are repeated in mxnet_* below)
         t         PyTorch's repr
shape    2x3; () without dimensions
data     =v,v,... the elements, or the name of a generator below, which test_array_text.c has too: splitmix64 from `seed`
options  name=value;... what differs from the defaults
expected the text; one longer than 900 bytes as #LENGTH:FNV-1a

Run it with /usr/bin/python3; it takes a few seconds. MXNet is not asked (Debian has none): the two small functions are its documented behaviour.
"""

import math
import os
import random
import struct
import sys
import warnings

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
MASK = (1 << 64) - 1
NUMPY = {"bool": "?", "uint8": "u1", "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "float16": "f2", "float32": "f4",
         "float64": "f8", "bfloat16": "f4"}
FLOATS = ["float16", "bfloat16", "float32", "float64"]
EDGES = [1e-4, 0.0001220703125, 9.99e-5, 1e-5, 1e8, 99999999.0, 1e3, 1001.0, 0.1, 100.0, 1e16, 9999999999999998.0, 0.5, 1.5, 2.5, 1e15, 65504.0,
         0.99999999, 0.999999995, 1e-8, 5e-9, 123456789.0, 1e22, 1e23, 0.3, 1e-10]


class Numbers:
    """splitmix64"""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self):
        return (self.next() >> 11) * 2.0 ** -52 - 1.0


def special(n):
    pick = n.next() % 8
    return [math.nan, math.inf, -math.inf, -0.0, 0.0, 2.0 ** -140, None, None][pick] if pick < 6 else \
        n.unit() * (1.0 if pick == 6 else 100000.0)


# Each gives one number, a float or an int; floats go to float32 before they go to a half type.
GENERATORS = {
    "unit": lambda n, i: n.unit(),
    "spread": lambda n, i: math.ldexp(n.unit(), n.next() % 41 - 20),
    "whole": lambda n, i: n.next() % 2001 - 1000,
    "cents": lambda n, i: (n.next() % 20001 - 10000) / 100.0,
    "special": lambda n, i: special(n),
    "index": lambda n, i: i,
    "wide": lambda n, i: signed(n.next() >> (n.next() % 64), 8),
    "powers": lambda n, i: math.ldexp(1.0, n.next() % 60 - 30),
    "edges": lambda n, i: EDGES[n.next() % len(EDGES)],
    "halves": lambda n, i: (n.next() % 401 - 200) / 2.0,
    "rare": lambda n, i: math.nan if n.next() % 6 == 0 else n.unit(),
    "bits": None,  # any pattern of the dtype's bits
}


def signed(u, size):
    u &= (1 << 8 * size) - 1
    return u - (1 << 8 * size) if u >> (8 * size - 1) else u


def bfloat_round(array):
    bits = array.astype("f4").view("u4").astype("u8")
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16
    kept = np.where(np.isnan(array), bits >> 16 << 16 | 0x400000, rounded)
    return (kept & 0xFFFFFFFF).astype("u4").view("f4")


def from_bits(dtype, u):
    code = "u" + str(np.dtype(NUMPY[dtype]).itemsize)
    if dtype == "bfloat16":
        return np.array([(u & 0xFFFF) << 16], "u4").view("f4")[0]
    return np.array([u & ((1 << 8 * np.dtype(code).itemsize) - 1)], code).view(NUMPY[dtype])[0]


def elements(dtype, count, data, seed):
    n = Numbers(seed)
    if data.startswith("="):
        values = [float(v) if "f" in dtype else int(v) for v in data[1:].split(",")]
    elif dtype == "bool":
        return np.array([n.next() & 1 for _ in range(count)], bool)
    elif data == "bits":
        return np.array([from_bits(dtype, n.next()) for _ in range(count)], NUMPY[dtype])
    else:
        values = [GENERATORS[data](n, i) for i in range(count)]
    if dtype == "bool":
        return np.array(values, bool)
    if "f" not in dtype:
        size = np.dtype(NUMPY[dtype]).itemsize
        whole = [int(v) & MASK for v in values]
        return np.array([(signed if dtype != "uint8" else lambda u, s: u & 255)(u, size) for u in whole], NUMPY[dtype])
    values = np.array([float(v) for v in values], "f8")
    if dtype == "float64":
        return values
    values = values.astype("f4")
    return bfloat_round(values) if dtype == "bfloat16" else values.astype(NUMPY[dtype])


def mxnet_str(text, shape, context):
    return f"\n{text}\n<NDArray {'x'.join(map(str, shape))} @{context}>"


def mxnet_np_repr(text, dtype, context):
    if "dtype=" in text:
        if dtype == "float32":
            text = text[:text.rindex(",")] + ")"
    elif dtype not in ("float32", "bool"):
        text = text[:-1] + f", dtype={dtype})"
    return text if context is None else text[:-1] + f", ctx={context})"


PRINT = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False, "nanstr": "nan", "infstr": "inf", "sign": "-",
         "floatmode": "maxprec"}
NONE = {"None": None, "True": True, "False": False}


def option(text):
    if text in NONE:
        return NONE[text]
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def options_of(text):
    pairs = [p.partition("=") for p in text.split(";") if p]
    strings = ("nanstr", "infstr", "sep", "prefix", "suffix", "trim", "more", "device")
    return {name: value if name in strings else option(value) for name, _, value in pairs}


def numpy_text(what, array, dtype, o):
    printing = {**PRINT, **{k: v for k, v in o.items() if k in PRINT}}
    if what in ("fp", "fs"):
        call = np.format_float_positional if what == "fp" else np.format_float_scientific
        return "\n".join(call(x, **o) for x in array.ravel())
    if what == "sc":
        return "\n".join(str(x) for x in array.ravel())
    with np.printoptions(**printing):
        if what in ("ns", "mx"):
            return str(array) if what == "ns" else mxnet_str(str(array), array.shape, o.get("context", "cpu(0)"))
        if what == "nr":
            return repr(array)
        if what == "mn":
            return mxnet_np_repr(repr(array), dtype, o.get("context"))
        return np.array2string(array, separator=o.get("sep", " "), prefix=o.get("prefix", ""), suffix=o.get("suffix", ""))


def torch_text(array, dtype, o):
    torch.set_printoptions(profile="default")
    if "profile" in o:
        torch.set_printoptions(profile=o["profile"])
    torch.set_printoptions(**{k: v for k, v in o.items() if k in ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")})
    torch.set_default_dtype(getattr(torch, o.get("default", "float32")))
    if o.get("device") == "meta":
        return repr(torch.empty(array.shape, dtype=getattr(torch, dtype), device="meta"))
    tensor = torch.from_numpy(np.ascontiguousarray(array).reshape(array.shape))
    if dtype == "bfloat16":
        tensor = tensor.to(torch.bfloat16)
    more = o.get("more", "")
    if o.get("parameter"):
        tensor = torch.nn.Parameter(tensor)
    elif more == "requires_grad=True":
        tensor.requires_grad_()
    elif more:  # any suffix of the caller's has the length of its text only
        tensor = tensor.requires_grad_().clone()
        assert more == "grad_fn=<CloneBackward0>"
    return repr(tensor)


def expected_of(what, dtype, shape, data, seed, options):
    count = math.prod(shape)
    array = elements(dtype, count, data, seed).reshape(shape) if count else np.zeros(shape, NUMPY[dtype])
    o = options_of(options)
    return torch_text(array, dtype, o) if what == "t" else numpy_text(what, array, dtype, o)


def escape(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def stored(text):
    raw = text.encode()
    if len(raw) <= 900:
        return escape(text)
    fnv = 0xCBF29CE484222325
    for byte in raw:
        fnv = (fnv ^ byte) * 0x100000001B3 & MASK
    return f"#{len(raw)}:{fnv:016x}"


# ---- the cases ----
def explicit():
    for dtype in NUMPY:
        one = "=1" if "f" not in dtype else "=1.5"
        for what in ("ns", "nr", "t", "mx"):
            if what == "nr" and dtype == "bfloat16":
                continue
            yield what, dtype, (), one, 0, ""
            for shape in ((0,), (0, 3), (2, 0), (3, 0, 2)):
                yield what, dtype, shape, "index", 0, ""
            yield what, dtype, (1,), one, 0, ""
            yield what, dtype, (1, 1, 1), one, 0, ""
            for shape in ((2, 3), (1001,), (4, 300), (2, 2, 2, 2), (1200, 1)):
                yield what, dtype, shape, "index", 0, ""
        if dtype != "bfloat16":
            yield "mn", dtype, (2, 3), "index", 0, ""
            yield "mn", dtype, (0, 3), "index", 0, ""
            yield "mn", dtype, (40,), "index", 0, "context=gpu(0)"
            yield "mn", dtype, (), one, 0, ""
    for dtype in FLOATS:
        for values in ("=nan", "=inf", "=-inf", "=-0.0", "=0", "=nan,inf", "=nan,1", "=-inf,0.5", "=0,0", "=1e-300,1", "=1,1000", "=1,1001", "=1e8,1", "=1e8,1e7",
                       "=100000000.5", "=99999999", "=0.0001", "=0.00009", "=0.1,0.2,0.3", "=1e-5,-1e5", "=-0.0,-1.25", "=3.14159265358979", "=1e10",
                       "=65504,1", "=6e-8", "=1e16,1", "=0.5,1.5,2.5", "=1e-45", "=5e-324", "=1.7976931348623157e308", "=2.5e-5", "=1000.5,1"):
            shape = (values.count(",") + 1,)
            for what in ("ns", "t", "sc"):
                yield what, dtype, shape, values, 0, ""
            yield "ns", dtype, (), values.split(",")[0], 0, ""
            yield "na", dtype, shape, values, 0, "suppress=True;precision=4"
            yield "t", dtype, shape, values, 0, "sci_mode=False"
            yield "t", dtype, shape, values, 0, "sci_mode=True;precision=2"
    for dtype in ("int64", "int8", "uint8", "bool", "float32", "float64", "bfloat16"):
        for more in ("more=requires_grad=True", "more=grad_fn=<CloneBackward0>", "parameter=1") if "f" in dtype else ("",):
            for shape in ((2,), (9,), (10,), (11,), (3, 4), (), (1500,)):
                yield "t", dtype, shape, "unit" if "f" in dtype else "whole", 7, more
                if "f" in dtype:
                    yield "t", dtype, shape, "whole", 7, more
        for shape in ((0,), (2,), (0, 5), (2, 3), (4, 5, 6), ()):
            yield "t", dtype, shape, "whole", 3, "device=meta"
            yield "t", dtype, shape, "whole", 3, "default=float64"
    yield "t", "int64", (2000,), "index", 0, "edgeitems=0"
    for nan, inf in (("NaN", "Infinity"), ("-", "∞"), ("not a number", "inf"), ("", "")):
        for sign in "-+ ":
            for values in ("=nan,1.5", "=inf,-1.5", "=-inf,2", "=nan", "=inf", "=nan,inf,-inf,1e10"):
                yield "nr", "float64", (values.count(",") + 1,), values, 0, f"nanstr={nan};infstr={inf};sign={sign}"


def single_numbers(r):
    for dtype in ("float16", "float32", "float64"):
        for data in ("spread", "bits", "edges", "powers", "cents", "special", "whole"):
            yield "sc", dtype, (40,), data, r.getrandbits(32), ""
            for _ in range(6):
                o = ["trim=" + r.choice("k.0-")]
                if r.random() < 0.5:
                    o.append(f"precision={r.randrange(12)}")
                elif r.random() < 0.5:
                    o.append(f"min_digits={r.randrange(25)}")
                if r.random() < 0.3:
                    o.append(f"pad_left={r.randrange(1, 12)}")
                if r.random() < 0.2:
                    o.append("sign=True")
                if r.random() < 0.3 and "precision" in o[1 if len(o) > 1 else 0]:
                    o.append("unique=False")
                sci = list(o) + ([f"exp_digits={r.randrange(2, 5)}"] if r.random() < 0.3 else [])
                yield "fs", dtype, (12,), data, r.getrandbits(32), ";".join(sci)
                if r.random() < 0.3:
                    o.append(f"pad_right={r.randrange(1, 12)}")
                if r.random() < 0.3 and "precision=0" not in o:
                    o.append("fractional=False")
                yield "fp", dtype, (12,), data, r.getrandbits(32), ";".join(o)


def random_shape(r):
    pick = r.random()
    if pick < 0.05:
        return ()
    if pick < 0.35:
        return (r.randrange(1, 40),)
    if pick < 0.7:
        return (r.randrange(1, 6), r.randrange(1, 12))
    if pick < 0.85:
        return tuple(r.randrange(1, 4) for _ in range(3))
    if pick < 0.9:
        return tuple(r.randrange(1, 3) for _ in range(r.randrange(4, 7)))
    return r.choice([(1500,), (1001,), (34, 30), (8, 140), (150, 7), (11, 10, 10), (1, 1100), (7, 7, 7, 4)])


def random_printing(r, torchs):
    o = []
    if r.random() < 0.5:
        o.append(f"precision={r.choice([0, 1, 2, 3, 4, 5, 6, 8, 10, 16, 20])}")
    if r.random() < 0.3:
        o.append(f"threshold={r.choice([0, 5, 10, 100])}")
    if r.random() < 0.3:
        o.append(f"edgeitems={r.choice([1, 2, 3, 4])}")
    if r.random() < 0.4:
        o.append(f"linewidth={r.choice([1, 10, 20, 40, 60, 72, 100, 200])}")
    if torchs:
        if r.random() < 0.2:
            o.append("sci_mode=" + r.choice(["True", "False"]))
        if r.random() < 0.1:
            o.insert(0, "profile=" + r.choice(["short", "full", "default"]))
        if r.random() < 0.1:
            o.append("default=float64")
        return o
    if r.random() < 0.3:
        o.append("suppress=True")
    if r.random() < 0.2:
        o.append("sign=" + r.choice("+ "))
    if r.random() < 0.5:
        o.append("floatmode=" + r.choice(["fixed", "maxprec_equal", "unique", "maxprec"]))
    if r.random() < 0.05:
        o = [x for x in o if not x.startswith("edgeitems")] + ["edgeitems=0"]
    return o


def random_cases(r, count):
    for i in range(count):
        what = r.choice(["ns", "nr", "nr", "na", "t", "t", "t", "mx", "mn"])
        dtype = r.choice(FLOATS * 3 + list(NUMPY))
        if what in ("nr", "mn") and dtype == "bfloat16":
            dtype = "float32"
        data = r.choice(list(GENERATORS)) if "f" in dtype else r.choice(["whole", "index", "wide", "bits"])
        o = random_printing(r, what == "t")
        if what == "t":
            if "f" in dtype and r.random() < 0.3:
                o.append(r.choice(["more=requires_grad=True", "more=grad_fn=<CloneBackward0>", "parameter=1"]))
        elif what == "na":
            o.append("sep=" + r.choice([" ", ", ", ",", "", " | ", ",  "]))
            o.append("prefix=" + r.choice(["", "x = ", "array("]))
            o.append("suffix=" + r.choice(["", ")", " end"]))
        elif what == "mn" and r.random() < 0.5:
            o.append("context=gpu(1)")
        yield what, dtype, random_shape(r), data, r.getrandbits(40), ";".join(o)


def main():
    assert np.__version__.startswith("1.24.") and torch.__version__.startswith("1.13."), "the originals are NumPy 1.24 and PyTorch 1.13"
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    seed, count = (int(v) for v in sys.argv[2:4]) if len(sys.argv) > 3 else (20230110, 1500)
    r = random.Random(seed)
    cases = [*explicit(), *single_numbers(r), *random_cases(r, count)]
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "array_text.golden")
    with open(path, "w", encoding="utf-8") as out:
        for what, dtype, shape, data, seed, options in cases:
            text = stored(expected_of(what, dtype, shape, data, seed, options))
            dims = "x".join(map(str, shape)) or "()"
            print(what, dtype, dims, data, seed, options, text, sep="\t", file=out)


if __name__ == "__main__":
    main()
