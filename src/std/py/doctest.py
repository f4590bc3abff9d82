"""Runs the examples in docstrings and compares what they print."""
import inspect
import io
import re
import sys
import traceback
from collections import namedtuple

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
           'IGNORE_EXCEPTION_DETAIL', 'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF',
           'REPORT_ONLY_FIRST_FAILURE', 'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest', 'DocTestParser', 'DocTestFinder',
           'DocTestRunner', 'OutputChecker', 'DocTestFailure', 'UnexpectedException', 'testmod', 'testfile',
           'run_docstring_examples', 'DocTestSuite', 'script_from_examples']

TestResults = namedtuple('TestResults', 'failed attempted')
OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag('DONT_ACCEPT_TRUE_FOR_1')
DONT_ACCEPT_BLANKLINE = register_optionflag('DONT_ACCEPT_BLANKLINE')
NORMALIZE_WHITESPACE = register_optionflag('NORMALIZE_WHITESPACE')
ELLIPSIS = register_optionflag('ELLIPSIS')
SKIP = register_optionflag('SKIP')
IGNORE_EXCEPTION_DETAIL = register_optionflag('IGNORE_EXCEPTION_DETAIL')
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP | IGNORE_EXCEPTION_DETAIL)
REPORT_UDIFF = register_optionflag('REPORT_UDIFF')
REPORT_CDIFF = register_optionflag('REPORT_CDIFF')
REPORT_NDIFF = register_optionflag('REPORT_NDIFF')
REPORT_ONLY_FIRST_FAILURE = register_optionflag('REPORT_ONLY_FIRST_FAILURE')
FAIL_FAST = register_optionflag('FAIL_FAST')
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST
BLANKLINE_MARKER = '<BLANKLINE>'
_RULE = '*' * 70


class Example:
    """A piece of source and what it should print."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith('\n') else source + '\n'
        self.want = want + '\n' if want and not want.endswith('\n') else want
        self.exc_msg = exc_msg + '\n' if exc_msg is not None and not exc_msg.endswith('\n') else exc_msg
        self.lineno, self.indent, self.options = lineno, indent, options or {}


class DocTest:
    """The examples of one docstring, and the namespace they run in."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples, self.globs, self.docstring = examples, globs.copy(), docstring
        self.name, self.filename, self.lineno = name, filename, lineno

    def __repr__(self):
        n = len(self.examples)
        what = 'no examples' if not n else '1 example' if n == 1 else '%d examples' % n
        return '<%s %s from %s:%s (%s)>' % (type(self).__name__, self.name, self.filename, self.lineno, what)

    def __lt__(self, other):
        return (self.name, self.filename or '', self.lineno or 0) < (other.name, other.filename or '', other.lineno or 0)


