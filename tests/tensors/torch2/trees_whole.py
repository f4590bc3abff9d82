"""torch.utils._pytree whole: plans, paths, what a program registers, plans as text."""
import torch
import torch.utils._pytree as p
from collections import OrderedDict, namedtuple, defaultdict, deque
import dataclasses
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
P=namedtuple('P','x y')
t={'b':[1,(2,3)],'a':P(4,{'z':5}), 'o':OrderedDict(q=6), 'n':None}
tr(lambda: p.tree_flatten(t)); tr(lambda: p.tree_leaves(t)); tr(lambda: p.tree_structure(t))
tr(lambda: p.tree_map(lambda a,b: a+b, [1,(2,)],[10,(20,)]))
tr(lambda: p.tree_map(lambda a,b: a+b, [1,(2,)],[10,20]))
tr(lambda: p.tree_map(lambda a: a, [1,(2,)], is_leaf=lambda x: isinstance(x,tuple)))
tr(lambda: p.tree_leaves([1,(2,)], is_leaf=lambda x: isinstance(x,tuple)))
tr(lambda: list(p.tree_iter(t))); tr(lambda: p.tree_is_leaf(3)); tr(lambda: p.tree_is_leaf([3]))
d=defaultdict(list,{'a':1}); q=deque([1,2],maxlen=3)
tr(lambda: p.tree_map(lambda x:x+1, [d,q])); tr(lambda: p.tree_structure([d,q]))
tr(lambda: p.tree_flatten_with_path({'a':[1,2],'b':P(3,4)}))
tr(lambda: [p.keystr(k) for k,_ in p.tree_flatten_with_path({'a':[1,2],'b':P(3,4)})[0]])
tr(lambda: p.tree_map_with_path(lambda k,x: p.keystr(k)+str(x), {'a':[1,2]}))
tr(lambda: p.tree_leaves_with_path([1,(2,)]))
class Pt:
    def __init__(s,x,y): s.x=x; s.y=y
    def __repr__(s): return f'Pt({s.x},{s.y})'
p.register_pytree_node(Pt, lambda o: ([o.x,o.y],None), lambda v,c: Pt(*v), serialized_type_name='m.Pt')
tr(lambda: p.tree_map(lambda x:x*2, [Pt(1,2),3])); tr(lambda: p.tree_structure(Pt(1,[2])))
tr(lambda: p.register_pytree_node(Pt, lambda o: ([o.x,o.y],None), lambda v,c: Pt(*v)))
@dataclasses.dataclass
class D: a:int; b:list
p.register_dataclass(D); tr(lambda: p.tree_map(lambda x:x+1, D(1,[2]))); tr(lambda: p.tree_flatten_with_path(D(1,[2])))
s=p.tree_structure({'a':[1,2],'b':(3,)})
tr(lambda: s.num_leaves); tr(lambda: s.num_nodes); tr(lambda: s.num_children); tr(lambda: s.is_leaf()); tr(lambda: p.tree_structure(1).is_leaf())
tr(lambda: s.flatten_up_to({'a':[1,(2,2)],'b':(3,)})); tr(lambda: s.unflatten([1,2,3])); tr(lambda: s.unflatten([1,2]))
tr(lambda: p.treespec_dumps(s)); tr(lambda: p.treespec_loads(p.treespec_dumps(s))==s)
tr(lambda: p.treespec_pprint(s)); tr(lambda: repr(s)); tr(lambda: hash(s)==hash(p.tree_structure({'a':[1,2],'b':(3,)})))
tr(lambda: p.tree_map_only(int, lambda x:x+1, [1,'a'])); tr(lambda: p.tree_map_only((int,float), lambda x:x+1, [1,2.,'a'])); tr(lambda: p.tree_map_only(lambda x: x=='a', lambda x:x+'1', [1,'a']))
tr(lambda: p.tree_any(lambda x:x>2,[1,3])); tr(lambda: p.tree_all(lambda x:x>2,[1,3])); tr(lambda: p.tree_any_only(int, lambda x:x>2,[1,'s',3])); tr(lambda: p.tree_all_only(int, lambda x:x>0,[1,'s',3]))
l=[]; tr(lambda: p.tree_map_(lambda x:l.append(x), [1,[2]])); print(l)
tr(lambda: p.tree_map_only_(int, lambda x:l.append(x), [1,['b']])); print(l)
tr(lambda: p.arg_tree_leaves(1,[2],k=3)); tr(lambda: p.is_namedtuple(P(1,2))); tr(lambda: p.is_namedtuple_class(P)); tr(lambda: p.is_namedtuple_instance(P(1,2))); tr(lambda: p.is_structseq(torch.max(torch.ones(2,2),1)))
tr(lambda: p.tree_leaves(torch.max(torch.ones(1,1),1)))
tr(lambda: p.LeafSpec()); tr(lambda: p.treespec_leaf()); tr(lambda: p.treespec_tuple([p.treespec_leaf()])); tr(lambda: p.treespec_dict({'a':p.treespec_leaf()}))
tr(lambda: p._broadcast_to_and_flatten(1, s)); tr(lambda: p._broadcast_to_and_flatten({'a':1,'b':(2,)}, s)); tr(lambda: p.key_get({'a':[1,2]}, (p.MappingKey('a'), p.SequenceKey(1))))
tr(lambda: p.tree_unflatten([1], s)); tr(lambda: p.tree_unflatten([1], 3))
tr(lambda: (p.SequenceKey(1), p.MappingKey('a'), p.GetAttrKey('b'), str(p.SequenceKey(1)), str(p.MappingKey('a')), str(p.GetAttrKey('b'))))
tr(lambda: p.tree_map(lambda x:x, {'b':1,'a':2})); tr(lambda: p.tree_structure({'b':1,'a':2})==p.tree_structure({'a':1,'b':2}))
tr(lambda: p.register_constant(Pt)); tr(lambda: p.tree_flatten(()));  tr(lambda: p.tree_flatten(None))
tr(lambda: p.tree_structure(t).children()); tr(lambda: p.tree_structure(t).entries()); tr(lambda: p.tree_structure([1,(2,)]).child(1)); tr(lambda: s.type); tr(lambda: s.context); tr(lambda: s.children_specs)
