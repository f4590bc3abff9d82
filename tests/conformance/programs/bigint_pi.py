# Digits of pi and e, square roots and large Fibonacci numbers in whole numbers. stable: what it prints are numbers.
from math import isqrt


def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), 10 * (3 * q + r) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return "".join(map(str, out))


def e_digits(n):
    one = 10 ** (n + 10)
    total = term = one
    k = 1
    while term:
        term //= k
        total += term
        k += 1
    return str(total)[:n]


def arctan(inverse, unity):
    total = term = unity // inverse
    n, sign = 3, -1
    while term:
        term //= inverse * inverse
        total += sign * (term // n)
        n, sign = n + 2, -sign
    return total


def fib(n):
    def pair(n):
        if n == 0:
            return 0, 1
        a, b = pair(n // 2)
        c, d = a * (2 * b - a), a * a + b * b
        return (d, c + d) if n % 2 else (c, d)
    return pair(n)[0]


digits = pi_digits(100)
print(digits)
machin = str(4 * (4 * arctan(5, 10 ** 110) - arctan(239, 10 ** 110)))[:100]
print(machin == digits, e_digits(60))
print(isqrt(2 * 10 ** 120), fib(300))
print(len(str(fib(5000))), fib(5000) % 10 ** 20, pow(3, fib(100), 10 ** 15 + 37))
n = 2 ** 4423 - 1
print(n.bit_length(), str(n)[:20], str(n)[-20:], hex(n)[:12], n % 1000007, (n >> 4400), n == int(str(n)) == int(hex(n), 16))
