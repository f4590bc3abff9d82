"""A function's calls as graphs of torch.fx, as a backend of the program's own is given them: each of torch's functions that is called is a step, tensors that were there before are placeholders
named after where the function finds them. Where the function asks for a value (a branch, item(), print), a graph ends and the next begins behind it.

The function runs as ever and its steps are noted (TorchFunctionMode); a graph's results are then the compiled one's, unless its steps changed what they were given."""
import builtins
import contextlib
import inspect
import linecache
import operator
import re
import sys
import traceback
import weakref

import torch
from .exc import Unsupported
from .recording import _BRANCHING, known, state
from .utils import counters
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate
from torch.overrides import TorchFunctionMode

_VALUES = {'__bool__', 'item', 'tolist', '__float__', '__int__', 'is_nonzero', 'numpy', '__index__', '__repr__', '__format__', '__str__', '__array__'}
_ASIDE = {'size', 'dim', 'numel', 'stride', 'is_floating_point', 'is_complex', '__len__', 'ndimension', 'nelement', 'is_contiguous', 'data_ptr', 'element_size', 'get_device', '__hash__', '__get__', '__set__',
          'register_hook', 'requires_grad_', '__setstate__', '__reduce_ex__', 'is_tensor', 'backward', 'storage', 'untyped_storage', 'is_storage', 'result_type', 'get_default_dtype', 'is_grad_enabled'}
_SIGNS = {'add': '+', 'sub': '-', 'mul': '*', 'div': '/', 'true_divide': '/', 'matmul': '@', 'pow': '**', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>=', 'eq': '==', 'ne': '!=', 'neg': '-', '__and__': '&', '__or__': '|',
          '__xor__': '^', '__invert__': '~', 'bitwise_not': '~', '__floordiv__': '//', 'remainder': '%', '__rsub__': '-', '__rdiv__': '/', '__rpow__': '**', '__rtruediv__': '/'}
_OPERATORS = {'+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv, '@': operator.matmul, '**': operator.pow, '<': operator.lt, '<=': operator.le, '>': operator.gt, '>=': operator.ge,
              '==': operator.eq, '!=': operator.ne, '&': operator.and_, '|': operator.or_, '^': operator.xor, '~': operator.invert, '//': operator.floordiv, '%': operator.mod}
_IN_PLACE = {'__iadd__': operator.iadd, '__isub__': operator.isub, '__imul__': operator.imul, '__itruediv__': operator.itruediv, '__idiv__': operator.itruediv, '__ipow__': operator.ipow,
             'add_': operator.iadd, 'sub_': operator.isub, 'mul_': operator.imul, 'div_': operator.itruediv}


class _Places:
    """Where a function finds a tensor: its arguments, what hangs on modules among them, its globals and what it encloses."""

    def __init__(self, function, args, kwargs):
        self.of, self.kinds = {}, {}
        root = function if isinstance(function, torch.nn.Module) else None
        called = type(root).forward if root is not None else function
        bound = inspect.signature(called).bind(*((root, *args) if root is not None else args), **kwargs)
        for name, value in bound.arguments.items():
            kind = bound.signature.parameters[name].kind
            self._put('L_' + name + '_', value, 3) if kind is not inspect.Parameter.VAR_KEYWORD else [self._put('L_%s_' % k, v, 3) for k, v in value.items()]
        code = getattr(called, '__code__', None)
        for name, cell in zip(getattr(code, 'co_freevars', ()), getattr(called, '__closure__', None) or ()):
            try:
                self._put('L_%s_' % name, cell.cell_contents, 2)
            except ValueError:          # (not bound yet)
                pass
        for name in getattr(code, 'co_names', ()):
            if name in called.__globals__:
                self._put('G_%s_' % name, called.__globals__[name], 2)

    def _put(self, name, value, depth):
        if isinstance(value, torch.Tensor):
            self.of.setdefault(id(value), (name, value))
        elif isinstance(value, torch.nn.Module):
            for path, module in value.named_modules():
                way = ''.join('modules_%s_' % step for step in path.split('.')) if path else ''
                for kind, held in (('parameters', module._parameters), ('buffers', module._buffers)):
                    for key, tensor in held.items():
                        if tensor is not None:
                            self.of.setdefault(id(tensor), ('%s%s%s_%s_' % (name, way, kind, key), tensor))
                for key, tensor in vars(module).items():
                    if isinstance(tensor, torch.Tensor):
                        self.of.setdefault(id(tensor), ('%s%s%s_' % (name, way, key), tensor))
        elif depth and isinstance(value, (list, tuple, dict)):
            for key, each in value.items() if isinstance(value, dict) else enumerate(value):
                self._put('%s%s_' % (name, key), each, depth - 1)

    def name_of(self, tensor):
        found = self.of.get(id(tensor))
        return found[0] if found and found[1] is tensor else None


