"""%connect_info: how another client reaches this kernel."""
import _session

from perch.magics import UsageError


def magic_connect_info(shell, line):
    """What another client (a console, a second notebook) needs to join this kernel."""
    path = _session.connection()
    if path is None:
        raise UsageError('%connect_info: nothing but this terminal reaches the session')
    with open(path, encoding='utf-8') as f:
        text = f.read().strip()
    name = path.rpartition('/')[2]
    print(text)
    print('\nThis stands in %s. On this machine:\n    jupyter console --existing %s\nElsewhere: put the text above into a file there, with an ip that leads here:\n    jupyter console --existing FILE'
          % (path, name if name.startswith('kernel-') else path))
