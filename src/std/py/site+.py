"""site: perch's start has put the folder of `perch pip` on sys.path, and nothing else: the machine's folders of packages are another interpreter's. Where there is something to run at
the start, .pth files or sitecustomize, C calls `_start`."""
PREFIXES = []


def _getuserbase(_of_python=_getuserbase):
    if os.environ.get('PYTHONUSERBASE') and not sys.flags.ignore_environment:
        return _of_python()
    return os.path.join(os.environ.get('XDG_DATA_HOME') or os.path.expanduser('~/.local/share'), 'perch')


def _get_path(userbase, _of_python=_get_path):
    return os.path.join(userbase, 'site-packages') if userbase == _getuserbase() and not os.environ.get('PYTHONUSERBASE') else _of_python(userbase)


def _start():
    """What CPython does last before the program: it does not yet see the program's own folder."""
    own = [] if sys.flags.safe_path else sys.path[:1]
    del sys.path[:len(own)]
    try:
        addusersitepackages(_init_pathinfo())
        execsitecustomize()
        if ENABLE_USER_SITE:
            execusercustomize()
    finally:
        sys.path[:0] = own


if not sys.flags.no_site:
    ENABLE_USER_SITE = check_enableusersite()
    getusersitepackages()
if __name__ == '__main__':
    _script()
