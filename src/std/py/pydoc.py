"""Documentation as text: help(), and what it shows of functions, classes and modules.

The layout is that of Python's pydoc. In a session the text goes to the front's pager.
"""
import builtins
import inspect
import sys

__all__ = ['help', 'render_doc', 'getdoc', 'plain', 'Helper', 'doc']

HIDDEN = {'__author__', '__builtins__', '__cached__', '__credits__', '__date__', '__doc__', '__docformat__', '__file__', '__loader__', '__module__', '__name__',
          '__package__', '__path__', '__qualname__', '__slots__', '__spec__', '__version__'}
RULE = '-' * 70


def getdoc(thing):
    """The documentation, or the comment before it; '' where there is none."""
    try:
        text = inspect.getdoc(thing)
    except Exception:
        text = None
    return text.rstrip() if isinstance(text, str) else ''


def plain(text):
    """Without the overstrikes of bold letters."""
    import re
    return re.sub('.\b', '', text)


def visible(name, shown=None):
    """Is a name documented?"""
    if name in HIDDEN:
        return False
    if name.startswith('__') and name.endswith('__'):
        return True
    return name in shown if shown is not None else not name.startswith('_')


def signature(thing):
    """How it is called, as text; '' where that is not known."""
    try:
        text = str(inspect.signature(thing))
    except (ValueError, TypeError):
        return ''
    for first in ('(module, /, ', '(module, /)'):
        if text.startswith(first):
            text = '(' + text[len(first):] if first.endswith(' ') else '()'
    return text


def indented(text, by='    '):
    return '\n'.join((by + line).rstrip() for line in text.split('\n'))


def class_name(cls, module):
    name = cls.__qualname__ if cls.__qualname__ != cls.__name__ else cls.__name__
    return name if cls.__module__ == module else '%s.%s' % (cls.__module__, name)


def short_repr(value, width=70):
    import reprlib
    maker = reprlib.Repr()
    maker.maxstring = maker.maxother = 60
    maker.maxlist = maker.maxtuple = maker.maxset = 10
    try:
        text = maker.repr(value)
    except Exception:
        text = object.__repr__(value)
    return text


# ---- kinds of things ----

def describe(thing):
    """What it is, in the words of the first line."""
    if inspect.ismodule(thing):
        if thing.__name__ in sys.builtin_module_names:
            return 'built-in module ' + thing.__name__
        return ('package ' if hasattr(thing, '__path__') else 'module ') + thing.__name__
    if inspect.isbuiltin(thing):
        return 'built-in function ' + thing.__name__
    if inspect.isclass(thing):
        return 'class ' + thing.__name__
    if inspect.isfunction(thing):
        return 'function ' + thing.__name__
    if inspect.ismethod(thing):
        return 'method ' + thing.__name__
    return type(thing).__name__


def routine(thing, name=None, cls=None):
    """A function or method: how it is called, and its words below."""
    shown = getattr(thing, '__name__', None) or name or '<lambda>'
    note = ''
    if inspect.ismethod(thing) and cls is None:
        holder = thing.__self__
        note = (' method of %s' % class_name(holder, None)) if isinstance(holder, type) else ' method of %s instance' % class_name(type(holder), None)
    elif inspect.isbuiltin(thing) and cls is None and getattr(thing, '__self__', None) is not None and not inspect.ismodule(thing.__self__):
        holder = thing.__self__
        note = ' method of %s instance' % class_name(type(holder), None) if not isinstance(holder, type) else ' method of %s' % class_name(holder, None)
    title = shown if name is None or name == shown else '%s = %s' % (name, shown)
    text = signature(thing)
    if shown == '<lambda>':
        title, text = (name or '') + ' = <lambda> ' if name else 'lambda ', text[1:-1]
    doc = getdoc(thing)
    prefix = 'async ' if inspect.iscoroutinefunction(thing) else ''
    return prefix + title + (text or '(...)') + note + '\n' + (indented(doc).rstrip() + '\n' if doc else '')


def data_descriptor(name, value):
    doc = getdoc(value)
    return name + '\n' + (indented(doc).rstrip() + '\n' if doc else '')


def other(name, value, doc=None):
    return '%s = %s' % (name, short_repr(value)) + ('\n' + indented(doc) if doc else '')


# ---- classes ----

GROUPS = (('method', 'Methods %s'), ('class method', 'Class methods %s'), ('static method', 'Static methods %s'), ('readonly property', 'Readonly properties %s'),
          ('data descriptor', 'Data descriptors %s'), ('data', 'Data and other attributes %s'))


def _attributes(cls):
    """{class: {group: [(name, value)]}} in the order of the classes."""
    found = {}
    for attribute in inspect.classify_class_attrs(cls):
        name, kind, home, value = attribute
        if not visible(name) or home is None:
            continue
        if kind == 'property':
            raw = vars(home).get(name, value)
            kind = 'readonly property' if isinstance(raw, property) and raw.fset is None else 'data descriptor'
        elif kind == 'data' and inspect.isdatadescriptor(value):
            kind = 'data descriptor'
        elif kind == 'method' and not inspect.isroutine(value):
            kind = 'data descriptor' if inspect.isdatadescriptor(value) else 'data'
        found.setdefault(home, {}).setdefault(kind, []).append((name, value))
    return found


