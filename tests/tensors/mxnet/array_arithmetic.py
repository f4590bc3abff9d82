from mxnet import nd
a = nd.array([[3, 1, 2], [6, 5, 4]])
print(a + a, a - 1, 2 * a, a / 2, 1 / a, a ** 2, 2 ** a, a % 2, -a, abs(-a), 10 - a)
print(a == a, a != 3, a > 2, a >= 3, a < 3, a <= 1)
i = a.astype('int32')
print(i / 2, i + 1.5, i.dtype, (i * 2).dtype)
