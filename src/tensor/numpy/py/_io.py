"""Files: .npy and .npz, and tables of text."""
from _numpy import _says
import _numpy
import _tensor
from _numpy import asarray, ndarray, zeros
from ._dtypes import dtype as find_dtype
from perch.only import only

_MAGIC = b"\x93NUMPY"


def _opened(file, mode):
    """(file object, whether to close it)"""
    if hasattr(file, "read") or hasattr(file, "write"):
        return file, False
    return open(file, mode), True


def _header(a):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (a.dtype.str, a.shape)
    length = len(_MAGIC) + 4 + len(text) + 1
    text += " " * (-length % 64) + "\n"
    return _MAGIC + b"\x01\x00" + len(text).to_bytes(2, "little") + text.encode("latin1")


def save(file, arr, allow_pickle=True, fix_imports=True):
    if isinstance(file, str) and not file.endswith(".npy"):
        file += ".npy"
    f, mine = _opened(file, "wb")
    try:
        a = asarray(arr)
        f.write(_header(a) + a.tobytes())
    finally:
        if mine:
            f.close()


def _parsed(text):
    """The header's dict: {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"""
    import re
    descr = re.search(r"'descr':\s*'([^']*)'", text)
    order = re.search(r"'fortran_order':\s*(True|False)", text)
    shape = re.search(r"'shape':\s*\(([^)]*)\)", text)
    if not order or not shape:
        raise ValueError("Cannot parse header: %r" % text)
    return {"descr": descr.group(1) if descr else None, "fortran_order": order.group(1) == "True",
            "shape": tuple(int(s) for s in shape.group(1).split(",") if s.strip())}


def _read_array(f):
    magic = f.read(8)
    if magic[:6] != _MAGIC:
        raise ValueError("the magic string is not correct; expected %r, got %r" % (_MAGIC, magic[:6]))
    size = int.from_bytes(f.read(2 if magic[6] == 1 else 4), "little")
    header = _parsed(f.read(size).decode("latin1"))
    if not isinstance(header["descr"], str):
        raise NotImplementedError("perch's numpy has no structured dtypes yet")
    if "O" in header["descr"]:
        raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
    d = find_dtype(header["descr"])
    shape = header["shape"]
    count = 1
    for s in shape:
        count *= s
    data = f.read(count * d.itemsize)
    if len(data) != count * d.itemsize:
        raise ValueError(_says("RESHAPE", len(data) // d.itemsize, str(shape).replace(" ", "")))
    if header["fortran_order"]:
        return _tensor.from_bytes(2, data, d, shape[::-1]).T
    return _tensor.from_bytes(2, data, d, shape)


class NpzFile:
    def __init__(self, archive):
        self._zip = archive
        self.files = [n[:-4] if n.endswith(".npy") else n for n in archive.namelist()]

    def __getitem__(self, key):
        if key not in self.files:
            raise KeyError("%s is not a file in the archive" % key)
        import io
        name = key + ".npy" if key + ".npy" in self._zip.namelist() else key
        return _read_array(io.BytesIO(self._zip.read(name)))

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __contains__(self, key):
        return key in self.files

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[k] for k in self.files]

    def items(self):
        return [(k, self[k]) for k in self.files]

    def get(self, key, default=None):
        return self[key] if key in self.files else default

    def close(self):
        self._zip.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII"):
    only('np.load', mmap_mode=(mmap_mode, None))
    f, mine = _opened(file, "rb")
    try:
        start = f.read(4)
        if not start:
            raise EOFError("No data left in file")
        f.seek(-len(start), 1)
        if start == b"PK\x03\x04" or start == b"PK\x05\x06":
            import zipfile
            mine = False
            return NpzFile(zipfile.ZipFile(f))
        if start != _MAGIC[:4]:
            if not allow_pickle:
                raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
            import pickle
            return pickle.load(f)
        return _read_array(f)
    finally:
        if mine:
            f.close()


def _save_npz(file, args, kwds, compressed):
    import zipfile
    if isinstance(file, str) and not file.endswith(".npz"):
        file += ".npz"
    named = dict(kwds)
    for i, a in enumerate(args):
        key = "arr_%d" % i
        if key in named:
            raise ValueError("Cannot use un-named variables and keyword %s" % key)
        named[key] = a
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as z:
        for key, a in named.items():
            a = asarray(a)
            z.writestr(key + ".npy", _header(a) + a.tobytes())


def savez(file, *args, **kwds):
    _save_npz(file, args, kwds, False)


def savez_compressed(file, *args, **kwds):
    _save_npz(file, args, kwds, True)


def tofile(a, fid, sep="", format="%s"):
    f, mine = _opened(fid, "wb" if not sep else "w")
    try:
        f.write(a.tobytes() if not sep else sep.join(format % x for x in a.ravel().tolist()))
    finally:
        if mine:
            f.close()


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, like=None):
    f, mine = _opened(file, "rb")
    try:
        data = f.read()[offset:]
    finally:
        if mine:
            f.close()
    if sep:
        from ._creation import fromstring
        return fromstring(data.decode(), dtype, count, sep=sep)
    d = find_dtype(dtype)
    n = len(data) // d.itemsize if count < 0 else count
    return _tensor.from_bytes(2, data[:n * d.itemsize], d, (n,))


