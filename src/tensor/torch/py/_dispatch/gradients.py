"""The gradients of operators, in operators: what autograd records above the modes and classes of a program.

A rule takes the gradient and the step, whose attributes are the operator's arguments, and gives for each argument its gradient, or a function that makes it; only what is wanted is made, in the order of
the arguments' names, as PyTorch's own code does."""
import _tensor
import torch
from _torch import _says, _two
from torch._aten import _MISSING
from torch.autograd.graph import _hooks
from . import below, kept, operator, seen, sees, tensors
from .lowering import at, emit, fitted, reshape
from .rows import ALL

Tensor = _tensor.Tensor


class _Form:
    """How a tensor lay, of which the gradient needs no values."""

    def __init__(self, t):
        self.shape, self.dtype, self.device, self.requires_grad, self.strides = t.shape, t.dtype, t.device, t.requires_grad, t.stride()

    def dim(self):
        return len(self.shape)

    def stride(self):
        return self.strides

    def numel(self):
        return self.shape.numel()


class Step:
    """One operator's call: its arguments by their names, and its result."""

    def __init__(self, form, args, kwargs, light):
        self.wanted = {}
        for (name, _, default), value in zip(form.first, [*args, *[None] * (len(form.first) - len(args))]):
            self._keep(name, value if len(self.wanted) < len(args) else default if default is not None and not callable(default) and default is not _MISSING else None, light)
        for name, _, default in form.named:
            self._keep(name, kwargs.get(name, default), light)

    def _keep(self, name, value, light):
        wanted = [t.requires_grad for t in tensors(value)] if isinstance(value, (list, tuple)) else isinstance(value, Tensor) and value.requires_grad
        self.wanted[name] = wanted
        setattr(self, name, _lightly(value) if light else value)

    def wants(self, name):
        wanted = self.wanted.get(name)
        return any(wanted) if isinstance(wanted, list) else bool(wanted)

    @property
    def out(self):
        """The result, which was kept without its history."""
        kept_ = self._out
        if _tensor.mode(1)[0]:
            if sees(type(kept_)):
                raise NotImplementedError('a second gradient through aten.%s of a %s is not in perch' % (self._name, type(kept_).__name__))
            return _tensor.again(kept_, 0)
        return operator('detach', 'default')(kept_)


def _lightly(value):
    if isinstance(value, Tensor):
        return _Form(value)
    return [_lightly(each) for each in value] if isinstance(value, (list, tuple)) else value


# ---- recording ----
def _name(op):
    """AddBackward0"""
    name, overload = op._registered.name.strip('_'), op._overloadname
    name = _WORDS.get(name, name)
    word = ''.join(part[:1].upper() + part[1:] for part in name.split('_'))
    return '%sBackward%d' % (word, _NUMBERS.get('%s.%s' % (name, overload), 0))


_WORDS = {'nll_loss_forward': 'nll_loss', 'nll_loss2d_forward': 'nll_loss2D', 'max_pool2d_with_indices': 'max_pool2D_with_indices', 'avg_pool2d': 'avg_pool2D', 'adaptive_avg_pool2d': 'adaptive_avg_pool2D'}
_NUMBERS = {'sum.dim_IntList': 1, 'mean.dim': 1, 'pow.Tensor_Tensor': 1, 'pow.Scalar': 2, 'squeeze.dim': 1, 'max.default': 1, 'min.default': 1, 'rsub.Scalar': 1, 'mul.Scalar': 1, 'div.Scalar': 1, 'add.Scalar': 1, 'sub.Scalar': 1, 'clamp.default': 1,
            'prod.dim_int': 1, 'masked_fill.Tensor': 1, 'squeeze_.dim': 1, 'div.Tensor_mode': 2}


def recorded(op, args, kwargs):
    form = ALL.get(op._registered.name, {}).get(op._overloadname) if op.namespace == 'aten' and op._registered.forms else None
    name = op._registered.name
    in_place = name.endswith('_') and not name.startswith('__')
    rule = _rule_of(op, name[:-1] if in_place else name)
    if in_place:
        _may_write(args[0])
    bound = form.bound(args, kwargs) if form else (args, kwargs)
    step = Step(form, *bound, light=name in _LIGHT or in_place and name[:-1] in _LIGHT) if form and rule is not None and rule is not _whole else None
    if step is not None:
        step.stale = in_place and name[:-1] in _READS_SELF and (name[:-1] not in ('mul', 'div', 'addcmul') or any(step.wants(each) for each in step.wanted if each != 'self'))
    slots = [] if step is None else [(name, i, t, t.shape) for name, i, t in _slots([*zip((name for name, _, _ in form.first), bound[0]), *bound[1].items()])]      # (t.squeeze_() has another shape afterwards)
    with below():
        out = seen(op, args, kwargs)
    if rule is _NO:
        return out
    if in_place:
        out = args[0]
    outs = out if isinstance(out, (tuple, list)) else (out,)
    places = [i for i, each in enumerate(outs) if isinstance(each, Tensor) and (each.is_floating_point() or each.is_complex())]
    if not places or not any(t.requires_grad for t in tensors((args, kwargs))):
        return out
    if rule is None:
        return _unknown(op, name, args, out)
    if _hooks and name not in _LIGHT and name[:-1] not in _LIGHT:
        raise NotImplementedError('saved_tensors_hooks under __torch_dispatch__ are not in perch, which keeps what %s needs by itself there; the nearest is the hooks without the mode' % op)
    outs = [_own(each, args, in_place) if i in places else each for i, each in enumerate(outs)]
    flowing = [outs[i] for i in places]
    if rule is _whole:
        _record_whole(op, args, kwargs, outs, places)
    else:
        base = name[:-1] if in_place else name
        _record(op, step, slots, rule, flowing, places, len(outs), base in _KEEPS_OUT or '%s.%s' % (base, op._overloadname) in _KEEPS_OUT_FORMS, outs)
    return outs[0] if not isinstance(out, (tuple, list)) else type(out)(outs) if not hasattr(out, '_fields') else type(out)(tuple(outs))


