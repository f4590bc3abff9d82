"""Numbers without limit: factorials, Fibonacci, modular powers, pi's digits, to text and back."""


def factorial(n):
    out = 1
    for i in range(2, n + 1):
        out *= i
    return out


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def pi(digits):
    unit = 10 ** (digits + 10)

    def arctan_inverse(x):
        total = term = unit // x
        n, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // n)
            sign, n = -sign, n + 2
        return total
    return 4 * (4 * arctan_inverse(5) - arctan_inverse(239)) // 10 ** 10


def prime(n, bases=(2, 3, 5, 7, 11)):
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in bases:
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


f = factorial(4000)
print(f.bit_length(), f % (10 ** 9 + 7), hex(f)[:20], sum(map(int, str(factorial(1200)))))
print(fib(40000) % 10 ** 20, str(pi(2500))[-20:])
print([k for k in range(300) if prime(2 ** 256 + 2 * k + 1)])
x = 3
for _ in range(150000):
    x = (x * x + 12345678901234567) % 170141183460469231731687303715884105727
print(x, hash(x), -x // 7, x % -97)
bits = 0
for i in range(150000):
    bits ^= (1 << (i % 900)) | i
print(bits.bit_length(), bits & 0xFFFFFFFF, bin(bits).count("1"))
n = 7 ** 1500
print(int(str(n)) == n, n == int(hex(n), 16), n > 7 ** 1499, divmod(n, 10 ** 40)[1])
small = 0
for i in range(600000):
    small += (2 ** 62 + i) - (2 ** 62 - i)
print(small)
