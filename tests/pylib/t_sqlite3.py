"""sqlite3 over _sqlite3: connections, cursors, rows, adapters, functions, hooks, transactions, blobs, backups, errors; then callbacks and parameters that misbehave."""
import datetime
import gc
import os
import sqlite3
import tempfile
import threading

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file.db")


def say(what, call, *args, **kw):
    try:
        print(what, call(*args, **kw))
    except BaseException as e:
        print(what, type(e).__name__, str(e).replace(folder, "DIR"), getattr(e, "sqlite_errorcode", "-"), getattr(e, "sqlite_errorname", "-"))


c = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES)
print(c.isolation_level, c.in_transaction, c.total_changes, c.row_factory, c.text_factory, sqlite3.apilevel, sqlite3.paramstyle)
cu = c.cursor()
print(cu.description, cu.rowcount, cu.lastrowid, cu.arraysize, cu.connection is c)
print(cu.execute("create table t(a integer primary key, b, d date, s timestamp)") is cu, cu.rowcount, cu.description)
cu.execute("insert into t(b, d) values (?, ?)", ("x", datetime.date(2020, 2, 3)))
print(cu.rowcount, cu.lastrowid, c.in_transaction, c.total_changes)
cu.executemany("insert into t(b, s) values (:b, :s)", [{"b": 2.5, "s": datetime.datetime(2021, 1, 2, 3, 4, 5, 678)}, {"b": b"\0\1", "s": None}, {"b": 2 ** 62, "s": None}, {"b": "\u00e9\U0001f600", "s": None}])
print(cu.rowcount, cu.lastrowid)
print(c.execute("select * from t").fetchall(), c.execute("select b as 'b [timestamp]', a from t where 0").description)
cu.execute("select a from t order by a")
print(cu.fetchone(), cu.fetchmany(2), cu.fetchmany(), next(cu), cu.fetchall(), cu.fetchone(), list(cu))
print(c.execute("update t set b = 1 where a > 2 returning a").fetchall(), c.execute("delete from t where a = 1").rowcount)
c.rollback()
print(c.execute("select count(*) from t").fetchone(), list(c.iterdump()))
with c:
    c.execute("insert into t(b) values (1)")
try:
    with c:
        c.execute("insert into t(b) values (2)")
        1 / 0
except ZeroDivisionError:
    print(c.execute("select b from t").fetchall())
cu.executescript("create table u(x unique, y not null); insert into u values (1, 2); -- end")
for sql, args in [("insert into u values (1, 3)", ()), ("insert into u values (2, null)", ()), ("select * from none", ()), ("selec", ()), ("select ?", ()), ("select ?", (1, 2)), ("select :a", {}), ("select ?", {}),
                  ("select ?", 3), ("select ?", (object(),)), ("select ?", (2 ** 63,)), ("select ?", ("\ud800",)), ("select 1; select 2", ()), ("select 1; -- 2", ()), ("select '\0'", ()), (3, ()), ("", ()), ("/* */", ())]:
    say(repr(sql), lambda: c.execute(sql, args).fetchall())
say("many", c.executemany, "select 1", [()])
say("many", c.executemany, "insert into u values (?, ?)", 3)
say("many", c.executemany, "insert into u values (?, ?)", [(7, 7), (8,)])
c.rollback()
say("script", c.executescript, "select 1; selec")
say("script", c.executescript, "a\0")

# rows, factories, types
c.row_factory = sqlite3.Row
r = c.execute("select 1 as a, 'x' as B, null as a").fetchone()
print(tuple(r), r.keys(), r["A"], r["b"], r[-1], r[0:2], len(r), r == c.execute("select 1 as a, 'x' as B, null as a").fetchone(), r == (1, "x", None), hash(r) == hash(r), dict(zip(r.keys(), r)))
for key in ("c", 9, -9, 1.5, 2 ** 80):
    say("row", lambda: r[key])
say("row", sqlite3.Row, 3, ())
say("row", sqlite3.Row, cu, [])
c.row_factory = lambda cursor, row: {d[0]: v for d, v in zip(cursor.description, row)}
print(c.execute("select 1 as a, 2 as b").fetchall())
c.row_factory = None
for factory in (bytes, bytearray, lambda b: b.decode() + "!", str):
    c.text_factory = factory
    print(c.execute("select 'h\u00e9'").fetchone())
