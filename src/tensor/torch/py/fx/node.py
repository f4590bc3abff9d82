"""A step of a graph: what is called, with what, and who uses its result. And the names by which code says what is called."""
import builtins
import types

import torch
from _torch import _version
from .immutable_collections import immutable_dict, immutable_list

base_types = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout)
Target = Argument = object                      # (words of annotations)
OPS = ('placeholder', 'call_method', 'call_module', 'call_function', 'get_attr', 'output', 'root')


# ---- what arguments hold ----
def map_aggregate(a, fn):
    """The same lists, tuples, dicts and slices, with fn of all that they hold."""
    def below(part):
        return map_aggregate(part, fn)
    if isinstance(a, slice):
        return slice(*map(below, (a.start, a.stop, a.step)))
    if isinstance(a, dict):
        return immutable_dict(zip(a, map(below, a.values())))
    if isinstance(a, list):
        return immutable_list(map(below, a))
    if isinstance(a, tuple):
        return type(a)(*map(below, a)) if hasattr(a, '_fields') else tuple(map(below, a))
    return fn(a)


def map_arg(a, fn):
    """fn of the nodes among them, the rest as it is."""
    if not callable(fn):
        raise AssertionError('torch.fx.map_arg(a, fn): fn must be a callable')
    return map_aggregate(a, lambda part: fn(part) if isinstance(part, Node) else part)


# ---- names ----
# What PyTorch has of torch.nn.functional in C, and code names there.
_IN_NN = frozenset('avg_pool2d avg_pool3d elu_ gelu hardtanh_ leaky_relu_ linear one_hot scaled_dot_product_attention softplus softshrink'.split())
_IN_C = frozenset("""adaptive_avg_pool1d avg_pool1d bilinear celu_ channel_shuffle conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d cosine_similarity hardshrink
native_channel_shuffle pairwise_distance pdist pixel_shuffle pixel_unshuffle prelu relu_ rrelu_ selu_ threshold_""".split())


def _places():
    import math
    return (('torch.nn.functional', torch.nn.functional), ('torch', torch), ('math', math), ('torch.linalg', torch.linalg))


def qualified_name(function):
    """What code writes for a function."""
    name = getattr(function, '__name__', None) or type(function).__name__
    if getattr(builtins, name, None) is function:
        return name
    found = str(function) if isinstance(function, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)) else None
    if found:
        return 'torch.ops.' + found
    for place, module in _places():
        if vars(module).get(name) is function:
            if place == 'torch.nn.functional' and name in _IN_C:        # (their place is the compiled half's)
                place = 'torch' if hasattr(torch, name) else place
            elif place == 'torch.nn.functional' and name in _IN_NN:
                place = 'torch._C._nn'
            return '%s.%s' % (place, name)
    module = getattr(function, '__module__', None) or 'builtins'
    module = {'_operator': 'operator', 'torch._ops': 'torch.ops'}.get(module, module)
    return '%s.%s' % (module, name)


def type_name(kind):
    if isinstance(kind, type) and not isinstance(kind, types.GenericAlias):
        return kind.__qualname__ if kind.__module__ == 'builtins' else '%s.%s' % (torch.Tensor is kind and 'torch' or kind.__module__, kind.__qualname__)
    return '...' if kind is ... else kind.__name__ if isinstance(kind, types.FunctionType) else repr(kind)


