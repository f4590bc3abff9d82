# decimal at the ends of its exponents: nothing takes longer for being small.
# --- case: far_below
from decimal import *
for rounding in (ROUND_HALF_EVEN, ROUND_UP, ROUND_CEILING, ROUND_FLOOR, ROUND_05UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN):
    c = Context(prec=9, Emax=999999999, Emin=-999999999, rounding=rounding, traps=[])
    print(rounding, c.power(Decimal("3.93591888E-236595626"), Decimal(7242375)), c.multiply(Decimal("7E-999999990"), Decimal("-7E-999999990")), c.divide(Decimal("1E-999999999"), Decimal("3E+999999999")))
    print(sorted(s.__name__ for s in c.flags if c.flags[s]))
    c.clear_flags()
    print(c.create_decimal("9E-99999999999"), c.fma(Decimal("1E-999999999"), Decimal("1E-999999999"), Decimal(0)), c.power(Decimal("0.1"), Decimal(10) ** 9), c.exp(Decimal(-10) ** 9 * 9), c.quantize(Decimal("1E-999999999"), Decimal("1E+9")))
# --- case: nearly_nothing
from decimal import *
tiny, least = Decimal("1E-999999999"), Decimal("-1E-999999999")
for rounding in (ROUND_HALF_EVEN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING):
    c = Context(prec=9, Emax=999999999, Emin=-999999999, rounding=rounding, traps=[])
    print([str(c.power(a, b)) for a in (2, tiny, Decimal("1.0000001"), Decimal("0.5")) for b in (tiny, least, Decimal("1E-12"), Decimal("-1E-30"))])
    print(c.next_plus(Decimal(0)), c.next_minus(Decimal("0E+5")), c.subtract(Decimal(0), tiny), c.add(Decimal("0E+999999999"), tiny), c.fma(tiny, tiny, 0), c.add(Decimal("1E+999999999"), least))
print(int(tiny), int(least), round(tiny), hash(tiny) == hash(Decimal("1E-999999999")), tiny // 1, tiny == 0, tiny % 1, float(tiny), -tiny < 0)
# --- case: where_it_is_from
import decimal, _decimal, pickle
print(decimal.Decimal.__module__, decimal.Inexact.__module__, decimal.localcontext.__module__, decimal.DecimalTuple.__module__, decimal.Decimal is _decimal.Decimal, decimal.__libmpdec_version__ > "2", pickle.loads(pickle.dumps(decimal.Decimal("-1.50"))))
try: decimal.Decimal("x")
except decimal.InvalidOperation as e: print(repr(e))
# --- case: roots_that_come_out_even
from decimal import *
for a in ('121', '100', '1000000', '0.01', '0.0121', '11', '1.21', '14641', '3E+4', '9E+8', '1', '1E+3', '2'):
    for b in ('0.5', '-0.5', '0.25', '2', '-1', '1.5', '0.125', '3', '-2.5', '1E-9'):
        c = Context(prec=12, traps=[])
        print(a, b, c.power(Decimal(a), Decimal(b)), *sorted(f.__name__ for f, on in c.flags.items() if on))
for rounding in (ROUND_CEILING, ROUND_FLOOR):
    c = Context(prec=12, rounding=rounding, traps=[])
    print([str(c.power(Decimal(a), Decimal("0.5"))) for a in ('121', '14641', '1.21', '2', '11')], c.flags[Inexact])
