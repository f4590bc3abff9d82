"""What was measured: Measurement, its statistics and its text."""
import dataclasses
import math
import time
from collections import defaultdict
from contextlib import contextmanager

import torch

_LEAST = 25e-9              # seconds: no clock tells less
_WARNS, _WARNS_MUCH = 0.1, 0.25     # shares of the median


@dataclasses.dataclass(init=True, repr=False, eq=True, frozen=True)
class TaskSpec:
    """What is measured, and what tables call it."""
    stmt: str
    setup: str
    global_setup: str = ''
    label: 'str | None' = None
    sub_label: 'str | None' = None
    description: 'str | None' = None
    env: 'str | None' = None
    num_threads: int = 1

    @property
    def title(self):
        if self.label is not None:
            return self.label + (': ' + self.sub_label if self.sub_label else '')
        if '\n' not in self.stmt:
            return self.stmt + (': ' + self.sub_label if self.sub_label else '')
        return 'stmt:%s\n%s' % (': ' + self.sub_label if self.sub_label else '', _indented(self.stmt))

    def setup_str(self):
        if not self.setup or self.setup == 'pass':
            return ''
        return 'setup:\n' + _indented(self.setup) if '\n' in self.setup else 'setup: ' + self.setup

    def summarize(self):
        parts = [self.title, self.description or '', self.setup_str(), 'global_setup:\n' + _indented(self.global_setup) if self.global_setup else '']
        return ('\n\n' if any('\n' in p for p in parts) else '\n').join(p for p in parts if p) + ('\n\n' if any('\n' in p for p in parts) else '\n')


def _indented(text):
    return '\n'.join('  ' + line for line in text.strip().split('\n'))


@dataclasses.dataclass(init=True, repr=False)
class Measurement:
    """Times of runs of a task: raw_times[i] of number_per_run of them together."""
    number_per_run: int
    raw_times: 'list[float]'
    task_spec: TaskSpec
    metadata: 'dict | None' = None

    def __post_init__(self):
        self._kept = None

    def __getattr__(self, name):
        if name == 'task_spec' or name.startswith('__') or not hasattr(TaskSpec, name) and name not in TaskSpec.__dataclass_fields__:
            raise AttributeError("'Measurement' object has no attribute %r" % name)
        return getattr(self.task_spec, name)

    def _statistics(self):
        if self._kept is None:
            if not self.raw_times:
                raise AssertionError('Cannot compute statistics: no times.')
            times = sorted(self.times)
            tensor = torch.tensor(times, dtype=torch.float64)
            self._kept = times, tensor.quantile(0.5).item(), sum(self.times) / len(times), tensor.quantile(0.25).item(), tensor.quantile(0.75).item()
        return self._kept

    @property
    def times(self):
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def median(self):
        return self._statistics()[1]

    @property
    def mean(self):
        return self._statistics()[2]

    @property
    def iqr(self):
        return self._statistics()[4] - self._statistics()[3]

    @property
    def significant_figures(self):
        """How many digits of the median mean something: those that differ little between the middle times."""
        times = self._statistics()[0]
        middle = torch.tensor(times[len(times) // 4:math.ceil(3 * len(times) / 4)], dtype=torch.float64)
        doubt = max(1.645 * middle.std(unbiased=False).item() / math.sqrt(len(middle)), _LEAST)
        return min(max(math.floor(math.log10(self.median / doubt)), 1), 4)

    @property
    def has_warnings(self):
        return not self.meets_confidence()

    def meets_confidence(self, threshold=_WARNS):
        return self.iqr / self.median < threshold

    @property
    def title(self):
        return self.task_spec.title

    @property
    def env_name(self):
        """As tables say it."""
        return self.task_spec.env or ''

    @property
    def as_row_name(self):
        return self.sub_label or self.stmt or '[Unknown]'

    def __repr__(self):
        n = len(self.raw_times)
        unit, scale = select_unit(self.median)
        lines = ['%s%.2f %s' % ('' if n == 1 else 'Median: ', self.median / scale, unit)]
        if n > 3:
            lines.append('IQR:    %.2f %s (%.2f to %.2f)' % (self.iqr / scale, unit, self._statistics()[3] / scale, self._statistics()[4] / scale))
        lines.append('%d measurement%s, %d runs %s, %d thread%s' % (n, 's' if n > 1 else '', self.number_per_run, 'per measurement' if n > 1 else '', self.num_threads,
                                                                   's' if self.num_threads > 1 else ''))
        if self.has_warnings:
            lines.append('WARNING: Interquartile range is %.1f%% of the median measurement.' % (self.iqr / self.median * 100))
            lines.append('         This ' + ('could indicate system fluctuation.' if self.meets_confidence(_WARNS_MUCH) else 'suggests significant environmental influence.'))
        return '<torch.utils.benchmark.utils.common.Measurement object at %#x>\n%s' % (id(self), self.task_spec.summarize()) + '\n'.join('  ' + line for line in lines)

    @staticmethod
    def merge(measurements):
        """Those of the same task as one."""
        groups = defaultdict(list)
        for each in measurements:
            groups[each.task_spec].append(each)

        def joined(alike):
            runs = {m.number_per_run for m in alike}
            n = runs.pop() if len(runs) == 1 else 1
            return Measurement(n, [t / m.number_per_run * n for m in alike for t in m.raw_times], alike[0].task_spec, None)
        return [joined(alike) for alike in groups.values()]


def select_unit(t):
    """(its word, how many seconds it has)."""
    at = int(math.floor(math.log10(t))) // 3
    return {-1: ('ms', 1e-3), -2: ('us', 1e-6), -3: ('ns', 1e-9)}.get(at, ('s', 1))


def unit_to_english(u):
    return {'ns': 'nanosecond', 'us': 'microsecond', 'ms': 'millisecond', 's': 'second'}[u]


def trim_sigfig(x, n):
    """x with n digits that mean something."""
    assert n == int(n)
    scale = 10 ** (int(math.ceil(math.log10(abs(x)))) - n)
    return float(torch.tensor(round(x / scale) * scale).item())


def ordered_unique(elements):
    return list(dict.fromkeys(elements))


@contextmanager
def set_torch_threads(n):
    """So many threads inside."""
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(n)
        yield
    finally:
        torch.set_num_threads(before)


def clock():
    """The time when the GPU has done all it was given."""
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.synchronize()
    return time.perf_counter()
