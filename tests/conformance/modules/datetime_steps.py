"""Steps of datetimes over the ends of days, months, years and of all that there are; gcd, lcm and comb where words end."""
import datetime
import math

DAY, MICRO = datetime.timedelta(days=1), datetime.timedelta(microseconds=1)
ends = [datetime.datetime(y, m, d, *clock) for y in (1, 4, 1900, 2000, 2023, 2024, 9999) for m, d in ((1, 1), (1, 31), (2, 28), (3, 1), (4, 30), (12, 31))
        for clock in ((0, 0), (23, 59, 59, 999999))] + [datetime.datetime(2024, 2, 29), datetime.datetime(2000, 2, 29, 23, 59)]
for t in ends:
    for step in (MICRO, DAY, DAY - MICRO, DAY * 28, DAY * 31, DAY * 32, DAY * 33, DAY * 60, DAY * 366, datetime.timedelta(hours=25, minutes=1)):
        said = []
        for f in (lambda: t + step, lambda: t - step, lambda: step + t):
            try:
                said.append(str(f()))
            except OverflowError as error:
                said.append(str(error))
        print(t, step, *said)


class Mine(datetime.datetime):
    pass


folded = Mine(2024, 2, 29, 1, 2, 3, 4, tzinfo=datetime.timezone.utc, fold=1)
print(repr(folded + DAY), repr(folded - DAY * 29), (folded + DAY).fold)

words = [0, 1, 2, 3, 6, 12345, 67890, 2**31, 2**32 - 1, 2**47, 2**48 - 1, 2**48, 2**62, 2**63 - 1, 2**63, 2**64, 3**40, 2**90 * 15]
for a in words:
    print([math.gcd(a, b) for b in words], math.gcd(-a, 10), math.lcm(a, -6, 4), math.gcd(a))
print(math.gcd(), math.lcm(), math.gcd(True, False), math.lcm(0, 5))
for call in (lambda: math.gcd(1.0), lambda: math.gcd(2, "x"), lambda: math.lcm(x=1), lambda: math.gcd(*[4], **{"y": 2})):
    try:
        print(call())
    except TypeError as error:
        print(error)
print([math.comb(n, k) for n in (0, 1, 5, 30, 61, 62, 63, 64, 66, 67, 68, 70, 128, 500) for k in (0, 1, 2, 3, 10, 29, 33, 34, 62)] == [
    math.factorial(n) // math.factorial(k) // math.factorial(n - k) if k <= n else 0 for n in (0, 1, 5, 30, 61, 62, 63, 64, 66, 67, 68, 70, 128, 500) for k in (0, 1, 2, 3, 10, 29, 33, 34, 62)])
print(math.comb(2**40, 1), math.comb(2**40, 2), math.comb(2**63 - 1, 1), math.comb(2**63 - 1, 2), math.comb(2**70, 3), [math.factorial(n) for n in range(23)])
