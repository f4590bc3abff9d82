"""The assertions of TestCase, and the contexts that assertRaises, assertWarns and assertLogs give."""
import collections
import re
import sys

from unittest.util import (
    safe_repr, _common_shorten_repr, _count_diff_all_purpose, _count_diff_hashable)

__unittest = True
DIFF_OMITTED = '\nDiff is %s characters long. Set self.maxDiff to None to see it.'


class _Raising:
    """What assertRaises and assertWarns share: as a context, or called with a callable."""
    _base_type = None
    _base_type_str = None

    def __init__(self, expected, test_case, expected_regex=None):
        self.test_case = test_case
        self.expected = expected
        self.expected_regex = re.compile(expected_regex) if expected_regex is not None else None
        self.obj_name = None
        self.msg = None

    def _raiseFailure(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))

    def handle(self, name, args, kwargs):
        try:
            types = self.expected if isinstance(self.expected, tuple) else (self.expected,)
            if not all(isinstance(t, type) and issubclass(t, self._base_type) for t in types):
                raise TypeError(f'{name}() arg 1 must be {self._base_type_str}')
            if not args:
                self.msg = kwargs.pop('msg', None)
                if kwargs:
                    raise TypeError(f'{next(iter(kwargs))!r} is an invalid keyword argument for this function')
                return self
            func, *args = args
            self.obj_name = getattr(func, '__name__', None) or str(func)
            with self:
                func(*args, **kwargs)
        finally:
            self = None

    def _says(self, text):
        return f'{text} by {self.obj_name}' if self.obj_name else text


class _AssertRaisesContext(_Raising):
    _base_type = BaseException
    _base_type_str = 'an exception type or tuple of exception types'

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            name = getattr(self.expected, '__name__', None) or str(self.expected)
            self._raiseFailure(self._says(f'{name} not raised'))
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(exc_value)):
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not match "{exc_value}"')
        return True


class _AssertWarnsContext(_Raising):
    _base_type = Warning
    _base_type_str = 'a warning type or tuple of warning types'

    def __enter__(self):
        import warnings
        for module in list(sys.modules.values()):       # what was once warned of is warned of again
            if getattr(module, '__warningregistry__', None):
                module.__warningregistry__ = {}
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        name = getattr(self.expected, '__name__', None) or str(self.expected)
        first = None
        for record in self.warnings:
            warning = record.message
            if not isinstance(warning, self.expected):
                continue
            if first is None:
                first = warning
            if self.expected_regex is not None and not self.expected_regex.search(str(warning)):
                continue
            self.warning, self.filename, self.lineno = warning, record.filename, record.lineno
            return
        if first is not None:
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not match "{first}"')
        self._raiseFailure(self._says(f'{name} not triggered'))


_LoggingWatcher = collections.namedtuple('_LoggingWatcher', ['records', 'output'])


class _AssertLogsContext:
    """Keeps the records that a logger gets."""
    LOGGING_FORMAT = '%(levelname)s:%(name)s:%(message)s'

    def __init__(self, test_case, logger_name, level, no_logs):
        import logging
        self.test_case = test_case
        self.logger_name = logger_name
        self.level = getattr(logging, level) if isinstance(level, str) else level or logging.INFO
        self.msg = None
        self.no_logs = no_logs

    def __enter__(self):
        import logging
        watcher = self.watcher = _LoggingWatcher([], [])
        formatter = logging.Formatter(self.LOGGING_FORMAT)

        class Capturing(logging.Handler):
            def flush(self):
                pass

            def emit(self, record):
                watcher.records.append(record)
                watcher.output.append(self.format(record))

        logger = self.logger_name
        if not isinstance(logger, logging.Logger):
            logger = logging.getLogger(logger)
        self.logger = logger
        handler = Capturing()
        handler.setLevel(self.level)
        handler.setFormatter(formatter)
        self.old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else watcher

    def _raiseFailure(self, text):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, text))

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        if self.no_logs:
            if self.watcher.records:
                self._raiseFailure(f'Unexpected logs found: {self.watcher.output!r}')
        elif not self.watcher.records:
            self._raiseFailure(f'no logs of level {logging.getLevelName(self.level)} or higher '
                               f'triggered on {self.logger.name}')