def document_class(cls, name=None):
    module = cls.__module__
    title = 'class ' + cls.__name__ if name is None or name == cls.__name__ else '%s = class %s' % (name, cls.__name__)
    bases = [class_name(base, module) for base in cls.__bases__]
    if bases:
        title += '(%s)' % ', '.join(bases)
    parts = []
    call = signature(cls)
    if call and call != '()':
        parts.append(cls.__name__ + call + '\n')
    doc = getdoc(cls) if cls.__doc__ else ''
    if doc:
        parts.append(doc + '\n')
    order = list(cls.__mro__)
    if len(order) > 2:
        parts.append('Method resolution order:\n' + '\n'.join('    ' + class_name(each, module) for each in order) + '\n')
    below = sorted((each.__name__ for each in type.__subclasses__(cls) if not each.__name__.startswith('_') and each.__module__ == 'builtins'))
    if below:
        shown = below[:4]
        parts.append('Built-in subclasses:\n' + '\n'.join('    ' + each for each in shown)
                     + ('\n    ... and %d other subclasses' % (len(below) - 4) if len(below) > 4 else '') + '\n')
    found = _attributes(cls)
    sections = []
    for home in order:
        if home is object and cls is not object:
            continue
        tag = 'defined here' if home is cls else 'inherited from %s' % class_name(home, module)
        for kind, words in GROUPS:
            rows = sorted(found.get(home, {}).get(kind, ()), key=lambda row: row[0])
            if rows:
                sections.append(words % tag + ':\n\n' + '\n'.join(_attribute(kind, key, value, cls) for key, value in rows))
    text = '\n'.join(parts)
    for i, section in enumerate(sections):
        text += ('' if not text else '\n' if i == 0 else '') + (RULE + '\n' if i else '') + section + ('\n' if i + 1 < len(sections) else '')
    text = text.rstrip('\n')
    if not text:
        return title + '\n'
    return title + '\n' + '\n'.join(' |  ' + line for line in text.split('\n')) + '\n'


def _attribute(kind, name, value, cls):
    if kind in ('method', 'class method', 'static method'):
        inner = getattr(value, '__func__', value) if kind != 'class method' else value
        if kind == 'class method':
            bound = getattr(cls, name, inner)
            doc = getdoc(bound)
            return '%s%s from %s\n%s' % (name, signature(bound) or '(...)', class_name(type(cls), None), indented(doc) + '\n' if doc else '')
        return routine(inner, name, cls)
    if kind == 'data':
        return other(name, value) + '\n'
    return data_descriptor(name, value)


# ---- modules ----

def document_module(module):
    doc = getdoc(module)
    first, _, rest = doc.partition('\n')
    shown = getattr(module, '__all__', None)
    out = [('NAME', module.__name__ + (' - ' + first.rstrip('.') if first else ''))]
    if rest.strip():
        out.append(('DESCRIPTION', rest.strip('\n')))
    classes, functions, data = [], [], []
    for name in sorted(vars(module)):
        if not visible(name, shown):
            continue
        value = vars(module)[name]
        if inspect.ismodule(value):
            continue
        own = shown is not None or (getattr(value, '__module__', module.__name__) or module.__name__) == module.__name__
        if inspect.isclass(value):
            if own:
                classes.append((name, value))
        elif inspect.isroutine(value):
            if own or inspect.isbuiltin(value):
                functions.append((name, value))
        else:
            data.append((name, value))
    contents = _contents(module)
    if contents:
        out.append(('PACKAGE CONTENTS', '\n'.join(contents)))
    if classes:
        tree = '\n'.join(sorted('%s(%s)' % (name, ', '.join(class_name(base, module.__name__) for base in cls.__bases__)) for name, cls in classes))
        out.append(('CLASSES', tree + '\n\n' + '\n'.join(document_class(cls, name) for name, cls in classes).rstrip('\n')))
    if functions:
        out.append(('FUNCTIONS', '\n'.join(routine(value, name) for name, value in functions).rstrip('\n')))
    if data:
        out.append(('DATA', '\n'.join(other(name, value) for name, value in data)))
    if isinstance(getattr(module, '__version__', None), str):
        out.append(('VERSION', module.__version__))
    file = getattr(module, '__file__', None)
    out.append(('FILE', file if file else '(built-in)'))
    return '\n\n'.join('%s\n%s' % (title, indented(text)) for title, text in out) + '\n\n'


