"""get_ipython().events: functions of a program that are called around cells."""
import _session

NAMES = ('pre_execute', 'pre_run_cell', 'post_execute', 'post_run_cell', 'shell_initialized')


class Info:
    """What a function of pre_run_cell is given: the cell."""

    def __init__(self, raw_cell, store_history=True, silent=False, shell_futures=True, cell_id=None):
        self.raw_cell, self.store_history, self.silent, self.shell_futures, self.cell_id = raw_cell, store_history, silent, shell_futures, cell_id


class Events:
    """register(event, function), unregister(event, function), trigger(event)."""

    def __init__(self, shell):
        self.shell = shell
        self.callbacks = {name: [] for name in NAMES}

    def register(self, event, function):
        if event not in self.callbacks:
            raise KeyError(event)
        if function not in self.callbacks[event]:
            self.callbacks[event].append(function)
        self._watch()

    def unregister(self, event, function):
        if function not in self.callbacks[event]:
            raise ValueError('Function %r is not registered as a %s callback' % (function, event))
        self.callbacks[event].remove(function)
        self._watch()

    def trigger(self, event, *args):
        for function in self.callbacks[event][:]:
            try:
                function(*args)
            except Exception:
                print('Error in callback %r (for %s):' % (function, event))
                self.shell.showtraceback()

    def _watch(self):
        before = self.callbacks['pre_execute'] or self.callbacks['pre_run_cell']
        after = self.callbacks['post_execute'] or self.callbacks['post_run_cell']
        _session.set_hook('before', self._before if before else None)
        _session.set_hook('after', self._after if after else None)

    def _give(self, event, make):
        for function in self.callbacks[event][:]:
            code = getattr(getattr(function, '__func__', function), '__code__', None)
            wants = code is not None and (code.co_argcount - hasattr(function, '__self__') > 0 or code.co_flags & 4)     # *args
            try:
                function(make()) if wants else function()
            except Exception:
                print('Error in callback %r (for %s):' % (function, event))
                self.shell.showtraceback()

    def _before(self, cell, well):
        self.trigger('pre_execute')
        self._give('pre_run_cell', lambda: Info(cell))

    def _after(self, cell, well):
        from perch.shell import ExecutionResult
        self.trigger('post_execute')
        self._give('post_run_cell', lambda: ExecutionResult(well, Info(cell)))
