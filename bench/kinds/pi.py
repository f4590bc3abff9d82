"""Whole numbers: digits of pi, Collatz's rows, divisors, primes."""
def digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return ''.join(map(str, out))
print(digits(1000)[-20:])
def collatz(limit):
    best = 0
    cache = {1: 1}
    for i in range(2, limit):
        n, steps, path = i, 0, []
        while n not in cache:
            path.append(n)
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps = cache[n]
        for p in reversed(path):
            steps += 1
            cache[p] = steps
        if steps > best:
            best, arg = steps, i
    return arg, best
print(collatz(180000))
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
print(sum(gcd(a, b) for a in range(1, 400) for b in range(1, 400)))
def miller(n):
    if n % 2 == 0: return n == 2
    d, s = n - 1, 0
    while d % 2 == 0: d //= 2; s += 1
    for a in (2, 3, 5, 7, 11):
        if a >= n: continue
        y = pow(a, d, n)
        if y in (1, n - 1): continue
        for _ in range(s - 1):
            y = y * y % n
            if y == n - 1: break
        else: return False
    return n > 1
print(sum(miller(n) for n in range(10**9, 10**9 + 30000)))