# ---- tables of text ----
def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    X = asarray(X)
    if X.ndim == 0 or X.ndim > 2:
        raise ValueError("Expected 1D or 2D array, got %dD array instead" % X.ndim)
    rows = X.reshape(-1, 1) if X.ndim == 1 else X
    f, mine = _opened(fname, "w")
    binary = not mine and "b" in getattr(f, "mode", "") or type(f).__name__ == "BytesIO"

    def write(text):
        f.write(text.encode("latin1") if binary else text)
    try:
        n = rows.shape[1]
        if isinstance(fmt, (list, tuple)):
            if len(fmt) != n:
                raise AttributeError("fmt has wrong shape.  %s" % str(fmt))
            line = delimiter.join(fmt)
        elif fmt.count("%") > 1:
            line = fmt
        else:
            line = delimiter.join([fmt] * n)
        if header:
            write(comments + header.replace("\n", "\n" + comments) + newline)
        for row in rows.tolist():
            write(line % tuple(row) + newline)
        if footer:
            write(comments + footer.replace("\n", "\n" + comments) + newline)
    finally:
        if mine:
            f.close()


def _lines(fname, encoding):
    if isinstance(fname, (list, tuple)) or hasattr(fname, "__next__") and not hasattr(fname, "read"):
        lines = list(fname)
    elif hasattr(fname, "read"):
        lines = fname.read()
        lines = (lines.decode(encoding or "latin1") if isinstance(lines, bytes) else lines).splitlines()
    else:
        name = str(fname)
        if name.endswith(".gz"):
            import gzip
            with gzip.open(name, "rt", encoding=encoding or "utf-8") as f:
                lines = f.read().splitlines()
        else:
            try:
                with open(name, encoding=None if encoding in (None, "bytes") else encoding) as f:
                    lines = f.read().splitlines()
            except FileNotFoundError:
                raise FileNotFoundError("%s not found." % name) from None
    return [s.decode("latin1") if isinstance(s, bytes) else s for s in lines]


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0, encoding="bytes", max_rows=None, *,
            quotechar=None, like=None):
    only('np.loadtxt', quotechar=(quotechar, None))
    rows, d = [], find_dtype(dtype)
    marks = [] if comments is None else [comments] if isinstance(comments, str) else list(comments)
    wanted = [usecols] if isinstance(usecols, int) else usecols
    for number, line in enumerate(_lines(fname, None)[skiprows:]):
        for m in marks:
            line = line.split(m, 1)[0]
        line = line.strip("\r\n") if delimiter else line.strip()
        if not line.strip():
            continue
        parts = line.split(delimiter)
        if wanted is not None:
            parts = [parts[i] for i in wanted]
        if rows and len(parts) != len(rows[0]):
            raise ValueError("the number of columns changed from %d to %d at row %d; use `usecols` to select a subset and avoid this error" % (len(rows[0]), len(parts), len(rows) + 1))
        row = []
        for k, p in enumerate(parts):
            conv = converters.get(wanted[k] if wanted is not None else k) if isinstance(converters, dict) else converters
            try:
                row.append(conv(p) if conv else int(p) if d.kind in "iu" else float(p))
            except ValueError:
                raise ValueError("could not convert string %r to %s at row %d, column %d." % (p, d, len(rows), k + 1)) from None
        rows.append(row)
        if max_rows is not None and len(rows) >= max_rows:
            break
    if not rows:
        import warnings
        warnings.warn('loadtxt: input contained no data: "%s"' % (fname,), UserWarning, stacklevel=2)
    a = _numpy.array(rows, dtype) if rows else zeros(0, dtype)
    if ndmin < 2 and a.ndim == 2:
        if a.shape[0] == 1 and a.shape[1] == 1 and ndmin == 0:
            a = a.reshape(())
        elif a.shape[0] == 1 or a.shape[1] == 1:
            a = a.reshape(-1)
    if unpack:
        a = a.T
    return a


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None, usecols=None,
               names=None, excludelist=None, deletechars="", replace_space="_", autostrip=False, case_sensitive=True, defaultfmt="f%i", unpack=None, usemask=False,
               loose=True, invalid_raise=True, max_rows=None, encoding="bytes", *, ndmin=0, like=None):
    only('np.genfromtxt', usemask=(usemask, False), replace_space=(replace_space, '_'), case_sensitive=(case_sensitive, True))
    if names is not None or dtype is None:
        raise NotImplementedError("perch's numpy has no structured dtypes yet; genfromtxt reads tables of numbers (skip_header=1 passes over the names)")
    d = find_dtype(dtype)
    fill = filling_values if filling_values is not None else (float("nan") if d.kind == "f" else -1)
    lines = _lines(fname, None if encoding == "bytes" else encoding)[skip_header:]
    if skip_footer:
        lines = lines[:-skip_footer]
    wanted = [usecols] if isinstance(usecols, int) else usecols
    rows, count, bad = [], None, []
    missing = {""} | (set([missing_values] if isinstance(missing_values, str) else missing_values) if missing_values else set())

    def value(text, k):
        conv = (converters or {}).get(k)
        if conv:
            return conv(text)
        text = text.strip()
        if text in missing:
            return fill
        try:
            return int(text) if d.kind in "iu" else float(text)
        except ValueError:
            return fill
    width = delimiter if isinstance(delimiter, int) else None
    for at, line in enumerate(lines, skip_header + 1):
        if comments is not None:
            line = line.split(comments, 1)[0]
        line = line.strip("\r\n") if delimiter else line.strip()
        if not line.strip():
            continue
        parts = [line[i:i + width] for i in range(0, len(line), width)] if width else line.split(delimiter)
        if count is None:
            count = len(parts)
        if len(parts) != count:
            bad.append("    Line #%d (got %d columns instead of %d)" % (at, len(parts), count))
            continue
        keep = wanted if wanted is not None else range(len(parts))
        rows.append([value(parts[i], i) for i in keep])
        if max_rows is not None and len(rows) >= max_rows:
            break
    if bad:
        text = "Some errors were detected !\n" + "\n".join(bad)
        if invalid_raise:
            raise ValueError(text)
    a = _numpy.array(rows, dtype) if rows else zeros(0, dtype)
    if a.ndim == 2 and (a.shape[0] == 1 or a.shape[1] == 1) and ndmin < 2:
        a = a.reshape(-1) if a.size > 1 else a.reshape(())
    return a.T if unpack else a
