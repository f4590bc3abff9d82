"""get_ipython().display_formatter: how programs say in which formats the values of a class are shown."""
from perch import display, pretty

_PLAIN = 'text/plain'


class Formatter:
    """One format: for_type(class, function) sets what makes it of a class's values; function None: which one does."""

    def __init__(self, shell, kind, method):
        self._shell, self.format_type, self.print_method = shell, kind, method
        if kind == _PLAIN:              # its functions take (value, printer, cycle), the others take the value
            self._types, self._names = pretty.for_type, pretty.by_name
        else:
            self._types, self._names = display.printers.setdefault(kind, {}), display.by_name.setdefault(kind, {})

    def __repr__(self):
        return '<formatter of %s>' % self.format_type

    @property
    def enabled(self):
        return self.format_type not in display.off

    @enabled.setter
    def enabled(self, on):
        (display.off.discard if on else display.off.add)(self.format_type)

    def _changed(self):
        pretty.own_types = pretty.own_types or self.format_type == _PLAIN
        if self._shell is not None:     # a program without a session may still say how values are written
            self._shell._set_pretty()

    def _set(self, rows, key, function):
        """What stood there; function: what stands there from now on, None: the same."""
        old = rows.get(key)
        if function is not None:
            rows[key] = function
            self._changed()
        return old

    def lookup_by_type(self, typ):
        for cls in (typ,) if isinstance(typ, str) else typ.__mro__:
            name = tuple(cls.rpartition('.')[::2]) if isinstance(cls, str) else (cls.__module__, cls.__name__)
            found = self._types.get(cls) or self._names.get(name)
            if found is not None:
                return found
        raise KeyError('No registered printer for %r' % (typ,))

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
        return self._set(self._types, typ, func)

    def for_type_by_name(self, type_module, type_name, func=None):
        """A class by the name of its module, which need not be imported yet."""
        return self._set(self._names, (type_module, type_name), func)

    def pop(self, typ, *default):
        if typ not in self._types and not default:
            raise KeyError('No registered value for %r' % (typ,))
        old = self._types.pop(typ, *default)
        self._changed()
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
