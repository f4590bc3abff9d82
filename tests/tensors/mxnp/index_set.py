from mxnet import np, npx
npx.set_np()
a = np.zeros((3, 4))
a[1, 2] = 9
a[0] = 5
a[:, 0] = np.array([1, 2, 3])
print(a)
a[0:2, :] = 12
print(a)
a[1:, 1:3] = np.array([[1, 2], [3, 4]])
print(a)
a[-1] = [7, 8, 9, 10]
a[:, -1:] = -1
print(a)
a[...] = 2
print(a)
a[:] = np.arange(4)
print(a)
a[::2] = 0
a[1, ::-1] = np.array([1, 2, 3, 4])
print(a)
i = np.zeros((2, 3), dtype='int32')
i[0] = 2.9
i[1, 1] = True
print(i, i.dtype)
m = np.ones((2, 2), dtype='bool')
m[0, 1] = False
print(m)
s = np.array(1.0)
s[()] = 4
print(s)
x = np.arange(3)
x[1] = np.array(20)
x[2] = np.array([30])
print(x)
x[:] = x[::-1].copy()
print(x)
b = np.zeros((2, 3, 2))
b[:, 1] = 1
b[0, :, 1] = np.array([4, 5, 6])
b[1, 2] = (8, 9)
print(b)
P = np.zeros((1, 4, 6))
P[:, :, 0::2] = np.ones((4, 3))
P[:, :, 1::2] = np.arange(4).reshape(-1, 1)
print(P)
def attempt(f):
    try:
        f()
        print('done')
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: a.__setitem__(slice(0, 2), np.ones(3)))
attempt(lambda: a.__setitem__(5, 1))
attempt(lambda: a.__setitem__((0, 0, 0), 1))
attempt(lambda: a.__setitem__(0, 'x'))
