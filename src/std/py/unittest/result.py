"""TestResult: what happened in a run, and the traceback texts of its failures."""
import io
import sys
from functools import wraps

from unittest import util

__unittest = True
STDOUT_LINE = '\nStdout:\n%s'
STDERR_LINE = '\nStderr:\n%s'


def failfast(method):
    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, 'failfast', False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class TestResult:
    """Holder of the outcomes of tests. errors, failures, skipped, expectedFailures are lists of (test, text)."""

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout = sys.stdout
        self._original_stderr = sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        """Called by the runner after the run."""

    def startTest(self, test):
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                self._stderr_buffer = io.StringIO()
                self._stdout_buffer = io.StringIO()
            sys.stdout = self._stdout_buffer
            sys.stderr = self._stderr_buffer

    def startTestRun(self):
        """Called once before any test runs."""

    def stopTest(self, test):
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for original, line, text in ((self._original_stdout, STDOUT_LINE, sys.stdout.getvalue()),
                                         (self._original_stderr, STDERR_LINE, sys.stderr.getvalue())):
                if text:
                    original.write(line % (text if text.endswith('\n') else text + '\n'))
        sys.stdout = self._original_stdout
        sys.stderr = self._original_stderr
        for buffer in (self._stdout_buffer, self._stderr_buffer):
            buffer.seek(0)
            buffer.truncate()

    def stopTestRun(self):
        """Called once after all tests ran."""

    @failfast
    def addError(self, test, err):
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        if err is None:
            return
        if getattr(self, 'failfast', False):
            self.stop()
        kind = self.failures if issubclass(err[0], test.failureException) else self.errors
        kind.append((subtest, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        return not (self.failures or self.errors or self.unexpectedSuccesses)

    def stop(self):
        """Ask the run to end after the present test."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        from traceback import TracebackException
        exctype, value, tb = err
        tb = self._clean_tracebacks(exctype, value, tb, test)
        lines = list(TracebackException(exctype, value, tb, capture_locals=self.tb_locals, compact=True).format())
        if self.buffer:
            for text, line in ((sys.stdout.getvalue(), STDOUT_LINE), (sys.stderr.getvalue(), STDERR_LINE)):
                if text:
                    lines.append(line % (text if text.endswith('\n') else text + '\n'))
        return ''.join(lines)

    def _clean_tracebacks(self, exctype, value, tb, test):
        """Leave out the frames of this package, before the test and (in a failed assertion) after it."""
        cleaned = None
        todo, seen = [(exctype, value, tb)], {id(value)}
        while todo:
            exctype, value, tb = todo.pop()
            while tb and self._is_relevant_tb_level(tb):
                tb = tb.tb_next
            if exctype is test.failureException:
                self._remove_unittest_tb_frames(tb)
            if cleaned is None:
                cleaned = (tb,)
            else:
                value.__traceback__ = tb
            if value is not None:
                for other in (value.__cause__, value.__context__):
                    if other is not None and id(other) not in seen:
                        todo.append((type(other), other, other.__traceback__))
                        seen.add(id(other))
        return cleaned[0]

    def _is_relevant_tb_level(self, tb):
        return '__unittest' in tb.tb_frame.f_globals

    def _remove_unittest_tb_frames(self, tb):
        last = None
        while tb and not self._is_relevant_tb_level(tb):
            last, tb = tb, tb.tb_next
        if last is not None:
            last.tb_next = None

    def __repr__(self):
        return (f'<{util.strclass(self.__class__)} run={self.testsRun} errors={len(self.errors)} '
                f'failures={len(self.failures)}>')
