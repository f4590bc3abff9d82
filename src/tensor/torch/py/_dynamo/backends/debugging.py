"""Looking at graphs: what a call is taken apart into."""
from dataclasses import dataclass

import torch


@dataclass
class GraphCompileReason:
    """Why a graph ended."""
    reason: str
    user_stack: 'list'
    graph_break: bool = True


@dataclass
class ExplainOutput:
    """A call's graphs and where they ended; printed as a report."""
    graphs: 'list'
    graph_count: int
    graph_break_count: int
    break_reasons: 'list[GraphCompileReason]'
    op_count: int
    ops_per_graph: 'list | None' = None
    out_guards: 'list | None' = None
    compile_times: 'str | None' = None

    def __str__(self):
        lines = ['Graph Count: %d' % self.graph_count, 'Graph Break Count: %d' % self.graph_break_count, 'Op Count: %d' % self.op_count, 'Break Reasons:']
        for i, reason in enumerate(self.break_reasons, 1):
            lines += ['  Break Reason %d:' % i, '    Reason: ' + reason.reason, '    User Stack:', *('      %s' % (frame,) for frame in reason.user_stack)]
        if self.ops_per_graph is not None:
            lines.append('Ops per Graph:')
            for i, ops in enumerate(self.ops_per_graph, 1):
                lines += ['  Ops %d:' % i, *('    %s' % (op,) for op in ops)]
        if self.out_guards is not None:
            lines.append('Out Guards:')
        if self.compile_times is not None:
            lines.append('Compile Times: ' + self.compile_times)
        return '\n'.join(lines) + '\n'


def explained(function, args, kwargs):
    """Calls the function and tells of its graphs."""
    from ..graphs import Backed
    graphs = []

    def keep(module, given):
        graphs.append(module)
        return module.forward
    backed = Backed(function, keep)
    backed(args, kwargs)
    ops = [[node.target for node in module.graph.nodes if node.op == 'call_function' and getattr(node.target, '__name__', '') != 'getitem'] for module in graphs]
    reasons = [GraphCompileReason(reason, stack) for reason, stack in backed.reasons]
    return ExplainOutput(graphs, len(graphs), max(len(graphs) - 1, 0), reasons, sum(map(len, ops)), ops, [], None)


def get_nop_func():
    """The compiler that compiles nothing."""
    return lambda module, given: module.forward if isinstance(module, torch.fx.GraphModule) else module
