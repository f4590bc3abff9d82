"""Symbol: outputs of a graph whose nodes are operators and variables. Nothing is computed here: shapes.py infers, executor.py runs."""
import ast

import _tensor
from perch.only import only
from .. import attribute, name as _names
from ..base import MXNetError
from ..util import is_np_array
from .operators import STATES, _STARTS, count_outputs, operator, output_names, refuse_params, wanted_inputs


class NotImplementedForSymbol(MXNetError):
    """What only arrays can."""

    def __init__(self, function, alias, *args):
        super().__init__()
        self.function = function if isinstance(function, str) else function.__name__
        self.alias = alias
        self.args = [str(type(each)) for each in args]

    def __str__(self):
        also = f' (namely operator "{self.alias}")' if self.alias else ''
        also += f" with arguments ({', '.join(self.args)})" if self.args else ''
        return f'Function {self.function}{also} is not implemented for Symbol and only available in NDArray.'


class Node:
    """An operator with its inputs, or a variable (op 'null'). attrs: all attributes as text; params: the operator's, as values; subgraphs: a loop's or a choice's (control.py)."""
    __slots__ = ('op', 'name', 'attrs', 'params', 'inputs', 'subgraphs', 'site', '_custom', '_callable')

    def __init__(self, op, name, attrs, inputs=(), params=None):
        self.op, self.name, self.attrs, self.inputs = op, name, attrs, list(inputs)
        self.params, self.subgraphs = {} if params is None else params, ()
        self.site = _tensor.site()
        self._custom = self._callable = None

    def blame(self, error, shape_of):
        """This node failed: its error names it, and the line that made it is drawn. shape_of: of (node, output), or None. The error."""
        from perch.graphs import attach_node
        inputs = [(below.name, '' if shape_of((below, i)) is None else 'x'.join(map(str, shape_of((below, i)))), below.site) for below, i in self.inputs]
        return attach_node(error, self.name, self.op, self.site, inputs)

    def custom(self):
        """The CustomOpProp of a Custom node."""
        if self._custom is None:
            from ..operator import make_prop
            self._custom = make_prop(self.params)
        return self._custom

    def states(self):
        """Which inputs are states."""
        if self.op == 'Custom':
            n = len(self.custom().list_auxiliary_states())
            return range(len(self.inputs) - n, len(self.inputs))
        if self.op == '_sg_mkldnn_conv':
            inside = self.subgraphs[0]
            states = set(inside.list_auxiliary_states())
            return [i for i, each in enumerate(inside.list_inputs()) if each in states]
        return STATES.get(self.op, ())


def value_of(text):
    """A parameter from its text: a number, a tuple, True, None; else the text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def walk(heads):
    """All nodes below the heads, inputs first."""
    order, seen = [], set()
    for head, _ in heads:
        if id(head) in seen:
            continue
        seen.add(id(head))
        stack = [(head, iter(head.inputs))]
        while stack:
            node, left = stack[-1]
            for below, _ in left:
                if id(below) not in seen:
                    seen.add(id(below))
                    stack.append((below, iter(below.inputs)))
                    break
            else:
                stack.pop()
                order.append(node)
    return order


def shown_attrs(node):
    """A node's attributes as a program sees them: __lr_mult__ also as lr_mult."""
    shown = {}
    for key, value in node.attrs.items():
        shown[key] = value
        if key in _BOTH:
            shown[key[2:-2]] = value
    return shown


_BOTH = ('__lr_mult__', '__wd_mult__', '__ctx_group__', '__force_mirroring__', '__mirror_stage__')


def _hidden(key):
    """lr_mult as __lr_mult__: attributes that are the library's own."""
    return f'__{key}__' if f'__{key}__' in _BOTH else key


