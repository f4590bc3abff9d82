# Numerals: roman, words, bases.
ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
         (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} is out of range")
    out = ""
    for value, text in ROMAN:
        count, n = divmod(n, value)
        out += text * count
    return out


def from_roman(s):
    values = {t: v for v, t in ROMAN if len(t) == 1}
    total = 0
    for a, b in zip(s, s[1:] + " "):
        v = values[a]
        total += -v if values.get(b, 0) > v else v
    return total


ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    if n < 1000:
        return ONES[n // 100] + " hundred" + (" and " + words(n % 100) if n % 100 else "")
    for size, name in ((10 ** 9, "billion"), (10 ** 6, "million"), (1000, "thousand")):
        if n >= size:
            return words(n // size) + " " + name + (" " + words(n % size) if n % size else "")


def base(n, b):
    digits = ""
    while n:
        n, d = divmod(n, b)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[d] + digits
    return digits or "0"


print([to_roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1999, 2024, 3999)])
print(all(from_roman(to_roman(n)) == n for n in range(1, 4000)))
for n in (0, 13, 42, 100, 115, 1001, 12345, 10 ** 6, 2 ** 31, -7):
    print(n, words(n))
print([base(255, b) for b in (2, 3, 8, 16, 36)], all(int(base(n, 7), 7) == n for n in range(500)))
try:
    to_roman(4000)
except ValueError as e:
    print(e)
