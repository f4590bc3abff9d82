"""Exceptions: raised and caught near and far, finally, with, and the case where none comes."""


class Custom(Exception):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


class Guard:
    entered = left = 0

    def __enter__(self):
        Guard.entered += 1
        return self

    def __exit__(self, kind, value, traceback):
        Guard.left += 1
        return kind is Custom


def risky(n):
    if n % 5 == 0:
        raise ValueError(n)
    if n % 7 == 0:
        raise Custom(n)
    return n


def deep(n, limit):
    if n == limit:
        raise KeyError(n)
    try:
        return deep(n + 1, limit)
    finally:
        Guard.left += 0


def parse(text):
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return None


total = caught = 0
for i in range(250000):
    try:
        total += risky(i)
    except ValueError:
        caught += 1
    except Custom as e:
        caught += e.code & 1
    else:
        total += 1
print(total, caught)
for i in range(120000):
    with Guard():
        if i % 4 == 0:
            raise Custom(i)
print(Guard.entered, Guard.left)
for i in range(1000):
    try:
        deep(0, 40)
    except KeyError as e:
        total += e.args[0]
print(total)
print(sum(parse(t) is not None for t in ["12", "3.5", "x", "-7", "1e3", ""] * 15000))
missing, d = 0, {1: 2}
for i in range(200000):
    try:
        d[i & 3]
    except KeyError:
        missing += 1
for i in range(400000):
    try:
        total += i
    finally:
        total -= 1
print(missing, total)
