# async def, await, async for, async with, asynchronous generators and comprehensions, driven by hand.
# --- case: coroutine_object
async def f():
    return 1
c = f()
print(type(c).__name__, c.__name__, c.__qualname__, c.cr_running, c.cr_await, c.cr_code is f.__code__)
print(f.__code__.co_flags & 0x280)
try:
    c.send(None)
except StopIteration as e:
    print(e.value)
print(c.cr_frame)
# --- case: await_chain
async def a(x):
    return x * 2
async def b():
    return await a(3) + await a(await a(1))
try:
    b().send(None)
except StopIteration as e:
    print(e.value)
# --- case: await_object
class A:
    def __await__(self):
        got = yield "out"
        print("got", got)
        return "result"
async def f():
    return await A()
c = f()
print(c.send(None), c.cr_await is not None)
try:
    c.send("in")
except StopIteration as e:
    print(e.value)
# --- case: types_coroutine
import types
@types.coroutine
def g(x):
    r = yield x
    return r
async def f():
    return await g(5)
c = f()
print(c.send(None))
try:
    c.send(7)
except StopIteration as e:
    print(e.value)
# --- case: throw_and_close
class A:
    def __await__(self):
        try:
            yield 1
        except ValueError as e:
            print("inner", e)
            yield 2
        finally:
            print("finally")
async def f():
    await A()
c = f()
print(c.send(None), c.throw(ValueError("x")))
c.close()
c.close()
# --- case: reuse
async def f():
    pass
c = f()
try:
    c.send(None)
except StopIteration:
    pass
for op in (lambda: c.send(None), lambda: c.throw(ValueError("x"))):
    try:
        op()
    except RuntimeError as e:
        print(e)
# --- case: send_value_first
async def f():
    pass
c = f()
try:
    c.send(1)
except TypeError as e:
    print(e)
c.close()
# --- case: await_errors
async def run(x):
    await x
class B:
    def __await__(self):
        return 5
class C:
    def __await__(self):
        return run(1)
import warnings
warnings.simplefilter("ignore")
for x in (1, "s", None, [], B(), C()):
    try:
        run(x).send(None)
    except TypeError as e:
        print(e)
# --- case: stop_iteration_inside
async def f():
    raise StopIteration(1)
try:
    f().send(None)
except RuntimeError as e:
    print(e, repr(e.__cause__))
# --- case: not_iterable
async def f():
    pass
c = f()
for op in (iter, list, next):
    try:
        op(c)
    except TypeError as e:
        print(e)
c.close()
# --- case: yield_from_coroutine
async def f():
    pass
c = f()
def g():
    yield from c
try:
    next(g())
except TypeError as e:
    print(e)
c.close()
# --- case: ignored_exit
class A:
    def __await__(self):
        try:
            yield
        except GeneratorExit:
            yield
async def f():
    await A()
c = f()
c.send(None)
try:
    c.close()
except RuntimeError as e:
    print(e)
# --- case: async_for
class It:
    def __init__(self, n):
        self.n = n
    def __aiter__(self):
        return self
    async def __anext__(self):
        if not self.n:
            raise StopAsyncIteration
        self.n -= 1
        return self.n
async def f():
    async for x in It(3):
        print(x)
    else:
        print("else")
    async for x in It(5):
        if x == 3:
            continue
        if x == 1:
            break
        print("b", x)
    else:
        print("no")
    async for i, (j, k) in pairs():
        print(i, j, k)
        for y in range(2):
            async for z in It(2):
                if z == 0:
                    return (i, y, z)
async def pairs():
    yield 1, (2, 3)
try:
    f().send(None)
except StopIteration as e:
    print(e.value)
# --- case: async_for_errors
async def run(x):
    async for y in x:
        pass
class A:
    def __aiter__(self):
        return 1
class B:
    def __aiter__(self):
        return self
    def __anext__(self):
        return 1
for x in (1, [], A(), B()):
    try:
        run(x).send(None)
    except TypeError as e:
        print(e, repr(e.__cause__))
# --- case: async_for_other_error
class It:
    def __aiter__(self):
        return self
    async def __anext__(self):
        raise KeyError("k")
async def f():
    try:
        async for x in It():
            pass
    except KeyError as e:
        print(repr(e), e.__context__)
try:
    f().send(None)
except StopIteration:
    print("end")
# --- case: async_with
class CM:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow
    async def __aenter__(self):
        print("enter", self.name)
        return self.name
    async def __aexit__(self, t, v, tb):
        print("exit", self.name, t and t.__name__, v)
        return self.swallow
async def f():
    async with CM("a") as a, CM("b") as b:
        print(a, b)
    async with CM("s", True):
        raise ValueError("gone")
    for i in range(3):
        async with CM(i):
            if i == 0:
                continue
            break
    try:
        async with CM("r"):
            return "value"
    finally:
        print("finally")
try:
    f().send(None)
except StopIteration as e:
    print(e.value)
# --- case: async_with_errors
class A:
    pass
class B:
    async def __aenter__(self):
        pass
class C:
    def __aenter__(self):
        return 1
    async def __aexit__(self, *a):
        pass
class D:
    async def __aenter__(self):
        pass
    def __aexit__(self, *a):
        return 2
async def run(x):
    async with x:
        pass
for x in (A(), B(), C(), D()):
    try:
        run(x).send(None)
    except TypeError as e:
        print(e)
# --- case: async_generator
async def g():
    try:
        x = yield 1
        print("sent", x)
        yield 2
    finally:
        print("cleanup")
