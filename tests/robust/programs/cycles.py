"""Cycles through objects written in C: each function makes one and gives an object of it, which must be gone after a collection,
and a loop of them must not need more memory: each object of class O holds a megabyte."""
import gc, weakref, re, struct, array, io, functools, itertools, collections, operator, zlib, threading, random, json, copy
class S(str): pass
class B(bytearray): pass
class BY(bytes): pass
class A(array.array): pass
class O:
    def __init__(self): self.load = bytes(1 << 20)
made = []
def case(f):
    made.append(f)
    return f
@case
def array_iterator():
    a = A('i', [1])
    a.it = iter(a)
    a.o = O()
    return a.o
@case
def tuplegetter():
    o = O()
    g = collections._tuplegetter(0, o)
    o.g = g
    return o
@case
def tuplegetter_doc():
    P = collections.namedtuple('P', 'x')
    o = O()
    P.o = o
    P.x.__doc__ = o
    o.P = P.__dict__['x']
    return o
@case
def match():
    s = S('abc')
    s.m = re.match('a', s)
    s.o = O()
    return s.o
@case
def scanner():
    s = S('abc')
    s.m = re.compile('a').scanner(s)
    s.o = O()
    return s.o
@case
def finditer():
    s = S('abc')
    s.m = re.finditer('a', s)
    s.o = O()
    return s.o
@case
def pattern():
    s = S('abc')
    s.m = re.compile(s)
    re.purge()
    s.o = O()
    return s.o
@case
def pattern_bytes():
    s = BY(b'abc')
    s.m = re.compile(s)
    re.purge()
    s.o = O()
    return s.o
@case
def match_buffer():
    s = B(b'abc')
    s.m = re.match(b'a', s)
    s.o = O()
    return s.o
@case
def iter_unpack():
    s = B(b'abcd')
    s.m = struct.iter_unpack('i', s)
    s.o = O()
    return s.o
@case
def struct_obj():
    class St(struct.Struct): pass
    s = S('i')
    t = St(s)
    s.t = t
    t.o = O()
    return t.o
@case
def bytesio_view():
    b = io.BytesIO(b'abc')
    b.v = b.getbuffer()
    b.o = O()
    return b.o
@case
def bytesio_sub():
    class X(io.BytesIO): pass
    b = X(b'abc')
    b.v = b
    b.o = O()
    return b.o
@case
def bytesio_init():
    s = BY(b'abc')
    b = io.BytesIO(s)
    s.b = b
    b.o = O()
    return b.o
@case
def stringio():
    s = S('abc')
    b = io.StringIO(s)
    s.b = b
    b.o = O()
    return b.o
@case
def stringio_newline():
    s = S('\n')
    b = io.StringIO('x', s)
    s.b = b
    b.o = O()
    return b.o
@case
def partial_state():
    p = functools.partial(print)
    o = O()
    p.__setstate__((print, (p, o), {}, None))
    return o
@case
def partial_attrs():
    p = functools.partial(print)
    p.o = O()
    p.p = p
    return p.o
@case
def key_wrapper():
    k = functools.cmp_to_key(lambda a, b: 0)(1)
    o = O()
    k.obj = (k, o)
    return o
@case
def lru():
    @functools.lru_cache
    def f(x): return x
    o = O()
    f((f, 1))
    f.o = o
    return o
@case
def lru_arg():
    o = O()
    o.f = functools.lru_cache(lambda x: x)
    o.f(o)
    return o
@case
def newline_decoder():
    class D(io.IncrementalNewlineDecoder): pass
    d = D(None, False)
    d.__init__(d, False)
    d.o = O()
    return d.o
@case
def newline_decoder_plain():
    o = O()
    d = io.IncrementalNewlineDecoder(o, False)
    o.d = d
    return o
@case
def buffered():
    class R(io.RawIOBase):
        def readable(self): return True
    r = R()
    b = io.BufferedReader(r)
    r.b = b
    r.o = O()
    return r.o
@case
def rwpair():
    class R(io.RawIOBase):
        def readable(self): return True
        def writable(self): return True
    r = R()
    b = io.BufferedRWPair(r, r)
    r.b = b
    r.o = O()
    return r.o
@case
def textio():
    b = io.BytesIO()
    t = io.TextIOWrapper(b)
    b.t = t
    b.o = O()
    return b.o
@case
def textio_decoder():
    b = io.BytesIO(b'abc')
    t = io.TextIOWrapper(b)
    t.read(1)
    b.t = t
    b.o = O()
    return b.o
@case
def deque_maxlen():
    d = collections.deque([1])
    o = O()
    d.append((d, o))
    d.append(iter(d))
    return o
@case
def defaultdict():
    o = O()
    d = collections.defaultdict(o.__init__)
    o.d = d
    return o
@case
def odict_views():
    d = collections.OrderedDict()
    o = O()
    d[1] = (o, d.keys(), iter(d.items()))
    return o
@case
def getters():
    s = S('a')
    g = operator.attrgetter(s)
    s.g = g
    s.o = O()
    return s.o