class Symbol:
    """One output of a graph or several, as arguments and functions of them."""
    __slots__ = ('_heads',)
    __array_priority__ = 1000.0
    __hash__ = None

    def __init__(self, heads):
        self._heads = heads

    def __repr__(self):
        kind = '_Symbol' if is_np_array() else self.__class__.__name__      # (of mx.np)
        if self.name is None:
            return f"<{kind} group [{', '.join(head.name for head, _ in self._heads)}]>"
        return f'<{kind} {self.name}>'

    # -- outputs --
    @property
    def name(self):
        first = self._heads[0][0]
        return first.name if all(head is first for head, _ in self._heads) else None

    def __len__(self):
        return len(self._heads)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index):
        if isinstance(index, str):
            found = [i for i, each in enumerate(self.list_outputs()) if each == index]
            if not found:
                raise ValueError(f'Cannot find output that matches name "{index}"')
            if len(found) > 1:
                raise ValueError(f'There are multiple outputs with name "{index}"')
            index = found[0]
        if isinstance(index, slice):
            if (index.start or 0) < 0 or (index.stop or 0) < 0:
                return self[-1]
            picked = self._heads[index]
            if not picked:
                raise IndexError
            return self.__class__(picked)
        if not isinstance(index, int):
            raise TypeError('Symbol only support integer index to fetch i-th output')
        if index < 0:
            raise MXNetError(f'Check failed: index < nreturn ({index % 2 ** 32} vs. {len(self._heads)}) : Symbol only accept nonnegative index')
        if index >= len(self._heads):
            raise IndexError
        return self.__class__([self._heads[index]])

    def list_outputs(self):
        return [head.name if head.op == 'null' else output_names(head)[i] if i < count_outputs(head)[0] else f'{head.name}_output{i}' for head, i in self._heads]

    def _variables(self):
        """(arguments, states) as nodes."""
        order = walk(self._heads)
        states = {id(node.inputs[i][0]) for node in order for i in node.states() if i < len(node.inputs)}
        return [n for n in order if n.op == 'null' and id(n) not in states], [n for n in order if n.op == 'null' and id(n) in states]

    def list_arguments(self):
        return [node.name for node in self._variables()[0]]

    def list_auxiliary_states(self):
        return [node.name for node in self._variables()[1]]

    def list_inputs(self):
        return [node.name for node in walk(self._heads) if node.op == 'null']

    @property
    def num_outputs(self):
        return len(self)

    def get_internals(self):
        """All outputs of all nodes."""
        return Symbol([(node, i) for node in walk(self._heads) for i in range(1 if node.op == 'null' else count_outputs(node)[0])])

    def get_children(self):
        """The inputs of the nodes whose outputs these are."""
        below = [each for node in dict.fromkeys(head for head, _ in self._heads) for each in node.inputs]
        return Symbol(below) if below else None

    # -- attributes --
    def attr(self, key):
        return shown_attrs(self._heads[0][0]).get(key)

    def list_attr(self, recursive=False):
        if recursive:
            raise DeprecationWarning('Symbol.list_attr with recursive=True has been deprecated. Please use attr_dict instead.')
        return shown_attrs(self._heads[0][0])

    def attr_dict(self):
        return {node.name: shown_attrs(node) for node in walk(self._heads) if node.attrs}

    def _set_attr(self, **kwargs):
        node = self._heads[0][0]
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError('Set Attr only accepts string values')
            if node.op != 'null' and not (key.startswith('__') and key.endswith('__')):
                refuse_params(operator(node.op), {**node.params, key: value}, f'{node.op}(name="{node.name}")')
                node.params[key] = value_of(value)
            node.attrs[key] = value

    # -- putting together --
    def __call__(self, *args, **kwargs):
        """The same graph with other symbols in the place of variables."""
        made = self.__copy__()
        made._compose(*args, **kwargs)
        return made

    def _compose(self, *args, **kwargs):
        label = kwargs.pop('name', None)
        for each in args:
            if not isinstance(each, Symbol):
                raise TypeError('Compose expect `Symbol` as arguments')
        for each in kwargs.values():
            if not isinstance(each, Symbol):
                raise TypeError('Compose expect `Symbol` as arguments')
        if args and kwargs:
            raise TypeError('compose only accept input Symbols                 either as positional or keyword arguments, not both')
        if args:
            raise MXNetError(f'Check failed: args.size() == 0U ({len(args)} vs. 0) : General composition only support kwargs for now')
        known = self.list_inputs()
        for key in kwargs:
            if key not in known:
                listed = ''.join(f'\t[{i}]{each}\n' for i, each in enumerate(known))
                raise MXNetError(f'Symbol.ComposeKeyword argument name {key} not found.\nCandidate arguments:\n{listed}')
        for node in walk(self._heads):
            node.inputs = [kwargs[below.name]._heads[0] if below.op == 'null' and below.name in kwargs else (below, i) for below, i in node.inputs]
        if label:
            self._heads[0][0].name = label

    def __copy__(self):
        return self.__deepcopy__(None)

    def __deepcopy__(self, _):
        made = {}
        for node in walk(self._heads):
            made[id(node)] = Node(node.op, node.name, dict(node.attrs), [(made[id(below)], i) for below, i in node.inputs], dict(node.params))
            made[id(node)].subgraphs = node.subgraphs
        return self.__class__([(made[id(head)], i) for head, i in self._heads])

    # -- text --
    def tojson(self, remove_amp_cast=True):
        from .text import to_json
        return to_json(self, remove_amp_cast)

    def save(self, fname, remove_amp_cast=True):
        if not isinstance(fname, str):
            raise TypeError('fname need to be string')
        with open(fname, 'w') as file:
            file.write(self.tojson(remove_amp_cast))

    def debug_str(self):
        from .text import debug_text
        return debug_text(self)

    def __getstate__(self):
        return {'handle': self.tojson()}

    def __setstate__(self, state):
        from .text import from_json
        self._heads = from_json(state['handle'])._heads

    # -- inferring and running --
    def infer_shape(self, *args, **kwargs):
        from .shapes import said_shapes
        return said_shapes(self, args, kwargs, False)

    def infer_shape_partial(self, *args, **kwargs):
        from .shapes import said_shapes
        return said_shapes(self, args, kwargs, True)

    def infer_type(self, *args, **kwargs):
        from .shapes import said_types
        return said_types(self, args, kwargs, False)

    def infer_type_partial(self, *args, **kwargs):
        from .shapes import said_types
        return said_types(self, args, kwargs, True)

    def simple_bind(self, ctx, grad_req='write', type_dict=None, stype_dict=None, group2ctx=None, shared_arg_names=None, shared_exec=None, shared_buffer=None, **kwargs):
        from ..executor import simple_bind
        only('Symbol.simple_bind', shared_buffer=(shared_buffer, None))
        return simple_bind(self, ctx, grad_req, type_dict, stype_dict, group2ctx, kwargs, shared_exec)

    def bind(self, ctx, args, args_grad=None, grad_req='write', aux_states=None, group2ctx=None, shared_exec=None):
        from ..executor import bind
        return bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    def eval(self, ctx=None, **kwargs):
        from ..context import current_context
        return self.bind(current_context() if ctx is None else ctx, kwargs).forward()

    def gradient(self, wrt):
        raise MXNetError('MXNetError: not implemented')

    def optimize_for(self, backend, args=None, aux=None, ctx=None, shape_dict=None, type_dict=None, stype_dict=None, skip_infer=False, **kwargs):
        raise NotImplementedError(f'Symbol.optimize_for: perch has no graph backends ({backend!r})')

    def get_backend_symbol(self, backend):
        """The same graph as a backend has it."""
        from .fused import BACKENDS
        if backend not in BACKENDS:
            raise MXNetError(f'MXNetError: Check failed: it != backend_map_.end(): SubgraphProperty {backend} is not found in SubgraphBackendRegistry')
        return BACKENDS[backend](self)

    # -- arithmetic --
    def __bool__(self):
        raise NotImplementedForSymbol(self.__bool__, 'bool')

    def __iadd__(self, other):
        raise NotImplementedForSymbol(self.__iadd__, '+=', other, 1)

    def __isub__(self, other):
        raise NotImplementedForSymbol(self.__isub__, '-=', other)

    def __imul__(self, other):
        raise NotImplementedForSymbol(self.__imul__, '*=', other)

    def __itruediv__(self, other):
        raise NotImplementedForSymbol(self.__itruediv__, '/=', other)

    def __neg__(self):
        return self.__mul__(-1.0)

    def __abs__(self):
        return create('abs', 'abs', (self,), {})

    def __getattr__(self, key):
        if key in FLUENT:
            return lambda *args, **kwargs: _fluent(self, key, args, kwargs)
        if key in _ARRAYS_ONLY:
            def refused(*args, **kwargs):
                raise NotImplementedForSymbol(key, None)
            return refused
        raise AttributeError(f"{self.__class__.__name__!r} object has no attribute {key!r}")

    def reshape(self, *args, **kwargs):
        if len(args) == 1 and isinstance(args[0], (tuple, list)):
            args = args[0]
        return create('reshape', 'reshape', (self,), {**({'shape': tuple(args)} if args else {}), **kwargs})

    def astype(self, *args, **kwargs):
        return create('cast', 'cast', (self,), {'dtype': args[0] if args else kwargs['dtype']})

    def detach(self):
        raise NotImplementedForSymbol(self.detach, None)

    def as_np_ndarray(self):
        raise NotImplementedError('Symbol.as_np_ndarray: perch has no symbols of mx.np')

    def as_nd_ndarray(self):
        return self


