"""Trees of lists, tuples, dicts and what a program registers: taken apart into leaves and a plan, and put together again."""
import dataclasses
import json
from collections import OrderedDict, defaultdict, deque, namedtuple

from _torch import _two

NodeDef = namedtuple('NodeDef', 'type, flatten_fn, unflatten_fn, flatten_with_keys_fn') if _two('TREES_IN_LINES') else namedtuple('NodeDef', 'flatten_fn, unflatten_fn')
SUPPORTED_NODES = {}
CONSTANT_NODES = set()
_keyed = {}                     # a type: what gives its children with their keys
_saved = {}                     # a type: (the name that it has in JSON, its context as something JSON knows, and back)
_PROTOCOL = 1
DEFAULT_TREESPEC_SERIALIZATION_PROTOCOL = _PROTOCOL


# ---- keys ----
@dataclasses.dataclass(frozen=True)
class SequenceKey:
    idx: int

    def __str__(self):
        return f'[{self.idx!r}]'

    def get(self, sequence):
        return sequence[self.idx]


@dataclasses.dataclass(frozen=True)
class MappingKey:
    key: object

    def __str__(self):
        return f'[{self.key!r}]'

    def get(self, mapping):
        return mapping[self.key]


@dataclasses.dataclass(frozen=True)
class GetAttrKey:
    name: str

    def __str__(self):
        return f'.{self.name}'

    def get(self, obj):
        return getattr(obj, self.name)


def keystr(kp):
    """A path, written as it would be taken."""
    return ''.join(map(str, kp))


def key_get(obj, kp):
    for key in kp:
        obj = key.get(obj)
    return obj


# ---- what is known ----
def _register(typ, flatten, unflatten, keyed=None, name=None, to_json=None, from_json=None):
    SUPPORTED_NODES[typ] = NodeDef(typ, flatten, unflatten, keyed) if _two('TREES_IN_LINES') else NodeDef(flatten, unflatten)
    if keyed is not None:
        _keyed[typ] = keyed
    _saved[typ] = name, to_json, from_json


def _register_pytree_node(typ, flatten_fn, unflatten_fn, to_str_fn=None, maybe_from_str_fn=None, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None, flatten_with_keys_fn=None):
    """How a container is taken apart (children, what else it knows) and made again."""
    _register(typ, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name, to_dumpable_context, from_dumpable_context)


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None, flatten_with_keys_fn=None):
    """The same, of a type that is not known yet."""
    if cls in SUPPORTED_NODES:
        raise ValueError(f'{cls} is already registered as pytree node.')
    _register(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name, to_dumpable_context, from_dumpable_context)


def _deregister_pytree_node(cls):
    SUPPORTED_NODES.pop(cls, None), _keyed.pop(cls, None), _saved.pop(cls, None)


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    """A dataclass's fields are its children."""
    names = [field.name for field in dataclasses.fields(cls) if field.init] if field_names is None else list(field_names)
    if drop_field_names:
        names = [name for name in names if name not in drop_field_names]

    def flatten(obj):
        present = [name for name in names if getattr(obj, name) is not None]
        return [getattr(obj, name) for name in present], [present, [name for name in names if name not in present]]

    def unflatten(values, context):
        return cls(**dict(zip(context[0], values)), **dict.fromkeys(context[1]))

    def keyed(obj):
        values, context = flatten(obj)
        return [(GetAttrKey(name), value) for name, value in zip(context[0], values)], context
    register_pytree_node(cls, flatten, unflatten, serialized_type_name=serialized_type_name, flatten_with_keys_fn=keyed)


class ConstantNode(namedtuple('ConstantNode', 'value')):
    pass


def register_constant(cls):
    """A type whose objects are part of the plan, and no leaves."""
    if cls.__eq__ is object.__eq__:
        raise TypeError('register_constant(cls) expects `cls` to have a non-default `__eq__` implementation.')
    if cls.__hash__ is None:
        raise TypeError('register_constant(cls) expects `cls` to have a non-default `__hash__` implementation.')
    register_pytree_node(cls, lambda x: ([], ConstantNode(x)), lambda _, context: context.value, flatten_with_keys_fn=lambda x: ([], ConstantNode(x)))
    CONSTANT_NODES.add(cls)


def is_constant_class(cls):
    return isinstance(cls, type) and cls in CONSTANT_NODES


