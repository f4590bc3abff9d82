"""Suites: tests in order, with setUpClass, tearDownClass, setUpModule and tearDownModule around them."""
import sys

from unittest import case, util

__unittest = True


class BaseTestSuite:
    """Tests and suites, iterated and run in order; without fixtures."""
    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return f'<{util.strclass(self.__class__)} tests={list(self)}>'

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return self._removed_tests + sum(test.countTestCases() for test in self if test)

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f'{test!r} is not callable')
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError('TestCases and TestSuites must be instantiated before passing them to addTest()')
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError('tests must be an iterable of tests, not a string')
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        """What has run is let go, so that what it holds is freed."""
        try:
            test = self._tests[index]
        except TypeError:
            return
        if hasattr(test, 'countTestCases'):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """A suite that runs the fixtures of classes and modules when it passes from one to the next."""

    def run(self, result, debug=False):
        outermost = not getattr(result, '_testRunEntered', False)
        if outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if not _is_suite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, '_classSetupFailed', False) or getattr(result, '_moduleSetUpFailed', False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)

    def _handleClassSetUp(self, test, result):
        cls = test.__class__
        if cls == getattr(result, '_previousTestClass', None) or getattr(result, '_moduleSetUpFailed', False):
            return
        if getattr(cls, '__unittest_skip__', False):
            return
        try:
            cls._classSetupFailed = False
        except TypeError:
            pass                            # a class that is none of Python's
        setUp = getattr(cls, 'setUpClass', None)
        if setUp is None:
            return
        _call_if_exists(result, '_setupStdout')
        try:
            failed = False
            try:
                setUp()
            except Exception as e:
                if isinstance(result, _DebugResult):
                    raise
                failed = True
                try:
                    cls._classSetupFailed = True
                except TypeError:
                    pass
                self._fixture_error(result, e, 'setUpClass', util.strclass(cls))
            if failed:
                self._class_cleanups(cls, result, 'setUpClass')
        finally:
            _call_if_exists(result, '_restoreStdout')

    def _class_cleanups(self, cls, result, method):
        cleanups = getattr(cls, 'doClassCleanups', None)
        if cleanups is None:
            return
        cleanups()
        for exc_info in cls.tearDown_exceptions:
            if isinstance(result, _DebugResult):
                raise exc_info[1]
            self._fixture_error(result, exc_info[1], method, util.strclass(cls), info=exc_info)

    def _fixture_error(self, result, exc, method, parent, info=None):
        self._addClassOrModuleLevelException(result, exc, f'{method} ({parent})', info)

    def _addClassOrModuleLevelException(self, result, exc, name, info=None):
        error = _ErrorHolder(name)
        addSkip = getattr(result, 'addSkip', None)
        if addSkip is not None and isinstance(exc, case.SkipTest):
            addSkip(error, str(exc))
        else:
            result.addError(error, info or sys.exc_info())

    def _handleModuleFixture(self, test, result):
        before = getattr(getattr(result, '_previousTestClass', None), '__module__', None)
        current = test.__class__.__module__
        if current == before:
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        if module is None:
            return
        setUp = getattr(module, 'setUpModule', None)
        if setUp is None:
            return
        _call_if_exists(result, '_setupStdout')
        try:
            try:
                setUp()
            except Exception as e:
                if isinstance(result, _DebugResult):
                    raise
                result._moduleSetUpFailed = True
                self._fixture_error(result, e, 'setUpModule', current)
            if result._moduleSetUpFailed:
                self._module_cleanups(result, 'setUpModule', current)
        finally:
            _call_if_exists(result, '_restoreStdout')

    def _module_cleanups(self, result, method, name):
        try:
            case.doModuleCleanups()
        except Exception as e:
            if isinstance(result, _DebugResult):
                raise
            self._fixture_error(result, e, method, name)

    def _handleModuleTearDown(self, result):
        before = getattr(getattr(result, '_previousTestClass', None), '__module__', None)
        module = sys.modules.get(before) if before is not None else None
        if module is None or getattr(result, '_moduleSetUpFailed', False):
            return
        _call_if_exists(result, '_setupStdout')
        try:
            tearDown = getattr(module, 'tearDownModule', None)
            if tearDown is not None:
                try:
                    tearDown()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    self._fixture_error(result, e, 'tearDownModule', before)
            self._module_cleanups(result, 'tearDownModule', before)
        finally:
            _call_if_exists(result, '_restoreStdout')

    def _tearDownPreviousClass(self, test, result):
        before = getattr(result, '_previousTestClass', None)
        if before is None or before == test.__class__ or getattr(before, '_classSetupFailed', False):
            return
        if getattr(result, '_moduleSetUpFailed', False) or getattr(before, '__unittest_skip__', False):
            return
        _call_if_exists(result, '_setupStdout')
        try:
            tearDown = getattr(before, 'tearDownClass', None)
            if tearDown is not None:
                try:
                    tearDown()
                except Exception as e:
                    if isinstance(result, _DebugResult):
                        raise
                    self._fixture_error(result, e, 'tearDownClass', util.strclass(before))
            self._class_cleanups(before, result, 'tearDownClass')
        finally:
            _call_if_exists(result, '_restoreStdout')


class _ErrorHolder:
    """Stands for a test in a result where a fixture failed."""
    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return f'<ErrorHolder description={self.description!r}>'

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


class _DebugResult:
    """The result of TestSuite.debug(): errors pass through."""
    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False


def _is_suite(test):
    try:
        iter(test)
    except TypeError:
        return False
    return True


def _call_if_exists(parent, name):
    getattr(parent, name, lambda: None)()
