"""Text in HTML: escape() and unescape() (the names of HTML 4 and all numbers)."""
import re

__all__ = ['escape', 'unescape']

_reference = re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')


def escape(s, quote=True):
    """Replace & < > and, by default, quotes."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace('\'', "&#x27;")
    return s


def unescape(s):
    """Replace &name; and &#number; by what they mean."""
    return _reference.sub(_replace, s) if '&' in s else s


def _replace(m):
    name = m.group(1)
    if name[0] == '#':
        digits = name[1:].rstrip(';')
        return _character(int(digits[1:], 16) if digits[0] in 'xX' else int(digits))
    from html.entities import html5
    if name in html5:
        return html5[name]
    for n in range(len(name) - 1, 1, -1):       # the old names need no semicolon
        if name[:n] in html5:
            return html5[name[:n]] + name[n:]
    return '&' + name


def _character(n):
    if n == 0 or 0xD800 <= n <= 0xDFFF or n > 0x10FFFF:
        return '\ufffd'
    if 0x80 <= n <= 0x9F:                       # what Windows meant by them
        return bytes([n]).decode('cp1252', 'ignore') or chr(n)
    if n == 0x0D:
        return '\r'
    if n < 9 or 0x0B <= n < 0x20 and n != 0x0C or n == 0x0B or n == 0x7F or 0xFDD0 <= n <= 0xFDEF or n & 0xFFFE == 0xFFFE:
        return ''
    return chr(n)
