"""TestCase: one test method with what is done before and after it, and the assertions (in assertions.py) it makes."""
import sys
from functools import wraps

from unittest import result
from unittest.assertions import Assertions
from unittest.util import strclass

__unittest = True


class SkipTest(Exception):
    """Raise it in a test to skip it."""


class _ShouldStop(Exception):
    """A test with failed subtests and failfast ends."""


class _Outcome:
    """What happened so far to one test: collected from its parts (set-up, method, tear-down, subtests)."""

    def __init__(self, result=None):
        self.result = result
        self.result_supports_subtests = hasattr(result, 'addSubTest')
        self.expecting_failure = False
        self.success = True
        self.expectedFailure = None

    def part(self, test, subtest=False):
        return _Part(self, test, subtest)


class _Part:
    """Context of one part of a test: reports its exception and lets the other parts run."""

    def __init__(self, outcome, test, subtest):
        self.outcome, self.test, self.subtest = outcome, test, subtest

    def __enter__(self):
        self.before = self.outcome.success
        self.outcome.success = True

    def __exit__(self, exctype, exc, tb):
        outcome, result, test = self.outcome, self.outcome.result, self.test
        if exctype is None:
            if self.subtest and outcome.success:
                result.addSubTest(test.test_case, test, None)
        elif issubclass(exctype, KeyboardInterrupt):
            return False
        elif issubclass(exctype, SkipTest):
            outcome.success = False
            _add_skip(result, test, str(exc))
        elif issubclass(exctype, _ShouldStop):
            pass
        elif outcome.expecting_failure:
            outcome.expectedFailure = (exctype, exc, tb)
        else:
            outcome.success = False
            if self.subtest:
                result.addSubTest(test.test_case, test, (exctype, exc, tb))
            elif issubclass(exctype, test.failureException):
                result.addFailure(test, (exctype, exc, tb))
            else:
                result.addError(test, (exctype, exc, tb))
        outcome.success = outcome.success and self.before
        return True


def _add_skip(result, test, reason):
    addSkip = getattr(result, 'addSkip', None)
    if addSkip is None:
        import warnings
        warnings.warn('TestResult has no addSkip method, skips not reported', RuntimeWarning, 2)
        result.addSuccess(test)
    else:
        addSkip(test, reason)