@case
def itemgetter():
    o = O()
    o.g = operator.itemgetter(o)
    return o
@case
def methodcaller():
    o = O()
    o.g = operator.methodcaller('x', o, k=o)
    return o
@case
def local():
    l = threading.local()
    l.l = l
    l.o = O()
    return l.o
@case
def lock_cond():
    c = threading.Condition()
    c.c = c
    c.o = O()
    return c.o
@case
def thread():
    t = threading.Thread(target=lambda: None)
    t.o = O()
    t.t = t
    t.start()
    t.join()
    return t.o
@case
def rlock_sub():
    class R(type(threading.RLock())): pass
    r = R()
    r.r = r
    r.o = O()
    return r.o
@case
def random_sub():
    r = random.Random(1)
    r.r = r
    r.o = O()
    return r.o
@case
def zobj():
    s = BY(b'abc')
    d = zlib.decompressobj(zdict=s)
    s.d = d
    s.o = O()
    return s.o
for name in 'count cycle repeat chain takewhile dropwhile filterfalse starmap accumulate compress islice pairwise zip_longest groupby tee product permutations combinations combinations_with_replacement'.split():
    def f(name=name):
        o = O()
        l = [o]
        fn = getattr(itertools, name)
        class C(int): pass
        if name == 'count':
            c = C(1)
            c.i = fn(c)
            c.o = o
            return o
        if name in ('takewhile', 'dropwhile', 'filterfalse', 'starmap'):
            l.append(fn(bool, l))
            return o
        if name == 'islice':
            l.append(fn(l, 2))
            return o
        if name == 'compress':
            l.append(fn(l, l))
            return o
        if name in ('permutations',):
            l.append(fn(l))
            return o
        if name in ('combinations', 'combinations_with_replacement'):
            l.append(fn(l, 1))
            return o
        if name == 'groupby':
            g = fn(l, lambda x, l=l: 1)
            k = next(g)
            l.append(g)
            l.append(k)
            return o
        if name == 'tee':
            a, b = fn(l)
            next(a)
            l.append(a)
            l.append(b)
            return o
        x = fn(l)
        if name == 'cycle': next(x)
        l.append(x)
        return o
    f.__name__ = 'itertools.' + name
    made.append(f)
@case
def range_int():
    class I(int): pass
    i = I(5)
    i.r = range(i)
    i.s = slice(i)
    i.o = O()
    return i.o
@case
def slice_self():
    o = O()
    o.s = slice(o, o, o)
    return o
@case
def memview():
    b = B(b'abc')
    b.m = memoryview(b)
    b.m2 = b.m[1:]
    b.o = O()
    return b.o
@case
def property_cycle():
    o = O()
    o.p = property(lambda s: o)
    return o
@case
def static_cycle():
    o = O()
    o.p = staticmethod(o)
    o.q = classmethod(o)
    return o
@case
def super_cycle():
    class X: pass
    x = X()
    x.s = super(X, x)
    x.o = O()
    return x.o
@case
def bound():
    o = O()
    o.m = o.__init__
    o.n = o.__str__
    return o
@case
def bound_native():
    b = B(b'a')
    b.m = b.append
    b.o = O()
    return b.o
@case
def wr_callback():
    o = O()
    o.r = weakref.ref(O, lambda r, o=o: o)
    return o
@case
def wr_proxy():
    o = O()
    o.r = weakref.proxy(O, lambda r, o=o: o)
    return o
@case
def reversed_():
    l = [O()]
    l.append(reversed(l))
    return l[0]
@case
def reversed_seq():
    class Q:
        def __len__(s): return 1
        def __getitem__(s, i): return 1
    q = Q()
    q.r = reversed(q)
    q.i = iter(q)
    q.o = O()
    return q.o
@case
def callable_iter():
    o = O()
    o.i = iter(o.__init__, o)
    return o
@case
def enum_zip_map():
    o = O()
    l = [o]
    l.append(enumerate(l))
    l.append(zip(l))
    l.append(map(o, l))
    l.append(filter(o.__init__, l))
    return o
@case
def alias():
    o = O()
    o.a = list[o]
    return o
@case
def union():
    class X: pass
    X.u = X | int
    X.o = O()
    return X.o
@case
def mapping_proxy():
    import types
    d = {}
    d['p'] = types.MappingProxyType(d)
    d['o'] = o = O()
    return o
@case
def namespace():
    import types
    n = types.SimpleNamespace()
    n.n = n
    n.o = O()
    return n.o
@case
def cell():
    import types
    c = types.CellType()
    o = O()
    c.cell_contents = (c, o)
    return o
@case
def tb():
    o = O()
    try: 1/0
    except Exception as e:
        o.e = e
        e.o = o
    return o
@case
def frame():
    import sys
    o = O()
    o.f = sys._getframe()
    return o
@case
def gen():
    def g(): yield me
    o = O()
    me = o
    o.g = g()
    next(o.g)
    return o
@case
def coro():
    async def g(): return o
    o = O()
    c = g()
    o.c = c
    c.close()
    return o
