"""Stand-ins for objects in tests: they take any call and any attribute, and remember."""
import asyncio
import contextlib
import inspect
import sys
from functools import wraps

__all__ = ('Mock', 'MagicMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'AsyncMock', 'FILTER_DIR',
           'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal')

FILTER_DIR = True


class _Sentinel:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'sentinel.%s' % self.name

    def __reduce__(self):
        return 'sentinel.%s' % self.name


class _Sentinels:
    """sentinel.NAME: an object of its own for each name."""

    def __init__(self):
        self._made = {}

    def __getattr__(self, name):
        if name == '__bases__':
            raise AttributeError
        return self._made.setdefault(name, _Sentinel(name))


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING
_deleted = sentinel.DELETED


class InvalidSpecError(Exception):
    """A mock is no specification."""


class _Any:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return '<ANY>'


ANY = _Any()


class _Call(tuple):
    """(name, args, kwargs) of a call; where name or args are missing, they match anything that has none."""

    def __new__(cls, value=(), name='', parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        if len(value) == 3:
            name, args, kwargs = value
        elif len(value) == 2:
            first, second = value
            if isinstance(first, str):
                name = first
                if isinstance(second, tuple):
                    args = second
                else:
                    kwargs = second
            else:
                args, kwargs = first, second
        elif len(value) == 1:
            if isinstance(value[0], str):
                name = value[0]
            elif isinstance(value[0], tuple):
                args = value[0]
            else:
                kwargs = value[0]
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name = name
        self._mock_parent = parent
        self._mock_from_kall = from_kall

    def _parts(self):
        return ('', *self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        try:
            n = len(other)
        except TypeError:
            return NotImplemented
        name, args, kwargs = self._parts()
        oname, oargs, okwargs = '', (), {}
        if getattr(self, '_mock_parent', None) and getattr(other, '_mock_parent', None) and self._mock_parent != other._mock_parent:
            return False
        if n == 0:
            pass
        elif n == 3:
            oname, oargs, okwargs = other
        elif n == 1:
            value, = other
            if isinstance(value, tuple):
                oargs = value
            elif isinstance(value, str):
                oname = value
            else:
                okwargs = value
        elif n == 2:
            first, second = other
            if isinstance(first, str):
                oname = first
                if isinstance(second, tuple):
                    oargs = second
                else:
                    okwargs = second
            else:
                oargs, okwargs = first, second
        else:
            return False
        if name and oname != name:
            return False
        return (oargs, okwargs) == (args, kwargs)

    __ne__ = object.__ne__
    __hash__ = None

    def __call__(self, *args, **kwargs):
        if self._mock_name is None:
            return _Call(('', args, kwargs), name='()')
        return _Call((self._mock_name, args, kwargs), name=self._mock_name + '()', parent=self)

    def __getattr__(self, name):
        if self._mock_name is None:
            return _Call(name=name, from_kall=False)
        return _Call(name='%s.%s' % (self._mock_name, name), parent=self, from_kall=False)

    def __getattribute__(self, name):
        if name in tuple.__dict__ and not name.startswith('__'):
            raise AttributeError
        return tuple.__getattribute__(self, name)

    @property
    def args(self):
        return self[0] if len(self) == 2 else self[1]

    @property
    def kwargs(self):
        return self[1] if len(self) == 2 else self[2]

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or 'call'
            return 'call.%s' % name if not name.startswith('call') else name
        name, args, kwargs = self._parts()
        if not name:
            name = 'call'
        elif not name.startswith('()'):
            name = 'call.%s' % name
        else:
            name = 'call%s' % name
        return _call_text(name, args, kwargs)

    def call_list(self):
        """This call and those it hangs on."""
        out, thing = [], self
        while thing is not None:
            if thing._mock_from_kall:
                out.append(thing)
            thing = thing._mock_parent
        return _CallList(reversed(out))


def _call_text(name, args, kwargs):
    parts = [repr(a) for a in args] + ['%s=%r' % item for item in kwargs.items()]
    return '%s(%s)' % (name, ', '.join(parts))


call = _Call(from_kall=False)


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        n = len(value)
        return any(self[i:i + n] == value for i in range(len(self) - n + 1))

    def __repr__(self):
        from pprint import pformat
        return pformat(list(self))


_OWN = {'return_value', '_mock_return_value', 'side_effect', 'name', 'spec', 'called', 'call_count', 'call_args', 'call_args_list',
        'mock_calls', 'method_calls'}
_NUMBERS = ('add sub mul matmul truediv floordiv mod lshift rshift and xor or pow divmod').split()
_MAGICS = {'__%s__' % n for n in ('lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit hash fspath '
                                  'ceil floor trunc round int complex float bool index neg pos invert iter aiter anext aenter aexit '
                                  'repr dir format subclasses reversed missing call get set delete divmod rdivmod').split()}
_MAGICS |= {'__%s%s__' % (p, n) for p in ('', 'i', 'r') for n in _NUMBERS}
_SUPPORTED = _MAGICS - {'__call__', '__get__', '__set__', '__delete__', '__reversed__', '__missing__', '__subclasses__', '__repr__',
                        '__dir__', '__format__', '__anext__'}
_DEFAULTS = {'__hash__': lambda self: object.__hash__(self), '__str__': lambda self: object.__str__(self),
             '__sizeof__': lambda self: object.__sizeof__(self), '__fspath__': lambda self: f'{type(self).__name__}/{self._extract_mock_name()}/{id(self)}'}
_RESULTS = {'__lt__': NotImplemented, '__gt__': NotImplemented, '__le__': NotImplemented, '__ge__': NotImplemented, '__int__': 1,
            '__contains__': False, '__len__': 0, '__exit__': False, '__complex__': 1j, '__float__': 1.0, '__bool__': True,
            '__index__': 1, '__aexit__': False}


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


def _spec_of(spec):
    return spec if isinstance(spec, type) else type(spec)


class NonCallableMock:
    """A mock that is no function."""

    def __new__(cls, /, *args, **kwargs):
        own = type(cls.__name__, (cls,), {'__doc__': cls.__doc__, '__module__': cls.__module__})  # magic methods belong to one mock
        return object.__new__(own)

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name='', _new_parent=None,
                 _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        d = self.__dict__
        if _new_parent is None:
            _new_parent = parent
        d.update(_mock_parent=parent, _mock_name=name, _mock_new_name=_new_name, _mock_new_parent=_new_parent, _mock_sealed=False,
                 _mock_wraps=wraps, _mock_children={}, _mock_delegate=None, _mock_unsafe=unsafe, _mock_return_value=DEFAULT,
                 _mock_side_effect=None)
        if spec_set is not None:
            spec, spec_set = spec_set, True
        if isinstance(spec, NonCallableMock):
            raise InvalidSpecError(f'Cannot spec a Mock object. [object={spec!r}]')
        d['_spec_set'] = spec_set
        d['_spec_class'] = None
        d['_mock_methods'] = None
        d['_spec_signature'] = None
        if spec is not None:
            if isinstance(spec, (list, tuple)):
                d['_mock_methods'] = list(spec)
            else:
                d['_spec_class'] = _spec_of(spec)
                d['_mock_methods'] = dir(spec)
                d['_spec_signature'] = _signature(spec, _spec_as_instance)
        d.update(called=False, call_count=0, call_args=None, call_args_list=_CallList(), mock_calls=_CallList(), method_calls=_CallList())
        if kwargs:
            self.configure_mock(**kwargs)

    # names

    def _extract_mock_name(self):
        parts = [self._mock_new_name]
        parent, last = self._mock_new_parent, self
        dot = '.' if self._mock_new_name != '()' else ''
        if self._mock_new_name == '()':
            dot = ''
        sep = '.'
        if parts == ['()']:
            sep = ''
        while parent is not None:
            last = parent
            parts.append(parent._mock_new_name + sep)
            sep = '' if parent._mock_new_name == '()' else '.'
            parent = parent._mock_new_parent
        parts.reverse()
        first = last._mock_name or 'mock'
        if len(parts) > 1 and parts[1] not in ('()', '().'):
            first += '.'
        parts[0] = first
        return ''.join(parts)

    def __repr__(self):
        name = self._extract_mock_name()
        text = '' if name in ('mock', 'mock.') else ' name=%r' % name
        spec = ''
        if self._spec_class is not None:
            spec = (' spec_set=%r' if self._spec_set else ' spec=%r') % self._spec_class.__name__
        return '<%s%s%s id=%r>' % (type(self).__name__, text, spec, str(id(self)))

    def __dir__(self):
        own = set(object.__dir__(self)) if self._mock_methods is None else set(self._mock_methods)
        own |= {n for n, child in self._mock_children.items() if child is not _deleted}
        return sorted(own | {'assert_called_with', 'assert_called_once_with', 'assert_called', 'return_value', 'side_effect', 'called',
                             'call_count', 'call_args'})

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    # attributes

    def __getattr__(self, name):
        if name in ('_mock_methods', '_mock_unsafe', '_mock_children', '_mock_sealed', '_mock_parent'):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or name in _MAGICS:
                raise AttributeError('Mock object has no attribute %r' % name)
        elif name[:2] == name[-2:] == '__':
            raise AttributeError(name)
        if not self._mock_unsafe and (not self._mock_methods or name not in self._mock_methods):
            if name.startswith(('assert', 'assret', 'asert', 'aseert', 'assrt')) or name in ('called_once', 'called_with', 'called_once_with', 'has_calls'):
                raise AttributeError(f'{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be an attribute.')
        child = self._mock_children.get(name)
        if child is _deleted:
            raise AttributeError(name)
        if child is None:
            wrapped = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._mock_children[name] = self._get_child_mock(parent=self, name=name, wraps=wrapped, _new_name=name, _new_parent=self)
        elif isinstance(child, _Autospec):
            child = self._mock_children[name] = child.make(self, name)
        return child

    def __setattr__(self, name, value):
        if name in ('return_value', 'side_effect') or name in self.__dict__:
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and name not in self.__dict__:
            raise AttributeError('Mock object has no attribute \'%s\'' % name)
        if name in _MAGICS:
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError("Mock object has no attribute '%s'" % name)
            if not isinstance(value, NonCallableMock):
                setattr(type(self), name, (lambda f: lambda self, /, *a, **k: f(self, *a, **k))(value))
                original = value
                value = lambda *a, **k: original(self, *a, **k)
            else:
                _attach(self, value, name, name)
                setattr(type(self), name, _Given(value))
            self._mock_children[name] = value
            return
        if self._mock_sealed and name not in self._mock_children:
            raise AttributeError(f'Cannot set {self._extract_mock_name()}.{name}')
        if isinstance(value, NonCallableMock) and _attach(self, value, name, name):
            self._mock_children[name] = value
            return
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _MAGICS and name in type(self).__dict__:
            delattr(type(self), name)
        obj = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif obj is _deleted:
            raise AttributeError(name)
        self._mock_children[name] = _deleted

    def _get_child_mock(self, /, **kwargs):
        if self._mock_sealed:
            name = kwargs.get('name', '')
            attribute = f'.{name}' if name else '()'
            raise AttributeError(self._extract_mock_name() + attribute)
        kind = type(self).__mro__[1]
        if not issubclass(kind, CallableMixin):
            kind = MagicMock if issubclass(kind, NonCallableMagicMock) else Mock
        if issubclass(kind, PropertyMock):
            kind = MagicMock
        return kind(**kwargs)

    @property
    def return_value(self):
        if self._mock_delegate is not None:
            return self._mock_delegate.return_value
        value = self.__dict__['_mock_return_value']
        if value is DEFAULT:
            value = self._get_child_mock(_new_parent=self, _new_name='()')
            self.__dict__['_mock_return_value'] = value
        return value

    @return_value.setter
    def return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
            return
        self.__dict__['_mock_return_value'] = value
        _attach(self, value, None, '()')

    @property
    def side_effect(self):
        return self.__dict__['_mock_side_effect'] if self._mock_delegate is None else self._mock_delegate.side_effect

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value) and not isinstance(value, _Effects):
            try:
                value = _Effects(value)
            except TypeError:
                pass
        if self._mock_delegate is not None:
            self._mock_delegate.side_effect = value
        else:
            self.__dict__['_mock_side_effect'] = value

    def configure_mock(self, /, **kwargs):
        """Set attributes; 'method.return_value' is one too."""
        for path, value in sorted(kwargs.items(), key=lambda item: item[0].count('.')):
            *parts, last = path.split('.')
            obj = self
            for part in parts:
                obj = getattr(obj, part)
            setattr(obj, last, value)

    def attach_mock(self, mock, attribute):
        inner = mock
        inner._mock_parent = inner._mock_new_parent = None
        inner._mock_name, inner._mock_new_name = '', None
        setattr(self, attribute, mock)

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """As if it had never been called."""
        visited = visited or set()
        if id(self) in visited:
            return
        visited.add(id(self))
        d = self.__dict__
        d.update(called=False, call_args=None, call_count=0, mock_calls=_CallList(), call_args_list=_CallList(), method_calls=_CallList())
        if return_value:
            d['_mock_return_value'] = DEFAULT
        if side_effect:
            d['_mock_side_effect'] = None
        for child in self._mock_children.values():
            if isinstance(child, NonCallableMock):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        value = d['_mock_return_value']
        if isinstance(value, NonCallableMock) and value is not self:
            value.reset_mock(visited)

    def mock_add_spec(self, spec, spec_set=False):
        d = self.__dict__
        d['_mock_methods'] = list(spec) if isinstance(spec, (list, tuple)) else dir(spec)
        d['_spec_class'] = None if isinstance(spec, (list, tuple)) else _spec_of(spec)
        d['_spec_set'] = spec_set

    # assertions

    def _normal(self, c):
        """A call with its arguments bound to the parameters' names, where the signature is known."""
        if self._spec_signature is None:
            return c
        name, args, kwargs = c._parts()
        try:
            bound = self._spec_signature.bind(*args, **kwargs)
        except TypeError as e:
            return e.with_traceback(None)
        return _Call((name, bound.args, bound.kwargs))

    def _expected(self, args, kwargs):
        return _call_text(self._mock_name or 'mock', args, kwargs)

    def assert_not_called(self):
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))

    def assert_called(self):
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % (self._mock_name or 'mock'))

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))

    def _calls_text(self, prefix='Calls'):
        return f'\n{prefix}: {_safe(self.mock_calls)}.' if self.mock_calls else ''

    def assert_called_with(self, /, *args, **kwargs):
        """The last call was this."""
        if self.call_args is None:
            raise AssertionError('expected call not found.\nExpected: %s\nActual: not called.' % self._expected(args, kwargs))
        expected, actual = self._normal(_Call((args, kwargs), two=True)), self._normal(self.call_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError('expected call not found.\nExpected: %s\nActual: %s' % (
                self._expected(args, kwargs), self._expected(*self.call_args._parts()[1:]))) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s" % (
                self._mock_name or 'mock', self.call_count, self._calls_text()))
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        expected = self._normal(_Call((args, kwargs), two=True))
        if not any(self._normal(c) == expected for c in self.call_args_list):
            raise AssertionError('%s call not found' % self._expected(args, kwargs))

    def assert_has_calls(self, calls, any_order=False):
        expected = [self._normal(c) for c in calls]
        cause = next((e for e in expected if isinstance(e, Exception)), None)
        actual = _CallList(self._normal(c) for c in self.mock_calls)
        if not any_order:
            if expected not in actual:
                problem = 'Calls not found.' if cause is None else 'Error processing expected calls.\nErrors: %s' % [
                    e if isinstance(e, Exception) else None for e in expected]
                raise AssertionError(f'{problem}\nExpected: {_CallList(calls)}{self._calls_text("Actual").rstrip(".")}') from cause
            return
        rest, missing = list(actual), []
        for c in expected:
            try:
                rest.remove(c)
            except ValueError:
                missing.append(c)
        if missing:
            raise AssertionError('%r does not contain all of %r in its call list, found %r instead' % (
                self._mock_name or 'mock', tuple(missing), rest)) from cause


