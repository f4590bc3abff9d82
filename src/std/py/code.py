"""A prompt for Python inside of a program."""
import sys
import traceback
from codeop import CommandCompiler, compile_command

__all__ = ['InteractiveInterpreter', 'InteractiveConsole', 'interact', 'compile_command']


class InteractiveInterpreter:
    """Runs source texts in a namespace and shows their errors."""

    def __init__(self, locals=None):
        self.locals = {'__name__': '__console__', '__doc__': None} if locals is None else locals
        self.compile = CommandCompiler()

    def runsource(self, source, filename='<input>', symbol='single'):
        """True when more lines are needed."""
        try:
            code = self.compile(source, filename, symbol)
        except (OverflowError, SyntaxError, ValueError):
            self.showsyntaxerror(filename)
            return False
        if code is None:
            return True
        self.runcode(code)
        return False

    def runcode(self, code):
        try:
            exec(code, self.locals)
        except SystemExit:
            raise
        except BaseException:
            self.showtraceback()

    def showsyntaxerror(self, filename=None):
        kind, value, tb = sys.exc_info()
        sys.last_type, sys.last_value, sys.last_traceback = kind, value, tb
        self.write(''.join(traceback.format_exception_only(kind, value)))

    def showtraceback(self):
        kind, value, tb = sys.exc_info()
        sys.last_type, sys.last_value, sys.last_traceback = kind, value, tb
        self.write(''.join(traceback.format_exception(kind, value, tb.tb_next)))

    def write(self, data):
        sys.stderr.write(data)


class InteractiveConsole(InteractiveInterpreter):
    """Asks for lines too."""

    def __init__(self, locals=None, filename='<console>'):
        super().__init__(locals)
        self.filename = filename
        self.resetbuffer()

    def resetbuffer(self):
        self.buffer = []

    def interact(self, banner=None, exitmsg=None):
        for name, text in (('ps1', '>>> '), ('ps2', '... ')):
            if not hasattr(sys, name):
                setattr(sys, name, text)
        if banner is None:
            self.write('Python %s on %s\n(%s)\n' % (sys.version, sys.platform, type(self).__name__))
        elif banner:
            self.write('%s\n' % banner)
        more = False
        while True:
            try:
                try:
                    line = self.raw_input(sys.ps2 if more else sys.ps1)
                except EOFError:
                    self.write('\n')
                    break
                more = self.push(line)
            except KeyboardInterrupt:
                self.write('\nKeyboardInterrupt\n')
                self.resetbuffer()
                more = False
        if exitmsg is None:
            self.write('now exiting %s...\n' % type(self).__name__)
        elif exitmsg != '':
            self.write('%s\n' % exitmsg)

    def push(self, line):
        self.buffer.append(line)
        more = self.runsource('\n'.join(self.buffer), self.filename)
        if not more:
            self.resetbuffer()
        return more

    def raw_input(self, prompt=''):
        return input(prompt)


def interact(banner=None, readfunc=None, local=None, exitmsg=None):
    console = InteractiveConsole(local)
    if readfunc is not None:
        console.raw_input = readfunc
    console.interact(banner, exitmsg)
