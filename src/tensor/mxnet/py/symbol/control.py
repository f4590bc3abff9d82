"""Loops and choices of mx.sym.contrib: a node whose operator is _foreach, _while_loop or _cond has graphs of its own, one for each function of the program's, made by calling it once with symbols.

What such a graph takes from outside is an input of its node: a variable keeps its name there, another symbol's output stands there as a variable of that name.
"""
from .. import attribute, name as _names, ndarray as nd
from ..base import MXNetError
from .operators import FUSED
from .symbol import Group, Node, Symbol, var, walk

_KEY = '__subgraph_name__'
_numbers = {}       # how many graphs of a name there were


class _Inside:
    """While a function of the program's runs, every node that it makes says in which graph it is."""

    def __init__(self, kind):
        outer = attribute.current().get(None).get(_KEY)
        kind = f'{outer}${kind}' if outer else kind
        self.name = f'{kind}{_numbers.get(kind, 0)}'
        _numbers[kind] = _numbers.get(kind, 0) + 1
        self.scope = attribute.AttrScope(**{_KEY: self.name})

    def has(self, node):
        at = node.attrs.get(_KEY, '')
        return at == self.name or at.startswith(self.name + '$')

    def __enter__(self):
        self.scope.__enter__()
        return self

    def __exit__(self, *exc):
        return self.scope.__exit__(*exc)


def _leaves(nested, what):
    """The symbols of a nested list, in order: one symbol of several outputs is as many."""
    if isinstance(nested, Symbol):
        return list(nested) if len(nested._heads) > 1 else [nested]
    if not isinstance(nested, (list, tuple)):
        raise AssertionError(f'{what} must be (nested) list of Symbol, but got {nested} of type {type(nested)}')
    return [leaf for each in nested for leaf in _leaves(each, what)]


def _nested(like, leaves):
    if not isinstance(like, (list, tuple)):
        return next(leaves)
    return [_nested(each, leaves) for each in like]


def _stand_ins(symbols):
    """A variable for each, which the graph has instead of it."""
    return [var(f'{each._heads[0][0].name}-{each._heads[0][1]}') for each in symbols]


def _copied(outputs, inside):
    """What a graph gives, made in it: what comes from outside, is a variable or comes twice is copied there."""
    from .. import symbol
    made, seen = [], set()
    for each in outputs:
        head, at = each._heads[0]
        if head.op == 'null' or not inside.has(head) or (id(head), at) in seen:
            each = symbol.identity(each)
        made.append(each)
        seen.add((id(each._heads[0][0]), each._heads[0][1]))
    return made


def _cut(symbol, inside):
    """(the graph alone, {name of an input of it: the symbol outside}): what was made outside becomes a variable."""
    nodes, outer = {}, {}

    def entry(below, at):
        if below.op == 'null':
            if not inside.has(below):
                outer[below.name] = Symbol([(below, at)])
            return nodes.setdefault(id(below), below), at
        if inside.has(below):
            return nodes[id(below)], at
        outside = Symbol([(below, at)])
        name, = outside.list_outputs()
        outer[name] = outside
        return nodes.setdefault((id(below), at), Node('null', name, {})), 0
    for node in walk(symbol._heads):
        if node.op != 'null' and inside.has(node):
            inputs = [entry(*each) for each in node.inputs]
            whole = inputs == node.inputs
            nodes[id(node)] = node if whole else Node(node.op, node.name, node.attrs, inputs, node.params)
            nodes[id(node)].subgraphs = node.subgraphs
    return Symbol([(nodes[id(head)], at) for head, at in symbol._heads]), outer


def _graph(function, arguments, inside, check):
    """(what the function gave, its graph, that graph's inputs by name: the symbols outside); arguments: (stand-in, the symbol outside) pairs."""
    given = function()
    outputs = check(given)
    graph, outer = _cut(Group(_copied(outputs, inside)), inside)
    known = {stand._heads[0][0].name: symbol for stand, symbol in arguments}
    found = {}
    for name in graph.list_inputs():
        found[name] = known[name] if name in known else outer[name] if name in outer else var(name)
    return given, graph, found


def _node(op, name, graphs, inputs, outputs, **params):
    """The node, as a symbol for each of its outputs."""
    params = {**params, 'num_args': len(inputs) + len(graphs), 'num_outputs': outputs}
    node = Node(op, name or _names.current().get(None, op), {key: str(value) for key, value in params.items()}, [each._heads[0] for each in inputs], params)
    node.subgraphs = graphs
    return [Symbol([(node, i)]) for i in range(outputs)]


