"""unittest.main(): runs the tests of a module or those named on the command line."""
import os
import sys

from unittest import loader, runner

__unittest = True

_USAGE = '''usage: %(prog)s [-h] [-v] [-q] [--locals] [-f] [-c] [-b] [-k TESTNAMEPATTERNS] [tests ...]

  tests            modules, classes or methods, by dotted name; `discover` first: find test files
  -v, --verbose    a line for each test
  -q, --quiet      the summary only
  --locals         show local variables in tracebacks
  -f, --failfast   stop at the first failure
  -c, --catch      Ctrl-C waits for the present test
  -b, --buffer     show what a test prints only if it fails
  -k PATTERN       only tests whose names hold the text (or fit the pattern)
  discover: -s DIR (where to start), -p PATTERN (test*.py), -t DIR (top of the project)
'''


class TestProgram:
    """Command line and run in one object; `main` is its other name."""
    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None
    _discovery = False

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None,
                 testLoader=loader.defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None,
                 buffer=None, warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            __import__(module)
            self.module = sys.modules[module]
        else:
            self.module = module
        argv = sys.argv if argv is None else argv
        self.exit = exit
        self.failfast, self.catchbreak, self.buffer = failfast, catchbreak, buffer
        self.verbosity, self.tb_locals = verbosity, tb_locals
        self.warnings = 'default' if warnings is None and not sys.warnoptions else warnings
        self.defaultTest = defaultTest
        self.testRunner = testRunner
        self.testLoader = testLoader
        self.progName = os.path.basename(argv[0])
        self.parseArgs(argv)
        self.runTests()

    def usageExit(self, msg=None):
        if msg:
            print(msg)
        print(_USAGE % {'prog': self.progName})
        sys.exit(2)

    def _refuse(self, text):
        print(_USAGE.split('\n', 1)[0] % {'prog': self.progName}, file=sys.stderr)
        print(f'{self.progName}: error: {text}', file=sys.stderr)
        sys.exit(2)

    def parseArgs(self, argv):
        args = list(argv[1:])
        discover = self.module is None and args[:1] == ['discover']
        if discover:
            args.pop(0)
        options = {'-s': None, '-p': 'test*.py', '-t': None}
        names, rest = [], iter(args)
        for arg in rest:
            if not arg.startswith('-') or arg == '-':
                names.append(arg)
                continue
            name, eq, value = arg.partition('=') if arg.startswith('--') else (arg[:2], arg[2:] and '=', arg[2:])
            short = {'--verbose': '-v', '--quiet': '-q', '--failfast': '-f', '--catch': '-c', '--buffer': '-b',
                     '--help': '-h', '--start-directory': '-s', '--pattern': '-p',
                     '--top-level-directory': '-t'}.get(name, name)
            if short == '-k' or short in options and discover:
                if not eq:
                    value = next(rest, None)
                    if value is None:
                        self._refuse(f'argument {name}: expected one argument')
                if short == '-k':
                    self.testNamePatterns = (self.testNamePatterns or []) + [value if '*' in value else f'*{value}*']
                else:
                    options[short] = value
            elif short == '-h':
                print(_USAGE % {'prog': self.progName})
                sys.exit(0)
            elif short == '--locals':
                self.tb_locals = True
            elif set(arg[1:]) <= set('vqfcb') or short != name:
                for letter in short[1:] if short != name else arg[1:]:
                    if letter in 'vq':
                        self.verbosity = 2 if letter == 'v' else 0
                    else:
                        setattr(self, {'f': 'failfast', 'c': 'catchbreak', 'b': 'buffer'}[letter], True)
            else:
                self._refuse(f'unrecognized arguments: {arg}')
        if discover or self.module is None and not names:
            for key, name in zip(('-s', '-p', '-t'), names):
                options[key] = name
            self.testLoader.testNamePatterns = self.testNamePatterns
            self.test = self.testLoader.discover(options['-s'] or '.', options['-p'], options['-t'])
            return
        if names:
            self.testNames = [_as_module(name) for name in names]
            if self.module is not None and getattr(self.module, '__name__', '') == '__main__':
                self.module = __import__('__main__')
        elif self.defaultTest is None:
            self.testNames = None
        else:
            self.testNames = [self.defaultTest] if isinstance(self.defaultTest, str) else list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def runTests(self):
        if self.catchbreak:
            from unittest.signals import installHandler
            installHandler()
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        if isinstance(self.testRunner, type):
            made = self.testRunner(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer,
                                   warnings=self.warnings, tb_locals=self.tb_locals)
        else:
            made = self.testRunner
        self.result = made.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


def _as_module(name):
    """tests/test_x.py as tests.test_x, if there is such a file."""
    if os.path.isfile(name) and name.lower().endswith('.py'):
        if os.path.isabs(name):
            path = os.path.relpath(name, os.getcwd())
            if os.path.isabs(path) or path.startswith(os.pardir):
                return name
            name = path
        return os.path.normpath(name)[:-3].replace('\\', '.').replace('/', '.')
    return name


main = TestProgram
