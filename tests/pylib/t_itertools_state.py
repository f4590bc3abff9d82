"""itertools under copy and pickle: each iterator, as far as it has come; states that are none."""
import copy
import itertools as I
import operator
import pickle


def plain(v):
    """What __reduce__ gives, iterators as the lists of what they still have."""
    if isinstance(v, (tuple, list)):
        return type(v)(plain(x) for x in v)
    if isinstance(v, type) or not hasattr(v, '__next__') and not hasattr(v, '__code__'):
        return v
    return v.__name__ if callable(v) else type(v).__name__.replace('str_ascii_', 'str_')


makers = {
    'accumulate': lambda: I.accumulate([1, 2, 3]), 'accumulate mul': lambda: I.accumulate([1, 2, 3], operator.mul), 'accumulate initial': lambda: I.accumulate([1, 2, 3], initial=5),
    'accumulate None': lambda: I.accumulate([None, 2, None], max2), 'chain': lambda: I.chain('ab', 'c'), 'chain from': lambda: I.chain.from_iterable(iter(['ab', 'c'])),
    'combinations': lambda: I.combinations('abc', 2), 'combinations 5': lambda: I.combinations('ab', 5), 'replacement': lambda: I.combinations_with_replacement('ab', 2),
    'permutations': lambda: I.permutations('abc', 2), 'permutations 5': lambda: I.permutations('ab', 5), 'product': lambda: I.product('ab', 'cd'), 'product of none': lambda: I.product(),
    'compress': lambda: I.compress('abc', [1, 0, 1]), 'cycle': lambda: I.cycle('abc'), 'dropwhile': lambda: I.dropwhile(bool, [1, 0, 1]), 'filterfalse': lambda: I.filterfalse(None, [0, 0, 1]),
    'groupby': lambda: I.groupby('aab'), 'islice': lambda: I.islice('abcdef', 1, 5, 2), 'islice open': lambda: I.islice('abcdef', 2, None), 'starmap': lambda: I.starmap(pow, [(1, 2), (2, 3)]),
    'takewhile': lambda: I.takewhile(bool, [1, 1, 0, 1]), 'zip_longest': lambda: I.zip_longest('ab', 'c'), 'zip_longest x': lambda: I.zip_longest('ab', 'c', fillvalue='x'),
    'count': lambda: I.count(3), 'repeat': lambda: I.repeat(2, 4),
}


def max2(a, b):
    return b


for name, make in makers.items():
    for k in 0, 1, 2, 5, 9:
        it = make()
        for _ in range(k):
            next(it, None)
        print(name, k, plain(it.__reduce__()))
        if name != 'groupby':
            print(list(I.islice(pickle.loads(pickle.dumps(it)), 12)), list(I.islice(copy.deepcopy(it), 12)), list(I.islice(it, 12)))
groups = I.groupby('aab')
key, group = next(groups)
print(group.__reduce__()[1][1], list(pickle.loads(pickle.dumps(group))))
next(groups)
print(list(copy.copy(group)), list(group))
print([(k, list(g)) for k, g in pickle.loads(pickle.dumps(I.groupby('aabbb')))])
for make, states in [(lambda: I.product((1, 2), (3,)), [(0, 0x10000), (-1, -1), (0,), [0, 0], 5]), (lambda: I.combinations('abcd', 2), [(0, 9), (3, 1), (0,), ('a', 0)]),
                     (lambda: I.permutations('abc', 2), [((0, 2, 1), (3, 1)), ((9, -1, 0), (9, 9)), (0, 1), ()]), (lambda: I.combinations_with_replacement('ab', 2), [(0, 1), (5, 5), ()]),
                     (lambda: I.cycle('ab'), [([1, 2], 0), ([1, 2], True), ((1,), 0), (), 5]), (lambda: I.chain(), [(iter('ab'),), (iter([[1]]), iter('c')), (), 'ab', ([],), (iter([]), [])]),
                     (lambda: I.groupby('ab'), [('a', 'x', 'a'), (), 5]), (lambda: I.takewhile(bool, [1, 0]), [1, 0, None]), (lambda: I.islice('abcd', 3), [2, 'x']),
                     (lambda: I.accumulate([1, 2]), [10, None]), (lambda: I.zip_longest('ab', 'c'), ['-'])]:
    for state in states:
        it = make()
        try:
            it.__setstate__(state)
            print(plain(state), [k if not isinstance(k, tuple) or not hasattr(k[-1], '__next__') else k[0] for k in I.islice(it, 6)])
        except (TypeError, ValueError, AttributeError) as e:
            print(plain(state), type(e).__name__)


class Named(I.starmap):
    def __init__(self, *args, name=None):
        self.name = name


print(Named(pow, [(2, 3)], name='n').name, list(Named(pow, [(2, 3)], name='n')))
try:
    I.starmap(pow, [], name='n')
except TypeError as e:
    print(e)
