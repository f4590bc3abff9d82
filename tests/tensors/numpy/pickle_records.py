# Records with objects in them, through pickles: their dtype counts references again, and what is made behind them is whole.
import pickle
import sys

import numpy as np


class Thing:
    def __repr__(self):
        return 'Thing'


kinds = [np.dtype([('a', object), ('b', int), ('c', float)]), np.dtype([('a', object, (2,)), ('b', 'i1')]), np.dtype([('in', [('a', object), ('b', 'S3')]), ('c', 'f4')]),
         np.dtype([('a', str), ('b', int)]), np.dtype((object, (3,)))]
for kind in kinds:
    for protocol in range(2, 6):
        back = pickle.loads(pickle.dumps(kind, protocol=protocol))
        print(back == kind, back.hasobject, back.flags == kind.flags, back.itemsize, end='; ')
    print(kind)
things = np.array([(Thing(), 1, 2.0), (None, 3, 4.0)], dtype=kinds[0])
for protocol in range(2, 6):
    back = pickle.loads(pickle.dumps(things, protocol=protocol))
    print(repr(back['a']), back['b'], sys.getrefcount(back[1]['c']) > 0)
    kept = back[0]['a']
    counted = sys.getrefcount(kept)
    other = back.copy()
    print(sys.getrefcount(kept) - counted, end=' ')
    del other
    print(sys.getrefcount(kept) - counted, end=' ')
    del back
    print(sys.getrefcount(kept) - counted)
rows = [dict(**{'k%d' % i: i for i in range(k)}) for k in range(40) for _ in range(50)]
print(len(rows), sum(len(r) for r in rows))