def _unmake_dict(d):
    return list(d.values()), list(d.keys())


def _dict_items(d):
    return [(MappingKey(key), value) for key, value in d.items()], list(d)


def _items(sequence, context=None):
    return [(SequenceKey(i), value) for i, value in enumerate(sequence)], context


def _of_json(typ):
    """A namedtuple's class is found again by where it stands."""
    raise NotImplementedError('treespec_loads() of a namedtuple is not in perch')


_register(dict, _unmake_dict, lambda values, keys: dict(zip(keys, values)), _dict_items, 'builtins.dict')
_register(list, lambda v: (v, None), lambda values, _: list(values), _items, 'builtins.list')
_register(tuple, lambda v: (list(v), None), lambda values, _: tuple(values), _items, 'builtins.tuple')
_register(namedtuple, lambda v: (list(v), type(v)), lambda values, kind: kind(*values), lambda v: ([(GetAttrKey(name), each) for name, each in zip(v._fields, v)], type(v)), 'collections.namedtuple', lambda kind: kind.__name__, _of_json)
_register(OrderedDict, _unmake_dict, lambda values, keys: OrderedDict(zip(keys, values)), _dict_items, 'collections.OrderedDict')
if _two('TREES_IN_LINES'):
    _register(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d)]), lambda values, context: defaultdict(context[0], zip(context[1], values)), lambda d: (_dict_items(d)[0], [d.default_factory, list(d)]), 'collections.defaultdict')
    _register(deque, lambda d: (list(d), d.maxlen), lambda values, maxlen: deque(values, maxlen=maxlen), lambda d: _items(d, d.maxlen), 'collections.deque')
BUILTIN_TYPES = frozenset(SUPPORTED_NODES)


def is_namedtuple_class(cls):
    return isinstance(cls, type) and issubclass(cls, tuple) and isinstance(getattr(cls, '_fields', None), tuple) and all(isinstance(name, str) for name in cls._fields) and callable(getattr(cls, '_make', None))


def is_namedtuple(obj):
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_namedtuple_instance(obj):
    return is_namedtuple_class(type(obj))


def is_structseq_class(cls):
    """One that C made, whose fields have names: torch.return_types."""
    return isinstance(cls, type) and (cls.__bases__ == (tuple,) or cls.__module__ == 'torch.return_types') and issubclass(cls, tuple) and all(isinstance(getattr(cls, name, None), int) for name in ('n_fields', 'n_sequence_fields', 'n_unnamed_fields'))


def is_structseq(obj):
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_instance(obj):
    return is_structseq_class(type(obj))


def _is_namedtuple_instance(tree):
    return type(tree).__bases__ == (tuple,) and isinstance(getattr(type(tree), '_fields', None), tuple)


def _shown_tuple(kind):
    """One of torch.return_types: its fields are its children, its plan is of its own type."""
    if kind.__module__ == 'torch.return_types' and kind not in SUPPORTED_NODES:
        _register(kind, lambda v: (list(v), None), lambda values, _: kind(values), _items)
    return kind in SUPPORTED_NODES


def _get_node_type(tree):
    if type(tree) in SUPPORTED_NODES or isinstance(tree, tuple) and _shown_tuple(type(tree)):
        return type(tree)
    return namedtuple if _is_namedtuple_instance(tree) else type(tree)


def _is_leaf(tree, is_leaf=None):
    return is_leaf is not None and is_leaf(tree) or _get_node_type(tree) not in SUPPORTED_NODES


def tree_is_leaf(tree, is_leaf=None):
    return _is_leaf(tree, is_leaf)


