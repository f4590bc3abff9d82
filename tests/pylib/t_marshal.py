"""marshal, py_compile and .pyc files: what is written is read again, in every format; what is broken is an error, never more."""
import importlib
import importlib.util
import io
import marshal
import os
import py_compile
import random
import sys
import tempfile

VALUES = [None, True, 1, 1000, -2 ** 31, 2 ** 31, -2 ** 100, 1.5, float('inf'), 2j, b'abc', 'abc', 'é', '\ud800', 'x' * 300, (1, (2, 'a')), [1, [2]], {'a': [1]}, {3, 'b'},
          frozenset('abc'), StopIteration, ..., (0,) * 300]
for version in range(5):
    print(version, all(marshal.loads(marshal.dumps(v, version)) == v for v in VALUES))
twice = 'a text'.upper()
pair = marshal.loads(marshal.dumps([twice, twice]))
print(pair[0] is pair[1])
ring = []
ring.append((ring,))
back = marshal.loads(marshal.dumps(ring))
print(back[0][0] is back)
file = io.BytesIO()
for v in VALUES:
    marshal.dump(v, file)
file.seek(0)
print([marshal.load(file) for _ in VALUES] == VALUES)

for data in (b'', b'i\1', b'?', b'0', b'r\0\0\0\0', b'(\xff\xff\xff\xff', b'l\1\0\0\0\0\0', b'l\1\0\0\0\0\xff', b's\xff\xff\xff\x7f', b'[\5\0\0\0i', b')\1' * 3000, b'u\1\0\0\0\xff'):
    try:
        print(marshal.loads(data))
    except Exception as e:
        print(type(e).__name__, e)
for what in (object(), [object()], lambda: 0):
    try:
        print(marshal.dumps(what))
    except ValueError as e:
        print(e)

source = '''
"a module"
def f(x, *, k=3):
    try:
        return [i * k for i in range(x) if i]
    except ValueError:
        return None
class A:
    def g(self, *a): return super().__repr__() and (yield a)
print(f(4), f(2, k=2**70), *A().g(1.5, 'é'))
'''
code = compile(source, 'place.py', 'exec')
again = marshal.loads(marshal.dumps(code))
exec(again)
print(again == code, again.co_filename, again.co_consts[0])

# code that is broken, cut off, another's: an exception
data, seed = marshal.dumps(code), random.Random(5)
for _ in range(3000):
    broken = bytearray(data)
    for _ in range(seed.randint(1, 3)):
        broken[seed.randrange(len(broken))] ^= 1 << seed.randrange(8)
    if sys.implementation.name != 'cpython':
        try:
            marshal.loads(bytes(broken[:seed.choice([len(data), seed.randrange(len(data))])]))
        except (ValueError, EOFError, TypeError):
            pass

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    path = os.path.join(folder, 'a_module.py')
    with open(path, 'w') as f:
        f.write('x = 1\ndef g(): pass\n')
    cached = py_compile.compile(path)
    print(cached == importlib.util.cache_from_source(path), os.path.exists(cached))
    import a_module
    print(a_module.x, a_module.__cached__ == cached, a_module.g.__code__.co_filename == path)
    os.rename(cached, os.path.join(folder, 'alone.pyc'))
    import alone
    print(alone.x, os.path.basename(alone.__file__))
    with open(os.path.join(folder, 'bad.pyc'), 'wb') as f:
        f.write(b'\0' * 32)
    importlib.invalidate_caches()
    try:
        import bad
    except ImportError as e:
        print(str(e).startswith('bad magic number'), e.name)
