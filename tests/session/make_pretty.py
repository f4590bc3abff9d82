#!/usr/bin/env python3
"""make_pretty.py: tests/session/pretty.json anew: how IPython 8 shows the value of each expression below (run it with a Python that has it)."""
import json
import os
import sys

SETUP = """
import collections, re, types, datetime, decimal, enum, fractions, functools, pathlib
class Plain: pass
class Own:
    def __repr__(self): return 'Own()'
class Lines:
    def __repr__(self): return 'a\\nb'
class Pretty:
    def _repr_pretty_(self, p, cycle):
        with p.group(4, 'Pretty<', '>'):
            p.text('one'); p.breakable(); p.text('two'); p.break_(); p.pretty([1, 2])
class Text:
    def __init__(self, text): self.text = text
    def _repr_pretty_(self, p, cycle): p.text(self.text)
class MyList(list): pass
class MyDict(dict):
    def __repr__(self): return 'MyDict!'
class Meta(type):
    def __repr__(cls): return 'meta!'
class WithMeta(metaclass=Meta): pass
Point = collections.namedtuple('Point', 'x y')
class Colour(enum.Enum):
    RED = 1
def function(a, b=1, *c, d, **e): pass
ring = [1]; ring.append(ring)
loop = {}; loop['self'] = loop
"""
EXPRESSIONS = [
    "1", "1.5", "'a'", "b'a'", "None", "...", "1j", "'it\\'s'", "'a\\nb'", "[]", "()", "{}", "set()", "frozenset()", "(1,)", "[1, 2]", "{1: 2}", "{3, 1, 2}",
    "frozenset({3, 1})", "list(range(30))", "list(range(20))", "list(range(26))", "list(range(27))", "list(range(28))", "list(range(2000))", "tuple(range(40))",
    "{i: i * i for i in range(20)}", "{'key%d' % i: ['value'] * i for i in range(6)}", "{'a': {'b': {'c': list(range(30))}}}", "[['x' * 20] * 3] * 4",
    "[{'name': 'perch', 'size': 10, 'colour': 'green'}, {'name': 'pike', 'size': 100, 'colour': 'grey', 'more': [1, 2, 3]}]",
    "[(1, 'x' * 70), (2, 'y' * 80)]", "['x' * 100]", "'x' * 200", "{'a' * 40: 'b' * 40}", "{'a' * 40: ['b' * 20, 'c' * 20]}", "{'x': 'y' * 72}", "{'x': 'y' * 73}", "{'x': 'y' * 74}",
    "[['a' * 75]]", "[['a' * 76]]", "[['a' * 77]]", "[1, ['b' * 71]]", "[1, ['b' * 72]]", "[1, ['b' * 73]]", "([1] * 10, [2] * 10, [3] * 10)",
    "Own()", "Lines()", "[Lines(), Lines()]", "Pretty()", "[Pretty()]", "MyList([1, 2])", "MyList(range(40))", "MyDict()", "[MyDict(a=1)]", "Plain", "int", "[int, str]", "WithMeta", "Meta", "Point(1, 2)", "[Point(1, 2)] * 8",
    "Colour.RED", "Colour", "[Colour.RED]", "function", "len", "print", "[].append", "lambda x, y=2: x", "str.join", "Own().__repr__", "dict.fromkeys", "collections.OrderedDict(a=1, b=2)", "collections.OrderedDict()",
    "collections.defaultdict(int, a=1)", "collections.defaultdict(list, {i: list(range(5)) for i in range(9)})", "collections.Counter('hello world')", "collections.Counter()",
    "collections.deque([1, 2])", "collections.deque([1], maxlen=3)", "collections.deque(range(40))", "collections.ChainMap({'a': 1})", "types.MappingProxyType({'a': 1})", "types.SimpleNamespace(a=1, b='x')",
    "types.SimpleNamespace(**{'name%d' % i: 'value' * 4 for i in range(5)})", "ValueError('a', 1)", "KeyError('x')", "[OSError(2, 'no')]", "StopIteration()",
    "re.compile('a+')", "re.compile('a', re.I)", "re.compile(b'a')", "re.compile('a\\\\d', re.I | re.X)", "datetime.date(2020, 1, 2)", "datetime.timedelta(days=1)", "decimal.Decimal('1.5')", "fractions.Fraction(1, 3)",
    "pathlib.Path('a/b')", "range(10)", "slice(1, 2)", "ring", "loop", "{1: {1, 2}, 2: {'b', 'a'}}", "{'b', 1, 'a'}", "{(1, 2), (0, 5)}", "dict.keys({1: 2})", "{1: 2}.items()", "functools.partial(len)", "True", "[True, None, 1.0, 2j]",
    "[1.0, float('nan'), float('inf')]", "[[]]", "[[], [[]], {}]", "{'a': ()}", "['a', 'b\\nc']", "'变量'", "['变量' * 20] * 3", "bytearray(b'ab')", "memoryview(b'a')[:0].nbytes", "NotImplemented", "type(None)", "type(Ellipsis)", "sorted",
    "{Text('\\n' + 'b' * 40): [1] * 9}", "{Text('b' * 40 + '\\n'): [1] * 9, 2: 3}", "{Text('b' * 40 + '\\nabc'): [1] * 20}", "[5, {Text('\\n' + 'b' * 20): [1] * 17}]", "[5, {Text('\\n' + 'b' * 20): [1] * 18}]",
    "[5, {Text('b' * 20 + '\\n'): [1] * 18}]", "[Text('\\n' * 77), 1]", "[Text('\\n' * 70), 1]",
    "(Lines(), 1)", "(1, Lines())", "[1, [2, [3, Lines()]]]", "{'a': {'b': Lines()}}", "{'a': (1, Lines()), 'b': 2}", "({}, collections.OrderedDict(w=Lines()))", "collections.OrderedDict(w=Lines(), b=Lines())",
    "(1, [2, [3, Lines()], 4], 5)", "{'x': collections.OrderedDict(a=(1, Lines()))}", "[Lines(), ['x' * 70, 'y' * 10]]", "collections.deque([(1, Lines())])", "types.SimpleNamespace(a=[1, Lines()], b={'c': Lines()})",
    "[len, int]", "{'f': len}", "staticmethod(len)", "__import__('math').sin",
]


def main():
    from IPython.lib.pretty import pretty
    namespace = {"__name__": "__main__"}
    sys.modules["__main__"].__dict__.update(namespace)
    exec(SETUP, sys.modules["__main__"].__dict__)
    rows = [[e, pretty(eval(e, sys.modules["__main__"].__dict__))] for e in EXPRESSIONS]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pretty.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write("{\"setup\": " + json.dumps(SETUP) + ", \"rows\": [\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]}\n")


if __name__ == "__main__":
    sys.exit(main())
