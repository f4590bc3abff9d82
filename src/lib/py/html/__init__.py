"""Text in HTML: escape() and unescape() (the common names and all numbers)."""
__all__ = ['escape', 'unescape']

_NAMES = {'amp': '&', 'lt': '<', 'gt': '>', 'quot': '"', 'apos': "'", 'nbsp': '\xa0',
          'copy': '\xa9', 'reg': '\xae', 'hellip': '\u2026', 'mdash': '\u2014',
          'ndash': '\u2013', 'lsquo': '\u2018', 'rsquo': '\u2019', 'ldquo': '\u201c',
          'rdquo': '\u201d', 'euro': '\u20ac', 'times': '\xd7', 'middot': '\xb7',
          'laquo': '\xab', 'raquo': '\xbb', 'deg': '\xb0', 'eacute': '\xe9', 'auml': '\xe4',
          'ouml': '\xf6', 'uuml': '\xfc', 'szlig': '\xdf', 'trade': '\u2122'}


def escape(s, quote=True):
    """Replace & < > and, by default, quotes."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace('\'', "&#x27;")
    return s


def unescape(s):
    """Replace &name; and &#number; by what they mean."""
    out = []
    i = 0
    while True:
        j = s.find('&', i)
        if j < 0:
            return ''.join(out) + s[i:]
        out.append(s[i:j])
        end = s.find(';', j)
        name = s[j + 1:end] if j < end <= j + 32 else ''
        text = None
        if name in _NAMES:
            text = _NAMES[name]
        elif name[:2] in ('#x', '#X') and all(c in '0123456789abcdefABCDEF' for c in name[2:] or 'z'):
            text = _character(int(name[2:], 16))
        elif name[:1] == '#' and name[1:].isascii() and name[1:].isdigit():
            text = _character(int(name[1:]))
        out.append('&' if text is None else text)
        i = j + 1 if text is None else end + 1


def _character(n):
    return '\ufffd' if n == 0 or 0xD800 <= n <= 0xDFFF or n > 0x10FFFF else chr(n)