def _own(out, args, in_place):
    """What a mode handed through is looked at anew: it gets a history of its own."""
    if not in_place and any(out is t for t in tensors(args)):
        with below():
            return operator('alias', 'default')(out) if sees(type(out)) else out.detach()
    return out


def _may_write(t):
    if t.requires_grad and t.is_leaf:
        raise RuntimeError(_says("LEAF_IN_PLACE") if t._base is None else _says("LEAF_VIEW_IN_PLACE"))
    if not sees(type(t)) and t._base is not None:
        raise NotImplementedError('writing in place into a view through which gradients flow is not in perch under __torch_dispatch__; the nearest is torch.where, or an index_put() that makes a new tensor')


def _slots(form_names):
    """(name, place in a list or None, tensor) of each tensor that a gradient is wanted of, as the operator's arguments lie."""
    found = []
    for name, value in form_names:
        if isinstance(value, Tensor):
            if value.requires_grad:
                found.append((name, None, value))
        elif isinstance(value, (tuple, list)):
            found += [(name, i, each) for i, each in enumerate(value) if isinstance(each, Tensor) and each.requires_grad]
    return found


def _record(op, step, slots, rule, flowing, places, count, keeps, outs):
    inputs = [t for _, _, t, _ in slots]
    shapes = [(name, i, shape, t.dtype) for name, i, t, shape in slots]
    step._name = op._registered.name
    if keeps:
        with below():
            step._out = operator('detach', 'default')(flowing[0])
    if rule in _RESULTS:            # further results, which no gradient flows through
        step.results = [None, *outs[1:]]
        flowing, places = flowing[:1], places[:1]
    metas = [(t.shape, t.dtype, t.device) for t in flowing]
    written = [(t, t._version) for t in tensors([getattr(step, name) for name in step.wanted]) if not sees(type(t)) and not _tensor.is_inference(t)] if op._registered.name not in _LIGHT else []

    def back(*grads):
        for t, version in written:
            if t._version != version or step.stale and t is step.self:
                raise RuntimeError('one of the variables needed for gradient computation has been modified by an inplace operation: [%s %s] is at version %d; expected version %d instead. Hint: enable anomaly detection to find '
                                   'the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).' % (t.type(), list(t.shape), t._version, version - step.stale))
        all_grads = [None] * count
        for place, g in zip(places, grads):
            all_grads[place] = g
        step.metas = dict(zip(places, metas))
        if all_grads[0] is None and count == 1:
            return [None] * len(shapes)
        made = rule(all_grads[0] if count == 1 or rule not in _MANY else all_grads, step)
        done = {}
        for name in sorted({name for name, _, _, _ in shapes}, key=lambda name: (name != 'tensors', name)):
            value = made.get(name)
            done[name] = value() if callable(value) else value
        answer = []
        for name, i, shape, dtype in shapes:
            g = done[name] if i is None else done[name][i]
            answer.append(None if g is None else kept(_typed(fitted(g, shape), dtype)))
        return answer
    _tensor.custom(_name(op), inputs, flowing, back)


def _typed(g, dtype):
    return g if g.dtype == dtype else at('_to_copy.default', g, dtype=dtype)


def _unknown(op, name, args, out):
    if any(sees(type(t)) for t in tensors((args, out))):
        raise NotImplementedError('the gradient of aten.%s below __torch_dispatch__ is not in perch: its tensors are of a class that answers itself' % op.__name__)
    raise NotImplementedError('the gradient of aten.%s below __torch_dispatch__ is not in perch; under torch.no_grad() it runs' % op.__name__)