def _enter_context(cm, addcleanup):
    cls = type(cm)
    try:
        enter, leave = cls.__enter__, cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the "
                        'context manager protocol') from None
    value = enter(cm)
    addcleanup(leave, cm, None, None, None)
    return value


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    """Call function after tearDownModule, last added first."""
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    """Enter a context manager; it is left after tearDownModule."""
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Call what addModuleCleanup collected; called after tearDownModule."""
    exceptions = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as exc:
            exceptions.append(exc)
    if exceptions:
        raise exceptions[0]


def skip(reason):
    """Skip the decorated test or class."""
    def decorator(item):
        if not isinstance(item, type):
            @wraps(item)
            def skipped(*args, **kwargs):
                raise SkipTest(reason)
            item = skipped
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item
    if hasattr(reason, '__code__'):             # @skip without a call
        item, reason = reason, ''
        return decorator(item)
    return decorator


def _unchanged(item):
    return item


def skipIf(condition, reason):
    """Skip a test if the condition is true."""
    return skip(reason) if condition else _unchanged


def skipUnless(condition, reason):
    """Skip a test unless the condition is true."""
    return _unchanged if condition else skip(reason)


def expectedFailure(test_item):
    """The decorated test is to fail."""
    test_item.__unittest_expecting_failure__ = True
    return test_item


class TestCase(Assertions):
    """A test: subclass it, write methods test...; each runs in an object of its own.

    setUp() and tearDown() surround every method, setUpClass() and tearDownClass() all of a class.
    """
    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16
    _class_cleanups = []

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = 'No test'
        method = getattr(self, methodName, None)
        if method is None:
            if methodName != 'runTest':
                raise ValueError(f'no such test method in {self.__class__}: {methodName}')
        else:
            self._testMethodDoc = method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {}
        self._add_type_equalities()

    def addCleanup(self, function, /, *args, **kwargs):
        """Call function after tearDown, last added first, also when setUp failed."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enter a context manager; it is left after tearDown."""
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Like addCleanup, after tearDownClass."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        return _enter_context(cm, cls.addClassCleanup)

    def setUp(self):
        """Called before each test method."""

    def tearDown(self):
        """Called after each test method."""

    @classmethod
    def setUpClass(cls):
        """Called before the tests of the class."""

    @classmethod
    def tearDownClass(cls):
        """Called after the tests of the class."""

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        return result.TestResult()

    def shortDescription(self):
        """The first line of the test method's docstring, or None."""
        return self._testMethodDoc.strip().split('\n')[0].strip() if self._testMethodDoc else None

    def id(self):
        return f'{strclass(self.__class__)}.{self._testMethodName}'

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return f'{self._testMethodName} ({strclass(self.__class__)}.{self._testMethodName})'

    def __repr__(self):
        return f'<{strclass(self.__class__)} testMethod={self._testMethodName}>'

    def subTest(self, msg=None, **params):
        """A context: a failure inside is reported with msg and params, and the test goes on."""
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _warn_of_result(self, method, made):
        import warnings
        warnings.warn('It is deprecated to return a value that is not None from a '
                      f'test case ({method})', DeprecationWarning, stacklevel=3)

    def _callTestMethod(self, method):
        made = method()
        if made is not None:
            self._warn_of_result(method, made)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        """Run the test and put what happens into the result."""
        stopTestRun = None
        if result is None:
            result = self.defaultTestResult()
            stopTestRun = getattr(result, 'stopTestRun', None)
            getattr(result, 'startTestRun', lambda: None)()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            for item in (self.__class__, method):
                if getattr(item, '__unittest_skip__', False):
                    reason = (getattr(self.__class__, '__unittest_skip_why__', '')
                              or getattr(method, '__unittest_skip_why__', ''))
                    _add_skip(result, self, reason)
                    return result
            expecting = (getattr(self, '__unittest_expecting_failure__', False)
                         or getattr(method, '__unittest_expecting_failure__', False))
            self._outcome = outcome = _Outcome(result)
            try:
                self._run_parts(outcome, method, expecting)
                if outcome.success:
                    if not expecting:
                        result.addSuccess(self)
                    elif outcome.expectedFailure:
                        self._report_expected(result, outcome.expectedFailure)
                    else:
                        self._report_unexpected(result)
                return result
            finally:
                outcome.expectedFailure = None
                self._outcome = None
        finally:
            result.stopTest(self)
            if stopTestRun is not None:
                stopTestRun()

    def _run_parts(self, outcome, method, expecting):
        with outcome.part(self):
            self._callSetUp()
        if outcome.success:
            outcome.expecting_failure = expecting
            with outcome.part(self):
                self._callTestMethod(method)
            outcome.expecting_failure = False
            with outcome.part(self):
                self._callTearDown()
        self.doCleanups()

    def _report_expected(self, result, exc_info):
        add = getattr(result, 'addExpectedFailure', None)
        if add is None:
            result.addSuccess(self)
        else:
            add(self, exc_info)

    def _report_unexpected(self, result):
        add = getattr(result, 'addUnexpectedSuccess', None)
        if add is None:
            result.addFailure(self, (AssertionError, AssertionError('unexpected success'), None))
        else:
            add(self)

    def doCleanups(self):
        """Call what addCleanup collected; true if nothing failed."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.part(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Call what addClassCleanup collected; errors go to cls.tearDown_exceptions."""
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the test without a result: exceptions pass through."""
        method = getattr(self, self._testMethodName)
        for item in (self.__class__, method):
            if getattr(item, '__unittest_skip__', False):
                raise SkipTest(getattr(self.__class__, '__unittest_skip_why__', '')
                               or getattr(method, '__unittest_skip_why__', ''))
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)


class FunctionTestCase(TestCase):
    """A function as a test."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc = setUp, tearDown
        self._testFunc, self._description = testFunc, description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def _key(self):
        return self._setUpFunc, self._tearDownFunc, self._testFunc, self._description

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, self.__class__) else NotImplemented

    def __hash__(self):
        return hash((type(self), self._key()))

    def __str__(self):
        return f'{strclass(self.__class__)} ({self._testFunc.__name__})'

    def __repr__(self):
        return f'<{strclass(self.__class__)} tec={self._testFunc}>'

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split('\n')[0].strip() or None


_no_msg = object()


class _SubTest(TestCase):
    """A part of a test, with its own message and parameters."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError('subtests cannot be run directly')

    def _subDescription(self):
        parts = []
        if self._message is not _no_msg:
            parts.append(f'[{self._message}]')
        if self.params:
            parts.append('({})'.format(', '.join(f'{k}={v!r}' for k, v in self.params.items())))
        return ' '.join(parts) or '(<subtest>)'

    def id(self):
        return f'{self.test_case.id()} {self._subDescription()}'

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return f'{self.test_case} {self._subDescription()}'


class _SubTestContext:
    """What subTest() gives: makes the subtest when it is entered."""

    def __init__(self, test, msg, params):
        self.test = test
        self.msg = _no_msg if msg is None else msg
        self.params = params

    def __enter__(self):
        test = self.test
        self.part = None
        if test._outcome is None or not test._outcome.result_supports_subtests:
            return
        self.outer = outer = test._subtest
        params = self.params if outer is None else {**outer.params, **self.params}
        test._subtest = _SubTest(test, self.msg, params)
        self.part = test._outcome.part(test._subtest, subtest=True)
        self.part.__enter__()

    def __exit__(self, *exc_info):
        if self.part is None:
            return False
        test = self.test
        handled = self.part.__exit__(*exc_info)
        test._subtest = self.outer
        outcome = test._outcome
        if not handled:
            return False
        if not outcome.success:
            if outcome.result is not None and getattr(outcome.result, 'failfast', False):
                raise _ShouldStop
        elif outcome.expectedFailure:
            raise _ShouldStop           # one expected failure is enough
        return True
