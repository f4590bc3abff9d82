"""ast.unparse(): source text of a syntax tree."""

_BINARY = {'Add': ('+', 11), 'Sub': ('-', 11), 'Mult': ('*', 12), 'MatMult': ('@', 12), 'Div': ('/', 12), 'Mod': ('%', 12),
           'FloorDiv': ('//', 12), 'LShift': ('<<', 10), 'RShift': ('>>', 10), 'BitOr': ('|', 7), 'BitXor': ('^', 8),
           'BitAnd': ('&', 9), 'Pow': ('**', 14)}
_COMPARE = {'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'Is': 'is', 'IsNot': 'is not',
            'In': 'in', 'NotIn': 'not in'}
_UNARY = {'Invert': ('~', 13), 'Not': ('not ', 5), 'UAdd': ('+', 13), 'USub': ('-', 13)}
_TUPLE, _YIELD, _TEST, _OR, _AND, _COMPARISON, _FACTOR, _POWER, _AWAIT, _ATOM = 0, 1, 2, 3, 4, 6, 13, 14, 15, 16


def unparse(ast_obj):
    """Source that has this tree."""
    writer = _Writer()
    if isinstance(ast_obj, list):
        writer.statements(ast_obj)
    else:
        writer.top(ast_obj)
    return '\n'.join(writer.lines).strip('\n') if writer.lines else writer.text


def _name(node):
    return type(node).__name__


