"""Magics of the last error."""
import _session
import sys


def magic_tb(shell, line):
    """The last traceback again, with all levels: %tb [Plain | Context | Verbose | Minimal]."""
    from perch.magics import UsageError
    from perch.magics.settings import XMODES, set_errors
    error = _session.last_exception()
    if error is None:
        return print('No traceback available to show.', file=sys.stderr)
    mode, now = line.strip().capitalize(), shell.__dict__.get('xmode', 'Context')
    if mode and mode not in XMODES:
        raise UsageError('Valid modes: %r' % XMODES[:4])
    set_errors(mode or now, whole=not mode or mode == 'Verbose')
    try:
        if _session.front() == 'jupyter':
            return _session.tell_error(error)
        _session.say(1, _session.error_text(error, _session.colour()))
    finally:
        set_errors(now)
