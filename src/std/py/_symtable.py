"""_symtable: what each name of a source means in each of its blocks, as CPython's compiler sees them. (perch's own compiler keeps comprehensions in the frame around them: its
table of names has other blocks. It only says here what is wrong with names.)"""
import _ast
import os

DEF_GLOBAL, DEF_LOCAL, DEF_PARAM, DEF_NONLOCAL, USE, DEF_FREE, DEF_FREE_CLASS, DEF_IMPORT, DEF_ANNOT = 1, 2, 4, 8, 16, 32, 64, 128, 256
_DEF_COMP_ITER = 512
DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT
TYPE_FUNCTION, TYPE_CLASS, TYPE_MODULE = 0, 1, 2
LOCAL, GLOBAL_EXPLICIT, GLOBAL_IMPLICIT, FREE, CELL = 1, 2, 3, 4, 5
SCOPE_OFF, SCOPE_MASK = 11, 15


class _Entry:
    """A block: `symbols` has a number for each name, flags and above them how the name is reached."""

    def __init__(self, name, type, lineno, around):
        self.name, self.type, self.lineno = name, type, lineno
        self.nested = int(around is not None and (around.nested or around.type == TYPE_FUNCTION))
        self.symbols, self.varnames, self.children = {}, [], []
        self.id = id(self)
        self._around, self._comprehension = around, False

    def __repr__(self):
        return f'<symtable entry {self.name}({self.id}), line {self.lineno}>'


_Entry.__name__ = _Entry.__qualname__ = 'symtable entry'


def _mangled(private, name):
    if private is None or not name.startswith('__') or name.endswith('__') or '.' in name or not private.strip('_'):
        return name
    return f'_{private.lstrip("_")}{name}'


class _Reader:
    """Goes through a tree and notes what its blocks do with names."""

    def __init__(self, future_annotations):
        self.top = self.block = _Entry('top', TYPE_MODULE, 0, None)
        self.private, self.texts, self.target = None, future_annotations, 0

    def note(self, name, flag, block=None):
        block = block or self.block
        name = _mangled(self.private, name)
        block.symbols[name] = block.symbols.get(name, 0) | flag | (self.target if block is self.block else 0)
        if flag & DEF_PARAM:
            block.varnames.append(name)
        elif flag & DEF_GLOBAL:
            self.top.symbols[name] = self.top.symbols.get(name, 0) | flag

    def enter(self, name, type, node):
        block = _Entry(name, type, node.lineno, self.block)
        self.block.children.append(block)
        self.block = block
        return block

    def leave(self):
        self.block = self.block._around

    def read(self, node):
        if isinstance(node, list):
            for item in node:
                self.read(item)
        elif isinstance(node, _ast.AST):
            getattr(self, type(node).__name__, self.parts)(node)

    def parts(self, node):
        for field in node._fields:
            self.read(getattr(node, field, None))

    def Name(self, node):
        load = isinstance(node.ctx, _ast.Load)
        self.note(node.id, USE if load else DEF_LOCAL)
        if load and node.id == 'super' and self.block.type == TYPE_FUNCTION:
            self.note('__class__', USE)

    def Global(self, node):
        for name in node.names:
            self.note(name, DEF_GLOBAL)

    def Nonlocal(self, node):
        for name in node.names:
            self.note(name, DEF_NONLOCAL)

    def alias(self, node):
        if node.name != '*':
            self.note(node.asname or node.name.partition('.')[0], DEF_IMPORT)

    def ExceptHandler(self, node):
        self.read(node.type)
        if node.name:
            self.note(node.name, DEF_LOCAL)
        self.read(node.body)

    def captured(self, node):
        self.parts(node)
        if node.name:
            self.note(node.name, DEF_LOCAL)
    MatchAs = MatchStar = captured

    def MatchMapping(self, node):
        self.parts(node)
        if node.rest:
            self.note(node.rest, DEF_LOCAL)

    def annotation(self, node):
        if node is not None and not self.texts:
            self.read(node)

    def AnnAssign(self, node):
        if isinstance(node.target, _ast.Name):
            declared = self.block.symbols.get(_mangled(self.private, node.target.id), 0) & (DEF_GLOBAL | DEF_NONLOCAL)
            if node.simple and not declared:
                self.note(node.target.id, DEF_ANNOT | DEF_LOCAL)
            elif node.value is not None:
                self.note(node.target.id, DEF_LOCAL)
        else:
            self.read(node.target)
        self.annotation(node.annotation)
        self.read(node.value)

    def NamedExpr(self, node):
        if self.block._comprehension:
            self.walrus(node.target.id)
        self.read(node.value)
        self.read(node.target)

    def walrus(self, name):
        """A name bound by := within comprehensions belongs to the block around them."""
        owner = self.block
        while owner._comprehension:
            owner = owner._around
        if owner.type == TYPE_FUNCTION:
            declared = owner.symbols.get(_mangled(self.private, name), 0) & DEF_GLOBAL
            self.note(name, DEF_GLOBAL if declared else DEF_NONLOCAL)
            self.note(name, DEF_LOCAL, owner)
        else:
            self.note(name, DEF_GLOBAL)
            self.note(name, DEF_GLOBAL, owner)

    def FunctionDef(self, node):
        self.note(node.name, DEF_LOCAL)
        args = node.args
        self.read(args.defaults)
        self.read(args.kw_defaults)
        for arg in args.posonlyargs + args.args + [args.vararg, args.kwarg] + args.kwonlyargs:
            if arg is not None:
                self.annotation(arg.annotation)
        self.annotation(node.returns)
        self.read(node.decorator_list)
        self.function(node.name, node, node.body)
    AsyncFunctionDef = FunctionDef

    def Lambda(self, node):
        self.read(node.args.defaults)
        self.read(node.args.kw_defaults)
        self.function('lambda', node, node.body)

    def function(self, name, node, body):
        self.enter(name, TYPE_FUNCTION, node)
        args = node.args
        for arg in args.posonlyargs + args.args + args.kwonlyargs + [args.vararg, args.kwarg]:
            if arg is not None:
                self.note(arg.arg, DEF_PARAM)
        self.read(body)
        self.leave()

    def ClassDef(self, node):
        self.note(node.name, DEF_LOCAL)
        self.read(node.bases)
        self.read(node.keywords)
        self.read(node.decorator_list)
        self.enter(node.name, TYPE_CLASS, node)
        around, self.private = self.private, node.name
        self.read(node.body)
        self.private = around
        self.leave()

    def comprehension_of(name, *results):
        def read_it(self, node):
            first, *others = node.generators
            self.read(first.iter)
            self.enter(name, TYPE_FUNCTION, node)._comprehension = True
            self.note('.0', DEF_PARAM)
            self.bind(first.target)
            self.read(first.ifs)
            for generator in others:
                self.bind(generator.target)
                self.read(generator.iter)
                self.read(generator.ifs)
            for field in results:
                self.read(getattr(node, field))
            self.leave()
        return read_it

    ListComp, SetComp = comprehension_of('listcomp', 'elt'), comprehension_of('setcomp', 'elt')
    GeneratorExp, DictComp = comprehension_of('genexpr', 'elt'), comprehension_of('dictcomp', 'value', 'key')

    def bind(self, target):
        self.target = _DEF_COMP_ITER
        self.read(target)
        self.target = 0


