"""What a profile has found, sorted and printed as Python's pstats does."""
import os
import re
import sys
from enum import Enum

__all__ = ['Stats', 'SortKey', 'FunctionProfile', 'StatsProfile']

# What one may sort by: name: (the columns with their direction, how it is said). Columns: those of a row (whole calls, calls, own time, time), then
# file, line, name, and the whole text.
_ORDERS = {
    'calls': (((1, -1),), 'call count'),
    'cumtime': (((3, -1),), 'cumulative time'),
    'cumulative': (((3, -1),), 'cumulative time'),
    'filename': (((4, 1),), 'file name'),
    'line': (((5, 1),), 'line number'),
    'module': (((4, 1),), 'file name'),
    'name': (((6, 1),), 'function name'),
    'ncalls': (((1, -1),), 'call count'),
    'nfl': (((6, 1), (4, 1), (5, 1)), 'name/file/line'),
    'pcalls': (((0, -1),), 'primitive call count'),
    'stdname': (((7, 1),), 'standard name'),
    'time': (((2, -1),), 'internal time'),
    'tottime': (((2, -1),), 'internal time'),
}


class SortKey(str, Enum):
    CALLS = 'calls', 'ncalls'
    CUMULATIVE = 'cumulative', 'cumtime'
    FILENAME = 'filename', 'module'
    LINE = 'line'
    NAME = 'name'
    NFL = 'nfl'
    PCALLS = 'pcalls'
    STDNAME = 'stdname'
    TIME = 'time', 'tottime'

    def __new__(cls, *values):
        made = str.__new__(cls, values[0])
        made._value_ = values[0]
        for other in values[1:]:
            cls._value2member_map_[other] = made
        return made


class FunctionProfile:
    def __init__(self, ncalls, tottime, percall_tottime, cumtime, percall_cumtime, file_name, line_number):
        self.ncalls, self.tottime, self.percall_tottime, self.cumtime = ncalls, tottime, percall_tottime, cumtime
        self.percall_cumtime, self.file_name, self.line_number = percall_cumtime, file_name, line_number


class StatsProfile:
    def __init__(self, total_tt, func_profiles):
        self.total_tt, self.func_profiles = total_tt, func_profiles


def _text(func):
    file, line, name = func
    if (file, line) == ('~', 0):
        return '{%s}' % name[1:-1] if name.startswith('<') and name.endswith('>') else name
    return '%s:%d(%s)' % func


func_std_string = _text


def f8(x):
    return '%8.3f' % x


def _summed(a, b):
    """Two rows of one function."""
    callers = dict(b[4])
    for func, counts in a[4].items():
        callers[func] = tuple(x + y for x, y in zip(counts, callers[func])) if func in callers else counts
    return (*(x + y for x, y in zip(a[:4], b[:4])), callers)


