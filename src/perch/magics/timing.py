"""%time, %timeit, %prun: how long code takes."""
import time
from math import floor, log10, sqrt


def span(seconds, precision=3):
    """A time with its unit: 1min 5s, 1.23 ms."""
    if seconds >= 60:
        parts, left = [], seconds
        for unit, size in (('d', 86400), ('h', 3600), ('min', 60), ('s', 1)):
            count = int(left / size)
            if count > 0:
                left %= size
                parts.append('%d%s' % (count, unit))
            if left < 1:
                break
        return ' '.join(parts)
    units, scale = ('s', 'ms', '\u03bcs', 'ns'), (1, 1e3, 1e6, 1e9)
    order = min(-int(floor(log10(seconds)) // 3), 3) if seconds > 0 else 3
    return '%.*g %s' % (precision, seconds * scale[order], units[order])


def time_of_process():
    """(user, system) seconds of the processor so far"""
    from resource import RUSAGE_SELF, getrusage
    used = getrusage(RUSAGE_SELF)
    return used.ru_utime, used.ru_stime


def magic_time(shell, line, cell=None):
    """How long a statement or a cell takes: time of the processor and of the clock.

    %time STATEMENT; %%time above a cell. The value of an expression is the result."""
    from perch.split import parts
    if cell is not None:
        if line:
            from perch.magics import UsageError
            raise UsageError("Can't use statement directly after '%%time'!")
        source = cell
    else:
        source = line
    source = shell.transform_cell(source)
    started = time.perf_counter()
    body, value = parts(source, '<timed exec>')
    compiling = time.perf_counter() - started
    names, out = shell.user_ns, None
    wall = time.perf_counter()
    user, system = time_of_process()
    if body is not None:
        exec(body, names)
    if value is not None:
        out = eval(value, names)
    wall = time.perf_counter() - wall
    user, system = (now - then for now, then in zip(time_of_process(), (user, system)))
    print('CPU times: user %s, sys: %s, total: %s' % (span(user), span(system), span(user + system)))
    print('Wall time: %s' % span(wall))
    if compiling > 0.1:
        print('Compiler : %s' % span(compiling))
    return None if source.rstrip().endswith(';') else out


# ---- %timeit ----

class TimeitResult:
    """What %timeit -o gives: loops, repeat, best, worst, all_runs, compile_time; average and stdev of a loop."""

    def __init__(self, loops, repeat, best, worst, all_runs, compile_time, precision):
        self.loops, self.repeat, self.best, self.worst = loops, repeat, best, worst
        self.all_runs, self.compile_time, self._precision = all_runs, compile_time, precision
        self.timings = [seconds / loops for seconds in all_runs]

    @property
    def average(self):
        return sum(self.timings) / len(self.timings)

    @property
    def stdev(self):
        mean = self.average
        return sqrt(sum((x - mean) ** 2 for x in self.timings) / len(self.timings))

    def __str__(self):
        return '%s \u00b1 %s per loop (mean \u00b1 std. dev. of %d run%s, %s loop%s each)' % (
            span(self.average, self._precision), span(self.stdev, self._precision), self.repeat, '' if self.repeat == 1 else 's',
            format(self.loops, ','), '' if self.loops == 1 else 's')

    def _repr_pretty_(self, p, cycle):
        p.text('<TimeitResult : %s>' % self)

    def __repr__(self):
        return '<TimeitResult : %s>' % self


def _inner(setup, statement, names):
    """A function of (count, timer) that runs the statement so often, with its setup before; and how long compiling took."""
    import _trace
    import ast
    import textwrap
    template = 'def inner(_it, _timer):\n    pass\n    _t0 = _timer()\n    for _i in _it:\n        pass\n    _t1 = _timer()\n    return _t1 - _t0\n'
    begun = time.perf_counter()
    tree = ast.parse(template)
    body = ast.parse(textwrap.dedent(statement), '<magic-timeit>').body or [ast.Pass()]
    before = ast.parse(textwrap.dedent(setup), '<magic-timeit>').body
    function = tree.body[0]
    function.body[2].body = body
    function.body[0:1] = before
    ast.fix_missing_locations(tree)
    code = compile(tree, '<magic-timeit>', 'exec')
    _trace.set_source(code, textwrap.dedent(statement))
    made = {}
    exec(code, names, made)
    return made['inner'], time.perf_counter() - begun


def magic_timeit(shell, line, cell=None):
    """How long a short statement takes, measured over many runs.

    %timeit [-n LOOPS] [-r RUNS] [-t | -c] [-p DIGITS] [-q] [-o] STATEMENT
    %%timeit above a cell: what stands on its line is the setup, which is not measured.
    -t the wall clock, -c time of the processor; -q says nothing, -o gives the result as an object."""
    from itertools import repeat
    from perch.magics.options import parse
    given, statement = parse(line, 'n:r:tcp:qov:', rest=True)
    if not statement and cell is None:
        return None
    setup, statement = ('', statement) if cell is None else (shell.transform_cell(statement), shell.transform_cell(cell))
    if cell is None:
        statement = shell.transform_cell(statement)
    timer = time.time if 't' in given else time.process_time if 'c' in given else time.perf_counter
    loops, runs, precision = int(given.get('n', 0)), int(given.get('r', 7)), int(given.get('p', 3))
    inner, compiling = _inner(setup, statement, shell.user_ns)
    import _tensor
    if _tensor.is_dry():        # once is enough to see what it gives
        loops, runs = 1, 1
    import gc
    collecting = gc.isenabled()

    def measure(count):
        gc.disable()
        try:
            return inner(repeat(None, count), timer)
        finally:
            if collecting:
                gc.enable()

    if not loops:
        loops = 1
        for power in range(10):
            loops = 10 ** power
            if measure(loops) >= 0.2:
                break
    times = [measure(loops) for _ in range(runs)]
    best, worst = min(times) / loops, max(times) / loops
    result = TimeitResult(loops, runs, best, worst, times, compiling, precision)
    if 'q' not in given:
        if worst > 4 * best and best > 0 and worst > 1e-6:
            print('The slowest run took %0.2f times longer than the fastest. This could mean that an intermediate result is being cached.' % (worst / best))
        print(result)
        if compiling > 0.1:
            print('Compiler time: %.2f s' % compiling)
    return result if 'o' in given else None