_ARRAYS_ONLY = {'wait_to_read', 'asnumpy', 'asscalar', 'copy', 'as_in_context', 'backward'}
FLUENT = frozenset('''abs arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort broadcast_axes broadcast_like broadcast_to cbrt ceil clip cos cosh degrees depth_to_space diag exp
expand_dims expm1 fix flatten flip floor log log10 log1p log2 log_softmax max mean min nanprod nansum norm one_hot ones_like pad pick prod radians rcbrt reciprocal relu repeat reshape_like rint round rsqrt
shape_array sigmoid sign sin sinh size_array slice slice_axis slice_like softmax softmin sort space_to_depth split split_v2 sqrt square squeeze sum swapaxes take tan tanh tile topk transpose trunc
zeros_like'''.split())


def _fluent(symbol, key, args, kwargs):
    from . import split_v2
    if key == 'split_v2':
        return split_v2(symbol, *args, **kwargs)
    if key == 'transpose' and args and not isinstance(args[0], (tuple, list)):
        args = (args,)
    return create(key, key, (symbol, *args), kwargs)


# operator: (with a symbol, with a number, with the number first), as (function that names the node, operator)
_ARITHMETIC = {
    'add': (('_plus', 'elemwise_add'), ('_plusscalar', '_plus_scalar'), ('_plusscalar', '_plus_scalar')),
    'sub': (('_minus', 'elemwise_sub'), ('_minusscalar', '_minus_scalar'), ('_rminusscalar', '_rminus_scalar')),
    'mul': (('_mul', 'elemwise_mul'), ('_mulscalar', '_mul_scalar'), ('_mulscalar', '_mul_scalar')),
    'truediv': (('_div', 'elemwise_div'), ('_divscalar', '_div_scalar'), ('_rdivscalar', '_rdiv_scalar')),
    'mod': (('_mod', '_mod'), ('_modscalar', '_mod_scalar'), ('_rmodscalar', '_rmod_scalar')),
    'pow': (('_power', '_power'), ('_powerscalar', '_power_scalar'), ('_rpower_scalar', '_rpower_scalar')),
    'eq': (('_equal', '_equal'), ('_equal_scalar', '_equal_scalar'), None), 'ne': (('_not_equal', '_not_equal'), ('_not_equal_scalar', '_not_equal_scalar'), None),
    'gt': (('_greater', '_greater'), ('_greater_scalar', '_greater_scalar'), None), 'ge': (('_greater_equal', '_greater_equal'), ('_greater_equal_scalar', '_greater_equal_scalar'), None),
    'lt': (('_lesser', '_lesser'), ('_lesser_scalar', '_lesser_scalar'), None), 'le': (('_lesser_equal', '_lesser_equal'), ('_lesser_equal_scalar', '_lesser_equal_scalar'), None),
    'maximum': (('_maximum', '_maximum'), ('_maximumscalar', '_maximum_scalar'), ('_maximumscalar', '_maximum_scalar')),
    'minimum': (('_minimum', '_minimum'), ('_minimumscalar', '_minimum_scalar'), ('_minimumscalar', '_minimum_scalar')),
    'hypot': (('_hypot', '_hypot'), ('_hypotscalar', '_hypot_scalar'), ('_hypotscalar', '_hypot_scalar')),
}