class Stats:
    """Stats(profile or file, ..., stream=None)"""

    sort_arg_dict_default = {key: value for key, value in _ORDERS.items()}

    def __init__(self, *args, stream=None):
        self.stream = stream or sys.stdout
        self.stats, self.fcn_list, self.sort_type, self.files, self.top_level = {}, None, None, [], set()
        self.total_tt = self.total_calls = self.prim_calls = 0
        self.all_callees = None
        self.max_name_len = 0
        for arg in args:
            self.add(arg)

    def _load(self, arg):
        """The rows of a file or a profile."""
        if isinstance(arg, str):
            import marshal
            import time
            with open(arg, 'rb') as f:
                stats = marshal.load(f)
            try:
                arg = time.ctime(os.stat(arg).st_mtime) + '    ' + arg
            except OSError:
                pass
            return stats, [arg]
        if isinstance(arg, Stats):
            return arg.stats, arg.files
        if hasattr(arg, 'create_stats'):
            arg.create_stats()
            stats, arg.stats = arg.stats, {}
            if not stats:
                raise TypeError('Cannot create or construct a %r object from %r' % (self.__class__, arg))
            return stats, []
        raise TypeError('Cannot create or construct a %r object from %r' % (self.__class__, arg))

    def add(self, *args):
        for arg in args:
            stats, files = self._load(arg)
            self.files += files
            for func, row in stats.items():
                self.stats[func] = _summed(self.stats[func], row) if func in self.stats else row
        self.fcn_list = self.all_callees = None
        self._count()
        return self

    def _count(self):
        rows = self.stats.values()
        self.total_calls, self.prim_calls, self.total_tt = sum(row[1] for row in rows), sum(row[0] for row in rows), sum(row[2] for row in rows)
        self.top_level = {func for func, row in self.stats.items() if ('jprofile', 0, 'profiler') in row[4]}
        self.max_name_len = max([len(_text(func)) for func in self.stats] or [0])

    def dump_stats(self, filename):
        import marshal
        with open(filename, 'wb') as f:
            marshal.dump(self.stats, f)

    def get_sort_arg_defs(self):
        """Every abbreviation that means one order only."""
        found, unclear = {}, set()
        for word, order in _ORDERS.items():
            for n in range(len(word), 0, -1):
                if word[:n] in found:
                    unclear.add(word[:n])
                    break
                found[word[:n]] = order
        return {part: order for part, order in found.items() if part not in unclear}

    def sort_stats(self, *field):
        if not field:
            self.fcn_list = None
            return self
        if len(field) == 1 and isinstance(field[0], int):
            field = [{-1: 'stdname', 0: 'calls', 1: 'time', 2: 'cumulative'}[field[0]]]
        elif len(field) >= 2:
            for each in field[1:]:
                if type(each) is not type(field[0]):
                    raise TypeError("Can't have mixed argument type")
        known = self.get_sort_arg_defs()
        field = [each.value if isinstance(each, SortKey) else each for each in field]
        columns = [column for word in field for column in known[word][0]]
        self.sort_type = ', '.join(known[word][1] for word in field)
        rows = [(*row[:4], *func, _text(func), func) for func, row in self.stats.items()]
        for column, direction in reversed(columns):
            rows.sort(key=lambda row: row[column], reverse=direction < 0)
        self.fcn_list = [row[-1] for row in rows]
        return self

    def reverse_order(self):
        if self.fcn_list:
            self.fcn_list.reverse()
        return self

    def strip_dirs(self):
        def short(func):
            return os.path.basename(func[0]), func[1], func[2]
        stats = {}
        for func, row in self.stats.items():
            callers = {}
            for caller, counts in row[4].items():
                callers[short(caller)] = tuple(x + y for x, y in zip(counts, callers[short(caller)])) if short(caller) in callers else counts
            row = (*row[:4], callers)
            stats[short(func)] = _summed(stats[short(func)], row) if short(func) in stats else row
        self.stats, self.fcn_list, self.all_callees = stats, None, None
        self._count()
        return self

    def calc_callees(self):
        if self.all_callees is None:
            self.all_callees = {}
            for func, row in self.stats.items():
                self.all_callees.setdefault(func, {})
                for caller, counts in row[4].items():
                    self.all_callees.setdefault(caller, {})[func] = counts

    # ---- printing ----

    def eval_print_amount(self, sel, list, msg):
        chosen = list
        if isinstance(sel, str):
            try:
                pattern = re.compile(sel)
            except re.error:
                return list, msg + '   <Invalid regular expression %r>\n' % sel
            chosen = [func for func in list if pattern.search(_text(func))]
        elif isinstance(sel, float) and 0.0 <= sel < 1.0:
            chosen = list[:int(len(list) * sel + .5)]
        elif isinstance(sel, int) and 0 <= sel < len(list):
            chosen = list[:sel]
        if len(list) != len(chosen):
            msg += '   List reduced from %r to %r due to restriction <%r>\n' % (len(list), len(chosen), sel)
        return chosen, msg

    def get_print_list(self, sel_list):
        width = self.max_name_len
        if self.fcn_list:
            chosen, msg = self.fcn_list[:], '   Ordered by: ' + self.sort_type + '\n'
        else:
            chosen, msg = list(self.stats), '   Random listing order was used\n'
        for selection in sel_list:
            chosen, msg = self.eval_print_amount(selection, chosen, msg)
        if not chosen:
            return 0, chosen
        print(msg, file=self.stream)
        if len(chosen) < len(self.stats):
            width = max(len(_text(func)) for func in chosen)
        return width + 2, chosen

    def get_stats_profile(self):
        found = {}
        for func in self.fcn_list[:] if self.fcn_list else list(self.stats):
            cc, nc, tt, ct, _ = self.stats[func]
            found[func[2]] = FunctionProfile(str(nc) if nc == cc else '%d/%d' % (nc, cc), float(f8(tt)), -1 if nc == 0 else float(f8(tt / nc)), float(f8(ct)),
                                             -1 if cc == 0 else float(f8(ct / cc)), *func[:2])
        return StatsProfile(float(f8(self.total_tt)), found)

    def print_stats(self, *amount):
        def say(*words, end='\n'):
            print(*words, end=end, file=self.stream)
        for file in self.files:
            say(file)
        if self.files:
            say()
        indent = ' ' * 8
        for func in self.top_level:
            say(indent, func[2])
        say(indent, self.total_calls, 'function calls', end=' ')
        if self.total_calls != self.prim_calls:
            say('(%d primitive calls)' % self.prim_calls, end=' ')
        say('in %.3f seconds' % self.total_tt)
        say()
        _, chosen = self.get_print_list(amount)
        if chosen:
            self.print_title()
            for func in chosen:
                self.print_line(func)
            say()
            say()
        return self

    def print_title(self):
        print('   ncalls  tottime  percall  cumtime  percall filename:lineno(function)', file=self.stream)

    def print_line(self, func):
        cc, nc, tt, ct, _ = self.stats[func]
        calls = str(nc) if nc == cc else '%d/%d' % (nc, cc)
        each, every = f8(tt / nc) if nc else ' ' * 8, f8(ct / cc) if cc else ' ' * 8
        print(calls.rjust(9), f8(tt), each, f8(ct), every, _text(func), file=self.stream)

    def print_callers(self, *amount):
        width, chosen = self.get_print_list(amount)
        if chosen:
            self.print_call_heading(width, 'was called by...')
            for func in chosen:
                self.print_call_line(width, func, self.stats[func][4], '<-')
            print('\n', file=self.stream)
        return self

    def print_callees(self, *amount):
        width, chosen = self.get_print_list(amount)
        if chosen:
            self.calc_callees()
            self.print_call_heading(width, 'called...')
            for func in chosen:
                self.print_call_line(width, func, self.all_callees.get(func, {}))
            print('\n', file=self.stream)
        return self

    def print_call_heading(self, name_size, column_title):
        print('Function '.ljust(name_size) + column_title, file=self.stream)
        if any(isinstance(counts, tuple) for row in self.stats.values() for counts in row[4].values()):
            print(' ' * name_size + '    ncalls  tottime  cumtime', file=self.stream)

    def print_call_line(self, name_size, source, call_dict, arrow='->'):
        print(_text(source).ljust(name_size) + arrow, end=' ', file=self.stream)
        indent = ''
        for func in sorted(call_dict):
            counts, name = call_dict[func], _text(func)
            if isinstance(counts, tuple):
                nc, cc, tt, ct = counts
                calls = '%d/%d' % (nc, cc) if nc != cc else '%d' % nc
                line, room = '%s %s %s  %s' % (calls.rjust(7 + 2 * len(indent)), f8(tt), f8(ct), name), name_size + 1
            else:
                line, room = '%s(%r) %s' % (name, counts, f8(self.stats[func][3])), name_size + 3
            print(indent * room + line, file=self.stream)
            indent = ' '
        if not call_dict:
            print(file=self.stream)