def foreach(body, data, init_states, name='foreach'):
    """body(item, states) for each item of data's first axis; what it gives, stacked, and the last states."""
    items, before = _leaves(data, 'foreach input'), _leaves(init_states, 'foreach states')
    with _Inside(name) as inside:
        stands, states = _stand_ins(items), _stand_ins(before)
        shape = []

        def check(given):
            out, after = given
            out, after = _leaves(out, 'foreach output'), _leaves(after, 'foreach loop_vars')
            if len(after) != len(before):
                raise AssertionError('The input and output loop_vars have different format')
            shape.append(len(out))
            return out + after
        given, graph, found = _graph(lambda: body(_nested(data, iter(stands)), _nested(init_states, iter(states))), [*zip(stands, items), *zip(states, before)], inside, check)
    names = list(found)
    wanted = [each._heads[0][0].name for each in stands + states]
    for each in wanted[:len(stands)]:
        if each not in names:
            raise AssertionError('the data arrays have to be used in the loop body')
    for each in wanted[len(stands):]:
        if each not in names:
            raise AssertionError('the state arrays have to be used in the loop body')
    rest = [each for each in names if each not in wanted]
    at = [names.index(each) for each in wanted + rest]
    many = shape[0]
    made = _node('_foreach', None, [graph], items + before + [found[each] for each in rest], many + len(before), num_out_data=many, in_state_locs=at[len(stands):len(wanted)],
                 in_data_locs=at[:len(stands)], remain_locs=at[len(wanted):])
    return _nested(given[0], iter(made[:many])), _nested(given[1], iter(made[many:]))


def _union(graphs):
    """The inputs of several graphs' node, and where each graph's are among them; graphs: their inputs by name."""
    inputs, number = [], {}
    for found in graphs:
        for symbol in found.values():
            key = id(symbol._heads[0][0]), symbol._heads[0][1]
            if symbol._heads[0][0].op == 'null':
                key = symbol._heads[0][0].name
            if key not in number:
                number[key] = len(inputs)
                inputs.append(symbol)

    def place(symbol):
        head, at = symbol._heads[0]
        return number.get(head.name if head.op == 'null' else (id(head), at), -1)
    return inputs, [[place(each) for each in found.values()] for found in graphs]


def while_loop(cond, func, loop_vars, max_iterations=None, name='while_loop'):
    """func while cond holds, max_iterations times at most; what it gives, as rows of max_iterations, and the last variables."""
    if max_iterations is None:
        raise ValueError('max_iterations should be specified')
    try:
        most = int(max_iterations)
    except (TypeError, ValueError):
        raise ValueError('Cannot convert max_iteration to python int') from None
    alone = not isinstance(loop_vars, (list, tuple))
    before = _leaves(loop_vars, 'while loop_vars')
    if not before:
        raise ValueError('loop_vars should contain at least one element')
    many = []

    def called(function, stands):
        return function(stands[0]) if alone else function(*_nested(loop_vars, iter(stands)))

    def checked_cond(given):
        if not isinstance(given, Symbol) or len(given._heads) != 1:
            raise ValueError('The output of the condition must be a single Symbol')
        return [given]

    def checked(given):
        out, after = given
        out, after = _leaves(out, 'while output'), _leaves(after, 'while loop_vars')
        if len(after) != len(before):
            raise ValueError('The number of loop_vars should be consistent during the loop')
        many.append(len(out))
        return out + after
    with _Inside(name + '_cond') as inside:
        stands = _stand_ins(before)
        _, test, of_test = _graph(lambda: called(cond, stands), list(zip(stands, before)), inside, checked_cond)
    with _Inside(name + '_func') as inside:
        stands = _stand_ins(before)
        given, step, of_step = _graph(lambda: called(func, stands), list(zip(stands, before)), inside, checked)
    inputs, (at_test, at_step) = _union([of_test, of_step])
    names = list(of_step)
    places = [names.index(each._heads[0][0].name) if each._heads[0][0].name in names else -1 for each in stands]
    made = _node('_while_loop', None, [test, step], inputs, many[0] + len(before), num_out_data=many[0], max_iterations=most, cond_input_locs=at_test, func_input_locs=at_step, func_var_locs=places)
    after = iter(made[many[0]:])
    return _nested(given[0], iter(made[:many[0]])), next(after) if alone else _nested(loop_vars, after)


def cond(pred, then_func, else_func, name='cond'):
    """What one of two functions gives."""
    def one(given):
        if not isinstance(given, Symbol) or len(given._heads) != 1:
            raise ValueError('pred should always be a single output')
        return [given]
    graphs, found, shown = [], [], []
    for kind, function, check in (('_pred', (lambda: pred) if isinstance(pred, Symbol) else pred, one), ('_then', then_func, lambda given: _leaves(given, 'then output')),
                                  ('_else', else_func, lambda given: _leaves(given, 'else output'))):
        with _Inside(name + kind) as inside:
            given, graph, of = _graph(function, [], inside, check)
        graphs.append(graph)
        found.append(of)
        shown.append(given)
    many = len(graphs[1]._heads)
    if many != len(graphs[2]._heads):
        raise ValueError('Number of outputs differs between then-branch and else-branch')
    inputs, (at_test, at_then, at_else) = _union(found)
    made = _node('_cond', None, graphs, inputs, many, cond_input_locs=at_test, then_input_locs=at_then, else_input_locs=at_else)
    return _nested(shown[1], iter(made))