def is_number(x):
    import numbers
    return isinstance(x, numbers.Number)


def arithmetic(kind, left, right):
    """left kind right, where one is a symbol and the other a symbol or a number."""
    both, number, turned = _ARITHMETIC[kind]
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return create(both[0], both[1], (left, right), {})
    if isinstance(left, Symbol) and is_number(right):
        return create(number[0], number[1], (left,), {'scalar': right})
    if is_number(left) and turned:
        return create(turned[0], turned[1], (right,), {'scalar': left})
    raise TypeError(f'type {type(right if isinstance(left, Symbol) else left)} not supported')


def _forward(kind):
    return lambda self, other: arithmetic(kind, self, other)


def _turned(kind):
    return lambda self, other: arithmetic(kind, other, self)


for _kind in ('add', 'sub', 'mul', 'truediv', 'mod', 'pow', 'eq', 'ne', 'gt', 'ge', 'lt', 'le'):
    setattr(Symbol, f'__{_kind}__', _forward(_kind))
for _kind in ('add', 'sub', 'mul', 'truediv', 'mod', 'pow'):
    setattr(Symbol, f'__r{_kind}__', _turned(_kind))
Symbol.__div__, Symbol.__rdiv__, Symbol.__hash__ = Symbol.__truediv__, Symbol.__rtruediv__, None