say("utf-8", lambda: c.execute("select cast(x'ff' as text) as col").fetchone())


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __conform__(self, protocol):
        return f"{self.x};{self.y}" if protocol is sqlite3.PrepareProtocol else None


sqlite3.register_converter("point", lambda b: tuple(map(int, b.split(b";"))))
print(c.execute("select ? as 'p [point]', ?", (Point(1, 2), Point(3, 4))).fetchone(), sqlite3.adapt(Point(5, 6)))
sqlite3.register_adapter(complex, lambda z: z.real)
print(c.execute("select ?", (3 + 4j,)).fetchone())
say("adapt", sqlite3.adapt, object())
say("adapt", sqlite3.adapt, object(), sqlite3.PrepareProtocol, 7)

# functions
c.create_function("plus", 2, lambda a, b: a + b)
c.create_function("kinds", -1, lambda *a: " ".join(type(x).__name__ for x in a), deterministic=True)
print(c.execute("select plus(1, 2), plus('a', 'b'), kinds(1, 1.5, 'x', x'00', null)").fetchone())
for bad in (lambda: 1 / 0, lambda: [], lambda: 2 ** 80, lambda: "\ud800", lambda x: x):
    c.create_function("bad", 0, bad)
    say("function", lambda: c.execute("select bad()").fetchone())
say("function", c.create_function, "f", -9, print)
say("function", c.create_function, 3, 1, print)


class Sum:
    def __init__(self):
        self.n = 0

    def step(self, x):
        self.n += x

    def inverse(self, x):
        self.n -= x

    def value(self):
        return self.n

    finalize = value


c.create_aggregate("total2", 1, Sum)
c.create_window_function("moving", 1, Sum)
c.executescript("create table n(x); insert into n values (1), (2), (3), (4)")
print(c.execute("select total2(x) from n").fetchone(), c.execute("select moving(x) over (order by x rows between 1 preceding and 1 following) from n").fetchall())
for name in ("__init__", "step", "finalize"):
    c.create_aggregate("broken", 1, type("Broken", (Sum,), {name: lambda self, *a: 1 / 0}))
    say("broken " + name, lambda: c.execute("select broken(x) from n").fetchone())
c.create_aggregate("broken", 1, type("Broken", (), {}))
say("empty", lambda: c.execute("select broken(x) from n").fetchone())
c.create_collation("back", lambda a, b: (a < b) - (a > b))
print(c.execute("select * from (select 'a' x union select 'c' union select 'b') order by x collate back").fetchall())
say("order", c.create_collation, "x", 3)
c.create_collation("back", None)
say("order", lambda: c.execute("select 'a' order by 1 collate back").fetchall())

# hooks
seen = []
c.set_trace_callback(seen.append)
c.execute("insert into n values (?)", (5,))
c.commit()
c.set_trace_callback(None)
print(seen)
c.set_authorizer(lambda action, a, b, database, trigger: sqlite3.SQLITE_DENY if a == "n" else sqlite3.SQLITE_OK)
say("denied", lambda: c.execute("select x from n"))
c.set_authorizer(lambda *a: "what")
say("denied", lambda: c.execute("select 1"))
c.set_authorizer(None)
steps = []
c.set_progress_handler(lambda: steps.append(1), 1)
c.execute("select x from n").fetchall()
c.set_progress_handler(lambda: 1, 1)
say("stopped", lambda: c.execute("select x from n").fetchall())
c.set_progress_handler(None, 0)
print(len(steps) > 3)
print(c.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH) > 1000, c.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 20) > 1000)
say("long", c.execute, "select 1" + " " * 50)
say("limit", c.setlimit, 99, 1)
c.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10 ** 6)

# transactions and isolation
for level in (None, "", "deferred", "IMMEDIATE", "x", 3, "a\0"):
    say(repr(level), setattr, c, "isolation_level", level)
