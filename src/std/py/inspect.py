"""Looking at live objects: what they are, their source, their signatures."""
import sys
import types
from collections import OrderedDict, namedtuple

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS = 1, 2, 4, 8
CO_NESTED, CO_GENERATOR, CO_NOFREE, CO_COROUTINE = 16, 32, 64, 128
CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 256, 512
TPFLAGS_IS_ABSTRACT = 1 << 20


# --- what is it? ------------------------------------------------------------------

def ismodule(object):
    """Is it a module?"""
    return isinstance(object, types.ModuleType)


def isclass(object):
    """Is it a class?"""
    return isinstance(object, type)


def ismethod(object):
    """Is it a bound method (of Python code)?"""
    return isinstance(object, types.MethodType)


def isfunction(object):
    """Is it a function of Python code?"""
    return isinstance(object, types.FunctionType)


def _data_slot(object):
    cls = type(object)
    return hasattr(cls, "__set__") or hasattr(cls, "__delete__")


def ismethoddescriptor(object):
    """Is it a method of a built-in class, not yet bound?"""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__get__") and not hasattr(type(object), "__set__")


def isdatadescriptor(object):
    """Does it control assignment of an attribute?"""
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return _data_slot(object)


def ismemberdescriptor(object):
    """Is it a slot of a class?"""
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    """Is it a computed attribute of a built-in class?"""
    return isinstance(object, types.GetSetDescriptorType)


def _unwrap_partial(obj):
    from functools import partial
    while isinstance(obj, partial):
        obj = obj.func
    return obj


