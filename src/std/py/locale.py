"""Ways to write numbers in a country.  perch knows the locales C, POSIX and C.UTF-8, which all write alike."""
import functools
import re

__all__ = ['getlocale', 'getdefaultlocale', 'getpreferredencoding', 'Error', 'setlocale', 'resetlocale', 'localeconv',
           'strcoll', 'strxfrm', 'str', 'atof', 'atoi', 'format', 'format_string', 'currency', 'normalize',
           'LC_CTYPE', 'LC_COLLATE', 'LC_TIME', 'LC_MONETARY', 'LC_NUMERIC', 'LC_ALL', 'CHAR_MAX', 'getencoding',
           'LC_MESSAGES']

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
_str = str
_names = {c: 'C' for c in range(LC_ALL)}
_names[LC_CTYPE] = 'C.UTF-8'


class Error(Exception):
    """There is no such locale."""


def localeconv():
    """How numbers are written here."""
    conv = dict.fromkeys(('int_curr_symbol', 'currency_symbol', 'mon_decimal_point', 'mon_thousands_sep'), '')
    conv['mon_grouping'] = []
    conv.update(positive_sign='', negative_sign='')
    conv.update(dict.fromkeys(('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes',
                               'n_sep_by_space', 'p_sign_posn', 'n_sign_posn'), CHAR_MAX))
    conv.update(decimal_point='.', thousands_sep='', grouping=[])
    conv.update(_override_localeconv)
    return conv


_override_localeconv = {}


def setlocale(category, locale=None):
    """Set a locale, or ask for it."""
    if not isinstance(category, int) or not 0 <= category <= LC_ALL:
        raise Error('invalid locale category')
    if locale is not None:
        if not isinstance(locale, _str):
            locale = normalize('.'.join(part for part in locale if part))
        if locale == '':
            locale = 'C.UTF-8'
        parts = [part.partition('=')[2] or part for part in locale.split(';')]
        if any(part not in ('C', 'POSIX', 'C.UTF-8', 'C.utf8', 'C.UTF8') for part in parts):
            raise Error('unsupported locale setting')
        for c in range(LC_ALL) if category == LC_ALL else (category,):
            _names[c] = parts[0]
    if category != LC_ALL:
        return _names[category]
    if len(set(_names.values())) == 1:
        return _names[LC_CTYPE]
    order = (('LC_CTYPE', LC_CTYPE), ('LC_NUMERIC', LC_NUMERIC), ('LC_TIME', LC_TIME), ('LC_COLLATE', LC_COLLATE),
             ('LC_MONETARY', LC_MONETARY), ('LC_MESSAGES', LC_MESSAGES))
    rest = ('LC_PAPER', 'LC_NAME', 'LC_ADDRESS', 'LC_TELEPHONE', 'LC_MEASUREMENT', 'LC_IDENTIFICATION')
    return ';'.join(['%s=%s' % (name, _names[c]) for name, c in order] + ['%s=C' % name for name in rest])


def resetlocale(category=LC_ALL):
    setlocale(category, '')


def getlocale(category=LC_CTYPE):
    if category == LC_ALL and len(set(_names.values())) > 1:
        raise TypeError('category LC_ALL is not supported')
    name = _names[LC_CTYPE if category == LC_ALL else category]
    return (None, None) if name in ('C', 'POSIX') else ('en_US', 'UTF-8')


def getdefaultlocale(envvars=('LC_ALL', 'LC_CTYPE', 'LANG', 'LANGUAGE')):
    return 'en_US', 'UTF-8'


def getencoding():
    return 'UTF-8'


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def normalize(localename):
    return localename


def strcoll(a, b):
    return (a > b) - (a < b)


def strxfrm(s):
    return s


def _grouping_intervals(grouping):
    """The sizes of the groups from the right, as the C library describes them."""
    last = None
    for size in grouping:
        if size == CHAR_MAX:
            return
        if size == 0:
            while last:
                yield last
        last = size
        yield size
    while last:
        yield last


