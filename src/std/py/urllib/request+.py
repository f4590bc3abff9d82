"""With --data standin openers ask the store of stand-ins first (perch/data/answer.py); a download that the network did not give says what to put where (perch/data/missing.py)."""


def _open(self, fullurl, data=None, timeout=socket._GLOBAL_DEFAULT_TIMEOUT, _network=OpenerDirector.open):      # noqa: F821
    standing = os.environ.get('PERCH_DATA', '').startswith('standin')       # noqa: F821
    if standing:
        from perch.data.answer import urllib_open
        answer = urllib_open(fullurl if isinstance(fullurl, Request) else Request(fullurl, data))       # noqa: F821
        if answer is not None:
            return answer
    try:
        return _network(self, fullurl, data, timeout)
    except OSError as error:
        from perch.data.missing import note
        note(error, fullurl if isinstance(fullurl, str) else fullurl.full_url)
        raise


OpenerDirector.open = _open     # noqa: F821


class _AfterRequests:
    """Finds requests.adapters (of the package requests) as everybody does; once it has run its send() does the same."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != 'requests.adapters':
            return None
        from perch.data.answer import adapted
        return adapted(name, path, target)


sys.meta_path.insert(0, _AfterRequests)     # noqa: F821
