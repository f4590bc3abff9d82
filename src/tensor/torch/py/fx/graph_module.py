"""A module whose forward is the code of a graph."""
import copy
import linecache

import torch
from torch.nn import Module
from .graph import _GLOBALS, Graph

_count = [0]


def _copy_attr(from_module, to_module, target):
    """Puts what a path leads to at the same path of another module; modules on the way are made."""
    *way, name = target.split('.')
    for step in way:
        above = to_module
        from_module, to_module = getattr(from_module, step), getattr(above, step, None)
        if to_module is from_module:
            return                              # (a module that is there whole)
        if to_module is None:
            to_module = Module()
            setattr(above, step, to_module)
    value = getattr(from_module, name)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        to_module.register_buffer(name, value)
    else:
        setattr(to_module, name, value)


def _compile(source, names):
    """The function of that source, whose lines a traceback shows."""
    _count[0] += 1
    file = '<eval_with_key>.%d' % (_count[0] - 1)
    linecache.cache[file] = len(source), None, [line + '\n' for line in source.splitlines()], file
    space = dict(names)
    exec(compile(source, file, 'exec'), space)
    return space['forward']


class GraphModule(Module):
    """Each has a class of its own, for its forward."""

    def __new__(cls, *args, **kwargs):
        while cls.__qualname__.endswith('GraphModuleImpl') or '_graph_of' in vars(cls):
            cls = cls.__bases__[0]
        own = type('GraphModuleImpl', (cls,), {'_graph_of': cls})
        own.__module__, own.__qualname__ = cls.__module__, cls.__qualname__ + '.__new__.<locals>.GraphModuleImpl'
        return super().__new__(own)

    def __init__(self, root, graph, class_name='GraphModule'):
        super().__init__()
        type(self).__name__ = class_name
        if isinstance(root, Module):
            if hasattr(root, 'training'):
                self.training = root.training
            for node in graph.nodes:
                if node.op in ('get_attr', 'call_module'):
                    _copy_attr(root, self, node.target)
        elif isinstance(root, dict):
            self._take(root, graph)
        else:
            raise RuntimeError('Unsupported type ' + str(root) + ' passed for root!')
        self.graph = graph
        self._tracer_cls = graph._tracer_cls if graph._tracer_cls and '<locals>' not in graph._tracer_cls.__qualname__ else None

    def _take(self, values, graph):
        wanted = [node.target for node in graph.nodes if node.op in ('get_attr', 'call_module')]
        for node in graph.nodes:
            if node.op in ('get_attr', 'call_module') and node.target not in values:
                raise RuntimeError('Node %s referenced target %s but that target was not provided in ``root``!' % (node, node.target))
        for path in sorted(wanted, key=lambda p: p.count('.')):
            *way, name = path.split('.')
            place = self
            for step in way:
                if getattr(place, step, None) is None:
                    setattr(place, step, Module())
                place = getattr(place, step)
            setattr(place, name, values[path])

    # ---- the graph and its code ----
    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError('Expected a Graph instance, but got %s' % type(g))
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The source of forward."""
        if not hasattr(self, '_code'):
            raise RuntimeError('Code has not been generated! Please report a bug to PyTorch')
        return self._code

    def recompile(self):
        """Takes a changed graph's code."""
        made = self._graph.python_code(root_module='self')
        self._code = made.src
        type(self).forward = _compile(made.src, made.globals)
        return made

    # ---- its submodules ----
    def add_submodule(self, target, m):
        """Puts a module at a path; False: something else stands on the way."""
        *way, name = target.split('.')
        place = self
        for step in way:
            if not hasattr(place, step):
                setattr(place, step, Module())
            place = getattr(place, step)
            if not isinstance(place, Module):
                return False
        place.add_module(name, m)
        return True

    def delete_submodule(self, target):
        """Takes the module at a path away; False: there is none."""
        *way, name = target.split('.')
        place = self
        for step in way:
            if not isinstance(getattr(place, step, None), Module):
                return False
            place = getattr(place, step)
        if not isinstance(getattr(place, name, None), Module):
            return False
        delattr(place, name)
        return True

    def delete_all_unused_submodules(self):
        """Takes away the modules that no step calls or reads of."""
        used = set()
        for node in self.graph.nodes:
            if node.op in ('call_module', 'get_attr'):
                steps = node.target.split('.')
                used.update('.'.join(steps[:i + 1]) for i in range(len(steps)))
                if node.op == 'call_module':
                    used.update(node.target + '.' + path for path, _ in self.get_submodule(node.target).named_modules() if path)
        for path in [path for path, _ in self.named_modules() if path and path not in used]:
            self.delete_submodule(path)

    def print_readable(self):
        """Prints the code as a class's."""
        body = self._graph.python_code('self', verbose=True).src.lstrip('\n').split('\n')
        print('\n'.join(['class %s(torch.nn.Module):' % self._get_name()] + ['    ' + line for line in body]))

    # ---- copies ----
    def __deepcopy__(self, memo):
        plain = Module()
        plain.__dict__.update({key: copy.deepcopy(value, memo) for key, value in vars(self).items() if key not in ('_graph', '_code', '_tracer_cls')})
        made = GraphModule(plain, copy.deepcopy(self._graph, memo))
        made.training = self.training
        return made

    def __copy__(self):
        return GraphModule(self, self.graph)

    def __reduce__(self):
        kept = {key: value for key, value in vars(self).items() if key != '_graph'}
        return _restore, (kept, {name: value for name, value in self._graph.python_code('self').globals.items() if name not in _GLOBALS})

    def __str__(self):
        return '\n'.join([super().__str__(), self._code, '# To see more debug info, please use `graph_module.print_readable()`'])


class _CodeOnly(Module):
    pass


def _restore(kept, names):
    """The module that was pickled: its code is traced anew."""
    from ._symbolic_trace import Tracer
    plain = type('_CodeOnly', (_CodeOnly,), {'forward': _compile(kept['_code'], {**_GLOBALS, **names})})()
    plain.__dict__.update({key: value for key, value in kept.items() if key not in ('_code', '_tracer_cls')})
    tracer = type('KeepModules', (Tracer,), {'is_leaf_module': lambda self, m, path: True})()
    return GraphModule(plain, tracer.trace(plain))
