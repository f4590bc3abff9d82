"""ExportedProgram: a graph with the tensors that it needs, what they are called, and what it may be given."""
import copy
from collections import namedtuple

import torch
from torch.fx.graph_module import GraphModule
from torch.fx.graph import Graph
from torch.fx.node import map_aggregate, map_arg
from torch.utils._pytree import tree_flatten, tree_unflatten

from ._sizes import check_of
from .graph_signature import InputKind

_WORDS = {'torch.float32': 'f32', 'torch.float64': 'f64', 'torch.float16': 'f16', 'torch.bfloat16': 'bf16', 'torch.int64': 'i64', 'torch.int32': 'i32', 'torch.int16': 'i16', 'torch.int8': 'i8', 'torch.uint8': 'u8', 'torch.bool': 'b8',
          'torch.complex64': 'c64', 'torch.complex128': 'c128'}


def _kind(node):
    val = node.meta.get('val')
    return '' if val is None else ': "%s[%s]"' % (_WORDS.get(str(val.dtype), str(val.dtype)), ', '.join(map(str, val.shape)))


CallSpec = namedtuple('CallSpec', 'in_spec out_spec')


class _Step:
    """A step by its number."""

    def __init__(self, number):
        self.number = number


class ExportedModule(GraphModule):
    """The graph as a module that holds its parameters; what it is given must be as it was said."""

    def _takes(self, in_spec, out_spec, checks):
        object.__setattr__(self, '_in_spec', in_spec)
        object.__setattr__(self, '_out_spec', out_spec)
        object.__setattr__(self, '_checks', checks)
        return self

    def __call__(self, *args, **kwargs):
        flat, spec = tree_flatten((args, kwargs))
        if len(flat) != len(self._checks):
            raise ValueError('Trying to flatten user inputs with exported input tree spec: \n%s\nbut actually got inputs with tree spec of: \n%s.' % (self._in_spec, spec))
        for value, check in zip(flat, self._checks):
            check(value)
        return tree_unflatten(list(super().__call__(*flat)), self._out_spec)

    def train(self, mode=True):
        raise NotImplementedError('Calling train() is not supported yet.')

    def eval(self):
        raise NotImplementedError('Calling eval() is not supported yet.')


class ExportedProgram:
    """What torch.export.export gives."""

    def __init__(self, graph, graph_signature, state_dict, constants, in_spec, out_spec, inputs, range_constraints, example_inputs):
        self.graph_module = GraphModule({}, graph)
        self.graph_signature, self.state_dict, self.constants, self.range_constraints = graph_signature, state_dict, constants, range_constraints
        self._in_spec, self._out_spec, self._inputs, self._example_inputs = in_spec, out_spec, inputs, example_inputs

    graph = property(lambda self: self.graph_module.graph)
    call_spec = property(lambda self: CallSpec(self._in_spec, self._out_spec))
    example_inputs = property(lambda self: self._example_inputs)
    tensor_constants = property(lambda self: self.constants)

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Unable to call ExportedProgram directly. You should use `exported_program.module()` instead.')

    def parameters(self):
        for _, parameter in self.named_parameters():
            yield parameter

    def named_parameters(self):
        for name in self.graph_signature.parameters:
            yield name, self.state_dict[name]

    def buffers(self):
        for _, buffer in self.named_buffers():
            yield buffer

    def named_buffers(self):
        for name in self.graph_signature.buffers:
            yield name, self.state_dict[name] if name in self.state_dict else self.constants[name]

    def module(self, check_guards=True):
        """A module with the graph's parameters; check_guards=False: which takes tensors of any size."""
        root, graph, values = torch.nn.Module(), Graph(), {}
        of = {spec.arg.name: spec for spec in self.graph_signature.input_specs}
        for node in self.graph.nodes:
            spec = of.get(node.name)
            if node.op == 'placeholder' and spec.kind is InputKind.USER_INPUT:
                values[node] = graph.placeholder(node.name)
        for node in self.graph.nodes:
            if node.op == 'placeholder' and node not in values:
                target = of[node.name].target
                _put(root, target, self.state_dict[target] if target in self.state_dict else self.constants[target])
                values[node] = graph.create_node('get_attr', target, (), {}, target.replace('.', '_'))
        for node in self.graph.nodes:
            if node.op != 'placeholder':
                values[node] = graph.node_copy(node, lambda each: values[each])
        checks = [check_of(*each) if check_guards else lambda value: None for each in self._inputs]
        return ExportedModule(root, graph)._takes(self._in_spec, self._out_spec, checks)

    def run_decompositions(self, decomp_table=None, decompose_custom_triton_ops=False):
        raise NotImplementedError('ExportedProgram.run_decompositions is not in perch, whose graphs have the operators that were called; the nearest is graph_module.graph')

    # ---- as rows, to be written ----
    def _rows(self):
        """Plain values: of each step what it is, steps by their numbers."""
        numbers = {node: _Step(i) for i, node in enumerate(self.graph.nodes)}
        steps = [(node.op, node.target, map_arg(node.args, numbers.__getitem__), dict(map_arg(node.kwargs, numbers.__getitem__)), node.name, node.meta.get('val'), node.meta.get('line')) for node in self.graph.nodes]
        return steps, self.graph_signature, dict(self.state_dict), self.constants, self._in_spec, self._out_spec, self._inputs, self.range_constraints, self._example_inputs

    @classmethod
    def _of_rows(cls, rows):
        steps, *more = rows
        graph, nodes = Graph(), []
        for op, target, args, kwargs, name, val, line in steps:
            nodes.append(graph.create_node(op, target, *(map_aggregate(each, lambda part: nodes[part.number] if isinstance(part, _Step) else part) for each in (args, kwargs)), name))
            nodes[-1].meta.update(val=val, line=line)
        return cls(graph, *more)

    def __deepcopy__(self, memo):
        made = copy.copy(self)
        made.graph_module = copy.deepcopy(self.graph_module, memo)
        made.state_dict = copy.deepcopy(self.state_dict, memo)
        return made

    def _text(self):
        """The graph's code with the kind of each tensor, and where each line of the program begins."""
        head, body, said = [], [], None
        lines = {line.strip().split(' = ', 1)[0]: line.strip() for line in self.graph_module.code.split('\n') if ' = ' in line}
        for node in self.graph.nodes:
            if node.op == 'placeholder':
                head.append(node.name + _kind(node))
            elif node.op == 'output':
                body.append('return %s' % (map_arg(node.args[0], lambda each: each),))
            else:
                line = node.meta.get('line')
                if line is not None and line != said:
                    body += ([''] if body else []) + ['# File: %s:%d in %s, code: %s' % line]
                    said = line
                body.append(lines[node.name].replace(node.name, node.name + _kind(node), 1))
        return 'class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n' % ', '.join(head) + '\n'.join('        ' + line if line else '' for line in body)

    def __str__(self):
        def inside(text):
            return '\n'.join('    ' + line for line in text.split('\n'))
        return 'ExportedProgram:\n%s\n    \nGraph signature:%s\nRange constraints: %s\n' % (inside(self._text()), inside(str(self.graph_signature))[4:], self.range_constraints)

    __repr__ = __str__


def _put(root, path, value):
    *way, name = path.split('.')
    for step in way:
        if not hasattr(root, step):
            root.add_module(step, torch.nn.Module())
        root = getattr(root, step)
    if isinstance(value, torch.nn.Parameter):
        root.register_parameter(name, value)
    else:
        root.register_buffer(name, value)
