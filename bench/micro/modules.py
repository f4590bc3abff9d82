"""Plain modules at work."""
import array, asyncio, atexit, base64, bisect, collections, contextlib, copy, csv, dataclasses, datetime, enum, fractions
import functools, hashlib, heapq, io, itertools, json, logging, math, operator, os, pathlib, pickle, random, re, statistics
import shutil, string, struct, tempfile, textwrap, types, typing, abc, zlib, weakref, time

n10, n1k = list(range(10)), list(range(1000))
strs = [str(i) for i in n1k]
doc = {"name": "perch", "tags": ["a", "b", "c"], "nested": {"x": 1.5, "y": None, "z": True}, "text": "héllo \"quoted\"\n", "n": 12345}
docs = [dict(doc, id=i) for i in range(50)]
text = json.dumps(doc)
texts = json.dumps(docs)
texts_indent = json.dumps(docs, indent=2)
log_line = '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326'
log_re = re.compile(r'(\S+) \S+ \S+ \[([^\]]+)\] "(\w+) (\S+) ([^"]+)" (\d+) (\d+)')
prose = "The year 1969 and 1970; email bob@example.com or alice.b@test.org. " * 30
mail_re = re.compile(r"[\w.]+@[\w.]+\.\w+")
num_re = re.compile(r"\d+")
st = struct.Struct("<iHd")
packed = st.pack(1, 2, 3.0)
rnd = random.Random(1)
folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder, True)
path = os.path.join(folder, "lines.txt")
with open(path, "w") as file:
    file.writelines(f"line {i} of the file\n" for i in range(1000))
upath = os.path.join(folder, "ulines.txt")
with open(upath, "w", encoding="utf-8") as file:
    file.writelines(f"строка {i} файла\n" for i in range(1000))
with open(os.path.join(folder, "t.csv"), "w") as file:
    file.writelines(f"{i},name{i},{i * 0.5}\n" for i in range(200))
devnull = open(os.devnull, "w")
out = os.path.join(folder, "out.txt")


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


@dataclasses.dataclass(frozen=True, order=True)
class Frozen:
    x: int
    y: int = 0


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Flag(enum.IntFlag):
    A = 1
    B = 2


class Base(abc.ABC):
    @abc.abstractmethod
    def m(self): ...


class Impl(Base):
    def m(self):
        return 1


class Plain:
    def __init__(self):
        self.a, self.b = [1, 2], {"x": 1}


NT = collections.namedtuple("NT", "a b c")
nt = NT(1, 2, 3)
pt, fz = Point(1, 2), Frozen(1, 2)


class TNT(typing.NamedTuple):
    a: int
    b: int = 2


@functools.lru_cache(maxsize=None)
def cached(v):
    return v


@functools.lru_cache(maxsize=100)
def bounded(v):
    return v


@functools.wraps(cached)
def wrapped(v):
    return v


@contextlib.contextmanager
def manager():
    yield 1


class CM:
    def __enter__(self):
        return self

    def __exit__(self, *info):
        return False


class CP:
    @functools.cached_property
    def v(self):
        return 1


@functools.singledispatch
def dispatch(v):
    return 0


@dispatch.register
def _(v: int):
    return 1


async def coro():
    return 1


async def many():
    for _ in range(100):
        await coro()


async def sleeps():
    for _ in range(20):
        await asyncio.sleep(0)


async def gathers():
    await asyncio.gather(*[coro() for _ in range(20)])


cp, cm = CP(), CM()
part = functools.partial(pow, 2)
dq = collections.deque(range(100))
od = collections.OrderedDict((s, 1) for s in strs[:100])
cnt = collections.Counter("abracadabra" * 10)
dd = collections.defaultdict(list)
cmap = collections.ChainMap({"a": 1}, {"b": 2})
heap = n1k.copy()
t0, dt0 = datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12, 30, 45)
td = datetime.timedelta(days=1, hours=3)
arr = array.array("d", range(1000))