# ---- making nodes ----
def _split(op, args, kwargs):
    """Positional and keyword arguments as (inputs by position or name, parameters)."""
    if op.many:
        named = [key for key, each in kwargs.items() if isinstance(each, Symbol) and key not in op.params]
        inputs = [each for each in args]
        if named and inputs:
            raise TypeError('Operators with variable length input can only accept inputSymbols either as positional or keyword arguments, not both')
        for each in inputs:
            if not isinstance(each, Symbol):
                raise AssertionError(f'Positional arguments must be Symbol instances, but got {each}')
        return [(None, each) for each in inputs] + [(key, kwargs[key]) for key in named], {key: each for key, each in kwargs.items() if key not in named}
    inputs, params = [], {}
    named = [*op.inputs, *op.params]
    for key, each in zip(named, args):
        if key in op.inputs:
            if each is not None:
                inputs.append((key, each))
        elif each is not None:
            params[key] = each
    for key, each in kwargs.items():
        if key in op.inputs:
            if each is not None:
                inputs.append((key, each))
        else:
            params[key] = each
    for key, each in inputs:
        if not isinstance(each, Symbol):
            raise AssertionError(f'Argument {key} must be Symbol instances, but got {each}')
    return inputs, params


def create(called, name, args, kwargs):
    """A node of the operator `name`; `called` is what names it, in lower case."""
    op = operator(name)
    kwargs = dict(kwargs)
    label, attr, _ = kwargs.pop('name', None), kwargs.pop('attr', None), kwargs.pop('out', None)
    inputs, params = _split(op, args, kwargs)
    params.update(attribute.current().get(attr))
    hidden = {key: value for key, value in ((_hidden(key), value) for key, value in params.items()) if key[:2] == '__'}
    params = {key: value for key, value in params.items() if _hidden(key)[:2] != '__'}
    text = {key: value.__name__ if isinstance(value, type) else str(value) for key, value in params.items() if value is not None or key == 'end'}
    params = {key: value_of(params[key]) if isinstance(params[key], str) else params[key] for key in text}
    if op.counted and op.counted not in params:
        params[op.counted] = len(inputs)
        text[op.counted] = str(len(inputs))
    said = f'{op.name}(name=""' + ''.join(f', {key}="{value}"' for key, value in {**text, **hidden}.items()) + ')'
    if op.name not in ('Custom', '_linspace'):
        refuse_params(op, params, said)
    node = Node(op.name, _names.current().get(label, called.lower()), {**{key: str(value) for key, value in hidden.items()}, **text}, (), params)
    node.inputs = _inputs(op, node, inputs)
    return Symbol([(node, i) for i in range(count_outputs(node)[0])])


