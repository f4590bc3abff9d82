# decimal: making, arithmetic, contexts, signals, rounding, text, functions.
# --- case: making
from decimal import *
for v in ("3.14", "-0", "1E+5", "  12  ", "1_000.5", "Infinity", "-inf", "NaN", "sNaN123", ".5", "5.", "0E-10", 12, -7, True, (0, (3, 1, 4), -2), [1, (1,), 3], (0, (), "F"), 0.1, 1.5, float("inf"), "١٢"):
    d = Decimal(v); print(repr(d), d, d.as_tuple(), d.adjusted())
for v in ("", "abc", "1e", "1 2", "--1", "0x1", None, 1j, b"1", (1, 2), (2, (1,), 0), (0, (10,), 0), (0, (1,), "x")):
    try: print(Decimal(v))
    except Exception as e: print(type(e).__name__, e)
print(Decimal(), Decimal.from_float(0.25), Decimal(Decimal("1.0")), DecimalTuple(0, (1,), 2), type(Decimal(1)).__module__)
# --- case: operators
from decimal import *
a, b = Decimal("7.5"), Decimal("-2.25")
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(a, b), a ** 2, a ** -1, -a, +a, abs(b), 1 + a, 2 - a, 3 * a, 1 / a, 10 // a, 10 % a, 2 ** Decimal(3), divmod(10, a), pow(Decimal(3), 4, 5))
print(Decimal(1) / 3, Decimal(2) ** Decimal("0.5"), Decimal(4) ** Decimal("0.5"), Decimal("1.10") + Decimal("2.2"), Decimal("1.20") * Decimal("2.0"), Decimal(100) / 8, Decimal("0.1") + Decimal("0.2") == Decimal("0.3"))
print(round(Decimal("2.5")), round(Decimal("3.5")), round(Decimal("2.675"), 2), int(Decimal("-3.9")), float(Decimal("1.25")), complex(Decimal(2)), bool(Decimal("0.00")), Decimal("2.5").__floor__(), Decimal("2.5").__ceil__(), hash(Decimal("1.5")) == hash(1.5), hash(Decimal(10)) == hash(10), Decimal("0.25").as_integer_ratio())
for f in (lambda: a + 1.5, lambda: a + "1", lambda: Decimal(1) / 0, lambda: Decimal(0) / 0, lambda: Decimal("Infinity") - Decimal("Infinity"), lambda: Decimal("-1").sqrt(), lambda: Decimal(1) % 0, lambda: int(Decimal("NaN")), lambda: int(Decimal("inf")), lambda: Decimal("sNaN") + 1, lambda: Decimal(0) ** 0, lambda: hash(Decimal("sNaN")), lambda: round(Decimal("inf")), lambda: Decimal("1e400") // 1, lambda: Decimal(-8) ** Decimal("0.5"), lambda: Decimal(10) ** 1000000, lambda: a.foo, lambda: setattr(a, "x", 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: comparisons
from decimal import *
from fractions import Fraction
print(Decimal("1.0") == 1, Decimal("1.5") == 1.5, Decimal("0.1") == 0.1, Decimal(1) < 2, 1 < Decimal(2), Decimal("1.5") >= 1.5, Decimal("0.5") == Fraction(1, 2), Decimal("nan") == Decimal("nan"), Decimal("-0") == 0, Decimal(1) == "1", Decimal(1) != None, Decimal(2) == 2 + 0j)
print(sorted([Decimal("3"), Decimal("-1"), Decimal("2.5")]), max(Decimal(1), Decimal(2)), Decimal("12").compare(Decimal("12.0")), Decimal("12").compare_total(Decimal("12.0")), Decimal("nan").compare(1))
for f in (lambda: Decimal("nan") < 1, lambda: Decimal(1) < "1", lambda: Decimal(1).compare_signal(Decimal("nan"))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: contexts
from decimal import *
print(getcontext()); getcontext().prec = 6; print(Decimal(1) / 7, +Decimal("1.23456789"), Decimal("1.23456789"))
with localcontext() as ctx:
    ctx.prec = 3; ctx.rounding = ROUND_UP; print(Decimal(2) / 3, ctx)
with localcontext(prec=10, rounding=ROUND_DOWN): print(Decimal(2) / 3)
print(Decimal(2) / 3, getcontext().flags[Inexact], getcontext().flags); getcontext().clear_flags(); print(getcontext().flags[Inexact])
setcontext(ExtendedContext); print(Decimal(1) / 0, Decimal(0) / 0, Decimal(-1).sqrt(), getcontext())
setcontext(Context(prec=5, traps=[Inexact]))
try: Decimal(1) / 3
except Inexact as e: print(e, getcontext())
c = Context(prec=4, rounding=ROUND_HALF_DOWN, Emin=-10, Emax=10, capitals=0)
print(c.create_decimal("1.23456"), c.divide(1, 3), c.add(Decimal("1.5"), 2), c.power(2, 10), c.sqrt(2), c.to_sci_string(Decimal("1E+5")), c.Etiny(), c.Etop(), c.copy(), c.quantize(Decimal("1.235"), Decimal("0.01")), c.is_zero(0), c.max(1, 2), c.divmod(7, 2), c.exp(1), c.number_class(Decimal("-1E-12")))
for f in (lambda: Context(prec=0), lambda: Context(rounding="x"), lambda: setattr(c, "prec", "a"), lambda: setattr(c, "foo", 1), lambda: c.multiply(Decimal("9E9"), Decimal("9E9")), lambda: localcontext(foo=1), lambda: setcontext(1), lambda: Context(traps=[ValueError]), lambda: c.flags[ValueError], lambda: Context(Emin=1), lambda: c.foo, lambda: c.add("a", 1), lambda: Decimal(1, 2), lambda: Decimal(1).quantize(1, rounding="x")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
c.clear_traps(); print(c.multiply(Decimal("9E9"), Decimal("9E9")), c.multiply(Decimal("1E-9"), Decimal("1E-9")), c.flags)
# --- case: rounding
from decimal import *
for r in (ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP):
    print(r, [str(Decimal(x).quantize(Decimal("0.1"), rounding=r)) for x in ("1.25", "1.35", "-1.25", "1.21", "-1.29", "1.05", "0.00", "1.55")], Decimal("2.5").to_integral_value(rounding=r))
print(Decimal("1.41421356").quantize(Decimal("1.000")), Decimal("100").quantize(Decimal("1E+1")), Decimal("3.50").to_integral_exact(), Decimal("7").quantize(Decimal("0.00")))
for f in (lambda: Decimal("1E30").quantize(Decimal("0.01")), lambda: Decimal("inf").quantize(Decimal(1))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: methods
from decimal import *
d = Decimal("123.4500")
print(d.normalize(), Decimal("1000").normalize(), Decimal("0.00").normalize(), d.to_eng_string(), Decimal("123E+1").to_eng_string(), d.is_finite(), d.is_signed(), d.is_nan(), d.same_quantum(Decimal("0.0001")), d.copy_abs(), d.copy_negate(), d.copy_sign(Decimal(-1)), d.canonical(), d.radix(), d.conjugate(), d.real, d.imag, d.logb(), d.scaleb(2), d.number_class())
print(d.next_plus(), d.next_minus(), d.next_toward(200), d.max(200), d.min("5" and 5), d.fma(2, 3), d.remainder_near(7), Decimal("1010").logical_and(Decimal("1100")), Decimal("1010").logical_xor(Decimal("1100")), Decimal("10").logical_invert()[:0] if False else "", Decimal("34028").shift(2), Decimal("34028").rotate(-2), Decimal("-3").max_mag(2))
print(Decimal(2).sqrt(), Decimal(16).sqrt(), Decimal(1).exp(), Decimal(10).ln(), Decimal(2).log10(), Decimal(1000).log10(), Decimal("-0").sqrt(), Decimal(0).exp(), Decimal(1).ln(), Decimal("0.001").ln(), Decimal("1.0000001").ln(), Decimal(50).exp(), Decimal(-2).exp(), Decimal("1.1") ** Decimal("2.2"), Decimal(2) ** 100, Decimal("1.01") ** 365, Decimal(9) ** Decimal("-0.5"))
import math, copy, pickle
print(math.floor(d), math.ceil(d), math.trunc(d), copy.copy(d) is d, copy.deepcopy(d) is d, pickle.loads(pickle.dumps(d)), sum([Decimal("0.1")] * 10), pickle.loads(pickle.dumps(Context(prec=3))))
class Sub(Decimal): pass
print(type(Sub(1)), repr(Sub("1.5")), type(Sub(1) + 1), isinstance(Sub(1), Decimal), Sub.from_float(0.5))
# --- case: format
from decimal import *
for s in ("", ".2f", "10.3f", "<10", "^10.1f", "*>8", "+", " ", ",", ",.2f", "e", ".3e", "E", "g", ".4g", "%", ".1%", "010.2f", "+012,.1f", "n", "=+10", "z.1f", "020,"):
    print(s.ljust(8), [format(Decimal(x), s) for x in ("1234567.891", "-0.000125", "0", "1E+10", "NaN", "-Infinity", "0.05")])
print(f"{Decimal('3.14159'):.3}", "%s %.2f %d" % (Decimal("1.10"), Decimal("2.345"), Decimal("7.9")), "{:>8}".format(Decimal("1.5")), str(Decimal("1E-7")), str(Decimal("0.000001")), str(Decimal("1.5E+10")))
for s in ("d", "x", ",n", "a<<5", "s"):
    try: print(format(Decimal(1), s))
    except Exception as e: print(type(e).__name__, e)
# --- case: money
from decimal import Decimal, ROUND_HALF_UP, getcontext
prices = [Decimal("19.99"), Decimal("5.49"), Decimal("0.10")]
total = sum(prices); tax = (total * Decimal("0.0825")).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
print(total, tax, total + tax, f"{total + tax:,.2f}")
getcontext().prec = 50
def pi():
    getcontext().prec += 2
    three = Decimal(3); lasts, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
    while s != lasts:
        lasts = s; n, na = n + na, na + 8; d, da = d + da, da + 32; t = (t * n) / d; s += t
    getcontext().prec -= 2
    return +s
print(pi(), Decimal(2).sqrt(), Decimal(1).exp())
from statistics import mean; from fractions import Fraction
print(mean([Decimal("0.5"), Decimal("0.75")]), Fraction(Decimal("0.125")), Fraction.from_decimal(Decimal("1.5")))
