"""Finding tests: in classes, modules, by dotted name, in the files of a folder."""
import os
import sys

from unittest import case, suite

__unittest = True


class _FailedTest(case.TestCase):
    """A test that could not be found or imported: running it raises why."""
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattr__(name)

        def testFailure():
            raise self._exception
        return testFailure


def _failed(name, exc, suite_class, message):
    return suite_class((_FailedTest(name, exc),)), message


def _failed_import(name, suite_class):
    import traceback
    message = f'Failed to import test module: {name}\n{traceback.format_exc()}'
    return _failed(name, ImportError(message), suite_class, message)


class TestLoader:
    """Makes suites of test cases."""
    testMethodPrefix = 'test'
    sortTestMethodsUsing = staticmethod(lambda a, b: (a > b) - (a < b))
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        """A suite of all test methods of a class."""
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError('Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?')
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, 'runTest'):
            names = ['runTest']
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """A suite of all test cases of a module, or what its load_tests(loader, tests, pattern) gives."""
        if len(args) > 1:
            raise TypeError(f'loadTestsFromModule() takes 1 positional argument but {len(args) + 1} were given')
        kws.pop('use_load_tests', None)
        if kws:
            raise TypeError(f'loadTestsFromModule() got an unexpected keyword argument {sorted(kws)[0]!r}')
        tests = []
        for name in dir(module):
            obj = getattr(module, name)
            if (isinstance(obj, type) and issubclass(obj, case.TestCase)
                    and obj not in (case.TestCase, case.FunctionTestCase)):
                tests.append(self.loadTestsFromTestCase(obj))
        tests = self.suiteClass(tests)
        load_tests = getattr(module, 'load_tests', None)
        if load_tests is not None:
            try:
                return load_tests(self, tests, pattern)
            except Exception as e:
                import traceback
                message = 'Failed to call load_tests:\n' + traceback.format_exc()
                found, text = _failed(module.__name__, TypeError(message) if isinstance(e, TypeError) else e,
                                      self.suiteClass, message)
                self.errors.append(text)
                return found
        return tests

    def loadTestsFromName(self, name, module=None):
        """The tests that a dotted name says: a module, a class, a method, a suite or a callable that makes one."""
        parts = name.split('.')
        error = message = None
        if module is None:
            obj, tried = None, parts[:]
            while tried:
                try:
                    obj = __import__('.'.join(tried))
                    break
                except ImportError:
                    last = tried.pop()
                    error, message = _failed_import(last, self.suiteClass)
            if obj is None:
                self.errors.append(message)
                return error
            parts = parts[1:]
        else:
            obj = module
        parent = None
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as e:
                if getattr(obj, '__path__', None) is not None and error is not None:
                    self.errors.append(message)
                    return error
                import traceback
                found, text = _failed(part, e, self.suiteClass, 'Failed to access attribute:\n' + traceback.format_exc())
                self.errors.append(text)
                return found
        return self._tests_of(obj, parent, parts)

    def _tests_of(self, obj, parent, parts):
        if isinstance(obj, type(sys)):
            return self.loadTestsFromModule(obj)
        if (isinstance(obj, type) and issubclass(obj, case.TestCase)
                and obj not in (case.TestCase, case.FunctionTestCase)):
            return self.loadTestsFromTestCase(obj)
        if callable(obj) and hasattr(obj, '__code__') and isinstance(parent, type) and issubclass(parent, case.TestCase):
            name = parts[-1]
            inst = parent(name)
            if not hasattr(getattr(inst, name), '__self__'):      # a static method is called for its suite
                inst = None
            if inst is not None:
                return self.suiteClass([inst])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if callable(obj):
            made = obj()
            if isinstance(made, suite.TestSuite):
                return made
            if isinstance(made, case.TestCase):
                return self.suiteClass([made])
            raise TypeError(f'calling {obj} returned {made}, not a test')
        raise TypeError(f"don't know how to make test from: {obj}")

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        """The sorted names of the test methods of a class."""
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            if self.testNamePatterns is None:
                return True
            from fnmatch import fnmatchcase
            full = f'{testCaseClass.__module__}.{testCaseClass.__qualname__}.{name}'
            return any(fnmatchcase(full, pattern) for pattern in self.testNamePatterns)
        names = list(filter(wanted, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            from functools import cmp_to_key
            names.sort(key=cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern='test*.py', top_level_dir=None):
        """A suite of the tests in the files below start_dir whose names fit pattern."""
        top = top_level_dir if top_level_dir is not None else self._top_level_dir or start_dir
        top = os.path.abspath(top)
        if top not in sys.path:
            sys.path.insert(0, top)
        self._top_level_dir = top
        if not os.path.isdir(os.path.abspath(start_dir)):
            module = None
            try:
                __import__(start_dir)
                module = sys.modules[start_dir]
            except ImportError:
                pass
            if module is None or not getattr(module, '__file__', None):
                raise ImportError(f'Start directory is not importable: {start_dir!r}')
            start_dir = os.path.dirname(module.__file__)
        start = os.path.abspath(start_dir)
        if start != top and not os.path.isfile(os.path.join(start, '__init__.py')):
            raise ImportError(f'Start directory is not importable: {start_dir!r}')
        return self.suiteClass(list(self._find(start, top, pattern)))

    def _find(self, folder, top, pattern):
        from fnmatch import fnmatch
        for entry in sorted(os.listdir(folder)):
            path = os.path.join(folder, entry)
            base, ext = os.path.splitext(entry)
            if os.path.isfile(path):
                if ext != '.py' or not base.isidentifier() or not fnmatch(entry, pattern):
                    continue
                yield self._from_file(os.path.relpath(path[:-3], top).replace(os.sep, '.'), pattern)
            elif os.path.isfile(os.path.join(path, '__init__.py')):
                name = os.path.relpath(path, top).replace(os.sep, '.')
                if fnmatch(entry, pattern):
                    tests = self._from_file(name, pattern)
                    yield tests
                    if hasattr(sys.modules.get(name), 'load_tests'):
                        continue
                yield from self._find(path, top, pattern)

    def _from_file(self, name, pattern):
        try:
            __import__(name)
        except case.SkipTest as e:
            def reason(self):
                """skipped"""
            method = case.skip(str(e))(reason)
            return self.suiteClass((type('ModuleSkipped', (case.TestCase,), {name: method})(name),))
        except Exception:
            found, message = _failed_import(name, self.suiteClass)
            self.errors.append(message)
            return found
        return self.loadTestsFromModule(sys.modules[name], pattern=pattern)


defaultTestLoader = TestLoader()


def _make(prefix, sortUsing, suiteClass=None, testNamePatterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing = sortUsing
    loader.testMethodPrefix = prefix
    loader.testNamePatterns = testNamePatterns
    if suiteClass:
        loader.suiteClass = suiteClass
    return loader


def getTestCaseNames(testCaseClass, prefix, sortUsing=TestLoader.sortTestMethodsUsing, testNamePatterns=None):
    import warnings
    warnings.warn('unittest.getTestCaseNames() is deprecated and will be removed in Python 3.13. '
                  'Please use unittest.TestLoader.getTestCaseNames() instead.', DeprecationWarning, stacklevel=2)
    return _make(prefix, sortUsing, testNamePatterns=testNamePatterns).getTestCaseNames(testCaseClass)