@case
def async_gen():
    async def g(): yield o
    o = O()
    o.c = g()
    o.d = o.c.__anext__()
    o.d.close()
    return o
@case
def structseq():
    import time
    o = O()
    o.t = time.struct_time((o,)*9)
    return o
@case
def exc_group():
    e = ExceptionGroup('x', [ValueError()])
    e.o = O()
    e.e = e
    return e.o
@case
def exc_args():
    e = ValueError()
    o = O()
    e.args = (e, o)
    return o
@case
def exc_keyerror_attrs():
    e = ImportError(name=None)
    e.name = e
    e.o = O()
    return e.o
@case
def exc_unicode():
    s = S('a')
    e = UnicodeEncodeError(s, s, 0, 1, s)
    s.e = e
    s.o = O()
    return s.o
@case
def exc_stop():
    e = StopIteration()
    e.value = e
    e.o = O()
    return e.o
@case
def exc_syntax():
    e = SyntaxError()
    e.text = e
    e.o = O()
    return e.o
@case
def exc_os():
    e = OSError()
    e.filename = e
    e.o = O()
    return e.o
@case
def exc_nameerr():
    e = NameError()
    e.name = e
    e.o = O()
    return e.o
@case
def exc_attr():
    o = O()
    e = AttributeError(name='x', obj=o)
    o.e = e
    return o
@case
def exc_context():
    a = ValueError()
    b = ValueError()
    a.__context__ = b
    b.__cause__ = a
    a.o = O()
    return a.o
@case
def ctxvar():
    import contextvars
    v = contextvars.ContextVar('v')
    o = O()
    c = contextvars.copy_context()
    c.run(v.set, (c, o, v))
    o.c = c
    return o
@case
def type_cycle():
    X = type('X', (), {})
    X.x = X()
    X.o = O()
    return X.o
@case
def dict_keys():
    d = {}
    o = O()
    d[o] = d.keys()
    d[1] = iter(d)
    d[2]=d.items()
    d[3]=reversed(d)
    return o
@case
def set_iter():
    o = O()
    s = {o}
    o.i = iter(s)
    return o
@case
def str_iter():
    s = S('abc')
    s.i = iter(s)
    s.o = O()
    return s.o
@case
def bytes_iter():
    s = BY(b'abc')
    s.i = iter(s)
    s.o = O()
    b = B(b'a')
    b.i = iter(b)
    b.s = s
    s.b = b
    return s.o
@case
def tuple_sub_iter():
    class T(tuple): pass
    t = T((1,))
    t.i = iter(t)
    t.o = O()
    return t.o
@case
def fmt():
    s = S('{}')
    o = O()
    s.f = s.format
    s.o = o
    return o
@case
def int_from():
    class F(float): pass
    f = F(1.0)
    f.m = f.hex
    f.o = O()
    return f.o
@case
def complexes():
    class F(complex): pass
    f = F(1)
    f.m = f.conjugate
    f.o = O()
    return f.o
@case
def moduletype():
    import types
    m = types.ModuleType('x')
    m.m = m
    m.o = O()
    return m.o
@case
def json_enc():
    e = json.JSONEncoder()
    e.o = O()
    e.e = e.iterencode([1])
    d = json.JSONDecoder()
    d.e = e
    e.d = d
    return e.o
@case
def scandir():
    import os
    s = S('.')
    s.i = os.scandir(s)
    s.o = O()
    s.e = next(os.scandir(s), None)
    return s.o
@case
def dec():
    import decimal
    d = decimal.Context()
    o = O()
    class D(decimal.Decimal): pass
    x = D(1)
    x.x = x
    x.o = o
    return o
@case
def que():
    import queue
    q = queue.SimpleQueue()
    o = O()
    q.put((q, o))
    return o

@case
def initialised_with_itself():
    o = O()
    for kind in (staticmethod, classmethod, property):
        w = kind(None)
        w.__init__(w)
    e = ValueError()
    e.__init__(e, o)
    e.__setstate__({'e': e})
    p = property(len, len, len)
    p.__init__(p, p, p, p)
    return o
@case
def streams_of_themselves():
    class R(io.BufferedRWPair):
        def readable(self): return True
        def writable(self): return True
    class Raw(io.RawIOBase):
        def readable(self): return True
        def writable(self): return True
        def seekable(self): return True
    raw = Raw()
    o = raw.o = O()
    pair = R(raw, raw)
    pair.__init__(pair, pair)
    for kind in (io.BufferedReader, io.BufferedWriter, io.BufferedRandom):
        b = kind(raw)
        try: b.__init__(b)
        except ValueError: pass
    t = io.TextIOWrapper(io.BytesIO())
    try: t.__init__(t, encoding='utf-8')
    except ValueError: pass
    return o
left = []
for f in made:
    gone = weakref.ref(f())
    gc.collect()
    if gone() is not None: left.append(f.__name__)
for f in made:
    f()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(40): f()
    gc.collect()
    if len(gc.get_objects()) > before + 20: left.append('objects of ' + f.__name__)
print(left or 'end')
