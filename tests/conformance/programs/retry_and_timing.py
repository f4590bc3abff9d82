# Decorators that take options: retry, validation, tracing, once.
import functools
import inspect


def retry(times=3, *, on=Exception, log=print):
    def decorate(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return f(*args, **kwargs)
                except on as e:
                    log(f"{f.__name__} attempt {attempt}: {type(e).__name__}: {e}")
                    if attempt == times:
                        raise
        return wrapper
    return decorate


def typed(f):
    sig = inspect.signature(f)

    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        bound = sig.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            want = f.__annotations__.get(name)
            if want and not isinstance(value, want):
                raise TypeError(f"{f.__name__}: {name} should be {want.__name__}, not {type(value).__name__}")
        return f(*args, **kwargs)
    return wrapper


class trace:
    depth = 0

    def __init__(self, f):
        self.f = f
        functools.update_wrapper(self, f)

    def __call__(self, *args):
        print("  " * trace.depth + f"{self.f.__name__}{args}")
        trace.depth += 1
        try:
            result = self.f(*args)
        finally:
            trace.depth -= 1
        print("  " * trace.depth + f"-> {result}")
        return result


def once(f):
    @functools.wraps(f)
    def wrapper():
        if not hasattr(wrapper, "value"):
            wrapper.value = f()
        return wrapper.value
    return wrapper


calls = []


@retry(times=3, on=(ValueError, KeyError))
def flaky(limit):
    calls.append(limit)
    if len(calls) < limit:
        raise ValueError(f"call {len(calls)}")
    return "done"


@typed
def scale(x: int, by: float = 2.0, *, label: str = "") -> str:
    "Scale a thing."
    return f"{label}{x * by}"


@trace
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@once
def setting():
    print("computing")
    return 42


print(flaky(2))
calls.clear()
try:
    flaky(9)
except ValueError as e:
    print("gave up:", e)
print(scale(3), scale(3, 1.5, label="v="), scale.__doc__, scale.__name__)
for args, kw in [(("3",), {}), ((3,), {"by": 1}), ((), {}), ((1, 2.0, 3), {})]:
    try:
        scale(*args, **kw)
    except TypeError as e:
        print(e)
print(fib(3), setting() + setting())
