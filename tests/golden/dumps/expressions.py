x = 1 + 2 * -3 ** 4 // 5 % 6
y = (x if x > 0 else ~x) << 2 & 0xFF | 1
z = [1, *[2, 3]], {"a": 1, **{}}, {1, 2}, (4,), x[1:2, ...], lambda a, /, b=2, *, c: a + b + c
s = f"{x!r:>{y}} {z=}" "tail" rb'\n'[0:1].decode()
ok = 1 < x <= 3 != y and not z or x is not None and "a" not in s
del x, y