class Node:
    """A step. `op` says how `target` is meant: a placeholder's name, a submodule's or attribute's path, a function, a method's name, or the output."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in OPS:
            raise AssertionError('a node is one of %s, not %r' % (', '.join(OPS), op))
        if op == 'call_function' and not callable(target):
            raise ValueError('Node [graph = %s, name = \'%s\'] target %s has type %s but a Callable is expected' % (graph, name, target, type_name(type(target))))
        if op != 'call_function' and not isinstance(target, str):
            raise ValueError('Node [graph = %s, name = \'%s\'] target %s has type %s but a str is expected' % (graph, name, target, type_name(type(target))))
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self.users, self._input_nodes, self.meta = {}, {}, {}
        self._prev = self._next = self
        self._erased = False
        self._set(args, kwargs)

    # ---- its place ----
    next = property(lambda self: self._next)
    prev = property(lambda self: self._prev)

    def _unlink(self):
        self._prev._next, self._next._prev = self._next, self._prev

    def prepend(self, x):
        """x comes to stand before this one."""
        if self.graph is not x.graph:
            raise AssertionError('Attempting to move a Node into a different Graph')
        if self is x:
            return
        x._unlink()
        before = self._prev
        before._next, x._prev, x._next, self._prev = x, before, self, x

    def append(self, x):
        """x comes to stand behind this one."""
        self._next.prepend(x)

    # ---- what it takes ----
    def _set(self, args, kwargs):
        for old in self._input_nodes:
            old.users.pop(self)
        self._input_nodes = {}
        self._args, self._kwargs = map_arg(args, self._note), map_arg(kwargs, self._note)
        for new in self._input_nodes:
            new.users.setdefault(self)

    def _note(self, node):
        self._input_nodes.setdefault(node)
        return node

    args = property(lambda self: self._args, lambda self, args: self._set(args, self._kwargs))
    kwargs = property(lambda self: self._kwargs, lambda self, kwargs: self._set(self._args, kwargs))
    all_input_nodes = property(lambda self: list(self._input_nodes))
    stack_trace = property(lambda self: self.meta.get('stack_trace'), lambda self, trace: self.meta.__setitem__('stack_trace', trace))

    def update_arg(self, idx, arg):
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        self._set(*(map_arg(a, lambda n: new_input if n is old_input else n) for a in (self.args, self.kwargs)))

    def replace_all_uses_with(self, replace_with, delete_user_cb=lambda user: True):
        """Who took this result takes the other's. Gives those that changed."""
        changed = [user for user in self.users if delete_user_cb(user)]
        for user in changed:
            user.replace_input_with(self, replace_with)
        return changed

    def is_impure(self):
        """Must it stay although nobody uses it?"""
        if self.op in ('placeholder', 'output'):
            return True
        if self.op == 'call_function':
            return self.target is torch._assert
        if self.op == 'call_module':
            owner = self.graph.owning_module
            if owner is None:
                raise AssertionError('self.graph.owning_module not set for purity check')
            return getattr(owner.get_submodule(self.target), '_is_impure', False)
        return False

    # ---- its words ----
    def __repr__(self):
        return self.name

    def _target_text(self):
        if isinstance(self.target, str):
            return self.target
        module, name = getattr(self.target, '__module__', None), getattr(self.target, '__name__', '')
        if getattr(builtins, name, None) is self.target:
            return 'builtins.' + name
        return 'operator.' + name if module == '_operator' else qualified_name(self.target)

    def format_node(self, placeholder_names=None, maybe_return_typename=None):
        """A line that says all of it."""
        kind = type_name(self.type) + ' ' if self.type else ''
        head = '%%%s : %s[%s=%d] = %s[target=%s]' % (self.name, kind, _version('FX_USERS'), len(self.users), self.op, self._target_text())
        if self.op == 'output':
            if self.type and maybe_return_typename is not None:
                maybe_return_typename[0] = ' -> ' + type_name(self.type)
            return 'return %s' % (self.args[0],)
        if self.op == 'get_attr':
            return head
        if self.op == 'placeholder':
            default = '(default=%s)' % self.args[0] if self.args else ''
            if placeholder_names is not None:
                placeholder_names.append(self.target + (' : ' + type_name(self.type) if self.type else '') + default)
                return None
            return head + default
        return head + '(args = %s, kwargs = %s)' % (_text(self.args), _text(self.kwargs))


def _text(a):
    """Arguments with nodes as %name and texts without quotes."""
    if isinstance(a, dict):
        return '{%s}' % ', '.join('%s: %s' % (key, _text(value)) for key, value in a.items())
    if isinstance(a, list):
        return '[%s]' % ', '.join(map(_text, a))
    if isinstance(a, tuple):
        return '(%s%s)' % (', '.join(map(_text, a)), ',' if len(a) == 1 else '')
    return '%' + str(a) if isinstance(a, Node) else str(a)
