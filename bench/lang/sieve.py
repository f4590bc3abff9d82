"""Whole numbers in loops: a sieve by index, trial division, digit sums, gcd by hand."""


def sieve(n):
    flags = [True] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if flags[i]:
            count += 1
            j = i * i
            while j <= n:
                flags[j] = False
                j += i
    return count


def trial(limit):
    found = 0
    for n in range(3, limit, 2):
        d = 3
        while d * d <= n:
            if n % d == 0:
                break
            d += 2
        else:
            found += 1
    return found


def collatz(limit):
    best = longest = 0
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = n >> 1 if n & 1 == 0 else 3 * n + 1
            steps += 1
        if steps > longest:
            best, longest = start, steps
    return best, longest


def gcd_sum(n):
    total = 0
    for a in range(1, n):
        for b in range(1, a, 3):
            x, y = a, b
            while y:
                x, y = y, x % y
            total += x
    return total


print(sieve(1500000), trial(70000), collatz(20000), gcd_sum(600))
