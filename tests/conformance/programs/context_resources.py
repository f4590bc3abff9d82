# Resources with guaranteed release: nested managers, ExitStack, errors on the way.
from contextlib import ExitStack, contextmanager, suppress


class Pool:
    def __init__(self, size):
        self.free = list(range(size))
        self.log = []

    @contextmanager
    def lease(self, who):
        if not self.free:
            raise RuntimeError(f"nothing left for {who}")
        r = self.free.pop(0)
        self.log.append(f"{who} gets {r}")
        try:
            yield r
        except ValueError as e:
            self.log.append(f"{who} failed: {e}")
            raise
        finally:
            self.free.append(r)
            self.log.append(f"{who} returns {r}")


pool = Pool(2)
with pool.lease("a") as r, pool.lease("b") as s:
    print(r, s, pool.free)
    try:
        with pool.lease("c"):
            print("never")
    except RuntimeError as e:
        print(e)
with suppress(ValueError):
    with pool.lease("d"):
        int("x")
with ExitStack() as stack:
    got = [stack.enter_context(pool.lease(f"e{i}")) for i in range(2)]
    stack.callback(lambda: print("callback before leases are returned", pool.free))
    print(got)
print(*pool.log, sep="\n")


class Transaction:
    def __init__(self, data):
        self.data = data

    def __enter__(self):
        self.saved = dict(self.data)
        return self.data

    def __exit__(self, kind, error, tb):
        if kind is None:
            return
        self.data.clear()
        self.data.update(self.saved)
        print(f"undone because of {kind.__name__}({error})")
        return issubclass(kind, LookupError)


accounts = {"x": 1}
with Transaction(accounts) as d:
    d["y"] = 2
with Transaction(accounts) as d:
    d["z"] = 3
    del d["nope"]
try:
    with Transaction(accounts) as d:
        d["w"] = 1 / 0
except ZeroDivisionError as e:
    print("outside:", e)
print(accounts)
