"""A call, written down as a graph: each of torch's functions that runs is a node, a module's call is a block of its own until lifting.py makes a method of it."""
import inspect
import sys
import types
import warnings

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode
from ._ir import Graph
from ._operators import code_of, schema_of
from ._types import FUNCTION, INT, LONG, NONE, TENSOR, STR, complete, dict_of, list_of, of_value, optional, tuple_of

_END = 9223372036854775807
_FLOW = ("%s might cause the trace to be incorrect. We can't record the data flow of Python values, so this value will be treated as a constant in the future. "
         'This means that the trace might not generalize to other inputs!')
_LEFT = {'__bool__': 'boolean', 'is_nonzero': 'boolean', '__float__': 'float', '__int__': 'integer', '__index__': 'index', 'item': 'number', 'tolist': 'list', '__complex__': 'complex'}
_NUMPY = {'numpy': 'Converting a tensor to a NumPy array', '__array__': 'Converting a tensor to a NumPy array'}
_CONSTANTS = ('%s results are registered as constants in the trace. You can safely ignore this warning if you use this function to create tensors out of constant variables that would be the same every '
              'time you call this function. In any other case, this might cause the trace to be incorrect.')
_LEN = ('Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be tensor.shape[0]. Passing a tensor of different shape might lead to errors or silently give '
        'incorrect results.')
_ITER = ("Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't change the number of iterations executed (and might lead to errors or silently give "
         'incorrect results).')
_WORDS = {'__radd__': 'add', '__rmul__': 'mul', '__rsub__': 'rsub', '__matmul__': 'matmul', '__rmatmul__': 'matmul', '__floordiv__': 'floor_divide', '__pow__': 'pow', '__neg__': 'neg', '__mod__': 'remainder', '__abs__': 'abs',
          '__invert__': 'bitwise_not', 'true_divide': 'div', '__truediv__': 'div', '__div__': 'div', 'divide': 'div', 'multiply': 'mul', 'subtract': 'sub', 'negative': 'neg', 'absolute': 'abs', '__lt__': 'lt', '__le__': 'le', '__gt__': 'gt',
          '__ge__': 'ge', '__eq__': 'eq', '__ne__': 'ne', '__iadd__': 'add_', '__isub__': 'sub_', '__imul__': 'mul_', '__itruediv__': 'div_', '__idiv__': 'div_', '__add__': 'add', '__sub__': 'sub', '__mul__': 'mul'}
_TYPED = {'float': torch.float32, 'double': torch.float64, 'half': torch.float16, 'bfloat16': torch.bfloat16, 'int': torch.int32, 'long': torch.int64, 'bool': torch.bool, 'short': torch.int16, 'char': torch.int8, 'byte': torch.uint8}
_ASKED = frozenset('''dim ndimension stride is_contiguous is_floating_point is_complex is_signed element_size data_ptr type get_device __hash__ __repr__ __format__ __str__ is_tensor storage untyped_storage is_storage
__set__ requires_grad_ register_hook is_shared is_inference has_names _version backward grad __deepcopy__ __reduce_ex__ is_pinned is_leaf is_sparse is_same_size retain_grad __dir__ set_grad_enabled is_grad_enabled
manual_seed seed get_default_dtype result_type promote_types can_cast get_rng_state set_rng_state'''.split())
_MODES = ('none', 'mean', 'sum')
_tracing = []           # recordings under way


def current():
    return _tracing[-1] if _tracing else None


def warn(words, frame=None):
    """PyTorch's warnings stand on the line of the function that is traced."""
    from . import TracerWarning
    depth, at = 1, sys._getframe(1)
    while at is not None and _own(at):
        at, depth = at.f_back, depth + 1
    warnings.warn(words, TracerWarning, stacklevel=depth if at is not None else 2)


def _own(frame):
    return frame.f_globals.get('__name__', '').startswith(('torch.jit', 'torch.overrides', 'torch._answers'))


def caller():
    """The innermost frame outside of recording."""
    frame = sys._getframe(1)
    while frame is not None and _own(frame):
        frame = frame.f_back
    return frame