# ---- running such a node ----
def _plan(graph):
    """A function of arrays in the order of the graph's inputs."""
    from ..executor import Plan
    plan, names = Plan(graph._heads), graph.list_inputs()
    return lambda arrays, ctx: plan.run(dict(zip(names, arrays)), ctx)


def _run_foreach(node):
    p, step = node.params, _plan(node.subgraphs[0])
    data_at, state_at, rest_at, many = (p[key] for key in ('in_data_locs', 'in_state_locs', 'remain_locs', 'num_out_data'))

    def run(*inputs):
        items, states, rest = inputs[:len(data_at)], list(inputs[len(data_at):len(data_at) + len(state_at)]), inputs[len(data_at) + len(state_at):]
        arrays, rows = [None] * len(inputs), []
        for at, each in zip(rest_at, rest):
            arrays[at] = each
        for i in range(items[0].shape[0]):
            for at, each in zip(data_at, items):
                arrays[at] = each[i]
            for at, each in zip(state_at, states):
                arrays[at] = each
            out = step(arrays, items[0].context)
            rows.append(out[:many])
            states = out[many:]
        if not rows:
            raise MXNetError('_foreach: there is nothing to go through: the first axis is empty')
        return [nd.stack(*column) for column in zip(*rows)] + states
    return run


def _run_while(node):
    import _tensor
    p, test, step = node.params, _plan(node.subgraphs[0]), _plan(node.subgraphs[1])
    test_at, step_at, state_at, many, most = (p[key] for key in ('cond_input_locs', 'func_input_locs', 'func_var_locs', 'num_out_data', 'max_iterations'))

    def run(*inputs):
        inputs, rows, dry = list(inputs), [], _tensor.is_dry()
        where = [step_at[at] if at >= 0 else None for at in state_at]       # of each variable among the inputs
        states = [inputs[at] if at is not None else None for at in where]
        while len(rows) < (1 if dry else most):
            if not dry and not bool(test([inputs[at] for at in test_at], inputs[0].context)[0].asscalar()):
                break
            out = step([inputs[at] for at in step_at], inputs[0].context)
            rows.append(out[:many])
            states = out[many:]
            for at, each in zip(where, states):
                if at is not None:
                    inputs[at] = each
        if not rows:        # (no step was taken: the shapes of its rows are those of a step)
            with_shape = step([inputs[at] for at in step_at], inputs[0].context)[:many]
            return [nd.zeros((most, *each.shape), ctx=each.context, dtype=each.dtype) for each in with_shape] + states
        return [_rows(column, most) for column in zip(*rows)] + states
    return run


def _rows(column, most):
    """Steps' arrays as rows of one of most rows; those of steps that were not taken are 0."""
    from ..ndarray.control import _padded
    return _padded(column, most)


def _run_cond(node):
    import _tensor
    p, (test, then, other) = node.params, [_plan(each) for each in node.subgraphs]
    places = [p[key] for key in ('cond_input_locs', 'then_input_locs', 'else_input_locs')]

    def run(*inputs):
        def taken(at):
            return [inputs[i] for i in at], inputs[0].context
        if _tensor.is_dry() or bool(test(*taken(places[0]))[0].asscalar()):
            return then(*taken(places[1]))
        return other(*taken(places[2]))
    return run


def _run_fused(node):
    from .fused import run_fused
    return run_fused(node)


RUNS = {**dict.fromkeys(FUSED, _run_fused), '_foreach': _run_foreach, '_while_loop': _run_while, '_cond': _run_cond}


# ---- what shapes a graph wants of its inputs ----
def wanted_shapes(node, shapes):
    """[(which input, its shape)] as they follow inside the node's graphs from the shapes that are known."""
    from .shapes import Inference
    p = node.params
    if node.op in FUSED:
        data, inputs_of = 0, [range(len(node.subgraphs[0].list_inputs()))]
        for i in range(len(inputs_of[0]), len(shapes)):     # (ends of ranges)
            yield i, (1,)
    elif node.op == '_foreach':
        data = len(p['in_data_locs'])
        places = [[*p['in_data_locs'], *p['in_state_locs'], *p['remain_locs']]]
        inputs_of = [sorted(range(len(shapes)), key=lambda i: places[0][i])]
    else:
        data = 0
        inputs_of = [p['cond_input_locs'], p['func_input_locs']] if node.op == '_while_loop' else [p['cond_input_locs'], p['then_input_locs'], p['else_input_locs']]
    for graph, taken in zip(node.subgraphs, inputs_of):
        names = graph.list_inputs()
        given = {name: shapes[i][1:] if i < data else shapes[i] for name, i in zip(names, taken) if shapes[i]}
        found = Inference(graph._heads, {name: shape for name, shape in given.items() if shape})
        for inner in found.order:
            if inner.op == 'null' and inner.name in names:
                i, shape = taken[names.index(inner.name)], found.of((inner, 0))
                if shape and i >= data:
                    yield i, shape
