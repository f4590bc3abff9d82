"""The debugger of a session: Python's pdb that shows the lines around a stop, leaves out what runs inside of perch, and says on which devices the
tensors of a frame live (`where`; `w` and `bt` show the stack)."""
import linecache
import os
import sys

import pdb
from bdb import BdbQuit

__all__ = ['BdbQuit', 'Pdb', 'set_trace']


def is_hidden(frame):
    """Does the frame run a module of the binary, which nobody steps through unless they ask to?"""
    return frame.f_code.co_filename.startswith('<frozen ')


class Pdb(pdb.Pdb):
    """pdb as a session shows it."""
    context = 5                                 # lines around a stop

    def __init__(self, completekey='tab', stdin=None, stdout=None, context=None, skip=None, nosigint=True, readrc=True):
        super().__init__(completekey, stdin, stdout, skip, nosigint, readrc)    # Ctrl-C is the session's
        self.prompt = 'ipdb> '
        self.context = int(context or self.context)
        self.hides = True

    # ---- where it stops ----

    def canonic(self, filename):
        return filename if filename.startswith('Cell In[') else super().canonic(filename)

    def stop_here(self, frame):
        return not (self.hides and is_hidden(frame)) and super().stop_here(frame)

    def break_anywhere(self, frame):
        return not (self.hides and is_hidden(frame)) and super().break_anywhere(frame)

    def dispatch_return(self, frame, arg):
        answer = super().dispatch_return(frame, arg)
        if frame is self.botframe:              # the cell is over: the next one is not stepped into
            self.set_continue()
            return None
        return answer

    def user_return(self, frame, return_value):
        if frame is not self.botframe:
            super().user_return(frame, return_value)

    def lookupmodule(self, filename):
        return filename if filename.startswith('Cell In[') else super().lookupmodule(filename)

    def get_stack(self, f, t):
        rows, at = super().get_stack(f, t)
        shown = [row for row in rows if not (self.hides and is_hidden(row[0]))] or rows[-1:]
        return shown, sum(1 for row in rows[:at + 1] if row in shown) - 1 if rows else at

    # ---- lines ----

    def _source(self, frame):
        return [line.rstrip() for line in linecache.getlines(frame.f_code.co_filename, frame.f_globals)]

    def _numbered(self, frame, here, first, last):
        """Lines first … last with their numbers, an arrow at `here`."""
        out = []
        for number, text in enumerate(self._source(frame)[first - 1:last], first):
            digits = str(number)
            arrow = '-' * (5 - len(digits)) + '> ' if number == here else ''
            out.append((arrow + digits).rjust(7) + ' ' + text)
        return out

    def _entry(self, row, mark='> '):
        frame, line = row
        code, value = frame.f_code, ''
        if '__return__' in frame.f_locals:
            value = '->' + repr(frame.f_locals['__return__'])
        count = len(self._source(frame))
        first = max(min(line - self.context // 2, count - self.context + 1), 1)
        head = '%s%s(%d)%s()%s' % (mark, self.canonic(code.co_filename), line, code.co_name or '<lambda>', value)
        return '\n'.join([head] + self._numbered(frame, line, first, first + self.context - 1))

    def format_stack_entry(self, frame_lineno, lprefix=': '):
        return self._entry(frame_lineno, '')

    def print_stack_entry(self, frame_lineno, prompt_prefix=None, context=None):
        self.message(self._entry(frame_lineno, '> ' if frame_lineno[0] is self.curframe else '  ') + '\n')

    def print_stack_trace(self, context=None):
        for row in self.stack:
            self.message(self._entry(row, '> ' if row[0] is self.curframe else '  '))
        self.message('')

    def do_list(self, arg):
        """l, list [FIRST[, LAST]]: lines of the file: around here, further ones, or those."""
        count, words = len(self._source(self.curframe)), arg.replace(',', ' ').split()
        try:
            numbers = [int(word) for word in words if word != '.']
        except ValueError:
            return self.error('Error in argument: %r' % arg)
        if len(numbers) > 1:
            first, last = numbers[:2]
            last = first + last if last < first else last
        else:
            first = max(1, numbers[0] - 5) if numbers else self.lineno + 1 if self.lineno and not words else max(1, self.curframe.f_lineno - 5)
            last = first + 10
        found = self._numbered(self.curframe, self.stack[self.curindex][1], first, last)
        if found:
            self.message('\n'.join(found) + '\n')
        self.lineno = min(last, count)

    do_l = do_list

    def do_longlist(self, arg):
        """ll, longlist: the whole function."""
        import inspect
        try:
            lines, first = inspect.getsourcelines(self.curframe)
        except OSError as e:
            return self.error(e)
        first = max(first, 1)
        self.message('\n'.join(self._numbered(self.curframe, self.stack[self.curindex][1], first, first + len(lines) - 1)) + '\n')

    do_ll = do_longlist

    # ---- commands of its own ----

    def do_bt(self, arg):
        """w, bt: the stack; the frame that is looked at has an arrow."""
        self.print_stack_trace()

    do_w = do_bt

    def do_where(self, arg):
        """where [NAME]: on which device the tensors of the frame live; `w` shows the stack."""
        import perch
        if arg:
            return self.message(repr(perch.where(self._getval(arg))))
        names = {name: value for name, value in self.curframe_locals.items() if not name.startswith('__')}
        found = repr(eval('_perch_where()', {'_perch_where': perch.where, '__builtins__': __builtins__}, names)) if names else ''
        self.message(found or 'no tensors here')

    def _page(self, text, detail):
        from perch.pinfo import page
        try:
            value = self._getval(text)
        except Exception:                       # _getval has said it
            return
        self.message(page(text, value, detail))

    def do_pinfo(self, arg):
        """pinfo NAME, NAME?: what it is."""
        self._page(arg, 0)

    def do_pinfo2(self, arg):
        """pinfo2 NAME, NAME??: what it is, with its source."""
        self._page(arg, 1)

    def precmd(self, line):
        line = super().precmd(line)
        name = line.strip().rstrip('?')
        if line.strip() != name and name.replace('.', '').isidentifier():
            return ('pinfo2 ' if line.strip().endswith('??') else 'pinfo ') + name
        return line

    def do_skip_hidden(self, arg):
        """skip_hidden true | false: are frames of perch's own modules left out?"""
        word = arg.strip().lower()
        if word in ('true', 'yes', '1', 'false', 'no', '0'):
            self.hides = word in ('true', 'yes', '1')
        elif not word:
            self.message("skip_hidden = %s,\n use 'yes','no', 'true', or 'false' to change." % self.hides)
        else:
            self.error("Incorrect argument '%s'. Use 'yes', 'no', 'true', or 'false'." % arg)

    def do_run(self, arg):
        """run, restart: not in a session."""
        self.error('a cell cannot be begun anew from in here: leave with q, and run it again')

    do_restart = do_run


_debugger = None


def set_trace(frame=None, *, header=None):
    """Stop the program at the next line."""
    global _debugger
    if _debugger is None:
        _debugger = Pdb()
    if header is not None:
        _debugger.message(header)
    _debugger.set_trace(frame or sys._getframe().f_back)


pdb.Pdb, pdb.set_trace = Pdb, set_trace
