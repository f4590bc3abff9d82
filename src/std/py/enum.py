"""Enumerations: classes whose instances are a fixed set of named constants.

The class body runs in an _EnumDict, which sorts the names into members and the
rest.  Each member goes into the new class as a _proto_member, which turns into
the real member when the class exists (its __set_name__).
"""
import operator as _op

__all__ = ['EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag',
           'ReprEnum', 'auto', 'unique', 'property', 'verify', 'member', 'nonmember',
           'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'global_flag_repr',
           'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS',
           'NAMED_FLAGS', 'UNIQUE']

_builtin_property = property
_builtin_bin = bin
Enum = Flag = ReprEnum = None   # until they exist


class nonmember:
    """Keep a value out of the members."""

    def __init__(self, value):
        self.value = value


class member:
    """Make a member of what would be none (a function, a descriptor)."""

    def __init__(self, value):
        self.value = value


class _auto_null:
    def __repr__(self):
        return '_auto_null'


_auto_null = _auto_null()


class auto:
    """A value chosen by _generate_next_value_."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return "auto(%r)" % self.value


class property(_builtin_property):
    """An attribute of members that may share its name with a member."""

    member = None

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            try:
                return ownerclass._member_map_[self.name]
            except KeyError:
                raise AttributeError('%r has no attribute %r'
                                     % (ownerclass, self.name)) from None
        if self.fget is not None:
            return self.fget(instance)
        try:
            return ownerclass._member_map_[self.name]
        except KeyError:
            raise AttributeError('%r member has no attribute %r'
                                 % (ownerclass, self.name)) from None

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("<enum %r> cannot set attribute %r"
                                 % (self.clsname, self.name))
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("<enum %r> cannot delete attribute %r"
                                 % (self.clsname, self.name))
        return self.fdel(instance)


def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return (len(name) > 4 and name[:2] == name[-2:] == '__'
            and name[2] != '_' and name[-3] != '_')


def _is_sunder(name):
    return (len(name) > 2 and name[0] == name[-1] == '_'
            and name[1] != '_' and name[-2] != '_')


def _is_private(cls_name, name):
    prefix = '_%s__' % cls_name
    return (len(name) > len(prefix) and name.startswith(prefix)
            and (name[-1] != '_' or name[-2] != '_'))


def _is_single_bit(num):
    return num > 0 and num & (num - 1) == 0


def _bits(value):
    """The set bits of a number, lowest first."""
    while value:
        bit = value & -value
        yield bit
        value ^= bit


def _iter_bits_lsb(num):
    if isinstance(num, Enum):
        num = num.value
    if num < 0:
        raise ValueError('%r is not a positive integer' % num)
    yield from _bits(num)


def show_flag_values(value):
    """The single bits of a flag value."""
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """Binary with the sign bit shown: bin(10) is '0b0 1010', bin(~10) '0b1 0101'."""
    ceiling = 2 ** (num).bit_length()
    if num >= 0:
        s = _builtin_bin(num + ceiling).replace('1', '0', 1)
    else:
        s = _builtin_bin(~num ^ (ceiling - 1) + ceiling)
    sign, digits = s[:3], s[3:]
    if max_bits is not None and len(digits) < max_bits:
        digits = (sign[-1] * max_bits + digits)[-max_bits:]
    return "%s %s" % (sign, digits)


class _EnumDict(dict):
    """The namespace of an enum's body: knows which names are members."""

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False

    def __setitem__(self, key, value):
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            if key not in ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_',
                           '_ignore_', '_iter_member_', '_iter_member_by_value_',
                           '_iter_member_by_def_'):
                raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use'
                                 % (key,))
            if key == '_generate_next_value_':
                if self._auto_called:
                    raise TypeError("_generate_next_value_ must be defined before members")
                self._generate_next_value = getattr(value, '__func__', value)
            elif key == '_ignore_':
                if isinstance(value, str):
                    value = value.replace(',', ' ').split()
                else:
                    value = list(value)
                self._ignore = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError('_ignore_ cannot specify already set names: %r' % (already,))
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value) and not isinstance(value, type):
            pass
        else:
            if isinstance(value, type):
                import warnings
                warnings.warn("In 3.13 classes created inside an enum will not become a "
                              "member.  Use the `member` decorator to keep the current "
                              "behavior.", DeprecationWarning, stacklevel=2)
            if key in self:
                raise TypeError('%r already defined as %r' % (key, self[key]))
            if isinstance(value, member):
                value = value.value
            elif isinstance(value, auto):
                value = self._auto(key, value)
            elif type(value) is tuple and any(isinstance(v, auto) for v in value):
                value = tuple(self._auto(key, v) if isinstance(v, auto) else v for v in value)
            self._add(key, value)
        super().__setitem__(key, value)

    def _add(self, key, value):
        self._member_names[key] = None
        self._last_values.append(value)

    def _auto(self, key, value):
        if value.value == _auto_null:
            value.value = self._generate_next_value(
                key, 1, len(self._member_names), self._last_values[:])
            self._auto_called = True
        return value.value

    def update(self, members, *more_members):
        try:
            for name in members.keys():
                self[name] = members[name]
        except AttributeError:
            for name, value in members:
                self[name] = value
        for name, value in more_members:
            self[name] = value


