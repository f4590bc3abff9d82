from mxnet import np, npx
npx.set_np()
a = np.arange(6).reshape(2, 3)
same = a
a += 1
print(a, same is a)
a -= np.ones((2, 3))
a *= 2
a /= 4
print(a, same)
a **= 2
print(a, same is a)
a %= 2
print(a)
a = a + 1
print(a, same, same is a)
z = np.zeros_like(a)
before = id(z)
z[:] = a + a
print(id(z) == before, z)
x, y = np.ones((2, 2)), np.full((2, 2), 3)
before = id(y)
y = y + x
print(id(y) == before)
before = id(x)
x += y
print(id(x) == before, x)
i = np.array([1, 2, 3], dtype='int32')
i += 2
i *= 3
print(repr(i))
m = np.array([1, 0, 1], dtype='bool')
m |= np.array([0, 1, 0], dtype='bool')
print(m)
r = np.arange(4).reshape(2, 2)
flat = r.reshape(-1)
flat[0] = 100
print(r, flat)
t = r.T
t[0, 1] = -5
print(r, t)
c = r.copy()
c[:] = 0
print(r, c)
out = np.zeros((2, 2))
got = np.add(x, y, out=out)
print(out, got is out)
np.exp(np.zeros((2, 2)), out=out)
print(out)
def fill(v):
    v[:] = 8
fill(out[0])
print(out)
lst = [np.zeros(2), np.zeros(2)]
for p in lst:
    p += 1
    p[0] -= 0.5
print(lst)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.ones((2,)).__iadd__(np.ones((3,))))
attempt(lambda: np.ones((2,)).__iadd__(np.ones((2, 2))))
