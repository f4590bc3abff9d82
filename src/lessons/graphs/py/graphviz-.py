"""Graphs as Graphviz's Python package (0.8.4) writes them, where that package is not installed: Digraph, Graph, Source and the language DOT. Graphviz's own programs are not run: a
notebook shows a graph laid out by _graph_svg, and a format that only those programs can write is refused in the package's words.
"""
import os
import re

__all__ = ['Graph', 'Digraph', 'Source', 'render', 'pipe', 'view', 'version', 'nohtml', 'ENGINES', 'FORMATS', 'ExecutableNotFound']
__version__ = '0.8.4'

ENGINES = {'dot', 'neato', 'twopi', 'circo', 'fdp', 'sfdp', 'patchwork', 'osage'}
FORMATS = set('bmp canon cgimage cmap cmapx cmapx_np dot dot_json eps exr fig gif gtk gv ico imap imap_np ismap jp2 jpe jpeg jpg json json0 mp pct pdf pic pict plain plain-ext png pov ps ps2 psd '
              'sgi svg svgz tga tif tiff tk vml vmlz vrml wbmp webp x11 xdot xdot1.2 xdot1.4 xdot_json xlib'.split())
_PLAIN = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*|-?(\.\d+|\d+(\.\d*)?))$', re.ASCII)
_MARKUP = re.compile(r'\s*<.*>\s*$', re.DOTALL)
_BARE_QUOTE = re.compile(r'(?<!\\)((?:\\\\)*)"')
_WORDS = {'node', 'edge', 'graph', 'digraph', 'subgraph', 'strict'}


class ExecutableNotFound(RuntimeError):
    """Graphviz's programs are not there."""

    def __init__(self, args):
        super().__init__(f"failed to execute {args!r}, make sure the Graphviz executables are on your systems' PATH")


class _NoHtml(str):
    """A text that is no markup, whatever it looks like."""


def nohtml(s):
    return _NoHtml(s)


def _quoted(text):
    """A name or a value as DOT writes it."""
    if _MARKUP.match(text) and not isinstance(text, _NoHtml):
        return text
    if _PLAIN.match(text) and text.lower() not in _WORDS:
        return text
    return '"' + _BARE_QUOTE.sub(r'\1\\"', text) + '"'


def _quoted_end(text):
    """An edge's end: a node, or a node, its port and a point of the compass."""
    node, _, rest = text.partition(':')
    if not rest:
        return _quoted(node)
    port, _, compass = rest.partition(':')
    return ':'.join([_quoted(node), _quoted(port)] + [compass] * bool(compass))


def _pairs(label, named, given):
    """What stands in brackets: the label, what is named in order of names, what came as a table."""
    found = [('label', label)] * (label is not None) + [(key, value) for key, value in sorted(named.items()) if value is not None]
    return found + [(key, value) for key, value in (sorted(given.items()) if hasattr(given, 'items') else given or ()) if value is not None]


def _listed(pairs):
    return ' '.join(f'{_quoted(key)}={_quoted(value)}' for key, value in pairs)


def _bracketed(pairs):
    return f' [{_listed(pairs)}]' if pairs else ''


class _Choice:
    """engine and format: one of a set, in small letters."""

    def __init__(self, kind, known):
        self.kind, self.known, self.at = kind, known, '_' + kind

    def __get__(self, graph, owner=None):
        return self if graph is None else getattr(graph, self.at)

    def __set__(self, graph, value):
        value = value.lower()
        if value not in self.known:
            raise ValueError(f'unknown {self.kind}: {value!r}')
        setattr(graph, self.at, value)


class _File:
    """What has a source in DOT: how it is shown, saved and rendered."""
    directory = ''
    _format, _engine, _encoding = 'pdf', 'dot', 'utf-8'
    format, engine = _Choice('format', FORMATS), _Choice('engine', ENGINES)

    def __init__(self, filename=None, directory=None, format=None, engine=None, encoding=None):
        if filename is None:
            filename = f"{getattr(self, 'name', None) or type(self).__name__}.gv"
        self.filename = filename
        for key, value in (('directory', directory), ('format', format), ('engine', engine)):
            if value is not None:
                setattr(self, key, value)
        self.encoding = encoding or self._encoding

    @property
    def filepath(self):
        return os.path.join(self.directory, self.filename)

    def __str__(self):
        return self.source

    def _svg(self):
        raise ExecutableNotFound([self.engine, '-Tsvg'])

    def _repr_svg_(self):
        return self._svg()

    def pipe(self, format=None):
        """The graph rendered, as bytes."""
        kind = self.format if format is None else format
        if kind != 'svg':
            raise ExecutableNotFound([self.engine, f'-T{kind}'])
        return self._svg().encode(self.encoding)

    def save(self, filename=None, directory=None):
        """The source in a file; the file's path."""
        if filename is not None:
            self.filename = filename
        if directory is not None:
            self.directory = directory
        folder = os.path.dirname(self.filepath)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(self.filepath, 'w', encoding=self.encoding) as file:
            file.write(self.source)
            if not self.source.endswith('\n'):
                file.write('\n')
        return self.filepath

    def render(self, filename=None, directory=None, view=False, cleanup=False):
        """The source and what it looks like, in two files; the second's path."""
        path = self.save(filename, directory)
        if self.format != 'svg':
            raise ExecutableNotFound([self.engine, f'-T{self.format}', '-O', os.path.basename(path)])
        with open(f'{path}.svg', 'wb') as file:
            file.write(self.pipe())
        if cleanup:
            os.remove(path)
        return f'{path}.svg'

    def view(self, filename=None, directory=None, cleanup=False):
        return self.render(filename=filename, directory=directory, view=True, cleanup=cleanup)


