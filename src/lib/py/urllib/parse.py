"""URLs: taking apart, putting together, quoting."""
from collections import namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urlsplit", "urlunsplit", "urlencode",
           "parse_qs", "parse_qsl", "quote", "quote_plus", "quote_from_bytes", "unquote",
           "unquote_plus", "unquote_to_bytes", "SplitResult", "ParseResult", "urldefrag"]

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')
_SCHEME = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.')
uses_netloc = ['', 'ftp', 'http', 'https', 'file', 'ws', 'wss', 'git', 'ssh', 'rsync', 'svn']
uses_relative = ['', 'ftp', 'http', 'https', 'file', 'ws', 'wss']


def quote(string, safe='/', encoding=None, errors=None):
    """Replace what may not stand in a URL by %xx."""
    if isinstance(string, str):
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    elif encoding is not None or errors is not None:
        raise TypeError("quote() doesn't support 'encoding' or 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_from_bytes(bs, safe='/'):
    """The same for bytes."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    keep = _SAFE | frozenset(safe.encode('ascii', 'ignore') if isinstance(safe, str) else safe)
    return ''.join([chr(b) if b in keep else '%%%02X' % b for b in bs])


def quote_plus(string, safe='', encoding=None, errors=None):
    """quote(), with + for blanks."""
    blank, mark = (' ', '+') if isinstance(string, str) else (b' ', '+')
    if blank not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + (' ' if isinstance(safe, str) else b' '), encoding,
                 errors).replace(' ', mark)


def unquote_to_bytes(string):
    """Bytes with every %xx replaced."""
    if isinstance(string, str):
        string = string.encode('utf-8')
    first, *rest = bytes(string).split(b'%')
    out = [first]
    for part in rest:
        try:
            out.append(bytes([int(part[:2].decode('ascii'), 16)]) + part[2:]
                       if part[:2].isalnum() and len(part[:2]) == 2 else b'%' + part)
        except ValueError:
            out.append(b'%' + part)
    return b''.join(out)


def unquote(string, encoding='utf-8', errors='replace'):
    """Text with every %xx replaced."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        return string
    return unquote_to_bytes(string).decode(encoding or 'utf-8', errors or 'replace')


def unquote_plus(string, encoding='utf-8', errors='replace'):
    """unquote(), with blanks for +."""
    return unquote(string.replace('+', ' '), encoding, errors)


class _Location:
    """The parts of the netloc of a result."""
    __slots__ = ()

    def _userinfo(self):
        info, at, host = self.netloc.rpartition('@')
        if not at:
            return None, None
        user, colon, password = info.partition(':')
        return user, password if colon else None

    def _hostinfo(self):
        host = self.netloc.rpartition('@')[2]
        if host.startswith('['):
            name, _, rest = host[1:].partition(']')
            port = rest.partition(':')[2]
        else:
            name, _, port = host.partition(':')
        return name or None, port or None

    username = property(lambda self: self._userinfo()[0])
    password = property(lambda self: self._userinfo()[1])

    @property
    def hostname(self):
        name = self._hostinfo()[0]
        return name and name.lower()

    @property
    def port(self):
        port = self._hostinfo()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        if int(port) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(port)


class SplitResult(namedtuple('SplitResult', 'scheme netloc path query fragment'), _Location):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple('ParseResult', 'scheme netloc path params query fragment'),
                  _Location):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResult(namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


def urlsplit(url, scheme='', allow_fragments=True):
    """scheme://netloc/path?query#fragment in five parts."""
    url = url.lstrip(' \t\n\r\x00\x1f')
    for c in '\t\r\n':
        url = url.replace(c, '')
    netloc = query = fragment = ''
    i = url.find(':')
    if i > 0 and url[0].isascii() and url[0].isalpha() and all(c in _SCHEME for c in url[:i]):
        scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == '//':
        end = min([n for n in (url.find(c, 2) for c in '/?#') if n >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme='', allow_fragments=True):
    """The same in six parts: path;params apart."""
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    i = path.find(';', path.rfind('/') + 1)
    if i >= 0 and scheme in ('', 'ftp', 'http', 'https', 'sip', 'sips', 'mms', 'sftp', 'tel'):
        path, params = path[:i], path[i + 1:]
    return ParseResult(scheme, netloc, path, params, query, fragment)


def urlunsplit(components):
    """Five parts as a URL."""
    scheme, netloc, url, query, fragment = components
    if netloc or scheme and scheme in uses_netloc and url[:2] != '//':
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + (netloc or '') + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url += '?' + query
    return url + '#' + fragment if fragment else url


def urlunparse(components):
    """Six parts as a URL."""
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, url + ';' + params if params else url, query, fragment))


def urldefrag(url):
    """(URL, fragment)."""
    if '#' not in url:
        return DefragResult(url, '')
    s, n, p, a, q, frag = urlparse(url)
    return DefragResult(urlunparse((s, n, p, a, q, '')), frag)


def urljoin(base, url, allow_fragments=True):
    """A URL as it is meant in a document at base."""
    if not base or not url:
        return url or base
    bscheme, bnetloc, bpath, bparams, bquery, _ = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return url
    if scheme in uses_netloc:
        if netloc:
            return urlunparse((scheme, netloc, path, params, query, fragment))
        netloc = bnetloc
    if not path and not params:
        return urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment))
    base_parts = bpath.split('/')
    if base_parts[-1] != '':
        del base_parts[-1]
    if path[:1] == '/':
        segments = path.split('/')
    else:
        segments = base_parts + path.split('/')
        segments[1:-1] = [s for s in segments[1:-1] if s]
    resolved = []
    for part in segments:
        if part == '..':
            if resolved:
                resolved.pop()
        elif part != '.':
            resolved.append(part)
    if segments[-1] in ('.', '..'):
        resolved.append('')
    return urlunparse((scheme, netloc, '/'.join(resolved) or '/', params, query, fragment))


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8',
              errors='replace', max_num_fields=None, separator='&'):
    """A query as a list of (name, value)."""
    result = []
    for part in qs.split(separator) if qs else []:
        if not part and not strict_parsing:
            continue
        name, eq, value = part.partition('=')
        if not eq and strict_parsing:
            raise ValueError("bad query field: %r" % (part,))
        if value or keep_blank_values:
            result.append((unquote_plus(name, encoding, errors),
                           unquote_plus(value, encoding, errors)))
    return result


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8',
             errors='replace', max_num_fields=None, separator='&'):
    """A query as {name: [values]}."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors,
                                 max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """Pairs (or a mapping) as a query."""
    if hasattr(query, 'items'):
        query = query.items()
    out = []

    def text(v):
        if isinstance(v, bytes):
            return quote_via(v, safe)
        return quote_via(str(v), safe, encoding, errors)
    for k, v in query:
        if doseq and not isinstance(v, (str, bytes)) and hasattr(v, '__len__'):
            out += [text(k) + '=' + text(item) for item in v]
        else:
            out.append(text(k) + '=' + text(v))
    return '&'.join(out)