class _Writer:
    def __init__(self):
        self.lines = []
        self.depth = 0
        self.text = ''

    def top(self, node):
        kind = _name(node)
        if kind in ('Module', 'Interactive'):
            self.statements(node.body, docstring=kind == 'Module')
        elif kind == 'Expression':
            self.text = self.expr(node.body)
        elif hasattr(self, 'do_' + kind):
            self.statement(node)
        elif kind == 'arguments':
            self.text = self.arguments(node)
        elif kind == 'arg':
            self.text = self.arg(node)
        elif kind == 'keyword':
            self.text = self.keyword(node)
        elif kind == 'alias':
            self.text = self.alias(node)
        else:
            self.text = self.expr(node)

    # ---- statements ----

    def line(self, text):
        self.lines.append('    ' * self.depth + text)

    def block(self, head, body, docstring=False):
        self.line(head + ':')
        self.depth += 1
        self.statements(body, docstring)
        self.depth -= 1

    def statements(self, body, docstring=False):
        for i, node in enumerate(body):
            if docstring and not i and _name(node) == 'Expr' and _name(node.value) == 'Constant' and isinstance(node.value.value, str):
                self.docstring(node.value.value)
            else:
                self.statement(node)

    def docstring(self, text):
        quoted = repr(text)
        body = text.replace('\\', '\\\\').replace('"""', '\\"\\"\\"')
        if '\n' in text or quoted[0] == "'" or True:
            if body.endswith('"'):
                body = body[:-1] + '\\"'
            self.lines.append('    ' * self.depth + '"""' + body + '"""')

    def statement(self, node):
        getattr(self, 'do_' + _name(node))(node)

    def do_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def do_Pass(self, node):
        self.line('pass')

    def do_Break(self, node):
        self.line('break')

    def do_Continue(self, node):
        self.line('continue')

    def do_Return(self, node):
        self.line('return ' + self.expr(node.value) if node.value else 'return')

    def do_Delete(self, node):
        self.line('del ' + ', '.join(map(self.expr, node.targets)))

    def do_Assign(self, node):
        self.line(''.join(self.expr(target) + ' = ' for target in node.targets) + self.expr(node.value, _YIELD))

    def do_AugAssign(self, node):
        self.line('%s %s= %s' % (self.expr(node.target), _BINARY[_name(node.op)][0], self.expr(node.value, _YIELD)))

    def do_AnnAssign(self, node):
        target = self.expr(node.target)
        if not node.simple and _name(node.target) == 'Name':
            target = '(%s)' % target
        value = ' = ' + self.expr(node.value, _YIELD) if node.value else ''
        self.line('%s: %s%s' % (target, self.expr(node.annotation), value))

    def do_Raise(self, node):
        text = 'raise'
        if node.exc:
            text += ' ' + self.expr(node.exc)
        if node.cause:
            text += ' from ' + self.expr(node.cause)
        self.line(text)

    def do_Assert(self, node):
        self.line('assert ' + self.expr(node.test, _TEST) + (', ' + self.expr(node.msg, _TEST) if node.msg else ''))

    def do_Global(self, node):
        self.line('global ' + ', '.join(node.names))

    def do_Nonlocal(self, node):
        self.line('nonlocal ' + ', '.join(node.names))

    def do_Import(self, node):
        self.line('import ' + ', '.join(map(self.alias, node.names)))

    def do_ImportFrom(self, node):
        self.line('from %s%s import %s' % ('.' * (node.level or 0), node.module or '', ', '.join(map(self.alias, node.names))))

    def alias(self, node):
        return node.name + (' as ' + node.asname if node.asname else '')

    def do_If(self, node):
        self.block('if ' + self.expr(node.test), node.body)
        while len(node.orelse) == 1 and _name(node.orelse[0]) == 'If':
            node = node.orelse[0]
            self.block('elif ' + self.expr(node.test), node.body)
        self.otherwise(node.orelse)

    def otherwise(self, body):
        if body:
            self.block('else', body)

    def do_While(self, node):
        self.block('while ' + self.expr(node.test), node.body)
        self.otherwise(node.orelse)

    def do_For(self, node, word='for'):
        self.block('%s %s in %s' % (word, self.expr(node.target), self.expr(node.iter)), node.body)
        self.otherwise(node.orelse)

    def do_AsyncFor(self, node):
        self.do_For(node, 'async for')

    def do_With(self, node, word='with'):
        items = [self.expr(item.context_expr, _TEST) + (' as ' + self.expr(item.optional_vars, _TEST) if item.optional_vars else '')
                 for item in node.items]
        self.block(word + ' ' + ', '.join(items), node.body)

    def do_AsyncWith(self, node):
        self.do_With(node, 'async with')

    def do_Try(self, node, star=''):
        self.block('try', node.body)
        for handler in node.handlers:
            head = 'except' + star
            if handler.type:
                head += ' ' + self.expr(handler.type)
            if handler.name:
                head += ' as ' + handler.name
            self.block(head, handler.body)
        self.otherwise(node.orelse)
        if node.finalbody:
            self.block('finally', node.finalbody)

    def do_TryStar(self, node):
        self.do_Try(node, '*')

    def do_FunctionDef(self, node, word='def'):
        self.lines.append('')
        for decorator in node.decorator_list:
            self.line('@' + self.expr(decorator))
        returns = ' -> ' + self.expr(node.returns) if node.returns else ''
        self.block('%s %s(%s)%s' % (word, node.name, self.arguments(node.args), returns), node.body, True)

    def do_AsyncFunctionDef(self, node):
        self.do_FunctionDef(node, 'async def')

    def do_ClassDef(self, node):
        self.lines.append('')
        for decorator in node.decorator_list:
            self.line('@' + self.expr(decorator))
        args = list(map(self.expr, node.bases)) + list(map(self.keyword, node.keywords))
        self.block('class ' + node.name + ('(%s)' % ', '.join(args) if args else ''), node.body, True)

    def do_Match(self, node):
        self.line('match ' + self.expr(node.subject) + ':')
        self.depth += 1
        for case in node.cases:
            guard = ' if ' + self.expr(case.guard) if case.guard else ''
            self.block('case ' + self.pattern(case.pattern) + guard, case.body)
        self.depth -= 1

    # ---- patterns ----

    def pattern(self, node, level=0):
        kind = _name(node)
        if kind == 'MatchValue':
            return self.expr(node.value)
        if kind == 'MatchSingleton':
            return repr(node.value)
        if kind == 'MatchSequence':
            return '[%s]' % ', '.join(map(self.pattern, node.patterns))
        if kind == 'MatchStar':
            return '*' + (node.name or '_')
        if kind == 'MatchMapping':
            items = ['%s: %s' % (self.expr(k), self.pattern(p)) for k, p in zip(node.keys, node.patterns)]
            return '{%s}' % ', '.join(items + (['**' + node.rest] if node.rest else []))
        if kind == 'MatchClass':
            items = list(map(self.pattern, node.patterns))
            items += ['%s=%s' % (k, self.pattern(p)) for k, p in zip(node.kwd_attrs, node.kwd_patterns)]
            return '%s(%s)' % (self.expr(node.cls, _ATOM), ', '.join(items))
        if kind == 'MatchOr':
            text = ' | '.join(self.pattern(p, 2) for p in node.patterns)
            return '(%s)' % text if level > 1 else text
        if node.pattern is None:
            return node.name or '_'
        text = '%s as %s' % (self.pattern(node.pattern, 1), node.name)
        return '(%s)' % text if level else text

    # ---- parameters and arguments ----

    def arg(self, node):
        return node.arg + (': ' + self.expr(node.annotation) if node.annotation else '')

    def arguments(self, node):
        out = []
        plain = node.posonlyargs + node.args
        defaults = [None] * (len(plain) - len(node.defaults)) + node.defaults
        for i, (arg, default) in enumerate(zip(plain, defaults), 1):
            out.append(self.arg(arg) + ('=' + self.expr(default, _TEST) if default else ''))
            if i == len(node.posonlyargs):
                out.append('/')
        if node.vararg:
            out.append('*' + self.arg(node.vararg))
        elif node.kwonlyargs:
            out.append('*')
        for arg, default in zip(node.kwonlyargs, node.kw_defaults):
            out.append(self.arg(arg) + ('=' + self.expr(default, _TEST) if default else ''))
        if node.kwarg:
            out.append('**' + self.arg(node.kwarg))
        return ', '.join(out)

    def keyword(self, node):
        return '%s=%s' % (node.arg, self.expr(node.value, _TEST)) if node.arg else '**' + self.expr(node.value, _TEST)

    # ---- expressions ----

    def expr(self, node, level=_TUPLE):
        """The text; in parentheses where it binds less than `level` asks for."""
        text, own = getattr(self, 'x_' + _name(node))(node)
        return '(%s)' % text if own < level else text

    def x_Name(self, node):
        return node.id, _ATOM

    def x_Constant(self, node):
        value = node.value
        if value is ...:
            return '...', _ATOM
        text = repr(value).replace('inf', '1e309')
        if node.kind == 'u':
            text = 'u' + text
        return text, _FACTOR if text[:1] == '-' else _ATOM

    def x_Attribute(self, node):
        value = self.expr(node.value, _ATOM)
        if _name(node.value) == 'Constant' and isinstance(node.value.value, int) and not isinstance(node.value.value, bool):
            value += ' '
        return value + '.' + node.attr, _ATOM

    def x_Subscript(self, node):
        inner = node.slice
        if _name(inner) == 'Tuple' and inner.elts:
            text = ', '.join(self.expr(e, _TEST) for e in inner.elts) + (',' if len(inner.elts) == 1 else '')
        else:
            text = self.expr(inner)
        return '%s[%s]' % (self.expr(node.value, _ATOM), text), _ATOM

    def x_Slice(self, node):
        text = (self.expr(node.lower, _TEST) if node.lower else '') + ':' + (self.expr(node.upper, _TEST) if node.upper else '')
        return text + (':' + self.expr(node.step, _TEST) if node.step else ''), _ATOM

    def x_Starred(self, node):
        return '*' + self.expr(node.value, 7), _ATOM

    def x_Call(self, node):
        args = list(node.args)
        parts = [self.expr(a, _TEST) for a in args] + list(map(self.keyword, node.keywords))
        return '%s(%s)' % (self.expr(node.func, _ATOM), ', '.join(parts)), _ATOM

    def x_Tuple(self, node):
        parts = [self.expr(e, _TEST) for e in node.elts]
        return '(%s)' % (parts[0] + ',' if len(parts) == 1 else ', '.join(parts)), _ATOM

    def x_List(self, node):
        return '[%s]' % ', '.join(self.expr(e, _TEST) for e in node.elts), _ATOM

    def x_Set(self, node):
        return '{%s}' % ', '.join(self.expr(e, _TEST) for e in node.elts) if node.elts else '{*()}', _ATOM

    def x_Dict(self, node):
        parts = ['%s: %s' % (self.expr(k, _TEST), self.expr(v, _TEST)) if k else '**' + self.expr(v, 7)
                 for k, v in zip(node.keys, node.values)]
        return '{%s}' % ', '.join(parts), _ATOM

    def x_BinOp(self, node):
        sign, level = _BINARY[_name(node.op)]
        left, right = (level + 1, _POWER) if sign == '**' else (level, level + 1)
        return '%s %s %s' % (self.expr(node.left, left), sign, self.expr(node.right, right)), level

    def x_UnaryOp(self, node):
        sign, level = _UNARY[_name(node.op)]
        return sign + self.expr(node.operand, level), level

    def x_BoolOp(self, node):
        word, level = (' or ', _OR) if _name(node.op) == 'Or' else (' and ', _AND)
        return word.join(self.expr(v, level + (2 if level == _OR else 1)) for v in node.values), level

    def x_Compare(self, node):
        text = self.expr(node.left, _COMPARISON + 1)
        for op, right in zip(node.ops, node.comparators):
            text += ' %s %s' % (_COMPARE[_name(op)], self.expr(right, _COMPARISON + 1))
        return text, _COMPARISON

    def x_IfExp(self, node):
        return '%s if %s else %s' % (self.expr(node.body, _OR), self.expr(node.test, _OR), self.expr(node.orelse, _TEST)), _TEST

    def x_Lambda(self, node):
        args = self.arguments(node.args)
        return 'lambda%s: %s' % (' ' + args if args else '', self.expr(node.body, _TEST)), _TEST

    def x_NamedExpr(self, node):
        return '(%s := %s)' % (self.expr(node.target, _ATOM), self.expr(node.value, _ATOM)), _ATOM

    def x_Await(self, node):
        return 'await ' + self.expr(node.value, _ATOM), _AWAIT

    def x_Yield(self, node):
        text = 'yield ' + self.expr(node.value) if node.value else 'yield'
        return text, _YIELD

    def x_YieldFrom(self, node):
        return 'yield from ' + self.expr(node.value, _ATOM), _YIELD

    def generators(self, node):
        text = ''
        for g in node.generators:
            text += '%s for %s in %s' % (' async' if g.is_async else '', self.expr(g.target), self.expr(g.iter, _OR))
            text += ''.join(' if ' + self.expr(test, _OR) for test in g.ifs)
        return text

    def x_ListComp(self, node):
        return '[%s%s]' % (self.expr(node.elt, _TEST), self.generators(node)), _ATOM

    def x_SetComp(self, node):
        return '{%s%s}' % (self.expr(node.elt, _TEST), self.generators(node)), _ATOM

    def x_GeneratorExp(self, node):
        return '(%s%s)' % (self.expr(node.elt, _TEST), self.generators(node)), _ATOM

    def x_DictComp(self, node):
        return '{%s: %s%s}' % (self.expr(node.key, _TEST), self.expr(node.value, _TEST), self.generators(node)), _ATOM

    def x_FormattedValue(self, node):
        return self.quoted(self.formatted(node)), _ATOM

    def x_JoinedStr(self, node):
        return self.quoted(self.joined(node)), _ATOM

    def quoted(self, body):
        for quote in ("'", '"', "'''", '"""'):
            if quote not in body and ('\n' not in body or len(quote) == 3):
                return 'f' + quote + body + quote
        return 'f' + repr(body)

    def joined(self, node):
        out = []
        for value in node.values:
            if _name(value) == 'Constant':
                out.append(repr('"' + value.value)[2:-1].replace('{', '{{').replace('}', '}}') if "'" not in value.value
                           else value.value.replace('\\', '\\\\').replace('\n', '\\n').replace('{', '{{').replace('}', '}}'))
            else:
                out.append(self.formatted(value))
        return ''.join(out)

    def formatted(self, node):
        text = self.expr(node.value, _TEST)
        out = '{' + (' ' if text[:1] == '{' else '') + text
        if node.conversion != -1:
            out += '!' + chr(node.conversion)
        if node.format_spec:
            out += ':' + self.joined(node.format_spec)
        return out + '}'
