"""torch.fx: a module's forward as a graph of nodes, that can be looked at, changed and run again as Python code."""
from . import graph, graph_module, immutable_collections, interpreter, node, proxy     # noqa: F401
from ._symbolic_trace import Tracer, symbolic_trace, wrap                              # noqa: F401
from .graph import CodeGen, Graph                                                      # noqa: F401
from .graph_module import GraphModule                                                  # noqa: F401
from .interpreter import Interpreter, Transformer                                      # noqa: F401
from .node import Node, map_arg                                                        # noqa: F401
from .proxy import Proxy                                                               # noqa: F401
from . import subgraph_rewriter                                                        # noqa: F401
from .subgraph_rewriter import replace_pattern                                         # noqa: F401


def __getattr__(name):
    if name in ('operator_schemas', 'ProxyableClassMeta', 'PH', 'passes', 'experimental', 'traceback'):
        raise AttributeError('torch.fx.%s is not in perch; the nearest is a walk over graph.nodes' % name, name=name)
    raise AttributeError("module 'torch.fx' has no attribute %r" % name, name=name)
