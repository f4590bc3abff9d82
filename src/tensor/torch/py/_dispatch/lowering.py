"""What PyTorch makes of a call of one of torch's functions: operators, in their order."""
import math
import types

import _tensor
import torch
from _torch import _two
from . import below, operator, run, sees, tensors, unseen
from .rows import ALL
from torch._aten import FORMS
from torch._answers import OTHERS

Tensor = _tensor.Tensor
_END = 9223372036854775807
_MEAN = {'none': 0, 'mean': 1, 'sum': 2}

# ---- an operator of these arguments ----
_bound = {}                     # 'add': its forms, in the order in which they are tried


def _forms(name):
    if name not in _bound:
        own = FORMS.get(name, {})
        forms = ALL.get(name, {})
        _bound[name] = [forms[overload] for overload in sorted(forms, key=lambda overload: overload not in own)]
    return _bound[name]


def _suits(form, tensor):
    """Forms whose kind of second argument is given come first."""
    return form.overload in (('other', 'Tensor_Tensor', 'Tensor') if tensor else ('Tensor_Scalar', 'Scalar')) and (tensor or form.name in FORMS and form.overload in FORMS[form.name])


def emit(name, *args, **kwargs):
    """The first of an operator's forms that the arguments fit."""
    tensor = len(args) > 1 and isinstance(args[1], Tensor)
    for form in sorted(_forms(name), key=lambda form: not _suits(form, tensor)):
        bound = form.bound(args, kwargs)
        if bound is not None:
            return _done(name, operator(name, form.overload)(*bound[0], **bound[1]), bound[0])
    raise NotImplementedError('aten::%s under __torch_dispatch__: these arguments fit none of the forms that perch has of it: %s' % (name, ', '.join(form.full for form in _forms(name)) or 'none'))


def at(full, *args, **kwargs):
    """One form: 'mul.Scalar'."""
    name, overload = full.split('.')
    bound = ALL[name][overload].bound(args, kwargs)
    return _done(name, operator(name, overload)(*bound[0], **bound[1]), bound[0])


def in_place(name):
    return name.endswith('_') and not name.endswith('__')


def _done(name, result, args):
    """What was written in place is itself, whatever a class says."""
    return args[0] if in_place(name) else result


# ---- calls that are no operators ----
# What is asked of a tensor, or goes on by itself: operators inside are seen.
_ON = frozenset('backward grad register_hook retain_grad requires_grad_ register_post_accumulate_grad_hook __deepcopy__ autograd_backward'.split())
_PLAIN = frozenset('''size dim ndimension numel nelement stride storage_offset is_contiguous is_floating_point is_complex is_signed element_size data_ptr type get_device is_set_to __len__ __dir__ __hash__ has_names
is_shared is_inference is_same_size is_tensor storage untyped_storage __reduce_ex__ is_conj is_neg is_distributed is_nonzero_ get_overridable_functions _version record_stream __setstate__ broadcast_shapes resolve_neg
is_coalesced names layout result_type can_cast promote_types is_storage'''.split()) | OTHERS
_TOLD = frozenset('__repr__ __format__ tolist numpy __array__ __contains__ __iter__ __dlpack__ __reversed__'.split())
_copies = {}


def _copied(function):
    """The same function, which nobody is asked about."""
    found = _copies.get(function)
    if found is None:
        found = _copies[function] = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
        found.__kwdefaults__ = function.__kwdefaults__
    return found


def _itself(func, args, kwargs):
    if isinstance(func, types.FunctionType):
        return _copied(func)(*args, **kwargs)
    if getattr(func, '__name__', '') == 'backward':
        return _backward(*args, **kwargs)
    with unseen():
        return func(*args, **kwargs)


def _backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    _copied(torch.autograd.backward)((self,), None if gradient is None else (gradient,), retain_graph, create_graph, inputs=inputs)


def _told(func, name, args, kwargs):
    x = args[0]
    if name == '__format__' and x.dim() == 0 and (not sees(type(x)) or type(x).__repr__ is Tensor.__repr__):
        return format(x.item(), args[1])
    if name in ('__iter__', '__reversed__'):
        return iter(emit('unbind', x)) if name == '__iter__' else emit('flip', x, list(range(x.dim()))) if x.dim() else x
    if sees(type(x)) and name in ('tolist', 'numpy', '__array__'):
        if name == 'tolist' and _two('DISPATCH_APART'):
            raise RuntimeError('.tolist() is not supported for tensor subclasses, got %s' % type(x).__name__)
        raise RuntimeError('.%s() is not supported for tensor subclasses.' % ('tolist' if name == 'tolist' else 'numpy'))
    with unseen():
        return func(*args, **kwargs)


def call(func, args, kwargs):
    name = getattr(func, '__name__', '')
    if name in _ON:
        return _itself(func, args, kwargs)
    if name in _PLAIN:
        with unseen():
            return func(*args, **kwargs)
    if name in _TOLD:
        return _told(func, name, args, kwargs)
    if kwargs.get('out') is not None:
        raise NotImplementedError('torch.%s(out=...) under __torch_dispatch__ is not in perch: leave out= away, and copy_() the result' % name)
    kwargs.pop('out', None)
    rule = RULES.get(name)
    if rule is not None:
        made = rule(*args, **kwargs)
        if made is not NotImplemented:
            return made
    name = _SAME.get(name, name)
    if name == '__get__':
        return _attribute(func, args)
    if name in ALL and any(form.bound(args, kwargs) is not None for form in _forms(name)):
        return emit(name, *args, **kwargs)
    return _opaque(func, name, args, kwargs)