def _has_flag(obj, flag):
    while ismethod(obj):
        obj = obj.__func__
    obj = _unwrap_partial(obj)
    return isfunction(obj) and bool(obj.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    """Is it a function with yield?"""
    return _has_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    """Is it an async def function?"""
    return _has_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    """Is it an async def function with yield?"""
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def isgenerator(object):
    """Is it a generator?"""
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    """Is it a coroutine?"""
    return type(object).__name__ == 'coroutine'


def isasyncgen(object):
    """Is it an asynchronous generator?"""
    return type(object).__name__ == 'async_generator'


def isawaitable(object):
    """Can it be awaited?"""
    return iscoroutine(object) or hasattr(type(object), '__await__')


def istraceback(object):
    """Is it a traceback?"""
    return isinstance(object, types.TracebackType)


def isframe(object):
    """Is it a frame?"""
    return isinstance(object, types.FrameType)


def iscode(object):
    """Is it a code object?"""
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    """Is it a built-in function or bound method?"""
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    """Is it a bound operator of a built-in class?"""
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    """Is it any kind of function or method?"""
    return (isbuiltin(object) or isfunction(object) or ismethod(object)
            or ismethoddescriptor(object) or ismethodwrapper(object))


def isabstract(object):
    """Is it a class with abstract methods left?"""
    return isclass(object) and bool(getattr(object, '__abstractmethods__', None))


# --- attributes ---------------------------------------------------------------------

def getmembers(object, predicate=None):
    """All (name, value) of an object's attributes, sorted by name."""
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    """The same without running any code of the object's."""
    return _members(object, predicate, getattr_static)


def _members(object, predicate, getter):
    mro = getmro(object) if isclass(object) else ()
    names = dir(object)
    for base in object.__bases__ if isclass(object) else ():
        for name, value in base.__dict__.items():
            if isinstance(value, types.DynamicClassAttribute):
                names.append(name)
    results = []
    seen = set()
    for name in names:
        if name in seen:
            continue
        seen.add(name)
        try:
            value = getter(object, name)
        except AttributeError:
            for base in mro:
                if name in base.__dict__:
                    value = base.__dict__[name]
                    break
            else:
                continue
        if predicate is None or predicate(value):
            results.append((name, value))
    results.sort(key=lambda pair: pair[0])
    return results


def getmro(cls):
    """The classes whose attributes a class has, in order."""
    return cls.__mro__


_nothing = object()


def getattr_static(obj, attr, default=_nothing):
    """An attribute as it is stored, without __getattr__ or descriptors."""
    klass = obj if isclass(obj) else type(obj)
    found = _nothing
    if not isclass(obj):
        try:
            space = object.__getattribute__(obj, '__dict__')
        except AttributeError:
            space = {}
        found = dict.get(space, attr, _nothing) if isinstance(space, dict) else _nothing
    in_class = _nothing
    for c in klass.__mro__:
        if attr in c.__dict__:
            in_class = c.__dict__[attr]
            break
    if in_class is not _nothing and (found is _nothing or _data_slot(in_class)
                                     and hasattr(type(in_class), '__get__')):
        return in_class
    if found is not _nothing:
        return found
    if isclass(obj):
        for c in type(obj).__mro__:
            if attr in c.__dict__:
                return c.__dict__[attr]
    if default is not _nothing:
        return default
    raise AttributeError(attr)


Attribute = namedtuple('Attribute', 'name kind defining_class object')


def classify_class_attrs(cls):
    """(name, kind, defining class, object) for each attribute of a class."""
    result = []
    for name in dir(cls):
        for base in getmro(cls) + type(cls).__mro__:
            if name in base.__dict__:
                obj = base.__dict__[name]
                break
        else:
            continue
        if isinstance(obj, (staticmethod, types.BuiltinMethodType)):
            kind = "static method"
        elif isinstance(obj, (classmethod, types.ClassMethodDescriptorType)):
            kind = "class method"
        elif isinstance(obj, property):
            kind = "property"
        elif isroutine(obj):
            kind = "method"
        else:
            kind = "data"
        result.append(Attribute(name, kind, base, obj))
    return result


def unwrap(func, *, stop=None):
    """The function behind all wrappers (follows __wrapped__)."""
    seen = {id(func): func}
    start = func
    while hasattr(func, '__wrapped__') and not isclass(func) and not (stop and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError('wrapper loop when unwrapping {!r}'.format(start))
        seen[id(func)] = func
    return func


# --- documentation and source ---------------------------------------------------------

def getdoc(object):
    """The doc string, without its indentation; inherited if it is missing."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        try:
            doc = _find_doc(object)
        except (AttributeError, TypeError):
            return None
    return cleandoc(doc) if isinstance(doc, str) else None


def _find_doc(obj):
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object and base.__doc__ is not None:
                return base.__doc__
        return None
    if isinstance(obj, property):
        name = obj.fget.__name__
        cls = _class_of(obj.fget)
    elif ismethod(obj):
        name = obj.__func__.__name__
        cls = obj.__self__ if isclass(obj.__self__) else type(obj.__self__)
    elif isfunction(obj):
        name = obj.__name__
        cls = _class_of(obj)
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    else:
        name = obj.__name__
        cls = obj.__objclass__
    for base in cls.__mro__ if cls else ():
        try:
            doc = getattr(base, name).__doc__
        except AttributeError:
            continue
        if doc is not None:
            return doc
    return None


def _class_of(func):
    cls = sys.modules.get(func.__module__)
    for name in func.__qualname__.split('.')[:-1]:
        cls = getattr(cls, name, None)
    return cls if isclass(cls) else None


def cleandoc(doc):
    """A doc string without indentation and blank lines around it."""
    lines = doc.expandtabs().split('\n')
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()),
                 default=0)
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def _frozen_file(module):
    """What stands for the file of a module that is part of perch; None: it is no such module in Python."""
    from _frozen import source
    name = '<frozen %s>' % module
    return name if source(name) is not None else None


def getfile(object):
    """The file that an object was defined in."""
    if ismodule(object):
        if getattr(object, '__file__', None):
            return object.__file__
        if _frozen_file(object.__name__):
            return _frozen_file(object.__name__)
        raise TypeError('{!r} is a built-in module'.format(object))
    if isclass(object):
        if hasattr(object, '__module__'):
            module = sys.modules.get(object.__module__)
            if getattr(module, '__file__', None):
                return module.__file__
            if isinstance(object.__module__, str) and object.__flags__ & 1 << 9 and _frozen_file(object.__module__):
                return _frozen_file(object.__module__)
            if object.__module__ == '__main__':
                raise OSError('source code not available')
        raise TypeError('{!r} is a built-in class'.format(object))
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError('module, class, method, function, traceback, frame, or code object was '
                    'expected, got {}'.format(type(object).__name__))


def getsourcefile(object):
    """The .py file that an object was defined in, or None."""
    filename = getfile(object)
    import os
    if os.path.exists(filename):
        return filename
    import linecache
    return filename if linecache.getlines(filename) else None


def getabsfile(object, _filename=None):
    """The absolute path of that file."""
    import os
    return os.path.abspath(_filename or getsourcefile(object) or getfile(object))


def getmodulename(path):
    """The module name in a path, or None."""
    name = path.rpartition('/')[2]
    return name[:-3] if name.endswith('.py') else None


def getmodule(object, _filename=None):
    """The module that an object was defined in, or None."""
    if ismodule(object):
        return object
    if hasattr(object, '__module__'):
        return sys.modules.get(object.__module__)
    try:
        file = getfile(object)
    except TypeError:
        return None
    for module in list(sys.modules.values()):
        if getattr(module, '__file__', None) == file:
            return module
    return None


def findsource(object):
    """All lines of the file, and the index of the line that the object starts on."""
    file = getsourcefile(object)
    if not file:
        file = getfile(object)
        if not (file.startswith('<') and file.endswith('>')):
            raise OSError('source code not available')
    import linecache
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    if not lines:
        raise OSError('could not get source code')
    if ismodule(object):
        return lines, 0
    if isclass(object):
        return lines, _find_class(lines, object)
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        lnum = object.co_firstlineno - 1
        if lnum >= len(lines):
            raise OSError('lineno is out of bounds')
        return lines, lnum
    raise OSError('could not find code object')


def _find_class(lines, cls):
    """The line of a class statement, by its qualified name; its first decorator's."""
    wanted = cls.__qualname__
    open_blocks = []                            # (indent, name as in __qualname__)
    found = None
    depth = 0
    decorator = None
    quote = None
    for i, line in enumerate(lines):
        was_open = depth > 0 or quote is not None
        depth, quote = _line_state(line, depth, quote)
        stripped = line.strip()
        if was_open or not stripped or stripped.startswith('#'):
            continue
        indent = len(line) - len(line.lstrip())
        while open_blocks and indent <= open_blocks[-1][0]:
            open_blocks.pop()
        if stripped.startswith('@'):
            if decorator is None:
                decorator = i
            continue
        words = stripped.replace('(', ' ').replace(':', ' ').split()
        if words[0] == 'async':
            words = words[1:]
        if words[0] in ('class', 'def') and len(words) > 1:
            prefix = open_blocks[-1][1] if open_blocks else ''
            name = prefix + words[1]
            if words[0] == 'class':
                if name == wanted:
                    found = i if decorator is None else decorator
                open_blocks.append((indent, name + '.'))
            else:
                open_blocks.append((indent, name + '.<locals>.'))
        decorator = None
    if found is None:
        raise OSError('could not find class definition')
    return found


def _line_state(line, depth, quote):
    """Bracket depth and open triple quote after a line."""
    i, n = 0, len(line)
    while i < n:
        if quote is not None:
            if line[i] == '\\':
                i += 2
            elif line.startswith(quote, i):
                i += len(quote)
                quote = None
            else:
                i += 1
            continue
        c = line[i]
        if c == '#':
            break
        if c in '"\'':
            quote = line[i:i + 3] if line[i:i + 3] in ('"""', "'''") else c
            i += len(quote)
            continue
        if c in '([{':
            depth += 1
        elif c in ')]}':
            depth = max(depth - 1, 0)
        i += 1
    if quote is not None and len(quote) == 1 and not line.rstrip('\n').endswith('\\'):
        quote = None
    return depth, quote


def getblock(lines):
    """The lines of the block (def, class, lambda) that begins on the first line."""
    depth, quote = 0, None
    indent = len(lines[0]) - len(lines[0].lstrip())
    last = 0
    started = False
    for i, line in enumerate(lines):
        was_open = depth > 0 or quote is not None
        continued = i > 0 and lines[i - 1].rstrip('\n').endswith('\\') and not was_open
        depth, quote = _line_state(line, depth, quote)
        stripped = line.strip()
        if was_open or continued:
            last = i
            continue
        if not started:
            last = i
            if stripped.startswith('@') or not stripped:
                continue
            started = True
            words = stripped.split(None, 2)
            keyword = words[1] if words[0] == 'async' and len(words) > 1 else words[0]
            if keyword not in ('def', 'class') and not keyword.startswith(('def(', 'class(')):
                # an expression (a lambda): to the end of its logical line
                while (depth > 0 or quote is not None) and last + 1 < len(lines):
                    last += 1
                    depth, quote = _line_state(lines[last], depth, quote)
                return lines[:last + 1]
            continue
        if not stripped or stripped.startswith('#'):
            continue
        if len(line) - len(line.lstrip()) <= indent:
            break
        last = i
    end = last + 1
    # comments right after, indented as the block, belong to it too
    for j in range(last + 1, len(lines)):
        stripped = lines[j].strip()
        if stripped.startswith('#') and len(lines[j]) - len(lines[j].lstrip()) > indent:
            end = j + 1
        elif stripped:
            break
    return lines[:end]


def getsourcelines(object):
    """The lines of an object's source, and the number of the first."""
    object = unwrap(object)
    lines, lnum = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or isframe(object) and object.f_code.co_name == "<module>":
        return lines, 0
    return getblock(lines[lnum:]), lnum + 1


def getsource(object):
    """The source text of an object."""
    lines, lnum = getsourcelines(object)
    return ''.join(lines)


def getcomments(object):
    """The comment lines right before an object's source, or None."""
    try:
        lines, lnum = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0][:2] == '#!' else 0
        while start < len(lines) and lines[start].strip() in ('', '#'):
            start += 1
        comments = []
        while start < len(lines) and lines[start].startswith('#'):
            comments.append(lines[start].expandtabs())
            start += 1
        return ''.join(comments) or None
    indent = len(lines[lnum]) - len(lines[lnum].lstrip())
    comments = []
    i = lnum - 1
    while i >= 0 and lines[i].lstrip().startswith('#') and (
            len(lines[i]) - len(lines[i].lstrip()) == indent):
        comments.insert(0, lines[i].expandtabs().lstrip())
        i -= 1
    return ''.join(comments) or None


# --- signatures -----------------------------------------------------------------------

class _empty:
    """Stands for "no default" and "no annotation"."""


class _void:
    """Stands for "not given" where None is a value."""


class _ParameterKind(int):
    def __new__(cls, value, name, description):
        self = int.__new__(cls, value)
        self._name_ = self.name = name
        self.description = description
        return self

    def __str__(self):
        return self.name

    def __repr__(self):
        return f'<_ParameterKind.{self.name}: {int(self)}>'


_POSITIONAL_ONLY = _ParameterKind(0, 'POSITIONAL_ONLY', 'positional-only')
_POSITIONAL_OR_KEYWORD = _ParameterKind(1, 'POSITIONAL_OR_KEYWORD', 'positional or keyword')
_VAR_POSITIONAL = _ParameterKind(2, 'VAR_POSITIONAL', 'variadic positional')
_KEYWORD_ONLY = _ParameterKind(3, 'KEYWORD_ONLY', 'keyword-only')
_VAR_KEYWORD = _ParameterKind(4, 'VAR_KEYWORD', 'variadic keyword')
_KINDS = (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD)


def formatannotation(annotation, base_module=None):
    """The text of an annotation."""
    if getattr(annotation, '__module__', None) == 'typing':
        text = repr(annotation)
        out = []
        i = 0
        while i < len(text):                    # drop "typing." where a name begins
            if text.startswith('typing.', i) and (i == 0 or not (
                    text[i - 1].isalnum() or text[i - 1] in '_.')):
                i += 7
            else:
                out.append(text[i])
                i += 1
        return ''.join(out)
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


class Parameter:
    """One parameter of a signature."""
    __slots__ = ('_name', '_kind', '_default', '_annotation')

    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        if not isinstance(kind, int) or kind not in _KINDS:
            raise ValueError(f'value {kind!r} is not a valid Parameter.kind')
        kind = _KINDS[kind]
        if default is not _empty and kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError('{} parameters cannot have default values'.format(kind.description))
        if name is _empty:
            raise ValueError('name is a required attribute for Parameter')
        if not isinstance(name, str):
            raise TypeError('name must be a str, not a {}'.format(type(name).__name__))
        if name[:1] == '.' and name[1:].isdigit():      # a comprehension's argument
            kind = _POSITIONAL_ONLY
            name = 'implicit' + name[1:]
        import keyword
        if keyword.iskeyword(name) and kind is not _POSITIONAL_ONLY or not name.isidentifier():
            raise ValueError('{!r} is not a valid parameter name'.format(name))
        self._name, self._kind = name, kind
        self._default, self._annotation = default, annotation

    name = property(lambda self: self._name)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)
    kind = property(lambda self: self._kind)

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        """A copy with some parts changed."""
        return type(self)(self._name if name is _void else name,
                          self._kind if kind is _void else kind,
                          default=self._default if default is _void else default,
                          annotation=self._annotation if annotation is _void else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = '{}: {}'.format(text, formatannotation(self._annotation))
        if self._default is not _empty:
            text += (' = ' if self._annotation is not _empty else '=') + repr(self._default)
        if self._kind == _VAR_POSITIONAL:
            text = '*' + text
        elif self._kind == _VAR_KEYWORD:
            text = '**' + text
        return text

    def __repr__(self):
        return '<{} "{}">'.format(self.__class__.__name__, self)

    def _key(self):
        return self._name, self._kind, self._annotation, self._default

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        if self is other:
            return True
        return self._key() == other._key() if isinstance(other, Parameter) else NotImplemented

    def __reduce__(self):
        return _make_parameter, (type(self), self._name, int(self._kind), self._default,
                                 self._annotation)


def _make_parameter(cls, name, kind, default, annotation):
    return cls(name, _KINDS[kind], default=default, annotation=annotation)


class BoundArguments:
    """The result of Signature.bind(): which parameter got which value."""
    __slots__ = ('arguments', '_signature', '__weakref__')

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        """The values to pass by position."""
        args = []
        for name, param in self._signature.parameters.items():
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                break
            if name not in self.arguments:
                break
            value = self.arguments[name]
            if param.kind == _VAR_POSITIONAL:
                args.extend(value)
            else:
                args.append(value)
        return tuple(args)

    @property
    def kwargs(self):
        """The values to pass by keyword."""
        kwargs = {}
        started = False
        for name, param in self._signature.parameters.items():
            if not started:
                if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    started = True
                elif name not in self.arguments:
                    started = True
                    continue
            if not started or name not in self.arguments:
                continue
            value = self.arguments[name]
            if param.kind == _VAR_KEYWORD:
                kwargs.update(value)
            else:
                kwargs[name] = value
        return kwargs

    def apply_defaults(self):
        """Fill in the defaults of missing arguments."""
        new = {}
        for name, param in self._signature.parameters.items():
            if name in self.arguments:
                new[name] = self.arguments[name]
            elif param.default is not _empty:
                new[name] = param.default
            elif param.kind is _VAR_POSITIONAL:
                new[name] = ()
            elif param.kind is _VAR_KEYWORD:
                new[name] = {}
        self.arguments = new

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        return '<{} ({})>'.format(self.__class__.__name__, ', '.join(
            '{}={!r}'.format(k, v) for k, v in self.arguments.items()))


class Signature:
    """The parameters and the return annotation of something callable."""
    __slots__ = ('_return_annotation', '_parameters')

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty,
                 __validate_parameters__=True):
        params = OrderedDict()
        top_kind = _POSITIONAL_ONLY
        seen_default = False
        for param in parameters or ():
            if __validate_parameters__:
                kind, name = param.kind, param.name
                if kind < top_kind:
                    raise ValueError('wrong parameter order: {} parameter before {} parameter'
                                     .format(top_kind.description, kind.description))
                if kind > top_kind:
                    top_kind = kind
                if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                    if param.default is not _empty:
                        seen_default = True
                    elif seen_default:
                        raise ValueError('non-default argument follows default argument')
                if name in params:
                    raise ValueError('duplicate parameter name: {!r}'.format(name))
            params[param.name] = param
        self._parameters = types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None,
                      eval_str=False):
        """The signature of something callable."""
        sig = _signature_of(obj, follow_wrapped, cls)
        return _with_evaluated(sig, obj, globals, locals) if eval_str else sig

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=_void, return_annotation=_void):
        """A copy with some parts changed."""
        return type(self)(self.parameters.values() if parameters is _void else parameters,
                          return_annotation=self._return_annotation
                          if return_annotation is _void else return_annotation)

    def _key(self):
        params = tuple(p for p in self.parameters.values() if p.kind != _KEYWORD_ONLY)
        kwo = {p.name: p for p in self.parameters.values() if p.kind == _KEYWORD_ONLY}
        return params, kwo, self.return_annotation

    def __hash__(self):
        params, kwo, ret = self._key()
        return hash((params, frozenset(kwo.values()), ret))

    def __eq__(self, other):
        if self is other:
            return True
        return self._key() == other._key() if isinstance(other, Signature) else NotImplemented

    def _bind(self, args, kwargs, partial=False):
        arguments = {}
        params = list(self.parameters.values())
        args = list(args)
        kwargs = dict(kwargs)
        i = 0
        while i < len(params):
            param = params[i]
            if not args:
                break
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                raise TypeError('too many positional arguments')
            if param.kind == _VAR_POSITIONAL:
                arguments[param.name] = tuple(args)
                args = []
                i += 1
                break
            if param.name in kwargs and param.kind != _POSITIONAL_ONLY:
                raise TypeError('multiple values for argument {arg!r}'.format(arg=param.name))
            arguments[param.name] = args.pop(0)
            i += 1
        if args:
            raise TypeError('too many positional arguments')
        var_keyword = None
        for param in params[i:]:
            if param.kind == _VAR_KEYWORD:
                var_keyword = param
            elif param.kind == _VAR_POSITIONAL:
                continue
            elif param.name in kwargs:
                if param.kind == _POSITIONAL_ONLY:
                    raise TypeError('{arg!r} parameter is positional only, but was passed as a '
                                    'keyword'.format(arg=param.name))
                arguments[param.name] = kwargs.pop(param.name)
            elif not partial and param.default is _empty:
                raise TypeError('missing a required argument: {arg!r}'.format(arg=param.name))
        if kwargs:
            if var_keyword is None:
                raise TypeError('got an unexpected keyword argument {arg!r}'.format(
                    arg=next(iter(kwargs))))
            arguments[var_keyword.name] = kwargs
        return BoundArguments(self, arguments)

    def bind(self, /, *args, **kwargs):
        """Which parameter gets which of these arguments; TypeError if they do not fit."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        """The same, but arguments may be missing."""
        return self._bind(args, kwargs, partial=True)

    def __repr__(self):
        return '<{} {}>'.format(self.__class__.__name__, self)

    def __str__(self):
        result = []
        pos_only = False
        need_star = True
        for param in self.parameters.values():
            kind = param.kind
            if kind == _POSITIONAL_ONLY:
                pos_only = True
            elif pos_only:
                result.append('/')
                pos_only = False
            if kind == _VAR_POSITIONAL:
                need_star = False
            elif kind == _KEYWORD_ONLY and need_star:
                result.append('*')
                need_star = False
            result.append(str(param))
        if pos_only:
            result.append('/')
        text = '({})'.format(', '.join(result))
        if self.return_annotation is not _empty:
            text += ' -> {}'.format(formatannotation(self.return_annotation))
        return text

    def __reduce__(self):
        return _make_signature, (type(self), tuple(self._parameters.values()),
                                 self._return_annotation)


def _make_signature(cls, parameters, return_annotation):
    return cls(parameters, return_annotation=return_annotation)


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of something callable."""
    return Signature.from_callable(obj, follow_wrapped=follow_wrapped, globals=globals,
                                   locals=locals, eval_str=eval_str)


