# Calendars and date sums without the calendar module.
from datetime import date, timedelta


def month(year, number):
    first = date(year, number, 1)
    after = date(year + number // 12, number % 12 + 1, 1)
    days = (after - first).days
    cells = ["  "] * first.weekday() + [f"{d:2}" for d in range(1, days + 1)]
    rows = [" ".join(cells[i:i + 7]) for i in range(0, len(cells), 7)]
    return [f"{first:%B %Y}".center(20).rstrip(), "Mo Tu We Th Fr Sa Su"] + rows


def side_by_side(*months, gap=3):
    height = max(map(len, months))
    for i in range(height):
        yield (" " * gap).join((m[i] if i < len(m) else "").ljust(20) for m in months).rstrip()


def workdays(start, end):
    d = start
    while d < end:
        if d.weekday() < 5:
            yield d
        d += timedelta(1)


def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


print(*side_by_side(month(2024, 2), month(2024, 12)), sep="\n")
print(sum(1 for _ in workdays(date(2024, 1, 1), date(2025, 1, 1))), age(date(2000, 2, 29), date(2024, 2, 28)))
fridays = [d for y in (2023, 2024) for m in range(1, 13) if (d := date(y, m, 13)).weekday() == 4]
print([f"{d:%d %b %Y}" for d in fridays])
deadline = date(2024, 12, 24)
for today in (date(2024, 12, 1), date(2024, 12, 24), date(2025, 1, 1)):
    left = (deadline - today).days
    print(today, "in" if left > 0 else "today" if left == 0 else "ago", abs(left), f"week {today.isocalendar()[1]}")
