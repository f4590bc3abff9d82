"""A graph: its nodes in order, where new ones are put, and the Python code that does what they say."""
import builtins
import keyword
import re
import typing
from collections import namedtuple

import torch
from _torch import _two
from .node import Node, map_arg, qualified_name, type_name

reflectable_magic_methods = {'add': '+', 'sub': '-', 'mul': '*', 'floordiv': '//', 'truediv': '/', 'mod': '%', 'pow': '**', 'lshift': '<<', 'rshift': '>>', 'and_': '&', 'or_': '|',
                             'xor': '^', 'matmul': '@'}
_COMPARE = {'eq': '==', 'ne': '!=', 'lt': '<', 'gt': '>', 'le': '<=', 'ge': '>='}
magic_methods = {name: '{} %s {}' % sign for name, sign in {**reflectable_magic_methods, **_COMPARE}.items()}
magic_methods.update(pos='+{}', neg='-{}', invert='~{}', getitem='{}[{}]')
_IN_PLACE = {'i' + name.rstrip('_'): sign + '=' for name, sign in reflectable_magic_methods.items()}
_GLOBALS = {'inf': float('inf'), 'nan': float('nan'), 'NoneType': type(None), 'torch': torch, 'device': torch.device}
PythonCode = namedtuple('PythonCode', 'src, globals')


class Namespace:
    """Names that are taken: one for each object, none of Python's own."""

    def __init__(self):
        self._of, self._used = {}, set()

    def create_name(self, candidate, obj=None):
        """A free name like the candidate."""
        if obj is not None and id(obj) in self._of:
            return self._of[id(obj)][0]
        candidate = re.sub('[^0-9a-zA-Z_]+', '_', candidate)
        if candidate[0].isdigit():
            candidate = '_' + candidate
        numbered = re.fullmatch(r'(.*)_(\d+)', candidate)
        base, number = (numbered.group(1), int(numbered.group(2))) if numbered else (candidate, 0)
        name = '%s_%d' % (base, number) if numbered else base
        while name in self._used or self._is_taken(name, obj):
            number += 1
            name = '%s_%d' % (base, number)
        self._used.add(name)
        if obj is not None:
            self._of[id(obj)] = name, obj                   # (the object is kept, and its id with it)
        return name

    def _is_taken(self, name, obj):
        if name in keyword.kwlist:
            return True
        return name in vars(builtins) and vars(builtins)[name] is not obj or name in _GLOBALS and _GLOBALS[name] is not obj


def _snake(name):
    return ''.join(('_' if i and c.isupper() and not name[i - 1].isupper() and name[i - 1] != '_' else '') + c.lower() for i, c in enumerate(name))


def _path_text(base, path):
    for step in path.split('.'):
        base = '%s.%s' % (base, step) if step.isidentifier() else 'getattr(%s, "%s")' % (base, step)
    return base


class _InsertPoint:
    """With it new nodes are put elsewhere."""

    def __init__(self, graph, put):
        self.graph, self._before = graph, graph._insert
        graph._insert = put

    def __enter__(self):
        return None

    def __exit__(self, *error):
        self.graph._insert = self._before


class _Nodes:
    """The nodes in order, or backwards; what is erased on the way is left out."""

    def __init__(self, graph, step='_next'):
        self.graph, self._step = graph, step

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        root = self.graph._root
        at = getattr(root, self._step)
        while at is not root:
            if not at._erased:
                yield at
            at = getattr(at, self._step)

    def __reversed__(self):
        return _Nodes(self.graph, '_prev' if self._step == '_next' else '_next')


class CodeGen:
    """How the function around the steps is written."""

    def __init__(self):
        self._body_transformer = None

    def gen_fn_def(self, free_vars, maybe_return_annotation):
        names = free_vars if free_vars and free_vars[0] == 'self' else ['self', *free_vars]
        return 'def forward(%s)%s:' % (', '.join(names), maybe_return_annotation)

    def generate_output(self, output_args):
        return 'return %r' % (output_args,)

    def process_inputs(self, *args):
        """What the graph takes for what the function is given."""
        return args

    def process_outputs(self, outputs):
        """What the function gives for what the graph gives."""
        return outputs

    def additional_globals(self):
        """(name, value) that the code needs besides."""
        return []