def _safe(calls):
    return repr(calls)


class _Effects:
    """side_effect given as an iterable."""

    def __init__(self, values):
        self._it = iter(values)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._it)


def _attach(parent, value, name, new_name):
    """The mock `value` becomes a part of parent, if it has no other."""
    if not isinstance(value, NonCallableMock):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    thing = parent
    while thing is not None:
        if thing is value:
            return False
        thing = thing._mock_new_parent
    d = value.__dict__
    if new_name:
        d['_mock_new_parent'], d['_mock_new_name'] = parent, new_name
    if name:
        d['_mock_parent'], d['_mock_name'] = parent, name
    return True


def _signature(spec, as_instance=False):
    if isinstance(spec, type):
        if as_instance:
            spec = getattr(spec, '__call__', None)
            if spec is None:
                return None
    elif not callable(spec):
        return None
    try:
        sig = inspect.signature(spec)
    except (ValueError, TypeError):
        return None
    if as_instance:
        params = list(sig.parameters.values())[1:]
        sig = sig.replace(parameters=params)
    return sig


class CallableMixin(NonCallableMock):
    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name='', _new_parent=None, **kwargs):
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent)
        if return_value is not DEFAULT:
            self.return_value = return_value
        self.side_effect = side_effect
        if kwargs:
            self.configure_mock(**kwargs)

    def __call__(self, /, *args, **kwargs):
        self._record(args, kwargs)
        return self._answer(args, kwargs)

    def _record(self, args, kwargs):
        d = self.__dict__
        d['called'] = True
        d['call_count'] += 1
        d['call_args'] = c = _Call((args, kwargs), two=True)
        d['call_args_list'].append(c)
        method = self._mock_parent is not None
        method_name = self._mock_name
        new_name = self._mock_new_name
        is_call = new_name == '()'
        d['mock_calls'].append(_Call(('', args, kwargs)))
        parent = self._mock_new_parent
        while parent is not None:
            if method:
                parent.method_calls.append(_Call((method_name, args, kwargs)))
                method = parent._mock_parent is not None
                if method:
                    method_name = parent._mock_name + '.' + method_name
            parent.mock_calls.append(_Call((new_name, args, kwargs)))
            if parent._mock_new_name:
                dot = '' if is_call else '.'
                is_call = parent._mock_new_name == '()'
                new_name = parent._mock_new_name + dot + new_name
            parent = parent._mock_new_parent

    def _answer(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if isinstance(effect, _Effects):
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self.__dict__['_mock_return_value'] is not DEFAULT or self._mock_wraps is None:
            return self.return_value
        return self._mock_wraps(*args, **kwargs)


class Mock(CallableMixin, NonCallableMock):
    """A stand-in that can be called: return_value, side_effect, spec, wraps; and it remembers its calls."""


class _Given:
    """A magic method that is a mock: as a descriptor it is the mock itself, which takes no self."""

    def __init__(self, mock):
        self.mock = mock

    def __get__(self, obj, owner=None):
        return self.mock


class _Magic:
    """A magic method that becomes a mock when it is first used."""

    def __init__(self, name):
        self.name = name

    def make(self, parent):
        name = self.name
        mock = AsyncMock if name in ('__aenter__', '__aexit__', '__anext__') else MagicMock
        child = mock(name=name, _new_name=name, _new_parent=parent, parent=parent)
        if name in _RESULTS:
            child.__dict__['_mock_return_value'] = _RESULTS[name]
        elif name in _DEFAULTS:
            child.__dict__['_mock_return_value'] = _DEFAULTS[name](parent)
        elif name == '__eq__':
            child.__dict__['_mock_side_effect'] = lambda other: True if other is parent else NotImplemented
            child.__dict__['_mock_return_value'] = None
        elif name == '__ne__':
            child.__dict__['_mock_side_effect'] = lambda other: False if other is parent else NotImplemented
            child.__dict__['_mock_return_value'] = None
        elif name == '__iter__':
            def effect():
                value = child.__dict__['_mock_return_value']
                return iter([]) if value is DEFAULT else iter(value)
            child.__dict__['_mock_side_effect'] = effect
        parent._mock_children[name] = child
        return child

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        child = obj._mock_children.get(self.name)
        return self.make(obj) if child is None else child


class _MagicMixin:
    def __init__(self, /, *args, **kwargs):
        names = _SUPPORTED
        kind = type(self)
        for name in names:
            if name not in kind.__dict__:
                setattr(kind, name, _Magic(name))
        super().__init__(*args, **kwargs)
        if self._mock_methods is not None:
            for name in names:
                if name not in self._mock_methods and isinstance(kind.__dict__.get(name), _Magic):
                    delattr(kind, name)


class NonCallableMagicMock(_MagicMixin, NonCallableMock):
    """A MagicMock that is no function."""


class MagicMock(_MagicMixin, Mock):
    """A Mock with the methods of operators, containers, contexts, ..."""


class PropertyMock(Mock):
    """A mock to stand as a property in a class."""

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


class AsyncMock(MagicMock):
    """A mock whose call is a coroutine."""

    def __init__(self, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__.update(await_count=0, await_args=None, await_args_list=_CallList())

    def __call__(self, /, *args, **kwargs):
        self._record(args, kwargs)
        return self._run(args, kwargs)

    async def _run(self, args, kwargs):
        d = self.__dict__
        d['await_count'] += 1
        d['await_args'] = c = _Call((args, kwargs), two=True)
        d['await_args_list'].append(c)
        effect = self.side_effect
        if isinstance(effect, _Effects):
            try:
                result = next(effect)
            except StopIteration:
                raise StopAsyncIteration from None
            if _is_exception(result):
                raise result
            return result
        result = self._answer(args, kwargs)
        if inspect.isawaitable(result) and effect is not None:
            result = await result
        return result

    def assert_awaited(self):
        if not self.await_count:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited once. Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        if self.await_args is None:
            raise AssertionError(f'Expected await: {self._expected(args, kwargs)}\nNot awaited')
        if self.await_args != _Call((args, kwargs), two=True):
            raise AssertionError('expected await not found.\nExpected: %s\nActual: %s' % (
                self._expected(args, kwargs), self._expected(*self.await_args._parts()[1:])))

    def assert_awaited_once_with(self, /, *args, **kwargs):
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_not_awaited(self):
        if self.await_count:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to not have been awaited. Awaited {self.await_count} times.")


# ---- patch ----



def _resolve(path):
    """The object that a dotted path names."""
    parts = path.split('.')
    name = parts[0]
    thing = __import__(name)
    for part in parts[1:]:
        name += '.' + part
        try:
            thing = getattr(thing, part)
        except AttributeError:
            __import__(name)
            thing = getattr(thing, part)
    return thing


class _patch:
    """Puts something in the place of an attribute for a while: a context manager and a decorator."""
    _active = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new = getter, attribute, new
        self.spec, self.create, self.spec_set, self.autospec = spec, create, spec_set, autospec
        self.new_callable, self.kwargs = new_callable, kwargs
        self.attribute_name = None
        self.additional_patchers = []

    def copy(self):
        other = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec, self.new_callable,
                       self.kwargs)
        other.attribute_name = self.attribute_name
        other.additional_patchers = [p.copy() for p in self.additional_patchers]
        return other

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX):
                    value = getattr(func, name)
                    if hasattr(value, '__call__'):
                        setattr(func, name, self.copy()(value))
            return func
        if hasattr(func, 'patchings'):
            func.patchings.append(self)
            return func

        @contextlib.contextmanager
        def entered(args, kwargs):
            extra = []
            with contextlib.ExitStack() as stack:
                for patching in patched.patchings:
                    value = stack.enter_context(patching)
                    if patching.attribute_name is not None:
                        kwargs.update(value)
                    elif patching.new is DEFAULT:
                        extra.append(value)
                yield args + tuple(extra), kwargs

        if inspect.iscoroutinefunction(func):
            @wraps(func)
            async def patched(*args, **kwargs):
                with entered(args, kwargs) as (newargs, newkwargs):
                    return await func(*newargs, **newkwargs)
        else:
            @wraps(func)
            def patched(*args, **kwargs):
                with entered(args, kwargs) as (newargs, newkwargs):
                    return func(*newargs, **newkwargs)
        patched.patchings = [self]
        return patched

    def _original(self):
        target = self.getter()
        name = self.attribute
        try:
            original, local = target.__dict__[name], True
        except (AttributeError, KeyError):
            original, local = getattr(target, name, DEFAULT), False
        if name in dir(__import__('builtins')) and isinstance(target, type(sys)):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError('%s does not have the attribute %r' % (target, name))
        return original, local

    def __enter__(self):
        new, spec, spec_set, autospec = self.new, self.spec, self.spec_set, self.autospec
        if spec is False:
            spec = None
        if spec_set is False:
            spec_set = None
        if autospec is False:
            autospec = None
        self.target = self.getter()
        original, local = self._original()
        if new is DEFAULT and autospec is None:
            if spec is True:
                spec = original
            if spec_set is True:
                spec_set = original
            kwargs = {}
            kind = MagicMock
            if spec is None and inspect.iscoroutinefunction(original):
                kind = AsyncMock
            if self.new_callable is not None:
                kind = self.new_callable
            if spec is not None:
                kwargs['spec'] = spec
            if spec_set is not None:
                kwargs['spec_set'] = spec_set
            if isinstance(kind, type) and issubclass(kind, NonCallableMock) and self.attribute:
                kwargs['name'] = self.attribute
            kwargs.update(self.kwargs)
            new = kind(**kwargs)
            what = spec if spec is not None else spec_set
            if isinstance(what, type) and isinstance(new, NonCallableMock):
                new.return_value = kind(spec=what, _new_name='()', _new_parent=new) if spec is not None else \
                    kind(spec_set=what, _new_name='()', _new_parent=new)
        elif autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            if autospec is True:
                autospec = original
            new = create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute, **self.kwargs)
        elif self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original, self.is_local = original, local
        self._stack = contextlib.ExitStack()
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is not None:
                extra = {self.attribute_name: new} if self.new is DEFAULT else {}
                for patching in self.additional_patchers:
                    value = self._stack.enter_context(patching)
                    if patching.new is DEFAULT:
                        extra.update(value)
                return extra
            return new
        except BaseException:
            if not self.__exit__(*sys.exc_info()):
                raise

    def __exit__(self, *exc_info):
        if not hasattr(self, 'target'):
            return
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and (not hasattr(self.target, self.attribute) or self.attribute in ('__doc__', '__module__')):
                setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original, self.is_local, self.target
        return self._stack.__exit__(*exc_info)

    def start(self):
        result = self.__enter__()
        self._active.append(self)
        return result

    def stop(self):
        try:
            self._active.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _get_target(target):
    try:
        target, attribute = target.rsplit('.', 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f'Need a valid target to patch. You supplied: {target!r}') from None
    return lambda: _resolve(target), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replace what the dotted path `target` names."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replace an attribute of an object."""
    if type(target) is str:
        raise TypeError(f'{target!r} must be the actual object to be patched, not a str')
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    """Replace several attributes."""
    getter = (lambda: _resolve(target)) if type(target) is str else (lambda: target)
    if not kwargs:
        raise ValueError('Must supply at least one keyword argument with patch.multiple')
    patchers = []
    for attribute, new in kwargs.items():
        p = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        p.attribute_name = attribute
        patchers.append(p)
    patchers[0].additional_patchers = patchers[1:]
    return patchers[0]


