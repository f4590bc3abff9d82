"""Asking for a password, and who the user is."""
import os
import sys

__all__ = ['getpass', 'getuser', 'GetPassWarning']


class GetPassWarning(UserWarning):
    """What is typed can be seen."""


def getpass(prompt='Password: ', stream=None):
    """A line from the terminal that is not shown."""
    try:
        from _session import input as ask
    except ImportError:
        ask = None
    if ask is not None and sys.stdin is sys.__stdin__:
        return ask(prompt, True)
    if not sys.stdin.isatty():
        print(prompt, end='', file=stream or sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip('\n')
    import subprocess
    print(prompt, end='', file=stream or sys.stderr, flush=True)
    subprocess.run(['stty', '-echo'], check=False)
    try:
        line = sys.stdin.readline()
    finally:
        subprocess.run(['stty', 'echo'], check=False)
        print(file=stream or sys.stderr)
    if not line:
        raise EOFError
    return line.rstrip('\n')


def getuser():
    """The login name."""
    for name in ('LOGNAME', 'USER', 'LNAME', 'USERNAME'):
        user = os.environ.get(name)
        if user:
            return user
    with open('/etc/passwd', encoding='utf-8', errors='surrogateescape') as file:
        for line in file:
            fields = line.split(':')
            if len(fields) > 2 and fields[2] == str(os.getuid()):
                return fields[0]
    raise KeyError('getpwuid(): uid not found: %d' % os.getuid())
