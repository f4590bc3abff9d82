"""Which functions a program runs, how often and how long: Python's cProfile over perch's own counting (_profile)."""
import _profile

__all__ = ['Profile', 'run', 'runctx']

_STOP = "<method 'disable' of '_lsprof.Profiler' objects>"     # what Python calls the end of it


def label(code):
    """(file, line, name) of a code object; a built-in's text stands for itself."""
    if isinstance(code, str):
        return '~', 0, _STOP if code == '<built-in method _profile.stop>' else code
    return code.co_filename, code.co_firstlineno, code.co_name


def _is_own(code):
    return code is not None and not isinstance(code, str) and code.co_filename == '<frozen cProfile>'


def _summed(a, b):
    return tuple(x + y for x, y in zip(a, b))


class Profile:
    """Profile(timer=None, timeunit=0.0, subcalls=True, builtins=True)"""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        if timer is not None:
            raise NotImplementedError('perch measures with its own clock')
        self._counts = {}       # label: (calls that are not inside another of the same, calls, own seconds, seconds)
        self._callers = {}      # label: {caller's label: (calls, …)}
        self._builtins = builtins
        self.stats = {}

    def enable(self, subcalls=True, builtins=True):
        """Begin to count."""
        _profile.start()

    def disable(self):
        """Count no more."""
        self._take(_profile.stop())

    def clear(self):
        self._counts, self._callers, self.stats = {}, {}, {}

    def _take(self, rows):
        for what, calls, whole, own, seconds, caller in rows:
            if _is_own(what) or _is_own(caller) or isinstance(what, str) and not self._builtins:
                continue
            func = label(what)
            if caller is None:
                self._counts[func] = _summed(self._counts.get(func, (0, 0, 0.0, 0.0)), (whole, calls, own, seconds))
            else:
                callers = self._callers.setdefault(func, {})
                callers[label(caller)] = _summed(callers.get(label(caller), (0, 0, 0.0, 0.0)), (calls, whole, own, seconds))

    def snapshot_stats(self):
        self.stats = {func: (*counts, self._callers.get(func, {})) for func, counts in self._counts.items()}

    def create_stats(self):
        self.disable()
        self.snapshot_stats()

    def print_stats(self, sort=-1):
        import pstats
        if not isinstance(sort, tuple):
            sort = (sort,)
        pstats.Stats(self).strip_dirs().sort_stats(*sort).print_stats()

    def dump_stats(self, file):
        import marshal
        with open(file, 'wb') as f:
            self.create_stats()
            marshal.dump(self.stats, f)

    def run(self, cmd):
        import __main__
        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        _profile.start()
        try:
            exec(cmd, globals, locals)
        finally:
            self._take(_profile.stop())
        return self

    def runcall(self, func, /, *args, **kw):
        _profile.start()
        try:
            return func(*args, **kw)
        finally:
            self._take(_profile.stop())

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *error):
        self.disable()


def _show(profile, filename, sort):
    if filename is not None:
        profile.dump_stats(filename)
    else:
        profile.print_stats(sort)


def run(statement, filename=None, sort=-1):
    """Run a statement in the main program's names and print what ran, or write it to a file that pstats reads."""
    import __main__
    runctx(statement, __main__.__dict__, __main__.__dict__, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """The same in names of one's own."""
    profile = Profile()
    try:
        profile.runctx(statement, globals, locals)
    except SystemExit:
        pass
    finally:
        _show(profile, filename, sort)


def main():
    """python -m cProfile [-o FILE] [-s KEY] [-m MODULE | SCRIPT] [ARGUMENTS]"""
    import argparse
    import sys
    parser = argparse.ArgumentParser(prog='cProfile', usage='cProfile.py [-o output_file_path] [-s sort] [-m module | scriptfile] [arg] ...')
    parser.add_argument('-o', '--outfile', default=None, help='Save stats to <outfile>')
    parser.add_argument('-s', '--sort', default=-1, help='Sort order when printing to stdout, based on pstats.Stats class')
    parser.add_argument('-m', dest='module', action='store_true', help='Profile a library module')
    parser.add_argument('rest', nargs=argparse.REMAINDER)
    given = parser.parse_args()
    if not given.rest:
        parser.print_usage()
        return
    sys.argv[:] = given.rest
    names = {'__name__': '__main__', '__package__': None, '__cached__': None}
    if given.module:
        code, names['runpy'] = "runpy.run_module(modname, run_name='__main__')", __import__('runpy')
        names['modname'] = given.rest[0]
    else:
        import os
        sys.path.insert(0, os.path.dirname(given.rest[0]))
        with open(given.rest[0], 'rb') as f:
            code = compile(f.read(), given.rest[0], 'exec')
        names['__file__'] = given.rest[0]
    runctx(code, names, None, given.outfile, given.sort)


if __name__ == '__main__':
    main()