class DocTestParser:
    """Finds the examples in a text."""
    _directive = re.compile(r'#\s*doctest:\s*([^\n\'"]*)$', re.MULTILINE)
    _exception = re.compile(r'^Traceback \((?:most recent call last|innermost last)\):\s*$')

    def parse(self, string, name='<string>'):
        """Texts and Examples in turn."""
        out, text = [], []
        for part in self._pieces(string.expandtabs(), name):
            if isinstance(part, Example):
                out.append('\n'.join(text))
                out.append(part)
                text = []
            else:
                text.append(part)
        out.append('\n'.join(text))
        return out

    def get_examples(self, string, name='<string>'):
        return [x for x in self._pieces(string.expandtabs(), name) if isinstance(x, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def _pieces(self, string, name):
        lines = string.split('\n')
        margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
        lines = [line[margin:] for line in lines]
        i = 0
        while i < len(lines):
            m = re.match(r'( *)>>>(.*)$', lines[i])
            if not m:
                yield lines[i]
                i += 1
                continue
            start, indent = i, len(m.group(1))
            source = [self._code(lines[i], indent, i, name)]
            i += 1
            while i < len(lines) and re.match(r' {%d}\.\.\.(?: |$)' % indent, lines[i]):
                source.append(self._code(lines[i], indent, i, name))
                i += 1
            want = []
            while i < len(lines) and lines[i].strip() and not re.match(r' *>>>', lines[i]):
                if lines[i][:indent].strip():
                    raise ValueError('line %r of the docstring for %s has inconsistent leading whitespace: %r' % (i + 1, name, lines[i]))
                want.append(lines[i][indent:])
                i += 1
            code = '\n'.join(source)
            if not code.strip() or all(line.strip()[:1] in ('', '#') for line in source):
                continue
            yield Example(code, '\n'.join(want) + ('\n' if want else ''), self._message(want), start, margin + indent,
                          self._options(code, name, start))

    def _code(self, line, indent, lineno, name):
        text = line[indent + 3:]
        if text and text[0] != ' ':
            raise ValueError('line %r of the docstring for %s lacks blank after %s: %r' % (lineno + 1, name, line[indent:indent + 3], line))
        return text[1:]

    def _message(self, want):
        """The message of the exception that is expected, or None."""
        if not want or not self._exception.match(want[0]):
            return None
        for i, line in enumerate(want[1:], 1):
            if line and not line[0].isspace() and (line[0].isalnum() or line[0] == '_'):
                return '\n'.join(want[i:]) + '\n'
        return None

    def _options(self, source, name, lineno):
        options = {}
        for m in self._directive.finditer(source):
            for word in m.group(1).replace(',', ' ').split():
                if word[0] not in '+-' or word[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError('line %r of the doctest for %s has an invalid option: %r' % (lineno + 1, name, word))
                options[OPTIONFLAGS_BY_NAME[word[1:]]] = word[0] == '+'
        return options


class DocTestFinder:
    """Finds the docstrings of an object and of what is in it."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._recurse, self._exclude_empty = parser, recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """DocTests, by name."""
        if name is None:
            name = getattr(obj, '__name__', None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" % (type(obj),))
        if module is None:
            module = inspect.getmodule(obj)
        if globs is None:
            globs = {} if not module else module.__dict__.copy()
        else:
            globs = globs.copy()
        globs.update(extraglobs or {})
        globs.setdefault('__name__', '__main__')
        tests = []
        self._find(tests, obj, name, module, globs, set())
        tests.sort()
        return tests

    def _find(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._test(obj, name, module, globs)
        if test is not None:
            tests.append(test)
        if inspect.ismodule(obj) and self._recurse:
            for key, value in obj.__dict__.items():
                value = inspect.unwrap(value) if callable(value) and not isinstance(value, type) else value
                if (inspect.isfunction(value) or isinstance(value, type)) and getattr(value, '__module__', None) == module.__name__:
                    self._find(tests, value, '%s.%s' % (name, key), module, globs, seen)
            for key, value in getattr(obj, '__test__', {}).items():
                self._find(tests, value, '%s.__test__.%s' % (name, key), module, globs, seen)
        if isinstance(obj, type) and self._recurse:
            for key, value in obj.__dict__.items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if isinstance(value, property) or (inspect.isfunction(value) or isinstance(value, type)) and \
                        getattr(value, '__module__', None) == obj.__module__:
                    self._find(tests, value, '%s.%s' % (name, key), module, globs, seen)

    def _test(self, obj, name, module, globs):
        doc = obj if isinstance(obj, str) else getattr(obj, '__doc__', None) or ''
        if not isinstance(doc, str):
            doc = str(doc)
        if self._exclude_empty and not doc:
            return None
        filename = getattr(module, '__file__', None) or getattr(module, '__name__', None)
        examples = self._parser.get_examples(doc, name)
        return DocTest(examples, globs, name, filename, self._line(obj, doc), doc)

    def _line(self, obj, doc):
        """The line, from 0, where the docstring begins."""
        if inspect.ismodule(obj):
            return 0
        if isinstance(obj, property):
            obj = obj.fget
        try:
            lines, start = inspect.getsourcelines(obj)
        except (OSError, TypeError):
            return None
        for i, line in enumerate(lines):
            if re.match(r'\s*[uUrR]{0,2}("|\')', line):
                return start - 1 + i
        return None


class OutputChecker:
    """Compares what was printed with what was expected."""

    def check_output(self, want, got, optionflags):
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r'(?m)^%s\s*?$' % re.escape(BLANKLINE_MARKER), '', want)
            got = re.sub(r'(?m)^[^\S\n]+$', '', got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = ' '.join(got.split()), ' '.join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _ellipsis(want, got)

    def output_difference(self, example, got, optionflags):
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub('(?m)^[ ]*(?=\n)', BLANKLINE_MARKER, got)
        if optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF) and want.count('\n') > 2 and got.count('\n') > 2:
            import difflib
            a, b = want.splitlines(True), got.splitlines(True)
            if optionflags & REPORT_UDIFF:
                diff, kind = list(difflib.unified_diff(a, b, n=2))[2:], 'unified diff with -expected +actual'
            elif optionflags & REPORT_CDIFF:
                diff, kind = list(difflib.context_diff(a, b, n=2))[2:], 'context diff with expected followed by actual'
            else:
                diff, kind = list(difflib.ndiff(a, b)), 'ndiff with -expected +actual'
            return 'Differences (%s):\n' % kind + _indent(''.join(diff))
        if want and got:
            return 'Expected:\n%sGot:\n%s' % (_indent(want), _indent(got))
        if want:
            return 'Expected:\n%sGot nothing\n' % _indent(want)
        if got:
            return 'Expected nothing\nGot:\n%s' % _indent(got)
        return 'Expected nothing\nGot nothing\n'


def _ellipsis(want, got):
    """Does got match want, where ... stands for anything?"""
    if '...' not in want:
        return want == got
    first, *middle, last = want.split('...')
    if not got.startswith(first) or not got.endswith(last) or len(got) < len(first) + len(last):
        return False
    at, end = len(first), len(got) - len(last)
    for piece in middle:
        at = got.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def _indent(s, indent=4):
    return re.sub('(?m)^(?!$)', indent * ' ', s)


class DocTestFailure(Exception):
    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DocTestRunner:
    """Runs DocTests and reports."""
    DIVIDER = _RULE

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = '-v' in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._results = {}

    def report_start(self, out, test, example):
        if self._verbose:
            if example.want:
                out('Trying:\n' + _indent(example.source) + 'Expecting:\n' + _indent(example.want))
            else:
                out('Trying:\n' + _indent(example.source) + 'Expecting nothing\n')

    def report_success(self, out, test, example, got):
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        out(self._header(test, example) + 'Exception raised:\n' + _indent(''.join(traceback.format_exception(*exc_info))))

    def _header(self, test, example):
        if test.filename:
            line = test.lineno + example.lineno + 1 if test.lineno is not None and example.lineno is not None else '?'
            place = 'File "%s", line %s, in %s' % (test.filename, line, test.name)
        else:
            place = 'Line %s, in %s' % (example.lineno + 1, test.name)
        return '\n'.join([self.DIVIDER, place, 'Failed example:', _indent(example.source)])

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Run all examples of a DocTest; TestResults."""
        saved = sys.stdout
        write = out or saved.write
        catch = sys.stdout = io.StringIO()
        saved_displayhook, sys.displayhook = sys.displayhook, sys.__displayhook__
        failures = tries = 0
        try:
            for n, example in enumerate(test.examples):
                quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures
                self.optionflags = self.original_optionflags
                for flag, on in example.options.items():
                    self.optionflags = self.optionflags | flag if on else self.optionflags & ~flag
                if self.optionflags & SKIP:
                    continue
                tries += 1
                if not quiet:
                    self.report_start(write, test, example)
                error = None
                try:
                    exec(compile(example.source, '<doctest %s[%d]>' % (test.name, n), 'single', compileflags or 0, True), test.globs)
                except KeyboardInterrupt:
                    raise
                except BaseException:
                    kind, value, tb = sys.exc_info()
                    error = kind, value, tb.tb_next
                got = catch.getvalue()
                catch.seek(0)
                catch.truncate()
                if got and not got.endswith('\n'):
                    got += '\n'
                if error is None:
                    ok = self._checker.check_output(example.want, got, self.optionflags)
                else:
                    message = traceback.format_exception_only(*error[:2])[-1]
                    if example.exc_msg is None:
                        failures += 1
                        if not quiet:
                            self.report_unexpected_exception(write, test, example, error)
                        if self.optionflags & FAIL_FAST:
                            break
                        continue
                    got += ''.join(traceback.format_exception(*error))
                    ok = self._checker.check_output(example.exc_msg, message, self.optionflags)
                    if not ok and self.optionflags & IGNORE_EXCEPTION_DETAIL:
                        short = lambda text: text.partition(':')[0].strip().rpartition('.')[2]
                        ok = short(example.exc_msg) == short(message)
                if ok:
                    if not quiet:
                        self.report_success(write, test, example, got)
                else:
                    failures += 1
                    if not quiet:
                        self.report_failure(write, test, example, got)
                    if self.optionflags & FAIL_FAST:
                        break
        finally:
            sys.stdout = saved
            sys.displayhook = saved_displayhook
            self.optionflags = self.original_optionflags
            if clear_globs:
                test.globs.clear()
        f, t = self._results.get(test.name, (0, 0))
        self._results[test.name] = f + failures, t + tries
        self.failures += failures
        self.tries += tries
        return TestResults(failures, tries)

    def summarize(self, verbose=None):
        if verbose is None:
            verbose = self._verbose
        none, passed, failed = [], [], []
        for name, (f, t) in sorted(self._results.items()):
            (none if not t else failed if f else passed).append((name, f, t))
        if verbose:
            if none:
                print(len(none), 'items had no tests:')
                for name, f, t in none:
                    print('   ', name)
            if passed:
                print(len(passed), 'items passed all tests:')
                for name, f, t in passed:
                    print(' %3d tests in %s' % (t, name))
        if failed:
            print(self.DIVIDER)
            print(len(failed), 'items had failures:')
            for name, f, t in failed:
                print(' %3d of %3d in %s' % (f, t, name))
        if verbose:
            print(self.tries, 'tests in', len(self._results), 'items.')
            print(self.tries - self.failures, 'passed and', self.failures, 'failed.')
        if self.failures:
            print('***Test Failed***', self.failures, 'failures.')
        elif verbose:
            print('Test passed.')
        return TestResults(self.failures, self.tries)


class DebugRunner(DocTestRunner):
    """Raises at the first failure."""

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False,
            exclude_empty=False):
    """Run the examples of a module: __main__ unless another is given."""
    if m is None:
        m = sys.modules.get('__main__')
    if not inspect.ismodule(m):
        raise TypeError('testmod: module required; %r' % (m,))
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(exclude_empty=exclude_empty).find(m, name or m.__name__, globs=globs, extraglobs=extraglobs, module=m):
        runner.run(test)
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True, optionflags=0,
             extraglobs=None, raise_on_error=False, parser=DocTestParser(), encoding=None):
    """Run the examples of a text file."""
    import os
    if module_relative:
        base = os.path.dirname(getattr(sys.modules.get('__main__'), '__file__', '') or '')
        filename = os.path.join(base, filename)
    with open(filename, encoding=encoding or 'utf-8') as file:
        text = file.read()
    globs = dict(globs or {}, **(extraglobs or {}))
    globs.setdefault('__name__', '__main__')
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    runner.run(parser.get_doctest(text, globs, name or os.path.basename(filename), filename, 0))
    if report:
        runner.summarize()
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    """Run the examples of one object."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def script_from_examples(s):
    """The examples of a text as a program, the rest as comments."""
    out = []
    for piece in DocTestParser().parse(s):
        if isinstance(piece, Example):
            out.append(piece.source[:-1])
            if piece.want:
                out.append('# Expected:')
                out += ['## ' + line for line in piece.want.split('\n')[:-1]]
        else:
            out += ['#' + (' ' + line if line.strip() else '') for line in piece.split('\n')[:-1]]
    while out and out[-1] == '#':
        out.pop()
    while out and out[0] == '#':
        out.pop(0)
    return '\n'.join(out) + '\n'


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as a unittest suite."""
    import unittest
    if module is None:
        module = sys.modules['__main__']
    elif isinstance(module, str):
        module = __import__(module, globals(), locals(), ['*'])

    class Case(unittest.TestCase):
        def __init__(self, test):
            super().__init__()
            self._dt_test = test

        def id(self):
            return self._dt_test.name

        def shortDescription(self):
            return 'Doctest: ' + self._dt_test.name

        def runTest(self):
            text = []
            runner = DocTestRunner(optionflags=options.get('optionflags', 0), verbose=False)
            if runner.run(self._dt_test, out=text.append, clear_globs=False).failed:
                raise self.failureException('Failed doctest test for %s\n%s' % (self._dt_test.name, ''.join(text)))

    suite = unittest.TestSuite()
    for test in (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs):
        if test.examples:
            suite.addTest(Case(test))
    return suite
