# Number theory: sieve, factors, Miller-Rabin, CRT, totients, perfect numbers.
from functools import reduce
from math import gcd, isqrt, prod


def sieve(n):
    flags = bytearray([1]) * (n + 1)
    flags[:2] = b"\0\0"
    for i in range(2, isqrt(n) + 1):
        if flags[i]:
            flags[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, f in enumerate(flags) if f]


def factor(n):
    out, d = {}, 2
    while d * d <= n:
        while n % d == 0:
            out[d] = out.get(d, 0) + 1
            n //= d
        d += 1 + (d > 2)
    if n > 1:
        out[n] = out.get(n, 0) + 1
    return out


def is_prime(n):
    if n < 2 or n % 2 == 0:
        return n == 2
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if a % n == 0:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def crt(pairs):
    m = prod(n for _, n in pairs)
    return sum(r * (m // n) * pow(m // n, -1, n) for r, n in pairs) % m


def phi(n):
    return reduce(lambda t, p: t // p * (p - 1), factor(n), n)


ps = sieve(10000)
print(len(ps), ps[-3:], sum(ps), factor(360), factor(2 ** 32 - 1), factor(9999991))
print([n for n in range(2 ** 61 - 10, 2 ** 61 + 10) if is_prime(n)], is_prime(2 ** 127 - 1), is_prime(10 ** 40 + 1))
print(crt([(2, 3), (3, 5), (2, 7)]), [phi(n) for n in range(1, 15)], sum(1 for k in range(1, 100) if gcd(k, 100) == 1) == phi(100))
print([n for n in range(2, 500) if sum(d for d in range(1, n) if n % d == 0) == n])
collatz = lambda n: [n] if n == 1 else [n] + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
print(collatz(27)[:12], len(collatz(27)), max(collatz(27)))