def _record_whole(op, args, kwargs, outs, places):
    """A function that perch has as one step: its gradient is one, too, made by doing it again."""
    if any(sees(type(t)) for t in tensors((args, kwargs))):
        _unknown(op, op._registered.name, args, outs)
    inputs = [t for t in tensors((args, kwargs)) if t.requires_grad]
    flowing = [outs[i] for i in places]

    def again(*given):
        from torch.utils._pytree import tree_map_only
        those = iter(given)
        swapped = tree_map_only(Tensor, lambda t: next(those) if t.requires_grad else t, (args, kwargs))
        made = op._call(*swapped[0], **swapped[1])
        made = made if isinstance(made, (tuple, list)) else (made,)
        return tuple(made[i] for i in places)

    def back(*grads):
        from . import unseen
        with unseen():
            before = _tensor.mode(1, True)[0]
            try:
                copies = [t.detach().requires_grad_() for t in inputs]
                made = again(*copies)
                pairs = [(m, g) for m, g in zip(made, grads) if g is not None]
                return list(torch.autograd.grad([m for m, _ in pairs], copies, [g for _, g in pairs], allow_unused=True))
            finally:
                _tensor.mode(1, before)
    _tensor.custom(_name(op), inputs, flowing, back)


# ---- the rules ----
def _scaled(g, alpha):
    return g if alpha in (1, None) else _times(g, alpha)


def _times(g, number):
    return at('mul.Scalar', g, number) if _two('OPERATORS_NEWER') else emit('mul', g, number)


def _product_after(second, first):
    """first() * second(), the second made first, as PyTorch's own code is compiled."""
    made = second()
    return emit('mul', first(), made)


def _mm(g, s, a='self', b='mat2'):
    x, y = getattr(s, a), getattr(s, b)

    def of_second():
        if _turned(y):
            return emit('t', emit('mm', emit('t', g), x))
        return emit('mm', emit('t', x), g)

    def of_first():
        if _turned(x):
            return emit('t', emit('mm', y, emit('t', g)))
        return emit('mm', g, emit('t', y))
    return {a: of_first, b: of_second}


def _turned(t):
    """Does a matrix lie by columns?"""
    return t.stride()[0] == 1 and t.stride()[1] == t.shape[0]


def _unreduced(g, s, dims, keepdim):
    """A sum's gradient has its dimensions back."""
    if not keepdim and s.self.dim():
        for dim in sorted(d % s.self.dim() for d in dims):
            g = at('unsqueeze.default', g, dim)
    return g


def _sum(g, s):
    dims = s.dim if getattr(s, 'dim', None) else list(range(s.self.dim()))
    return {'self': lambda: at('expand.default', _unreduced(g, s, dims, s.keepdim), list(s.self.shape))}


def _mean(g, s):
    dims = s.dim if getattr(s, 'dim', None) else list(range(s.self.dim()))
    count = 1
    for d in dims:
        count *= s.self.shape[d]
    return {'self': lambda: at('div.Scalar', at('expand.default', _unreduced(g, s, dims, s.keepdim), list(s.self.shape)), count)}


def _whole_sum(g, s):
    return {'self': lambda: at('expand.default', g, list(s.self.shape))}


def _whole_mean(g, s):
    return {'self': lambda: at('div.Scalar', at('expand.default', g, list(s.self.shape)), s.self.numel())}


def _mul(g, s):
    return {'self': lambda: emit('mul', g, s.other), 'other': lambda: emit('mul', g, s.self)}


def _div(g, s):
    def other():
        return _product_after(lambda: emit('div', emit('div', s.self, s.other), s.other), lambda: emit('neg', g))
    return {'self': lambda: emit('div', g, s.other), 'other': other}


def _power(g, s):
    if s.exponent == 0:
        return {'self': lambda: operator('zeros_like', 'default')(s.self)}
    return {'self': lambda: emit('mul', g, at('mul.Scalar', at('pow.Tensor_Scalar', s.self, float(s.exponent - 1)), float(s.exponent)))}


def _power_of(g, s):
    def exponent():
        return emit('mul', g, emit('mul', s.out, emit('log', s.self)))
    return {'self': lambda: emit('mul', g, emit('mul', s.exponent, emit('pow', s.self, emit('sub', s.exponent, 1)))), 'exponent': exponent}


def _number_to_power(g, s):
    import math
    return {'exponent': lambda: emit('mul', g, _times(s.out, math.log(s.self)))}


def _cat(g, s):
    def parts():
        found, start = [], 0
        dim = s.dim or 0
        for t in s.tensors:
            size = t.shape[dim]
            found.append(at('slice.Tensor', g, dim, start, start + size))
            start += size
        return found
    return {'tensors': parts}


def _stack(g, s):
    return {'tensors': lambda: [at('select.int', g, s.dim or 0, i) for i in range(len(s.tensors))] if _two('OPERATORS_NEWER') else list(at('unbind.int', g, s.dim or 0))}


def _filled(grads, s):
    """Zeros for parts that nothing came from."""
    shapes = s.metas
    return [operator('zeros', 'default')(list(shapes[i][0]), dtype=shapes[i][1], layout=torch.strided, device=shapes[i][2]) if g is None else g for i, g in enumerate(grads)]


def _split(grads, s):
    return {'self': lambda: at('cat.default', _filled(grads, s), s.dim or 0)}