class _patch_dict:
    """Changes a dict for a while."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear
        self._original = None

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                value = getattr(f, name)
                if name.startswith(patch.TEST_PREFIX) and hasattr(value, '__call__'):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(value))
            return f

        @wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        d = self.in_dict
        self._original = d.copy() if hasattr(d, 'copy') else {key: d[key] for key in d}
        if self.clear:
            _empty(d)
        for key, value in self.values.items():
            d[key] = value
        return d

    def __exit__(self, *args):
        d = self.in_dict
        _empty(d)
        for key in self._original:
            d[key] = self._original[key]
        return False

    def start(self):
        result = self.__enter__()
        _patch._active.append(self)
        return result

    def stop(self):
        if self in _patch._active:
            _patch._active.remove(self)
            return self.__exit__(None, None, None)


def _empty(d):
    try:
        d.clear()
    except AttributeError:
        for key in list(d):
            del d[key]


def _patch_stopall():
    for p in reversed(_patch._active[:]):
        p.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _patch_stopall
patch.TEST_PREFIX = 'test'


# ---- autospec ----

class _Autospec:
    """A child of an autospec, made when it is asked for."""

    def __init__(self, spec, spec_set, skip_first):
        self.spec, self.spec_set, self.skip_first = spec, spec_set, skip_first

    def make(self, parent, name):
        return create_autospec(self.spec, self.spec_set, _parent=parent, _name=name, _skip_first=self.skip_first)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, _skip_first=False, **kwargs):
    """A mock that has what spec has, and whose functions take what spec's take."""
    if isinstance(spec, (list, tuple)):
        spec = type(spec)
    is_type = isinstance(spec, type)
    if isinstance(spec, NonCallableMock):
        raise InvalidSpecError(f'Cannot autospec a Mock object. [object={spec!r}]')
    functions = (type(_signature), type(_Sentinel.__repr__), classmethod, staticmethod)
    if isinstance(spec, (classmethod, staticmethod)):
        spec = spec.__func__
    key = 'spec_set' if spec_set else 'spec'
    kind = MagicMock
    if inspect.iscoroutinefunction(spec):
        kind = AsyncMock
    elif not callable(spec) or (is_type and instance and '__call__' not in dir(spec)):
        kind = NonCallableMagicMock
    mock = kind(**{key: spec}, parent=_parent, _new_parent=_parent, _new_name=_name or '', name=_name, **kwargs)
    sig = None
    if callable(spec) and not (is_type and instance):
        sig = _signature(spec)
        if sig is not None and _skip_first:
            sig = sig.replace(parameters=list(sig.parameters.values())[1:])
        if sig is not None:
            mock.__dict__['_spec_signature'] = sig
            _check_calls(mock, sig)
    if is_type and not instance and 'return_value' not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name='()', _parent=mock)
    for name in dir(spec):
        if name.startswith('__') and name.endswith('__') or isinstance(spec, functions[:1]):
            continue
        try:
            value = getattr(spec, name)
        except AttributeError:
            continue
        raw = inspect.getattr_static(spec, name, None)
        skip = is_type and isinstance(raw, type(_signature))
        if callable(value):
            mock._mock_children[name] = _Autospec(value, spec_set, skip and True)
        else:
            mock._mock_children[name] = NonCallableMagicMock(**{key: value}, parent=mock, name=name, _new_name=name, _new_parent=mock)
    return mock


