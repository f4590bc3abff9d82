from mxnet import np, npx
npx.set_np()
a = np.arange(24).reshape(4, 6)
print(a[0], a[-1], a[1, 2], a[1][2], a[-1, -1])
print(a[1:3], a[:, 1], a[:, 1:2], a[1:3, 2:5], a[:2, :-4])
print(a[::2], a[::-1, 0], a[:, ::-2], a[3:0:-1, 4:1:-1], a[5:], a[2:2].shape)
print(a[None].shape, a[:, None].shape, a[..., None].shape, a[np.newaxis, 0].shape, a[:, np.newaxis, 2].shape, a[None, :, None].shape)
print(a[..., 0], a[0, ...], a[...].shape, a[()].shape)
b = np.arange(24).reshape(2, 3, 4)
print(b[1], b[..., 1], b[0, :, 2], b[:, 1, 1:3], b[1, ..., 0], b[:, :, -1])
print(repr(a[0, 0]), repr(b[1, 2, 3]), a[0, 0].shape, b[0, 0, 0].ndim)
v = np.arange(5)
print(v[1], v[-2:], v[:3], v[1:4:2], v[::-1], v[None, :], v[:, None])
i, j = np.array(2), 1
print(a[i], a[int(i), j], v[i])
m = np.array([[True, False], [False, True]])
print(m[0], m[0, 1], repr(m[1, 1]), m[:, 0])
view = a[1]
view[:] = 100
print(a[1], a[0, :3])
part = a[:, 2]
part[:] = 0
print(a[:, 2])
row = a[2]
row += 1
print(a[2], row)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: a[4])
attempt(lambda: a[0, 6])
attempt(lambda: a[-5])
attempt(lambda: a[0, 0, 0])
attempt(lambda: a['x'])
attempt(lambda: a[1.5])
attempt(lambda: np.array(1)[0])
