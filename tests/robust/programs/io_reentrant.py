"""A raw stream that, while it is called, does something to the buffered one before it: every operation against every other.
Any exception but SystemError is right (CPython 3.11 itself does not survive this)."""
import io
errors = []
class Raw(io.RawIOBase):
    calls = 0
    todo = None
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True
    def seek(self, *a):
        self.call()
        return 0
    def tell(self):
        self.call()
        return 0
    def readinto(self, buffer):
        self.call()
        piece = buffer[:4]
        piece[:] = b'ab\ncd'[:len(piece)]
        return len(piece) if Raw.calls < 300 else 0
    def write(self, data):
        self.call()
        return len(data)
    def call(self):
        Raw.calls += 1
        if Raw.calls < 300 and self.todo: attempt(self.todo)
def attempt(f):
    try: f()
    except SystemError as e: errors.append((now, e))
    except Exception: pass
meanwhile = [
    lambda b: b.close(), lambda b: b.__init__(Raw(), 10), lambda b: b.detach(), lambda b: b.read(3), lambda b: b.write(b'z' * 20000),
    lambda b: b.write('z' * 20000), lambda b: b.flush(), lambda b: b.seek(0), lambda b: b.truncate(), lambda b: b.peek(), lambda b: b.readline(),
    lambda b: b.raw.close(), lambda b: b.readinto(bytearray(9)), lambda b: b.tell(), lambda b: b.reconfigure(newline='\n', encoding='latin-1'),
    lambda b: b.__init__(io.BytesIO(b'q' * 100)), lambda b: b.buffer.__init__(Raw()), lambda b: b.buffer.close(), lambda b: b.buffer.detach(), lambda b: b.read()]
operations = [
    lambda b: b.read(10), lambda b: b.read(), lambda b: b.readline(), lambda b: b.write(b'x' * 30000), lambda b: b.write('x' * 30000),
    lambda b: (b.write(b'x'), b.flush()), lambda b: (b.write('x'), b.flush()), lambda b: b.seek(5), lambda b: (b.read(1), b.seek(0), b.write(b'x'), b.read(1)),
    lambda b: (b.read(1), b.write('x'), b.read(1)), lambda b: b.close(), lambda b: b.peek(), lambda b: b.readinto(bytearray(30)), lambda b: b.read1(30),
    lambda b: (b.read(1), b.tell()), lambda b: b.truncate(3), lambda b: list(b), lambda b: b.detach(), lambda b: b.__init__(Raw(), 3)]
kinds = [
    io.BufferedReader, io.BufferedWriter, io.BufferedRandom, lambda r: io.BufferedReader(r, 3), lambda r: io.BufferedWriter(r, 3),
    lambda r: io.BufferedRandom(r, 3), lambda r: io.BufferedRWPair(r, r), lambda r: io.TextIOWrapper(io.BufferedRandom(r)),
    lambda r: io.TextIOWrapper(io.BufferedReader(r), 'utf-16', errors='replace'), lambda r: io.TextIOWrapper(io.BufferedWriter(r, 3), write_through=True)]
for i, kind in enumerate(kinds):
    for j, operation in enumerate(operations):
        for k, todo in enumerate(meanwhile):
            now = i, j, k
            Raw.calls = 0
            raw = Raw()
            b = kind(raw)
            raw.todo = lambda: todo(b)
            attempt(lambda: operation(b))
            raw.todo = None

# A ring of streams: each step goes on to the next one.
class Open(io.BufferedRWPair):
    def readable(self): return True
    def writable(self): return True
a = Open(Raw(), Raw())
b = Open(a, a)
a.__init__(b, b)
for f in (a.flush, lambda: a.write(b'x' * 100000), lambda: a.read(5), lambda: a.closed, a.isatty, a.close): attempt(f)
print(errors or 'end')
