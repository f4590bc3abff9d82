"""A reader of HTML, also of bad HTML: it calls handle_ methods as the text goes by."""
import re
from html import unescape

__all__ = ['HTMLParser']

_name = re.compile(r'[a-zA-Z][^\t\n\r\f />\x00]*')
_attr = re.compile(r'''[\s/]*([^\s/>=][^\s/>=]*)(\s*=\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?''')
_charref = re.compile(r'&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]')
_entityref = re.compile(r'&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]')


class HTMLParser:
    """Override handle_starttag(tag, attrs), handle_endtag(tag), handle_data(data), ..."""
    CDATA_CONTENT_ELEMENTS = ('script', 'style')

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        self.rawdata = ''
        self.lasttag = '???'
        self.cdata_elem = None
        self.lineno, self.offset = 1, 0
        self._starttag_text = None

    def feed(self, data):
        """Some more text."""
        self.rawdata += data
        self._go(False)

    def close(self):
        """That was all."""
        self._go(True)

    def getpos(self):
        return self.lineno, self.offset

    def get_starttag_text(self):
        return self._starttag_text

    def _advance(self, i, j):
        lines = self.rawdata.count('\n', i, j)
        if lines:
            self.lineno += lines
            self.offset = j - self.rawdata.rindex('\n', i, j) - 1
        else:
            self.offset += j - i
        return j

    def _go(self, end):
        raw, i, n = self.rawdata, 0, len(self.rawdata)
        while i < n:
            j = self._data_end(i, end)
            if j < 0:
                break
            if i < j:
                text = raw[i:j]
                self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)
            i = self._advance(i, j)
            if i == n:
                break
            if raw[i] == '&':
                k = self._reference(i, end)
            else:
                k = self._markup(i)
            if k < 0:
                if not end:
                    break
                k = raw.find('>', i + 1)
                if k < 0:
                    k = raw.find('<', i + 1)
                    if k < 0:
                        k = i + 1
                else:
                    k += 1
                text = raw[i:k]
                self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)
            i = self._advance(i, k)
        if end and i < n:
            text = raw[i:]
            self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)
            i = self._advance(i, n)
        self.rawdata = raw[i:]

    def _data_end(self, i, end):
        """Where the text that begins at i ends; -1: not known yet."""
        raw, n = self.rawdata, len(self.rawdata)
        if self.cdata_elem:
            m = re.compile(r'</%s(?=[\s/>])' % self.cdata_elem, re.I).search(raw, i)
            if m:
                return m.start()
            return n if end else (-1 if self.convert_charrefs else n if '<' not in raw[i:] else -1)
        if self.convert_charrefs:
            j = raw.find('<', i)
            if j >= 0 or end:
                return n if j < 0 else j
            amp = raw.rfind('&', max(i, n - 34))    # a reference may go on
            return n if amp < 0 or re.search(r'[\s;]', raw[amp:]) else -1
        m = re.compile('[&<]').search(raw, i)
        return m.start() if m else n

    def _reference(self, i, end):
        raw = self.rawdata
        for pattern, handler in ((_charref, self.handle_charref), (_entityref, self.handle_entityref)):
            m = pattern.match(raw, i)
            if m:
                text = m.group()[1:-1]
                handler(text[1:] if handler == self.handle_charref else text)
                k = m.end()
                return k if raw[k - 1] == ';' else k - 1
        m = re.compile(r'&#?[a-zA-Z0-9]*\Z').match(raw, i)
        if m and len(m.group()) > 1 and not end:
            return -1
        self.handle_data('&')
        return i + 1

    def _markup(self, i):
        """Where the markup at i ends, which has been handled; -1: it is not complete."""
        raw = self.rawdata
        if raw.startswith('</', i):
            return self._endtag(i)
        if raw.startswith('<!--', i):
            j = raw.find('-->', i + 4)
            if j < 0:
                return -1
            self.handle_comment(raw[i + 4:j])
            return j + 3
        if raw.startswith('<?', i):
            j = raw.find('>', i + 2)
            if j < 0:
                return -1
            self.handle_pi(raw[i + 2:j])
            return j + 1
        if raw.startswith('<![', i):
            j = raw.find(']>', i + 3)
            if j < 0:
                return -1
            self.unknown_decl(raw[i + 3:j].rstrip(']') if raw.startswith('<![CDATA[', i) and raw[j - 1] == ']' else raw[i + 3:j])
            return j + 2
        if raw.startswith('<!', i):
            j = raw.find('>', i + 2)
            if j < 0:
                return -1
            if raw[i:i + 9].lower() == '<!doctype':
                self.handle_decl(raw[i + 2:j])
            else:
                self.handle_comment(raw[i + 2:j])
            return j + 1
        if _name.match(raw, i + 1):
            return self._starttag(i)
        if i + 1 < len(raw):
            self.handle_data('<')
            return i + 1
        return -1

    def _starttag(self, i):
        raw = self.rawdata
        m = _name.match(raw, i + 1)
        tag = self.lasttag = m.group().lower()
        k, attrs = m.end(), []
        while True:
            a = _attr.match(raw, k)
            if not a:
                break
            name, rest, value = a.groups()
            if not rest:
                value = None
            elif value[:1] in ('"', "'") and value[:1] == value[-1:] and len(value) > 1:
                value = value[1:-1]
            attrs.append((name.lower(), unescape(value) if value else value))
            k = a.end()
        m = re.compile(r'[\s/]*').match(raw, k)
        end = m.end()
        if end >= len(raw):
            return -1
        if raw[end] != '>':
            j = raw.find('>', end)
            if j < 0:
                return -1
            self._starttag_text = raw[i:j + 1]
            self.handle_data(self._starttag_text)
            return j + 1
        self._starttag_text = raw[i:end + 1]
        if raw[end - 1] == '/':
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return end + 1

    def _endtag(self, i):
        raw = self.rawdata
        j = raw.find('>', i + 2)
        if j < 0:
            return -1
        m = _name.match(raw, i + 2)
        if not m:
            if raw[i:i + 3] == '</>':
                return i + 3
            self.handle_comment(raw[i + 2:j])
            return j + 1
        self.handle_endtag(m.group().lower())
        self.clear_cdata_mode()
        return j + 1

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()

    def clear_cdata_mode(self):
        self.cdata_elem = None

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
