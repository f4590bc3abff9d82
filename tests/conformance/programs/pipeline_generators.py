# A log pipeline made of coroutines and generators.
from contextlib import contextmanager

LOG = """10:00 web GET /index 200 12
10:01 web GET /missing 404 3
10:01 db QUERY users 0 150
10:02 web POST /login 500 88
10:03 web GET /index 200 9
broken line
10:04 db QUERY orders 0 320"""


def lines(text):
    for n, line in enumerate(text.splitlines(), 1):
        yield n, line


def parse(source):
    for n, line in source:
        try:
            time, service, verb, what, code, ms = line.split()
        except ValueError as e:
            print(f"line {n}: {e}")
            continue
        yield dict(time=time, service=service, verb=verb, what=what, code=int(code), ms=int(ms))


def where(source, **wanted):
    return (r for r in source if all(r[k] == v for k, v in wanted.items()))


def coroutine(f):
    def start(*args):
        g = f(*args)
        next(g)
        return g
    return start


@coroutine
def broadcast(*targets):
    while True:
        record = yield
        for t in targets:
            t.send(record)


@coroutine
def total(name, key, result):
    n = s = 0
    try:
        while True:
            record = yield
            n += 1
            s += record[key]
    except GeneratorExit:
        result[name] = (n, s, s / n if n else None)


@coroutine
def slow(limit):
    while True:
        record = yield
        if record["ms"] > limit:
            print("slow:", record["what"], record["ms"])


@contextmanager
def feeding(sink):
    try:
        yield sink.send
    finally:
        sink.close()


result = {}
web, db = total("web", "ms", result), total("db", "ms", result)
with feeding(broadcast(slow(80))) as send:
    for record in parse(lines(LOG)):
        send(record)
        (web if record["service"] == "web" else db).send(record)
web.close()
db.close()
print(result)
print([r["what"] for r in where(parse(lines(LOG)), service="web", code=200)])