def _inputs(op, node, given):
    """The node's inputs in order; variables stand where none was given."""
    if op.name == 'Custom':
        prop = node.custom()
        wanted = prop.list_arguments() + prop.list_auxiliary_states()
        by_name = {key: each for key, each in given if key is not None}
        free = iter([each for key, each in given if key is None])
        return [_single(by_name[key] if key in by_name else next(free, None), node, key, None) for key in wanted]
    if op.many and op.name != 'UpSampling':
        for i, (_, symbol) in enumerate(given):
            if len(symbol._heads) > 1:
                raise MXNetError(f'Check failed: args[i]->outputs.size() == 1U ({len(symbol._heads)} vs. 1) : Argument {i} is a tuple, single value is required')
        return [symbol._heads[0] for _, symbol in given]
    by_name = {key: each for key, each in given}
    wanted = wanted_inputs(op, node.params)
    if op.name == 'UpSampling':
        by_name = {wanted[i] if key is None else key: each for i, (key, each) in enumerate(given)}
    states = STATES.get(op.name, ())
    wanted = [*wanted, *(key for key in by_name if key not in wanted and not op.many)]
    return [_single(by_name.get(key), node, key, _STARTS.get(i) if i in states else None) for i, key in enumerate(wanted)]


def _single(symbol, node, key, start):
    if symbol is None:
        attrs = {k: v for k, v in node.attrs.items()}
        if start:
            attrs['__init__'] = start
        return Node('null', f'{node.name}_{key}', attrs), 0
    if len(symbol._heads) > 1:
        raise MXNetError(f'Check failed: kv.second->outputs.size() == 1U ({len(symbol._heads)} vs. 1) : Keyword Argument {key} is a tuple, single value is required')
    return symbol._heads[0]


def var(name, attr=None, shape=None, lr_mult=None, wd_mult=None, dtype=None, init=None, stype=None, **kwargs):
    """A variable: an argument of the graph."""
    if not isinstance(name, str):
        raise TypeError('Expect a string for variable `name`')
    attrs = {_hidden(key): value for key, value in attribute.current().get(attr).items()}
    if not all(isinstance(value, str) for value in attrs.values()):
        raise ValueError('Set Attr only accepts string values')
    for key, value in (('shape', shape), ('lr_mult', lr_mult), ('wd_mult', wd_mult)):
        if value is not None:
            attrs[f'__{key}__'] = str(tuple(value) if key == 'shape' and not isinstance(value, int) else value)
    if dtype is not None:
        from .text import dtype_code
        attrs['__dtype__'] = str(dtype_code(dtype))
    if init is not None:
        attrs['__init__'] = init if isinstance(init, str) else init.dumps()
    if stype is not None:
        attrs['__storage_type__'] = str({'default': 0, 'row_sparse': 1, 'csr': 2}[stype])
    for key, value in kwargs.items():
        if not (key.startswith('__') and key.endswith('__')):
            raise ValueError(f'Attribute name={key} is not supported. Additional attributes must start and end with double underscores, e.g, __yourattr__')
        attrs[key] = str(value)
    return Symbol([(Node('null', name, {key: str(value) for key, value in attrs.items()}), 0)])


Variable = var


def Group(symbols, create_fn=Symbol):
    """One symbol with the outputs of several."""
    if not symbols or any(not isinstance(each, Symbol) for each in symbols):
        raise TypeError('Expected a list of symbols as input')
    return create_fn([head for each in symbols for head in each._heads])