def _with_evaluated(sig, obj, globals, locals):
    hints = get_annotations(obj, globals=globals, locals=locals, eval_str=True)
    params = [p.replace(annotation=hints.get(p.name, p.annotation))
              for p in sig.parameters.values()]
    return sig.replace(parameters=params,
                       return_annotation=hints.get('return', sig.return_annotation))


def _from_function(func, cls=Signature):
    code = func.__code__
    names = code.co_varnames
    count, posonly = code.co_argcount, code.co_posonlyargcount
    kwonly = names[count:count + code.co_kwonlyargcount]
    annotations = get_annotations(func)
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    first_default = count - len(defaults)
    params = []
    for i, name in enumerate(names[:count]):
        params.append(Parameter(
            name, _POSITIONAL_ONLY if i < posonly else _POSITIONAL_OR_KEYWORD,
            annotation=annotations.get(name, _empty),
            default=defaults[i - first_default] if i >= first_default else _empty))
    extra = count + len(kwonly)
    if code.co_flags & CO_VARARGS:
        name = names[extra]
        params.append(Parameter(name, _VAR_POSITIONAL, annotation=annotations.get(name, _empty)))
        extra += 1
    for name in kwonly:
        params.append(Parameter(name, _KEYWORD_ONLY, annotation=annotations.get(name, _empty),
                                default=kwdefaults.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        name = names[extra]
        params.append(Parameter(name, _VAR_KEYWORD, annotation=annotations.get(name, _empty)))
    return cls(params, return_annotation=annotations.get('return', _empty),
               __validate_parameters__=False)


def _without_first(sig):
    """The signature of a method once self is given."""
    params = list(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    if params[0].kind is not _VAR_POSITIONAL:
        params = params[1:]
    return sig.replace(parameters=params)


def _from_partial(sig, partial):
    """The signature of a partial: given arguments go, given keywords become defaults."""
    params = OrderedDict(sig.parameters.items())
    try:
        given = sig.bind_partial(*partial.args, **(partial.keywords or {}))
    except TypeError as e:
        raise ValueError('partial object {!r} has incorrect arguments'.format(partial)) from e
    to_keyword = False
    for name, param in sig.parameters.items():
        value = given.arguments.get(name, _void)
        if value is not _void:
            if param.kind is _POSITIONAL_ONLY:
                params.pop(name)
                continue
            if param.kind is _POSITIONAL_OR_KEYWORD:
                if name in (partial.keywords or {}):
                    to_keyword = True
                    params[name] = param.replace(default=value)
                else:
                    params.pop(name)
                    continue
            elif param.kind is _KEYWORD_ONLY:
                params[name] = param.replace(default=value)
        if to_keyword:
            if param.kind is _POSITIONAL_OR_KEYWORD:
                params[name] = params[name].replace(kind=_KEYWORD_ONLY)
                params.move_to_end(name)
            elif param.kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                params.move_to_end(name)
            elif param.kind is _VAR_POSITIONAL:
                params.pop(name)
    return sig.replace(parameters=params.values())


def _from_text(cls, obj, text):
    """A built-in's signature from its __text_signature__, such as '($self, x, /, y=1)'."""
    text = text.replace('\n', ' ').strip()
    parts, depth, start = [], 0, 1
    end = text.rindex(')')
    for i in range(1, end):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
        elif text[i] == ',' and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    if text[start:end].strip():
        parts.append(text[start:end].strip())
    params = []
    kind = _POSITIONAL_OR_KEYWORD
    drop_first = False
    for part in parts:
        if part == '/':
            params = [p.replace(kind=_POSITIONAL_ONLY) for p in params]
        elif part == '*':
            kind = _KEYWORD_ONLY
        elif part.startswith('**'):
            params.append(Parameter(part[2:], _VAR_KEYWORD))
        elif part.startswith('*'):
            params.append(Parameter(part[1:], _VAR_POSITIONAL))
            kind = _KEYWORD_ONLY
        elif part.startswith('$'):
            drop_first = True
            params.append(Parameter(part[1:], _POSITIONAL_ONLY))
        else:
            name, _, default = part.partition('=')
            value = _empty
            if default:
                module = sys.modules.get(getattr(obj, '__module__', None) or 'builtins')
                try:
                    value = eval(default.strip(), dict(vars(module)) if module else {})
                except Exception:
                    raise ValueError('{!r} builtin has invalid signature'.format(obj)) from None
            params.append(Parameter(name.strip(), kind, default=value))
    bound_to = getattr(obj, '__self__', None)
    if drop_first and bound_to is not None:
        params = params[1:]
    return cls(params, __validate_parameters__=False)


def _user_defined(cls, name):
    """A method of a class that is written in Python, or None."""
    method = getattr(cls, name, None)
    if method is None or isinstance(method, (types.WrapperDescriptorType,
                                             types.MethodWrapperType,
                                             types.ClassMethodDescriptorType,
                                             types.BuiltinFunctionType,
                                             types.MethodDescriptorType)):
        return None
    return method


def _signature_of(obj, follow_wrapped=True, cls=Signature):
    if not callable(obj):
        raise TypeError('{!r} is not a callable object'.format(obj))
    again = lambda o: _signature_of(o, follow_wrapped, cls)
    if ismethod(obj):
        return _without_first(again(obj.__func__))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__') or ismethod(f))
        if ismethod(obj):
            return again(obj)
    sig = getattr(obj, '__signature__', None)
    if sig is not None:
        if not isinstance(sig, Signature):
            raise TypeError('unexpected object {!r} in __signature__ attribute'.format(sig))
        return sig
    method = getattr(obj, '_partialmethod', None)
    if type(method).__name__ == 'partialmethod':
        return _partialmethod(again(method.func), method)
    if isfunction(obj):
        return _from_function(obj, cls)
    if isbuiltin(obj) or isinstance(obj, (types.MethodDescriptorType, types.MethodWrapperType,
                                          types.WrapperDescriptorType,
                                          types.ClassMethodDescriptorType)):
        text = getattr(obj, '__text_signature__', None)
        if not text:
            raise ValueError('no signature found for builtin {!r}'.format(obj))
        return _from_text(cls, obj, text)
    if type(obj).__name__ == 'partial' and hasattr(obj, 'keywords'):
        return _from_partial(again(obj.func), obj)
    if isclass(obj):
        return _signature_of_class(obj, again, cls)
    call = _user_defined(type(obj), '__call__')
    if call is not None:
        return _without_first(again(call))
    raise ValueError('callable {!r} is not supported by signature'.format(obj))


def _partialmethod(sig, method):
    """self stays in front; the rest is as for a partial."""
    first, *rest = sig.parameters.values()
    inner = _from_partial(sig.replace(parameters=rest), method)
    return sig.replace(parameters=[first, *inner.parameters.values()])


def _signature_of_class(obj, again, cls):
    call = _user_defined(type(obj), '__call__')
    if call is not None:
        return _without_first(again(call))
    new = _user_defined(obj, '__new__')
    init = _user_defined(obj, '__init__')
    for base in obj.__mro__:                    # whichever is nearer in the MRO
        if new is not None and '__new__' in base.__dict__:
            return _without_first(again(new))
        if init is not None and '__init__' in base.__dict__:
            return _without_first(again(init))
    for base in obj.__mro__[:-1]:
        text = getattr(base, '__text_signature__', None)
        if text:
            return _from_text(cls, obj, text)
    if (type not in obj.__mro__ and obj.__init__ is object.__init__
            and obj.__new__ is object.__new__):
        return cls([])
    raise ValueError('no signature found for builtin type {!r}'.format(obj))


FullArgSpec = namedtuple('FullArgSpec',
                         'args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations')


def getfullargspec(func):
    """Names and defaults of a function's parameters."""
    try:
        sig = _signature_of(func.__func__ if ismethod(func) else func, follow_wrapped=False)
    except Exception as ex:
        raise TypeError('unsupported callable') from ex
    args, kwonly, defaults, kwdefaults, annotations = [], [], (), {}, {}
    varargs = varkw = None
    if sig.return_annotation is not _empty:
        annotations['return'] = sig.return_annotation
    for param in sig.parameters.values():
        kind, name = param.kind, param.name
        if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(name)
            if param.default is not _empty:
                defaults += (param.default,)
        elif kind is _VAR_POSITIONAL:
            varargs = name
        elif kind is _KEYWORD_ONLY:
            kwonly.append(name)
            if param.default is not _empty:
                kwdefaults[name] = param.default
        else:
            varkw = name
        if param.annotation is not _empty:
            annotations[name] = param.annotation
    return FullArgSpec(args, varargs, varkw, defaults or None, kwonly, kwdefaults or None,
                       annotations)


def getcallargs(func, /, *positional, **named):
    """What each parameter would be in a call with these arguments."""
    sig = _signature_of(func.__func__ if ismethod(func) else func)
    if ismethod(func):
        positional = (func.__self__,) + positional
    try:
        bound = sig.bind(*positional, **named)
    except TypeError as e:
        text = str(e)
        if text.startswith('missing a required'):
            have = sig.bind_partial(*positional, **named).arguments
            names = [repr(p.name) for p in sig.parameters.values() if p.name not in have
                     and p.default is _empty and p.kind in (_POSITIONAL_ONLY,
                                                            _POSITIONAL_OR_KEYWORD)]
            listed = names[0] if len(names) == 1 else (
                ', '.join(names[:-1]) + (',' if len(names) > 2 else '') + ' and ' + names[-1])
            text = (f"missing {len(names)} required positional "
                    f"argument{'s' if len(names) > 1 else ''}: {listed}")
        raise TypeError(f'{func.__name__}() {text}') from None
    bound.apply_defaults()
    return dict(bound.arguments)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a function, class or module, as a new dict."""
    if isclass(obj):
        found = obj.__dict__.get('__annotations__')
        if isinstance(found, types.GetSetDescriptorType):
            found = None
        space = getattr(sys.modules.get(obj.__module__), '__dict__', {})
        local = dict(vars(obj))
    elif ismodule(obj):
        found, space, local = getattr(obj, '__annotations__', None), obj.__dict__, None
    elif callable(obj):
        found = getattr(obj, '__annotations__', None)
        inner = unwrap(obj)
        space, local = getattr(inner, '__globals__', {}), None
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if not found:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(found)
    globals = space if globals is None else globals
    locals = local if locals is None else locals
    return {k: eval(v, globals, locals) if isinstance(v, str) else v for k, v in found.items()}


ClosureVars = namedtuple('ClosureVars', 'nonlocals globals builtins unbound')


def getclosurevars(func):
    """The values of the names that a function uses from outside."""
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError("{!r} is not a Python function".format(func))
    code = func.__code__
    nonlocals = {}
    for name, cell in zip(code.co_freevars, func.__closure__ or ()):
        try:
            nonlocals[name] = cell.cell_contents
        except ValueError:
            pass
    import builtins
    space = func.__globals__
    found, built, unbound = {}, {}, set()
    for name in code.co_names:
        if name in ("None", "True", "False"):
            continue
        if name in space:
            found[name] = space[name]
        elif hasattr(builtins, name):
            built[name] = getattr(builtins, name)
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found, built, unbound)


# --- frames ---------------------------------------------------------------------------

class Traceback(namedtuple('Traceback', 'filename lineno function code_context index')):
    __slots__ = ()


class FrameInfo(namedtuple('FrameInfo', 'frame filename lineno function code_context index')):
    __slots__ = ()


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


def getframeinfo(frame, context=1):
    """Where a frame (or traceback) is, with lines around it."""
    if istraceback(frame):
        lineno, frame = frame.tb_lineno, frame.tb_frame
    else:
        lineno = frame.f_lineno
    if not isframe(frame):
        raise TypeError('{!r} is not a frame or traceback object'.format(frame))
    filename = getsourcefile(frame) or getfile(frame)
    lines = index = None
    if context > 0:
        start = lineno - 1 - context // 2
        try:
            lines, lnum = findsource(frame)
        except OSError:
            pass
        else:
            start = max(0, min(start, len(lines) - context))
            lines = lines[start:start + context]
            index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, lines, index)


def getouterframes(frame, context=1):
    """A frame and its callers."""
    result = []
    while frame:
        result.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return result


def getinnerframes(tb, context=1):
    """The frames of a traceback."""
    result = []
    while tb:
        result.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return result


def stack(context=1):
    """The caller's frame and its callers."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    """The frames of the exception that is being handled."""
    return getinnerframes(sys.exc_info()[2], context)


ArgInfo = namedtuple('ArgInfo', 'args varargs keywords locals')
Arguments = namedtuple('Arguments', 'args, varargs, varkw')


def getargs(co):
    """The names of a code object's parameters."""
    if not iscode(co):
        raise TypeError('{!r} is not a code object'.format(co))
    names, nargs, nkw = co.co_varnames, co.co_argcount, co.co_kwonlyargcount
    args = list(names[:nargs])
    kwonly = list(names[nargs:nargs + nkw])
    nargs += nkw
    varargs = varkw = None
    if co.co_flags & CO_VARARGS:
        varargs = names[nargs]
        nargs += 1
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[nargs]
    return Arguments(args + kwonly, varargs, varkw)


def getargvalues(frame):
    """Parameters of a frame's function, and its variables."""
    args, varargs, varkw = getargs(frame.f_code)
    return ArgInfo(args, varargs, varkw, frame.f_locals)


GEN_CREATED, GEN_RUNNING = 'GEN_CREATED', 'GEN_RUNNING'
GEN_SUSPENDED, GEN_CLOSED = 'GEN_SUSPENDED', 'GEN_CLOSED'


def getgeneratorstate(generator):
    """GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."""
    if generator.gi_running:
        return GEN_RUNNING
    if getattr(generator, 'gi_suspended', False):
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED


def getgeneratorlocals(generator):
    """The variables of a generator."""
    if not isgenerator(generator):
        raise TypeError("{!r} is not a Python generator".format(generator))
    frame = getattr(generator, "gi_frame", None)
    return frame.f_locals if frame is not None else {}
