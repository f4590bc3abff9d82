"""Comparisons and hashes that empty the containers they are called from."""
import sys, gc
def tr(f,*a,**k):
    try:
        r=f(*a,**k)
        print('ok', type(r).__name__)
        return r
    except BaseException as e:
        print(type(e).__name__, str(e)[:80])
# list.sort
l=[3,1,2]
def key(x):
    l.clear(); l.extend(range(100)); return x
tr(lambda: l.sort(key=key)); print(l)
class C:
    def __init__(s,v): s.v=v
    def __lt__(s,o):
        L.clear(); gc.collect(); return s.v<o.v
    def __eq__(s,o):
        L.clear(); D.clear(); S.clear(); gc.collect(); return False
    def __hash__(s): return 1
L=[];D={};S=set()
L[:]=[C(i) for i in (3,1,2,7,5)]
tr(lambda: L.sort()); print(len(L))
for op in ['L.index(C(1))','L.count(C(1))','L.remove(C(1))','C(1) in L','L==[C(2) for _ in range(5)]','[C(2) for _ in range(5)]==L','L<[C(2) for _ in range(5)]',
  'max(L)','min(L)','sorted(L)','D.get(C(9))','D[C(9)]','D.pop(C(9))','D.pop(C(9),1)','D.setdefault(C(9),1)','D.__setitem__(C(9),1)','D.__delitem__(C(9))','C(9) in D','D=={C(i):C(i) for i in range(5)}','{C(i):C(i) for i in range(5)}==D',
  'D.items()&{(C(1),C(1))}','D.keys()&{C(1)}','D.keys()|{C(1)}','D.keys()-{C(1)}','D.keys()^{C(1)}','D.keys()<={C(1)}','D.keys()=={C(i) for i in range(5)}','D.keys().isdisjoint([C(1)])','(C(1),C(1)) in D.items()','C(1) in D.values()',
  'D|{C(1):1}','D.update({C(1):1})','D.update([(C(1),1)])','dict(D)','D.copy()','{**D,C(1):2}','{**{C(1):2},**D}',
  'S.add(C(9))','S.remove(C(9))','S.discard(C(9))','C(9) in S','S|{C(9)}','{C(9)}|S','S&{C(9)}','S&[C(9),C(8)]','S-{C(9)}','S-[C(9)]','S^{C(9)}','S^[C(9)]','S.update([C(9)])','S.intersection_update([C(9)])','S.difference_update([C(9)])','S.symmetric_difference_update([C(9)])','S<={C(9),C(1),C(2),C(3),C(4),C(5)}','S=={C(i) for i in range(5)}','S.isdisjoint([C(1)])','S.issubset([C(1)])','S.issuperset([C(1)])','frozenset(S)','set(S)','set([C(1),C(2)])', 'tuple(L)==tuple(C(i) for i in range(5))', 'tuple(L).index(C(2))','tuple(L).count(C(2))','S.update(S)','S.symmetric_difference_update(S)','D.update(D)','S^S','S-S', 'D.keys()&D.keys()', 'D.items()^D.items()','D.items()-{(C(1),C(2))}','D.items()|{(C(1),C(2))}','D.items()<={(C(1),C(2))}','D.items()==D.items()','D.items().isdisjoint([(C(1),C(2))])','dict.fromkeys(L)','dict.fromkeys(S)','dict.fromkeys(D)','set.intersection(S,L,D)','set.union(S,L,D)','set.difference(S,L,D)','set(D)','S.__ior__({C(2)})','S.__iand__({C(2)})','S.__isub__({C(2)})','S.__ixor__({C(2)})','D.__ior__({C(2):1})']:
    L=[C(i) for i in (3,1,2,7,5)]
    D.clear(); S.clear()
    D=dict((C(i),C(i)) for i in range(5)); 
    S=set(C(i) for i in range(5))
    print(op,end=': ')
    tr(eval,op)
print("end")