class _Segment:
    """One graph under way."""

    def __init__(self):
        self.graph, self.nodes, self.given, self.versions, self.fresh, self.made, self.first = Graph(), {}, [], [], [], [], None
        self.drawn = torch.get_rng_state()
        self.root = torch.nn.Module()
        self.steps = 0


class Recorder(TorchFunctionMode):
    """Notes the steps of a call; done(segment, results) is told of each graph and answers what its results are from now on, or None."""

    def __init__(self, function, args, kwargs, done):
        super().__init__()
        self.places, self.done, self.segment = _Places(function, args, kwargs), done, _Segment()
        self.reasons, self.fullgraph, self.aside, self.stack = [], False, False, sys._getframe(2)

    # ---- nodes of values ----
    def _node(self, value):
        segment = self.segment
        known = segment.nodes.get(id(value))
        if known is not None and known[1]() is value:
            return known[0]
        name = self.places.name_of(value) or self._local(value) or 'L_stack%d_' % len(segment.given)
        kind = torch.nn.parameter.Parameter if isinstance(value, torch.nn.Parameter) else torch.Tensor
        with segment.graph.inserting_before(segment.first) if segment.first is not None else contextlib.nullcontext():
            node = segment.graph.create_node('placeholder', name, (), {}, name.lower(), kind)
        node.meta['example_value'] = value
        segment.given.append((node, value))
        segment.versions.append(value._version)
        segment.nodes[id(value)] = node, weakref.ref(value)
        return node

    def _local(self, value):
        """What a running function calls it."""
        for frame in self._frames():
            for name, each in frame.f_locals.items():
                if each is value:
                    return 'L_%s_' % name
        return None

    def _frames(self):
        frame = sys._getframe(2)
        while frame is not None and frame is not self.stack:
            if not _own(frame):
                yield frame
            frame = frame.f_back

    def _named(self):
        """Results of the last step that a running function has given a name are called so."""
        fresh, self.segment.fresh = self.segment.fresh, []
        if fresh:
            for frame in self._frames():
                for name, each in frame.f_locals.items():
                    for node, ref in list(fresh):
                        if ref() is each and each is not None:
                            fresh.remove((node, ref))
                            node.name = node.graph._names.create_name(name)

    # ---- a call ----
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, '__name__', str(func))
        if self.aside:
            return func(*args, **kwargs)
        if name in _VALUES:
            value = args[0]
            self._named()
            if id(value) in self.segment.nodes:
                self._break(name, value)
            return func(*args, **kwargs)
        if name in _ASIDE and name != '__get__':
            return func(*args, **kwargs)
        self._named()
        frame = next(self._frames(), None)
        if name == '__get__':
            name = getattr(func.__self__, '__name__', None) or func.__self__.fget.__name__
            result = func(*args, **kwargs)
            if name in ('T', 'mT', 'H', 'mH') and isinstance(result, torch.Tensor):
                self._step('call_function', getattr(torch.ops.aten, 'numpy_T' if name == 'T' else name), args, {}, result, 'numpy_t' if name == 'T' else name.lower())
            return result
        given = [each for each in _tensors(args, kwargs)]
        for each in sorted(given, key=lambda t: not isinstance(t, torch.nn.Parameter)):
            self._node(each)
        result = func(*args, **kwargs)
        if not _tensors((result,), {}):
            return result
        kind, target, args, kwargs = _how(func, name, args, kwargs, frame)
        self._step(kind, target, args, kwargs, result, None)
        return result

    def _step(self, kind, target, args, kwargs, result, name):
        segment = self.segment
        args, kwargs = (map_aggregate(each, lambda v: self._node(v) if isinstance(v, torch.Tensor) else v) for each in (args, kwargs))
        node = segment.graph.create_node(kind, target, tuple(args), dict(kwargs), name)
        if not segment.steps:
            segment.first = node
        segment.steps += 1
        self._keep(node, result)

    def _keep(self, node, result):
        segment = self.segment
        if isinstance(result, torch.Tensor):
            segment.nodes[id(result)] = node, weakref.ref(result)
            segment.fresh.append((node, weakref.ref(result)))
            segment.made.append((node, weakref.ref(result)))
            node.meta['example_value'] = torch.empty(result.shape, dtype=result.dtype, device='meta')
        else:
            for i, part in enumerate(result):
                if isinstance(part, torch.Tensor):
                    self._keep(segment.graph.call_function(operator.getitem, (node, i)), part)

    # ---- the end of a graph ----
    def _break(self, name, value=None):
        """The function looks at a value, or does what no graph can: a graph of all before, whose results are what is still held."""
        reason = 'generic_jump TensorVariable()' if name in ('__bool__', 'is_nonzero') else 'Tensor.%s' % name if value is not None else name
        self.reasons.append((reason, [_summary(frame) for frame in self._frames()][::-1]))
        if self.fullgraph:
            raise Unsupported(_BRANCHING if name == '__bool__' else 'Call to %s' % name)
        self._named()
        results = [value] if value is not None else []
        locals_ = {id(each) for frame in self._frames() for each in frame.f_locals.values()}
        for node, ref in self.segment.made:
            held = ref()
            if id(held) in locals_ and not any(held is each for each in results) and self.segment.nodes[id(held)][0] is node:
                results.append(held)
        self.end(results)

    def end(self, results):
        """Ends a graph, whose results are these; gives what they are from now on, None: as they are."""
        self._named()
        segment = self.segment
        if not segment.steps:
            return None
        segment.graph.output(tuple(segment.nodes[id(t)][0] for t in results))
        self.aside = True
        try:
            self.segment = _Segment()
            return self.done(segment)
        finally:
            self.aside = False


