"""Testing programs: classes of test methods, run and counted.

    import unittest

    class TestSum(unittest.TestCase):
        def test_small(self):
            self.assertEqual(sum([1, 2]), 3)

    if __name__ == '__main__':
        unittest.main()

case.py has TestCase and its assertions, suite.py the order of running and the fixtures of classes and modules,
loader.py finds tests, result.py collects what happened, runner.py shows it, main.py is the command line.
"""
from unittest.result import TestResult
from unittest.case import (
    TestCase, FunctionTestCase, SkipTest, skip, skipIf, skipUnless, expectedFailure,
    addModuleCleanup, doModuleCleanups, enterModuleContext)
from unittest.suite import BaseTestSuite, TestSuite
from unittest.loader import TestLoader, defaultTestLoader
from unittest.runner import TextTestRunner, TextTestResult
from unittest.main import TestProgram, main

__all__ = ['TestResult', 'TestCase', 'IsolatedAsyncioTestCase', 'TestSuite', 'TextTestRunner',
           'TestLoader', 'FunctionTestCase', 'main', 'defaultTestLoader', 'SkipTest', 'skip', 'skipIf',
           'skipUnless', 'expectedFailure', 'TextTestResult', 'installHandler', 'registerResult',
           'removeResult', 'removeHandler', 'addModuleCleanup', 'doModuleCleanups', 'enterModuleContext']
__unittest = True


def load_tests(loader, tests, pattern):
    import os.path
    return loader.discover(start_dir=os.path.dirname(__file__), pattern=pattern)


def __getattr__(name):
    if name == 'IsolatedAsyncioTestCase':
        from unittest.async_case import IsolatedAsyncioTestCase
        globals()[name] = IsolatedAsyncioTestCase
        return IsolatedAsyncioTestCase
    if name in ('installHandler', 'registerResult', 'removeResult', 'removeHandler'):
        from unittest import signals
        return getattr(signals, name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
