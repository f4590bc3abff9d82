"""Magics of the last error."""
import _session
import sys


def magic_tb(shell, line):
    """The last traceback again."""
    error = _session.last_exception()
    if error is None:
        return print('No traceback available to show.', file=sys.stderr)
    if _session.front() == 'jupyter':
        return _session.tell_error(error)
    _session.say(1, _session.error_text(error, _session.colour()))