print(c.isolation_level)
f, g = sqlite3.connect(path, timeout=0.01), sqlite3.connect(path, timeout=0.01)
f.execute("create table t(x)")
f.execute("insert into t values (1)")
say("locked", g.execute, "insert into t values (2)")
f.commit()
say("free", lambda: g.execute("insert into t values (2)").rowcount)
g.close()
waiting = threading.Timer(0.05, f.close)
f.close()
print(sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("select * from t").fetchall())
say("open", sqlite3.connect, folder + "/no/such")
say("open", sqlite3.connect, 3)
say("open", sqlite3.connect, "a\0b")
say("open", sqlite3.connect)

# two threads, one lock: who has it commits while the other waits
f = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
f.execute("begin immediate")
waiting = threading.Timer(0.1, lambda: f.execute("commit"))
waiting.start()
with sqlite3.connect(path, timeout=30) as g:
    g.execute("insert into t values (3)")
waiting.join()
print(g.execute("select * from t").fetchall())

def elsewhere():
    try:
        c.execute("select 1")
    except sqlite3.ProgrammingError as e:
        print(str(e)[:73])


t = threading.Thread(target=elsewhere)
t.start()
t.join()

# blobs, copies
c.executescript("create table b(x); insert into b values (zeroblob(10))")
with c.blobopen("b", "x", 1) as b:
    print(len(b), b.read(3), b.tell(), b.write(b"abc"), b.seek(0), b.read(), b[3], b[-1], b[2:6], b[::3], b[5:2])
    b[0] = 65
    b[1:3] = b"BC"
    b[7::2] = b"yz"
    print(b[:])
    for call in [lambda: b.write(b"12345678901"), lambda: b.seek(99), lambda: b.seek(0, 5), lambda: b[99], lambda: b["x"], lambda: b.__setitem__(0, 300), lambda: b.__setitem__(slice(0, 2), b"x"), lambda: b.__delitem__(0),
                 lambda: b.__setitem__(0, "x"), lambda: b[2 ** 80], lambda: b.__delitem__(slice(0, 1))]:
        say("blob", call)
say("closed", b.read)
say("blob", c.blobopen, "b", "y", 1)
d = sqlite3.connect(":memory:")
told = []
c.backup(d, pages=1, progress=lambda *a: told.append(a[0]))
print(d.execute("select x from b").fetchone(), told[-1] == sqlite3.SQLITE_DONE)
say("backup", c.backup, c)
say("backup", c.backup, 3)
say("backup", c.backup, d, name="none")
say("backup", lambda: c.backup(d, progress=lambda *a: 1 / 0))
data = c.serialize()
e = sqlite3.connect(":memory:")
e.deserialize(data)
print(e.execute("select x from b").fetchone(), data[:15])
say("serialize", c.serialize, name="none")
say("deserialize", e.deserialize, 3)

# closed, unopened, of another class
say("cursor", c.cursor, lambda con: 3)
say("cursor", sqlite3.Cursor, 3)
cu = e.execute("select 1")
e.close()
for call in [lambda: e.execute("x"), cu.fetchone, e.commit, lambda: e.total_changes, lambda: sqlite3.Cursor.__new__(sqlite3.Cursor).fetchone(), lambda: sqlite3.Connection.__new__(sqlite3.Connection).cursor(), e.close]:
    say("closed", call)
cu = c.cursor()
cu.close()
say("closed", cu.execute, "select 1")
print(sqlite3.complete_statement("select 1;"), sqlite3.complete_statement("select '"), [x.__mro__[1].__name__ for x in (sqlite3.Error, sqlite3.DatabaseError, sqlite3.IntegrityError)])

# what misbehaves
cu = c.cursor()


class Again:
    def __conform__(self, protocol):
        cu.execute("select 2")
        return 1


say("again", cu.execute, "select ?", (Again(),))


def rows():
    yield (1,)
    say("inside", cu.execute, "select 3")
    yield (2,)


cu.executemany("insert into n values (?)", rows())
c.create_function("nested", 0, lambda: c.execute("select count(*) from n").fetchone()[0])
print(c.execute("select nested()").fetchone())


f = sqlite3.connect(":memory:", factory=type("Own", (sqlite3.Connection,), {}))
print(type(f).__name__)
gc.collect()
