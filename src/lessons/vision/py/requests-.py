"""requests, where it is not installed: what programs ask of it to fetch a file or a page, over urllib. `perch pip install requests` brings the package itself, which then comes first."""
import json as _json
from http.cookiejar import CookieJar
from urllib.error import HTTPError as _Answered, URLError as _Unreached
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request as _Request, build_opener

__version__ = '0 (perch)'


class RequestException(OSError):
    """What goes wrong with a request; it may have a response."""

    def __init__(self, *args, response=None):
        super().__init__(*args)
        self.response = response


class HTTPError(RequestException):
    """An answer that says no."""


class ConnectionError(RequestException):
    """No answer."""


class Timeout(RequestException):
    """None in time."""


class Cookies(dict):
    """Cookies by name."""


class Response:
    """An answer: its head is here, its body is read when it is asked for."""

    def __init__(self, stream, url):
        self._stream, self._body = stream, None
        self.status_code, self.reason = getattr(stream, 'status', None) or getattr(stream, 'code', None) or 200, getattr(stream, 'reason', 'OK')
        self.headers, self.url, self.cookies = stream.headers, stream.geturl() or url, Cookies()

    ok = property(lambda self: self.status_code < 400)

    def iter_content(self, chunk_size=1, decode_unicode=False):
        """The body in pieces."""
        if decode_unicode:
            raise NotImplementedError('requests is not installed, and decode_unicode is not in what stands in for it: perch pip install requests')
        if self._body is not None:
            yield from (self._body[i:i + chunk_size] for i in range(0, len(self._body), chunk_size))
            return
        while piece := self._stream.read(chunk_size):
            yield piece

    @property
    def content(self):
        if self._body is None:
            self._body = self._stream.read()
        return self._body

    @property
    def text(self):
        return self.content.decode(self.headers.get_content_charset('utf-8'), 'replace')

    def json(self):
        return _json.loads(self.content)

    def raise_for_status(self):
        if not self.ok:
            raise HTTPError('%d %s Error: %s for url: %s' % (self.status_code, 'Client' if self.status_code < 500 else 'Server', self.reason, self.url), response=self)

    def close(self):
        self._stream.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def _handler(verify):
    import ssl
    context = ssl.create_default_context()
    if not verify:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return HTTPSHandler(context=context)


class Session:
    """Requests that share cookies."""

    def __init__(self):
        self.headers, self._jar = {}, CookieJar()

    def request(self, method, url, params=None, data=None, headers=None, timeout=None, stream=False, verify=True, json=None):
        """Sends one; unless it is to be streamed, the body is read at once."""
        url += ('&' if '?' in url else '?') + urlencode(params, doseq=True) if params else ''
        headers = {'User-Agent': 'python-requests', **self.headers, **(headers or {})}
        if json is not None:
            data, headers = _json.dumps(json).encode(), {'Content-Type': 'application/json', **headers}
        elif isinstance(data, dict):
            data = urlencode(data).encode()
        opener = build_opener(HTTPCookieProcessor(self._jar), *([_handler(verify)] if url.startswith('https:') else []))
        try:
            answer = opener.open(_Request(url, data, headers, method=method), timeout=timeout) if timeout else opener.open(_Request(url, data, headers, method=method))
        except _Answered as error:
            answer = error
        except TimeoutError as error:
            raise Timeout(error) from error
        except _Unreached as error:
            raise ConnectionError(error.reason) from error
        made = Response(answer, url)
        made.cookies.update((cookie.name, cookie.value) for cookie in self._jar)
        if not stream:
            made.content
        return made

    def get(self, url, **options):
        return self.request('GET', url, **options)

    def post(self, url, data=None, json=None, **options):
        return self.request('POST', url, data=data, json=json, **options)

    def head(self, url, **options):
        return self.request('HEAD', url, **options)

    def close(self):
        self._jar.clear()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def request(method, url, **options):
    with Session() as session:
        return session.request(method, url, **options)


def get(url, params=None, **options):
    return request('GET', url, params=params, **options)


def post(url, data=None, json=None, **options):
    return request('POST', url, data=data, json=json, **options)


def head(url, **options):
    return request('HEAD', url, **options)


def __getattr__(name):
    if name == 'exceptions':
        import sys
        return sys.modules[__name__]
    raise AttributeError('requests is not installed, and %r is not in what stands in for it: perch pip install requests' % name, name=name)