class Recorder(TorchFunctionMode):
    def __init__(self, strict=True):
        super().__init__()
        self.graph, self.of, self.aside, self.strict = Graph(), {}, False, strict
        self.paths = {}                 # a module: its name in the graph, its attribute's value

    def __enter__(self):
        _tracing.append(self)
        return super().__enter__()

    def __exit__(self, *error):
        _tracing.remove(self)
        return super().__exit__(*error)

    # ---- values ----
    def know(self, thing, value):
        """What a Python value is in the graph; tuples are taken apart."""
        graph = self.graph
        if isinstance(thing, torch.Tensor):
            if value.kind_of == TENSOR:
                if str(value.kind_of) == 'Tensor':
                    value.kind_of = complete(thing)
            self.of[id(thing)] = value, thing
        elif isinstance(thing, (tuple, list)):
            kind = 'prim::TupleUnpack' if isinstance(thing, tuple) else 'prim::ListUnpack'
            parts = graph.make(kind, (value,), [of_value(each) or TENSOR for each in thing]).gives
            for each, part in zip(thing, parts):
                self.know(each, part)
        elif isinstance(thing, dict):
            for key, each in thing.items():
                self.know(each, graph.make('aten::__getitem__', (value, graph.constant(key)), (of_value(each) or TENSOR,)).gives[0])

    def value_of(self, tensor, source, names=None):
        found = self.of.get(id(tensor))
        if found is not None and found[1] is tensor:
            value = found[0]
            if not value.given:
                value.rename(_called(tensor, names))
            return value
        if tensor.requires_grad:
            self.aside = True
            raise RuntimeError('Cannot insert a Tensor that requires grad as a constant. Consider making it a parameter or input, or detaching the gradient\nTensor:\n%s' % (tensor.detach(),))
        value = self.graph.constant(tensor, source)
        self.of[id(tensor)] = value, tensor
        return value

    def constant(self, thing, source):
        return self.graph.constant(code_of(thing), source)

    def input(self, thing, value):
        """An input's tensors."""
        if isinstance(thing, torch.Tensor) and id(thing) in self.of:
            thing = thing.view(thing.shape)
        if isinstance(thing, (torch.Tensor, tuple, list, dict)):
            if isinstance(thing, (tuple, list)):
                kind = 'prim::TupleUnpack' if isinstance(thing, tuple) else 'prim::ListUnpack'
                parts = self.graph.make(kind, (value,), [input_type(each) for each in thing]).gives
                made = [self.input(each, part) for each, part in zip(thing, parts)]
                return type(thing)(made) if not hasattr(thing, '_fields') else type(thing)(*made)
            if isinstance(thing, dict):
                made = {}
                for key, each in thing.items():
                    part = self.graph.make('aten::__getitem__', (value, self.graph.constant(key)), (input_type(each),)).gives[0]
                    made[key] = self.input(each, part)
                return made
            self.of[id(thing)] = value, thing
        return thing

    def output(self, thing, source=''):
        """The value of what a call gave."""
        graph = self.graph
        if isinstance(thing, torch.Tensor):
            return self.value_of(thing, source, {})
        if isinstance(thing, (tuple, list)):
            parts = [self.output(each) for each in thing]
            return graph.tupled(parts) if isinstance(thing, tuple) else graph.listed(parts[0].kind_of if parts and parts[0].kind_of != TENSOR else TENSOR, parts)
        if isinstance(thing, dict):
            parts = [each for key, value in thing.items() for each in (graph.constant(key), self.output(value))]
            return graph.make('prim::DictConstruct', parts, (dict_of(STR, TENSOR),)).gives[0]
        return graph.constant(thing)

    # ---- calls ----
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, '__name__', str(func))
        if self.aside:
            return func(*args, **kwargs)
        if name in _ASKED:
            return func(*_plain(args), **_plain(kwargs))
        frame = caller()
        if frame is not None and frame.f_code is getattr(func, '__code__', None):
            frame = frame.f_back            # (of the function itself, which is not begun)
        if name == '__get__':
            return self._attribute(func, args, frame)
        if name in _LEFT:
            warn(_FLOW % ('Converting a tensor to a Python ' + _LEFT[name]))
            return func(*args, **kwargs)
        if name in _NUMPY:
            warn(_FLOW % _NUMPY[name])
            return func(*args, **kwargs)
        if name in ('tensor', 'as_tensor', 'from_numpy'):
            warn(_CONSTANTS % ('torch.' + name))
            return func(*_plain(args), **_plain(kwargs))
        if name == '__len__':
            warn(_LEN)
            return func(*args)
        if name == '__iter__':
            warn(_ITER)
            return iter(self.emit('unbind', (args[0], 0), {}, frame))
        if name == '__contains__':
            return func(*args)
        if name == '__getitem__':
            return self._item(*args, frame)
        if name == '__setitem__':
            return self._set_item(func, *args, frame)
        if name == 'size':
            return self._size(func, args, kwargs, frame)
        return self._called(func, name, args, kwargs, frame)

    def _called(self, func, name, args, kwargs, frame):
        rule = _RULES.get(name)
        if rule is not None:
            made = rule(self, func, frame, *args, **kwargs)
            if made is not NotImplemented:
                return made
        return self.emit(_WORDS.get(name, name), args, kwargs, frame, func=func)

    def _source(self, frame, func=None):
        if _written_in_python(func):
            return '%s:%d:0' % (func.__code__.co_filename, func.__code__.co_firstlineno)
        return '%s:%d:0' % (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ''

    def emit(self, name, args, kwargs, frame, func=None, names=None, place=None):
        """Does it and notes the operator; what is none that is known is noted whole."""
        kwargs = {key: value for key, value in kwargs.items() if not (key == 'out' and value is None or key == 'requires_grad' and value is False)}
        plain_args, plain_kwargs = _plain(args), _plain(kwargs)
        found = schema_of(name, args, kwargs)
        call = func if func is not None else _doer(name)
        if call is None or found is None and func is None:
            raise NotImplementedError('torch.jit.trace: %s of these arguments has no operator in perch' % name)
        if found is None:
            return self.whole(name, func, args, kwargs, func(*plain_args, **plain_kwargs), frame)
        schema, bound = found
        if name in _MAKERS:
            bound = _placed(name, bound, schema)
        if names is None:
            names = _names(func, args, kwargs, frame)
        source = self._source(frame, place or func)
        graph = self.graph
        from ._ir import Node
        node = Node(graph, 'aten::' + schema.name)
        node.call = schema
        for value, parameter in zip(bound, schema.parameters):
            node.take(self._given(value, parameter, source, names))
        node.source = source
        result = call(*plain_args, **plain_kwargs)
        graph.insert(node)
        self._gave(node, result, schema)
        if name == '_convolution':          # (which PyTorch notes below autograd)
            node.gives[0].kind_of = complete(result.detach())
        return result

    def _given(self, value, p, source, names):
        graph = self.graph
        if p.listed:
            if value is None:
                return graph.constant(None)
            if p.kind == 'Tensor':
                parts = [graph.constant(None) if each is None else self.value_of(each, source, names) for each in value]
                return graph.listed(optional(TENSOR) if p.whole == 'Tensor?[]' else TENSOR, parts)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                value = [value] * (p.many or 1)
            parts = [self._number(each, source, names) if isinstance(each, torch.Tensor) else self.constant(each, source) for each in value]
            return graph.listed(INT if p.kind == 'int' else of_value(0.5), parts)
        if isinstance(value, torch.Tensor):
            if p.kind in ('int', 'float', 'Scalar', 'bool'):
                return self._number(value, source, names)
            return self.value_of(value, source, names)
        if p.kind == 'Tensor' and value is not None:
            return graph.constant(torch.tensor(value, dtype=None if isinstance(value, (bool, complex)) or not isinstance(value, float) else torch.float64), source)
        if value is None:
            return graph.constant(None)
        if p.kind == 'float':
            value = float(value)
        if p.kind == 'Device':
            return graph.constant(torch.device(value), source)
        return self.constant(value, source)

    def _number(self, tensor, source, names):
        """A tensor of no axes where a number is wanted."""
        value = self.value_of(tensor, source, names)
        graph = self.graph
        before = graph.at
        block = value.owner.block
        i = block.nodes.index(value.owner) if value.owner in block.nodes else -1
        graph.at = block, block.nodes[i + 1] if i + 1 < len(block.nodes) else None
        made = graph.make('aten::Int' if not tensor.is_floating_point() else 'aten::Float', (value,), (INT if not tensor.is_floating_point() else of_value(0.5),), source)
        graph.at = before
        return made.gives[0]

    def _gave(self, node, result, schema=None):
        if isinstance(result, torch.Tensor):
            self.know(result, node.give(TENSOR))
        elif isinstance(result, (list, tuple)):
            if schema is not None and schema.results == ['Tensor[]']:
                made = node.give(list_of(TENSOR))
                parts = self.graph.make('prim::ListUnpack', (made,), [complete(each) for each in result]).gives
            else:
                parts = [node.give(complete(each) if isinstance(each, torch.Tensor) else of_value(each) or TENSOR) for each in result]
            for each, part in zip(result, parts):
                self.know(each, part)
        else:
            node.give(of_value(result) or NONE)

    def whole(self, name, func, args, kwargs, result, frame=None, takes=()):
        """A call that no operator is known for, as it stands: it is called again, and no text says it."""
        from ._ir import Node
        self.graph.absent = self.graph.absent or name
        given = list(takes)

        def put(value):
            if isinstance(value, torch.Tensor):
                given.append(self.value_of(value, '', {}))
                return _Place(len(given) - 1)
            return value
        template = _mapped(args, put), _mapped(kwargs, put)
        node = Node(self.graph, 'perch::' + name, given)
        node.call = func, template
        self.graph.insert(node)
        leaves = _tensors((result,))
        node.facts['leaves'] = len(leaves)
        for each in leaves:
            self.know(each, node.give(TENSOR))
        return result

    def script_call(self, thing, name, args, kwargs):
        """A call of what was scripted or traced before: its own graph stays one."""
        self.aside = True
        try:
            result = thing._call(name)(*_plain(args), **_plain(kwargs)) if name is not None else thing._run(_plain(args), _plain(kwargs))
        finally:
            self.aside = False
        graph = self.graph
        own = next((value for module, value in self.paths.values() if module is thing), None)
        method = thing._methods.get(name) if name is not None else thing._method
        if method is None or kwargs or name is not None and own is None:
            def again(*args, **kwargs):
                return thing._call(name)(*args, **kwargs) if name is not None else thing._run(args, kwargs)
            return self.whole(getattr(thing, 'original_name', name or ''), again, args, kwargs, result)
        takes = [self.value_of(each, '', {}) if isinstance(each, torch.Tensor) else self.output(each) for each in args]
        if name is not None:
            value = graph.make('prim::CallMethod', (own, *takes), (method.returns,), name=name).gives[0]
        else:
            function = graph.make('prim::Constant', (), (FUNCTION,), name=method.name, value=thing).gives[0]
            value = graph.make('prim::CallFunction', (function, *takes), (method.returns,)).gives[0]
        self.know(result, value)
        return result

    # ---- what is no plain call ----
    def _attribute(self, func, args, frame):
        owner = func.__self__
        name = getattr(owner, '__name__', None) or owner.fget.__name__
        x = args[0]
        if name == 'shape' and not _library(frame):
            return self._sizes(x, frame)
        if name in ('T', 'mT', 'mH', 'H', 'real', 'imag', 'data'):
            word = {'T': 'numpy_T', 'H': 'matrix_H', 'data': 'detach'}.get(name, name)
            return self.emit(word, (x,), {}, frame, func=None if name != 'data' else torch.Tensor.detach) if word != name or name in ('mT', 'mH') else self.emit(word, (x,), {}, frame, func=getattr(torch, name))
        return func(*args)

    def _size(self, func, args, kwargs, frame):
        x, *more = args
        dim = more[0] if more else kwargs.get('dim')
        if _library(frame) or not isinstance(dim, int) and dim is not None:
            return func(*args, **kwargs)
        return self._sizes(x, frame) if dim is None else self._one_size(x, dim, frame)

    def _sizes(self, x, frame):
        return tuple(self._one_size(x, i, frame) for i in range(x.dim()))

    def _one_size(self, x, dim, frame):
        source, graph = self._source(frame), self.graph
        self.aside = True
        made = torch.scalar_tensor(x.shape[dim], dtype=torch.int64)
        self.aside = False
        value = self.value_of(x, source, _names(None, (x,), {}, frame))
        asked = graph.constant(dim, source)
        size = graph.make('aten::size', (value, asked), (INT,), source)
        self.of[id(made)] = graph.make('prim::NumToTensor', size.gives, (LONG,)).gives[0], made
        return made

    def _item(self, x, index, frame):
        index = index if isinstance(index, tuple) else (index,)
        dim, chosen = 0, {}
        for at, each in enumerate(index):
            if each is Ellipsis:
                dim = x.dim() - sum(other is not None and not (isinstance(other, torch.Tensor) and other.dtype == torch.bool and other.dim() != 1) for other in index[at + 1:])
            elif each is None:
                x, dim = self.emit('unsqueeze', (x, dim), {}, frame), dim + 1
            elif isinstance(each, slice):
                start, stop, step = each.start, each.stop, each.step
                x = self.emit('slice', (x, dim, 0 if start is None else start, _END if stop is None else stop, 1 if step is None else step), {}, frame)
                dim += 1
            elif isinstance(each, (torch.Tensor, list)) and not (isinstance(each, torch.Tensor) and id(each) in self.of and each.dim() == 0 and not each.dtype.is_floating_point and each.dtype != torch.bool):
                tensor = each if isinstance(each, torch.Tensor) else torch.tensor(each)
                chosen[dim] = tensor
                dim += tensor.dim() if tensor.dtype == torch.bool else 1
            else:
                x = self.emit('select', (x, dim, each), {}, frame)
        if not chosen:
            return x
        listed, at = [], 0
        while at <= max(chosen):
            listed.append(chosen.get(at))
            at += chosen[at].dim() if at in chosen and chosen[at].dtype == torch.bool else 1
        return self.emit('index', (x, listed), {}, frame)

    def _set_item(self, func, x, index, value, frame):
        parts = index if isinstance(index, tuple) else (index,)
        if any(isinstance(each, (torch.Tensor, list)) for each in parts):
            chosen = [each if isinstance(each, torch.Tensor) else torch.tensor(each) for each in parts if isinstance(each, (torch.Tensor, list))]
            if len(chosen) != len(parts):
                return self.whole('__setitem__', func, (x, index, value), {}, func(x, index, value), frame)
            value = value if isinstance(value, torch.Tensor) else torch.tensor(value, dtype=x.dtype)
            self.emit('index_put_', (x, chosen, value, False), {}, frame, func=torch.Tensor.index_put_)
            return
        target = self._item(x, index, frame)
        value = value if isinstance(value, torch.Tensor) else torch.tensor(value, dtype=x.dtype)
        self.emit('copy_', (target, value, False), {}, frame, func=torch.Tensor.copy_)


_MAKERS = frozenset('zeros ones rand randn full empty eye arange linspace logspace randint randperm zeros_like ones_like rand_like randn_like full_like empty_like randint_like new_zeros new_ones new_full new_empty scalar_tensor'.split())


def _placed(name, bound, schema):
    """What makes tensors is noted with where it makes them; those like another one with that one's kind."""
    first = bound[0]
    known = {'device': torch.device('cpu'), 'pin_memory': False}
    if name.endswith('_like') or name.startswith('new_'):
        known = {'dtype': first.dtype, 'layout': torch.strided, 'device': first.device, 'pin_memory': False}
    return [known.get(p.name) if value is None and p.named else value for value, p in zip(bound, schema.parameters)]


class _Place:
    """Where in a call one of a node's values goes."""
    __slots__ = ('at',)

    def __init__(self, at):
        self.at = at


def filled(template, values):
    return _mapped(template, lambda each: values[each.at] if isinstance(each, _Place) else each)


def _mapped(value, put):
    if isinstance(value, (tuple, list)):
        made = [_mapped(each, put) for each in value]
        return type(value)(*made) if hasattr(value, '_fields') else type(value)(made)
    if isinstance(value, dict):
        return {key: _mapped(each, put) for key, each in value.items()}
    if isinstance(value, slice):
        return slice(_mapped(value.start, put), _mapped(value.stop, put), _mapped(value.step, put))
    return put(value)


def _tensors(value):
    found = []
    _mapped(value, lambda each: found.append(each) if isinstance(each, torch.Tensor) else None)
    return found


def _plain(value):
    """Sizes that are tensors while a trace is made, as numbers again where a function counts."""
    recorder = current()
    if recorder is None:
        return value

    def put(each):
        if isinstance(each, torch.Tensor) and each.dim() == 0:
            found = recorder.of.get(id(each))
            if found is not None and found[0].owner.kind_of == 'prim::NumToTensor':
                recorder.aside = True
                try:
                    return int(each)
                finally:
                    recorder.aside = False
        return each
    return _mapped(value, put)


def input_type(thing):
    """The type of an input, with all that is known of its tensors."""
    if isinstance(thing, torch.Tensor):
        return complete(thing)
    if isinstance(thing, tuple):
        return tuple_of(input_type(each) for each in thing)
    if isinstance(thing, list) and thing:
        return list_of(TENSOR if isinstance(thing[0], torch.Tensor) else input_type(thing[0]))
    if isinstance(thing, dict) and thing:
        key, value = next(iter(thing.items()))
        return dict_of(of_value(key), TENSOR if isinstance(value, torch.Tensor) else input_type(value))
    return of_value(thing) or NONE


def _library(frame):
    return frame is not None and frame.f_globals.get('__name__', '').startswith('torch.')


_COMPILED = frozenset('gelu softplus logsigmoid avg_pool1d avg_pool2d avg_pool3d one_hot cosine_similarity pixel_shuffle pixel_unshuffle linear conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d pad hardshrink pdist'.split())


def _written_in_python(func):
    """Is it a Python function in PyTorch too?"""
    return isinstance(func, types.FunctionType) and (func.__module__ or '').startswith('torch.nn') and func.__name__ not in _COMPILED


def _names(func, args, kwargs, frame):
    """Who is called what where an operator is called: {id of a tensor: its name}."""
    if _written_in_python(func):
        try:
            given = inspect.signature(func).bind(*args, **kwargs).arguments
        except TypeError:
            given = {}
    else:
        given = frame.f_locals if frame is not None else {}
    return {id(value): ('' if name == 'self' else name) for name, value in reversed(list(given.items())) if isinstance(value, torch.Tensor)}


def _called(tensor, names):
    return names.get(id(tensor), '') if names else ''


def _doer(name):
    from ._operators import call_of
    return call_of(name)


# ---- functions that are Python in PyTorch: which operator they are ----
def _bound_names(func, bound):
    return {id(value): name for name, value in reversed(list(bound.arguments.items())) if isinstance(value, torch.Tensor)}


def _activation(name, *extra):
    def rule(r, func, frame, input, *args, **kwargs):
        bound = inspect.signature(func).bind(input, *args, **kwargs)
        bound.apply_defaults()
        given = dict(bound.arguments)
        word = name + '_' if given.pop('inplace', False) else name
        return r.emit(word, (*given.values(), *extra), {}, frame, func=_doer(word), names=_bound_names(func, bound), place=func)
    return rule


def _pooled(name, dims):
    def rule(r, func, frame, input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        word = name + '_with_indices' if return_indices else name
        if return_indices and _doer(word) is None:
            return NotImplemented
        given = (input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)
        return r.emit(word, given, {}, frame, func=_doer(word), names={id(input): 'input'}, place=func)
    return rule


def _averaged(name):
    def rule(r, func, frame, input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        more = () if name == 'avg_pool1d' else (divisor_override,)
        return r.emit(name, (input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad, *more), {}, frame, func=_doer(name))
    return rule


def _conv(dims, transposed=False):
    def forward(r, func, frame, input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        return NotImplemented if isinstance(padding, str) else emit(r, func, frame, input, weight, bias, stride, padding, dilation, 0, groups)

    def back(r, func, frame, input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        return emit(r, func, frame, input, weight, bias, stride, padding, dilation, output_padding, groups)

    def emit(r, func, frame, input, weight, bias, stride, padding, dilation, output_padding, groups):
        each = [[value] * dims if isinstance(value, int) else list(value) for value in (stride, padding, dilation, output_padding)]
        names = {id(bias): 'bias', id(weight): 'weight', id(input): 'input'} if _library(frame) else None
        return r.emit('_convolution', (input, weight, bias, *each[:3], transposed, each[3], groups, False, False, True, True), {}, frame, func=_doer('_convolution'), names=names or _names(None, (), {}, frame), place=None)
    return back if transposed else forward


def _dropped(name):
    def rule(r, func, frame, input, p=0.5, training=True, inplace=False):
        word = name + '_' if inplace else name
        return r.emit(word, (input, p, training), {}, frame, func=lambda x, p, t: func(x, p, t, inplace), names={id(input): 'input'}, place=func)
    return rule


def _softened(r, func, frame, input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        return NotImplemented
    if isinstance(_stacklevel, torch.dtype):
        dtype = _stacklevel
    named = {id(input): 'input'} if func in (F.softmax, F.log_softmax) else None
    name = func.__name__
    return r.emit(name, (input, dim, dtype), {}, frame, func=_doer(name), names=named or _names(None, (), {}, frame), place=func if named else None)


def _batch_normed(r, func, frame, input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    names = {id(bias): 'bias', id(weight): 'weight', id(running_var): 'running_var', id(running_mean): 'running_mean', id(input): 'input'}
    return r.emit('batch_norm', (input, weight, bias, running_mean, running_var, training, momentum, eps, True), {}, frame, func=_doer('batch_norm'), names=names, place=func)


def _layer_normed(r, func, frame, input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return r.emit('layer_norm', (input, list(normalized_shape), weight, bias, eps, True), {}, frame, func=_doer('layer_norm'), names={id(bias): 'bias', id(weight): 'weight', id(input): 'input'}, place=func)


def _group_normed(r, func, frame, input, num_groups, weight=None, bias=None, eps=1e-5):
    return r.emit('group_norm', (input, num_groups, weight, bias, eps, True), {}, frame, func=_doer('group_norm'), names={id(bias): 'bias', id(weight): 'weight', id(input): 'input'}, place=func)


def _embedded(r, func, frame, input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None:
        return NotImplemented
    padding = -1 if padding_idx is None else padding_idx if padding_idx >= 0 else weight.shape[0] + padding_idx
    return r.emit('embedding', (weight, input, padding, scale_grad_by_freq, sparse), {}, frame, func=_doer('embedding'), names={id(weight): 'weight', id(input): 'input'}, place=func)


def _cross_entropy(r, func, frame, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0):
    if size_average is not None or reduce is not None:
        return NotImplemented
    names = {id(weight): 'weight', id(target): 'target', id(input): 'input'}
    return r.emit('cross_entropy_loss', (input, target, weight, _MODES.index(reduction), ignore_index, label_smoothing), {}, frame, func=_doer('cross_entropy_loss'), names=names, place=func)


def _nll(r, func, frame, input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    if size_average is not None or reduce is not None:
        return NotImplemented
    return r.emit('nll_loss_nd', (input, target, weight, _MODES.index(reduction), ignore_index), {}, frame, func=_doer('nll_loss_nd'), names={id(weight): 'weight', id(target): 'target', id(input): 'input'}, place=func)


def _loss(name):
    def rule(r, func, frame, input, target, size_average=None, reduce=None, reduction='mean', **more):
        if size_average is not None or reduce is not None or more:
            return NotImplemented
        names = {id(target): 'target', id(input): 'input'}
        a, b = r.emit('broadcast_tensors', ([input, target],), {}, frame, func=lambda each: torch.broadcast_tensors(*each), names=names, place=func)
        names = {id(b): 'expanded_target', id(a): 'expanded_input'}
        return r.emit(name, (a, b, _MODES.index(reduction)), {}, frame, func=_doer(name), names=names, place=func)
    return rule


def _backwards(r, func, frame, x, other):
    return r.emit('mul', (r.emit('reciprocal', (x,), {}, frame), other), {}, frame, func=torch.mul)


def _typed(dtype):
    return lambda r, func, frame, x, *more, **named: r.emit('to', (x, dtype, False, False, None), {}, frame, func=_doer('to'))


def _moved(r, func, frame, x, *args, non_blocking=False, copy=False, memory_format=None, **named):
    dtype, device, other = named.get('dtype'), named.get('device'), named.get('other')
    args = list(args)
    for each in args:
        if isinstance(each, torch.dtype):
            dtype = each
        elif isinstance(each, (str, torch.device)):
            device = each
        elif isinstance(each, torch.Tensor):
            other = each
    if other is not None:
        return r.emit('to', (x, other, non_blocking, copy, memory_format), {}, frame, func=lambda x, other, *more: x.to(other))
    if device is not None and dtype is not None:
        return r.emit('to', (x, torch.device(device), dtype, non_blocking, copy, memory_format), {}, frame, func=lambda x, device, dtype, *more: x.to(device, dtype))
    if device is not None:
        device = torch.device(device)
        return r.emit('to', (x,), {'dtype': None, 'layout': None, 'device': device, 'pin_memory': None, 'non_blocking': non_blocking, 'copy': copy, 'memory_format': memory_format}, frame, func=lambda x, **named: x.to(device))
    return r.emit('to', (x, dtype, non_blocking, copy, memory_format), {}, frame, func=lambda x, dtype, *more: x.to(dtype)) if dtype is not None else x


def _padded(r, func, frame, input, pad, mode='constant', value=None):
    if mode != 'constant':
        return NotImplemented
    return r.emit('pad', (input, list(pad), mode, value), {}, frame, func=lambda x, pad, mode, value: F.pad(x, list(pad), mode, 0. if value is None else value))


def _adaptive(name):
    def rule(r, func, frame, input, output_size, return_indices=False):
        dims = int(name[-2])
        r._sizes(input, frame)              # (PyTorch's asks for them, whatever is wanted)
        size = [output_size] * dims if isinstance(output_size, int) else [own if each is None else each for each, own in zip(output_size, input.shape[-dims:])]
        return r.emit(name, (input, size), {}, frame, func=_doer(name), names={id(input): 'input'}, place=func) if not return_indices else NotImplemented
    return rule


_RULES = {'relu': lambda r, func, frame, input, inplace=False: r.emit('relu_' if inplace else 'relu', (input,), {}, frame, func=torch.relu_ if inplace else torch.relu, names={id(input): 'input'} if func is F.relu else _names(None, (), {}, frame),
                                                                      place=func if func is F.relu else None),
          'leaky_relu': _activation('leaky_relu'), 'elu': _activation('elu', 1, 1), 'selu': _activation('selu'), 'silu': _activation('silu'), 'mish': _activation('mish'), 'hardswish': _activation('hardswish'),
          'hardsigmoid': _activation('hardsigmoid'), 'relu6': _activation('relu6'), 'celu': _activation('celu'),
          'softmax': _softened, 'log_softmax': _softened, 'dropout': _dropped('dropout'), 'dropout2d': _dropped('feature_dropout'), 'alpha_dropout': _dropped('alpha_dropout'), 'batch_norm': _batch_normed, 'layer_norm': _layer_normed,
          'group_norm': _group_normed, 'embedding': _embedded, 'cross_entropy': _cross_entropy, 'nll_loss': _nll, 'mse_loss': _loss('mse_loss'), 'l1_loss': _loss('l1_loss'), '__rdiv__': _backwards, '__rtruediv__': _backwards, 'to': _moved,
          'pad': _padded, 'logsigmoid': lambda r, func, frame, input: r.emit('log_sigmoid', (input,), {}, frame, func=F.logsigmoid), 'split': lambda r, func, frame, x, split_size_or_sections=None, dim=0, split_size=None: r.emit(
              'split' if isinstance(split_size_or_sections or split_size, int) else 'split_with_sizes', (x, split_size_or_sections if split_size is None else split_size, dim), {}, frame, func=torch.split),
          **{'max_pool%dd' % n: _pooled('max_pool%dd' % n, n) for n in (1, 2, 3)}, **{'avg_pool%dd' % n: _averaged('avg_pool%dd' % n) for n in (1, 2, 3)},
          **{'conv%dd' % n: _conv(n) for n in (1, 2, 3)}, **{'conv_transpose%dd' % n: _conv(n, True) for n in (1, 2, 3)}, **{'adaptive_avg_pool%dd' % n: _adaptive('adaptive_avg_pool%dd' % n) for n in (2, 3)},
          **{name: _typed(dtype) for name, dtype in _TYPED.items()}}
