# int, float, complex, bool: methods, formatting, conversions, limits.
# --- case: big_arithmetic
a, b = 10 ** 40 + 7, 3 ** 50
print(a + b, a - b, a * b, a // b, a % b, -a // b, -a % b, divmod(a, -b))
# --- case: big_powers
print(2 ** 200, (-3) ** 101, 7 ** 0, 0 ** 5, (-1) ** 1000001, 10 ** 50)
# --- case: big_bits_1
a = (1 << 100) - 12345
print(a & 0xFFFFFFFF, a | 1, a ^ (1 << 99), ~a, a >> 90)
# --- case: big_bits_2
a = (1 << 100) - 12345
print(a << 3, -a >> 50, -a & 0xFF, -a | 5, -a ^ -1)
# --- case: big_comparison
print(10 ** 20 < 10 ** 21, 2 ** 63 == 9223372036854775808, -(2 ** 63) - 1 < -(2 ** 63), 10 ** 20 == 1e20, 2 ** 53 + 1 == 2.0 ** 53, 10 ** 400 > 1e308, 2 ** 1000 < float("inf"))
# --- case: small_big_boundary_1
for n in (2 ** 30, 2 ** 31, 2 ** 32, 2 ** 59, 2 ** 60):
    print(n - 1, n, n + 1, -n, -n - 1, n * n, n - n, (n + 1) // 2, n & (n - 1), ~n, n << 1, n >> 1)
# --- case: small_big_boundary_2
for n in (2 ** 61, 2 ** 62, 2 ** 63, 2 ** 64):
    print(n - 1, n, n + 1, -n, -n - 1, n * n, n - n, (n + 1) // 2, n & (n - 1), ~n, n << 1, n >> 1)
# --- case: overflow_loops
x = 1
for i in range(70): x = x * 3 - 1
print(x)
x = -1
for i in range(70): x <<= 1
print(x)
# --- case: factorial_fibonacci
f = 1
for i in range(1, 31): f *= i
a, b = 0, 1
for _ in range(150): a, b = b, a + b
print(f, a)
# --- case: int_methods_1
print((255).bit_length(), (0).bit_length(), (-256).bit_length(), (10 ** 20).bit_length(), (255).bit_count())
# --- case: int_methods_2
print((-7).bit_count(), (5).conjugate(), (5).real, (5).imag, (5).numerator)
# --- case: int_methods_3
print((5).denominator, (7).as_integer_ratio(), (2 ** 100).bit_count())
# --- case: to_bytes
print((1024).to_bytes(2, "big"), (1024).to_bytes(4, "little"), (-1).to_bytes(2, "big", signed=True), (255).to_bytes(), (0).to_bytes(0, "big"), (10 ** 20).to_bytes(10, "big"), (-129).to_bytes(2, "little", signed=True))
# --- case: to_bytes_bad
for f in (lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(1, "middle"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (1).to_bytes(-1, "big"), lambda: (10 ** 30).to_bytes(2, "big"), lambda: (1).to_bytes("a", "big")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: from_bytes
print(int.from_bytes(b"\x04\x00", "big"), int.from_bytes(b"\x00\x04", "little"), int.from_bytes(b"\xff", "big", signed=True), int.from_bytes([1, 2], "big"), int.from_bytes(b""), int.from_bytes(b"\xff" * 10, "big"), int.from_bytes(b"\x80\x00", "little", signed=True))
# --- case: int_str_bases
print(int("777", 8), int("0x1f", 16), int("0b11", 2), int("-zz", 36), int("0o17", 8), f"{255:b} {255:o} {255:x} {255:X} {255:#b} {255:#o} {255:#X}")
# --- case: int_float_mix_1
print(1 + 0.5, 3 * 0.1, 7 // 0.5, 2 ** 0.5, 10 ** 20 + 0.0, 5 / 2)
# --- case: int_float_mix_2
print(4 / 2, 1e16 + 1, 10 ** 17 / 3, -7 // 2.0, 2 ** 70 / 2 ** 69)
# --- case: true_division_big
print(10 ** 400 / 10 ** 399, (2 ** 1000 + 1) / 2 ** 1000, 1 / 10 ** 300, 3 / 10 ** 308, 10 ** 30 / 7)
# --- case: float_repr_1
for x in (0.1, 1.0, 100.0, 1e15, 1e16, 1e17):
    print(x, end=" ")
# --- case: float_repr_2
for x in (1.5e-5, 0.0001, 0.00001, 123456789.123, 1e100, 5e-324):
    print(x, end=" ")
# --- case: float_repr_3
for x in (1.7976931348623157e308, 0.1 + 0.2, 1 / 3, 2 / 3, 1e22, 1e23):
    print(x, end=" ")
# --- case: float_repr_4
for x in (-0.0, 9007199254740993.0, 3.14159265358979, 100000000000000000000.0, 1.1e-7, 12345678901234567.0):
    print(x, end=" ")
# --- case: float_special_1
inf, nan = float("inf"), float("nan")
print(inf, -inf, nan, inf - inf, inf * 0)
# --- case: float_special_2
inf, nan = float("inf"), float("nan")
print(inf > 10 ** 400, nan == nan, nan != nan, nan < 1, 1 < nan)
# --- case: float_special_3
inf, nan = float("inf"), float("nan")
print(inf == inf, -inf < 0, inf // 1, 5 % inf, -5 % inf)
# --- case: float_special_4
inf, nan = float("inf"), float("nan")
print(5 // inf, -5 // inf, inf ** 0, 1 ** nan, (-inf) ** 3)
# --- case: float_special_5
inf, nan = float("inf"), float("nan")
print(abs(-inf), max(1, nan), max(nan, 1))
# --- case: float_methods_1
print((1.5).is_integer(), (2.0).is_integer(), (0.75).as_integer_ratio(), (1.5).hex(), (-0.1).hex())
# --- case: float_methods_2
print(float.fromhex("0x1.8p+1"), (0.0).hex(), float.fromhex("inf"), (1e-320).hex(), float.fromhex("1.8"))
# --- case: float_methods_3
print((1.5).conjugate(), (2.5).real, (2.5).imag, float.fromhex("-0x.8p3"))
# --- case: float_methods_bad
for f in (lambda: float("inf").as_integer_ratio(), lambda: float("nan").as_integer_ratio(), lambda: float.fromhex("zz"), lambda: float.fromhex(5), lambda: float.fromhex("0x1p5000"), lambda: int(float("nan")), lambda: int(float("-inf"))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: float_modulo_1
for a, b in ((5.5, 2), (-5.5, 2), (5.5, -2), (-5.5, -2), (0.3, 0.1)):
    print(a % b, a // b, divmod(a, b))
# --- case: float_modulo_2
for a, b in ((1e20, 3), (-0.0, 5), (5, 0.1), (-1e-20, 1)):
    print(a % b, a // b, divmod(a, b))
# --- case: float_rounding_1
print([round(x, 1) for x in (0.05, 0.15, 0.25, 0.35, 0.45, -0.25)], round(2.675, 2), round(1e22, 2), round(5e-324, 3), round(123.456, -1), round(0.5))
# --- case: float_rounding_2
print(round(1.5), round(-1.5), round(1e16 + 0.5), round(9.995, 2), round(1.005, 2))
# --- case: float_to_int_exact
print(int(1e22), int(-1e300) == -10 ** 300, int(2.0 ** 70), int(0.99999999999999999), int(-0.5))
# --- case: float_hash_equality
print(hash(1.5), hash(0.1), hash(1e300), hash(-0.0), {1.0: "a"}[1], {1: "b"}[True], 0.0 == -0.0, hash(2.0 ** 70) == hash(2 ** 70))
# --- case: float_power
print(2.0 ** 3, 2 ** -1, (-8) ** (1 / 3), (-1) ** 0.5, 0.0 ** 0, 1e200 ** 1, 4 ** 0.5, (-2.0) ** 3, (-2.0) ** -3)
# --- case: float_power_zero_negative
0.0 ** -1
# --- case: float_overflow_power
10.0 ** 400
# --- case: complex_basic_1
a = 3 + 4j
print(a, a.real, a.imag, a.conjugate(), abs(a))
# --- case: complex_basic_2
a = 3 + 4j
print(-a, +a, a + 1, a * 2j, a / (1 - 1j))
# --- case: complex_basic_3
a = 3 + 4j
print(a ** 2, a == 3 + 4j, a != 1, bool(0j), complex(1, 2))
# --- case: complex_basic_4
a = 3 + 4j
print(complex("1+2j"), complex(), complex("j"), complex(5))
# --- case: complex_repr_1
for c in (0j, 1j, -1j, 1 + 0j, -0.0 + 1j, 1.5 - 2.5j, 1e20 + 1e-5j):
    print(c, repr(c), end="; ")
# --- case: complex_repr_2
for c in (complex("inf"), complex("nan+infj"), complex(-0.0, -0.0), complex(0, -0.0), complex(1, float("nan")), 10 ** 16 * 1j):
    print(c, repr(c), end="; ")
# --- case: complex_bad_1
for f in (lambda: complex("abc"), lambda: complex("1 + 2j"), lambda: complex(1, "2"), lambda: complex("1", 2), lambda: complex([]), lambda: 1j < 2j):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: complex_bad_2
for f in (lambda: 1j // 2, lambda: 1j % 2, lambda: int(1j), lambda: float(1j), lambda: divmod(1j, 2), lambda: 1j / 0):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: complex_bad_3
for f in (lambda: 0j ** -1, lambda: complex(""), lambda: round(1j), lambda: pow(1j, 2, 3)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: complex_power
print((1 + 1j) ** 2, 1j ** 2, (2j) ** 0, 2 ** (1j), (1 + 2j) ** -1, (1j) ** 0.5, (3 + 4j) ** 3)
# --- case: complex_mixed
print(1 + 2j + 3, 2.5 * 1j, True + 1j, 1j - 0.5, (1 + 2j) * (3 - 1j), 1 / 2j, 1j == 1j, 1 + 0j == 1, hash(1 + 0j) == hash(1))
# --- case: bool_arithmetic_1
print(True + True, True * 5, True / 2, -True, ~True)
# --- case: bool_arithmetic_2
print(True & False, True | False, True ^ True, type(True & True).__name__, type(True & 1).__name__)
# --- case: bool_arithmetic_3
print(True << 3, True == 1, False < True, sum([True, False, True]), "ab"[True])
# --- case: bool_arithmetic_4
print(bool("False"), True is True, int(True), str(True), repr(False))
# --- case: bool_methods
print(True.real, True.bit_length(), isinstance(True, int), True.__class__, (True).__and__(False), True // 2, {True: 1}, [0, 1].index(True))
# --- case: bool_format
print(f"{True}", f"{True:d}", f"{True:5}", f"{False:x}", "%d" % True, "%s" % True, format(True, ">6"))
# --- case: int_format_1
n = 1234567
for s in ("", "d", ",", "_", "x", "X", "o"):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_2
n = 1234567
for s in ("b", "#x", "#b", "e", "f", "g", "n"):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_3
n = 1234567
for s in ("10", "<10", "^11", ">10", "010", "+", " "):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_4
n = 1234567
for s in ("-", "+,", "*^15,", "=+12", "0=12", ",d", "_x"):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_5
n = 1234567
for s in ("_b", "#_x", ".2f", ".3e", "%", "015,", "#o"):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_6
n = 1234567
for s in ("#X", "+.1f"):
    print(s, "[" + format(n, s) + "]")
# --- case: int_format_negative_1
for s in ("d", "5d", "05d", "<5d", "x", "#x"):
    print(s, "[" + format(-42, s) + "]")
# --- case: int_format_negative_2
for s in ("b", "+d", " d", "=8d", "*=8d", "^8d"):
    print(s, "[" + format(-42, s) + "]")
# --- case: int_format_negative_3
for s in (",", "08,", "#010x", "#06b"):
    print(s, "[" + format(-42, s) + "]")
# --- case: int_format_bad_1
for s in ("s", "q", ".2d", ".2", ",x", "z"):
    try: print(s, format(5, s))
    except ValueError as e: print(s, e)
# --- case: int_format_bad_2
for s in ("5.5d", "c,", "+c", "#c", "10.3x", ",_"):
    try: print(s, format(5, s))
    except ValueError as e: print(s, e)
# --- case: int_format_bad_3
for s in ("_,", "d5", "5 d", "{}"):
    try: print(s, format(5, s))
    except ValueError as e: print(s, e)
# --- case: int_format_c
print(f"{65:c}|{8364:c}|{65:5c}|{65:<5c}|{65:^5c}")
format(-1, "c")
# --- case: float_format_1
x = 1234.5678
for s in ("", "f", "F", ".2f", ".0f", "e", ".3e"):
    print(s, "[" + format(x, s) + "]")
# --- case: float_format_2
x = 1234.5678
for s in ("E", "g", ".3g", "G", "n", "%", ".1%"):
    print(s, "[" + format(x, s) + "]")
# --- case: float_format_3
x = 1234.5678
for s in ("10.2f", "<12.1f", "^12.1f", "+.1f", " .1f", "012.2f", ",.2f"):
    print(s, "[" + format(x, s) + "]")
# --- case: float_format_4
x = 1234.5678
for s in ("_.1f", "*>12.1f", "=+12.1f", ".10g", ".1g", "#.0f", "#g"):
    print(s, "[" + format(x, s) + "]")
# --- case: float_format_5
x = 1234.5678
for s in (".15", ".3", "10", "z.1f"):
    print(s, "[" + format(x, s) + "]")
# --- case: float_format_small_large_1
for x in (0.0, -0.0, 1e-10, 1e20, 1.5e300):
    print([format(x, s) for s in ("", ".3f", ".3e", "g", ".3g", "%", "010.1f", "+", "F", "E", "G", ",", "z.0f")])
# --- case: float_format_small_large_2
for x in (123456789.0, 0.1, float("inf"), float("nan"), -float("inf")):
    print([format(x, s) for s in ("", ".3f", ".3e", "g", ".3g", "%", "010.1f", "+", "F", "E", "G", ",", "z.0f")])
# --- case: float_format_bad_1
for s in ("d", "x", "s", "b", "c", ".f", "5."):
    try: print(s, format(1.5, s))
    except ValueError as e: print(s, e)
# --- case: float_format_bad_2
for s in ("q", ".2d", ",_", "..2f", "1.2.3f", ".-1f"):
    try: print(s, format(1.5, s))
    except ValueError as e: print(s, e)
# --- case: float_rounding_half_even_format
print([f"{x:.0f}" for x in (0.5, 1.5, 2.5, 3.5)], [f"{x:.1f}" for x in (0.25, 0.35, 0.45)], f"{2.675:.2f} {1e16:.1f} {0.1:.20f} {1e-7:.3g} {99999.5:.5g} {999999.5:g}")
# --- case: complex_format_1
c = 3.14159 - 2.71828j
for s in ("", ".2f", "g", "e", ".3"):
    print(s, "[" + format(c, s) + "]")
for s in ("=20", "020", "d", "s", "%", "x"):
    try: print(format(c, s))
    except ValueError as e: print(s, e)
# --- case: complex_format_2
c = 3.14159 - 2.71828j
for s in ("+.1f", "20.2f", "<20.2f", "^20.2f", ",.2f"):
    print(s, "[" + format(c, s) + "]")
for s in ("=20", "020", "d", "s", "%", "x"):
    try: print(format(c, s))
    except ValueError as e: print(s, e)
# --- case: str_format_specs_1
for s in ("", "s", "10", "<10", ">10", "^10", "*^10", ".2"):
    print(s, "[" + format("abc", s) + "]")
# --- case: str_format_specs_2
for s in ("10.2", "010", "<010", "=^9", "é>6", ".0", "1"):
    print(s, "[" + format("abc", s) + "]")
# --- case: str_format_bad_1
for s in ("d", "f", "+", " ", "=5", ",", "#"):
    try: print(s, "[" + format("abc", s) + "]")
    except ValueError as e: print(s, e)
# --- case: str_format_bad_2
for s in ("q", "0=5", "_", "ss", "5d", ".2f"):
    try: print(s, "[" + format("abc", s) + "]")
    except ValueError as e: print(s, e)
# --- case: int_division_identity
ok = True
for a in (-17, -1, 0, 1, 17, 10 ** 20, -10 ** 20):
    for b in (-5, -1, 1, 5, 10 ** 10, -10 ** 25):
        q, r = divmod(a, b)
        ok = ok and q * b + r == a and (r == 0 or (r < 0) == (b < 0)) and abs(r) < abs(b)
print(ok)
# --- case: gcd_and_friends_1
import math
print(math.gcd(12, 18), math.gcd(0, 5), math.gcd(-4, 6), math.gcd(), math.gcd(10 ** 30, 15 ** 20), math.lcm(4, 6))
# --- case: gcd_and_friends_2
import math
print(math.lcm(), math.isqrt(10 ** 30), math.comb(10, 3), math.perm(5, 2), math.factorial(20), math.gcd(12, 18, 27))
# --- case: int_subclass_result
class I(int): pass
print(type(I(1) + I(2)).__name__, type(I(5)).__name__, I(5) + 1, -I(5), abs(I(-5)), I("12"), I(3) == 3, I.from_bytes(b"\x01", "big"), type(I.from_bytes(b"\1", "big")).__name__)
# --- case: chained_arithmetic_precision
s = 0.0
for _ in range(10): s += 0.1
print(s, s == 1.0, 0.1 * 3, 0.1 + 0.7, 4.35 * 100, 1.1 + 2.2, 3 * 1.1, 1 - 0.9)
# --- case: string_to_float_edge_1
for s in ("1e400", "-1e400", "1e-400", "4.9e-324", "2.4e-324", "0." + "0" * 50 + "1"):
    try: print(float(s))
    except ValueError as e: print(e)
# --- case: string_to_float_edge_2
for s in ("1" * 30, ".5e1", "5.", "+.5", "1e+05", "iNf"):
    try: print(float(s))
    except ValueError as e: print(e)
# --- case: string_to_float_edge_3
for s in ("NAN", "-nan", "infinity", "9" * 400, "1_0.0_1", "0x1"):
    try: print(float(s))
    except ValueError as e: print(e)
# --- case: numeric_tower
import numbers
print(isinstance(1, numbers.Integral), isinstance(1.5, numbers.Real), isinstance(1j, numbers.Complex), isinstance(True, numbers.Number), isinstance("1", numbers.Number), issubclass(int, numbers.Rational))
# --- case: int_dunder_calls_1
print((5).__add__(3), (5).__add__(1.5), (5).__radd__(1), (5).__truediv__(2), (5).__floordiv__(2))
# --- case: int_dunder_calls_2
print((5).__pow__(2, 3), (5).__neg__(), (5).__lt__(6), (5).__eq__("a"), (5).__bool__())
# --- case: int_dunder_calls_3
print((5).__index__(), (5).__round__(-1), (5).__float__(), (5).__divmod__(3), (1.5).__add__(1))
# --- case: int_dunder_calls_4
print((1.5).__int__(), (1.5).__eq__(1.5), (5).__rsub__(7), (2).__rpow__(3), (5).__format__("03d"))
# --- case: dunder_wrong_type
(5).__add__()
# --- case: bit_manipulation_program
def popcount(n): return bin(n).count("1")
def reverse_bits(n, w): return int(f"{n:0{w}b}"[::-1], 2)
print([popcount(n) for n in range(8)], reverse_bits(6, 4), [n ^ (n >> 1) for n in range(8)], 0b1010 & -0b1010)
# --- case: nan_is_itself_only
nan, other = float("nan"), float("nan")
print(nan in [nan], nan in [other], [nan] == [nan], [nan] == [other], len({nan, other, nan}), {nan: 1}[nan], nan is other)
# --- case: number_text_spaces
for s in ("\x1c5", " 5\n", "\u20035\u2003"):
    for f in (int, float):
        try: print(f(s))
        except ValueError as e: print(e)
# --- case: complex_parts
class C:
    def __complex__(self): return 1+2j
print(complex(C(), 1), complex("nan+infj"), complex("-infj"), complex("INFINITY-nanj"))
# --- case: divisors_and_inverses_of_large_ints
# Pairs of every shape: near each other, far apart, with a common part, multiples, Fibonacci's (every quotient is 1).
import math
state = 12345
def draw(bits):
    global state
    n = 0
    for _ in range(bits // 32 + 1):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        n = n << 32 | state >> 32
    return n >> (n.bit_length() - bits if n.bit_length() > bits else 0) | 1
def plain(a, b):
    while b: a, b = b, a % b
    return abs(a)
def check(a, b):
    assert math.gcd(a, b) == math.gcd(b, -a) == plain(a, b), (a, b)
    assert not a or not b or math.lcm(a, b) == abs(a * b) // plain(a, b)
    m = abs(b) + 2
    try: x = pow(a, -1, m)
    except ValueError as e: return e
    assert 0 <= x < m and a * x % m == 1
for n in 60, 64, 200, 1000, 1030, 4000, 9000:
    for k in n, n - 1, n // 2, n // 9 + 1, 1:
        c = draw(n // 3)
        check(draw(n), draw(k))
        check(c * draw(n), -c * draw(k))
        check(draw(n), 0)
    check(c * c, c)
    check(1 << n, 1 << n // 2)
    check((1 << n) - 1, (1 << n // 2) - 1)
a, b = 1, 1
for _ in range(12000): a, b = a + b, a
print(check(a, b), check(a, b * b))
print(check(3 ** 5000, 3 ** 4000), math.gcd(3 ** 5000, 3 ** 4000 * 2) == 3 ** 4000)
# --- case: int_of_digits_at_every_length
import sys
def told(text):
    try:
        return int(text)
    except ValueError as e:
        return str(e)
digits, wrong, value = "98765432101234567890" * 10, [], 0
for n in range(1, 160):
    value = value * 10 + int(digits[n - 1])
    s = digits[:n]
    forms = {s: value, "-" + s: -value, "+" + s: value, "  " + s + "\n": value, "\u3000-" + s + " ": -value, "00" + s: value, s[:1] + "_" + s[1:] if n > 1 else s: value}
    wrong += [form for form, want in forms.items() if int(form) != want or int(form, 10) != want]
    if int(s.encode()) != value or int(bytearray(b"-" + s.encode())) != -value: wrong.append(s)
    for at in {0, 1, n // 2, n - 1, n}:
        for bad in "/:x \x80\u0660":
            text = s[:at] + bad + s[at + 1:]
            want = told(text) if bad != "\u0660" else int(s[:at] + "0" + s[at + 1:])
            if bad == "\u0660" and int(text) != want or bad in "/:x\x80" and want != f"invalid literal for int() with base 10: {text!r}"[:240] and "invalid literal" not in str(want): wrong.append(text)
print(wrong)
print([told(t) for t in ("", "-", "+", "- 1", "--1", "+-1", "_1", "1_", "1__2", "-_1", "-0", "+0", "0_0", "12_3" * 9)])
print(told("9" * 4300) % 1000007, told("-" + "9" * 4301), told("x" + "9" * 4301)[:60])
