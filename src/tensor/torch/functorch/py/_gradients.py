"""grad(), vjp(), jvp() and Jacobians of functions: what they give depends on nothing of theirs, but still on what the caller differentiates by."""
import functools

import torch
from torch.autograd import function as _function

from ._trees import only_tensors, tree_flatten, tree_map, tree_unflatten


def _fresh(x):
    """x, to be differentiated by: of a tensor that is itself differentiated by, another step of its graph."""
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def _reaches_beyond(tensor, own):
    """Does what made it go back to a leaf that is none of `own`?"""
    seen, todo = set(), [tensor.grad_fn] if tensor.grad_fn is not None else []
    if not todo:
        return not any(tensor is leaf for leaf in own)
    while todo:
        step = todo.pop()
        leaf = getattr(step, 'variable', None)
        if leaf is not None:
            if not any(leaf is each for each in own):
                return True
            continue
        if step in seen:
            continue
        seen.add(step)
        todo += [after for after, _ in step.next_functions if after is not None]
    return False


def _settled(tensor, own):
    return tensor.detach() if tensor.requires_grad and not _reaches_beyond(tensor, own) else tensor


def _pick(args, argnums):
    """(positions, is it one alone?) of the arguments to differentiate by."""
    if isinstance(argnums, int):
        numbers = (argnums,)
    elif isinstance(argnums, tuple):
        if not argnums:
            raise RuntimeError('argnums must be non-empty')
        for number in argnums:
            if not isinstance(number, int):
                raise RuntimeError('argnum must be int, got: %s' % type(number))
        numbers = argnums
    else:
        raise RuntimeError('argnums must be int or Tuple[int, ...], got: %s' % type(argnums))
    for number in numbers:
        if not -len(args) <= number < len(args):
            raise RuntimeError('Got argnum=%d, but only %d positional inputs' % (number, len(args)))
    numbers = tuple(number % len(args) for number in numbers)
    if len(set(numbers)) != len(numbers):
        raise RuntimeError('argnums elements must be unique, got %s' % (numbers,))
    return numbers, isinstance(argnums, int)


class _Inputs:
    """Arguments of a call, those that are differentiated by made anew."""

    def __init__(self, args, argnums):
        self.numbers, self.alone = _pick(args, argnums)
        self.leaves, self.plan = tree_flatten(tuple(args[number] for number in self.numbers))
        only_tensors(self.leaves)
        self.fresh = [_fresh(leaf) for leaf in self.leaves]
        self.own = [leaf for leaf in self.fresh if leaf.is_leaf]
        self.args = list(args)
        for number, arg in zip(self.numbers, tree_unflatten(self.fresh, self.plan)):
            self.args[number] = arg

    def shown(self, values):
        """Values, one an argument's leaf, as the arguments stood."""
        parts = tree_unflatten(values, self.plan)
        return parts[0] if self.alone else parts

    def settled(self, tree):
        return tree_map(lambda x: _settled(x, self.own) if isinstance(x, torch.Tensor) else x, tree)


def _derived(output, inputs, by=None, further=True):
    """The gradients of an output, or of several together, zeros where there are none; further: they are themselves differentiated."""
    if isinstance(output, torch.Tensor) and not output.requires_grad:
        return [torch.zeros_like(x) for x in inputs]
    found = torch.autograd.grad(output, inputs, by, retain_graph=True, create_graph=further, allow_unused=True)
    return [torch.zeros_like(x) if g is None else g for x, g in zip(inputs, found)]


def _with_aux(result, what):
    if not (isinstance(result, tuple) and len(result) == 2):
        raise RuntimeError('%s: output of function f should be a tuple: (output, aux) if has_aux is True' % what)
    return result


def _inside(kind, func, args, kwargs={}):
    """func called while one transform more is entered, which functions of the program's own look at."""
    _function.transforms.append(kind)
    try:
        return func(*args, **kwargs)
    finally:
        _function.transforms.pop()


def grad_and_value(func, argnums=0, has_aux=False):
    """A function of func's arguments: (its gradient, its value)."""
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        with torch.enable_grad():
            inputs = _Inputs(args, argnums)
            output, aux = _inside('grad', func, inputs.args, kwargs), None
            if has_aux:
                output, aux = _with_aux(output, 'grad_and_value(f)(*args)')
            if not isinstance(output, torch.Tensor):
                raise RuntimeError('grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got %s' % type(output))
            if output.dim():
                raise RuntimeError('grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with %d dims. Maybe you wanted to use the vjp or jacrev APIs instead?'
                                   % output.dim())
            found = inputs.settled(inputs.shown(_derived(output, inputs.fresh)))
            return found, inputs.settled((output, aux) if has_aux else output)
    return wrapped


def grad(func, argnums=0, has_aux=False):
    """A function of func's arguments: its gradient."""
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found
    return wrapped


def _called(func, args, has_aux, what):
    """(what it gave, what came beside it or None, the leaves, their plan)"""
    output, aux = _inside('jvp' if what.startswith('jvp') else 'grad', func, args), None
    if has_aux:
        output, aux = _with_aux(output, what)
    leaves, plan = tree_flatten(output)
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            raise RuntimeError('%s: expected f(*primals) to return only tensors, got unsupported type %s' % (what, type(leaf)))
    return output, aux, leaves, plan


class _Star:
    def __repr__(self):
        return '*'


def _drawn(plan):
    return repr(tree_unflatten([_Star()] * plan.num_leaves, plan))


