"""Graphs for mixed precision: the casts that the lists ask for stand in them as nodes; and models and blocks made of such graphs."""
import numpy as np

from ... import ndarray, symbol
from ...symbol import Symbol
from ...symbol.operators import count_outputs
from ...symbol.symbol import Node, walk
from ...symbol.text import dtype_code


def dtype_name(dtype):
    """A dtype's name; '' of what is none."""
    if isinstance(dtype, str):
        return dtype
    try:
        return np.dtype(dtype).name
    except TypeError:
        return ''


class _Casting:
    """Walks through a graph; says of each output in which dtype it is and casts what an operator wants otherwise."""

    def __init__(self, target, narrow, wide, conditional, widest, excluded):
        self.target, self.narrow, self.wide, self.conditional, self.widest, self.excluded = target, set(narrow), set(wide), conditional, set(widest), set(excluded)
        self.made, self.dtypes, self.casts = {}, {}, {}

    def _named(self, entry):
        node, i = entry
        if node.op == 'null':
            return node.name
        said = symbol.Symbol([(node, i)]).list_outputs()[0]
        return said if node.op[:1].isupper() or not said.endswith('_output') else f'{node.name}_{i}'

    def cast(self, entry, dtype):
        node, i = entry
        new = (self.made[id(node)], i)
        if self.dtypes.get((id(node), i), 'float32' if node.op != 'null' else None) == dtype:
            return new
        if node.op == 'null' and dtype == 'float32':
            return new
        key = (id(node), i, dtype)
        if key not in self.casts:
            self.casts[key] = Node('amp_cast', f'{self._named(entry)}_amp_cast_{dtype}', {'dtype': dtype}, [new], {'dtype': dtype})
        return self.casts[key], 0

    def _wanted(self, node):
        """The dtype that the operator runs in; None: that of its inputs; 'widest'."""
        if node.name in self.excluded or any(node.op == name and str(node.params.get(key)) in values for name, key, values in self.conditional):
            return 'float32'
        if node.op in self.narrow:
            return self.target
        if node.op in self.wide:
            return 'float32'
        return 'widest' if node.op in self.widest else None

    def turn(self, node):
        if node.op == 'null':
            self.made[id(node)] = node
            return
        wanted = self._wanted(node)
        kinds = [self.dtypes.get((id(below), i)) for below, i in node.inputs if below.op != 'null']
        if wanted is None or wanted == 'widest':
            wanted = self.target if kinds and all(each == self.target for each in kinds) and (wanted is None or len(kinds) == len(node.inputs)) else 'float32' if any(kinds) else None
            inputs = [self.cast(each, wanted) if wanted and each[0].op != 'null' else (self.made[id(each[0])], each[1]) for each in node.inputs]
        else:
            kept = set(node.states()) | ({i for i, (below, _) in enumerate(node.inputs) if below.op == 'null' and below.name.endswith('label')})
            inputs = [(self.made[id(each[0])], each[1]) if i in kept else self.cast(each, wanted) for i, each in enumerate(node.inputs)]
        copy = self.made[id(node)] = Node(node.op, node.name, node.attrs, inputs, node.params)
        copy.subgraphs = node.subgraphs
        for i in range(count_outputs(node)[1]):
            self.dtypes[id(node), i] = wanted or 'float32'


def _lists(target, target_dtype_ops, fp32_ops, conditional_fp32_ops):
    from . import amp
    if target not in ('float16', 'bfloat16'):
        raise AssertionError('Only target_dtype float16 and bfloat16 are supported currently')
    narrow = amp.list_lp16_ops(target) if target_dtype_ops is None else target_dtype_ops
    wide = amp.list_fp32_ops(target) if fp32_ops is None else fp32_ops
    conditional = amp.list_conditional_fp32_ops(target) if conditional_fp32_ops is None else conditional_fp32_ops
    named = [(narrow, 'target_dtype_ops'), (wide, 'fp32_ops'), ([each[0] for each in conditional], 'conditional_fp32_ops')]
    known = {*amp.list_lp16_ops(target), *amp.list_fp32_ops(target), *amp.list_lp16_fp32_ops(target)}
    unknown = {*narrow, *wide} - known
    if unknown:
        pad = ' ' * 28
        raise AssertionError(f'Can only choose ops from one of the three lists\n{pad}for lp16_ops and fp32_ops\n{pad}1. amp.list_lp16_ops(target_dtype)\n{pad}2. amp.list_fp32_ops(target_dtype)\n'
                             f'{pad}3. amp.list_lp16_fp32_ops(target_dtype)\n{pad}4. amp.list_conditional_fp32_ops(target_dtype)\n{pad}Op {unknown} not in any of them')
    for i, (first, one) in enumerate(named):
        for second, other in named[i + 1:]:
            common = set(first) & set(second)
            if common:
                raise AssertionError(f'Ops cannot be in two or more lists. Common ops in {one} and {other} {common}')
    return narrow, wide, conditional, amp.list_widest_type_cast(target)


