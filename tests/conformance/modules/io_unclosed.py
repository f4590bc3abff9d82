# What is never closed is told of when it dies; text layers over every order of bytes.
# --- case: told
import gc
import io
import os
import sys
import warnings



def told(make):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        make()
        gc.collect()
    for w in seen:
        print(" ", w.category.__name__, w.message, type(w.source).__name__, w.lineno == make.__code__.co_firstlineno + 1)


def plain():
    open("a", "w").write("x")


def binary():
    open("a", "rb", buffering=0)


def buffered():
    open("a", "rb")


def ring():
    f = open("a", "wb"); f.own = f


def closed():
    open("a").close()


def lent():
    f = open("a"); open(f.fileno(), closefd=False); f.close()


def folders():
    next(os.scandir("."))


for make in plain, binary, buffered, closed, lent:
    print(make.__name__)
    told(make)
for make in ring, folders:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        make()
        gc.collect()
    print(make.__name__, [str(w.message).split(" <")[0].split(" at")[0] for w in seen])


class Loud(io.FileIO):
    def __del__(self):
        print("del", self.closed)
        super().__del__()

    def close(self):
        print("close")
        super().close()

    def flush(self):
        print("flush")
        super().flush()


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    f = Loud("a", "w")
    del f
    gc.collect()


class Error(io.RawIOBase):
    def writable(self):
        return True

    def write(self, b):
        return len(b)


raw = Error()
b = io.BufferedWriter(raw)


def bad(word):
    raise OSError(word)


b.flush = lambda: bad("flush")
raw.close = lambda: bad("close")
try:
    b.close()
except OSError as e:
    print(e, repr(e.__context__), b.closed)
b.flush = raw.close = lambda: None

inner = io.BufferedReader(io.BytesIO(b"12"))
inner.readinto = lambda room: b""
try:
    io.BufferedReader(inner).readline()
except OSError as e:
    print(e, "|", e.__cause__)
warnings.simplefilter("error", ResourceWarning)
raised = []
sys.unraisablehook = lambda what: raised.append(repr(what.exc_value)[:30])
open("a")
gc.collect()
print(raised)
warnings.simplefilter("ignore")

# --- case: layers
import io

lines = ["unix\n", "windows\r\n", "os9\r", "last\n", "nonl"]
for encoding in "utf-8", "utf-16", "utf-16-be", "utf-32", "utf-32-le":
    data = "".join(lines).encode(encoding)
    got = set()
    for newline in None, "", "\n", "\r\n", "\r":
        for size in range(1, 10):
            got.add((repr(newline), tuple(io.TextIOWrapper(io.BufferedReader(io.BytesIO(data), size), encoding=encoding, newline=newline))))
    print(encoding, sorted(got))
for encoding in "utf-16", "utf-32", "utf-8-sig", "utf-16-le":
    b = io.BytesIO()
    t = io.TextIOWrapper(b, encoding=encoding)
    t.write("12")
    t.write("34")
    t.seek(0)
    print(encoding, repr(t.read()), t.seek(0), repr(t.read()), b.getvalue())
    t.seek(0)
    t.write("5")
    t.flush()
    print(b.getvalue())


class Pieces(io.RawIOBase):
    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, room):
        piece = self.pieces.pop(0) if self.pieces else b""
        room[:len(piece)] = piece
        return len(piece)


b = io.BufferedReader(Pieces(b"abc", b"de", b"fgh", b"jkl", b"m"), 10)
room = bytearray(2)
print(b.peek(3), [b.readinto1(room) for _ in range(3)], room)
room = bytearray(20)
print(b.peek(3), b.readinto1(room), bytes(room[:7]), b.read())
t = io.TextIOWrapper(io.BytesIO(), errors="ignore")
t.detach()
print(t.errors, hasattr(io.IOBase, "__del__"), hasattr(io.StringIO, "__del__"))
