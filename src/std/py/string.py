"""Character constants, string templates and the machinery of str.format."""
__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords",
           "digits", "hexdigits", "octdigits", "printable", "punctuation",
           "whitespace", "Formatter", "Template"]

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Capitalize every word; runs of white space become one blank."""
    return (sep or ' ').join(word.capitalize() for word in s.split(sep))


_given = object()


class Template:
    """$-substitution: Template('$who likes ${what}').substitute(who=..., what=...)"""

    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = None                                # IGNORECASE, set in __init_subclass__

    def __init_subclass__(cls):
        super().__init_subclass__()
        import re
        if 'pattern' in cls.__dict__:
            pattern = cls.pattern
        else:
            delim = re.escape(cls.delimiter)
            name = cls.idpattern
            braced = cls.braceidpattern or cls.idpattern
            pattern = (rf'{delim}(?:(?P<escaped>{delim})|(?P<named>{name})|'
                       rf'{{(?P<braced>{braced})}}|(?P<invalid>))')
        flags = re.IGNORECASE if cls.flags is None else cls.flags
        cls.pattern = re.compile(pattern, flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template
        if not hasattr(type(self), 'pattern'):
            Template.__init_subclass__.__func__(Template)

    def _invalid(self, mo):
        i = mo.start('invalid')
        lines = self.template[:i].splitlines(keepends=True)
        if not lines:
            col, row = 1, 1
        else:
            col, row = i - len(''.join(lines[:-1])), len(lines)
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (row, col))

    def _replace(self, mapping, kws, safe):
        if mapping is _given:
            mapping = kws
        elif kws:
            from collections import ChainMap
            mapping = ChainMap(kws, mapping)

        def convert(mo):
            name = mo.group('named') or mo.group('braced')
            if name is not None:
                if safe:
                    try:
                        return str(mapping[name])
                    except KeyError:
                        return mo.group()
                return str(mapping[name])
            if mo.group('escaped') is not None:
                return self.delimiter
            if mo.group('invalid') is not None:
                return mo.group() if safe else self._invalid(mo)
            raise ValueError('Unrecognized named group in pattern', self.pattern)
        return self.pattern.sub(convert, self.template)

    def substitute(self, mapping=_given, /, **kws):
        """Replace all placeholders; KeyError for one without a value."""
        return self._replace(mapping, kws, False)

    def safe_substitute(self, mapping=_given, /, **kws):
        """Replace what can be replaced; the rest stays."""
        return self._replace(mapping, kws, True)

    def get_identifiers(self):
        """The names of the placeholders, in order."""
        names = []
        for mo in self.pattern.finditer(self.template):
            name = mo.group('named') or mo.group('braced')
            if name is not None and name not in names:
                names.append(name)
        return names

    def is_valid(self):
        """False if substitute() would raise ValueError."""
        return all(mo.group('invalid') is None for mo in self.pattern.finditer(self.template))


def _split_fields(format_string):
    """Yield (literal, field name, spec, conversion); field name None at the end."""
    literal = []
    i, n = 0, len(format_string)
    while i < n:
        c = format_string[i]
        if c not in '{}':
            literal.append(c)
            i += 1
            continue
        if format_string[i + 1:i + 2] == c:
            literal.append(c)
            yield ''.join(literal), None, None, None
            literal = []
            i += 2
            continue
        if c == '}':
            raise ValueError("Single '}' encountered in format string")
        depth, j = 1, i + 1
        while j < n:
            d = format_string[j]
            if d == '{':
                depth += 1
            elif d == '}':
                depth -= 1
                if depth == 0:
                    break
            j += 1
        if depth:
            raise ValueError("Single '{' encountered in format string" if i + 1 == n
                             else "expected '}' before end of string")
        yield (''.join(literal),) + _split_field(format_string[i + 1:j])
        literal = []
        i = j + 1
    if literal:
        yield ''.join(literal), None, None, None


def _split_field(text):
    bracket = False
    for i, c in enumerate(text):
        if c == '[':
            bracket = True
        elif c == ']':
            bracket = False
        elif c in ':!' and not bracket:
            break
    else:
        return text, '', None
    name, rest = text[:i], text[i:]
    conversion = None
    if rest[0] == '!':
        if len(rest) < 2:
            raise ValueError("end of string while looking for conversion specifier")
        conversion, rest = rest[1], rest[2:]
        if rest and rest[0] != ':':
            raise ValueError("expected ':' after conversion specifier")
    return name, rest[1:], conversion


def _split_name(field_name):
    """'a.b[0]' as 'a', [(True, 'b'), (False, 0)]; numbers as ints."""
    end = len(field_name)
    for i, c in enumerate(field_name):
        if c in '.[':
            end = i
            break
    first, rest = field_name[:end], field_name[end:]
    steps = []
    while rest:
        if rest[0] == '.':
            i = 1
            while i < len(rest) and rest[i] not in '.[':
                i += 1
            name, rest = rest[1:i], rest[i:]
            if not name:
                raise ValueError("Empty attribute in format string")
            steps.append((True, name))
        elif rest[0] == '[':
            i = rest.find(']')
            if i < 0:
                raise ValueError("Missing ']' in format string")
            name, rest = rest[1:i], rest[i + 1:]
            if not name:
                raise ValueError("Empty attribute in format string")
            steps.append((False, int(name) if name.isdigit() else name))
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
    return (int(first) if first.isdigit() else first), steps


class Formatter:
    """str.format with every step open to being overridden."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto=0):
        if depth < 0:
            raise ValueError('Max string recursion exceeded')
        result = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                result.append(literal)
            if name is None:
                continue
            if name == '' or name[0] in '.[':
                if auto is False:
                    raise ValueError('cannot switch from manual field specification to '
                                     'automatic field numbering')
                name = str(auto) + name
                auto += 1
            elif name.isdigit():
                if auto:
                    raise ValueError('cannot switch from manual field specification to '
                                     'automatic field numbering')
                auto = False
            obj, key = self.get_field(name, args, kwargs)
            used.add(key)
            obj = self.convert_field(obj, conversion)
            spec, auto = self._vformat(spec, args, kwargs, used, depth - 1, auto)
            result.append(self.format_field(obj, spec))
        return ''.join(result), auto

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == 's':
            return str(value)
        if conversion == 'r':
            return repr(value)
        if conversion == 'a':
            return ascii(value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))

    def parse(self, format_string):
        return _split_fields(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_name(field_name)
        obj = self.get_value(first, args, kwargs)
        for is_attr, name in rest:
            obj = getattr(obj, name) if is_attr else obj[name]
        return obj, first
