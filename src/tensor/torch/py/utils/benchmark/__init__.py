"""torch.utils.benchmark: how long statements take: one thread unless more are asked for, after the GPU has done its work, with a table to compare."""
import enum
import timeit

from .utils.common import Measurement, TaskSpec, clock, ordered_unique, select_unit, set_torch_threads, trim_sigfig, unit_to_english
from .utils.compare import Compare

timer = clock


class Language(enum.Enum):
    """What a statement is written in."""
    PYTHON = 0
    CPP = 1


class Timer:
    """A statement; timeit(n) measures n runs, blocked_autorange() as many as it takes to be sure."""

    def __init__(self, stmt='pass', setup='pass', global_setup='', timer=clock, globals=None, label=None, sub_label=None, description=None, env=None, num_threads=1, language=Language.PYTHON):
        if not isinstance(stmt, str):
            raise ValueError('Currently only a `str` stmt is supported.')
        self._globals = dict(globals or {})
        if language not in (Language.PYTHON, 'python', 'py'):
            if language in (Language.CPP, 'cpp', 'c++'):
                raise NotImplementedError("torch.utils.benchmark.Timer(language=%r) is not in perch; the nearest is 'python'" % language)
            raise ValueError('Invalid language `%s`.' % language)
        if global_setup:
            raise ValueError('global_setup is C++ only, got `%s`. Most likely this code can simply be moved to `setup`.' % global_setup)
        import torch
        self._globals.setdefault('torch', torch)
        stmt, setup = _straight(stmt), _straight(setup)
        self._timer = timeit.Timer(stmt=stmt, setup=setup, timer=timer, globals=self._globals)
        self._task_spec = TaskSpec(stmt=stmt, setup=setup, label=label, sub_label=sub_label, description=description, env=env, num_threads=num_threads)

    def _took(self, number):
        return max(self._timer.timeit(number), 1e-9)

    def _measured(self, number, times):
        return Measurement(number, times, self._task_spec)

    def timeit(self, number=1000000):
        with set_torch_threads(self._task_spec.num_threads):
            self._took(max(number // 100, 2))
            return self._measured(number, [self._took(number)])

    def repeat(self, repeat=-1, number=-1):
        raise NotImplementedError('See `Timer.blocked_autorange.`')

    def autorange(self, callback=None):
        raise NotImplementedError('See `Timer.blocked_autorange.`')

    def collect_callgrind(self, *args, **kwargs):
        raise NotImplementedError('torch.utils.benchmark.Timer.collect_callgrind is not in perch, which counts no instructions; the nearest is blocked_autorange()')

    def _block(self, min_run_time):
        """So many runs that the clock itself takes a thousandth of them, and no more than the time that is asked for."""
        with set_torch_threads(self._task_spec.num_threads):
            overhead = sorted(self._took(0) for _ in range(5))[2]
            number = 1
            while True:
                took = self._took(number)
                if took > min_run_time / 1000 and overhead / took <= 1e-4 or took > min_run_time:
                    return number
                number *= 10

    def _until(self, number, done, limit):
        """Times of number runs each, until done(times) or the limit in seconds."""
        times, total, asked = [], 0.0, 0
        with set_torch_threads(self._task_spec.num_threads):
            while total < limit or len(times) < 2 and limit > 10:
                times.append(self._took(number))
                total += times[-1]
                if total > (asked + 1) * limit / 100:
                    asked = int(total * 100 / limit)
                    if done(times):
                        break
        return times

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        number = self._block(min_run_time)

        def told(times):
            if callback is not None:
                callback(number, times[-1])
            return False
        return self._measured(number, self._until(number, told, min_run_time))

    def adaptive_autorange(self, threshold=0.1, *, min_run_time=0.01, max_run_time=10.0, callback=None):
        """Until the times differ by less than the threshold."""
        number = self._block(min_run_time)

        def done(times):
            if callback is not None:
                callback(number, times[-1])
            return len(times) > 3 and self._measured(number, times).meets_confidence(threshold=threshold)
        return self._measured(number, self._until(number, done, max_run_time))


def _straight(code):
    """Lines without what all of them are moved in by."""
    import textwrap
    lines = textwrap.dedent(code).rstrip()
    return lines[1:] if lines.startswith('\n') else lines


def __getattr__(name):
    if name in ('Fuzzer', 'FuzzedParameter', 'FuzzedTensor', 'FuzzedSparseTensor', 'ParameterAlias', 'CallgrindStats', 'FunctionCount', 'FunctionCounts', 'CopyIfCallgrind'):
        raise AttributeError("module 'torch.utils.benchmark' has no attribute %r in perch; the nearest are Timer, Measurement and Compare" % name, name=name)
    raise AttributeError("module 'torch.utils.benchmark' has no attribute %r" % name, name=name)
