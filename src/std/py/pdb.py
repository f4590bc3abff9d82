"""A debugger: breakpoint() and set_trace() stop a running program, post_mortem() looks at one that failed.

Its commands are those of Python's pdb; in a session it shows lines as IPython's does. One is perch's own: `where` says on which device the tensors
of a frame live (`w` and `bt` show the stack).
"""
import _trace
import sys
from bdb import BdbQuit

__all__ = ['BdbQuit', 'Pdb', 'pm', 'post_mortem', 'run', 'runcall', 'runeval', 'set_trace']

CONTEXT = 5             # lines around a stop, in a session


def _in_session():
    try:
        import _session
        return True
    except ImportError:
        return False


class Breakpoint:
    def __init__(self, number, file, line, temporary=False, condition=None, shown=None):
        self.number, self.file, self.line, self.temporary, self.condition = number, file, line, temporary, condition
        self.shown = line if shown is None else shown       # of a function: its def
        self.enabled, self.ignore, self.hits = True, 0, 0

    def __str__(self):
        return '%s:%d' % (self.file, self.shown)


class Pdb:
    def __init__(self, completekey='tab', stdin=None, stdout=None, skip=None, nosigint=False, readrc=True):
        self.session = _in_session()
        self.prompt = 'ipdb> ' if self.session else '(Pdb) '
        self.breakpoints = {}
        self.next_number = 1
        self.stop = None                        # (how, frame, line): when the program stops next
        self.stack, self.at = [], 0
        self.names = {}                         # id of a frame: its variables as the debugger changed them
        self.displays = {}
        self.listed = None
        self.last = ''
        self.hide = True
        self.leave = None
        self.alive = False
        self.stdout = stdout

    # ---- stopping ----

    def reset(self):
        """Forget where to stop and what was looked at; breakpoints stay."""
        self.stop, self.stack, self.at = None, [], 0

    def set_trace(self, frame=None):
        """Stop at the next line of the caller."""
        frame = frame or sys._getframe(1)
        lines = [line for start, end, line in frame.f_code.co_lines() if line]
        self.stop = ('next', frame, None)
        if lines and frame.f_lineno >= max(lines):      # there is no next line to stop at
            self.interaction(frame)
        self._watch()

    def _watch(self):
        _trace.lines(self._line if self.stop or any(b.enabled for b in self.breakpoints.values()) else None)

    def _on_stack(self, wanted, frame):
        while frame is not None:
            if frame is wanted:
                return True
            frame = frame.f_back
        return False

    def _stops(self, frame):
        how, wanted, line = self.stop
        if how == 'step':
            return True
        if how == 'return':
            return not self._on_stack(wanted, frame)
        if frame is wanted:
            return how == 'next' or frame.f_lineno > line
        return not self._on_stack(wanted, frame.f_back)

    def _breaks(self, frame):
        for b in list(self.breakpoints.values()):
            if not b.enabled or b.line != frame.f_lineno or b.file != self._file(frame):
                continue
            if b.condition is not None:
                try:
                    if not eval(b.condition, frame.f_globals, frame.f_locals):
                        continue
                except Exception:
                    pass
            b.hits += 1
            if b.ignore > 0:
                b.ignore -= 1
                continue
            if b.temporary:
                del self.breakpoints[b.number]
                self.say('Deleted breakpoint %d at %s' % (b.number, b))
            return True
        return False

    def _line(self, frame):
        """Called at each line of the program."""
        if not (self.stop and self._stops(frame)) and not self._breaks(frame):
            return
        self.stop = None
        self.interaction(frame)
        self._watch()

    # ---- the conversation ----

    def say(self, text='', end='\n'):
        print(text, end=end, file=self.stdout)

    def error(self, text):
        self.say('*** ' + text)

    def failed(self, e):
        text = e.msg if isinstance(e, SyntaxError) else str(e)
        self.error('%s: %s' % (type(e).__name__, text) if text else type(e).__name__)

    def _visible(self, frame):
        return not self.hide or not frame.f_code.co_filename.startswith('<frozen ')

    def interaction(self, frame, traceback=None):
        self.alive = traceback is None
        rows = []
        if traceback is None:
            each = frame
            while each is not None:
                rows.append((each, each.f_lineno))
                each = each.f_back
            rows.reverse()
        else:
            while traceback is not None:
                rows.append((traceback.tb_frame, traceback.tb_lineno))
                traceback = traceback.tb_next
        self.stack = [row for row in rows if self._visible(row[0])] or rows[-1:]
        if not self.stack:
            return
        self.at = len(self.stack) - 1
        self.names, self.listed, self.leave = {}, None, None
        self.show()
        self.show_displays()
        try:
            while self.leave is None:
                self.one()
        finally:
            self.stack, self.names = [], {}
        if self.leave == 'quit' and self.alive:
            self.stop = None
            self.breakpoints.clear()
            _trace.lines(None)
            raise BdbQuit

    def one(self):
        try:
            sys.stdout.flush()
            line = input(self.prompt)
        except EOFError:
            self.say()
            self.leave = 'quit'
            return
        except KeyboardInterrupt:
            self.say('--KeyboardInterrupt--')
            return
        line = line.strip()
        if not line:
            line = self.last
        self.last = line
        if not line:
            return
        for each in line.split(';;') if ';;' in line else [line]:
            self.command(each.strip())
            if self.leave is not None:
                break

    def command(self, line):
        if line.endswith('?') and line.rstrip('?').replace('.', '').replace('_', '').isalnum():
            line = ('pinfo2 ' if line.endswith('??') else 'pinfo ') + line.rstrip('?')
        if line.startswith('!'):
            return self.execute(line[1:].strip())
        if line.startswith('?'):
            line = 'help ' + line[1:].strip()
        word, rest = self._split(line)
        name = ALIASES.get(word, word)
        method = getattr(self, 'do_' + name, None)
        if method is None or (rest.startswith('=') and not rest.startswith('==')):
            return self.execute(line)
        try:
            method(rest)
        except (KeyboardInterrupt, BdbQuit):
            raise
        except Exception as e:
            self.failed(e)

    def _split(self, line):
        i = 0
        while i < len(line) and (line[i].isalnum() or line[i] == '_'):
            i += 1
        return line[:i], line[i:].strip()

    # ---- the frame ----

    @property
    def frame(self):
        return self.stack[self.at][0]

    @property
    def line(self):
        return self.stack[self.at][1]

    def _file(self, frame):
        name = frame.f_code.co_filename
        if name.startswith('<') or name.startswith('Cell In['):
            return name
        import os
        return os.path.abspath(name)

    def locals_of(self, frame):
        if id(frame) not in self.names:
            self.names[id(frame)] = frame.f_locals
        return self.names[id(frame)]

    def value(self, text):
        return eval(text, self.frame.f_globals, self.locals_of(self.frame))

    def execute(self, text):
        """A statement in the frame; the value of an expression is shown."""
        frame = self.frame
        names = self.locals_of(frame)
        before = dict(names)
        try:
            try:
                code = compile(text, '<stdin>', 'eval')
            except SyntaxError:
                exec(compile(text + '\n', '<stdin>', 'exec'), frame.f_globals, names)
            else:
                value = eval(code, frame.f_globals, names)
                if value is not None:
                    self.say(repr(value))
        except KeyboardInterrupt:
            raise
        except BaseException as e:
            self.failed(e)
        if names is not frame.f_globals and self.alive:
            for name, value in list(names.items()):
                if name not in before or before[name] is not value:
                    _trace.set_local(frame, name, value)

    # ---- showing lines ----

    def lines(self, frame):
        """The source of a frame's code, by lines."""
        text = _trace.source(frame.f_code)
        if text is None:
            import linecache
            return [line.rstrip('\n') for line in linecache.getlines(frame.f_code.co_filename)]
        return text.split('\n')

    def head(self, at, mark='> '):
        frame, line = self.stack[at]
        return '%s%s(%d)%s()' % (mark, self._file(frame), line, frame.f_code.co_name or '<lambda>')

    def numbered(self, frame, here, first, last):
        """Lines first … last with their numbers, an arrow at `here`."""
        out = []
        source = self.lines(frame)
        if source and not source[-1]:
            source = source[:-1]
        for number in range(max(first, 1), min(last, len(source)) + 1):
            text = source[number - 1]
            if self.session:
                digits = str(number)
                arrow = '-' * (7 - len(digits) - 2) + '> ' if number == here else ''
                out.append((arrow + digits).rjust(7) + ' ' + text.rstrip())
            else:
                digits = str(number).rjust(3)
                if len(digits) < 4:
                    digits += ' '
                stops = any(b.shown == number and b.file == self._file(frame) for b in self.breakpoints.values())
                out.append(digits + ('B' if stops else ' ') + ('->' if number == here else '') + '\t' + text.rstrip())
        return out

    def around(self, at):
        frame, line = self.stack[at]
        if not self.session:
            source = self.lines(frame)
            return ['-> ' + source[line - 1].strip()] if 0 < line <= len(source) else []
        start = line - 1 - CONTEXT // 2
        start = max(min(start, len(self._trimmed(frame)) - CONTEXT), 0)
        return self.numbered(frame, line, start + 1, start + CONTEXT)

    def _trimmed(self, frame):
        source = self.lines(frame)
        return source[:-1] if source and not source[-1] else source

    def show(self):
        self.say('\n'.join([self.head(self.at)] + self.around(self.at)))
        if self.session:
            self.say()
        self.listed = None

    # ---- looking ----

    def do_bt(self, rest):
        """w, bt: the stack; the frame that is looked at has an arrow."""
        for at in range(len(self.stack)):
            self.say('\n'.join([self.head(at, '> ' if at == self.at else '  ')] + self.around(at)))
        if self.session:
            self.say()

    def do_where(self, rest):
        """where [NAME]: on which device the tensors of the frame live; `w` shows the stack."""
        import perch
        if rest:
            return self.say(repr(perch.where(self.value(rest))))
        found = self._places()
        self.say(found if found else 'no tensors here')

    def _places(self):
        names = {name: value for name, value in self.locals_of(self.frame).items() if not name.startswith('__')}
        import perch
        text = repr(eval('_perch_where()', {'_perch_where': perch.where, '__builtins__': __builtins__}, dict(names))) if names else ''
        return text

    def do_up(self, rest):
        """u, up [N]: to the frame that called this one."""
        count = int(rest) if rest else 1
        if self.at == 0:
            return self.error('Oldest frame')
        self.at = max(self.at - count, 0) if count >= 0 else 0
        self.show()

    def do_down(self, rest):
        """d, down [N]: to the frame that this one called."""
        count = int(rest) if rest else 1
        if self.at == len(self.stack) - 1:
            return self.error('Newest frame')
        self.at = min(self.at + count, len(self.stack) - 1) if count >= 0 else len(self.stack) - 1
        self.show()

    def do_list(self, rest):
        """l, list [FIRST[, LAST]]: lines of the file: around here, further ones, or those."""
        source = self._trimmed(self.frame)
        if rest and rest != '.':
            first, comma, last = (part.strip() for part in rest.partition(','))
            if not comma and ' ' in rest:
                first, last = rest.split()[:2]
                comma = ','
            first = int(first)
            last = int(last) if comma and last else first + 10 if not comma else first
            if not comma:
                first = max(1, first - 5)
                last = first + 10
            elif last < first:
                last = first + last
        elif self.listed is None or rest == '.':
            first = max(1, self.line - 5)
            last = first + 10
        else:
            first = self.listed + 1
            last = first + 10
        out = self.numbered(self.frame, self.line, first, last)
        for row in out:
            self.say(row)
        if self.session and out:
            self.say()
        self.listed = min(last, len(source))
        if last > len(source) and not self.session:
            self.say('[EOF]')

    def do_longlist(self, rest):
        """ll, longlist: the whole function."""
        frame = self.frame
        if frame.f_code.co_name == '<module>':
            first, last = 1, len(self._trimmed(frame))
        else:
            from inspect import getblock
            first = frame.f_code.co_firstlineno
            last = first + len(getblock([line + '\n' for line in self._trimmed(frame)[first - 1:]])) - 1
        for row in self.numbered(frame, self.line, first, last):
            self.say(row)
        if self.session:
            self.say()

    def do_p(self, rest):
        """p EXPRESSION: its value."""
        self.say(repr(self._try(rest)))

    def do_pp(self, rest):
        """pp EXPRESSION: its value, laid out over lines."""
        from pprint import pformat
        self.say(pformat(self._try(rest)))

    def _try(self, text):
        return self.value(text)

    def do_args(self, rest):
        """a, args: the arguments of the function."""
        code, names = self.frame.f_code, self.locals_of(self.frame)
        count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
        for name in code.co_varnames[:count]:
            self.say('%s = %s' % (name, repr(names[name]) if name in names else '*** undefined ***'))

    def do_whatis(self, rest):
        """whatis EXPRESSION: its type."""
        value = self.value(rest)
        code = getattr(getattr(value, '__func__', value), '__code__', None)
        if code is not None and hasattr(value, '__func__'):
            return self.say('Method %s' % code.co_name)
        if code is not None:
            return self.say('Function %s' % code.co_name)
        if isinstance(value, type):
            return self.say('Class %s.%s' % (value.__module__, value.__qualname__))
        self.say(repr(type(value)))

    def do_source(self, rest):
        """source NAME: the source of a function or class."""
        value = self.value(rest)
        import inspect
        code = getattr(getattr(value, '__func__', value), '__code__', None)
        if code is None:
            lines, first = inspect.getsourcelines(value)
            lines = [line.rstrip('\n') for line in lines]
        else:
            text = _trace.source(code)
            if text is None:
                raise OSError('could not get source code')
            first = code.co_firstlineno
            lines = [line.rstrip('\n') for line in inspect.getblock([line + '\n' for line in text.split('\n')[first - 1:]])]
        for number, text in enumerate(lines, first):
            self.say('%3d  \t%s' % (number, text))

    def do_display(self, rest):
        """display [EXPRESSION]: show it at each stop if it changed."""
        if not rest:
            self.say('Currently displaying:')
            for text, value in self.displays.items():
                self.say('%s: %r' % (text, value))
            return
        self.displays[rest] = self._quiet(rest)
        self.say('display %s: %r' % (rest, self.displays[rest]))

    def do_undisplay(self, rest):
        """undisplay [EXPRESSION]: no longer."""
        if rest:
            self.displays.pop(rest, None)
        else:
            self.displays.clear()

    def _quiet(self, text):
        try:
            return self.value(text)
        except Exception as e:
            return '** raised %s: %s **' % (type(e).__name__, e)

    def show_displays(self):
        for text, old in list(self.displays.items()):
            new = self._quiet(text)
            if new is not old and repr(new) != repr(old):
                self.displays[text] = new
                self.say('display %s: %r  [old: %r]' % (text, new, old))

    def do_pinfo(self, rest):
        """pinfo NAME, NAME?: what it is."""
        self._page(rest, 0)

    def do_pinfo2(self, rest):
        """pinfo2 NAME, NAME??: what it is, with its source."""
        self._page(rest, 1)

    def _page(self, text, detail):
        from perch.pinfo import page
        self.say(page(text, self.value(text), detail))

    def do_skip_hidden(self, rest):
        """skip_hidden true | false: are frames of perch's own modules left out?"""
        word = rest.strip().lower()
        if word in ('true', 'yes', '1'):
            self.hide = True
        elif word in ('false', 'no', '0'):
            self.hide = False
        elif not word:
            return self.say('skip_hidden = %s,\n use \'yes\',\'no\', \'true\', or \'false\' to change.' % self.hide)
        else:
            return self.error("Incorrect argument '%s'. Use 'yes', 'no', 'true', or 'false'." % rest)

    # ---- going on ----

    def _go(self, how, frame=None, line=None):
        if not self.alive:
            self.leave = 'go'                   # nothing runs any more
            return
        self.stop = (how, frame, line) if how else None
        self.leave = 'go'

    def do_step(self, rest):
        """s, step: to the next line, also into functions."""
        self._go('step')

    def do_next(self, rest):
        """n, next: to the next line of this function."""
        self._go('next', self.frame)

    def do_until(self, rest):
        """unt, until [LINE]: to a line further down."""
        self._go('until', self.frame, int(rest) - 1 if rest else self.line)

    def do_return(self, rest):
        """r, return: until this function has returned."""
        self._go('return', self.frame)

    def do_continue(self, rest):
        """c, cont, continue: on, to the next breakpoint."""
        self._go(None)

    def do_jump(self, rest):
        """j, jump LINE: not possible here."""
        self.error('Jump failed: perch cannot set the line that runs next')

    def do_quit(self, rest):
        """q, quit, exit: leave; a running program ends."""
        self.leave = 'quit'

    # ---- breakpoints ----

    def _place(self, text):
        """(file, line, line to show) of LINE, FILE:LINE or a function's name."""
        import os
        if ':' in text:
            file, _, number = text.rpartition(':')
            file, number = file.strip(), number.strip()
            if not number.isdigit():
                raise ValueError('Bad lineno: %s' % number)
            path = os.path.abspath(file)
            if not os.path.exists(path) and os.path.exists(path + '.py'):
                path += '.py'
            return path, int(number), int(number)
        if text.isdigit():
            return self._file(self.frame), int(text), int(text)
        value = self.value(text)
        code = getattr(getattr(value, '__func__', value), '__code__', None)
        if code is None:
            raise ValueError('The specified object %r is not a function or was not found along sys.path.' % text)
        inside = sorted({line for start, end, line in code.co_lines() if line and line > code.co_firstlineno})
        file = code.co_filename
        return file if file.startswith(('<', 'Cell In[')) else os.path.abspath(file), inside[0] if inside else code.co_firstlineno, code.co_firstlineno

    def do_break(self, rest, temporary=False):
        """b, break [PLACE[, CONDITION]]: stop there; PLACE: a line, FILE:LINE or a function. Alone: all breakpoints."""
        if not rest:
            return self._list_breaks()
        text, comma, condition = rest.partition(',')
        try:
            file, line, shown = self._place(text.strip())
        except Exception as e:
            return self.error(str(e) if isinstance(e, ValueError) else 'The specified object %r is not a function or was not found along sys.path.' % text.strip())
        found = Breakpoint(self.next_number, file, line, temporary, condition.strip() or None, shown)
        self.breakpoints[found.number] = found
        self.next_number += 1
        self.say('Breakpoint %d at %s' % (found.number, found))

    def do_tbreak(self, rest):
        """tbreak PLACE[, CONDITION]: stop there once."""
        self.do_break(rest, True)

    def _list_breaks(self):
        if not self.breakpoints:
            return
        self.say('Num Type         Disp Enb   Where')
        for b in self.breakpoints.values():
            self.say('%-4dbreakpoint   %s %s   at %s' % (b.number, 'del ' if b.temporary else 'keep', 'yes' if b.enabled else 'no ', b))
            if b.condition:
                self.say('\tstop only if %s' % b.condition)
            if b.ignore:
                self.say('\tignore next %d hits' % b.ignore)
            if b.hits:
                self.say('\tbreakpoint already hit %d time%s' % (b.hits, '' if b.hits == 1 else 's'))

    def _numbers(self, text):
        for word in text.split():
            if not word.isdigit():
                self.error('Non-numeric breakpoint number %s' % word)
            elif int(word) not in self.breakpoints:
                self.error('Breakpoint number %s out of range' % word if int(word) >= self.next_number else 'Breakpoint %s already deleted' % word)
            else:
                yield self.breakpoints[int(word)]

    def do_clear(self, rest):
        """cl, clear [NUMBER… | FILE:LINE]: forget breakpoints."""
        if not rest:
            self.breakpoints.clear()
            return
        if ':' in rest:
            file, line, shown = self._place(rest)
            found = [b for b in self.breakpoints.values() if (b.file, b.line) == (file, line)]
            if not found:
                return self.error('There are no breakpoints at %s:%d' % (file, line))
        else:
            found = list(self._numbers(rest))
        for b in found:
            del self.breakpoints[b.number]
            self.say('Deleted breakpoint %d at %s' % (b.number, b))

    def do_disable(self, rest):
        """disable NUMBER…: do not stop there."""
        for b in self._numbers(rest):
            b.enabled = False
            self.say('Disabled breakpoint %d at %s' % (b.number, b))

    def do_enable(self, rest):
        """enable NUMBER…: stop there again."""
        for b in self._numbers(rest):
            b.enabled = True
            self.say('Enabled breakpoint %d at %s' % (b.number, b))

    def do_ignore(self, rest):
        """ignore NUMBER [COUNT]: do not stop there the next COUNT times."""
        words = rest.split()
        for b in self._numbers(words[0] if words else ''):
            b.ignore = int(words[1]) if len(words) > 1 else 0
            count = '%d crossings' % b.ignore if b.ignore > 1 else '1 crossing'
            self.say('Will ignore next %s of breakpoint %d.' % (count, b.number) if b.ignore else
                     'Will stop next time breakpoint %d is reached.' % b.number)

    def do_condition(self, rest):
        """condition NUMBER [EXPRESSION]: stop there if it is true."""
        number, _, text = rest.partition(' ')
        for b in self._numbers(number):
            b.condition = text.strip() or None
            self.say('New condition set for breakpoint %d.' % b.number if b.condition else 'Breakpoint %d is now unconditional.' % b.number)

    # ---- help ----

    def do_help(self, rest):
        """h, help [COMMAND]: what the commands do."""
        name = ALIASES.get(rest.strip(), rest.strip())
        if name:
            method = getattr(self, 'do_' + name, None)
            return self.say(method.__doc__) if method else self.error("No help for '%s'" % name)
        for each in dir(type(self)):
            if each.startswith('do_'):
                self.say(getattr(self, each).__doc__.split('\n')[0])
        self.say('Anything else is run as Python in the frame; !STATEMENT where a command has its name.')