class _proto_member:
    """A member to be; becomes one when its class is there."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, enum_class, member_name):
        delattr(enum_class, member_name)
        value = self.value
        args = value if isinstance(value, tuple) else (value,)
        if enum_class._member_type_ is tuple:
            args = (args,)
        if enum_class._use_args_:
            enum_member = enum_class._new_member_(enum_class, *args)
        else:
            enum_member = enum_class._new_member_(enum_class)
        if not hasattr(enum_member, '_value_'):
            if enum_class._member_type_ is object:
                enum_member._value_ = value
            else:
                try:
                    enum_member._value_ = enum_class._member_type_(*args)
                except Exception as exc:
                    new_exc = TypeError(
                        '_value_ not set in __new__, unable to create it')
                    new_exc.__cause__ = exc
                    raise new_exc
        value = enum_member._value_
        enum_member._name_ = member_name
        enum_member.__objclass__ = enum_class
        enum_member.__init__(*args)
        enum_member._sort_order_ = len(enum_class._member_names_)
        same = self._find_same(enum_class, value)
        if same is not None:
            enum_member = same                  # an alias
        elif (Flag is None or not issubclass(enum_class, Flag)
              or _is_single_bit(value) or not isinstance(value, int)):
            enum_class._member_names_.append(member_name)
        self._install(enum_class, member_name, enum_member)
        enum_class._member_map_[member_name] = enum_member
        try:
            enum_class._value2member_map_.setdefault(value, enum_member)
        except TypeError:
            enum_class._unhashable_values_.append(value)

    @staticmethod
    def _find_same(enum_class, value):
        try:
            return enum_class._value2member_map_.get(value)
        except TypeError:
            for m in enum_class._member_map_.values():
                if m._value_ == value:
                    return m
        return None

    @staticmethod
    def _install(enum_class, name, enum_member):
        for base in enum_class.__mro__[1:]:
            descriptor = base.__dict__.get(name)
            if isinstance(descriptor, _builtin_property):
                redirect = property(descriptor.fget, descriptor.fset, descriptor.fdel)
                redirect.__set_name__(enum_class, name)
                setattr(enum_class, name, redirect)
                return
        setattr(enum_class, name, enum_member)


class EnumType(type):
    """Metaclass of enums."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        enum_dict = _EnumDict()
        enum_dict._cls_name = cls
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            enum_dict['_generate_next_value_'] = getattr(first_enum, '_generate_next_value_', None)
        return enum_dict

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        classdict.setdefault('_ignore_', []).append('_ignore_')
        ignore = classdict['_ignore_']
        for key in ignore:
            classdict.pop(key, None)
        member_names = classdict._member_names
        invalid = set(member_names) & {'mro', ''}
        if invalid:
            raise ValueError('invalid enum member name(s) %s'
                             % ','.join(repr(n) for n in invalid))
        _order_ = classdict.pop('_order_', None)
        _gnv = classdict.get('_generate_next_value_')
        if _gnv is not None and type(_gnv) is not staticmethod:
            dict.__setitem__(classdict, '_generate_next_value_', staticmethod(_gnv))
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        __new__, save_new, use_args = metacls._find_new_(classdict, member_type, first_enum)
        put = lambda key, value: dict.__setitem__(classdict, key, value)
        for name in member_names:
            put(name, _proto_member(classdict[name]))
        put('_new_member_', __new__)
        put('_use_args_', use_args)
        put('_member_names_', [])
        put('_member_map_', {})
        put('_value2member_map_', {})
        put('_unhashable_values_', [])
        put('_member_type_', member_type)
        put('_value_repr_', metacls._find_data_repr_(cls, bases))
        is_flag = Flag is not None and issubclass(first_enum, Flag) or cls == 'Flag'
        if is_flag:
            put('_boundary_', boundary or getattr(first_enum, '_boundary_', None))
            put('_flag_mask_', 0)
            put('_all_bits_', 0)
            put('_inverted_', None)
        plain = dict(classdict)
        try:
            enum_class = super().__new__(metacls, cls, bases, plain, **kwds)
        except RuntimeError as exc:             # an error in __set_name__ comes wrapped
            if exc.__cause__ is not None:
                raise exc.__cause__ from None
            raise
        # a mixed-in type's own methods must not hide Enum's
        if ReprEnum is not None and ReprEnum in bases:
            for name in ('__format__', '__str__'):
                if name not in classdict:
                    method = getattr(member_type, name)
                    if method is object.__str__:        # it would come back to our repr
                        method = member_type.__repr__
                    setattr(enum_class, name, method)
        if first_enum is not None:
            for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
                if name in classdict or name in enum_class.__dict__:
                    continue
                enum_method = getattr(first_enum, name)
                found = getattr(enum_class, name)
                type_method = getattr(member_type, name)
                object_method = getattr(object, name)
                if (found is object_method or found is type_method
                        or member_type is not object and name == '__repr__'
                        and found is member_type.__repr__):
                    setattr(enum_class, name, enum_method)
        if is_flag:
            if Flag is not None:
                for name in ('__or__', '__and__', '__xor__', '__ror__', '__rand__',
                             '__rxor__', '__invert__'):
                    if name not in classdict:
                        method = getattr(Flag, name)
                        setattr(enum_class, name, method)
            metacls._complete_flag(enum_class)
        if Enum is not None:
            if save_new:
                enum_class.__new_member__ = __new__
            enum_class.__new__ = Enum.__new__
        if _order_ is not None:
            if isinstance(_order_, str):
                _order_ = _order_.replace(',', ' ').split()
            _order_ = [n for n in _order_ if n in enum_class._member_names_
                       or n not in enum_class._member_map_]
            if _order_ != enum_class._member_names_:
                raise TypeError('member order does not match _order_:\n  %r\n  %r'
                                % (enum_class._member_names_, _order_))
        return enum_class

    @staticmethod
    def _complete_flag(enum_class):
        mask = 0
        for m in enum_class._member_map_.values():
            if isinstance(m._value_, int):
                mask |= m._value_
        enum_class._flag_mask_ = mask
        enum_class._all_bits_ = 2 ** mask.bit_length() - 1
        values = [m._value_ for m in enum_class]
        if sorted(values) != values:            # not defined in value order
            enum_class._iter_member_ = enum_class._iter_member_by_def_

    def __init__(cls, *args, **kwds):
        pass

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None,
                 start=1, boundary=None):
        """Look a member up by value; or, with names, make a new enum."""
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type,
                            start=start, boundary=boundary)

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            import warnings
            warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return "
                          "True or\nFalse depending on whether the value is a member or the "
                          "value of a member", DeprecationWarning, stacklevel=2)
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'"
                            % (type(member).__qualname__, cls.__class__.__qualname__))
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get('_member_map_', ()):
            raise AttributeError("%r cannot delete member %r." % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        names = ['__class__', '__contains__', '__doc__', '__getitem__', '__init_subclass__',
                 '__iter__', '__len__', '__members__', '__module__', '__name__',
                 '__qualname__'] + cls._member_names_
        if cls._new_member_ is not object.__new__:
            names.append('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            names.append('__init_subclass__')
        if cls._member_type_ is object:
            return sorted(set(names))
        return sorted(set(dir(cls._member_type_) + names))

    def __getattr__(cls, name):
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls._member_map_[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    @_builtin_property
    def __members__(cls):
        """A read-only mapping of all names, aliases too, to members."""
        return type(type.__dict__)(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return "<flag %r>" % cls.__name__
        return "<enum %r>" % cls.__name__

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None,
                 start=1, boundary=None):
        """The functional form: Enum('Name', 'A B C')."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        _, first_enum = cls._get_mixins_(class_name, bases)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original, names = names, []
            last_values = []
            for count, name in enumerate(original):
                value = first_enum._generate_next_value_(name, start, count, last_values[:])
                last_values.append(value)
                names.append((name, value))
        for item in names:
            if isinstance(item, str):
                name, value = item, names[item]
            else:
                name, value = item
            classdict[name] = value
        if module is None:
            import sys
            try:
                module = sys._getframe(2).f_globals['__name__']
            except (AttributeError, ValueError, KeyError):
                pass
        if module is not None:
            classdict['__module__'] = module
        if qualname is not None:
            classdict['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enum of what a module (or `source`) has under names that pass the filter; it takes their places there."""
        import sys
        home = sys.modules[module].__dict__
        members = [item for item in (home if source is None else source.__dict__).items() if filter(item[0])]
        try:
            members.sort(key=lambda item: (item[1], item[0]))
        except TypeError:                       # values without an order
            members.sort(key=lambda item: item[0])
        made = cls._create_(name, members, module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            home.update(made.__members__)
        home[name] = made
        return made

    @staticmethod
    def _check_for_existing_members_(class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError("<enum %r> cannot extend %r" % (class_name, base))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The data type and the enum class that the bases give."""
        if not bases:
            return object, Enum
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as "
                            "`EnumName([mixin_type, ...] [data_type,] enum_type)`")
        return mcls._find_data_type_(class_name, bases) or object, first_enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if '__repr__' in base.__dict__:
                    return base.__dict__['__repr__']
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        found = []
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        found.append(base._member_type_)
                        break
                elif '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
                    found.append(candidate or base)
                    break
                else:
                    candidate = candidate or base
        found = list(dict.fromkeys(found))
        if len(found) > 1:
            raise TypeError('too many data types for %r: %r' % (class_name, set(found)))
        return found[0] if found else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """Which __new__ makes members; keep the user's?; pass it the value?"""
        __new__ = classdict.get('__new__')
        save_new = first_enum is not None and __new__ is not None
        if __new__ is None:
            useless = {None, None.__new__, object.__new__}
            if Enum is not None:
                useless.add(Enum.__new__)
            for name in ('__new_member__', '__new__'):
                for source in (member_type, first_enum):
                    target = getattr(source, name, None)
                    if target not in useless:
                        __new__ = target
                        break
                if __new__ is not None:
                    break
            else:
                __new__ = object.__new__
        use_args = first_enum is not None and __new__ is not object.__new__
        return __new__, save_new, use_args


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """Base of enumerations.

    >>> class Color(Enum):
    ...     RED = 1
    >>> Color.RED, Color(1), Color['RED'], Color.RED.name, Color.RED.value
    """

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): one more than the highest so far."""
        if not last_values:
            return start
        try:
            last = sorted(last_values)[-1]
        except TypeError:
            last = None
        if last is None:
            for last in reversed(last_values):
                try:
                    return last + 1
                except TypeError:
                    pass
            return start
        try:
            return last + 1
        except TypeError:
            return start

    def __new__(cls, value):
        # only lookups come here: the members exist already
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for m in cls._member_map_.values():
                if m._value_ == value:
                    return m
        exc = None
        result = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            exc = e
        try:
            if isinstance(result, cls):
                return result
            if (Flag is not None and issubclass(cls, Flag)
                    and cls._boundary_ is EJECT and isinstance(result, int)):
                return result
            error = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
            if result is None and exc is None:
                raise error
            if exc is None:
                exc = TypeError('error in %s._missing_: returned %r instead of None or a '
                                'valid member' % (cls.__name__, result))
            if not isinstance(exc, ValueError):
                exc.__context__ = error
            raise exc
        finally:
            exc = error = None

    def __init__(self, *args, **kwds):
        pass

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, show(self._value_))

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __dir__(self):
        names = set(dir(object) if self.__class__._member_type_ is object
                    else dir(self._member_type_))
        if self.__class__._member_type_ is object:
            names = {'__class__', '__doc__', '__eq__', '__hash__', '__module__'}
        names.update(n for n in getattr(self, '__dict__', ()) if n[0] != '_')
        for cls in self.__class__.mro():
            for name, obj in cls.__dict__.items():
                if name[0] == '_':
                    continue
                if isinstance(obj, _builtin_property):
                    if obj.fget is not None or name not in self._member_map_:
                        names.add(name)
                    else:
                        names.discard(name)
                elif name not in self._member_map_ or self._member_map_[name] is not self:
                    names.add(name)
                else:
                    names.add(name)
        return sorted(names)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return getattr, (self.__class__, self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    @property
    def value(self):
        """The value of the member."""
        return self._value_


class ReprEnum(Enum):
    """An enum that changes only repr(); str() and format() stay the data type's."""


class IntEnum(int, ReprEnum):
    """An enum whose members are ints too."""


class StrEnum(str, ReprEnum):
    """An enum whose members are strings too; auto() is the name in lower case."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2]))
        value = str(*values)
        member = str.__new__(cls, value)
        member._value_ = value
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What happens to bits that no member of a Flag has."""
    STRICT = auto()                             # an error
    CONFORM = auto()                            # they are dropped
    EJECT = auto()                              # the result is a plain int
    KEEP = auto()                               # they are kept


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=CONFORM):
    """An enum whose members are bits that can be combined with | & ^ ~."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The next free bit."""
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            high = last.bit_length() - 1
        except Exception:
            raise TypeError('invalid flag value %r' % last) from None
        return 2 ** (high + 1)

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _bits(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """Make the (nameless) member for a combination of bits."""
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        mask, all_bits = cls._flag_mask_, cls._all_bits_
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ mask):
            if cls._boundary_ is STRICT:
                max_bits = max(value.bit_length(), mask.bit_length())
                raise ValueError("%r invalid value %r\n    given %s\n  allowed %s"
                                 % (cls, value, bin(value, max_bits), bin(mask, max_bits)))
            if cls._boundary_ is CONFORM:
                value = value & mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(all_bits + 1, 2 ** value.bit_length()) + value
        if value < 0:
            value += all_bits + 1
        unknown = value & ~mask
        if value in cls._value2member_map_:
            return cls._value2member_map_[value]
        if cls._member_type_ is object:
            pseudo = object.__new__(cls)
        else:
            pseudo = cls._member_type_.__new__(cls, value)
        pseudo._value_ = value
        names = []
        covered = 0
        for m in cls._iter_member_(value):
            if m is not None:
                names.append(m._name_)
                covered |= m._value_
        if value and names:
            pseudo._name_ = '|'.join(names)
            if unknown:
                pseudo._name_ += '|%s' % unknown
            elif covered != value:
                pseudo._name_ += '|%s' % (value & ~covered)
        else:
            pseudo._name_ = None
        return cls._value2member_map_.setdefault(value, pseudo)

    def __reduce_ex__(self, proto):
        cls = self.__class__
        known = self._value_ & cls._flag_mask_
        unknown = self._value_ & ~cls._flag_mask_
        if known and unknown:
            return _op.or_, (cls(known), unknown)
        lowest = known & -known
        if known != lowest and cls._value2member_map_.get(lowest) is not None:
            return _op.or_, (cls(known & ~lowest), cls._value2member_map_[lowest])
        if self._name_ is None:
            return cls, (self._value_,)
        return getattr, (cls, self._name_)

    def __contains__(self, other):
        """True if all bits of other are set in self."""
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r"
                            % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        """The members whose single bits are set."""
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name = self.__class__.__name__
        show = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return "<%s: %s>" % (name, show(self._value_))
        return "<%s.%s: %s>" % (name, self._name_, show(self._value_))

    def __str__(self):
        name = self.__class__.__name__
        if self._name_ is None:
            return "%s(%r)" % (name, self._value_)
        return "%s.%s" % (name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _combine(self, other, operation):
        other = self._get_value(other)
        if other is NotImplemented:
            return NotImplemented
        return self.__class__(operation(int.__int__(self._value_), int(other)))

    def __or__(self, other):
        return self._combine(other, _op.or_)

    def __and__(self, other):
        return self._combine(other, _op.and_)

    def __xor__(self, other):
        return self._combine(other, _op.xor)

    def __invert__(self):
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~int.__int__(self._value_))
            else:
                self._inverted_ = self.__class__(self._flag_mask_ & ~self._value_)
        return self._inverted_

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints too."""

    def __contains__(self, other):
        return Flag.__contains__(self, other)


def unique(enumeration):
    """Class decorator: no two names for one value."""
    duplicates = [(name, m.name) for name, m in enumeration.__members__.items()
                  if name != m.name]
    if duplicates:
        details = ', '.join("%s -> %s" % pair for pair in duplicates)
        raise ValueError('duplicate values found in %r: %s' % (enumeration, details))
    return enumeration


class EnumCheck(StrEnum):
    """What verify() can check."""
    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """Class decorator: check an enum for the given properties."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        kind = 'flag' if issubclass(enumeration, Flag) else 'enum'
        name = enumeration.__name__
        for check in self.checks:
            if check is UNIQUE:
                aliases = ['%s -> %s' % (n, m.name)
                           for n, m in enumeration.__members__.items() if n != m.name]
                if aliases:
                    raise ValueError('aliases found in %r: %s'
                                     % (enumeration, ', '.join(aliases)))
            elif check is CONTINUOUS:
                values = set(e.value for e in enumeration)
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if kind == 'flag':
                    wanted = [2 ** i for i in range(low.bit_length() - 1, high.bit_length())]
                else:
                    wanted = range(low, high + 1)
                missing = [str(v) for v in wanted if v not in values]
                if missing:
                    raise ValueError(('invalid %s %r: missing values %s' % (
                        kind, name, ', '.join(missing)))[:256])
            elif check is NAMED_FLAGS:
                values = {m.value for m in enumeration}
                names, missing = [], 0
                for n, m in enumeration.__members__.items():
                    if n in enumeration._member_names_ or m.value < 0:
                        continue
                    absent = [b for b in _bits(m.value) if b not in values]
                    if absent:
                        names.append(n)
                        for b in absent:
                            missing |= b
                if names:
                    if len(names) == 1:
                        alias = 'alias %s is missing' % names[0]
                    else:
                        alias = 'aliases %s and %s are missing' % (', '.join(names[:-1]), names[-1])
                    if _is_single_bit(missing):
                        value = 'value 0x%x' % missing
                    else:
                        value = 'combined values of 0x%x' % missing
                    raise ValueError('invalid Flag %r: %s %s [use enum.show_flag_values(value) '
                                     'for details]' % (name, alias, value))
        return enumeration


def global_enum_repr(self):
    """repr of a member as module.NAME."""
    return '%s.%s' % (self.__class__.__module__.split('.')[-1], self._name_)


def global_flag_repr(self):
    """repr of a flag as module.A|module.B."""
    module = self.__class__.__module__.split('.')[-1]
    if self._name_ is None:
        return "%s.%s(%r)" % (module, self.__class__.__name__, self._value_)
    return '|'.join('%s.%s' % (module, name) if not name[0].isdigit() else name
                    for name in self._name_.split('|'))


def global_str(self):
    """str of a member as its bare name."""
    if self._name_ is None:
        return "%s(%r)" % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum(cls, update_str=False):
    """Class decorator: the members become names of the module too."""
    import sys
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator: a plain class becomes an enum derived from etype, as if it had been written so."""
    def convert(cls):
        body = _EnumDict()
        body._cls_name = cls.__name__
        if use_args is not None:
            body['_use_args_'] = use_args
        if hasattr(etype, '_generate_next_value_'):
            body['_generate_next_value_'] = cls.__dict__.get('_generate_next_value_') or etype._generate_next_value_
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__', '_generate_next_value_'):
                body[name] = value
        kwds = {} if boundary is None else {'boundary': boundary}
        made = type(etype)(cls.__name__, (etype,), body, **kwds)
        made.__qualname__ = cls.__qualname__
        made.__module__ = cls.__module__
        return made
    return convert


def _test_simple_enum(checked_enum, simple_enum):
    """TypeError unless both enums have the same members."""
    def shape(enumeration):
        return {name: (m._name_, m._value_) for name, m in enumeration.__members__.items()}
    if shape(checked_enum) != shape(simple_enum) or checked_enum.__bases__ != simple_enum.__bases__:
        raise TypeError(f'enum mismatch:\n   {shape(checked_enum)}\n   {shape(simple_enum)}')