class _Writer:
    """Writes one graph as code."""

    def __init__(self, graph, root, verbose):
        self.graph, self.root, self.verbose = graph, root, verbose
        self.space, self.globals, self.parameters, self.wrapped, self.returns = Namespace(), {}, [], {}, ''
        for node in graph.nodes:
            self.space.create_name(node.name, node)
        self.dies = {}                                      # a node: those whose results are used there for the last time
        seen = set()
        for node in reversed(graph.nodes):
            for used in _in_order(node):
                if used not in seen:
                    seen.add(used)
                    self.dies.setdefault(node, []).append(used)

    def name_of(self, hint, obj):
        if getattr(obj, '__module__', None) and obj.__module__.partition('.')[0] == 'torch' and obj is not torch.device or hint.startswith('torch.') and callable(obj):
            return type_name(obj) if isinstance(obj, type) else qualified_name(obj)
        name = self.space.create_name(hint, obj)
        self.globals[name] = obj
        return name

    def type_text(self, kind):
        if kind == ():
            return '()'
        origin = typing.get_origin(kind)
        if origin is None:
            return self.name_of(type_name(kind), kind)
        outer = getattr(typing, getattr(kind, '_name', None) or '', origin)
        parts = [self.type_text(part) for part in typing.get_args(kind)]
        return self.name_of(type_name(outer), outer) + ('[%s]' % ','.join(parts) if parts else '')

    def value_text(self, value):
        if isinstance(value, tuple) and hasattr(value, '_fields'):
            return self.name_of(qualified_name(type(value)), type(value)) + repr(tuple(value))
        return repr(value)

    def call_text(self, callee, args, kwargs):
        return '%s(%s)' % (callee, ', '.join([self.value_text(a) for a in args] + ['%s = %s' % (k, self.value_text(v)) for k, v in kwargs.items()]))

    def function_text(self, node):
        args, module = node.args, getattr(node.target, '__module__', None)
        if module in ('_operator', 'operator') and node.target.__name__ in magic_methods:
            return magic_methods[node.target.__name__].format(*map(repr, args))
        if module in ('_operator', 'operator') and node.target.__name__ in _IN_PLACE:
            return '%s %s %s;  %s = %r' % (args[0], _IN_PLACE[node.target.__name__], args[1], '%s', args[0])
        name = self.name_of(qualified_name(node.target), node.target)
        if name == 'getattr' and len(args) == 2 and isinstance(args[1], str) and args[1].isidentifier():
            return _path_text(repr(args[0]), args[1])
        if node.meta.get('is_wrapped'):
            self.wrapped[name] = None
        return self.call_text(name, args, node.kwargs)

    def step(self, node):
        kind = ' : ' + self.type_text(node.type) if node.type is not None else ''
        if node.op == 'placeholder':
            self.parameters.append(node.target + kind + (' = %s' % (self.value_text(node.args[0]),) if node.args else ''))
            plain = node.target.replace('*', '')
            return '' if plain == node.name else '%r = %s\n' % (node, plain)
        if node.op == 'output':
            self.returns = ' -> ' + self.type_text(node.type) if node.type is not None else ''
            return self.graph._codegen.generate_output(node.args[0]) + '\n'
        if node.op == 'call_method':
            text = self.call_text(_path_text(repr(node.args[0]), node.target), node.args[1:], node.kwargs)
        elif node.op == 'call_function':
            text = self.function_text(node)
        else:
            text = _path_text(self.root, node.target)
            text = self.call_text(text, node.args, node.kwargs) if node.op == 'call_module' else text
        gone = self.dies.get(node, []) + ([node] if not node.users and _two('GRADS_MADE') else [])       # (2 lets go of what nobody uses, too)
        if node.op == 'call_function' and getattr(node.target, '__module__', None) == '_operator' and node.target.__name__ in _IN_PLACE:
            head, text = text.split(';  %s = ')
            return '%s;  %r = %s%s\n' % (head, node, text, ';  %s = None' % ' = '.join(map(repr, gone)) if gone else '')
        return '%r%s = %s%s\n' % (node, kind, text, ';  %s = None' % ' = '.join(map(repr, gone)) if gone else '')

    def whole(self):
        codegen = self.graph._codegen
        for name, value in _GLOBALS.items():
            self.name_of(name, value) if name != 'torch' else self.globals.__setitem__('torch', torch)
        body = [line for line in map(self.step, self.graph.nodes) if line] or ['pass\n']
        if self.verbose:
            body.insert(0, '\n# No stacktrace found for following nodes \n')
        wraps = '\n'.join('torch.fx._symbolic_trace.wrap("%s")' % name for name in self.wrapped)
        if codegen._body_transformer:
            body = codegen._body_transformer(body)
        for name, value in codegen.additional_globals():
            self.name_of(name, value)
        head = codegen.gen_fn_def(self.parameters, self.returns)
        return PythonCode('\n%s\n\n%s\n%s' % (wraps, head, '\n'.join('    ' + line for line in ''.join(body).split('\n'))), self.globals)