def convert_symbol(sym, target_dtype='float16', target_dtype_ops=None, fp32_ops=None, conditional_fp32_ops=None, excluded_sym_names=None, data_names=None, cast_optional_params=False):
    """The graph with the casts that mixed precision asks for."""
    if not isinstance(sym, Symbol):
        raise AssertionError('First argument to convert_symbol should be Symbol')
    target = dtype_name(target_dtype)
    casting = _Casting(target, *_lists(target, target_dtype_ops, fp32_ops, conditional_fp32_ops), excluded_sym_names or ())
    for node in walk(sym._heads):
        casting.turn(node)
    made = sym.__class__([casting.cast(each, 'float32') for each in sym._heads])
    if cast_optional_params:
        _tell_params(made, data_names)
    return made


def _tell_params(made, data_names):
    """Parameters that are but cast are told to begin in that dtype."""
    for node in walk(made._heads):
        if node.op == 'amp_cast' and node.inputs[0][0].op == 'null' and node.inputs[0][0].name not in (data_names or ('data',)):
            node.inputs[0][0].attrs = {**node.inputs[0][0].attrs, '__dtype__': str(dtype_code(node.params['dtype']))}


def _cast_params(casting_sym, params):
    """Parameters that the graph takes in a narrow dtype, in it."""
    wanted = {node.inputs[0][0].name: node.params['dtype'] for node in walk(casting_sym._heads) if node.op == 'amp_cast' and node.inputs[0][0].op == 'null'}
    return {name: ndarray.cast(value, wanted[name]) if name in wanted and dtype_name(value.dtype).startswith('float') else value for name, value in params.items()}


def convert_model(sym, arg_params, aux_params, target_dtype='float16', target_dtype_ops=None, fp32_ops=None, conditional_fp32_ops=None, excluded_sym_names=None, cast_optional_params=False):
    """(symbol, arguments, states) for mixed precision; parameters stay float32 unless cast_optional_params."""
    if not isinstance(sym, Symbol):
        raise AssertionError('First argument to convert_model should be Symbol')
    if not isinstance(arg_params, dict):
        raise AssertionError('Second argument to convert_model should be a dict of name to ndarray')
    if not isinstance(aux_params, dict):
        raise AssertionError('Third argument to convert_model should be a dict of name to ndarray')
    data_names = [each for each in sym.list_inputs() if each not in arg_params and each not in aux_params]
    made = convert_symbol(sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names, data_names)
    if cast_optional_params:
        arg_params, aux_params = _cast_params(made, arg_params), _cast_params(made, aux_params)
    return made, dict(arg_params), dict(aux_params)


def convert_hybrid_block(block, target_dtype='float16', target_dtype_ops=None, fp32_ops=None, conditional_fp32_ops=None, excluded_sym_names=None, ctx=None, cast_optional_params=False):
    """A SymbolBlock of the block's graph for mixed precision, with its parameters."""
    from ...context import gpu
    from ...gluon import HybridBlock, SymbolBlock
    from ...gluon.graph import graph_of
    if not isinstance(block, HybridBlock):
        raise AssertionError('block input should be a HybridBlock')
    inputs, sym = graph_of(block)
    values = {name: p.data(p.list_ctx()[0]) for name, p in block.collect_params().items()}
    states = set(sym.list_auxiliary_states())
    made, args, aux = convert_model(sym, {k: v for k, v in values.items() if k not in states}, {k: v for k, v in values.items() if k in states}, target_dtype, target_dtype_ops, fp32_ops,
                                    conditional_fp32_ops, excluded_sym_names, cast_optional_params)
    result = SymbolBlock(made, [symbol.var(name) for name in inputs])
    for name, param in result.collect_params().items():
        param._load_init({**args, **aux}[name], gpu(0) if ctx is None else ctx, cast_dtype=True)
    return result