def _unbind(grads, s):
    def made():
        missing = [i for i, g in enumerate(grads) if g is None]
        if missing:
            shape, dtype, device = s.metas.get(missing[0]) or next(iter(s.metas.values()))
            zero = at('expand.default', operator('zeros', 'default')([], dtype=dtype, layout=torch.strided, device=device), list(shape))
        return at('stack.default', [zero if g is None else g for g in grads], s.dim or 0)
    return {'self': made}


def _index(g, s):
    def made():
        zeros = operator('new_zeros', 'default')(g, list(s.self.shape), dtype=s.self.dtype, layout=torch.strided, device=s.self.device)
        return at('index_put.default', zeros, s.indices, g, True)
    return {'self': made}


def _squeezed(g, s):
    def made():
        result = g
        for dim, size in enumerate(s.self.shape):
            if size == 1:
                result = at('unsqueeze.default', result, dim)
        return result
    return {'self': made}


def _squeezed_dim(g, s):
    return {'self': lambda: at('unsqueeze.default', g, s.dim % s.self.dim()) if s.self.dim() and s.self.shape[s.dim] == 1 else g}


def _permute(g, s):
    def made():
        back = [0] * len(s.dims)
        for i, d in enumerate(s.dims):
            back[d % len(s.dims)] = i
        return at('permute.default', g, back)
    return {'self': made}


def _repeat(g, s):
    def made():
        lead, result = len(s.repeats) - s.self.dim(), g
        sizes, dims = [], []
        for i, times in enumerate(s.repeats):
            size = s.self.shape[i - lead] if i >= lead else 1
            if times != 1:
                dims.append(len(sizes))
                sizes.append(times)
            if i >= lead:
                sizes.append(size)
        if not dims:
            return result
        return at('sum.dim_IntList', reshape(result, sizes), dims)
    return {'self': made}


def _conv(g, s):
    mask = [s.wants('input'), s.wants('weight'), s.wants('bias')]
    sizes = [s.weight.shape[1] * s.groups if s.transposed else s.weight.shape[0]] if s.bias is not None else [0]
    x, w, b = at('convolution_backward.default', g, s.input, s.weight, sizes, s.stride, s.padding, s.dilation, s.transposed, s.output_padding, s.groups, mask)
    return {'input': x, 'weight': w, 'bias': b}


def _batch_norm(grads, s):
    mask = [s.wants('input'), s.wants('weight'), s.wants('bias')]
    x, w, b = at('native_batch_norm_backward.default', grads[0], s.input, s.weight, s.running_mean, s.running_var, *s.results[1:], s.training, s.eps, mask)
    return {'input': x, 'weight': w, 'bias': b}


def _layer_norm(grads, s):
    mask = [s.wants('input'), s.wants('weight'), s.wants('bias')]
    x, w, b = at('native_layer_norm_backward.default', grads[0], s.input, s.normalized_shape, *s.results[1:], s.weight, s.bias, mask)
    return {'input': x, 'weight': w, 'bias': b}


def _group_norm(grads, s):
    mask = [s.wants('input'), s.wants('weight'), s.wants('bias')]
    x, w, b = at('native_group_norm_backward.default', grads[0], s.input, *s.results[1:], s.weight, s.N, s.C, s.HxW, s.group, mask)
    return {'input': x, 'weight': w, 'bias': b}


def _attention(grads, s):
    q, k, v = operator('_scaled_dot_product_flash_attention_for_cpu_backward', 'default')(grads[0], s.query, s.key, s.value, s.out, s.results[1], s.dropout_p or 0.0, bool(s.is_causal), attn_mask=s.attn_mask, **({} if s.scale is None else {'scale': s.scale}))
    return {'query': q, 'key': k, 'value': v}


def _nll(name):
    return lambda grads, s: {'self': lambda: at(name, grads[0], s.self, s.target, s.weight, s.reduction, s.ignore_index, s.results[1])}


def _loss(name, *more):
    return lambda g, s: {'self': lambda: at(name, g, s.self, s.target, s.reduction, *(getattr(s, each) for each in more)), 'target': lambda: emit('neg', at(name, g, s.self, s.target, s.reduction, *(getattr(s, each) for each in more)))}


def _bce_with_logits(g, s):
    def made():
        if s.pos_weight is not None:
            weighted = emit('add', emit('mul', emit('sub', s.pos_weight, 1), s.target), 1)
            slope = emit('sub', emit('mul', emit('sigmoid', s.self), weighted), emit('mul', s.pos_weight, s.target))
        else:
            slope = emit('sub', emit('sigmoid', s.self), s.target)
        slope = emit('mul', slope, g)
        if s.weight is not None:
            slope = emit('mul', slope, s.weight)
        return at('div_.Scalar' if not _tensor.mode(1)[0] else 'div.Scalar', slope, s.self.numel()) if s.reduction == 1 else slope
    return {'self': made}


def _pool(grads, s):
    return {'self': lambda: at('max_pool2d_with_indices_backward.default', grads[0], s.self, s.kernel_size, s.stride, s.padding if isinstance(s.padding, list) else [s.padding] * 2,
                               s.dilation if isinstance(s.dilation, list) else [s.dilation] * 2, s.ceil_mode, s.results[1])}