def _summary(frame):
    return traceback.FrameSummary(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


def _own(frame):
    return frame.f_globals.get('__name__', '').startswith(('torch.', 'functorch'))


def _tensors(args, kwargs):
    found = []
    map_aggregate((args, kwargs), lambda each: found.append(each) if isinstance(each, torch.Tensor) else None)
    return found


def _written(frame):
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno) if frame is not None else ''


def _how(func, name, args, kwargs, frame):
    """(op, target, args, kwargs) of the step that a call is in PyTorch's graphs."""
    if vars(torch.Tensor).get(name) is func:
        line = _written(frame)
        if name == '__getitem__':
            return 'call_function', operator.getitem, args, kwargs
        if name == '__setitem__':
            return 'call_function', operator.setitem, args, kwargs
        spelled = re.search(r'\.\s*%s\s*\(' % re.escape(name), line)
        if name in _IN_PLACE and not spelled:
            return 'call_function', _IN_PLACE[name], args, kwargs
        sign = _SIGNS.get(name.replace('__r', '__', 1) if name not in _SIGNS else name)
        if sign and not spelled and not kwargs:
            if name == 'neg':
                return 'call_function', operator.neg, args, kwargs
            plain = name.startswith('__r') and name not in ('__rshift__',)
            return 'call_function', _OPERATORS[sign], args[::-1] if plain else args, kwargs
        if name.startswith('__r') and name[3:-2] in ('add', 'mul', 'matmul'):
            return 'call_function', getattr(operator, name[3:-2]), args[::-1], kwargs
        return 'call_method', name, args, kwargs
    if inspect.isfunction(func) and frame is not None:
        try:
            known = inspect.signature(func).parameters
            kwargs = {k: v for k, v in kwargs.items() if known[k].default is not v or k + '=' in _written(frame).replace(' ', '')}
        except (TypeError, ValueError, KeyError):
            pass
    return "call_function", func, args, kwargs


