"""Trees of lists, tuples and dicts: taken apart into leaves and a plan, and put together again."""
from collections import OrderedDict, namedtuple

from _torch import _two

NodeDef = namedtuple('NodeDef', 'flatten_fn, unflatten_fn')
SUPPORTED_NODES = {}


def _register_pytree_node(typ, flatten_fn, unflatten_fn):
    """How a container is taken apart (children, what else it knows) and made again."""
    SUPPORTED_NODES[typ] = NodeDef(flatten_fn, unflatten_fn)


def _unmake_dict(d):
    return list(d.values()), list(d.keys())


_register_pytree_node(dict, _unmake_dict, lambda values, keys: dict(zip(keys, values)))
_register_pytree_node(list, lambda v: (v, None), lambda values, _: list(values))
_register_pytree_node(tuple, lambda v: (list(v), None), lambda values, _: tuple(values))
_register_pytree_node(namedtuple, lambda v: (list(v), type(v)), lambda values, kind: kind(*values))
_register_pytree_node(OrderedDict, _unmake_dict, lambda values, keys: OrderedDict(zip(keys, values)))


def _is_namedtuple_instance(tree):
    return type(tree).__bases__ == (tuple,) and isinstance(getattr(type(tree), '_fields', None), tuple)


def _get_node_type(tree):
    return namedtuple if _is_namedtuple_instance(tree) else type(tree)


def _is_leaf(tree):
    return _get_node_type(tree) not in SUPPORTED_NODES


class TreeSpec:
    """The plan of a tree: what it is of, and its children's plans."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_leaves = sum(child.num_leaves for child in children_specs)

    def __repr__(self, indent=0):
        between, deeper = (',\n' + ' ' * (indent + 2), (indent + 2,)) if _two('TREES_IN_LINES') else (', ', ())
        return 'TreeSpec(%s, %s, [%s])' % (self.type.__name__, self.context, between.join(child.__repr__(*deeper) for child in self.children_specs))

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    __hash__ = None


class LeafSpec(TreeSpec):
    """The plan of what is no container."""

    def __init__(self):
        super().__init__(None, None, [])
        self.num_leaves = 1

    def __repr__(self, indent=0):
        return '*'


def tree_flatten(tree):
    """The leaves, left to right, and the plan."""
    if _is_leaf(tree):
        return [tree], LeafSpec()
    kind = _get_node_type(tree)
    children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    parts = [tree_flatten(child) for child in children]
    return [leaf for leaves, _ in parts for leaf in leaves], TreeSpec(kind, context, [spec for _, spec in parts])


def tree_unflatten(values, spec):
    """A tree of that plan with these leaves."""
    if not isinstance(spec, TreeSpec):
        raise ValueError('tree_unflatten(values, spec): Expected `spec` to be instance of TreeSpec but got item of type %s.' % type(spec))
    if len(values) != spec.num_leaves:
        raise ValueError('tree_unflatten(values, spec): `values` has length %d but the spec refers to a pytree that holds %d items (%s).' % (len(values), spec.num_leaves, spec))
    if isinstance(spec, LeafSpec):
        return values[0]
    children, start = [], 0
    for child in spec.children_specs:
        children.append(tree_unflatten(values[start:start + child.num_leaves], child))
        start += child.num_leaves
    return SUPPORTED_NODES[spec.type].unflatten_fn(children, spec.context)


def tree_map(fn, pytree):
    leaves, spec = tree_flatten(pytree)
    return tree_unflatten([fn(leaf) for leaf in leaves], spec)


def map_only(ty):
    """A decorator: a function for leaves of these types, others stay as they are."""
    return lambda f: lambda x: f(x) if isinstance(x, ty) else x


def tree_map_only(ty, fn, pytree):
    return tree_map(map_only(ty)(fn), pytree)


def tree_all(pred, pytree):
    return all(map(pred, tree_flatten(pytree)[0]))


def tree_any(pred, pytree):
    return any(map(pred, tree_flatten(pytree)[0]))


def tree_all_only(ty, pred, pytree):
    return all(pred(x) for x in tree_flatten(pytree)[0] if isinstance(x, ty))


def tree_any_only(ty, pred, pytree):
    return any(pred(x) for x in tree_flatten(pytree)[0] if isinstance(x, ty))


def _broadcast_to_and_flatten(pytree, spec):
    """The leaves of a tree that may stop earlier than the plan: one value then stands for all below it. None: the two do not agree."""
    if _is_leaf(pytree):
        return [pytree] * spec.num_leaves
    if isinstance(spec, LeafSpec) or _get_node_type(pytree) != spec.type:
        return None
    children, context = SUPPORTED_NODES[spec.type].flatten_fn(pytree)
    if len(children) != len(spec.children_specs) or context != spec.context:
        return None
    parts = [_broadcast_to_and_flatten(child, below) for child, below in zip(children, spec.children_specs)]
    return None if None in parts else [leaf for part in parts for leaf in part]


def tree_leaves(tree):
    return tree_flatten(tree)[0]


def tree_structure(tree):
    return tree_flatten(tree)[1]