def _in_order(node):
    found = []
    map_arg(node.args, found.append)
    map_arg(node.kwargs, found.append)
    return found


class Graph:
    """Nodes that are done one after the other."""

    def __init__(self, owning_module=None, tracer_cls=None):
        self._root = Node(self, '', 'root', '', (), {})
        self._insert, self._len, self._names = self._root.prepend, 0, Namespace()
        self._owners, self._owning_module = 0, owning_module
        self._tracer_cls, self._codegen = tracer_cls, CodeGen()

    nodes = property(_Nodes)

    @property
    def owning_module(self):
        return self._owning_module

    @owning_module.setter
    def owning_module(self, module):
        self._owners += module is not None
        self._owning_module = module if self._owners == 1 else None

    # ---- steps ----
    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """A step where new ones are put."""
        args, kwargs = () if args is None else args, {} if kwargs is None else kwargs
        if not isinstance(args, tuple) or not isinstance(kwargs, dict):
            raise AssertionError('args must be a tuple and kwargs a dict')
        made = Node(self, self._names.create_name(self._target_to_str(target) if name is None else name), op, target, args, kwargs, type_expr)
        self._insert(made)
        self._len += 1
        return made

    def _target_to_str(self, target):
        name = getattr(target, '__name__', type(target).__name__) if callable(target) else target
        if name.startswith('__') and name.endswith('__') and name[2:-2] in magic_methods:
            name = name[2:-2]
        return _snake(name)

    def placeholder(self, name, type_expr=None, default_value=...):
        return self.create_node('placeholder', name, () if default_value is ... else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        return self.create_node('get_attr', qualified_name, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        owner = self.owning_module
        if owner is not None and _absent(owner, module_name):
            import warnings
            warnings.warn('Attempted to insert a call_module Node with no underlying reference in the owning GraphModule! Call GraphModule.add_submodule to add the necessary submodule')
        return self.create_node('call_module', module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node('call_method', method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None):
        return self.create_node('call_function', the_function, args, kwargs, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node('output', 'output', (result,), type_expr=type_expr)

    def node_copy(self, node, arg_transform=lambda x: x):
        """A step like another graph's; arg_transform gives this graph's nodes for that one's."""
        made = self.create_node(node.op, node.target, map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform), node.name, node.type)
        made.meta = dict(node.meta)
        return made

    def graph_copy(self, g, val_map, return_output_node=False):
        """All steps of another graph, put here; its output's value."""
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == 'output':
                value = map_arg(node.args[0], val_map.__getitem__)
                return (value, node) if return_output_node else value
            val_map[node] = self.node_copy(node, val_map.__getitem__)
        return None

    def erase_node(self, to_erase):
        if to_erase.users:
            raise RuntimeError('Tried to erase Node %s but it still had %d users in the graph: %s!' % (to_erase, len(to_erase.users), to_erase.users))
        to_erase._unlink()
        to_erase._erased = True
        self._len -= 1
        to_erase._set((), {})

    def inserting_before(self, n=None):
        """With it new steps come before n (or first of all)."""
        if n is None:
            return self.inserting_after(self._root)
        return _InsertPoint(self, self._own(n).prepend)

    def inserting_after(self, n=None):
        """With it new steps come after n (or last of all)."""
        if n is None:
            return self.inserting_before(self._root)
        return _InsertPoint(self, self._own(n).append)

    def _own(self, n):
        if n.graph is not self:
            raise AssertionError('Node to insert before is not in graph.')
        return n

    def process_inputs(self, *args):
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out):
        return self._codegen.process_outputs(out)

    def set_codegen(self, codegen):
        self._codegen = codegen

    # ---- care ----
    def lint(self):
        """Raises for a step that uses what comes later or is of another graph, for two of one name, and for a path that leads nowhere."""
        seen, names = set(), set()
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError("Node '%s' does not belong to this Graph" % node)
            for used in node.all_input_nodes:
                if used.graph is not self:
                    raise RuntimeError("Argument '%s' of Node '%s' does not belong to this Graph, but was used as an argument! If you are copying nodes from another graph, make sure "
                                       "to use ``arg_transform`` on node_copy() to remap values\n%s" % (used, node, self))
                if used not in seen:
                    raise RuntimeError("Argument '%s' of Node '%s' was used before it has been defined! Please check that Nodes in the graph are topologically ordered\n%s" % (used, node, self))
            seen.add(node)
            if node.name in names:
                raise RuntimeError('Node redefined name %s!' % node.name)
            names.add(node.name)
            if self.owning_module is not None and node.op in ('call_module', 'get_attr') and _absent(self.owning_module, node.target):
                raise RuntimeError('Node %s target %s references nonexistent attribute %s of %s' % (node, node.target, node.target.split('.')[-1], node.target.rpartition('.')[0]))

    def eliminate_dead_code(self):
        """Takes out the steps that nobody uses. True: there were some."""
        self.lint()
        changed = False
        for node in reversed(self.nodes):
            if not node.users and not node.is_impure():
                self.erase_node(node)
                changed = True
        return changed

    def python_code(self, root_module, *, verbose=False):
        """PythonCode: the source of a forward, and the globals that it needs."""
        return _Writer(self, root_module, verbose).whole()

    def print_tabular(self):
        """The steps as a table (needs the package tabulate)."""
        try:
            from tabulate import tabulate
        except ImportError:
            if _two('GRADS_MADE'):
                print('`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip install tabulate` to install the library.')
            raise
        print(tabulate([[n.op, n.name, n.target, n.args, n.kwargs] for n in self.nodes], headers=['opcode', 'name', 'target', 'args', 'kwargs']))

    def __deepcopy__(self, memo):
        copied = memo[id(self)] = Graph(tracer_cls=self._tracer_cls)
        values = {}
        output = copied.graph_copy(self, values, return_output_node=True)
        copied._codegen = self._codegen
        if output is not None:
            copied.output(output[0], type_expr=getattr(output[1], 'type', None)).meta = dict(output[1].meta)
        return copied

    def __str__(self):
        return 'graph():\n    ' + '\n    '.join(node.format_node() for node in self.nodes)

    __repr__ = __str__


def _absent(module, path):
    """Does the path lead nowhere?"""
    for step in path.split('.'):
        if not hasattr(module, step):
            return True
        module = getattr(module, step)
    return False
