"""What the launcher says of a process that failed; record() marks the function whose error is meant."""
import functools

from perch.only import only


class ChildFailedError(Exception):
    """One of the processes did not end well."""

    def __init__(self, name, rank, pid, exitcode):
        self.name, self.rank, self.pid, self.exitcode = name, rank, pid, exitcode
        line = '=' * 60
        super().__init__('\n%s\n%s FAILED\n%s\nRoot Cause (first observed failure):\n[0]:\n  rank      : %d (local_rank: %d)\n  exitcode  : %d (pid: %d)\n%s'
                         % (line, name, '-' * 60, rank, rank, exitcode, pid, line))


def record(fn, error_handler=None):
    """The function as it is: its error is printed by the process itself, and its status tells the launcher."""
    only('record', error_handler=(error_handler, None))

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)
    return wrapper