# ---- plans ----
class TreeSpec:
    """The plan of a tree: what it is of, and its children's plans."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_leaves = sum(child.num_leaves for child in children_specs)
        self.num_nodes = 1 + sum(child.num_nodes for child in children_specs)
        self.num_children = len(children_specs)

    def __repr__(self, indent=0):
        between, deeper = (',\n' + ' ' * (indent + 2), (indent + 2,)) if _two('TREES_IN_LINES') else (', ', ())
        return 'TreeSpec(%s, %s, [%s])' % (self.type.__name__, self.context, between.join(child.__repr__(*deeper) for child in self.children_specs))

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __hash__(self):
        return hash((self.type, str(self.context), tuple(self.children_specs)))

    def is_leaf(self):
        return False

    def children(self):
        return list(self.children_specs)

    def child(self, index):
        return self.children_specs[index]

    def unflatten(self, leaves):
        return tree_unflatten(leaves, self)

    def flatten_up_to(self, tree):
        """What a tree has where this plan ends."""
        found = []
        self._down(tree, found)
        return found

    def _down(self, tree, found):
        kind = _get_node_type(tree)
        if kind is not self.type:
            raise ValueError(f'Node type mismatch; expected {self.type!r}, but got {kind!r}.')
        children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
        if len(children) != self.num_children:
            raise ValueError(f'Node arity mismatch; expected {self.num_children}, but got {len(children)}.')
        if kind in (dict, OrderedDict, defaultdict):
            keys = self.context if kind is not defaultdict else self.context[1]
            if set(keys) != set(tree):
                raise ValueError(f'Node keys mismatch; missing key(s): {[key for key in keys if key not in tree]}, extra key(s): {[key for key in tree if key not in keys]}.')
            children = [tree[key] for key in keys]
        elif context != self.context:
            raise ValueError(f'Node context mismatch for custom node type {self.type!r}.')
        for child, spec in zip(children, self.children_specs):
            spec._down(child, found)


class LeafSpec(TreeSpec):
    """The plan of what is no container."""

    def __init__(self):
        super().__init__(None, None, [])
        self.num_leaves = self.num_nodes = 1

    def __repr__(self, indent=0):
        return '*'

    def is_leaf(self):
        return True

    def _down(self, tree, found):
        found.append(tree)


PyTreeSpec = TreeSpec


def treespec_leaf():
    return LeafSpec()


def treespec_tuple(iterable=()):
    return TreeSpec(tuple, None, list(iterable))


def treespec_dict(mapping=(), /, **named):
    found = dict(mapping, **named)
    return TreeSpec(dict, list(found), list(found.values()))


class _Star:
    def __repr__(self):
        return '*'


def treespec_pprint(treespec):
    """The tree with a star for each leaf."""
    import pprint
    return pprint.pformat(tree_unflatten([_Star() for _ in range(treespec.num_leaves)], treespec))


# ---- apart and together ----
def tree_flatten(tree, is_leaf=None):
    """The leaves, left to right, and the plan."""
    leaves = []
    return leaves, _flattened(tree, leaves, is_leaf)


def _flattened(tree, leaves, is_leaf):
    if _is_leaf(tree, is_leaf):
        leaves.append(tree)
        return LeafSpec()
    kind = _get_node_type(tree)
    children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flattened(child, leaves, is_leaf) for child in children])


def tree_unflatten(leaves, treespec):
    """A tree of that plan with these leaves."""
    if not isinstance(treespec, TreeSpec):
        if _two('TREES_IN_LINES'):
            raise TypeError(f'Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.')
        raise ValueError('tree_unflatten(values, spec): Expected `spec` to be instance of TreeSpec but got item of type %s.' % type(treespec))
    leaves = leaves if isinstance(leaves, (list, tuple)) else list(leaves)
    if len(leaves) != treespec.num_leaves:
        word, what = ('treespec.unflatten(leaves)', 'leaves') if _two('TREES_IN_LINES') else ('tree_unflatten(values, spec)', 'values')
        raise ValueError('%s: `%s` has length %d but the spec refers to a pytree that holds %d items (%s).' % (word, what, len(leaves), treespec.num_leaves, treespec))
    return _made(iter(leaves), treespec)


def _made(leaves, spec):
    if isinstance(spec, LeafSpec):
        return next(leaves)
    return SUPPORTED_NODES[spec.type].unflatten_fn([_made(leaves, child) for child in spec.children_specs], spec.context)


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def tree_iter(tree, is_leaf=None):
    """The leaves, one by one."""
    if _is_leaf(tree, is_leaf):
        yield tree
    else:
        for child in SUPPORTED_NODES[_get_node_type(tree)].flatten_fn(tree)[0]:
            yield from tree_iter(child, is_leaf)


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def arg_tree_leaves(*args, **kwargs):
    return [*tree_leaves(args), *tree_leaves(kwargs)]


# ---- over leaves ----
def tree_map(func, tree, *rests, is_leaf=None):
    """The tree of func's answers; further trees go on where this one ends."""
    leaves, spec = tree_flatten(tree, is_leaf)
    return tree_unflatten([func(*each) for each in zip(leaves, *(spec.flatten_up_to(rest) for rest in rests))], spec)