async def f():
    a = g()
    print(type(a).__name__, a.__name__, a.ag_running, a.ag_await)
    print(await a.__anext__(), await a.asend("hi"))
    try:
        await a.asend(None)
    except StopAsyncIteration as e:
        print("stop", e.args)
    a = g()
    print(await anext(a))
    try:
        await a.athrow(ValueError("v"))
    except ValueError as e:
        print(repr(e))
    a = g()
    await anext(a)
    await a.aclose()
    await a.aclose()
    print(await anext(a, "default"))
try:
    f().send(None)
except StopIteration:
    print("end")
# --- case: async_generator_errors
async def g():
    try:
        yield 1
    except GeneratorExit:
        yield 2
async def h():
    yield 1
    raise StopAsyncIteration
async def k():
    yield 1
    raise StopIteration
async def f():
    a = g()
    await anext(a)
    try:
        await a.aclose()
    except RuntimeError as e:
        print(e)
    for m in (h, k):
        try:
            async for x in m():
                print(x)
        except RuntimeError as e:
            print(e)
    a = h()
    s = a.asend(None)
    await s
    try:
        await s
    except RuntimeError as e:
        print(e)
    try:
        await h().asend(5)
    except TypeError as e:
        print(e)
try:
    f().send(None)
except StopIteration:
    print("end")
# --- case: async_generator_not_iterable
async def g():
    yield 1
try:
    for x in g():
        pass
except TypeError as e:
    print(e)
# --- case: comprehensions
async def ag(n):
    for i in range(n):
        yield i
async def sq(x):
    return x * x
async def f():
    print([x async for x in ag(4)])
    print({x async for x in ag(3) if x})
    print({x: await sq(x) async for x in ag(3)})
    print([await sq(x) for x in range(4) if await sq(x) > 1])
    print([(x, y) async for x in ag(2) async for y in ag(2)])
    print([[y async for y in ag(x)] for x in range(3)])
    print([x async for x in (await sq(i) for i in range(3))])
    print([x async for x in (i async for i in ag(3))])
    print([x + y for x in [1, 2] async for y in ag(2)])
    g = (x async for x in ag(2))
    print(type(g).__name__, await anext(g))
    await g.aclose()
try:
    f().send(None)
except StopIteration:
    print("end")
# --- case: aiter_anext
class A:
    def __aiter__(self):
        return 1
for op in (lambda: aiter(1), lambda: aiter(A()), lambda: anext(1)):
    try:
        op()
    except TypeError as e:
        print(e)
async def g():
    yield 1
a = g()
print(aiter(a) is a)
# --- case: syntax_errors
for src in (
    "await x", "def f():\n  await x", "def f():\n  async for x in y: pass", "def f():\n  async with x: pass",
    "async for x in y: pass", "async with x: pass", "[x async for x in y]", "def f(): return [x async for x in y]",
    "def f(): return [await x for x in y]", "async def f():\n  yield 1\n  return 2", "async def f():\n  yield from x",
    "async def f():\n  return [(yield x) for x in y]", "class C:\n  await x", "lambda: await x",
    "async def f():\n  class C:\n    [x async for x in y]", "async def f():\n  def g():\n    await x",
    "async def f(a=await x): pass", "async def f():\n  lambda: [x async for x in y]",
    "def f(): (x async for x in y)", "(x async for x in y)", "def f(): (await x for x in y)", "async def f():\n  yield\n  return",
    "async def f(): [[x async for x in y] for z in w]", "def f(): [[x async for x in y] for z in w]",
):
    try:
        compile(src, "f", "exec")
        print("ok")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
# --- case: exception_state
import sys
class A:
    def __await__(self):
        yield
async def f():
    try:
        1 / 0
    except ZeroDivisionError:
        await A()
        print(repr(sys.exc_info()[1]))
c = f()
c.send(None)
print(sys.exc_info())
try:
    c.send(None)
except StopIteration:
    print("end")
# --- case: try_finally
class A:
    def __await__(self):
        yield 1
async def f():
    try:
        await A()
    finally:
        await A()
        print("cleaned")
c = f()
c.send(None)
print(c.throw(ValueError("v")))
try:
    c.send(None)
except ValueError as e:
    print(repr(e))
# --- case: lambda_methods_and_closures
class K:
    n = 3
    async def m(self, *a, k=1, **kw):
        async def inner(y):
            return self.n + y + k
        return [await inner(x) for x in a]
    @staticmethod
    async def s():
        return "s"
    @classmethod
    async def c(cls):
        return cls.__name__
async def f():
    o = K()
    return await o.m(1, 2, k=5), await K.s(), await K.c(), await (lambda: K.s())()
try:
    f().send(None)
except StopIteration as e:
    print(e.value)
# --- case: awaited_already
class A:
    def __await__(self):
        yield
async def f():
    await A()
c = f()
async def g():
    await c
x, y = g(), g()
x.send(None)
try:
    y.send(None)
except RuntimeError as e:
    print(e)
# --- case: wrapper
async def f():
    return 4
w = f().__await__()
print(type(w).__name__)
try:
    next(w)
except StopIteration as e:
    print(e.value)
# --- case: asyncgen_hooks
import sys
async def g():
    yield 1
def first(a):
    print("first", a.__name__)
sys.set_asyncgen_hooks(firstiter=first, finalizer=lambda a: print("final", a.__name__))
async def f():
    async for x in g():
        break
    print("left")
try:
    f().send(None)
except StopIteration:
    print("end")
