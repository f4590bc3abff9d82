"""How long does a piece of code take?"""
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter


def _indented(code, spaces):
    return code.replace('\n', '\n' + ' ' * spaces)


class Timer:
    """Times a statement (text or a function), after a setup."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        space = {}
        if isinstance(setup, str):
            compile(setup, "<timeit-src>", "exec")
            setup_text = setup
        elif callable(setup):
            space['_setup'] = setup
            setup_text = '_setup()'
        else:
            raise ValueError("setup is neither a string nor callable")
        if isinstance(stmt, str):
            compile(setup_text + '\n' + stmt, "<timeit-src>", "exec")
            stmt_text = stmt
        elif callable(stmt):
            space['_stmt'] = stmt
            stmt_text = '_stmt()'
        else:
            raise ValueError("stmt is neither a string nor callable")
        params = ''.join(f', {name}={name}' for name in space)
        self.src = (f"def inner(_it, _timer{params}):\n"
                    f"    {_indented(setup_text, 4)}\n"
                    f"    _t0 = _timer()\n"
                    f"    for _i in _it:\n"
                    f"        {_indented(stmt_text, 8)}\n"
                    f"        pass\n"
                    f"    _t1 = _timer()\n"
                    f"    return _t1 - _t0\n")
        made = {}
        exec(compile(self.src, "<timeit-src>", "exec"), {**(globals or {}), **space}, made)
        self.inner = made['inner']

    def print_exc(self, file=None):
        """Print the exception of the timed code."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """The time for so many runs, in seconds."""
        from itertools import repeat
        import gc
        was_on = gc.isenabled()
        gc.disable()
        try:
            return self.inner(repeat(None, number), self.timer)
        finally:
            if was_on:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        """timeit() several times: a list of times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """(number of runs, time) for about 0.2 seconds."""
        i = 1
        while True:
            for j in 1, 2, 5:
                number = i * j
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            i *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    """The time for so many runs of a statement, in seconds."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat,
           number=default_number, globals=None):
    """timeit() several times."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
