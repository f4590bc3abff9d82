"""What goes through a program in place of tensors while it is traced, and makes a node of all that is done with it."""
import dis
import operator
import sys

import _tensor
from .graph import magic_methods, reflectable_magic_methods
from .node import Node, base_types, map_aggregate


class TraceError(ValueError):
    """The program asks what only numbers could answer."""


class Tracer:
    """What proxies ask for nodes."""
    record_stack_traces = False
    proxy_buffer_attributes = False
    traced_func_name = 'forward'

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        """A new node for that call, and its proxy."""
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        if self.record_stack_traces:
            import traceback
            node.stack_trace = ''.join(traceback.format_stack(sys._getframe(1)))
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a):
        """What a node keeps of an argument: nodes for proxies."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, '__fx_create_arg__'):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple) and hasattr(a, '_fields'):
            return type(a)(*map(self.create_arg, a))
        if isinstance(a, (tuple, list)):
            return type(a)(map(self.create_arg, a))
        if isinstance(a, dict):
            return {self._key(key): self.create_arg(value) for key, value in a.items()}
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if isinstance(a, base_types) or a is None or a is ...:
            return a
        raise NotImplementedError('argument of type: %s' % type(a))

    def _key(self, key):
        key = self.create_arg(key)
        found = []
        map_aggregate(key, lambda part: found.append(part) if isinstance(part, Node) else None)
        if found:
            raise RuntimeError('Keys for dictionaries used as an argument cannot contain a Node. Got key: %s' % (key,))
        return key

    def to_bool(self, obj):
        raise TraceError('symbolically traced variables cannot be used as inputs to control flow')

    def iter(self, obj):
        raise TraceError('Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs function argument. See the torch.fx docs on '
                         'pytorch.org for a more detailed explanation of what types of control flow can be traced, and check out the Proxy docstring for help troubleshooting '
                         'Proxy iteration errors')

    def keys(self, obj):
        return Attribute(obj, 'keys')()


TracerBase = Tracer


class GraphAppendingTracer(Tracer):
    """For a proxy of a node that is there already."""

    def __init__(self, graph):
        self.graph = graph


class Proxy:
    """Stands for a node's result."""

    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return 'Proxy(%s)' % self.node.name

    def __getattr__(self, k):
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy('call_method', '__call__', (self,) + args, kwargs)

    def __iter__(self):
        count = _unpacked(sys._getframe(1))
        return self.tracer.iter(self) if count is None else (self[i] for i in range(count))

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        """Torch's functions make nodes of proxies wherever they are called, also when nothing is traced."""
        tracers = {}
        map_aggregate((args, kwargs or {}), lambda part: tracers.setdefault(id(part.tracer), part.tracer) if isinstance(part, Proxy) else None)
        if len(tracers) > 1:
            raise RuntimeError('Found multiple different tracers %s while trying to trace operations %s' % (list(tracers.values()), func))
        tracer, = tracers.values()
        if _is_method(func):
            return tracer.create_proxy('call_method', func.__name__, args, kwargs or {})
        return tracer.create_proxy('call_function', func, args, kwargs or {})

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call torch.fx.wrap('len') at module scope")


def _is_method(function):
    name = getattr(function, '__name__', None)
    return isinstance(name, str) and vars(_tensor.Tensor).get(name) is function


def _unpacked(frame):
    """How many names a frame is just now taking a value apart into; None: it does something else with it."""
    for step in dis.get_instructions(frame.f_code):
        if step.offset == frame.f_lasti:
            return step.argval if step.opname in ('UNPACK_SEQ', 'UNPACK_SEQUENCE') else None
    return None


class Attribute(Proxy):
    """An attribute of a proxy: a node of its own once it is more than a method that is called."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer, self._node = root, attr, root.tracer, None

    @property
    def node(self):
        made = self._node = self._node or self.tracer.create_proxy('call_function', getattr, (self.root, self.attr), {}).node
        return made

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy('call_method', self.attr, (self.root,) + args, kwargs)


def _operator(name, reflected):
    target = getattr(operator, name)
    if reflected:
        def method(self, other):
            return self.tracer.create_proxy('call_function', target, (other, self), {})
    else:
        def method(self, *others):
            return self.tracer.create_proxy('call_function', target, (self, *others), {})
    method.__name__ = '__%s%s__' % ('r' if reflected else '', name.strip('_'))
    setattr(Proxy, method.__name__, method)


for _name in magic_methods:
    _operator(_name, False)
for _name in reflectable_magic_methods:
    _operator(_name, True)
Proxy.__hash__ = object.__hash__
