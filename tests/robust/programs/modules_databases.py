# Callbacks, parameters and converters of sqlite3 that close, use or replace what runs them, and TLS callbacks that come in again: an exception at most.
import gc
import sqlite3
import ssl
import threading


def tried(what, call):
    try:
        call()
        print(what, "done")
    except (sqlite3.Error, ValueError, RuntimeError, ZeroDivisionError, ssl.SSLError) as e:
        print(what, type(e).__name__, e)


def opened(**more):
    c = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_COLNAMES, **more)
    c.executescript("create table t(x); insert into t values (1), (2), (3)")
    return c


class Closes(list):
    def __init__(self, c):
        self.c = c

    def __getitem__(self, i):
        self.c.close()
        return 1

    def __len__(self):
        return 1


c = opened()
tried("a parameter closes", lambda: c.execute("select ?", Closes(c)).fetchall())
c = opened()
sqlite3.register_converter("shut", lambda b: c.close())
tried("a converter closes", lambda: c.execute("select x as 'x [shut]' from t").fetchall())
c = opened()
c.create_function("shut", 0, lambda: c.close())
tried("a function closes", lambda: c.execute("select shut(), x from t").fetchall())
c = opened()
c.create_function("anew", 0, lambda: c.__init__(":memory:"))
tried("a function opens anew", lambda: c.execute("select anew(), x from t").fetchall())
c = opened()
c.create_function("other", 0, lambda: c.create_function("other", 0, None))
tried("a function removes itself", lambda: c.execute("select other() from t").fetchall())
for name, hook in [("authorizer", lambda c, f: c.set_authorizer(lambda *a: f() or 0)), ("progress", lambda c, f: c.set_progress_handler(f, 1)), ("trace", lambda c, f: c.set_trace_callback(lambda sql: f()))]:
    for what in ("close", "commit"):
        c = opened()
        hook(c, getattr(c, what))
        tried(f"{name} {what}", lambda: c.execute("select x from t").fetchall())
c = opened()
c.create_collation("back", lambda a, b: c.execute("select 1") and 0)
tried("an order executes", lambda: c.execute("select cast(x as text) from t order by 1 collate back").fetchall())
c = opened()
cu = c.cursor()
c.create_function("deep", 0, lambda: cu.execute("select 1"))
tried("a function uses its cursor", lambda: cu.execute("select deep()"))
c = opened()
c.create_function("dies", 0, lambda: globals().pop("c") and None)
tried("a function drops the connection", lambda: c.execute("select dies(), x from t"))
gc.collect()


class Broken:
    def step(self, x):
        del Broken.finalize

    def finalize(self):
        pass

    def __del__(self):
        c.execute("select 1")


c = opened()
c.create_aggregate("broken", 1, Broken)
tried("an aggregate without an end", lambda: c.execute("select broken(x) from t").fetchall())
c = opened()
b = sqlite3.connect(":memory:")
c.backup(b, pages=1, progress=lambda *a: (c.close(), b.close()))
tried("a copy whose ends are closed", lambda: b.execute("select 1"))

c = opened(check_same_thread=False)
c.create_function("slow", 1, lambda x: sum(range(x)))


def work():
    for i in range(200):
        try:
            c.execute("select slow(1000), x from t").fetchall()
        except sqlite3.Error:
            pass


threads = [threading.Thread(target=work) for i in range(4)]
for t in threads:
    t.start()
for i in range(20):
    c.execute("insert into t values (4)")
for t in threads:
    t.join()
print("threads", c.execute("select count(*) from t").fetchone())
cursors = [c.execute("select x from t") for i in range(5)]
c.close()
del c
gc.collect()
tried("cursors of what is closed", cursors[0].fetchone)

a, z = ssl.MemoryBIO(), ssl.MemoryBIO()
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
end = context.wrap_bio(a, z, server_hostname="x")
context._msg_callback = lambda *args: end.do_handshake()
tried("a handshake in a handshake", end.do_handshake)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
end = context.wrap_bio(a, a, server_hostname="x")
tried("a handshake with itself", lambda: [end.do_handshake() for i in range(3)])

first, second = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
first.sni_callback = lambda end, name, context: setattr(end, "context", second)
first.set_alpn_protocols(["x"])
a, z = ssl.MemoryBIO(), ssl.MemoryBIO()
client = ssl._create_unverified_context()
client.set_alpn_protocols(["x"])
there, here = client.wrap_bio(a, z, server_hostname="x"), first.wrap_bio(z, a, server_side=True)
here.context = second
del first
gc.collect()
tried("a client begins", there.do_handshake)
tried("a context that is gone is asked", here.do_handshake)


class Own(ssl.SSLContext):
    pass


c = Own(ssl.PROTOCOL_TLS_CLIENT)
c.me = c
c._msg_callback = lambda *args: c
del c
gc.collect()
print("end")