def _reach(block, bound, known_global):
    """Gives every name of a block, and of those in it, how it is reached. The names that want a cell of a function around it.

    bound: names of the functions around it, None on the outermost level; known_global: those that a block around it has among the globals."""
    scopes, own, free = {}, set(), set()
    inner_bound, inner_global = set(), set()
    is_class = block.type == TYPE_CLASS
    if is_class:
        inner_global |= known_global
        inner_bound |= bound or set()
    for name, flags in block.symbols.items():
        if flags & DEF_GLOBAL:
            scopes[name] = GLOBAL_EXPLICIT
            known_global.add(name)
            if bound:
                bound.discard(name)
        elif flags & DEF_NONLOCAL:
            scopes[name] = FREE
            free.add(name)
        elif flags & DEF_BOUND:
            scopes[name] = LOCAL
            own.add(name)
            known_global.discard(name)
        elif bound and name in bound:
            scopes[name] = FREE
            free.add(name)
        else:
            scopes[name] = GLOBAL_IMPLICIT
    if is_class:
        inner_bound.add('__class__')
    else:
        if block.type == TYPE_FUNCTION:
            inner_bound |= own
        inner_bound |= bound or set()
        inner_global |= known_global
    for child in block.children:
        free |= _reach(child, set(inner_bound), set(inner_global))
    if is_class:
        free.discard('__class__')
    elif block.type == TYPE_FUNCTION:
        for name in own & free:
            scopes[name] = CELL
            free.discard(name)
    for name, scope in scopes.items():
        block.symbols[name] |= scope << SCOPE_OFF
    for name in free:
        flags = block.symbols.get(name)
        if flags is None:
            if bound is None or name in bound:
                block.symbols[name] = FREE << SCOPE_OFF
        elif is_class and flags & (DEF_BOUND | DEF_GLOBAL):
            block.symbols[name] |= DEF_FREE_CLASS
    return free


def _has_future_annotations(tree):
    body = tree.body if isinstance(tree.body, list) else []
    return any(isinstance(node, _ast.ImportFrom) and node.module == '__future__' and any(a.name == 'annotations' for a in node.names) for node in body)


def symtable(source, filename, startstr, /):
    """The block of a source on the outermost level."""
    if startstr not in ('exec', 'eval', 'single'):
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    tree = compile(source, filename, startstr, _ast.PyCF_ONLY_AST, dont_inherit=True)
    name = filename if isinstance(filename, (str, bytes, os.PathLike)) else bytes(filename)
    _ast._check_names(tree, os.fsdecode(name), startstr)
    reader = _Reader(_has_future_annotations(tree))
    reader.read(tree)
    _reach(reader.top, None, set())
    return reader.top
