# Every method of the empty ones: what has no memory of its own is read and written as the others.
# --- case: empty_bytes_and_bytearrays
def attempt(f, *args):
    try:
        r = f(*args)
        return list(r) if hasattr(r, '__next__') else r
    except Exception as e:
        return type(e).__name__
arguments = [(), (b'',), (bytearray(),), (b'a',), (0,), (1,), (-1,), (b'', b''), (bytearray(), bytearray()), (None, b''), (bytes(range(256)),), (bytes(range(256)), b'ab'), (b'', 0), (b'', 0, 0), ('latin-1',), ([],), ([b'', bytearray()],)]
for kind in bytes, bytearray:
    for name in sorted(set(dir(bytearray)) - {'__class__', '__init__', '__new__', '__doc__', '__sizeof__', '__alloc__', '__init_subclass__', '__subclasshook__', '__dir__', '__reduce__', '__reduce_ex__', '__hash__', '__getstate__', '__buffer__', '__release_buffer__', '__repr__', '__str__', '__format__', '__getattribute__', '__setattr__', '__delattr__'}):
        if hasattr(kind, name):
            row = [attempt(getattr(kind(), name), *a) for a in arguments]
            print(kind.__name__, name, row)
# --- case: empty_slices_views_and_arrays
import array, struct
a = bytearray(b'abc')
del a[:]
print(a, a + a, a * 3, a[::-1], a == b'', a < b'a', bytes(a), a.translate(None, b'a'), a.translate(bytes(256)), a.hex(), a.decode(), list(memoryview(a)))
a[:] = b''
a[0:0] = bytearray()
a[::2] = b''
a += bytearray()
a *= 5
a.extend(a)
print(a, len(a), memoryview(a)[:0].tobytes(), memoryview(a).cast('I').tolist(), memoryview(a) == b'', memoryview(b'')[::-1].tobytes())
a += b'x'
print(a, a.pop(), a, a.copy(), bytearray(0), bytearray(b'')[0:5], bytearray().join([bytearray(), b'']))
with memoryview(bytearray()) as m:
    m[:] = b''
    print(m.nbytes, m.tolist(), m.hex(), m.contiguous, m.shape)
for code in 'bBuhHiIlLqQfd':
    x = array.array(code)
    y = x + x
    x.extend(y); x.frombytes(b''); x[:] = y; x.fromlist([]); x *= 3; x.reverse(); x.byteswap()
    print(code, x.tobytes(), x.tolist(), x == y, len(memoryview(x)), struct.pack_into('', bytearray(), 0), struct.unpack('', bytearray()))
print(int.from_bytes(bytearray(), 'big'), int.from_bytes(memoryview(bytearray()), 'little'), (0).to_bytes(0, 'big'), b''.join(iter([])), list(struct.iter_unpack('B', bytearray())))