def _renamed(name):
    def deprecated(self, *args, **kwargs):
        import warnings
        warnings.warn(f'Please use {name} instead.', DeprecationWarning, 2)
        return getattr(self, name)(*args, **kwargs)
    return deprecated


class Assertions:
    """Each assertion raises failureException, with msg after what it found by itself."""

    def _add_type_equalities(self):
        for kind, name in ((dict, 'assertDictEqual'), (list, 'assertListEqual'), (tuple, 'assertTupleEqual'),
                           (set, 'assertSetEqual'), (frozenset, 'assertSetEqual'), (str, 'assertMultiLineEqual')):
            self.addTypeEqualityFunc(kind, name)

    def addTypeEqualityFunc(self, typeobj, function):
        """assertEqual of two objects of exactly this type calls function(first, second, msg=None)."""
        self._type_equality_funcs[typeobj] = function

    def _getAssertEqualityFunc(self, first, second):
        if type(first) == type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return getattr(self, function) if isinstance(function, str) else function
        return self._baseAssertEqual

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        try:
            return f'{standardMsg} : {msg}'
        except UnicodeDecodeError:
            return f'{safe_repr(standardMsg)} : {safe_repr(msg)}'

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + DIFF_OMITTED % len(diff)

    def _must(self, condition, msg, text):
        """Fail with text() unless the condition holds."""
        if not condition:
            raise self.failureException(self._formatMessage(msg, text()))

    def fail(self, msg=None):
        raise self.failureException(msg)

    def assertFalse(self, expr, msg=None):
        if expr:
            raise self.failureException(self._formatMessage(msg, f'{safe_repr(expr)} is not false'))

    def assertTrue(self, expr, msg=None):
        if not expr:
            raise self.failureException(self._formatMessage(msg, f'{safe_repr(expr)} is not true'))

    def assertRaises(self, expected_exception, *args, **kwargs):
        """A context, or with a callable and its arguments a call: an exception of this type must come."""
        context = _AssertRaisesContext(expected_exception, self)
        try:
            return context.handle('assertRaises', args, kwargs)
        finally:
            context = None

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        """Like assertRaises, and the exception's text must match."""
        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle('assertRaisesRegex', args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        context = _AssertWarnsContext(expected_warning, self)
        return context.handle('assertWarns', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle('assertWarnsRegex', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, no_logs=True)

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            raise self.failureException(self._formatMessage(msg, '%s != %s' % _common_shorten_repr(first, second)))

    def assertEqual(self, first, second, msg=None):
        """first == second"""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            raise self.failureException(self._formatMessage(msg, f'{safe_repr(first)} == {safe_repr(second)}'))

    def _nearly(self, first, second, places, delta):
        """(are they near, the words that say how near)"""
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        diff = abs(first - second)
        if delta is not None:
            return diff <= delta, f'within {safe_repr(delta)} delta', diff
        if places is None:
            places = 7
        return round(diff, places) == 0, f'within {places!r} places', diff

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Equal when rounded to so many places (7), or not further apart than delta."""
        if first == second:
            return
        near, words, diff = self._nearly(first, second, places, delta)
        self._must(near, msg, lambda: f'{safe_repr(first)} != {safe_repr(second)} {words} ({safe_repr(diff)} difference)')

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        near, words, diff = self._nearly(first, second, places, delta)
        if delta is not None:
            good = not first == second and diff > delta
            words += f' ({safe_repr(diff)} difference)'
        else:
            good = not first == second and not near
        self._must(good, msg, lambda: f'{safe_repr(first)} == {safe_repr(second)} {words}')

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """Two sequences with the same items; the message tells the first that differs."""
        name = 'sequence'
        if seq_type is not None:
            name = seq_type.__name__
            for which, seq in (('First', seq1), ('Second', seq2)):
                if not isinstance(seq, seq_type):
                    raise self.failureException(f'{which} sequence is not a {name}: {safe_repr(seq)}')
        found = None
        lengths = []
        for which, seq in (('First', seq1), ('Second', seq2)):
            try:
                lengths.append(len(seq))
            except (TypeError, NotImplementedError):
                if found is None:
                    found = f'{which} {name} has no length.    Non-sequence?'
        if found is None:
            if seq1 == seq2:
                return
            found = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _common_shorten_repr(seq1, seq2))
            found += self._first_difference(seq1, seq2, lengths, name, seq_type)
        import difflib
        import pprint
        diff = '\n' + '\n'.join(difflib.ndiff(pprint.pformat(seq1).splitlines(), pprint.pformat(seq2).splitlines()))
        self.fail(self._formatMessage(msg, self._truncateMessage(found, diff)))

    def _first_difference(self, seq1, seq2, lengths, name, seq_type):
        text = ''
        len1, len2 = lengths
        for i in range(min(lengths)):
            items = []
            for which, seq in (('first', seq1), ('second', seq2)):
                try:
                    items.append(seq[i])
                except (TypeError, IndexError, NotImplementedError):
                    return text + f'\nUnable to index element {i} of {which} {name}\n'
            if items[0] != items[1]:
                text += '\nFirst differing element %d:\n%s\n%s\n' % ((i,) + _common_shorten_repr(*items))
                break
        else:
            if len1 == len2 and seq_type is None and type(seq1) != type(seq2):
                return text             # equal items in sequences of different types
        if len1 != len2:
            which, longer, n = ('First', seq1, len2) if len1 > len2 else ('Second', seq2, len1)
            text += f'\n{which} {name} contains {abs(len1 - len2)} additional elements.\n'
            try:
                text += 'First extra element %d:\n%s\n' % (n, safe_repr(longer[n]))
            except (TypeError, IndexError, NotImplementedError):
                text += f'Unable to index element {n} of {which.lower()} {name}\n'
        return text

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """Two sets with the same items."""
        differences = []
        for which, one, other in (('first', set1, set2), ('second', set2, set1)):
            try:
                differences.append(one.difference(other))
            except TypeError as e:
                self.fail(f'invalid type when attempting set difference: {e}')
            except AttributeError as e:
                self.fail(f'{which} argument does not support set difference: {e}')
        if not any(differences):
            return
        lines = []
        for which, other, items in (('first', 'second', differences[0]), ('second', 'first', differences[1])):
            if items:
                lines.append(f'Items in the {which} set but not the {other}:')
                lines.extend(map(repr, items))
        self.fail(self._formatMessage(msg, '\n'.join(lines)))

    def assertIn(self, member, container, msg=None):
        self._must(member in container, msg, lambda: f'{safe_repr(member)} not found in {safe_repr(container)}')

    def assertNotIn(self, member, container, msg=None):
        self._must(member not in container, msg,
                   lambda: f'{safe_repr(member)} unexpectedly found in {safe_repr(container)}')

    def assertIs(self, expr1, expr2, msg=None):
        self._must(expr1 is expr2, msg, lambda: f'{safe_repr(expr1)} is not {safe_repr(expr2)}')

    def assertIsNot(self, expr1, expr2, msg=None):
        self._must(expr1 is not expr2, msg, lambda: f'unexpectedly identical: {safe_repr(expr1)}')

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            import difflib
            import pprint
            text = '%s != %s' % _common_shorten_repr(d1, d2)
            diff = '\n' + '\n'.join(difflib.ndiff(pprint.pformat(d1).splitlines(), pprint.pformat(d2).splitlines()))
            self.fail(self._formatMessage(msg, self._truncateMessage(text, diff)))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        import warnings
        warnings.warn('assertDictContainsSubset is deprecated', DeprecationWarning)
        missing = [key for key in subset if key not in dictionary]
        wrong = [f'{safe_repr(key)}, expected: {safe_repr(value)}, actual: {safe_repr(dictionary[key])}'
                 for key, value in subset.items() if key in dictionary and value != dictionary[key]]
        text = 'Missing: ' + ','.join(map(safe_repr, missing)) if missing else ''
        if wrong:
            text += ('; ' if text else '') + 'Mismatched values: ' + ','.join(wrong)
        if text:
            self.fail(self._formatMessage(msg, text))

    def assertCountEqual(self, first, second, msg=None):
        """The same items the same number of times, in any order."""
        first, second = list(first), list(second)
        try:
            differences = _count_diff_hashable(first, second)
        except TypeError:
            differences = _count_diff_all_purpose(first, second)
        if differences:
            lines = ['First has %d, Second has %d:  %r' % diff for diff in differences]
            text = self._truncateMessage('Element counts were not equal:\n', '\n'.join(lines))
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        """Two equal texts; the message shows the lines that differ."""
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        import difflib
        lines = first.splitlines(keepends=True), second.splitlines(keepends=True)
        if len(lines[0]) == 1 and first.strip('\r\n') == first:
            lines = [first + '\n'], [second + '\n']
        text = '%s != %s' % _common_shorten_repr(first, second)
        diff = '\n' + ''.join(difflib.ndiff(*lines))
        self.fail(self._formatMessage(msg, self._truncateMessage(text, diff)))

    def assertLess(self, a, b, msg=None):
        self._must(a < b, msg, lambda: f'{safe_repr(a)} not less than {safe_repr(b)}')

    def assertLessEqual(self, a, b, msg=None):
        self._must(a <= b, msg, lambda: f'{safe_repr(a)} not less than or equal to {safe_repr(b)}')

    def assertGreater(self, a, b, msg=None):
        self._must(a > b, msg, lambda: f'{safe_repr(a)} not greater than {safe_repr(b)}')

    def assertGreaterEqual(self, a, b, msg=None):
        self._must(a >= b, msg, lambda: f'{safe_repr(a)} not greater than or equal to {safe_repr(b)}')

    def assertIsNone(self, obj, msg=None):
        self._must(obj is None, msg, lambda: f'{safe_repr(obj)} is not None')

    def assertIsNotNone(self, obj, msg=None):
        self._must(obj is not None, msg, lambda: 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        self._must(isinstance(obj, cls), msg, lambda: f'{safe_repr(obj)} is not an instance of {cls!r}')

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._must(not isinstance(obj, cls), msg, lambda: f'{safe_repr(obj)} is an instance of {cls!r}')

    def assertRegex(self, text, expected_regex, msg=None):
        """A match of the regular expression is somewhere in the text."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
            expected_regex = re.compile(expected_regex)
        self._must(expected_regex.search(text), msg,
                   lambda: f"Regex didn't match: {expected_regex.pattern!r} not found in {text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        self._must(not match, msg, lambda: 'Regex matched: {!r} matches {!r} in {!r}'.format(
            text[match.start():match.end()], unexpected_regex.pattern, text))

    failUnlessEqual = assertEquals = _renamed('assertEqual')
    failIfEqual = assertNotEquals = _renamed('assertNotEqual')
    failUnlessAlmostEqual = assertAlmostEquals = _renamed('assertAlmostEqual')
    failIfAlmostEqual = assertNotAlmostEquals = _renamed('assertNotAlmostEqual')
    failUnless = assert_ = _renamed('assertTrue')
    failUnlessRaises = _renamed('assertRaises')
    failIf = _renamed('assertFalse')
    assertRaisesRegexp = _renamed('assertRaisesRegex')
    assertRegexpMatches = _renamed('assertRegex')
    assertNotRegexpMatches = _renamed('assertNotRegex')