def _clamp(g, s):
    def made():
        zero = operator('scalar_tensor', 'default')(0.0, dtype=g.dtype, layout=torch.strided, device=g.device)
        inside = None
        if s.min is not None:
            inside = emit('gt' if _two('OPERATORS_NEWER') else 'ge', s.self, s.min)
        if getattr(s, 'max', None) is not None:
            below_ = emit('lt' if _two('OPERATORS_NEWER') else 'le', s.self, s.max)
            inside = below_ if inside is None else emit('logical_and_', inside, below_)
        return at('where.self', inside, g, zero)
    return {'self': made}


def _where(g, s):
    def zero():
        return operator('scalar_tensor', 'default')(0, dtype=g.dtype, layout=torch.strided, device=g.device)
    return {'self': lambda: at('where.self', s.condition, g, zero()), 'other': lambda: at('where.self', s.condition, zero(), g)}


def _spread(is_std):
    def rule(g, s):
        def made():
            dims = s.dim if s.dim else None
            correction, x, grad = 1 if s.correction is None else s.correction, s.self, g
            if is_std:
                out = s.out
                grad = at('masked_fill_.Scalar', emit('div', grad, _times(out, 2)), emit('eq', out, 0), 0)
            if dims is None:
                count, center = x.numel(), emit('mean', x)
            else:
                count = 1
                for d in dims:
                    count *= x.shape[d]
                grad = _unreduced(grad, s, dims, s.keepdim)
                center = at('mean.dim', x, dims, True)
            return _product_after(lambda: emit('sub', x, center), lambda: _times(grad, 2.0 / (count - correction)))
        return {'self': made}
    return rule


def _vector_norm(g, s):
    def made():
        out, grad = s.out, g
        if s.dim and not s.keepdim:
            grad, out = _unreduced(grad, s, s.dim, False), _unreduced(out, s, s.dim, False)
        if s.ord in (2, 2.0):
            slope = at('masked_fill_.Scalar', emit('div', s.self, out), emit('eq', out, 0), 0)
        elif s.ord in (1, 1.0):
            slope = emit('sgn', s.self)
        else:
            raise NotImplementedError('the gradient of aten.linalg_vector_norm of order %s below __torch_dispatch__ is not in perch' % s.ord)
        return emit('mul', grad, slope)
    return {'self': made}


def _largest(g, s):
    def made():
        out = s.out
        lost = emit('logical_and', operator('isnan', 'default')(s.self), operator('isnan', 'default')(out)) if _two('OPERATORS_NEWER') else None
        mask = emit('eq', s.self, out)
        mask = mask if lost is None else emit('logical_or_', mask, lost)
        return emit('mul', mask, emit('div', g, emit('sum', mask)))
    return {'self': made}


def _largest_of(grads, s):
    def made():
        g, indices = grads[0], s.results[1]
        if not s.keepdim and s.self.dim():
            g, indices = at('unsqueeze.default', g, s.dim % s.self.dim()), at('unsqueeze.default', indices, s.dim % s.self.dim())
        return at('scatter.src', operator('new_zeros', 'default')(g, list(s.self.shape)), s.dim, indices, g)
    return {'self': made}


def _many_largest(grads, s):
    return {'self': lambda: at('scatter.src', operator('new_zeros', 'default')(grads[0], list(s.self.shape)), -1 if s.dim is None else s.dim, s.results[1], grads[0])}


def _extreme(g, s):
    def made():
        dims = s.dim or list(range(s.self.dim()))
        shape = [1 if i in [d % s.self.dim() for d in dims] else size for i, size in enumerate(s.self.shape)]
        out = at('view.default', s.out, shape) if not s.keepdim else s.out
        mask = emit('eq', out, s.self)
        grad = at('view.default', g, shape) if not s.keepdim else g
        return emit('mul', emit('div', grad, at('sum.dim_IntList', mask, dims, True)), mask)
    return {'self': made}


def _larger(less):
    def rule(g, s):
        def of(first):
            lost = emit('lt' if less == first else 'gt', s.self, s.other)
            half = at('div.Scalar', g, 2)
            return at('masked_fill.Scalar', at('where.self', emit('eq', s.self, s.other), half, g), lost, 0)
        return {'self': lambda: of(True), 'other': lambda: of(False)}
    return rule


def _log_sum(g, s):
    def made():
        out, grad = s.out, g
        if not s.keepdim:
            grad, out = _unreduced(grad, s, s.dim, False), _unreduced(out, s, s.dim, False)
        return emit('mul', grad, emit('exp', emit('sub', s.self, out)))
    return {'self': made}


def _cumsum(g, s):
    return {'self': lambda: at('flip.default', at('cumsum.default', at('flip.default', g, [s.dim]), s.dim), [s.dim])}


def _scattered(g, s):
    zeros = operator('new_zeros', 'default')
    return {'self': lambda: at('scatter_add.default', zeros(g, list(s.self.shape)), s.dim, s.index, g)}


