"""get_ipython().display_formatter: how programs say in which formats the values of a class are shown."""
from perch import display, pretty

_PLAIN = 'text/plain'


class Formatter:
    """One format: for_type(class, function) sets what makes it of a class's values; function None: which one does."""

    def __init__(self, shell, kind, method):
        self._shell, self.format_type, self.print_method = shell, kind, method

    def __repr__(self):
        return '<formatter of %s>' % self.format_type

    @property
    def enabled(self):
        return self.format_type not in display.off

    @enabled.setter
    def enabled(self, on):
        (display.off.discard if on else display.off.add)(self.format_type)

    # text/plain's functions take (value, printer, cycle) and stand in perch.pretty, the others take the value

    def _get(self, cls):
        return pretty.for_type.get(cls) if self.format_type == _PLAIN else display.printers.get((cls, self.format_type))

    def _set(self, cls, function):
        if self.format_type == _PLAIN:
            pretty.for_type[cls] = function
            pretty.own_types = True
        else:
            display.printers[cls, self.format_type] = function
        self._shell._set_pretty()

    def lookup_by_type(self, typ):
        if isinstance(typ, str):
            typ = self._by_name(typ)
        for cls in getattr(typ, '__mro__', ()):
            found = self._get(cls)
            if found is not None:
                return found
        raise KeyError('No registered printer for %r in %r' % (typ, self))

    def lookup(self, obj):
        return self.lookup_by_type(type(obj))

    def __contains__(self, typ):
        try:
            return self.lookup_by_type(typ) is not None
        except KeyError:
            return False

    def for_type(self, typ, func=None):
        if isinstance(typ, str):
            module, _, name = typ.rpartition('.')
            return self.for_type_by_name(module, name, func)
        old = self._get(typ)
        if func is not None:
            self._set(typ, func)
        return old

    def for_type_by_name(self, type_module, type_name, func=None):
        """A class by the name of its module, which need not be imported yet."""
        key = type_module, type_name
        rows = pretty.by_name if self.format_type == _PLAIN else display.by_name.setdefault(self.format_type, {})
        old = rows.get(key)
        if func is not None:
            rows[key] = func
            if self.format_type == _PLAIN:
                pretty.own_types = True
            self._shell._set_pretty()
        return old

    def pop(self, typ, *default):
        old = self._get(typ)
        if old is None:
            if default:
                return default[0]
            raise KeyError('No registered value for %r' % (typ,))
        if self.format_type == _PLAIN:
            del pretty.for_type[typ]
        else:
            del display.printers[typ, self.format_type]
        self._shell._set_pretty()
        return old

    def __call__(self, obj):
        """What is shown of the value in this format, or None."""
        return display.format_value(obj, include=(self.format_type,))[0].get(self.format_type) if self.enabled else None

    # of text/plain alone

    @property
    def pprint(self):
        return self._shell.pprint

    @pprint.setter
    def pprint(self, on):
        self._shell.pprint = on

    @property
    def float_precision(self):
        return '' if self._shell.float_format == '%r' else self._shell.float_format

    @float_precision.setter
    def float_precision(self, text):
        self._shell.run_line_magic('precision', str(text))


class DisplayFormatter:
    """All formats: .formatters by their types; format(value) gives all that a value is shown in."""

    def __init__(self, shell):
        kinds = [(_PLAIN, '_repr_pretty_'), *display.METHODS]
        self.formatters = {kind: Formatter(shell, kind, method) for kind, method in kinds}

    @property
    def format_types(self):
        return list(self.formatters)

    @property
    def active_types(self):
        return [kind for kind, each in self.formatters.items() if each.enabled]

    @active_types.setter
    def active_types(self, kinds):
        for kind, each in self.formatters.items():
            each.enabled = kind in kinds

    def format(self, obj, include=None, exclude=None):
        return display.format_value(obj, include, exclude)
