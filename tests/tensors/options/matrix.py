"""Makes cases from tables: every parameter of every class and function in its original's signature, at two values or more beside the call of its row.

A table has a row a call, `CALL  PLAYER  DATA` (two spaces between them): CALL is how it is made with as few arguments as it needs, PLAYER the function of play_LIBRARY.py that
uses what CALL makes, DATA what that is used with. In CALL the letters a, b, c … are DATA's, one after the other (functions), or what PLAYER makes. Under a row stand, indented,
`NAME: VALUE, VALUE` (values of that parameter here) and `+ NAME=VALUE, NAME=VALUE` (several at once). Other values come from the table of values, by a parameter's name.
A parameter without two values fails the making, and so does a public name without a row (cases_LIBRARY.py names those that are left out, with why).
"""
import ast
import inspect

DATA = set('abcdefghijklmnopqrstuvw')


class Row:
    def __init__(self, line):
        call, self.player, *data = [part.strip() for part in line.split('  ') if part.strip()]
        self.data = data[0] if data else ''
        tree = ast.parse(call, mode='eval').body
        self.name = ast.unparse(tree.func)
        self.positional = [ast.unparse(a) for a in tree.args]
        self.keywords = {k.arg: ast.unparse(k.value) for k in tree.keywords}
        self.values, self.more = {}, []

    def take(self, line):
        if line.startswith('+'):
            call = ast.parse('f(%s)' % line[1:], mode='eval').body
            self.more.append({k.arg: ast.unparse(k.value) for k in call.keywords})
        else:
            name, _, texts = line.partition(':')
            self.values[name.strip()] = elements(texts)

    def case(self, names, words):
        """The row's call with `words` set otherwise. names: the parameters, by place."""
        positional, keywords = list(self.positional), dict(self.keywords)
        for name, value in words.items():
            if name in names and names.index(name) < len(positional):
                positional[names.index(name)] = value
            else:
                keywords[name] = value
        call = '%s(%s)' % (self.name, ', '.join(positional + ['%s=%s' % i for i in keywords.items()]))
        tree = ast.parse(call)
        own = {a.arg for n in ast.walk(tree) if isinstance(n, ast.Lambda) for a in n.args.args}
        used = sorted({n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & DATA - own)
        return '%s(lambda%s: %s%s)' % (self.player, ' ' + ', '.join(used) if used else '', call, ', ' + self.data if self.data else '')


def elements(texts):
    return [ast.unparse(e) for e in ast.parse('[%s]' % texts, mode='eval').body.elts]


def read(table):
    rows = []
    for line in table.split('\n'):
        if not line.strip() or line.startswith('#'):
            continue
        if line.startswith(' '):
            rows[-1].take(line.strip())
        else:
            rows.append(Row(line))
    return rows


def read_values(table):
    pairs = (line.partition(':') for line in table.split('\n') if line.strip())
    return {name.strip(): elements(texts) for name, _, texts in pairs}


def parameters(thing):
    """The names of what it takes, by place; what a class passes up in **kwargs, to a public one, follows. None where Python cannot tell."""
    names = []
    functions = [(c.__name__, c.__dict__['__init__']) for c in thing.__mro__ if '__init__' in c.__dict__] if isinstance(thing, type) else [('', thing)]
    for k, (owner, function) in enumerate(functions):
        try:
            found = list(inspect.signature(function).parameters.values())[1 if isinstance(thing, type) else 0:]
        except (TypeError, ValueError):
            return names or None
        names += [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name not in names and (k == 0 or owner[:1] != '_')]
        if not any(p.kind == p.VAR_KEYWORD for p in found):
            break
    return names


def documented(thing):
    """The same from the first line of the words of a function that is written in C: `f(a, b=None) -> Tensor`."""
    line = (thing.__doc__ or '').strip().split('\n')[0]
    try:
        call = ast.parse(line.split(' ->')[0].replace(', *,', ','), mode='eval').body
    except SyntaxError:
        return []
    return [a.id for a in call.args if isinstance(a, ast.Name)] + [k.arg for k in call.keywords] if isinstance(call, ast.Call) else []


class Matrix:
    """What a library's cases are made of. space: the names that calls are written with; values: by a parameter's name; stands_for: whose signature counts."""

    def __init__(self, space, values, stands_for):
        self.space, self.values, self.stands_for = space, values, stands_for
        self.rows, self.tried, self.strange = set(), {}, []

    def find(self, name):
        thing = eval(self.stands_for.get(name, name), self.space)
        names = parameters(thing)
        return names if names is not None else documented(thing)

    def play(self, row):
        names = self.find(row.name)
        self.rows.add(row.name)
        given = dict(zip(names, row.positional), **row.keywords)
        yield row.case(names, {})
        for name in names:
            if given.get(name) in DATA:
                continue
            known = row.values.get(name)
            known = self.values.get(name, []) if known is None else known
            tried = [v for v in known if v != given.get(name)]
            self.tried.setdefault((row.name, name), set()).update(tried)
            for value in tried:
                yield row.case(names, {name: value})
        for name in set(row.values) - set(names):
            self.strange.append('%s(%s)' % (row.name, name))
        for words in row.more:
            yield row.case(names, words)

    def cases(self, table):
        seen = {}
        for row in read(table):
            seen['signature(%s)' % row.name] = None
            for case in self.play(row):
                seen[case] = None
        return list(seen)

    def check(self, public, left_out):
        """Every public name has a row; every parameter its values; no row names a parameter that is not there."""
        missing = [n for n in public if n not in self.rows and n not in left_out]
        bare = ['%s(%s)' % pair for pair, values in self.tried.items() if len(values) < 2]
        if missing or bare or self.strange:
            raise SystemExit('without a row: %s\nwithout two values: %s\nno such parameter: %s' % (' '.join(missing), ' '.join(bare), ' '.join(self.strange)))