def _check_calls(mock, sig):
    """Calls whose arguments do not fit the signature raise TypeError."""
    kind = type(mock)
    plain = kind.__call__

    def __call__(self, /, *args, **kwargs):
        sig.bind(*args, **kwargs)
        return plain(self, *args, **kwargs)
    kind.__call__ = __call__


def mock_open(mock=None, read_data=''):
    """A mock for open(): handles that read read_data and take what is written."""
    import io

    def fresh():
        return io.BytesIO(read_data) if isinstance(read_data, bytes) else io.StringIO(read_data)

    state = [fresh()]
    if mock is None:
        mock = MagicMock(name='open', spec=open)
    handle = MagicMock(spec=io.TextIOWrapper)
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    handle.read.return_value = None
    handle.readline.return_value = None
    handle.readlines.return_value = None

    def answer(name):
        def effect(*args, **kwargs):
            method = getattr(handle, name)
            if method.__dict__['_mock_return_value'] is not None:
                return method.return_value
            return getattr(state[0], name)(*args, **kwargs)
        return effect

    for name in ('read', 'readline', 'readlines'):
        getattr(handle, name).side_effect = answer(name)
    handle.__iter__.side_effect = lambda: iter(state[0])

    def opened(*args, **kwargs):
        state[0] = fresh()
        return DEFAULT

    mock.side_effect = opened
    mock.return_value = handle
    return mock


def seal(mock):
    """No new attributes from now on."""
    mock.__dict__['_mock_sealed'] = True
    for child in list(mock._mock_children.values()):
        if isinstance(child, NonCallableMock) and child._mock_new_parent is mock:
            seal(child)