ALIASES = {'w': 'bt', 'u': 'up', 'd': 'down', 'l': 'list', 'll': 'longlist', 'a': 'args', 's': 'step', 'n': 'next', 'unt': 'until', 'r': 'return', 'c': 'continue',
           'cont': 'continue', 'j': 'jump', 'q': 'quit', 'exit': 'quit', 'b': 'break', 'cl': 'clear', 'h': 'help', 'EOF': 'quit'}

_current = None


def _debugger():
    global _current
    if _current is None:
        _current = Pdb()
    return _current


def set_trace(*, header=None, frame=None):
    """Stop the program at the next line."""
    debugger = _debugger()
    if header is not None:
        debugger.say(header)
    debugger.set_trace(frame or sys._getframe(1))


def post_mortem(t=None):
    """Look at a program that failed: t is its traceback (or exception), else that of the exception being handled."""
    if isinstance(t, BaseException):
        t = t.__traceback__
    if t is None:
        t = sys.exc_info()[2]
    if t is None:
        raise ValueError('A valid traceback must be passed if no exception is being handled')
    Pdb().interaction(None, t)


def pm():
    """Look at what failed last."""
    last = getattr(sys, 'last_value', None)
    if last is None:
        try:
            import _session
            last = _session.last_exception()
        except ImportError:
            pass
    if last is None:
        raise AttributeError("module 'sys' has no attribute 'last_traceback'")
    post_mortem(last.__traceback__)


def run(statement, globals=None, locals=None):
    """Run statements under the debugger, from their first line."""
    import __main__
    names = __main__.__dict__ if globals is None else globals
    code = compile(statement, '<string>', 'exec') if isinstance(statement, str) else statement
    debugger = _debugger()
    debugger.stop = ('step', None, None)
    debugger._watch()
    try:
        exec(code, names, names if locals is None else locals)
    except BdbQuit:
        pass
    finally:
        debugger.stop = None
        debugger._watch()


def runeval(expression, globals=None, locals=None):
    """The value of an expression, under the debugger."""
    import __main__
    names = __main__.__dict__ if globals is None else globals
    return runcall(lambda: eval(expression, names, names if locals is None else locals))


def runcall(function, *args, **kwargs):
    """Call a function under the debugger."""
    debugger = _debugger()
    debugger.stop = ('step', None, None)
    debugger._watch()
    try:
        return function(*args, **kwargs)
    except BdbQuit:
        return None
    finally:
        debugger.stop = None
        debugger._watch()
