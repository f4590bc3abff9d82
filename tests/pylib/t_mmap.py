"""mmap: files and memory as sequences of bytes, with a file's methods."""
import mmap
import os
import tempfile


def tell(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


with tempfile.TemporaryFile() as f:
    f.write(b'one\ntwo\nthree\n' + bytes(50))
    f.flush()
    with mmap.mmap(f.fileno(), 0) as m:
        print(len(m), m.size(), m.tell(), m[0], m[:3], m[2::-1], m.find(b'two'), m.rfind(b'o'), m.find(b'zz'))
        print(m.readline(), m.read(3), m.read_byte(), m.tell())
        m[0:3] = b'ONE'
        m[::30] = b'xyz'
        m[1] = 65
        m.seek(-4, 2)
        print(m.write(b'last'), m.tell())
        tell(m.write, b'more')
        tell(m.write_byte, 1)
        tell(m.__getitem__, 100)
        tell(m.__setitem__, slice(0, 2), b'abc')
        tell(m.__setitem__, 0, 256)
        tell(m.seek, 1000)
        tell(m.move, 0, 60, 10)
        m.move(10, 0, 4)
        m.flush()
        view = memoryview(m)
        tell(m.close)
        tell(m.resize, 10)
        print(bytes(view[:16]), view.readonly)
        view.release()
        m.resize(20)
        print(len(m), os.fstat(f.fileno()).st_size)
        tell(m.madvise, mmap.MADV_NORMAL, 100)
    print(m.closed, m)
    tell(m.read)
    with mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as m:
        tell(m.write, b'x')
        tell(m.__setitem__, 0, 1)
        tell(m.resize, 3)
        print(repr(m))
    with mmap.mmap(f.fileno(), 8, access=mmap.ACCESS_COPY) as m:
        m[:] = b'ABCDEFGH'
        print(m[:])
    f.seek(0)
    print(f.read())
    tell(mmap.mmap, f.fileno(), 100)
    tell(mmap.mmap, f.fileno(), -1)
    f.truncate(0)
    tell(mmap.mmap, f.fileno(), 0)
with mmap.mmap(-1, 32) as m:
    if not os.fork():
        m.write(b'the child')
        os._exit(0)
    os.wait()
    print(m.read(9))
with mmap.mmap(-1, 4) as m:
    m.write(b'abca')
    print(list(m), m[1], b'c' in m, b'x' in m, max(m), [*zip(m, m[:])], m.count(b'a') if hasattr(m, 'count') else 'no count')
    walk = iter(m)
    print(next(walk), next(walk), [*walk], [*walk], type(walk).__name__)
    walk = iter(m)
try:
    print(next(walk))
except ValueError as e:
    print(e)
