"""Calls and recursion: Fibonacci, Ackermann, the Tower of Hanoi, mutual recursion."""


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def hanoi(n, a, b, c):
    return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def keywords(a, b=2, *, c=3):
    return a + b * c


print(fib(31), ackermann(2, 250), hanoi(17, "a", "b", "c"), sum(even(k % 100) for k in range(3000)))
print(sum(keywords(i, c=i & 3) + keywords(i, 5) for i in range(700000)))
