"""TextTestRunner: runs a suite and writes what happened."""
import sys
import time

from unittest import result

__unittest = True


class _WritelnDecorator:
    """A stream with a writeln method."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ('stream', '__getstate__'):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write('\n')


class TextTestResult(result.TestResult):
    """A result that writes a mark or a line for each test."""
    separator1 = '=' * 70
    separator2 = '-' * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self._newline = True

    def getDescription(self, test):
        first = test.shortDescription()
        return f'{test}\n{first}' if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(' ... ')
            self.stream.flush()
            self._newline = False

    def _write_status(self, test, status):
        from unittest.case import _SubTest
        below = isinstance(test, _SubTest)
        if below or self._newline:
            if not self._newline:
                self.stream.writeln()
            if below:
                self.stream.write('  ')
            self.stream.write(self.getDescription(test))
            self.stream.write(' ... ')
        self.stream.writeln(status)
        self.stream.flush()
        self._newline = self._newline or below

    def _show(self, test, status, mark):
        if self.showAll:
            self._write_status(test, status)
        elif self.dots:
            self.stream.write(mark)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            self._show(subtest, 'FAIL' if failed else 'ERROR', 'F' if failed else 'E')
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._show(test, 'ok', '.')

    def addError(self, test, err):
        super().addError(test, err)
        self._show(test, 'ERROR', 'E')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._show(test, 'FAIL', 'F')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._show(test, f'skipped {reason!r}', 's')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._show(test, 'expected failure', 'x')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._show(test, 'unexpected success', 'u')

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList('ERROR', self.errors)
        self.printErrorList('FAIL', self.failures)
        if self.unexpectedSuccesses:
            self.stream.writeln(self.separator1)
            for test in self.unexpectedSuccesses:
                self.stream.writeln(f'UNEXPECTED SUCCESS: {self.getDescription(test)}')
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, err in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln(f'{flavour}: {self.getDescription(test)}')
            self.stream.writeln(self.separator2)
            self.stream.writeln('%s' % err)
            self.stream.flush()


class TextTestRunner:
    """Runs tests and prints names, errors and a summary."""
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False,
                 resultclass=None, warnings=None, *, tb_locals=False):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions = descriptions
        self.verbosity = verbosity
        self.failfast = failfast
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.warnings = warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        """Run a test or suite; the result."""
        import warnings
        result = self._makeResult()
        signals = sys.modules.get('unittest.signals')
        if signals is not None:
            signals.registerResult(result)
        result.failfast = self.failfast
        result.buffer = self.buffer
        result.tb_locals = self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
                if self.warnings in ('default', 'always'):
                    warnings.filterwarnings('module', category=DeprecationWarning,
                                            message=r'Please use assert\w+ instead.')
            start = time.perf_counter()
            getattr(result, 'startTestRun', lambda: None)()
            try:
                test(result)
            finally:
                getattr(result, 'stopTestRun', lambda: None)()
            taken = time.perf_counter() - start
        result.printErrors()
        self._summary(result, taken)
        return result

    def _summary(self, result, taken):
        stream = self.stream
        if hasattr(result, 'separator2'):
            stream.writeln(result.separator2)
        stream.writeln(f'Ran {result.testsRun} test{"s" if result.testsRun != 1 else ""} in {taken:.3f}s')
        stream.writeln()
        infos = []
        if result.wasSuccessful():
            stream.write('OK')
        else:
            stream.write('FAILED')
            infos += [(len(result.failures), 'failures'), (len(result.errors), 'errors')]
        infos += [(len(getattr(result, attr, ())), name) for attr, name in (
            ('skipped', 'skipped'), ('expectedFailures', 'expected failures'),
            ('unexpectedSuccesses', 'unexpected successes'))]
        infos = [f'{name}={n}' for n, name in infos if n]
        stream.writeln(f' ({", ".join(infos)})' if infos else '')
        stream.flush()
