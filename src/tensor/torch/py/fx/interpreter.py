"""A graph, run node by node."""
from .graph import Graph
from .graph_module import GraphModule
from .node import map_arg
from .proxy import Proxy
from ._symbolic_trace import Tracer


class Interpreter:
    """Runs a GraphModule's nodes one after the other; a subclass may do each kind otherwise."""

    def __init__(self, module, garbage_collect_values=True):
        if not isinstance(module, GraphModule):
            raise AssertionError('an Interpreter takes a GraphModule')
        self.module, self.submodules, self.garbage_collect_values = module, dict(module.named_modules()), garbage_collect_values
        self.user_to_last_uses = {}
        seen = set()
        for node in reversed(module.graph.nodes):
            for used in node.all_input_nodes:
                if used not in seen:
                    seen.add(used)
                    self.user_to_last_uses.setdefault(node, []).append(used)

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """The graph's result for these arguments."""
        graph = self.module.graph
        self.env = initial_env if initial_env else {}
        self.args_iter = iter(graph.process_inputs(*args) if enable_io_processing else args)
        for node in graph.nodes:
            if node in self.env:
                continue
            self.env[node] = self.run_node(node)
            if node.op == 'output':
                return graph.process_outputs(self.env[node]) if enable_io_processing else self.env[node]
            if self.garbage_collect_values:
                for used in self.user_to_last_uses.get(node, ()):
                    del self.env[used]
        return None

    def run_node(self, n):
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        if target.startswith('*'):
            return list(self.args_iter)
        for value in self.args_iter:
            return value
        if args:
            return args[0]
        raise RuntimeError('Expected positional argument for parameter %s, but one was not passed in!' % target)

    def get_attr(self, target, args, kwargs):
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target, args, kwargs):
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        return args[0]

    def fetch_attr(self, target):
        """What a path of the module leads to."""
        value = self.module
        for i, step in enumerate(target.split('.')):
            if not hasattr(value, step):
                raise RuntimeError('Node referenced nonexistant target %s' % '.'.join(target.split('.')[:i]))
            value = getattr(value, step)
        return value

    def fetch_args_kwargs_from_env(self, n):
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        def value_of(node):
            if node not in self.env:
                raise RuntimeError('Node %s referenced nonexistent value %s! Run Graph.lint() to diagnose such issues' % (n, node))
            return self.env[node]
        return map_arg(args, value_of)


class Transformer(Interpreter):
    """Makes a new GraphModule of one, node by node."""

    def __init__(self, module):
        super().__init__(module)
        self.new_graph = Graph()

        class OwnTracer(Tracer):
            def __init__(self, graph):
                super().__init__()
                self.graph, self.root = graph, module

            def is_leaf_module(self, m, module_qualified_name):
                return True
        self.tracer = OwnTracer(self.new_graph)

    def placeholder(self, target, args, kwargs):
        return Proxy(self.new_graph.placeholder(target, default_value=args[0] if args else ...), self.tracer)

    def get_attr(self, target, args, kwargs):
        return Proxy(self.new_graph.get_attr(target), self.tracer)

    def call_function(self, target, args, kwargs):
        return self.tracer.create_proxy('call_function', target, args, kwargs)

    def call_module(self, target, args, kwargs):
        return self.tracer.create_proxy('call_module', target, args, kwargs)

    def transform(self):
        """The new module."""
        result = super().run(enable_io_processing=False)
        if result is not None:
            self.new_graph.output(map_result(result))
        return GraphModule(self.module, self.new_graph)


def map_result(result):
    """Nodes for proxies."""
    from .node import map_aggregate
    return map_aggregate(result, lambda part: part.node if isinstance(part, Proxy) else part)
