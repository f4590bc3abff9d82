"""A graph with the graphs of what it calls in place of the calls."""
import torch
from ._ir import copy_node
from ._script import ScriptFunction


def inlined(graph, module):
    """module: whose first input is self; None for a function's."""
    made = graph.copy()
    own = {} if module is None else {next(made.inputs()): module}
    _inline(made.block, own)
    return made


def _inline(block, modules):
    for node in list(block.nodes):
        for part in node.parts:
            _inline(part, modules)
        if node.kind_of == 'prim::GetAttr' and node.takes[0] in modules:
            child = modules[node.takes[0]]._modules.get(node.facts['name'])
            if child is not None:
                modules[node.gives[0]] = child
        elif node.kind_of == 'prim::CallMethod' and node.takes[0] in modules:
            module = modules[node.takes[0]]
            method = module._methods.get(node.facts['name'])
            if method is None:
                block.graph.absent = block.graph.absent or module.__dict__.get('_uncompiled') or type(module._own).__name__
            else:
                _put(node, inlined(method.graph, module), node.takes)
        elif node.kind_of == 'prim::CallFunction':
            function = node.takes[0].owner.facts.get('value')
            if isinstance(function, ScriptFunction):
                _put(node, inlined(function._method.graph, None), node.takes[1:])


def _put(call, graph, takes):
    _pool(graph.block)
    block = call.block
    block.graph.absent = block.graph.absent or graph.absent
    block.graph.compiled = block.graph.compiled or graph.compiled
    known = dict(zip(graph.block.start.gives, takes))
    for node in graph.block.nodes:
        known.update(copy_node(node, block, known.__getitem__, call))
    for value, instead in zip(call.gives, graph.block.end.takes):
        name = value.given
        value.replace(known[instead])
        if name:
            value.rename('')
            known[instead].rename(name)
    call.destroy()


def _pool(block):
    """Constants stand first, each once."""
    seen = []
    for node in list(block.nodes):
        if node.kind_of != 'prim::Constant' or node.gives[0].kind_of.kind() == 'FunctionType':
            continue
        value = node.facts.get('value')
        for other in seen:
            if _same(value, other.facts.get('value')) and str(other.gives[0].kind_of) == str(node.gives[0].kind_of):
                node.gives[0].replace(other.gives[0])
                node.destroy()
                break
        else:
            seen.append(node)
            block.nodes.remove(node)
            block.nodes.insert(0, node)


def _same(a, b):
    if isinstance(a, torch.Tensor) or isinstance(b, torch.Tensor):
        return isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor) and a.dtype == b.dtype and a.shape == b.shape and torch.equal(a, b)
    return type(a) is type(b) and a == b