def tree_map_(func, tree, *rests, is_leaf=None):
    """func of each leaf, and the tree itself."""
    leaves, spec = tree_flatten(tree, is_leaf)
    for each in zip(leaves, *(spec.flatten_up_to(rest) for rest in rests)):
        func(*each)
    return tree


def map_only(type_or_types_or_pred, /):
    """A decorator: a function for leaves of these types (or of which a function says so), others stay as they are."""
    if isinstance(type_or_types_or_pred, type) or isinstance(type_or_types_or_pred, tuple) or hasattr(type_or_types_or_pred, '__args__'):
        return lambda f: lambda x: f(x) if isinstance(x, type_or_types_or_pred) else x
    if callable(type_or_types_or_pred):
        return lambda f: lambda x: f(x) if type_or_types_or_pred(x) else x
    raise TypeError('Argument must be a type, a tuple of types, or a callable.')


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types, /, pred, tree, is_leaf=None):
    return all(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def tree_any_only(type_or_types, /, pred, tree, is_leaf=None):
    return any(pred(x) for x in tree_iter(tree, is_leaf) if isinstance(x, type_or_types))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of a tree that may stop earlier than the plan: one value then stands for all below it. None: the two do not agree."""
    if _is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    if isinstance(treespec, LeafSpec) or _get_node_type(tree) != treespec.type:
        return None
    children, context = SUPPORTED_NODES[treespec.type].flatten_fn(tree)
    if len(children) != len(treespec.children_specs) or context != treespec.context:
        return None
    parts = [_broadcast_to_and_flatten(child, below, is_leaf) for child, below in zip(children, treespec.children_specs)]
    return None if None in parts else [leaf for part in parts for leaf in part]


# ---- with their paths ----
def _with_paths(path, tree, is_leaf):
    if _is_leaf(tree, is_leaf):
        yield path, tree
        return
    kind = _get_node_type(tree)
    keyed = _keyed.get(kind)
    if keyed is None:
        raise ValueError(f'Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to register_pytree_node.')
    for key, child in keyed(tree)[0]:
        yield from _with_paths((*path, key), child, is_leaf)


def tree_leaves_with_path(tree, is_leaf=None):
    return list(_with_paths((), tree, is_leaf))


def tree_flatten_with_path(tree, is_leaf=None):
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    return tree_unflatten([func(*pair, *others) for pair, *others in zip(pairs, *(spec.flatten_up_to(rest) for rest in rests))], spec)


# ---- as text ----
def _to_json(spec):
    if spec.is_leaf():
        return {'type': None, 'context': None, 'children_spec': []}
    name, dumped, _ = _saved[spec.type]
    if name is None:
        raise NotImplementedError(f'No registered serialization name for {spec.type} found. Please update your _register_pytree_node call with a `serialized_type_name` kwarg.')
    return {'type': name, 'context': json.dumps(spec.context) if dumped is None else dumped(spec.context), 'children_spec': [_to_json(child) for child in spec.children_specs]}


def _from_json(found):
    if found['type'] is None:
        return LeafSpec()
    kind = next((kind for kind, (name, _, _) in _saved.items() if name == found['type']), None)
    if kind is None:
        raise NotImplementedError(f'Deserialization of {found["type"]} in pytree is not registered.')
    loaded = _saved[kind][2]
    return TreeSpec(kind, json.loads(found['context']) if loaded is None else loaded(found['context']), [_from_json(child) for child in found['children_spec']])


def treespec_dumps(treespec, protocol=None):
    """The plan as JSON."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f'treespec_dumps(treespec, protocol): Expected `treespec` to be instance of TreeSpec but got item of type {type(treespec)}.')
    if protocol not in (None, _PROTOCOL):
        raise ValueError(f'Unknown protocol {protocol}. Available protocols: {[_PROTOCOL]}')
    return json.dumps((_PROTOCOL, _to_json(treespec)))


def treespec_loads(serialized):
    protocol, found = json.loads(serialized)
    if protocol != _PROTOCOL:
        raise ValueError(f'Unknown protocol {protocol}. Available protocols: {[_PROTOCOL]}')
    return _from_json(found)
