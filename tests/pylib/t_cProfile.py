# What cProfile counts and how pstats prints it; times are left out.
import cProfile
import io
import os
import profile
import pstats
import re
import tempfile


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def numbers():
    for i in range(3):
        yield i


def negative(x):
    return -x


def wrong():
    raise ValueError('no')


def deep(n):
    if n:
        deep(n - 1)
    else:
        wrong()


class Point:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return Point(self.x + other.x)

    @property
    def twice(self):
        return self.x * 2

    def __getitem__(self, i):
        return i


def work():
    fib(8)
    list(numbers())
    for i in numbers():
        pass
    sorted([3, 1, 2], key=negative)
    [].append(1)
    len('abc')
    'a'.join(['b', 'c'])
    max(map(negative, [1, 2]), default=0)
    p = Point(1) + Point(2)
    p.twice, p[3]
    try:
        deep(3)
    except ValueError:
        pass


def shown(text):
    """Without times, and without the columns that hold them."""
    text = re.sub(r'in \d+\.\d+ seconds', 'in T seconds', text)
    text = re.sub(r' +\d+\.\d{3}', ' T', text)
    return re.sub(r'0x[0-9a-f]+', '0x', text)


def say(stats, *limits):
    out = stats.stream = io.StringIO()
    stats.print_stats(*limits)
    print(shown(out.getvalue()))


p = cProfile.Profile()
p.enable()
work()
p.disable()
stats = pstats.Stats(p).strip_dirs()
say(stats.sort_stats('stdname'))
say(stats.sort_stats('calls', 'stdname'), 5)
say(stats.sort_stats('ncalls', 'name'), 'fib|deep', 1)
say(stats.sort_stats('nfl'), .3)
say(stats.sort_stats('name').reverse_order(), 3)
print(sorted((func[2], row[:2]) for func, row in stats.stats.items()))
for name in ('negative', 'deep', 'numbers', '__init__'):
    for func, row in stats.stats.items():
        if func[2] == name:
            print(name, sorted((caller[2], counts[:2]) for caller, counts in row[4].items()))
out = stats.stream = io.StringIO()
stats.sort_stats('stdname').print_callers('negative')
stats.print_callees('work')
print(shown(out.getvalue()))

p = cProfile.Profile()
print(p.runcall(fib, 5), sorted(row[:2] for row in pstats.Stats(p).stats.values()))
with cProfile.Profile() as p:
    fib(3)
print({func[2]: row[:2] for func, row in pstats.Stats(p).stats.items() if func[2] == 'fib'})
try:
    cProfile.Profile().runctx('wrong()', globals(), {})
except ValueError as e:
    print('raised', e)
p = profile.Profile
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'out')
    cProfile.run('fib(4)', path)
    read = pstats.Stats(path)
    print(sorted((func[2], row[:2]) for func, row in read.stats.items() if func[2] == 'fib'), read.files[0].endswith(path))
    both = pstats.Stats(path, path)
    print(both.total_calls == 2 * read.total_calls)
for bad in ('nonsense', 'c', 't', 'cum', 'n'):
    try:
        stats.sort_stats(bad)
    except KeyError as e:
        print('KeyError', e)
print(stats.sort_stats(pstats.SortKey.CUMULATIVE).sort_type, stats.sort_stats(1).sort_type, stats.sort_stats('cumu').sort_type, stats.sort_stats('cu', 'std').sort_type)
try:
    pstats.Stats(3)
except TypeError as e:
    print(shown(str(e)))
