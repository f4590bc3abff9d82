"""Magics of the last error."""
import _session


def magic_tb(shell, line):
    """The last traceback again."""
    error = _session.last_exception()
    if error is None:
        return print('No traceback available to show.')
    _session.say(1, _session.error_text(error, _session.colour()))