def _group(text, monetary=False):
    conv = localeconv()
    separator = conv['mon_thousands_sep' if monetary else 'thousands_sep']
    grouping = conv['mon_grouping' if monetary else 'grouping']
    if not grouping:
        return text, 0
    m = re.match(r'(\s*[-+]?)(\d*)(.*)', text, re.S)
    head, digits, tail = m.groups()
    groups = []
    for size in _grouping_intervals(grouping):
        if len(digits) <= size:
            break
        groups.append(digits[-size:])
        digits = digits[:-size]
    if digits:
        groups.append(digits)
    groups.reverse()
    return head + separator.join(groups) + tail, len(separator) * (len(groups) - 1)


_percent = re.compile(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')


def _localize(text, grouping=False, monetary=False):
    if '.' in text:
        point = localeconv()['mon_decimal_point' if monetary else 'decimal_point']
        head, _, tail = text.partition('.')
        if grouping:
            head = _group(head, monetary)[0]
        return head + point + tail
    return _group(text, monetary)[0] if grouping else text


def _format(percent, value, grouping=False, monetary=False, *additional):
    text = percent % ((value, *additional) if additional else value)
    if percent[-1] in 'eEfFgGdiu':
        wide = len(text)
        text = _localize(text.strip() if grouping else text, grouping, monetary)
        if grouping:
            text = text.ljust(wide) if '-' in percent[:-1] else text.rjust(wide)
    return text


def format_string(f, val, grouping=False, monetary=False):
    """f % val with the separators of the locale."""
    percents = list(_percent.finditer(f))
    new = _percent.sub('%s', f)
    if isinstance(val, (dict,)) or hasattr(val, 'keys'):
        new_val = ['%' if p.group()[-1] == '%' else _format(p.group(), val, grouping, monetary) for p in percents]
    else:
        if not isinstance(val, tuple):
            val = (val,)
        new_val, i = [], 0
        for p in percents:
            if p.group()[-1] == '%':
                new_val.append('%')
            else:
                stars = p.group('modifiers').count('*')
                new_val.append(_format(p.group(), val[i], grouping, monetary, *val[i + 1:i + 1 + stars]))
                i += 1 + stars
    return new % tuple(new_val)


def format(percent, value, grouping=False, monetary=False, *additional):
    from warnings import warn
    warn("This method will be removed in a future version of Python. Use 'locale.format_string()' instead.",
         DeprecationWarning, stacklevel=2)
    m = _percent.match(percent)
    if not m or len(m.group()) != len(percent):
        raise ValueError('format() must be given exactly one %%char format specifier, %s not valid' % repr(percent))
    return _format(percent, value, grouping, monetary, *additional)


def currency(val, symbol=True, grouping=False, international=False):
    """A sum of money."""
    conv = localeconv()
    digits = conv['int_frac_digits' if international else 'frac_digits']
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    text = _localize(f'{abs(val):.{digits}f}', grouping, monetary=True)
    if symbol:
        mark = conv['int_curr_symbol' if international else 'currency_symbol']
        before = conv['n_cs_precedes' if val < 0 else 'p_cs_precedes']
        gap = ' ' if conv['n_sep_by_space' if val < 0 else 'p_sep_by_space'] else ''
        text = mark + gap + text if before else text + gap + mark
    sign = conv['negative_sign' if val < 0 else 'positive_sign']
    return sign + text


def str(val):
    return _format('%.12g', val)


def delocalize(string):
    conv = localeconv()
    if conv['thousands_sep']:
        string = string.replace(conv['thousands_sep'], '')
    return string.replace(conv['decimal_point'], '.')


def localize(string, grouping=False, monetary=False):
    return _localize(string, grouping, monetary)


def atof(string, func=float):
    return func(delocalize(string))


def atoi(string):
    return int(delocalize(string))