fr1, fr2 = fractions.Fraction(3, 7), fractions.Fraction(5, 11)
floats = [float(i) for i in range(100)]
pp = pathlib.PurePosixPath("/usr/lib/python3")
logger = logging.getLogger("micro")
logger.addHandler(logging.NullHandler())
logger.propagate = False
deep = {"a": [1, 2, {"b": (3, 4)}], "c": {"d": [5, 6, 7]}}
pick = pickle.dumps(docs)
tmpl = string.Template("$a and ${b}")
data1k = bytes(range(256)) * 4
bunch = types.SimpleNamespace(a=1)

ROWS = r"""
json dumps               | json.dumps(doc)
json dumps big           | json.dumps(docs)
json dumps indent        | json.dumps(docs, indent=2)
json dumps sort          | json.dumps(doc, sort_keys=True)
json dumps ints          | json.dumps(n1k)
json loads               | json.loads(text)
json loads big           | json.loads(texts)
json loads indent        | json.loads(texts_indent)
re match groups          | log_re.match(log_line).groups()
re findall mail          | mail_re.findall(prose)
re sub digits            | num_re.sub("#", prose)
re sub func              | num_re.sub(lambda m: m.group(), prose)
re split                 | re.split(r"[;.] ", prose)
re finditer              | for m in num_re.finditer(prose): m.span()
re compile cached        | re.match(r"\w+", prose)
re fullmatch             | num_re.fullmatch("12345")
re search end            | re.search(r"test\.net", prose)
struct pack              | st.pack(1, 2, 3.0)
struct unpack            | st.unpack(packed)
struct module pack       | struct.pack(">I", 7)
struct iter_unpack       | list(struct.iter_unpack("<I", data1k))
random random            | rnd.random()
random randint           | rnd.randint(1, 6)
random choice            | rnd.choice(n10)
random shuffle           | rnd.shuffle(n10)
random sample            | rnd.sample(n1k, 10)
random gauss             | rnd.gauss(0, 1)
random uniform           | rnd.uniform(0, 1)
random choices           | rnd.choices(n10, k=10)
random randrange         | rnd.randrange(100)
datetime make            | datetime.datetime(2024, 1, 1)
datetime now             | datetime.datetime.now()
datetime add             | dt0 + td
datetime sub             | dt0 - datetime.datetime(2020, 1, 1)
datetime isoformat       | dt0.isoformat()
datetime strftime        | dt0.strftime("%Y-%m-%d %H:%M:%S")
datetime strptime        | datetime.datetime.strptime("2024-02-29", "%Y-%m-%d")
datetime fromisoformat   | datetime.datetime.fromisoformat("2024-02-29T12:30:45")
date make                | datetime.date(2024, 1, 1)
date weekday             | t0.weekday()
date compare             | t0 < datetime.date.max
timedelta make           | datetime.timedelta(days=1)
timedelta add            | td + td
timedelta total_seconds  | td.total_seconds()
copy copy                | copy.copy(pt)
copy copy list           | copy.copy(n10)
copy deepcopy dict       | copy.deepcopy(deep)
copy deepcopy list       | copy.deepcopy(n1k)
copy deepcopy object     | copy.deepcopy(Plain())
dataclass make           | Point(1, 2)
dataclass eq             | pt == Point(1, 2)
dataclass repr           | repr(pt)
dataclass frozen make    | Frozen(1, 2)
dataclass order          | fz < fz
dataclass hash           | hash(fz)
dataclass replace        | dataclasses.replace(pt, x=5)
dataclass asdict         | dataclasses.asdict(pt)
dataclass decorate       | dataclasses.dataclass(type("T", (), {"__annotations__": {"x": int}}))
namedtuple make          | NT(1, 2, 3)
namedtuple attr          | nt.b
namedtuple replace       | nt._replace(a=5)
namedtuple unpack        | a, b, c = nt
namedtuple asdict        | nt._asdict()
namedtuple class         | collections.namedtuple("X", "a b")
typing namedtuple        | TNT(1)
enum access              | Color.RED
enum value               | Color.RED.value
enum name                | Color.RED.name
enum call                | Color(2)
enum item                | Color["GREEN"]
enum eq                  | Color.RED == Color.GREEN
enum loop                | for c in Color: pass
enum hash                | hash(Color.RED)
flag or                  | Flag.A | Flag.B
flag in                  | Flag.A in Flag.B
enum class               | enum.Enum("E", "a b c")
counter build            | collections.Counter("abracadabra" * 10)
counter build words      | collections.Counter(strs)
counter most_common      | cnt.most_common(3)
counter incr             | cnt["a"] += 1
counter add              | cnt + cnt
counter update           | cnt.update("abc")
defaultdict append       | dd["k"] = [] ;; for i in n10: dd["k"].append(i)
defaultdict int          | e = collections.defaultdict(int) ;; for i in n10: e[i] += 1
ordereddict set          | e = collections.OrderedDict() ;; for i in n10: e[i] = i
ordereddict get          | od["50"]
ordereddict loop         | for k in od: pass
ordereddict items        | list(od.items())
ordereddict move_to_end  | od.move_to_end("50")
chainmap get             | cmap["b"]
deque append popleft     | dq.append(1) ;; dq.popleft()
deque build              | collections.deque(n1k)
deque loop               | for i in dq: pass
deque index              | dq[50]
deque rotate             | dq.rotate(3)
deque maxlen             | e = collections.deque(maxlen=5) ;; for i in n10: e.append(i)
userdict get             | collections.UserDict(a=1)["a"]
itertools chain          | list(itertools.chain(n10, n10))
itertools product        | list(itertools.product(n10, n10))
itertools permutations   | list(itertools.permutations(range(5)))
itertools combinations   | list(itertools.combinations(n10, 3))
itertools accumulate     | list(itertools.accumulate(n1k))
itertools groupby        | for k, v in itertools.groupby(n1k, key=lambda v: v // 10): list(v)
itertools islice         | list(itertools.islice(n1k, 10, 50))
itertools count zip      | list(zip(n10, itertools.count()))
itertools zip_longest    | list(itertools.zip_longest(n10, n1k))
itertools starmap        | list(itertools.starmap(pow, [(1, 2)] * 10))
itertools takewhile      | list(itertools.takewhile(lambda v: v < 50, n1k))
itertools repeat         | for _ in itertools.repeat(None, 100): pass
itertools cycle          | list(itertools.islice(itertools.cycle(n10), 50))
itertools tee            | a, b = itertools.tee(n10) ;; list(a)
itertools pairwise       | list(itertools.pairwise(n1k))
itertools compress       | list(itertools.compress(n10, n10))
itertools chain flat     | list(itertools.chain.from_iterable([n10, n10]))
functools lru_cache hit  | cached(1)
functools lru bounded    | bounded(1)
functools lru miss       | for i in range(200): bounded(i)
functools partial        | part(10)
functools partial make   | functools.partial(pow, 2)
functools reduce         | functools.reduce(operator.add, n1k)
functools reduce lambda  | functools.reduce(lambda a, b: a + b, n1k)
functools cached_prop    | cp.v
functools wraps          | functools.wraps(coro)(lambda: 1)
functools singledispatch | dispatch(1)
functools cmp_to_key     | sorted(n10, key=functools.cmp_to_key(lambda a, b: b - a))
operator itemgetter      | operator.itemgetter(1)(n10)
operator attrgetter      | operator.attrgetter("x")(pt)
operator add             | operator.add(1, 2)
heapq push pop           | h = [] ;; for i in n10: heapq.heappush(h, 10 - i) ;; while h: heapq.heappop(h)
heapq heapify            | h = n1k[::-1] ;; heapq.heapify(h)
heapq nsmallest          | heapq.nsmallest(5, n1k)
heapq tuples             | h = [] ;; for i in n10: heapq.heappush(h, (10 - i, i))
heapq merge              | list(heapq.merge(n10, n10))
bisect left              | bisect.bisect_left(n1k, 500)
bisect insort            | l = [] ;; for i in n10: bisect.insort(l, 10 - i)
math sqrt                | math.sqrt(2.0)
math sin                 | math.sin(2.0)
math floor               | math.floor(2.5)
math gcd                 | math.gcd(12345, 67890)
math factorial           | math.factorial(20)
math comb                | math.comb(30, 10)
math fsum                | math.fsum(floats)
math isclose             | math.isclose(1.0, 1.0)
math prod                | math.prod(range(1, 20))
math hypot               | math.hypot(3.0, 4.0)
math log                 | math.log(2.0)
math isqrt               | math.isqrt(10**20)
statistics mean          | statistics.mean(floats)
statistics stdev         | statistics.stdev(floats)
statistics median        | statistics.median(floats)
fraction add             | fr1 + fr2
fraction mul             | fr1 * fr2
fraction make            | fractions.Fraction(3, 6)
hashlib sha256           | hashlib.sha256(data1k).hexdigest()
hashlib md5              | hashlib.md5(data1k).hexdigest()
base64 encode            | base64.b64encode(data1k)
base64 decode            | base64.b64decode(b"aGVsbG8gd29ybGQ=")
zlib crc32               | zlib.crc32(data1k)
pickle dumps             | pickle.dumps(docs)
pickle loads             | pickle.loads(pick)
array index              | arr[50]
array sum                | sum(arr)
array loop               | for v in arr: pass
array append             | l = array.array("i") ;; for i in n10: l.append(i)
file read lines          | with open(path) as f: ;;     for line in f: pass
file read lines utf8     | with open(upath, encoding="utf-8") as f: ;;     for line in f: pass
file read                | with open(path) as f: f.read()
file read utf8           | with open(upath, encoding="utf-8") as f: f.read()
file readlines           | with open(path) as f: f.readlines()
file read bytes          | with open(path, "rb") as f: f.read()
file read lines bytes    | with open(path, "rb") as f: ;;     for line in f: pass
file write lines         | with open(out, "w") as f: ;;     for i in n1k: f.write("a line of text\n")
file write utf8          | with open(out, "w", encoding="utf-8") as f: ;;     for i in n1k: f.write("строка\n")
file writelines          | with open(out, "w") as f: f.writelines(strs)
file print               | for i in n10: print(i, file=devnull)
file print two           | for i in n10: print("a", i, file=devnull)
stringio write           | f = io.StringIO() ;; for i in n10: f.write("text") ;; f.getvalue()
stringio lines           | for line in io.StringIO("a\nb\nc\n" * 50): pass
stringio print           | f = io.StringIO() ;; for i in n10: print(i, file=f)
bytesio write            | f = io.BytesIO() ;; for i in n10: f.write(b"text") ;; f.getvalue()
csv reader               | with open(os.path.join(folder, "t.csv")) as f: ;;     for row in csv.reader(f): pass
csv dictreader           | with open(os.path.join(folder, "t.csv")) as f: ;;     for row in csv.DictReader(f): pass
csv writer               | w = csv.writer(io.StringIO()) ;; for i in n10: w.writerow([i, "a b", 1.5])
os path join             | os.path.join("/a/b", "c")
os path split            | os.path.splitext("/a/b/c.txt")
os path exists           | os.path.exists("/usr")
os path basename         | os.path.basename("/a/b/c.txt")
os path abspath          | os.path.abspath("a/../b")
os listdir               | os.listdir(folder)
os environ get           | os.environ.get("HOME")
pathlib make             | pathlib.PurePosixPath("/usr/lib")
pathlib div              | pp / "x.py"
pathlib name             | pp.name
pathlib suffix           | pp.suffix
pathlib str              | str(pp / "x")
contextmanager           | with manager(): pass
with own                 | with cm: pass
contextlib suppress      | with contextlib.suppress(ValueError): raise ValueError
abc isinstance           | isinstance(n10, collections.abc.Sequence)
abc make                 | Impl()
typing subscript         | typing.List[int]
typing optional          | typing.Optional[int]
generic alias            | list[int]
union type               | int | str
textwrap wrap            | textwrap.wrap(prose[:300], 40)
textwrap dedent          | textwrap.dedent("  a\n  b\n")
string template          | tmpl.substitute(a=1, b=2)
string capwords          | string.capwords("hello big world")
logging disabled         | logger.debug("x %s", 1)
logging enabled          | logger.warning("x %s", 1)
namespace attr           | bunch.a
weakref make             | weakref.ref(pt.__class__)()
time perf_counter        | time.perf_counter()
time strftime            | time.strftime("%Y-%m-%d")
async await              | asyncio.run(many())
async sleep 0            | asyncio.run(sleeps())
async gather             | asyncio.run(gathers())
async coroutine only     | try: coro().send(None) ;; except StopIteration: pass
"""
