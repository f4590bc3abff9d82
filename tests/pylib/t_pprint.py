from pprint import *
from collections import *
import dataclasses, types
d = {'key%d' % i: list(range(i)) for i in range(12)}
pprint(d); pprint(d, width=40, compact=True); pprint(d, indent=4); pprint({'b': 1, 'a': 2}); pp({'b': 1, 'a': 2}); pprint([1, 2]); pprint(d, depth=1)
pprint([['x' * 30] * 3, ('y' * 50,), {'z' * 40, 'w' * 40}, frozenset(['q' * 70])], width=60)
pprint('word ' * 40); pprint(['long text with many words ' * 5, 'line1\nline2\nline3']); pprint({'k': 'some words here ' * 8}, width=50); pprint(b'bytes' * 30); pprint([bytearray(b'abc' * 30)])
pprint(OrderedDict([('a' * 20, 1), ('b' * 40, 2), ('c' * 30, 3)])); pprint(defaultdict(list, {'a' * 30: [1] * 10, 'b' * 30: [2]})); pprint(Counter({'x' * 40: 3, 'y' * 40: 5})); pprint(deque(range(40), maxlen=50)); pprint(ChainMap({'a' * 40: 1}, {'b' * 40: 2})); pprint(deque(['a' * 50, 'b' * 50]))
l = [1]; l.append(l); print(isrecursive(l), isreadable(l), isreadable([1, 'a']), saferepr([1, {2: 3}]), 'Recursion' in pformat(l))
@dataclasses.dataclass
class P:
    name: str
    items: list
    other: dict = dataclasses.field(default_factory=dict)
pprint(P('n' * 30, list(range(30)), {'a': 'b' * 40})); pprint(types.SimpleNamespace(aaa='x' * 40, bbb=['y' * 40])); pprint(types.MappingProxyType({'a' * 40: 1, 'b' * 40: 2})); pprint(namedtuple('N', 'a b')('x' * 50, 'y' * 50))
pprint({1: 'a', 'b': 2, None: 3, (1, 2): 4}); pprint([1000000, 12], underscore_numbers=True); print(pformat([])); pprint({'a': {'b': {'c': {'d': list(range(30))}}}}); pprint((1,)); pprint(('x' * 90,)); pprint([[[[1]]]], depth=2); pprint(None); pprint(list(range(100)), compact=True); pprint([list('abcdefgh') * 3, 1], compact=True, width=30)
for kw in ({'indent': -1}, {'depth': 0}, {'width': 0}):
    try: PrettyPrinter(**kw)
    except ValueError as e: print(e)
