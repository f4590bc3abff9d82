from mxnet import np, npx
npx.set_np()
a, b = np.array([[1, 2], [3, 4]]), np.array([[4.0, 3], [2, 1]])
print(a + b, a - b, a * b, a / b, a ** 2, a % 2, -a, abs(-a), 2 ** a)
print(a + 1, 1 + a, 10 - a, 2 * a, 12 / a, 7 % a, a / 2, a ** 0.5)
print(a == b, a != b, a < b, a <= 2, a > 2, a >= b, 2 < a)
print((a > 1).dtype, (a == b).dtype, repr(a > 1), (a == a).sum(), (a == 1).astype('float32').mean())
m, n = a > 1, a < 4
print(m & n, m | n, m ^ n, ~m, np.logical_not(m))
print(a @ b, (a + np.arange(2)), (a + np.array([[10], [20]])), np.arange(3).reshape(3, 1) + np.arange(2).reshape(1, 2))
print(np.add(a, 1), np.subtract(a, b), np.multiply(a, 2), np.divide(a, b), np.power(a, 2), np.mod(a, 2), np.negative(a))
print((np.ones((2, 1, 3)) * np.ones((4, 1))).shape, (np.ones((3,)) + np.ones((2, 3))).shape, (np.array(2) * np.ones((2, 2))).shape)
print((np.array(2) + np.array(3)), repr(np.array(2) * 3), repr(np.array([2]) / np.array(4)), repr(np.array(1) < 2))
print(np.equal(a, b), np.greater(a, b), np.less_equal(a, b), np.maximum(a, b), np.minimum(a, 2))
print(a.sum() / 2, a.mean() - 1, (a - a.mean()) / 2, 1 / a.sum(), a / a.sum(axis=1, keepdims=True))
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.ones((2, 3)) + np.ones((3, 2)))
attempt(lambda: np.ones(3) * np.ones(4))
attempt(lambda: a // 2)
attempt(lambda: a + 'x')
attempt(lambda: a + [1, 2])
attempt(lambda: a & b)
attempt(lambda: divmod(a, 2))