def _selected(g, s):
    def made():
        zeros = operator('new_zeros', 'default')(g, list(s.self.shape), dtype=s.self.dtype, layout=torch.strided, device=s.self.device)
        return at('index_add.default', zeros, s.dim, s.index, g)
    return {'self': made}


def _inverse_square(s):
    squares = emit('add', emit('mul', s.self, s.self), emit('mul', s.other, s.other))
    inverse = emit('reciprocal', squares)
    return at('masked_fill.Scalar', inverse, emit('eq', squares, 0), 0) if _two('OPERATORS_NEWER') else inverse


def _gives(*names):
    """Each of these gets the gradient as it is."""
    return lambda g, s: {name: g for name in names}


def _back(name, *more):
    """An activation's own operator."""
    return lambda g, s: {'self': lambda: at(name, g, s.self, *(getattr(s, each) for each in more))}


def _of_out(function):
    return lambda g, s: {'self': lambda: function(g, s.out)}


def _of_self(function):
    return lambda g, s: {'self': lambda: function(g, s.self)}


def _put(g, s):
    def values():
        return at('index.Tensor', g, s.indices)
    return {'self': lambda: g if s.accumulate else at('index_put.default', g, s.indices, operator('zeros_like', 'default')(values())), 'values': values}


_MANY = set()
_NO = object()
_whole = object()
R = {
    'add': lambda g, s: {'self': g, 'other': lambda: _scaled(g, s.alpha)}, 'sub': lambda g, s: {'self': g, 'other': lambda: _scaled(emit('neg', g), s.alpha)}, 'rsub': lambda g, s: {'self': lambda: emit('neg', g), 'other': g},
    'mul.Scalar': lambda g, s: {'self': lambda: at('mul.Scalar', g, s.other)}, 'div.Scalar': lambda g, s: {'self': lambda: at('div.Scalar', g, s.other)}, 'mul': _mul, 'div': _div, 'pow.Tensor_Scalar': _power, 'pow.Tensor_Tensor': _power_of, 'pow.Scalar': _number_to_power, 'pow.default': _power, 'mm': _mm,
    'addmm': lambda g, s: {'self': lambda: _scaled(g, s.beta), **_mm(g if s.alpha in (1, None) else _times(g, s.alpha), s, 'mat1', 'mat2')},
    'bmm': lambda g, s: {'self': lambda: emit('bmm', g, at('transpose.int', s.mat2, 1, 2)), 'mat2': lambda: emit('bmm', at('transpose.int', s.self, 1, 2), g)},
    'baddbmm': lambda g, s: {'self': lambda: _scaled(g, s.beta), 'batch1': lambda: _scaled(emit('bmm', g, at('transpose.int', s.batch2, 1, 2)), s.alpha), 'batch2': lambda: _scaled(emit('bmm', at('transpose.int', s.batch1, 1, 2), g), s.alpha)},
    'mv': lambda g, s: {'self': lambda: emit('mul', at('view.default', g, [g.shape[0], 1]), s.vec), 'vec': lambda: emit('mv', emit('t', s.self), g)}, 'dot': lambda g, s: {'self': lambda: emit('mul', g, s.tensor), 'tensor': lambda: emit('mul', g, s.self)},
    'neg': _of_self(lambda g, x: emit('neg', g)), 'exp': _of_out(lambda g, y: emit('mul', g, y)), 'log': _of_self(lambda g, x: emit('div', g, x)), 'sin': _of_self(lambda g, x: emit('mul', g, emit('cos', x))),
    'cos': _of_self(lambda g, x: emit('mul', g, emit('neg', emit('sin', x)))), 'tanh': _of_out(lambda g, y: at('tanh_backward.default', g, y)), 'sigmoid': _of_out(lambda g, y: at('sigmoid_backward.default', g, y)),
    'sqrt': _of_out(lambda g, y: emit('div', g, _times(y, 2))), 'abs': _of_self(lambda g, x: emit('mul', g, emit('sgn', x))), 'reciprocal': _of_out(lambda g, y: _product_after(lambda: emit('mul', y, y), lambda: emit('neg', g))),
    'rsqrt': _of_out(lambda g, y: emit('mul', _times(at('pow.Tensor_Scalar', y, 3), -0.5), g)), 'log1p': _of_self(lambda g, x: emit('div', g, emit('add', x, 1))), 'expm1': _of_out(lambda g, y: emit('mul', g, emit('add', y, 1))),
    'square': _of_self(lambda g, x: emit('mul', g, _times(x, 2.0))), 'erf': _of_self(lambda g, x: emit('mul', _times(emit('exp', emit('neg', emit('pow', x, 2))), 1.1283791670955126), g)), 'relu': _of_out(lambda g, y: at('threshold_backward.default', g, y, 0)),
    'tan': _of_out(lambda g, y: emit('mul', g, emit('add', emit('pow', y, 2), 1))), 'atan': _of_self(lambda g, x: emit('div', g, emit('add', emit('mul', x, x), 1))), 'sinh': _of_self(lambda g, x: emit('mul', g, emit('cosh', x))),
    'cosh': _of_self(lambda g, x: emit('mul', g, emit('sinh', x))), 'silu': _back('silu_backward.default'), 'gelu': lambda g, s: {'self': lambda: at('gelu_backward.default', g, s.self, approximate=s.approximate)}, 'mish': _back('mish_backward.default'),
    'leaky_relu': lambda g, s: {'self': lambda: at('leaky_relu_backward.default', g, s.self, s.negative_slope, False)}, 'elu': lambda g, s: {'self': lambda: at('elu_backward.default', g, float(s.alpha), s.scale, s.input_scale, False, s.self)},
    'softplus': _back('softplus_backward.default', 'beta', 'threshold'), 'hardswish': _back('hardswish_backward.default'), 'hardsigmoid': _back('hardsigmoid_backward.default'), 'hardtanh': _back('hardtanh_backward.default', 'min_val', 'max_val'),
    'glu': _back('glu_backward.default', 'dim'), 'sum.default': _whole_sum, 'sum.dim_IntList': _sum, 'mean.default': _whole_mean, 'mean.dim': _mean, 'prod.default': _whole, 'cumsum': _cumsum, 'max.default': _largest, 'min.default': _largest,
    'max.dim': _largest_of, 'min.dim': _largest_of, 'topk': _many_largest, 'sort': _many_largest, 'amax': _extreme, 'amin': _extreme, 'maximum': _larger(True), 'minimum': _larger(False), 'max.other': _larger(True), 'min.other': _larger(False), 'logsumexp': _log_sum,
    'var': _spread(False), 'std': _spread(True), 'linalg_vector_norm': _vector_norm, 'clamp': _clamp, 'clamp_min': _clamp,
    'where': _where, 'masked_fill': lambda g, s: {'self': lambda: at('masked_fill.Scalar', g, s.mask, 0), 'value': lambda: emit('sum', at('masked_fill.Scalar', g, emit('logical_not', s.mask), 0))}, 'tril': lambda g, s: {'self': lambda: at('tril.default', g, s.diagonal)},
    'triu': lambda g, s: {'self': lambda: at('triu.default', g, s.diagonal)}, 'cat': _cat, 'stack': _stack, 'split.Tensor': _split, 'split_with_sizes': _split, 'unbind': _unbind, 'index': _index, 'index_put': _put,
    'select': lambda g, s: {'self': lambda: at('select_backward.default', g, list(s.self.shape), s.dim, s.index)}, 'slice': lambda g, s: {'self': lambda: at('slice_backward.default', g, list(s.self.shape), s.dim, s.start, s.end, s.step)},
    'gather': _scattered, 'index_select': _selected, 't': _of_self(lambda g, x: emit('t', g)), 'transpose': lambda g, s: {'self': lambda: at('transpose.int', g, s.dim0, s.dim1)}, 'permute': _permute, 'view': lambda g, s: {'self': lambda: reshape(g, list(s.self.shape), True)},
    '_unsafe_view': lambda g, s: {'self': lambda: reshape(g, list(s.self.shape), True)}, '_reshape_alias': lambda g, s: {'self': lambda: reshape(g, list(s.self.shape), True)}, 'expand': _gives('self'), 'unsqueeze': lambda g, s: {'self': lambda: at('squeeze.dim', g, s.dim)},
    'squeeze.default': _squeezed, 'squeeze.dim': _squeezed_dim, 'repeat': _repeat, 'flip': lambda g, s: {'self': lambda: at('flip.default', g, s.dims)}, 'roll': lambda g, s: {'self': lambda: at('roll.default', g, [-each for each in s.shifts], s.dims)},
    'clone': _gives('self'), 'contiguous': _gives('self'), 'alias': _gives('self'), '_to_copy': lambda g, s: {'self': lambda: at('_to_copy.default', g, dtype=s.self.dtype, layout=torch.strided, device=s.self.device)}, 'lift_fresh': _gives('self'),
    'convolution': _conv, 'native_batch_norm': _batch_norm, 'native_layer_norm': _layer_norm, 'native_group_norm': _group_norm, '_scaled_dot_product_flash_attention_for_cpu': _attention,
    '_softmax': lambda g, s: {'self': lambda: at('_softmax_backward_data.default', g, s.out, s.dim, s.self.dtype)}, '_log_softmax': lambda g, s: {'self': lambda: at('_log_softmax_backward_data.default', g, s.out, s.dim, s.self.dtype)},
    '_safe_softmax': lambda g, s: {'self': lambda: at('_softmax_backward_data.default', g, s.out, s.dim, s.self.dtype)}, 'nll_loss_forward': _nll('nll_loss_backward.default'), 'nll_loss2d_forward': _nll('nll_loss2d_backward.default'),
    'mse_loss': _loss('mse_loss_backward.default'), 'smooth_l1_loss': _loss('smooth_l1_loss_backward.default', 'beta'), 'huber_loss': _loss('huber_loss_backward.default', 'delta'),
    'binary_cross_entropy': lambda g, s: {'self': lambda: operator('binary_cross_entropy_backward', 'default')(g, s.self, s.target, s.weight, *(() if s.reduction == 1 else (s.reduction,)))}, 'binary_cross_entropy_with_logits': _bce_with_logits,
    'embedding': lambda g, s: {'weight': lambda: at('embedding_dense_backward.default', g, s.indices, s.weight.shape[0], s.padding_idx, s.scale_grad_by_freq)}, 'max_pool2d_with_indices': _pool,
    'avg_pool2d': lambda g, s: {'self': lambda: at('avg_pool2d_backward.default', g, s.self, s.kernel_size, s.stride, s.padding if isinstance(s.padding, list) else [s.padding] * 2, s.ceil_mode, s.count_include_pad, s.divisor_override)},
    '_adaptive_avg_pool2d': _back('_adaptive_avg_pool2d_backward.default'), 'constant_pad_nd': lambda g, s: {'self': lambda: at('constant_pad_nd.default', g, [-each for each in s.pad])},
    'pixel_shuffle': lambda g, s: {'self': lambda: at('pixel_unshuffle.default', g, s.upscale_factor)}, 'pixel_unshuffle': lambda g, s: {'self': lambda: at('pixel_shuffle.default', g, s.downscale_factor)},
    'copy': lambda g, s: {'self': None, 'src': g}, 'fill': lambda g, s: {'self': None}, 'zero': lambda g, s: {'self': None}, 'lerp': lambda g, s: {'self': lambda: _times(g, 1 - s.weight), 'end': lambda: _times(g, s.weight)},
    'addcmul': lambda g, s: {'self': g, 'tensor1': lambda: _scaled(emit('mul', g, s.tensor2), s.value), 'tensor2': lambda: _scaled(emit('mul', g, s.tensor1), s.value)},
    'atan2': lambda g, s: (lambda inverse: {'self': lambda: emit('mul', g, emit('mul', s.other, inverse())), 'other': lambda: emit('mul', g, emit('neg', emit('mul', s.self, inverse())))})(
        lambda: _inverse_square(s)),
    'xlogy': lambda g, s: {'self': lambda: emit('mul', g, emit('log', s.other)), 'other': lambda: emit('div', emit('mul', g, s.self), s.other)}, 'scatter_add': lambda g, s: {'self': g, 'src': lambda: at('gather.default', g, s.dim, s.index)},
    'index_add': lambda g, s: {'self': g, 'source': lambda: at('index_select.default', g, s.dim, s.index)}, 'scatter.src': lambda g, s: {'self': lambda: at('scatter.value', g, s.dim, s.index, 0), 'src': lambda: at('gather.default', g, s.dim, s.index)},
    'native_dropout': _gives('self'), 'logsigmoid': lambda g, s: {'self': lambda: emit('mul', g, emit('sigmoid', emit('neg', s.self)))},
}
_MANY.update((_split, _unbind, _batch_norm, _layer_norm, _group_norm, _attention, _pool, _largest_of, _many_largest, R['nll_loss_forward'], R['nll_loss2d_forward']))
_RESULTS = {_batch_norm, _layer_norm, _group_norm, _attention, _pool, _largest_of, _many_largest, R['nll_loss_forward'], R['nll_loss2d_forward']}
_KEEPS_OUT = frozenset('exp tanh sigmoid sqrt reciprocal rsqrt expm1 relu tan amax amin logsumexp std linalg_vector_norm _softmax _log_softmax _safe_softmax pow_out _scaled_dot_product_flash_attention_for_cpu'.split())
_KEEPS_OUT_FORMS = frozenset(('max.default', 'min.default', 'pow.Scalar', 'pow.Tensor_Tensor'))
_LIGHT = frozenset('add sub rsub neg t transpose permute view _unsafe_view _reshape_alias expand unsqueeze squeeze repeat flip roll clone contiguous alias _to_copy lift_fresh cat stack split split_with_sizes unbind select slice copy fill zero tril triu constant_pad_nd '
                   'pixel_shuffle pixel_unshuffle exp tanh sigmoid sqrt reciprocal rsqrt expm1 relu tan _softmax _log_softmax _safe_softmax cumsum lerp'.split())
_READS_SELF = frozenset('mul div pow log sin cos abs silu gelu leaky_relu elu hardswish clamp clamp_min square addcmul'.split())
_FLAT = frozenset('detach detach_ ones_like zeros_like empty_like rand_like randn_like full_like new_zeros new_ones new_empty new_full bernoulli_ bernoulli normal_ uniform_ _local_scalar_dense sign floor ceil round trunc sgn heaviside floor_divide'.split())


def _rule_of(op, base):
    """The operator's rule; _NO: nothing flows through it; _whole: it is done again; None: there is none."""
    if op._registered.name in _FLAT or base in _FLAT:
        return _NO
    if op.namespace != 'aten' or not op._registered.forms:
        return _whole
    return R.get('%s.%s' % (base, op._overloadname)) or R.get(base)
