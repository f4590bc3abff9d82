"""Sentences in the language of the person: catalogues of translations (.mo files) as GNU gettext writes them."""
import os
import struct

_domain, _folders, _known = 'messages', {}, {}
_default_folder = '/usr/share/locale'


class NullTranslations:
    """No translation: the sentences as they are, or as the fallback has them."""

    def __init__(self, fp=None):
        self._info, self._charset, self._fallback = {}, None, None
        if fp is not None:
            self._parse(fp)

    def _parse(self, fp):
        pass

    def add_fallback(self, fallback):
        if self._fallback:
            self._fallback.add_fallback(fallback)
        else:
            self._fallback = fallback

    def gettext(self, message):
        return self._fallback.gettext(message) if self._fallback else message

    def ngettext(self, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.ngettext(msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context, message):
        return self._fallback.pgettext(context, message) if self._fallback else message

    def npgettext(self, context, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.npgettext(context, msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def info(self):
        return self._info

    def charset(self):
        return self._charset

    def install(self, names=None):
        import builtins
        builtins.__dict__['_'] = self.gettext
        for name in names or ():
            if name in ('gettext', 'ngettext', 'pgettext', 'npgettext'):
                builtins.__dict__[name] = getattr(self, name)


def c2py(plural):
    """The function that a Plural-Forms header is: C's operators, of n alone."""
    import re
    if len(plural) > 1000:
        raise ValueError('plural form expression is too long')
    words = re.findall(r'\s*(\d+|n\b|&&|\|\||[=!<>]=|[-+*/%<>!?:()])', plural)
    if ''.join(words) != re.sub(r'\s', '', plural):
        raise ValueError('invalid token in plural form: %s' % plural)
    levels = [('||',), ('&&',), ('==', '!='), ('<', '>', '<=', '>='), ('+', '-'), ('*', '/', '%')]
    at = 0

    def take(*wanted):
        nonlocal at
        if at < len(words) and words[at] in wanted:
            at += 1
            return words[at - 1]
        return None

    def choice():
        condition = binary(0)
        if not take('?'):
            return condition
        yes = choice()
        if not take(':'):
            raise ValueError('unexpected end of plural form')
        no = choice()
        return lambda n: yes(n) if condition(n) else no(n)

    def binary(level):
        if level == len(levels):
            return unary()
        left = binary(level + 1)
        while True:
            sign = take(*levels[level])
            if sign is None:
                return left
            left = _joined(sign, left, binary(level + 1))

    def unary():
        if take('!'):
            inner = unary()
            return lambda n: not inner(n)
        if take('('):
            inner = choice()
            if not take(')'):
                raise ValueError('unbalanced parenthesis in plural form')
            return inner
        if take('n'):
            return lambda n: n
        if at < len(words) and words[at].isdigit():
            number = int(take(words[at]))
            return lambda n: number
        raise ValueError('unexpected token in plural form: %s' % words[at] if at < len(words) else 'unexpected end of plural form')

    form = choice()
    if at < len(words):
        raise ValueError('unexpected token in plural form: %s' % words[at])

    def number_of(n):
        if not isinstance(n, int):
            raise TypeError('Plural value must be an integer, got %s' % type(n).__name__)
        return int(form(n))
    return number_of


def _joined(sign, a, b):
    return {'||': lambda n: a(n) or b(n), '&&': lambda n: a(n) and b(n), '==': lambda n: a(n) == b(n), '!=': lambda n: a(n) != b(n),
            '<': lambda n: a(n) < b(n), '>': lambda n: a(n) > b(n), '<=': lambda n: a(n) <= b(n), '>=': lambda n: a(n) >= b(n),
            '+': lambda n: a(n) + b(n), '-': lambda n: a(n) - b(n), '*': lambda n: a(n) * b(n), '/': lambda n: a(n) // b(n), '%': lambda n: a(n) % b(n)}[sign]


class GNUTranslations(NullTranslations):
    """The translations of a .mo file."""

    CONTEXT = '%s\x04%s'

    def _parse(self, fp):
        data = fp.read()
        self._catalog, self.plural = {}, lambda n: int(n != 1)
        magic = struct.unpack('<I', data[:4])[0]
        if magic not in (0x950412de, 0xde120495):
            raise OSError(0, 'Bad magic number', getattr(fp, 'name', ''))
        order = '<' if magic == 0x950412de else '>'
        version, count, originals, translated = struct.unpack(order + '4I', data[4:20])
        if version >> 16 > 1:
            raise OSError(0, 'Bad version number ' + str(version >> 16), getattr(fp, 'name', ''))
        for i in range(count):
            size, at = struct.unpack(order + '2I', data[originals + 8 * i:originals + 8 * i + 8])
            size_to, at_to = struct.unpack(order + '2I', data[translated + 8 * i:translated + 8 * i + 8])
            if at + size > len(data) or at_to + size_to > len(data):
                raise OSError(0, 'File is corrupt', getattr(fp, 'name', ''))
            original, text = data[at:at + size], data[at_to:at_to + size_to]
            if not original:
                self._headers(text.decode('ascii', 'replace'))
            charset = self._charset or 'ascii'
            if b'\0' in original:
                one = original.split(b'\0')[0].decode(charset)
                for n, form in enumerate(text.split(b'\0')):
                    self._catalog[one, n] = form.decode(charset)
            else:
                self._catalog[original.decode(charset)] = text.decode(charset)

    def _headers(self, text):
        for line in text.split('\n'):
            name, colon, value = line.strip().partition(':')
            name, value = name.strip().lower(), value.strip()
            if not colon:
                continue
            self._info[name] = value
            if name == 'content-type' and 'charset=' in value:
                self._charset = value.split('charset=')[1]
            elif name == 'plural-forms' and 'plural=' in value:
                self.plural = c2py(value.split('plural=')[1].split(';')[0])

    def _find(self, key, instead):
        return self._catalog[key] if key in self._catalog else self._catalog[key, self.plural(1)] if (key, self.plural(1)) in self._catalog else instead()

    def gettext(self, message):
        return self._find(message, lambda: super(GNUTranslations, self).gettext(message))

    def pgettext(self, context, message):
        return self._find(self.CONTEXT % (context, message), lambda: super(GNUTranslations, self).pgettext(context, message))

    def ngettext(self, msgid1, msgid2, n):
        found = self._catalog.get((msgid1, self.plural(n)))
        return super().ngettext(msgid1, msgid2, n) if found is None else found

    def npgettext(self, context, msgid1, msgid2, n):
        found = self._catalog.get((self.CONTEXT % (context, msgid1), self.plural(n)))
        return super().npgettext(context, msgid1, msgid2, n) if found is None else found


# ---- where they are ----

def _languages():
    for name in ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'):
        if os.environ.get(name):
            return os.environ[name].split(':')
    return []


def _narrower(name):
    """de_DE.UTF-8@euro: with and without each of its parts, the longest first."""
    name, _, modifier = name.partition('@')
    name, _, charset = name.partition('.')
    language, _, territory = name.partition('_')
    for with_territory in ((True, False) if territory else (False,)):
        for with_charset in ((True, False) if charset else (False,)):
            for with_modifier in ((True, False) if modifier else (False,)):
                yield language + ('_' + territory if with_territory else '') + ('.' + charset if with_charset else '') + ('@' + modifier if with_modifier else '')


def find(domain, localedir=None, languages=None, all=False):
    """The path of the .mo file of a domain; all: the paths."""
    found = []
    names = []
    for language in languages if languages is not None else _languages() + ['C']:
        names += [each for each in _narrower(language) if each not in names]
    for name in names:
        if name == 'C':
            break
        path = os.path.join(localedir or _default_folder, name, 'LC_MESSAGES', domain + '.mo')
        if os.path.exists(path):
            if not all:
                return path
            found.append(path)
    return found if all else None


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    """The translations of a domain: those of the first language that there is, with the others behind them."""
    paths = find(domain, localedir, languages, all=True)
    if not paths:
        if fallback:
            return NullTranslations()
        from errno import ENOENT
        raise FileNotFoundError(ENOENT, 'No translation file found for domain', domain)
    first, make = None, class_ or GNUTranslations
    for path in paths:
        key = make, os.path.abspath(path)
        if key not in _known:
            with open(path, 'rb') as f:
                _known[key] = make(f)
        import copy
        each = copy.copy(_known[key])
        if first is None:
            first = each
        else:
            first.add_fallback(each)
    return first


def install(domain, localedir=None, *, names=None):
    translation(domain, localedir, fallback=True).install(names)


def textdomain(domain=None):
    global _domain
    if domain is not None:
        _domain = domain
    return _domain


def bindtextdomain(domain, localedir=None):
    if localedir is not None:
        _folders[domain] = localedir
    return _folders.get(domain, _default_folder)


def dgettext(domain, message):
    return translation(domain, _folders.get(domain), fallback=True).gettext(message)


def dngettext(domain, msgid1, msgid2, n):
    return translation(domain, _folders.get(domain), fallback=True).ngettext(msgid1, msgid2, n)


def dpgettext(domain, context, message):
    return translation(domain, _folders.get(domain), fallback=True).pgettext(context, message)


def dnpgettext(domain, context, msgid1, msgid2, n):
    return translation(domain, _folders.get(domain), fallback=True).npgettext(context, msgid1, msgid2, n)


def gettext(message):
    return dgettext(_domain, message)


def ngettext(msgid1, msgid2, n):
    return dngettext(_domain, msgid1, msgid2, n)


def pgettext(context, message):
    return dpgettext(_domain, context, message)


def npgettext(context, msgid1, msgid2, n):
    return dnpgettext(_domain, context, msgid1, msgid2, n)


Catalog = translation
