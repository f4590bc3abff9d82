"""IPython's own exceptions."""
from perch.magics import UsageError


class IPythonCoreError(Exception):
    """What IPython itself raises."""


class StdinNotImplementedError(IPythonCoreError, NotImplementedError):
    """Nobody can be asked."""


class TryNext(IPythonCoreError):
    """Another one may know."""