def _attribute(func, args):
    """x.mH and the like are operators, others tell of x."""
    owner = func.__self__
    name = getattr(owner, '__name__', None) or owner.fget.__name__
    if name == 'T':
        return at('permute.default', args[0], list(range(args[0].dim()))[::-1])
    if name == 'data':
        return operator('detach', 'default')(args[0])
    if name in ('mT', 'mH', 'H') and not args[0].is_complex():
        return at('transpose.int', args[0], -2, -1) if args[0].dim() > 1 else args[0]
    if name == 'real' and not args[0].is_complex():
        return args[0]
    if name in ('real', 'imag', 'mH', 'H'):
        return _opaque(owner.fget if isinstance(owner, property) else func, name, args, {})
    with unseen():
        return func(*args)


_TAKEN_APART = frozenset(('multi_head_attention_forward', 'gumbel_softmax', 'cdist', 'isclose'))       # these are made of operators in perch too


class _Whole:
    """A function of torch's that perch has as one operator."""

    namespace = 'aten'

    def __init__(self, name, func):
        self.name, self.func, self.schema, self.forms = name, func, 'aten::' + name, None


_wholes = {}


def _opaque(func, name, args, kwargs):
    """What perch has no operators of: one of its own name, for modes; a class would be asked of what it cannot know."""
    from torch._ops import OpOverload
    classes = [t for t in tensors((args, kwargs)) if sees(type(t))]
    if isinstance(func, types.FunctionType) and (classes or name in _TAKEN_APART):
        return _copied(func)(*args, **kwargs)           # (what it calls is seen; an op of perch's own is refused there)
    for t in classes:
        raise NotImplementedError('torch.%s of a %s is not in perch, which does not know of which operators it is made' % (name, type(t).__name__))
    if func not in _wholes:
        whole = _Whole(name, func)
        _wholes[func] = OpOverload(whole, whole, 'default', func if not isinstance(func, types.FunctionType) else _copied(func))
    return run(_wholes[func], args, kwargs)


# ---- places and shapes ----
def like(name, x, *more, memory_format=False, **named):
    """ones_like(x) as PyTorch's own code asks for it."""
    if memory_format:
        named = {**({} if _two('OPERATORS_NEWER') else {'dtype': x.dtype, 'layout': torch.strided, 'device': x.device}), 'pin_memory': False, 'memory_format': torch.preserve_format, **named}
    return operator(name, 'default')(x, *more, **named)


def _contiguous(x):
    return x if x.is_contiguous() else operator('clone', 'default')(x, memory_format=torch.contiguous_format)


def _whole_shape(shape, count):
    shape = list(shape)
    if -1 in shape:
        rest = math.prod(each for each in shape if each != -1)
        shape[shape.index(-1)] = count // rest if rest else 0
    return shape


def reshape(x, shape, back=False):
    """A view where x lies so, else a copy that is looked at."""
    said, shape = list(shape), _whole_shape(shape, x.numel())
    if _viewable(x, shape):
        if _two('OPERATORS_NEWER'):
            return x if shape == list(x.shape) and back else at('view.default', x, said)
        return at('_reshape_alias.default', x, shape, _strides(x, shape))
    return at('_unsafe_view.default', operator('clone', 'default')(x, memory_format=torch.contiguous_format), shape)


def _strides(x, shape):
    if x.is_contiguous():
        made, step = [], 1
        for size in reversed(shape):
            made.append(step)
            step *= max(size, 1)
        return made[::-1]
    with unseen(), below():
        return list(torch.empty_strided(x.shape, x.stride(), device='meta').view(shape).stride())


def _viewable(x, shape):
    if x.is_contiguous():
        return True
    try:
        with unseen(), below():
            torch.empty_strided(x.shape, x.stride(), device='meta').view(shape)
        return True
    except RuntimeError:
        return False


def fitted(g, shape):
    """A gradient, summed down to the shape that its operand had."""
    if list(g.shape) == list(shape):
        return g
    lead = g.dim() - len(shape)
    dims = [*range(lead), *(i + lead for i, size in enumerate(shape) if size == 1 and g.shape[i + lead] != 1)]
    if dims:
        g = at('sum.dim_IntList', g, dims, True)
    return at('view.default', g, list(shape)) if lead else g


# ---- what is made of several ----
def _linear(input, weight, bias=None):
    dims = input.dim()
    if dims == 2 and bias is not None:
        return at('addmm.default', bias, input, emit('t', weight))
    if bias is not None and input.is_contiguous() and (dims == 3 or dims != 2 and _two('OPERATORS_NEWER')):
        rows = [math.prod(input.shape[:-1]), input.shape[-1]]
        if _two('OPERATORS_NEWER'):
            rows = at('view.default', input, rows)
            return at('_unsafe_view.default', at('addmm.default', bias, rows, emit('t', weight)), [*input.shape[:-1], weight.shape[0]])
        turned = emit('t', weight)
        return at('view.default', at('addmm.default', bias, reshape(input, rows), turned), [*input.shape[:-1], weight.shape[0]])
    made = matmul(input, emit('t', weight))
    return made if bias is None else emit('add', made, bias)