def _contents(module):
    """The modules of a package."""
    if not hasattr(module, '__path__'):
        return []
    found = set()
    try:
        from _frozen import names
        prefix = module.__name__ + '.'
        found.update(name[len(prefix):].partition('.')[0] for name in names() if name.startswith(prefix))
    except ImportError:
        pass
    import os
    for folder in module.__path__ or ():
        if os.path.isdir(folder):
            found.update(each[:-3] for each in os.listdir(folder) if each.endswith('.py') and each != '__init__.py')
    return sorted(name for name in found if not name.startswith('_'))


# ---- the whole ----

def resolve(thing):
    """A thing for its dotted name, or itself."""
    if not isinstance(thing, str):
        return thing, getattr(thing, '__name__', None)
    parts = thing.split('.')
    for count in range(len(parts), 0, -1):
        try:
            value = __import__('.'.join(parts[:count]))
        except ImportError:
            continue
        for part in parts[1:count]:
            value = getattr(value, part)
        rest = parts[count:]
        break
    else:
        value, rest = builtins, parts
    for part in rest:
        if not hasattr(value, part):
            raise ImportError("No Python documentation found for %r.\nUse help() to get the interactive help utility.\nUse help(str) for help on the str class." % thing)
        value = getattr(value, part)
    return value, parts[-1]


def render_doc(thing, title='Python Library Documentation: %s', forceload=0, renderer=None):
    """The whole text on a thing, or on what a dotted name stands for."""
    value, name = resolve(thing)
    words = describe(value)
    module = inspect.getmodule(value) if not inspect.isbuiltin(value) else sys.modules.get(getattr(value, '__module__', None) or '')
    if name and '.' in name:
        words += ' in ' + name[:name.rfind('.')]
    elif module is not None and module is not value:
        words += ' in module ' + module.__name__
    known = inspect.ismodule(value) or inspect.isclass(value) or inspect.isroutine(value) or inspect.isdatadescriptor(value)
    if not known:
        value = type(value)
        words += ' object'
    if inspect.ismodule(value):
        body = document_module(value)
    elif inspect.isclass(value):
        body = document_class(value)
    elif inspect.isroutine(value):
        body = routine(value)
    else:
        body = data_descriptor(name or '', value)
    return title % words + '\n\n' + body


def page(text):
    """Long text: to the session's pager, else printed."""
    try:
        import _session
    except ImportError:
        print(text)
        return
    if _session.front() == 'jupyter':
        print(text)                     # below the cell, where a reader of the saved notebook finds it too
    else:
        _session.page({'text/plain': text})


def doc(thing, title='Python Library Documentation: %s', forceload=0, output=None):
    """Show a thing's documentation."""
    try:
        text = render_doc(thing, title, forceload)
    except ImportError as e:
        print(e)
        return
    if output is not None:
        output.write(text)
    else:
        page(text)


INTRO = '''
Welcome to perch's help for Python 3.11.

Enter the name of a module, a class, a function or a variable to read about it: torch.nn.Linear, mxnet.nd.ones, str.split. 'modules' and
'keywords' list these. To go back to your program, press Return on an empty line, or type 'q'.
'''


class Helper:
    """help(thing) and help()."""

    def __init__(self, input=None, output=None):
        self.output = output

    def __repr__(self):
        return 'Type help() for interactive help, or help(object) for help about object.'

    def __call__(self, *request):
        if request:
            self.help(request[0])
        else:
            self.intro()
            self.interact()
            print("\nYou are now leaving help. help(thing) at the prompt shows one text directly.")

    def intro(self):
        print(INTRO)

    def interact(self):
        while True:
            try:
                request = input('help> ')
            except (KeyboardInterrupt, EOFError):
                break
            request = request.strip().strip('"\'')
            if not request or request.lower() in ('q', 'quit', 'exit'):
                break
            self.help(request)

    def help(self, request):
        if isinstance(request, str):
            word = request.strip()
            if word in ('help', 'topics', 'symbols'):
                return self.intro()
            if word == 'keywords':
                import keyword
                return self.columns(keyword.kwlist)
            if word == 'modules':
                return self.columns(self.modules())
            found = self.name(word)
            if found is not None:
                return doc(found[0], 'Help on %s:')
        doc(request, 'Help on %s:')

    def name(self, word):
        """A value of the program's own: (value,), or None."""
        import __main__
        first, *rest = word.split('.')
        if first not in vars(__main__):
            return None
        value = vars(__main__)[first]
        for part in rest:
            if not hasattr(value, part):
                return None
            value = getattr(value, part)
        return (value,)

    def modules(self):
        found = set(sys.builtin_module_names) | set(sys.modules)
        try:
            from _frozen import names
            found.update(names())
        except ImportError:
            pass
        return sorted(name for name in found if '.' not in name and not name.startswith('_'))

    def columns(self, words, width=80):
        across = max(1, width // (max(map(len, words)) + 4))
        rows = (len(words) + across - 1) // across
        wide = width // across
        print()
        for row in range(rows):
            print(''.join(words[i].ljust(wide) for i in range(row, len(words), rows)).rstrip())
        print()


help = Helper()
