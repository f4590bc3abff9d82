"""exp, ln, log10 and power of decimal numbers in integers: each result is (sign, coefficient, exponent) with enough digits that
rounding it to `prec` digits gives the same as rounding the true value.

A number x is kept as an integer X with a scale: x = X / S, S a power of ten.  A result is right when rounding X - error and
X + error agree; else there are more digits.
"""


def _length(n):
    return len(str(n)) if n < 10 ** 4000 else int(n.bit_length() * 0.30102999566398120) + 2


def _exp_fixed(x, s):
    """exp(x / s) * s for any x: the argument is halved until it is small, the result squared as often."""
    halvings = max(0, (abs(x) * 256 // s).bit_length())
    series = 0
    term = s
    guard = 1 << (halvings + 8)
    s2 = s * guard
    x2 = x * guard >> halvings
    term = total = s2
    n = 1
    while term:
        term = term * x2 // (s2 * n)
        total += term
        n += 1
        if -1 <= term <= 0 and n > 4:
            break
    for _ in range(halvings):
        total = total * total // s2
    return total // guard


_LN10 = {}


def _ln_small(x, s):
    """ln(x / s) * s where x / s is near 1, by 2 * atanh((x - s) / (x + s))."""
    y = (x - s) * s // (x + s)
    y2 = y * y // s
    term, total, n = y, 0, 1
    while term:
        total += term // n
        term = term * y2 // s
        n += 2
        if -1 <= term <= 0:
            break
    return 2 * total


def _ln_fixed(x, s):
    """ln(x / s) * s for x / s in about [0.1, 10]: roots until it is near 1."""
    from math import isqrt
    roots = 0
    while abs(x - s) * 16 > s:
        x = isqrt(x * s)
        roots += 1
    return _ln_small(x, s) << roots


def _ln10(digits):
    """ln(10) * 10 ** digits"""
    have = _LN10.get('digits', 0)
    if have < digits:
        extra = digits + 20
        s = 10 ** extra
        # ln 10 = 3 ln 2 + ln 1.25, both by atanh: ln 2 = 2 atanh(1/3), ln 1.25 = 2 atanh(1/9)
        value = 3 * _ln_small(2 * s, s) + _ln_small(5 * s // 4, s)
        _LN10['digits'], _LN10['value'] = digits, value // 10 ** 20
    return _LN10['value'] // 10 ** (_LN10['digits'] - digits)


def _ln_scaled(c, e, digits):
    """ln(c * 10 ** e) * 10 ** digits, a few units off at most."""
    work = digits + 12
    length = _length(c)
    top = e + length                    # c * 10 ** e = m * 10 ** top with m in [0.1, 1)
    s = 10 ** work
    m = c * 10 ** (work - length) if work >= length else c // 10 ** (length - work)
    if m * 4 < s:                       # nearer to 1 is better
        m, top = m * 10, top - 1
    value = _ln_fixed(m, s)
    if top:
        value += top * _ln10(work + len(str(abs(top)))) // 10 ** len(str(abs(top)))
    return value // 10 ** 12


def _settled(x, error, keep):
    """Do x - error and x + error agree to `keep` digits when rounded half even?"""
    length = _length(abs(x))
    drop = length - keep
    if drop < 1:
        return False
    unit = 10 ** drop
    rest = abs(x) % unit
    half = unit // 2
    return abs(rest - half) > error and rest > error and unit - rest > error


def _out(x, digits):
    return int(x < 0), abs(x), -digits


def exp_digits(prec, sign, c, e):
    extra = 6
    while True:
        digits = prec + extra
        # x = q ln 10 + r: exp(x) = 10 ** q * exp(r)
        x_top = max(e + _length(c), 1)
        work = digits + x_top + 4
        x = c * 10 ** (work + e) if work + e >= 0 else c // 10 ** -(work + e)
        if sign:
            x = -x
        ln10 = _ln10(work + 2) // 100
        q, r = divmod(x, ln10)
        r //= 10 ** (work - digits - 2)
        value = _exp_fixed(r, 10 ** (digits + 2))
        if _settled(value, 2000, prec):
            return 0, value, q - digits - 2
        extra += extra


def ln_digits(prec, c, e):
    extra = 6
    small = max(0, _nearness(c, e))
    while True:
        digits = prec + extra + small
        value = _ln_scaled(c, e, digits)
        if _settled(value, 1000, prec):
            return _out(value, digits)
        extra += extra + small


def _nearness(c, e):
    """About how many zeros (or nines) there are behind the point of a number near 1."""
    length = _length(c)
    if e + length not in (0, 1):
        return 0
    one = 10 ** -e if e < 0 else 1
    return length - _length(abs(c - one)) + 1


def log10_digits(prec, c, e):
    extra = 6
    small = max(0, _nearness(c, e))
    while True:
        digits = prec + extra + small
        work = digits + 6
        value = _ln_scaled(c, e, work) * 10 ** digits // _ln10(work)
        if _settled(value, 1000, prec):
            return _out(value, digits)
        extra += extra + small


def power_digits(prec, c, e, bsign, bc, be):
    """(c * 10 ** e) ** (+-bc * 10 ** be)"""
    extra = 6
    small = max(0, _nearness(c, e))
    exact = _exact_power(prec, c, e, bsign, bc, be)
    if exact is not None:
        return exact
    while True:
        digits = prec + extra
        b_top = max(be + _length(bc), 0)
        work = digits + b_top + small + 14
        ln = _ln_scaled(c, e, work)
        x = ln * bc
        x = x * 10 ** be if be >= 0 else x // 10 ** -be
        if bsign:
            x = -x
        ln10 = _ln10(work)
        q, r = divmod(x, ln10)
        r //= 10 ** (work - digits - 2)
        value = _exp_fixed(r, 10 ** (digits + 2))
        if _settled(value, 2000, prec) or extra > 400:
            return 0, value, q - digits - 2
        extra += extra


def _exact_power(prec, c, e, bsign, bc, be):
    """A root that comes out even, padded to prec digits; None if it does not."""
    while bc % 10 == 0:
        bc //= 10
        be += 1
    if be >= 0 or be < -8 or bc > 10 ** 6:
        return None
    from math import gcd
    num, den = bc, 10 ** -be
    g = gcd(num, den)
    num, den = num // g, den // g
    while c % 10 == 0:
        c //= 10
        e += 1
    if e % den:
        k = e - e % den
        c *= 10 ** (e - k)
        e = k
    root = _root(c, den)
    if root is None or (bsign and root != 1 and not _divides_ten(root)):
        return None
    top = e // den
    if bsign:
        shift = 4 * _length(root) * num + 4
        value, rest = divmod(10 ** shift, root ** num)
        if rest:
            return None
        low = -top * num - shift
        while value % 10 == 0:
            value //= 10
            low += 1
    else:
        if _length(root) * num > 4 * prec + 40:
            return None
        value, low = root ** num, top * num
    length = _length(value)
    if length > prec:
        return None
    pad = prec - length
    return 0, value * 10 ** pad, low - pad


def _divides_ten(n):
    for p in (2, 5):
        while n % p == 0:
            n //= p
    return n == 1


def _root(c, n):
    """The n-th root of an int if it is one."""
    if c.bit_length() > 40000 or n > c.bit_length():
        return 1 if c == 1 else None
    low, high = 1, 1 << (c.bit_length() // n + 1)
    while low < high:
        mid = (low + high) // 2
        if mid ** n < c:
            low = mid + 1
        else:
            high = mid
    return low if low ** n == c else None
