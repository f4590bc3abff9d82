"""Settings in sections: [section], then name = value."""
import re
import sys
from collections import ChainMap
from collections.abc import MutableMapping

__all__ = ['NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError', 'InterpolationError',
           'InterpolationDepthError', 'InterpolationMissingOptionError', 'InterpolationSyntaxError', 'ParsingError',
           'MissingSectionHeaderError', 'ConfigParser', 'SafeConfigParser', 'RawConfigParser', 'Interpolation',
           'BasicInterpolation', 'ExtendedInterpolation', 'LegacyInterpolation', 'SectionProxy', 'ConverterMapping',
           'DEFAULTSECT', 'MAX_INTERPOLATION_DEPTH']

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()


class Error(Exception):
    """Base of the errors here."""

    def __init__(self, msg=''):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        Error.__init__(self, 'No section: %r' % (section,))
        self.section = section
        self.args = (section,)


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        text = repr(section) + ' already exists'
        if source is not None:
            text = 'While reading from ' + repr(source) + (' [line {0:2d}]'.format(lineno) if lineno is not None else '') + \
                ': section ' + text
        else:
            text = 'Section ' + text
        Error.__init__(self, text)
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        text = repr(option) + ' in section ' + repr(section) + ' already exists'
        if source is not None:
            text = 'While reading from ' + repr(source) + (' [line {0:2d}]'.format(lineno) if lineno is not None else '') + \
                ': option ' + text
        else:
            text = 'Option ' + text
        Error.__init__(self, text)
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    def __init__(self, option, section):
        Error.__init__(self, 'No option %r in section: %r' % (option, section))
        self.option, self.section = option, section
        self.args = (option, section)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        msg = ('Bad value substitution: option {!r} in section {!r} contains an interpolation key {!r} which is not a valid '
               'option name. Raw value: {!r}'.format(option, section, reference, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """A % or $ that means nothing."""


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        msg = ('Recursion limit exceeded in value substitution: option {!r} in section {!r} contains an interpolation key which '
               'cannot be substituted in {} steps. Raw value: {!r}'.format(option, section, MAX_INTERPOLATION_DEPTH, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.args = (option, section, rawval)


class ParsingError(Error):
    def __init__(self, source=None, filename=None):
        if source is None:
            source = filename
        Error.__init__(self, 'Source contains parsing errors: %r' % source)
        self.source = source
        self.errors = []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += '\n\t[line %2d]: %s' % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\nfile: %r, line: %d\n%r' % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class Interpolation:
    """No interpolation at all."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _References(Interpolation):
    """Values that refer to others: _sign and _open begin a reference, a doubled _sign stands for itself; _find says what one stands for."""
    _sign = _open = _key = None

    def before_get(self, parser, section, option, value, defaults):
        out = []
        self._expand(parser, option, out, value, section, defaults, 1)
        return ''.join(out)

    def before_set(self, parser, section, option, value):
        sign = self._sign
        rest = self._key.sub('', value.replace(sign * 2, ''))
        if sign in rest:
            raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find(sign)))
        return value

    def _expand(self, parser, option, out, rest, section, names, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        sign, opening = self._sign, self._open
        while rest:
            at = rest.find(sign)
            if at < 0:
                out.append(rest)
                return
            out.append(rest[:at])
            rest = rest[at:]
            if rest[1:2] == sign:
                out.append(sign)
                rest = rest[2:]
            elif rest[1:2] == opening:
                m = self._key.match(rest)
                if m is None:
                    raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % rest)
                rest = rest[m.end():]
                value, where, name, known = self._find(parser, option, section, names, m.group(1), raw, rest)
                if sign in value:
                    self._expand(parser, name, out, value, where, names if known else dict(parser.items(where, raw=True)), depth + 1)
                else:
                    out.append(value)
            else:
                raise InterpolationSyntaxError(option, section, "'%s' must be followed by '%s' or '%s', found: %r" % (sign, sign, opening, rest))


class BasicInterpolation(_References):
    """%(name)s stands for another option of the section or its defaults."""
    _sign, _open = '%', '('
    _key = re.compile(r'%\(([^)]+)\)s')

    def _find(self, parser, option, section, names, key, raw, rest):
        name = parser.optionxform(key)
        try:
            return names[name], section, option, True
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None


class ExtendedInterpolation(_References):
    """${name} and ${section:name}."""
    _sign, _open = '$', '{'
    _key = re.compile(r'\$\{([^}]+)\}')

    def _find(self, parser, option, section, names, key, raw, rest):
        path = key.split(':')
        where, name = section, option
        try:
            if len(path) == 1:
                name = parser.optionxform(path[0])
                value = names[name]
            elif len(path) == 2:
                where, name = path[0], parser.optionxform(path[1])
                value = parser.get(where, name, raw=True)
            else:
                raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, ':'.join(path)) from None
        return value, where, name, False


class LegacyInterpolation(BasicInterpolation):
    """As BasicInterpolation; what is written is not checked."""

    def before_set(self, parser, section, option, value):
        return value


class RawConfigParser(MutableMapping):
    """Sections of options, without interpolation."""
    _DEFAULT_INTERPOLATION = Interpolation()
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    SECTCRE = re.compile(r'\[(?P<header>.+)\]')
    NONSPACECRE = re.compile(r'\S')

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'), comment_prefixes=('#', ';'),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections = dict_type()
        self._defaults = dict_type()
        self._converters = ConverterMapping(self)
        self._proxies = dict_type()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        d = '|'.join(re.escape(x) for x in delimiters)
        self._optcre = re.compile(r'(?P<option>.*?)\s*(?:(?P<vi>%s)\s*(?P<value>.*))%s$' % (d, '?' if allow_no_value else ''))
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_prefixes = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines = empty_lines_in_values
        self.default_section = default_section
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation
        if self._interpolation is None:
            self._interpolation = Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f'interpolation= must be None or an instance of Interpolation; got an object of type {type(self._interpolation)}')
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def _read_defaults(self, defaults):
        self.read_dict({self.default_section: defaults})
        for option, value in self._defaults.items():
            self._defaults[option] = value

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError('Invalid section name: %r' % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        try:
            opts = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        opts.update(self._defaults)
        return list(opts.keys())

    def read(self, filenames, encoding=None):
        """Read files; those that cannot be opened are passed over. The names of those that were read."""
        import os
        if isinstance(filenames, (str, bytes, os.PathLike)):
            filenames = [filenames]
        done = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as file:
                    self._read(file, filename)
            except OSError:
                continue
            done.append(os.fspath(filename))
        return done

    def read_file(self, f, source=None):
        if source is None:
            source = getattr(f, 'name', '<???>')
        self._read(f, source)

    def read_string(self, string, source='<string>'):
        self._read(string.splitlines(True), source)

    def read_dict(self, dictionary, source='<dict>'):
        seen = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in seen:
                    raise DuplicateOptionError(section, key, source)
                seen.add((section, key))
                self.set(section, key, value)

    def _read(self, lines, name):
        seen = set()
        current, current_name, option = None, None, None
        indent = 0
        error = None
        for lineno, line in enumerate(lines, 1):
            text = line
            for prefix in self._inline_prefixes:
                at = -1
                while True:
                    at = text.find(prefix, at + 1)
                    if at < 0:
                        break
                    if at == 0 or text[at - 1].isspace():
                        text = text[:at]
                        break
            comment = line.strip().startswith(self._comment_prefixes) if self._comment_prefixes else False
            value = '' if comment else text.strip()
            if not value:
                if self._empty_lines:
                    if not comment and current is not None and option and current.get(option) is not None:
                        current[option].append('')
                else:
                    indent = sys.maxsize
                continue
            first = self.NONSPACECRE.search(line)
            depth = first.start() if first else 0
            if current is not None and option and depth > indent:
                if current[option] is None:
                    raise ParsingError(name)
                current[option].append(value)
                continue
            indent = depth
            m = self.SECTCRE.match(value)
            if m:
                current_name = m.group('header')
                if current_name in self._sections:
                    if self._strict and current_name in seen:
                        raise DuplicateSectionError(current_name, name, lineno)
                    current = self._sections[current_name]
                    seen.add(current_name)
                elif current_name == self.default_section:
                    current = self._defaults
                else:
                    current = self._dict()
                    self._sections[current_name] = current
                    self._proxies[current_name] = SectionProxy(self, current_name)
                    seen.add(current_name)
                option = None
            elif current is None:
                raise MissingSectionHeaderError(name, lineno, line)
            else:
                m = self._optcre.match(value)
                if not m or not m.group('option'):
                    error = error or ParsingError(name)
                    error.append(lineno, repr(line))
                    continue
                option = self.optionxform(m.group('option').rstrip())
                if self._strict and (current_name, option) in seen:
                    raise DuplicateOptionError(current_name, option, name, lineno)
                seen.add((current_name, option))
                found = m.group('value')
                current[option] = [found.strip()] if found is not None else None
        for section, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for key, value in options.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                options[key] = self._interpolation.before_read(self, section, key, value)
        if error:
            raise error

    def _chain(self, section, vars):
        own = {}
        try:
            own = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        extra = {self.optionxform(k): None if v is None else str(v) for k, v in vars.items()} if vars else {}
        return ChainMap(extra, own, self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """A value as text."""
        try:
            names = self._chain(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = names[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section) from None
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, names)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, **kwargs):
        return self._get_conv(section, option, int, **kwargs)

    def getfloat(self, section, option, **kwargs):
        return self._get_conv(section, option, float, **kwargs)

    def getboolean(self, section, option, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        """(name, section) pairs, or the (option, value) pairs of a section."""
        if section is _UNSET:
            return super().items()
        d = self._defaults.copy()
        try:
            d.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        keys = list(d)
        if vars:
            for key, value in vars.items():
                d[self.optionxform(key)] = value
        if raw:
            return [(key, d[key]) for key in keys]
        return [(key, self._interpolation.before_get(self, section, key, d[key], d) if d[key] is not None else None) for key in keys]

    def popitem(self):
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        return optionstr.lower()

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            options = self._defaults
        else:
            try:
                options = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        options[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        d = ' {} '.format(self._delimiters[0]) if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), d)
        for section in self._sections:
            self._write_section(fp, section, self._sections[section].items(), d)

    def _write_section(self, fp, name, items, delimiter):
        fp.write('[{}]\n'.format(name))
        for key, value in items:
            value = self._interpolation.before_write(self, name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace('\n', '\n\t')
            else:
                value = ''
            fp.write('{}{}\n'.format(key, value))
        fp.write('\n')

    def remove_option(self, section, option):
        if not section or section == self.default_section:
            options = self._defaults
        else:
            try:
                options = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        return options.pop(self.optionxform(option), _UNSET) is not _UNSET

    def remove_section(self, section):
        if section not in self._sections:
            return False
        del self._sections[section], self._proxies[section]
        return True

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return iter([self.default_section, *self._sections])

    @property
    def converters(self):
        return self._converters


class ConfigParser(RawConfigParser):
    """With interpolation; options are texts."""
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def _check(self, option='', value=''):
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError('option values must be strings')

    def set(self, section, option, value=None):
        self._check(option, value)
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError('section names must be strings')
        super().add_section(section)

    def _read_defaults(self, defaults):
        held, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = held


class SafeConfigParser(ConfigParser):
    """The old name of ConfigParser."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        from warnings import warn
        warn('The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be removed in Python 3.12.'
             ' Use ConfigParser directly instead.', DeprecationWarning, stacklevel=2)


class SectionProxy(MutableMapping):
    """One section as a mapping."""

    def __init__(self, parser, name):
        self._parser = parser
        self._name = name
        for conv in parser._converters:
            self._add_getter(conv)

    def _add_getter(self, conv):
        method = getattr(self._parser, 'get' + conv)
        setattr(self, 'get' + conv, lambda option, fallback=None, **kwargs: method(self._name, option, fallback=fallback, **kwargs))

    def __repr__(self):
        return '<Section: {}>'.format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        if isinstance(self._parser, ConfigParser):
            self._parser._check(key, value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def _options(self):
        return self._parser.defaults() if self._name == self._parser.default_section else self._parser.options(self._name)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return iter(self._options())

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getint(self, option, fallback=None, **kwargs):
        return self._parser.getint(self._name, option, fallback=fallback, **kwargs)

    def getfloat(self, option, fallback=None, **kwargs):
        return self._parser.getfloat(self._name, option, fallback=fallback, **kwargs)

    def getboolean(self, option, fallback=None, **kwargs):
        return self._parser.getboolean(self._name, option, fallback=fallback, **kwargs)


class ConverterMapping(MutableMapping):
    """The converters of a parser: `name` gives getname() methods."""

    def __init__(self, parser):
        self._parser = parser
        self._data = {'int': None, 'float': None, 'boolean': None}
        for name in self._data:
            self._data[name] = getattr(parser, 'get' + name)

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        parser = self._parser
        self._data[key] = value
        setattr(parser, 'get' + key, lambda section, option, **kwargs: parser._get_conv(section, option, value, **kwargs))
        for proxy in parser._proxies.values():
            proxy._add_getter(key)

    def __delitem__(self, key):
        del self._data[key]
        if 'get' + key in vars(self._parser):
            delattr(self._parser, 'get' + key)
        for proxy in self._parser._proxies.values():
            if 'get' + key in vars(proxy):
                delattr(proxy, 'get' + key)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