class Dot(_File):
    """A graph that is written line by line; what it holds is kept beside the lines, for the picture."""
    comment = None

    def __init__(self, name=None, comment=None, filename=None, directory=None, format=None, engine=None, encoding=None, graph_attr=None, node_attr=None, edge_attr=None, body=None, strict=False):
        self.name, self.comment = name, comment
        super().__init__(filename, directory, format, engine, encoding)
        self.graph_attr, self.node_attr, self.edge_attr = dict(graph_attr or {}), dict(node_attr or {}), dict(edge_attr or {})
        self.body, self.strict = list(body or ()), strict
        self._drawn = []  # ('node', name, pairs), ('edge', tail, head, pairs), ('attr', kind, pairs), ('graph', another), in order

    def clear(self, keep_attrs=False):
        """Nothing in it any more."""
        if not keep_attrs:
            for table in (self.graph_attr, self.node_attr, self.edge_attr):
                table.clear()
        del self.body[:], self._drawn[:]

    def copy(self):
        other = type(self)(self.name, self.comment, self.filename, self.directory, self.format, self.engine, self.encoding, self.graph_attr, self.node_attr, self.edge_attr, self.body, self.strict)
        other._drawn = list(self._drawn)
        return other

    def _lines(self, within=False):
        if self.comment and not within:
            yield f'// {self.comment}'
        word = 'subgraph' if within else ('strict ' if self.strict else '') + self._word
        yield f"{word} {_quoted(self.name) + ' ' if self.name is not None else ''}{{"
        for kind in ('graph', 'node', 'edge'):
            table = getattr(self, kind + '_attr')
            if table:
                yield f'\t{kind}{_bracketed(_pairs(None, table, None))}'
        yield from self.body
        yield '}'

    def __iter__(self, subgraph=False):
        return self._lines(subgraph)

    @property
    def source(self):
        return '\n'.join(self._lines())

    def node(self, name, label=None, _attributes=None, **attrs):
        pairs = _pairs(label, attrs, _attributes)
        self.body.append(f'\t{_quoted(name)}{_bracketed(pairs)}')
        self._drawn.append(('node', name, pairs))

    def edge(self, tail_name, head_name, label=None, _attributes=None, **attrs):
        pairs = _pairs(label, attrs, _attributes)
        self.body.append(f'\t{_quoted_end(tail_name)} {self._arrow} {_quoted_end(head_name)}{_bracketed(pairs)}')
        self._drawn.append(('edge', tail_name.partition(':')[0], head_name.partition(':')[0], pairs))

    def edges(self, tail_head_iter):
        for tail, head in tail_head_iter:
            self.edge(tail, head)

    def attr(self, kw=None, _attributes=None, **attrs):
        """Attributes of the graph, or of all nodes or edges that follow."""
        if kw is not None and kw.lower() not in ('graph', 'node', 'edge'):
            raise ValueError(f'attr statement must target graph, node, or edge: {kw!r}')
        pairs = _pairs(None, attrs, _attributes)
        if pairs:
            self.body.append(f'\t{_listed(pairs)}' if kw is None else f'\t{kw}{_bracketed(pairs)}')
            self._drawn.append(('attr', kw or 'graph', pairs))

    def subgraph(self, graph=None, name=None, comment=None, graph_attr=None, node_attr=None, edge_attr=None, body=None):
        """A graph within this one: a graph that is there, or one to be filled in a with statement."""
        if graph is None:
            return _Within(self, type(self)(name, comment, graph_attr=graph_attr, node_attr=node_attr, edge_attr=edge_attr, body=body))
        if any(each is not None for each in (name, comment, graph_attr, node_attr, edge_attr, body)):
            raise ValueError('graph must be sole argument of subgraph()')
        if graph.directed != self.directed:
            raise ValueError(f'{object.__repr__(self)} cannot add subgraph of different kind: {object.__repr__(graph)} ')
        self.body.extend(f'\t{line}' for line in graph._lines(within=True))
        self._drawn.append(('graph', graph))

    def _svg(self):
        from _graph_svg import picture
        return picture(self)


class _Within:
    def __init__(self, parent, graph):
        self.parent, self.graph = parent, graph

    def __enter__(self):
        return self.graph

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.parent.subgraph(self.graph)


class Graph(Dot):
    """Edges without a direction."""
    _word, _arrow, directed = 'graph', '--', False


class Digraph(Dot):
    """Edges from a tail to a head."""
    _word, _arrow, directed = 'digraph', '->', True


Graph.__module__ = Digraph.__module__ = 'graphviz.dot'


class Source(_File):
    """A graph whose source somebody else wrote."""

    def __init__(self, source, filename=None, directory=None, format=None, engine=None, encoding=None):
        super().__init__(filename, directory, format, engine, encoding)
        self.source = source

    @classmethod
    def from_file(cls, filename, directory=None, format=None, engine=None, encoding=None):
        with open(os.path.join(directory or '', filename), encoding=encoding or cls._encoding) as file:
            return cls(file.read(), filename, directory, format, engine, encoding)


Source.__module__ = 'graphviz.files'


def render(engine, format, filepath, quiet=False):
    raise ExecutableNotFound([engine, f'-T{format}', '-O', os.path.basename(filepath)])


def pipe(engine, format, data, quiet=False):
    raise ExecutableNotFound([engine, f'-T{format}'])


def view(filepath):
    raise RuntimeError('platform has no viewer for it')


def version():
    raise ExecutableNotFound(['dot', '-V'])
