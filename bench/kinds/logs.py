"""Generator pipelines over lines of a log: parse, filter, window, group, a running mean, and a report by format strings."""
import re
from itertools import groupby, islice, tee, chain, accumulate
from functools import reduce

LINE = re.compile(r"(?P<hour>\d\d):(?P<minute>\d\d) (?P<level>[A-Z]+) (?P<host>\w+) took (?P<ms>\d+)ms")


def lines(n):
    state = 7
    for i in range(n):
        state = (state * 48271) % 2147483647
        level = ("INFO", "WARN", "ERROR")[state % 17 % 3]
        yield f"{i // 60 % 24:02d}:{i % 60:02d} {level} host{state % 5} took {state % 900 + 10}ms"


def parse(source):
    for line in source:
        match = LINE.match(line)
        if match:
            record = match.groupdict()
            record["ms"] = int(record["ms"])
            record["at"] = int(record.pop("hour")) * 60 + int(record.pop("minute"))
            yield record


def only(source, **wanted):
    return (r for r in source if all(r[k] == v for k, v in wanted.items()))


def windows(source, size):
    window = []
    for item in source:
        window.append(item)
        if len(window) == size:
            yield tuple(window)
            window.pop(0)


def pairwise(source):
    a, b = tee(source)
    next(b, None)
    return zip(a, b)


def compose(*steps):
    return reduce(lambda f, g: lambda x: g(f(x)), steps)


def running_mean():
    total = count = 0
    value = yield
    while True:
        total += value
        count += 1
        value = yield total / count


records = list(parse(lines(20000)))
print(len(records))
for level in "INFO", "WARN", "ERROR":
    times = [r["ms"] for r in only(records, level=level)]
    print(f"{level:<6}{len(times):>6,}{sum(times) / len(times):>10.2f}{max(times):>6}")
print(max(sum(w) for w in windows((r["ms"] for r in records), 5)))
print(sum(1 for a, b in pairwise(records) if a["host"] == b["host"]))
by_hour = compose(lambda rs: groupby(rs, key=lambda r: r["at"] // 60), lambda gs: ((h, sum(r["ms"] for r in g)) for h, g in gs), list)
print(by_hour(records)[:4])
mean = running_mean()
next(mean)
print(["%.3f" % m for m in islice((mean.send(r["ms"]) for r in records), 0, 20000, 4000)])
print(list(accumulate(chain.from_iterable(([r["ms"]] * 2 for r in records[:6])), max)))
print(sum(map(lambda r: r["ms"] % 7, filter(lambda r: r["host"] != "host3", records))))
