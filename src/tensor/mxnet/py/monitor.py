"""Monitor: a statistic of every output of an executor's nodes, and of its arguments, every few batches."""
import logging
import re

from . import ndarray as nd


def _size(x):
    return nd.norm(x) / x.size ** 0.5


class Monitor:
    """interval: how many batches lie between; pattern: which names."""

    def __init__(self, interval, stat_func=None, pattern='.*', sort=False, monitor_all=False):
        self.stat_func = _size if stat_func is None else stat_func
        self.interval, self.sort, self.monitor_all = interval, sort, monitor_all
        self.activated, self.queue, self.step, self.exes, self.re_prog = False, [], 0, [], re.compile(pattern)

    def stat_helper(self, name, array):
        name = name.decode() if isinstance(name, bytes) else name
        if self.activated and self.re_prog.match(name):
            self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe):
        """Hears what an executor's nodes give."""
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self):
        """Before a batch."""
        if self.step % self.interval == 0:
            self.queue, self.activated = [], True
        self.step += 1

    def toc(self):
        """After a batch: [(step, name, text of the statistic), …]."""
        if not self.activated:
            return []
        self.activated = False
        for exe in self.exes:
            for name, array in [*exe.arg_dict.items(), *exe.aux_dict.items()]:
                if self.re_prog.match(name):
                    self.queue.append((self.step, name, self.stat_func(array)))
        found = []
        for step, name, values in sorted(self.queue, key=lambda each: each[1]) if self.sort else self.queue:
            text = ''
            for value in values if isinstance(values, list) else [values]:
                assert isinstance(value, nd.NDArray)
                text += (str(value.asscalar()) if value.size == 1 else str(value.asnumpy())) + '\t'
            found.append((step, name, text))
        self.queue = []
        return found

    def toc_print(self):
        for step, name, text in self.toc():
            logging.info('Batch: %7d %-30s %s', step, name, text)