class Backed:
    """A function that a backend of the program's own compiles, graph by graph."""

    def __init__(self, function, backend, fullgraph=False):
        self.function, self.backend, self.fullgraph, self.compiled, self.reasons = function, backend, fullgraph, {}, []
        known.add(self)

    def forget(self):
        self.compiled = {}

    def _compiled_for(self, module, given):
        """What the backend made of a graph like this; sizes that were other ones before may be any."""
        code = re.sub(r'\bL_\w+\b', '', module.code), tuple((t.dtype, t.dim(), t.requires_grad) for t in given)
        ways = self.compiled.setdefault(code, [])
        shapes = [tuple(t.shape) for t in given]
        for known, made in ways:
            if known is None or known == shapes:
                return made
        counters['stats']['unique_graphs'] += 1
        counters['stats']['calls_captured'] += sum(node.op.startswith('call') for node in module.graph.nodes)
        made = self.backend(module, list(given))
        if not callable(made):
            raise AssertionError('compiler_fn did not return callable')
        ways.append((None if ways else shapes, made))
        return made

    def _done(self, segment):
        module = GraphModule(segment.root, segment.graph)
        given = [value for _, value in segment.given]
        made = self._compiled_for(module, given)
        if any(value._version != version for (_, value), version in zip(segment.given, segment.versions)):
            return None                     # (its steps are done, and may not be done twice)
        drawn = torch.get_rng_state()
        torch.set_rng_state(segment.drawn)
        out = made(*given)
        torch.set_rng_state(drawn)
        return list(out) if isinstance(out, (tuple, list)) else [out]

    def __call__(self, args, kwargs):
        if state.stance == 'force_eager' or state.busy:
            return self.function(*args, **kwargs)
        recorder = Recorder(self.function, args, kwargs, self._done)
        recorder.fullgraph = self.fullgraph
        before, state.compiling = state.compiling, True
        state.busy = True
        shown = builtins.print
        builtins.print = lambda *a, **k: (recorder._break('print'), shown(*a, **k))[1]
        try:
            with recorder:
                out = self.function(*args, **kwargs)
            return self._finished(recorder, out)
        finally:
            self.reasons = recorder.reasons
            builtins.print = shown
            state.busy, state.compiling = False, before

    def _finished(self, recorder, out):
        leaves = [t for t in _tensors((out,), {}) if id(t) in recorder.segment.nodes]
        wanted = []
        for t in leaves:
            if not any(t is each for each in wanted) and not any(t is value for _, value in recorder.segment.given):
                wanted.append(t)
        made = recorder.end(wanted)
        if made is None:
            return out
        instead = {id(t): new for t, new in zip(wanted, made)}
        return _with(out, instead)


def _with(value, instead):
    """The same, with other tensors."""
    if isinstance(value, torch.Tensor):
        return instead.get(id(value), value)
    if isinstance(value, dict):
        return type(value)((k, _with(v, instead)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        parts = [_with(v, instead) for v in value]
        return type(value)(*parts) if hasattr(value, '_fields') else type(value)(parts)
    return value