def matmul(a, b):
    m, n = a.dim(), b.dim()
    if m == 1 and n == 1:
        return emit('dot', a, b)
    if m == 2 and n == 1:
        return emit('mv', a, b)
    if m == 1 and n == 2:
        return at('squeeze_.dim', at('mm.default', at('unsqueeze.default', a, 0), b), 0)
    if m == 2 and n == 2:
        return emit('mm', a, b)
    if m >= 3 and n <= 2:
        rows = reshape(a, [a.numel() // a.shape[-1], a.shape[-1]])
        if n == 1:
            return at('_unsafe_view.default', emit('mv', rows, b), list(a.shape[:-1]))
        return at('_unsafe_view.default', emit('mm', rows, b), [*a.shape[:-1], b.shape[-1]])
    return _batched(a, b)


def _batched(a, b):
    if a.dim() == 1:
        a = at('unsqueeze.default', a, 0)
        return at('squeeze_.dim', _batched(a, b), -2)
    if b.dim() == 1:
        b = at('unsqueeze.default', b, 1)
        return at('squeeze_.dim', _batched(a, b), -1)
    batch = list(torch.broadcast_shapes(a.shape[:-2], b.shape[:-2]))
    count = math.prod(batch)
    x = reshape(at('expand.default', a, [*batch, *a.shape[-2:]]), [count, *a.shape[-2:]])
    y = reshape(at('expand.default', b, [*batch, *b.shape[-2:]]), [count, *b.shape[-2:]])
    return at('_unsafe_view.default', at('bmm.default', x, y), [*batch, a.shape[-2], b.shape[-1]])


def _numbers(value, count):
    return [value] * count if isinstance(value, int) else list(value)


def _conv(dims, transposed=False):
    def forward(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
        if padding == 'valid':
            padding = 0
        elif padding == 'same':
            total = [d * (k - 1) for d, k in zip(_numbers(dilation, dims), weight.shape[2:])]
            if any(each % 2 for each in total):
                pad = []
                for each in reversed(total):
                    pad += [0, each % 2]
                input = at('constant_pad_nd.default', input, pad)
            padding = [each // 2 for each in total]
        return _convolved(input, weight, bias, stride, padding, dilation, False, 0, groups, dims)

    def back(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
        return _convolved(input, weight, bias, stride, padding, dilation, True, output_padding, groups, dims)
    return back if transposed else forward


def _convolved(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, dims):
    alone = input.dim() == dims + 1
    if alone:
        input = at('unsqueeze.default', input, 0)
    made = at('convolution.default', input, weight, bias, *(_numbers(each, dims) for each in (stride, padding, dilation)), transposed, _numbers(output_padding, dims), groups)
    return at('squeeze.dim', made, 0) if alone else made


def _batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    operator('empty', 'memory_format')([0], dtype=torch.uint8, layout=torch.strided, device=input.device)
    return at('native_batch_norm.default', input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


def _instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    if running_mean is not None or running_var is not None or not use_input_stats:
        return NotImplemented
    n, c = input.shape[:2]
    rows = reshape(_contiguous(input), [1, n * c, *input.shape[2:]])
    many = [t if t is None else at('repeat.default', t, [n]) for t in (weight, bias)]
    made = _batch_norm(rows, None, None, *many, training=True, momentum=momentum, eps=eps)
    return at('view.default', made, list(input.shape))


def _layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
    return at('native_layer_norm.default', input, shape, weight, bias, eps)[0]


def _group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    n, c = input.shape[:2]
    return at('native_group_norm.default', _contiguous(input), weight, bias, n, c, math.prod(input.shape[2:]), num_groups, eps)[0]


def _rms_norm(input, normalized_shape, weight=None, eps=None):
    shape = [normalized_shape] if isinstance(normalized_shape, int) else list(normalized_shape)
    mean = at('mean.dim', emit('pow', input, 2), list(range(input.dim() - len(shape), input.dim())), True)
    scaled = emit('mul', input, emit('rsqrt', at('add_.Scalar', mean, torch.finfo(input.dtype).eps if eps is None else eps)))
    return scaled if weight is None else emit('mul', scaled, weight)


def _max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    made = at('max_pool2d_with_indices.default', input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)
    return made if return_indices else made[0]


def _adaptive_avg_pool2d(input, output_size):
    size = [given if given is not None else own for given, own in zip(_numbers(output_size, 2), input.shape[-2:])]
    return at('mean.dim', input, [-1, -2], True) if size == [1, 1] else at('_adaptive_avg_pool2d.default', input, size)


def _softmaxed(name):
    def made(input, dim=None, *more, dtype=None, _stacklevel=3):
        dtype = dtype or next((each for each in more if isinstance(each, torch.dtype)), None)
        if dim is None:
            return NotImplemented
        return at(name, input if dtype is None or dtype == input.dtype else _to(input, dtype), dim, False)
    return made


def _cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0):
    if label_smoothing or target.is_floating_point() or size_average is not None or reduce is not None:
        return NotImplemented
    return _nll(at('_log_softmax.default', input, 1 if input.dim() > 1 else 0, False), target, weight, None, ignore_index, None, reduction)


def _nll(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    if size_average is not None or reduce is not None:
        return NotImplemented
    name = 'nll_loss_forward.default' if input.dim() <= 2 else 'nll_loss2d_forward.default'
    return at(name, input, target, weight, _MEAN[reduction], ignore_index)[0]


def _loss(name, *names):
    def made(input, target, size_average=None, reduce=None, reduction='mean', **more):
        if size_average is not None or reduce is not None or more.get('weight') is not None:
            return NotImplemented
        return at(name, input, target, _MEAN[reduction], *(more[each] for each in names if each in more))
    return made


def _reduced(x, reduction):
    return x if reduction == 'none' else emit(reduction, x)


def _l1(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    return NotImplemented if weight is not None or size_average is not None or reduce is not None else _reduced(emit('abs', emit('sub', input, target)), reduction)


def _kl(input, target, size_average=None, reduce=None, reduction='mean', log_target=False):
    if size_average is not None or reduce is not None:
        return NotImplemented
    if log_target:
        parts = emit('mul', emit('exp', target), emit('sub', target, input))
    else:
        product = emit('mul', target, input)
        parts = emit('sub', emit('xlogy', target, target), product)
    if reduction == 'batchmean':
        return emit('div', emit('sum', parts), input.shape[0])
    return _reduced(parts, reduction)


def _bce(name):
    def made(input, target, weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None):
        if size_average is not None or reduce is not None:
            return NotImplemented
        return at(name + '.default', input, target, weight, *((pos_weight,) if name.endswith('logits') else ()), _MEAN[reduction])
    return made


def _embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None or sparse:
        return NotImplemented
    padding = -1 if padding_idx is None else padding_idx % weight.shape[0]
    return at('embedding.default', weight, input, padding, scale_grad_by_freq)


def _dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    noise = operator('empty_like', 'default')(input, **({} if _two('OPERATORS_NEWER') else {'memory_format': torch.contiguous_format}))
    return _noised(input, noise, p, inplace)


def _noised(input, noise, p, inplace):
    noise = at('div_.Scalar', at('bernoulli_.float', noise, 1 - p), 1 - p) if p < 1 else emit('zero_', noise)
    return emit('mul_' if inplace else 'mul', input, noise)


def _feature_dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    return _noised(input, operator('new_empty', 'default')(input, [*input.shape[:2], *[1] * (input.dim() - 2)]), p, inplace)


def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa or dropout_p or (attn_mask is not None and attn_mask.dtype == torch.bool) or query.dim() != 4 or not _two('ATTENTION_FLASH'):
        return _attention_of_products(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    return at('_scaled_dot_product_flash_attention_for_cpu.default', query, key, value, dropout_p, is_causal, **({} if attn_mask is None else {'attn_mask': attn_mask}), **({} if scale is None else {'scale': scale}))[0]


def _attention_of_products(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    if enable_gqa:
        return NotImplemented
    scale = (query.shape[-1] ** -0.5 if scale is None else scale) ** 0.5
    query = at('mul.Scalar' if _two('OPERATORS_NEWER') else 'mul.Tensor', query, scale)
    if is_causal:
        attn_mask = emit('tril', operator('ones', 'default')([query.shape[-2], key.shape[-2]], dtype=torch.bool, device=query.device))
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        empty = operator('zeros_like', 'default')(attn_mask, dtype=query.dtype)
        attn_mask = at('masked_fill_.Scalar', empty, emit('logical_not', attn_mask), float('-inf'))
    scores = matmul(query, at('mul.Scalar' if _two('OPERATORS_NEWER') else 'mul.Tensor', at('transpose.int', key, -2, -1), scale))
    if attn_mask is not None:
        scores = emit('add_' if not attn_mask.requires_grad else 'add', scores, attn_mask)
    weights = at('_safe_softmax.default', scores, -1) if _two('OPERATORS_NEWER') else at('_softmax.default', scores, -1, False)
    return matmul(_dropout(weights, dropout_p) if dropout_p else weights, value)


# ---- indices ----
def _taken(x, index):
    """x[index] as views, and the tensors of what is left by dimension."""
    index = index if isinstance(index, tuple) else (index,)
    dim, chosen = 0, {}
    for place, each in enumerate(index):
        if each is Ellipsis:
            used = sum(1 if not isinstance(other, Tensor) or other.dtype != torch.bool else other.dim() for other in index[place + 1:] if other is not None)
            dim = x.dim() - used
        elif each is None:
            x, dim = at('unsqueeze.default', x, dim), dim + 1
        elif isinstance(each, slice):
            if each != slice(None) or not _two('OPERATORS_NEWER'):
                if not (each.start in (None, 0) and each.step in (None, 1) and (each.stop is None and _two('OPERATORS_NEWER') or each.stop is not None and each.stop >= x.shape[dim])):
                    x = at('slice.Tensor', x, dim, each.start or 0, _END if each.stop is None else each.stop, each.step or 1)
            dim += 1
        elif isinstance(each, bool):
            return NotImplemented, None
        elif isinstance(each, (Tensor, list, range)):
            tensor = each if isinstance(each, Tensor) else torch.tensor(list(each))
            chosen[dim] = tensor
            dim += tensor.dim() if tensor.dtype == torch.bool else 1
        else:
            x = at('select.int', x, dim, int(each))
    return x, _in_list(chosen)


def _in_list(chosen):
    if not chosen:
        return []
    made, dim = [], 0
    while dim <= max(chosen):
        made.append(chosen.get(dim))
        dim += chosen[dim].dim() if dim in chosen and chosen[dim].dtype == torch.bool else 1
    return made


def _item_of(x, index):
    made, chosen = _taken(x, index)
    if made is NotImplemented:
        return made
    if chosen:
        return at('index.Tensor', made, chosen)
    return at('alias.default', x) if made is x else made


def _set_item(x, index, value):
    if not _two('OPERATORS_NEWER') and not isinstance(value, Tensor):
        with unseen():
            value = torch.tensor(value, dtype=x.dtype)
        value = at('lift_fresh.default', value)
    target, chosen = _taken(x, index)
    if target is NotImplemented:
        raise NotImplementedError('x[True] = value under __torch_dispatch__ is not in perch')
    if len(chosen) == 1 and chosen[0].dtype == torch.bool and not isinstance(value, Tensor) and _two('OPERATORS_NEWER'):
        at('masked_fill_.Scalar', target, chosen[0], value)
    elif chosen:
        value = value if isinstance(value, Tensor) else torch.tensor(value, dtype=x.dtype)
        at('index_put_.default', target, chosen, value)
    elif isinstance(value, Tensor):
        emit('copy_', target, value)
    else:
        at('fill_.Scalar', target, value)


# ---- moves ----
def _to(x, *args, memory_format=None, copy=False, non_blocking=False, **named):
    dtype, device = named.get('dtype'), named.get('device')
    for each in args:
        if isinstance(each, torch.dtype):
            dtype = each
        elif isinstance(each, (torch.device, str)):
            device = each
        elif isinstance(each, Tensor):
            dtype, device = each.dtype, each.device
        elif isinstance(each, bool):
            non_blocking, copy = each, copy or False
        elif isinstance(each, int):
            device = torch.device('cuda', each)
    device = None if device is None else torch.device(device)
    moved = device is not None and (device.type != x.device.type or device.index is not None and device.index != x.device.index)
    if not copy and not moved and (dtype is None or dtype == x.dtype):
        return x
    said = {name: value for name, value in (('dtype', dtype), ('device', device), ('non_blocking', non_blocking or None), ('memory_format', memory_format)) if value is not None}
    return operator('_to_copy', 'default')(x, **said)


def _typed(dtype):
    return lambda x, memory_format=None: _to(x, dtype)


# ---- what makes tensors ----
def _maker(name, overload='default', plain=0):
    """size one by one or as a list; where it lies is said."""
    def made(*args, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, out=None, names=None, generator=None, **more):
        if generator is not None:
            return NotImplemented
        args = list(args)
        if not plain and (len(args) != 1 or isinstance(args[0], int)):
            args = [list(args)]
        elif not plain:
            args = [list(args[0])]
        if 'size' in more:
            args = [list(more.pop('size'))]
        named = {} if dtype is None else {'dtype': dtype}
        named['device'] = torch.get_default_device() if device is None and _two('DISPATCH_APART') and hasattr(torch, 'get_default_device') else torch.device('cpu' if device is None else device)
        named['pin_memory'] = pin_memory
        forms = ALL[name]
        chosen = overload if overload else next(form.overload for form in forms.values() if form.bound(args, {**more, **named}) is not None)
        bound = forms[chosen].bound(args, more)
        result = operator(name, chosen)(*bound[0], **{**bound[1], **named})
        return result.requires_grad_() if requires_grad else result
    return made


def _full(size, fill_value, **named):
    return _maker('full', plain=1)([size] if isinstance(size, int) else list(size), fill_value, **named)


def _randint(*args, low=None, high=None, size=None, **named):
    args = [*([] if low is None else [low]), *([] if high is None else [high]), *args, *([] if size is None else [size])]
    named.setdefault('dtype', None)
    return _maker('randint', 'default' if len(args) == 2 else 'low', plain=1)(*args[:-1], list(args[-1]), **named)


def _place_of(x, dtype, device, pin_memory):
    """Where a tensor like x is made: 1.13 says all of it, 2 what it was told."""
    device = None if device is None else torch.device(device)
    if _two('OPERATORS_NEWER'):
        return {**({} if dtype is None else {'dtype': dtype}), **({} if device is None else {'device': device}), 'pin_memory': pin_memory}
    return {'dtype': dtype or x.dtype, 'layout': torch.strided, 'device': device or x.device, 'pin_memory': pin_memory}


def _liker(name):
    def made(x, *args, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None, fill_value=None, generator=None):
        if generator is not None or layout not in (None, torch.strided):
            return NotImplemented
        if fill_value is not None:
            args = (fill_value,)
        named = {**_place_of(x, dtype, device, pin_memory), **({} if memory_format is None else {'memory_format': memory_format})}
        result = operator(name, 'default')(x, *args, **named)
        return result.requires_grad_() if requires_grad else result
    return made


def _newer(name, filled=False):
    def made(x, *args, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False, fill_value=None, size=None):
        if size is not None:
            args = (size, *args)
        if fill_value is not None:
            args = (*args, fill_value)
        size = args[:1] if filled or isinstance(args[0], (tuple, list)) else (list(args),)
        more = args[1:] if filled else ()
        result = operator(name, 'default')(x, list(size[0]), *more, **_place_of(x, dtype, device, pin_memory))
        return result.requires_grad_() if requires_grad else result
    return made


def _given(maker):
    """torch.tensor(…): what is there already comes in."""
    def made(*args, requires_grad=False, **named):
        with unseen():
            value = maker(*args, **named)
        result = at('lift_fresh.default', value)
        return result.requires_grad_() if requires_grad else result
    return made


# ---- small ones ----
def _spread(name):
    def made(x, dim=None, unbiased=None, keepdim=False, *, correction=None):
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        said = {}
        if correction is not None or unbiased is not None:
            said['correction'] = correction if correction is not None else int(unbiased)
        elif dim is not None:
            said['correction'] = 1
        if keepdim:
            said['keepdim'] = True
        return operator(name, 'correction')(x, *(() if dim is None else ([dim] if isinstance(dim, int) else list(dim),)), **said)
    return made


def _norm(x, p='fro', dim=None, keepdim=False, out=None, dtype=None):
    if p in ('nuc',) or dtype is not None:
        return NotImplemented
    dims = None if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if p in ('fro', 2) and dims is None and not keepdim:
        return operator('linalg_vector_norm', 'default')(x)
    return operator('linalg_vector_norm', 'default')(x, 2 if p == 'fro' else p, *(() if dims is None else (dims,)), *((True,) if keepdim else ()))


def _vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return NotImplemented if dtype is not None else at('linalg_vector_norm.default', x, ord, None if dim is None else [dim] if isinstance(dim, int) else list(dim), keepdim)


def _normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    norm = operator('linalg_vector_norm', 'default')(input, p, [dim] if isinstance(dim, int) else list(dim), True)
    return emit('div', input, at('expand.default', at('clamp_min.default', norm, eps), list(input.shape)))


def _chunk(x, chunks, dim=0):
    return at('split.Tensor', x, max(1, -(-x.shape[dim] // chunks)), dim)


def _split(x, split_size_or_sections=None, dim=0, split_size=None):
    size = split_size if split_size_or_sections is None else split_size_or_sections
    return at('split.Tensor', x, size, dim) if isinstance(size, int) else at('split_with_sizes.default', x, list(size), dim)


def _flatten(x, start_dim=0, end_dim=-1):
    first, last = start_dim % max(x.dim(), 1), end_dim % max(x.dim(), 1)
    if x.dim() == 0:
        return reshape(x, [1])
    return x if first == last else reshape(x, [*x.shape[:first], math.prod(x.shape[first:last + 1]), *x.shape[last + 1:]])


def _sizes(args, named, *words):
    for word in words:
        if word in named:
            return list(named[word])
    return list(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else list(args)


def _clamp(name):
    def made(x, min=None, max=None):
        if isinstance(min, Tensor) or isinstance(max, Tensor):
            return NotImplemented
        return at(name + '.default', x, *((min,) if max is None else (min, max)))
    return made


def _where(condition, input=None, other=None):
    if input is None:
        return NotImplemented
    dtype = next((t.dtype for t in (input, other) if isinstance(t, Tensor)), torch.float32)
    one, two = (t if isinstance(t, Tensor) else operator('scalar_tensor', 'default')(t, dtype=dtype, device=condition.device) for t in (input, other))
    return at('where.self', condition, one, two)


def _read(kind):
    return lambda x: kind(operator('_local_scalar_dense', 'default')(x))


def _item(x):
    if x.numel() != 1:
        return NotImplemented
    return operator('_local_scalar_dense', 'default')(x)


def _detached(x):
    detach = operator('detach', 'default')
    return detach(x) if _two('DISPATCH_APART') else detach(detach(x))


def _outer(x, y):
    return emit('mul', at('view.default', x, [x.shape[0], 1]), y)


def _std_relu(input, inplace=False):
    return emit('relu_' if inplace else 'relu', input)


def _activation(name, *order):
    """One of F's: emit(name, input, those that were given)."""
    def made(input, *args, inplace=False, **named):
        args = list(args)
        if len(args) > len(order):
            inplace = args.pop()
        values = [*args, *(named[word] for word in order[len(args):] if word in named)]
        if inplace:
            return emit('copy_', input, emit(name, input, *values))
        return emit(name, input, *values)
    return made


def _leaky(input, negative_slope=0.01, inplace=False):
    return NotImplemented if inplace else emit('leaky_relu', input, negative_slope)


def _elu(input, alpha=1.0, inplace=False):
    return NotImplemented if inplace else operator('elu', 'default')(input, alpha)


def _pad(input, pad, mode='constant', value=None):
    return operator('constant_pad_nd', 'default')(input, list(pad), 0.0 if value is None else value) if mode == 'constant' else NotImplemented


def _power(x, other):
    return emit('pow', x, other)


def _power_of(self, other):
    return at('pow.Scalar', other, self)


def _over(self, other):
    return emit('mul', emit('reciprocal', self), other)


def _squeeze(x, dim=None):
    return at('squeeze.default', x) if dim is None else at('squeeze.dim', x, dim) if isinstance(dim, int) else NotImplemented


def _reversed(x):
    return at('permute.default', x, list(range(x.dim()))[::-1]) if x.dim() != 2 or _two('OPERATORS_NEWER') else at('permute.default', x, [1, 0])


def _zero_(x):
    return at('zero_.default', x)


def _fill_(x, value):
    return at('fill_.Scalar', x, value) if not isinstance(value, Tensor) else NotImplemented


def _log_sum(x, dim, keepdim=False):
    return operator('logsumexp', 'default')(x, [dim] if isinstance(dim, int) else list(dim), *((True,) if keepdim else ()))


def _drawn(full, *defaults):
    """What draws in place; from a generator of the program's own it is none of the operators here."""
    def made(x, *args, generator=None, **named):
        return NotImplemented if generator is not None or named else at(full, x, *args, *defaults[len(args):])
    return made


def _square(x):
    return emit('pow', x, 2)


def _type_as(x, other):
    return _to(x, other.dtype)


def _expand_as(x, other):
    return at('expand.default', x, list(other.shape))


# ---- einsum ----
def _labels(equation, count):
    """(the operands' letters, the result's, those that are summed away, in their order); None: dots, or a letter twice."""
    inputs, arrow, output = equation.replace(' ', '').partition('->')
    inputs = inputs.split(',')
    used = ''.join(inputs)
    if not arrow:
        output = ''.join(letter for letter in sorted(set(used)) if used.count(letter) == 1)
    if '.' in equation or len(inputs) != count or any(len(set(each)) != len(each) for each in (*inputs, output)) or not set(output) <= set(used):
        return None
    return inputs, output, ''.join(sorted(set(used) - set(output)))


def _contracted(equation, *operands):
    """Two operands: every one of them gets all dimensions, the result's first, then one product for all that is summed."""
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else operands
    labels = _labels(equation, len(operands)) if isinstance(equation, str) and len(operands) == 2 else None
    if labels is None:
        return NotImplemented
    inputs, output, summed = labels
    spread = []
    for letters, x in zip(inputs, operands):
        order = [letters.find(letter) for letter in output + summed]
        for i, place in enumerate(order):
            if place < 0:
                order[i] = x.dim()
                x = at('unsqueeze.default', x, x.dim())
        spread.append(at('permute.default', x, order))
    if not summed:
        return emit('mul', *spread)
    made = _product_over(*spread, range(len(output), len(output) + len(summed)))
    return at('view.default', made, list(made.shape[:len(output)]))


def _product_over(a, b, summed):
    both, first, second, inner = [], [], [], []
    for d in range(a.dim()):
        of_a, of_b = a.shape[d] != 1, b.shape[d] != 1
        if d in summed:
            inner.append(d)
            if of_a and not of_b:
                a = at('sum.dim_IntList', a, [d], True)
            elif of_b and not of_a:
                b = at('sum.dim_IntList', b, [d], True)
        else:
            (both if of_a and of_b else first if of_a else second).append(d)

    def size(t, dims):
        return math.prod(t.shape[d] for d in dims)
    shape = [*(a.shape[d] for d in both), *(a.shape[d] for d in first), *(1 for _ in inner), *(b.shape[d] for d in second)]
    x = reshape(at('permute.default', a, [*both, *first, *inner, *second]), [size(a, both), size(a, first), size(a, inner)])
    y = reshape(at('permute.default', b, [*both, *inner, *second, *first]), [size(b, both), size(b, inner), size(b, second)])
    made = at('view.default', at('bmm.default', x, y), shape)
    order = [*both, *first, *inner, *second]
    return at('permute.default', made, [order.index(d) for d in range(len(order))])


_SAME = {'__radd__': 'add', '__rmul__': 'mul', '__rsub__': 'rsub', '__rmatmul__': 'matmul', '__floordiv__': 'floor_divide', '__and__': 'bitwise_and', '__or__': 'bitwise_or', '__xor__': 'bitwise_xor', '__invert__': 'bitwise_not',
         'concat': 'cat', 'concatenate': 'cat', 'true_divide': 'div', 'divide': 'div', 'multiply': 'mul', 'subtract': 'sub', 'negative': 'neg', 'absolute': 'abs', 'swapaxes': 'transpose', 'swapdims': 'transpose', '__iadd__': 'add_',
         '__isub__': 'sub_', '__imul__': 'mul_', '__idiv__': 'div_', '__itruediv__': 'div_', '__neg__': 'neg', '__abs__': 'abs', 'greater': 'gt', 'less': 'lt', 'greater_equal': 'ge', 'less_equal': 'le', 'clip': 'clamp', 'arctan2': 'atan2',
         '__pow__': 'pow', 'not_equal': 'ne'}
RULES = {
    'linear': _linear, 'matmul': matmul, '__matmul__': matmul, '__rmatmul__': lambda x, y: matmul(y, x), **{'conv%dd' % d: _conv(d) for d in (1, 2, 3)}, **{'conv_transpose%dd' % d: _conv(d, True) for d in (1, 2, 3)},
    'batch_norm': _batch_norm, 'instance_norm': _instance_norm, 'layer_norm': _layer_norm, 'group_norm': _group_norm, 'rms_norm': _rms_norm, 'max_pool2d': _max_pool2d, 'adaptive_avg_pool2d': _adaptive_avg_pool2d,
    'avg_pool2d': lambda input, kernel_size, stride=None, *more, **named: at('avg_pool2d.default', input, kernel_size, [] if stride is None else stride, *more, **named),
    'softmax': _softmaxed('_softmax.default'), 'log_softmax': _softmaxed('_log_softmax.default'), 'cross_entropy': _cross_entropy, 'nll_loss': _nll, 'mse_loss': _loss('mse_loss.default'), 'smooth_l1_loss': _loss('smooth_l1_loss.default', 'beta'),
    'huber_loss': _loss('huber_loss.default', 'delta'), 'l1_loss': _l1, 'kl_div': _kl, 'binary_cross_entropy': _bce('binary_cross_entropy'), 'binary_cross_entropy_with_logits': _bce('binary_cross_entropy_with_logits'),
    'embedding': _embedding, 'dropout': _dropout, 'dropout1d': _feature_dropout, 'dropout2d': _feature_dropout, 'dropout3d': _feature_dropout, 'scaled_dot_product_attention': _attention,
    '__getitem__': _item_of, '__setitem__': _set_item, 'to': _to, 'type_as': _type_as, **{name: _typed(dtype) for name, dtype in dict(float=torch.float32, double=torch.float64, half=torch.float16, bfloat16=torch.bfloat16, int=torch.int32,
                                                                                                                                  long=torch.int64, short=torch.int16, bool=torch.bool).items()},
    'cpu': lambda x: _to(x, 'cpu'), 'cuda': lambda x, device='cuda', **named: _to(x, device), **{name: _maker(name, 'memory_format' if name == 'empty' else 'default') for name in ('ones', 'zeros', 'rand', 'randn', 'empty')}, 'full': _full,
    'arange': lambda *args, **named: _maker('arange', ('default', 'start', 'start_step')[len(args) - 1], 1)(*args, **named), 'linspace': _maker('linspace', plain=1), 'eye': lambda n, m=None, **named: _maker('eye', 'default', 1)(n, **named) if m is None else _maker('eye', 'm', 1)(n, m, **named),
    'randperm': _maker('randperm', plain=1), 'randint': _randint, 'scalar_tensor': _maker('scalar_tensor', plain=1), **{name: _liker(name) for name in 'ones_like zeros_like empty_like rand_like randn_like full_like'.split()},
    **{'new_' + name: _newer('new_' + name, name == 'full') for name in 'zeros ones empty full'.split()}, **{name: _given(getattr(torch, name)) for name in ('tensor', 'as_tensor', 'from_numpy')},
    'std': _spread('std'), 'var': _spread('var'), 'norm': _norm, 'vector_norm': _vector_norm, 'normalize': _normalize, 'chunk': _chunk, 'split': _split, 'flatten': _flatten, 'clamp': _clamp('clamp'), 'clamp_': _clamp('clamp_'), 'clip': _clamp('clamp'),
    'where': lambda *args: _where(*args) if isinstance(args[0], Tensor) and args[0].dtype == torch.bool else _where(args[1], args[0], *args[2:]) if len(args) > 2 else NotImplemented,
    'item': _item, '__float__': _read(float), '__int__': _read(int), '__bool__': _read(bool), '__index__': _read(int), '__complex__': _read(complex), 'is_nonzero': _read(bool),
    'einsum': _contracted, 'outer': _outer, 'ger': _outer, 'relu': _std_relu, 'silu': _activation('silu'), 'mish': _activation('mish'), 'gelu': lambda input, approximate='none': at('gelu.default', input, **({} if approximate == 'none' else {'approximate': approximate})),
    'leaky_relu': _leaky, 'elu': _elu, 'hardswish': _activation('hardswish'), 'hardsigmoid': _activation('hardsigmoid'), 'relu6': lambda input, inplace=False: at('hardtanh.default', input, 0.0, 6.0),
    'hardtanh': lambda input, min_val=-1.0, max_val=1.0, inplace=False: at('hardtanh.default', input, min_val, max_val), 'softplus': lambda input, beta=1, threshold=20: at('softplus.default', input, beta, threshold), 'glu': lambda input, dim=-1: at('glu.default', input, dim),
    'pad': _pad, '__rpow__': _power_of, '__rdiv__': _over, '__rtruediv__': _over, 'squeeze': _squeeze, 'square': _square, 'zero_': _zero_, 'fill_': _fill_, 'logsumexp': _log_sum, 'uniform_': _drawn('uniform_.default', 0, 1),
    'normal_': _drawn('normal_.default', 0, 1), 'bernoulli_': _drawn('bernoulli_.float', 0.5), 'contiguous': lambda x, memory_format=torch.contiguous_format: _contiguous(x),
    'clone': lambda x, *, memory_format=None: operator('clone', 'default')(x, **({} if memory_format is None else {'memory_format': memory_format})), 'view': lambda x, *size, **named: at('view.default', x, _sizes(size, named, 'size')) if not (size and isinstance(size[0], torch.dtype)) else NotImplemented,
    'reshape': lambda x, *size, **named: reshape(x, _sizes(size, named, 'shape')), 'view_as': lambda x, other: at('view.default', x, list(other.shape)), 'reshape_as': lambda x, other: reshape(x, list(other.shape)),
    'permute': lambda x, *dims, **named: at('permute.default', x, _sizes(dims, named, 'dims')), 'expand': lambda x, *size, **named: at('expand.default', x, _sizes(size, named, 'size')), 'expand_as': _expand_as, 'repeat': lambda x, *sizes, **named: at('repeat.default', x, _sizes(sizes, named, 'repeats')),
    'broadcast_to': lambda x, size: at('expand.default', x, list(size)), 'flip': lambda x, *dims, **named: at('flip.default', x, _sizes(dims, named, 'dims')),
    'any': lambda x, dim=None, keepdim=False: at('any.default', x) if dim is None else at('any.dim', x, dim, keepdim), 'all': lambda x, dim=None, keepdim=False: at('all.default', x) if dim is None else at('all.dim', x, dim, keepdim),
    'index_put_': lambda x, indices, values, accumulate=False: at('index_put_.default', x, list(indices), values, accumulate), 'masked_fill': lambda x, mask, value: at('masked_fill.Tensor' if isinstance(value, Tensor) else 'masked_fill.Scalar', x, mask, value),
    'masked_fill_': lambda x, mask, value: at('masked_fill_.Scalar', x, mask, value), 'add_': lambda x, other, *, alpha=1: at('add_.Tensor', x, other, alpha=alpha), 'sub_': lambda x, other, *, alpha=1: at('sub_.Tensor', x, other, alpha=alpha),
    'unsqueeze': lambda x, dim: at('unsqueeze.default', x, dim), 'adjoint': lambda x: at('transpose.int', x, -2, -1), 'tile': lambda x, *dims: at('repeat.default', x, _sizes(dims, {})), 'scatter': lambda x, dim, index, src=None, **named: at('scatter.src', x, dim, index, src) if isinstance(src, Tensor) else at('scatter.value', x, dim, index, src if src is not None else named['value']),
    'lerp_': lambda x, end, weight: at('lerp_.Scalar', x, end, weight), 'detach': _detached, 'numpy_T': _reversed,
}