def vjp(func, *primals, has_aux=False):
    """func's value, and the function that takes what it is multiplied by from the left to the products with the Jacobian."""
    with torch.enable_grad():
        inputs = _Inputs(primals, tuple(range(len(primals)))) if primals else None
        output, aux, leaves, plan = _called(func, inputs.args if inputs else (), has_aux, 'vjp(f, *primals)')

    def products(cotangents):
        given, given_plan = tree_flatten(cotangents)
        if given_plan != plan:
            raise RuntimeError('Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. cotangents: %s, primal output: %s'
                               % (_drawn(given_plan), _drawn(plan)))
        with torch.enable_grad():
            used = [leaf.requires_grad for leaf in leaves]
            pick = lambda values: [v for v, is_used in zip(values, used) if is_used]
            found = _derived(pick(leaves), inputs.fresh, pick(given)) if any(used) else [torch.zeros_like(x) for x in inputs.fresh]
            found = inputs.settled(inputs.shown(found))
        return found
    shown = inputs.settled(output) if inputs else output
    return (shown, products, inputs.settled(aux)) if has_aux else (shown, products)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """func's value, and the Jacobian times the tangents: the derivative, by what the output is multiplied by, of its gradient."""
    what = 'jvp(f, primals, tangents)'
    if not isinstance(primals, tuple):
        raise RuntimeError('%s: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).' % what)
    given, plan = tree_flatten(primals)
    ways, ways_plan = tree_flatten(tangents)
    if plan != ways_plan:
        raise RuntimeError('%s: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of 3 tensors, tangents also must be. '
                           'Got primals with structure %s and tangents with structure %s' % (what, plan, ways_plan))
    if not given:
        raise RuntimeError('%s: Expected primals to contain at least one Tensor.' % what)
    for name, leaves in (('primals', given), ('tangents', ways)):
        for leaf in leaves:
            if not isinstance(leaf, torch.Tensor):
                raise RuntimeError('%s: Expected %s to only contain Tensors, got %s' % (what, name, type(leaf)))
    for leaf, way in zip(given, ways):
        if leaf.shape != way.shape:
            raise RuntimeError('Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of size %s while the given forward '
                               'gradient is of size %s.' % (list(leaf.shape), list(way.shape)))
    with torch.enable_grad():
        inputs = _Inputs(primals, tuple(range(len(primals))))
        output, aux, leaves, out_plan = _called(func, inputs.args, has_aux, what)
        moved = []
        for leaf in leaves:
            by = torch.zeros_like(leaf).requires_grad_()
            inputs.own.append(by)
            rows = [(row, way) for row, way in zip(_derived(leaf, inputs.fresh, by), ways) if row.requires_grad]
            total = torch.zeros_like(leaf)
            for row, way in rows:
                total = total + _derived(row, [by], way)[0]
            moved.append(total)
        shown, along = inputs.settled(output), inputs.settled(tree_unflatten(moved, out_plan))
        return (shown, along, inputs.settled(aux)) if has_aux else (shown, along)


def _ones_each(x):
    """A tensor of x's shape for each of its elements: 1 there, 0 elsewhere."""
    return torch.eye(x.numel(), dtype=x.dtype, device=x.device).reshape((x.numel(),) + x.shape).unbind()


def _by_rows(leaf, inputs, further):
    """A gradient for each element of an output."""
    columns = [[] for _ in inputs]
    for one in _ones_each(leaf):
        for column, part in zip(columns, _derived(leaf, inputs, one, further)):
            column.append(part)
    return [torch.stack(column).reshape(leaf.shape + x.shape) if column else x.new_zeros(leaf.shape + x.shape) for column, x in zip(columns, inputs)]


def _by_columns(leaf, inputs, further):
    """A product for each element of the inputs (see jvp): less work where an output has many more elements than they."""
    by = torch.zeros_like(leaf).requires_grad_()
    found = []
    for x, row in zip(inputs, _derived(leaf, inputs, by)):
        columns = [_derived(row, [by], one, further)[0] for one in _ones_each(x)]
        whole = torch.stack(columns, -1) if columns else leaf.new_zeros(leaf.shape + (0,))
        found.append(whole.reshape(leaf.shape + x.shape))
    return found


_MANY = 4       # a column costs as much as so many rows


def _parts(leaf, inputs, own):
    """The Jacobian of an output by each input, in the direction that is less work."""
    further = _reaches_beyond(leaf, own)
    if leaf.requires_grad and leaf.numel() > _MANY * sum(x.numel() for x in inputs):
        try:
            return _by_columns(leaf, inputs, further)
        except RuntimeError:
            pass        # a step that can be differentiated once alone
    return _by_rows(leaf, inputs, further)


def _jacobian(func, argnums, has_aux, what):
    @functools.wraps(func)
    def wrapped(*args):
        with torch.enable_grad():
            inputs = _Inputs(args, argnums)
            output, aux, leaves, plan = _called(func, inputs.args, has_aux, what)
            rows = [inputs.settled(inputs.shown(_parts(leaf, inputs.fresh, inputs.own))) for leaf in leaves]
            found = tree_unflatten(rows, plan)
            return (found, inputs.settled(aux)) if has_aux else found
    return wrapped


def jacrev(func, argnums=0, *, has_aux=False):
    """A function of func's arguments: its Jacobian, of the outputs' shape and the inputs' behind it."""
    return _jacobian(func, argnums, has_aux, 'vjp(f, *primals)')


def jacfwd(func, argnums=0, has_aux=False, *, randomness='error'):
    """The same; the original goes through it by columns, here it is one and the same work."""
    return _jacobian(func, argnums, has_aux, 'jvp(f, primals, tangents)')


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)
