"""The exceptions and warnings that pandas names, and how perch's pandas says that something is absent."""


class ParserError(ValueError):
    """A text that is no table."""


class EmptyDataError(ValueError):
    """A text without any column."""


class DuplicateLabelError(ValueError):
    """Labels that stand twice where they may not."""


class DatabaseError(OSError):
    """A query that a database refuses."""


class ParserWarning(Warning):
    """A file that is read in another way than was asked for."""


class AbstractMethodError(NotImplementedError):
    """A method that a class leaves to those made of it."""


class UnsupportedFunctionCall(ValueError):
    """A function of NumPy's with arguments that pandas does not take."""


class MergeError(ValueError):
    """A join that cannot be made."""


class InvalidIndexError(Exception):
    """A key that cannot stand in an index."""


class UnsortedIndexError(KeyError):
    """Labels that stand in no order, where one is needed."""


class SpecificationError(Exception):
    """Functions and names of results that do not go together."""


class UndefinedVariableError(NameError):
    """A name of an expression that is no column."""


class OutOfBoundsDatetime(ValueError):
    """A moment outside of what 64 bits of nanoseconds hold."""
    __module__ = 'pandas._libs.tslibs.np_datetime'


class OutOfBoundsTimedelta(ValueError):
    """A span of time outside of what 64 bits of nanoseconds hold."""
    __module__ = 'pandas._libs.tslibs.np_datetime'


class NullFrequencyError(ValueError):
    """Something that needs equal steps, asked of what has none."""


class DataError(Exception):
    """Columns that an operation cannot take."""


class IntCastingNaNError(ValueError):
    """Numbers without end, or none, that should become integers."""


class IndexingError(Exception):
    """A key that does not fit what it is taken from."""


class DtypeWarning(Warning):
    """A column of a file that holds values of several types."""


class PerformanceWarning(Warning):
    """Something that is slow."""


class SettingWithCopyError(ValueError):
    """A value set in a copy, where that was made an error."""


class SettingWithCopyWarning(Warning):
    """A value set in a copy."""


def __getattr__(name):
    if name == 'OptionError':
        from pandas.core.options import OptionError
        return OptionError
    raise AttributeError(f"module 'pandas.errors' has no attribute '{name}'")


def refuse(function, given, known):
    """Says no to the arguments that perch's pandas does not have; given: name to value, known: name to the default with which it says nothing."""
    for name, value in given.items():
        if name not in known:
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
        default = known[name]
        if not (value is default or (type(value) is type(default) and value == default)):
            raise NotImplementedError(f"perch's pandas has no {function}({name}={value!r})")


class AccessorRegistrationWarning(Warning):
    """An accessor stands over a name that is there."""


class AttributeConflictWarning(Warning):
    """Attributes of an HDF5 file that do not fit."""


class CSSWarning(UserWarning):
    """A style that cannot be turned."""


class CategoricalConversionWarning(Warning):
    """Labels of a Stata file read in parts."""


class ClosedFileError(Exception):
    """A file that is closed already."""


class IncompatibilityWarning(Warning):
    """An HDF5 file that does not allow a search."""


class InvalidColumnName(Warning):
    """A name that Stata does not allow."""


class NumExprClobberingError(NameError):
    """A name that numexpr has."""


class NumbaUtilError(Exception):
    """What numba does not do."""


class PossibleDataLossError(Exception):
    """A file that is opened anew while it is open."""


class PossiblePrecisionLoss(Warning):
    """Numbers that lose digits in Stata."""


class PyperclipException(RuntimeError):
    """No clipboard."""


class PyperclipWindowsException(PyperclipException):
    """No clipboard on Windows."""


class ValueLabelTypeMismatch(Warning):
    """Labels that are no texts."""
