"""Downloads answered by stand-ins (--data standin): what urllib and requests would fetch from a known address comes from the store, and hashes of stand-ins count as the originals'.

The layers behind Python's own files call it (std/py/urllib/request+.py, hashlib+.py), and only where PERCH_DATA asks for it: without it nothing here is loaded and no hash is ever bent.
"""
import io
import os
import sys

from perch.data import store
from perch.data.sets import BY_NAME, known

told = set()            # sets whose first use has been said
theirs = None           # {own hash: (the original's, set)} of what the store holds


def tell(one):
    if one.name not in told:
        told.add(one.name)
        print(store.told(one), file=sys.stderr)


def bring(address):
    """(file's name, path in the store) for a known address; None for any other. Its first use is said."""
    found = known(address)
    if found is None:
        return None
    global theirs
    one, file = found
    made = store.record(one)
    path = os.path.join(store.ready(one), file.name)
    if made is None:
        theirs = None
    tell(one)
    return file.name, path


def heads(name, path):
    kinds = {'.zip': 'application/zip', '.gz': 'application/gzip', '.tgz': 'application/gzip', '.tar': 'application/x-tar', '.csv': 'text/csv', '.txt': 'text/plain'}
    return [('Content-Type', kinds.get(os.path.splitext(name)[1], 'application/octet-stream')), ('Content-Length', str(os.path.getsize(path))), ('Server', 'perch-stand-in')]


def _body(path, asked):
    """(status, heads more, file) for a request that may ask for a range (a download that goes on)."""
    data, size = open(path, 'rb'), os.path.getsize(path)
    begin = asked[6:].partition('-')[0] if asked and asked.startswith('bytes=') and asked.endswith('-') else ''
    if begin.isdigit() and 0 < int(begin) < size:
        data.seek(int(begin))
        return 206, [('Content-Length', str(size - int(begin))), ('Content-Range', f'bytes {begin}-{size - 1}/{size}')], data
    return 200, [], data


# ---- urllib ----

def urllib_open(request):
    """The answer to an opener's request, or None: the network is asked."""
    found = bring(request.full_url)
    if found is None:
        return None
    from email.message import Message
    from urllib.response import addinfourl
    status, more, body = _body(found[1], request.get_header('Range'))
    message = Message()
    for name, value in {**dict(heads(*found)), **dict(more)}.items():
        message[name] = value
    answer = addinfourl(body if request.get_method() != 'HEAD' else io.BytesIO(), message, request.full_url, status)
    answer.msg = answer.reason = 'OK'
    answer.version, answer.length = 11, int(message['Content-Length'])     # as http.client's answers have them
    return answer


# ---- requests, from PyPI ----

def adapted(name, path, target):
    """The spec of requests.adapters, whose send() asks here first once the module has run."""
    from importlib.machinery import PathFinder
    spec = PathFinder.find_spec(name, path, target)
    if spec is not None and spec.loader is not None:
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            adapt(module)

        spec.loader.exec_module = exec_module
    return spec


def adapt(adapters):
    real = adapters.HTTPAdapter.send

    def send(self, request, stream=False, timeout=None, verify=True, cert=None, proxies=None):
        found = bring(request.url) if store.wanted() else None
        if found is None:
            try:
                return real(self, request, stream=stream, timeout=timeout, verify=verify, cert=cert, proxies=proxies)
            except OSError as error:
                from perch.data.missing import note
                note(error, request.url)
                raise
        from urllib3.response import HTTPResponse
        status, more, body = _body(found[1], request.headers.get('Range'))
        raw = HTTPResponse(body=body, headers={**dict(heads(*found)), **dict(more)}, status=status, reason='OK', preload_content=False)
        return self.build_response(request, raw)

    adapters.HTTPAdapter.send = send


# ---- hashes ----

def original(digest):
    """The hash that the original of this stand-in has; of anything else None."""
    global theirs
    if theirs is None:
        theirs = {}
        for one in BY_NAME.values():
            made = store.record(one)
            for own, other in (made['hashes'] if made else {}).items():
                theirs[own] = other, one
    found = theirs.get(digest)
    if found is None:
        return None
    tell(found[1])
    return found[0]


class Hash:
    """What hashlib.sha1() and md5() give: theirs, but for the bytes of a stand-in its original's."""

    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        return getattr(self._inner, name)

    def copy(self):
        return Hash(self._inner.copy())

    def hexdigest(self):
        own = self._inner.hexdigest()
        return original(own) or own

    def digest(self):
        return bytes.fromhex(self.hexdigest())


def hashing(make):
    """sha1 or md5, so."""
    def hash_of(*data, **options):
        return Hash(make(*data, **options))

    hash_of.__name__ = make.__name__
    return hash_of
