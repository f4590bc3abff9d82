"""Operators that only what is below autograd meets: their forms, as in torch._aten, and what each does."""
import torch
import torch.nn.functional as F
import _tensor
from torch._aten import FORMS, Form

_ROWS = '''add.Scalar self other alpha=1|add_.Scalar self other alpha=1|sub.Scalar self other alpha=1|mul.Scalar self other|mul_.Scalar self other|div.Scalar self other|div_.Scalar self other|pow.Scalar self exponent|rsub.Tensor self other * alpha=1
_to_copy.default self * dtype=None layout=None device=None pin_memory=None non_blocking=False memory_format=None|_unsafe_view.default self size[]|_reshape_alias.default self size[] stride[]
clone.default self * memory_format=None|lift_fresh.default self|_local_scalar_dense.default self|alias.default self
ones_like.default self * dtype=None layout=None device=None pin_memory=None memory_format=None|zeros_like.default self * dtype=None layout=None device=None pin_memory=None memory_format=None
empty_like.default self * dtype=None layout=None device=None pin_memory=None memory_format=None|rand_like.default self * dtype=None layout=None device=None pin_memory=None memory_format=None
randn_like.default self * dtype=None layout=None device=None pin_memory=None memory_format=None|full_like.default self fill_value * dtype=None layout=None device=None pin_memory=None memory_format=None
ones.default size[] * dtype=None layout=None device=None pin_memory=None|zeros.default size[] * dtype=None layout=None device=None pin_memory=None|rand.default size[] * dtype=None layout=None device=None pin_memory=None
randn.default size[] * dtype=None layout=None device=None pin_memory=None|empty.memory_format size[] * dtype=None layout=None device=None pin_memory=None memory_format=None
full.default size[] fill_value * dtype=None layout=None device=None pin_memory=None|eye.default n * dtype=None layout=None device=None pin_memory=None|eye.m n m * dtype=None layout=None device=None pin_memory=None
arange.default end * dtype=None layout=None device=None pin_memory=None|arange.start start end * dtype=None layout=None device=None pin_memory=None|arange.start_step start end step=1 * dtype=None layout=None device=None pin_memory=None
linspace.default start end steps * dtype=None layout=None device=None pin_memory=None|scalar_tensor.default s * dtype=None layout=None device=None pin_memory=None|randperm.default n * dtype=None layout=None device=None pin_memory=None
randint.default high size[] * dtype=None layout=None device=None pin_memory=None|randint.low low high size[] * dtype=None layout=None device=None pin_memory=None
new_zeros.default self size[] * dtype=None layout=None device=None pin_memory=None|new_ones.default self size[] * dtype=None layout=None device=None pin_memory=None|new_empty.default self size[] * dtype=None layout=None device=None pin_memory=None
new_full.default self size[] fill_value * dtype=None layout=None device=None pin_memory=None
convolution.default input weight bias stride[] padding[] dilation[] transposed output_padding[] groups|convolution_backward.default grad_output input weight bias_sizes stride padding dilation transposed output_padding groups output_mask
native_batch_norm.default input weight bias running_mean running_var training momentum eps|native_batch_norm_backward.default grad_out input weight running_mean running_var save_mean save_invstd train eps output_mask
native_layer_norm.default input normalized_shape[] weight bias eps|native_layer_norm_backward.default grad_out input normalized_shape mean rstd weight bias output_mask
native_group_norm.default input weight bias N C HxW group eps|native_group_norm_backward.default grad_out input mean rstd weight N C HxW group output_mask
_softmax.default self dim half_to_float|_log_softmax.default self dim half_to_float|_softmax_backward_data.default grad_output output dim input_dtype|_log_softmax_backward_data.default grad_output output dim input_dtype
nll_loss_forward.default self target weight reduction ignore_index|nll_loss_backward.default grad_output self target weight reduction ignore_index total_weight
nll_loss2d_forward.default self target weight reduction ignore_index|nll_loss2d_backward.default grad_output self target weight reduction ignore_index total_weight
mse_loss.default self target reduction=1|mse_loss_backward.default grad_output self target reduction|smooth_l1_loss.default self target reduction=1 beta=1.0|smooth_l1_loss_backward.default grad_output self target reduction beta
binary_cross_entropy.default self target weight=None reduction=1|binary_cross_entropy_backward.default grad_output self target weight=None reduction=1|binary_cross_entropy_with_logits.default self target weight=None pos_weight=None reduction=1
huber_loss.default self target reduction=1 delta=1.0|huber_loss_backward.default grad_output self target reduction delta
embedding.default weight indices padding_idx=-1 scale_grad_by_freq=False sparse=False|embedding_dense_backward.default grad_output indices num_weights padding_idx scale_grad_by_freq
max_pool2d_with_indices.default self kernel_size[2] stride[2]=[] padding[2]=0 dilation[2]=1 ceil_mode=False|max_pool2d_with_indices_backward.default grad_output self kernel_size stride padding dilation ceil_mode indices
avg_pool2d_backward.default grad_output self kernel_size stride padding ceil_mode count_include_pad divisor_override|_adaptive_avg_pool2d.default self output_size[]|_adaptive_avg_pool2d_backward.default grad_output self
threshold_backward.default grad_output self threshold|tanh_backward.default grad_output output|sigmoid_backward.default grad_output output|silu_backward.default grad_output self
gelu_backward.default grad_output self * approximate='none'|leaky_relu_backward.default grad_output self negative_slope self_is_result|elu_backward.default grad_output alpha scale input_scale is_result self_or_result
elu.default self alpha=1 scale=1 input_scale=1|softplus_backward.default grad_output self beta threshold|hardswish_backward.default grad_output self|hardsigmoid_backward.default grad_output self|glu.default self dim=-1|glu_backward.default grad_output self dim
hardtanh.default self min_val=-1 max_val=1|hardtanh_backward.default grad_output self min_val max_val|logsigmoid.default self|mish_backward.default grad_output self
select_backward.default grad_output input_sizes index_dim index|slice_backward.default grad_output input_sizes dim start end step|index_put.default self indices values accumulate=False|index_put_.default self indices values accumulate=False
scatter.src self dim index src|scatter.value self dim index value|scatter_add.default self dim index src|index_add.default self dim index source * alpha=1|cumprod.default self dim
var.correction self dim[]=None * correction=None keepdim=False|std.correction self dim[]=None * correction=None keepdim=False|linalg_vector_norm.default self ord=2 dim[]=None keepdim=False * dtype=None
any.dim self dim keepdim=False|all.dim self dim keepdim=False|prod.dim_int self dim keepdim=False * dtype=None|sgn.default self|isnan.default self|isinf.default self|isfinite.default self|clamp_min.default self min|clamp_max.default self max
masked_fill_.Scalar self mask value|masked_fill.Tensor self mask value|masked_select.default self mask|logical_and_.default self other|logical_or_.default self other|logical_xor.default self other|bitwise_not.default self|bitwise_xor.Tensor self other
logical_not_.default self|atan2.default self other|xlogy.Tensor self other|asin.default self|acos.default self|atan.default self|sinh.default self|cosh.default self|log2.default self|log10.default self|exp2.default self|erfinv.default self|trunc.default self|frac.default self
bernoulli_.float self p=0.5|normal_.default self mean=0 std=1|uniform_.default self from_=0 to=1|bernoulli.default self|multinomial.default self num_samples replacement=False|constant_pad_nd.default self pad[] value=0
lerp.Scalar self end weight|lerp.Tensor self end weight|lerp_.Scalar self end weight|addcmul.default self tensor1 tensor2 * value=1|addcdiv.default self tensor1 tensor2 * value=1|addcmul_.default self tensor1 tensor2 * value=1|addcdiv_.default self tensor1 tensor2 * value=1
sqrt_.default self|exp_.default self|neg_.default self|sigmoid_.default self|tanh_.default self|pow_.Scalar self exponent|clamp_min_.default self min|squeeze_.dim self dim|unsqueeze_.default self dim|t_.default self
upsample_nearest2d.vec input output_size scale_factors|addbmm.default self batch1 batch2 * beta=1 alpha=1|nonzero.default self|diagonal.default self offset=0 dim1=0 dim2=1|trace.default self|unfold.default self dimension size step|remainder.Scalar_Tensor self other
pixel_shuffle.default self upscale_factor|pixel_unshuffle.default self downscale_factor|fmod.Scalar self other|fmod.Tensor self other|equal.default self other|allclose.default self other rtol=1e-05 atol=1e-08 equal_nan=False|_safe_softmax.default self dim dtype=None|repeat_interleave.self_int self repeats dim=None|heaviside.default self values
_scaled_dot_product_flash_attention_for_cpu.default query key value dropout_p=0.0 is_causal=False * attn_mask=None scale=None
_scaled_dot_product_flash_attention_for_cpu_backward.default grad_out query key value out logsumexp dropout_p is_causal * attn_mask=None scale=None'''
_REDUCTIONS = 'none', 'mean', 'sum'


class Row(Form):
    """A form whose function may be one of these kernels."""

    def call(self, *args, **kwargs):
        kernel = KERNELS.get(self.full) or KERNELS.get(self.name)
        return kernel(*args, **kwargs) if kernel else super().call(*args, **kwargs)


def _merged():
    """Each operator's forms, torch._aten's first."""
    found = {name: dict(forms) for name, forms in FORMS.items() if name not in ('convolution_backward',)}
    for row in _ROWS.replace('\n', '|').split('|'):
        form = Row(row)
        found.setdefault(form.name, {})[form.overload] = form
    return found


def by_tape(function, inputs, gradients, wanted):
    """The gradients of a function of tensors, from perch's own tape: None where none is wanted."""
    before = _tensor.mode(1, True)[0]
    try:
        seen = [t.detach().requires_grad_() if w else t for t, w in zip(inputs, wanted)]
        made = function(*seen)
        found = iter(torch.autograd.grad(made, [t for t, w in zip(seen, wanted) if w], gradients, allow_unused=True))
        return [next(found) if w else None for w in wanted]
    finally:
        _tensor.mode(1, before)


def _placed(function, **also):
    """What makes tensors: without what is said by the place alone."""
    def made(*args, dtype=None, layout=None, device=None, pin_memory=None, memory_format=None, **more):
        named = {name: value for name, value in (('dtype', dtype), ('device', device)) if value is not None}
        if memory_format not in (None, torch.preserve_format) and also.get('formats', True):
            named['memory_format'] = memory_format
        return function(*args, **named, **more)
    return made


def _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    dims = input.dim() - 2
    if transposed:
        return getattr(F, 'conv_transpose%dd' % dims)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return getattr(F, 'conv%dd' % dims)(input, weight, bias, stride, padding, dilation, groups)


def _convolution_backward(g, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, mask):
    found = by_tape(lambda x, w: _convolution(x, w, None, stride, padding, dilation, transposed, output_padding, groups), (input, weight), g, mask[:2])
    return (*found, g.sum([0, *range(2, g.dim())]) if mask[2] else None)


def _per_channel(t, like):
    return None if t is None else t.reshape([1, -1] + [1] * (like.dim() - 2))


def _batch_norm(input, weight, bias, mean, var, training, momentum, eps):
    made = F.batch_norm(input, mean, var, weight, bias, training, momentum, eps)
    if not training:
        return made, input.new_empty(0), input.new_empty(0)
    dims = [0, *range(2, input.dim())]
    return made, input.mean(dims), torch.rsqrt(input.var(dims, unbiased=False) + eps)


def _batch_norm_backward(g, input, weight, mean, var, save_mean, save_invstd, train, eps, mask):
    dims = [0, *range(2, input.dim())]
    center, scale = (save_mean, save_invstd) if train else (mean, torch.rsqrt(var + eps))
    normal = (input - _per_channel(center, input)) * _per_channel(scale, input)
    back = g if weight is None else g * _per_channel(weight, input)
    if mask[0] and train:
        back = back - back.mean(dims, True) - normal * (back * normal).mean(dims, True)
    return back * _per_channel(scale, input) if mask[0] else None, (g * normal).sum(dims) if mask[1] else None, g.sum(dims) if mask[2] else None


def _layer_norm(input, shape, weight, bias, eps):
    dims = list(range(-len(shape), 0))
    return F.layer_norm(input, shape, weight, bias, eps), input.mean(dims, True), torch.rsqrt(input.var(dims, unbiased=False, keepdim=True) + eps)


def _layer_norm_backward(g, input, shape, mean, rstd, weight, bias, mask):
    dims, rows = list(range(-len(shape), 0)), list(range(input.dim() - len(shape)))
    normal = (input - mean) * rstd
    back = g if weight is None else g * weight
    if mask[0]:
        back = (back - back.mean(dims, True) - normal * (back * normal).mean(dims, True)) * rstd
    return back if mask[0] else None, _summed(g * normal, rows) if mask[1] else None, _summed(g, rows) if mask[2] else None


def _summed(t, rows):
    return t.sum(rows) if rows else t


def _group_norm(input, weight, bias, n, c, hxw, group, eps):
    rows = input.reshape(n, group, -1)
    return F.group_norm(input, group, weight, bias, eps), rows.mean(2), torch.rsqrt(rows.var(2, unbiased=False) + eps)


def _group_norm_backward(g, input, mean, rstd, weight, n, c, hxw, group, mask):
    shape = [n, group, -1]
    normal = ((input.reshape(shape) - mean.unsqueeze(2)) * rstd.unsqueeze(2))
    back = (g if weight is None else g * _per_channel(weight, input)).reshape(shape)
    back = (back - back.mean(2, True) - normal * (back * normal).mean(2, True)) * rstd.unsqueeze(2)
    dims = [0, *range(2, input.dim())]
    return back.reshape(input.shape) if mask[0] else None, (g * normal.reshape(input.shape)).sum(dims) if mask[1] else None, g.sum(dims) if mask[2] else None


def _nll(self, target, weight, reduction, ignore):
    made = F.nll_loss(self, target, weight, reduction=_REDUCTIONS[reduction], ignore_index=ignore)
    if self.is_meta:
        return made, self.new_empty(())
    counted = target != ignore
    total = counted.sum().to(self.dtype) if weight is None else weight[target[counted]].sum()
    return made, total if reduction == 1 else self.new_zeros(())


def _nll_backward(g, self, target, weight, reduction, ignore, total):
    return by_tape(lambda x: F.nll_loss(x, target, weight, reduction=_REDUCTIONS[reduction], ignore_index=ignore), (self,), g, (True,))[0]


def _loss(function, *names):
    """A loss of F that takes its reduction as a number, and more by name."""
    return lambda self, target, reduction=1, *more: function(self, target, reduction=_REDUCTIONS[reduction], **dict(zip(names, more)))


def _loss_backward(function, *names):
    plain = _loss(function, *names)
    return lambda g, self, target, reduction, *more: by_tape(lambda x: plain(x, target, reduction, *more), (self,), g, (True,))[0]


def _backward(function):
    """The gradient of an activation that keeps what it was given."""
    return lambda g, self, *more, **named: by_tape(lambda x: function(x, *more, **named), (self,), g, (True,))[0]


def _embedding_backward(g, indices, count, padding_idx, by_freq):
    made = g.new_zeros(count, g.shape[-1])
    flat, rows = indices.reshape(-1), g.reshape(-1, g.shape[-1])
    if padding_idx >= 0:
        rows = rows.masked_fill((flat == padding_idx).unsqueeze(1), 0)
    if by_freq:
        rows = rows / torch.bincount(flat, minlength=count)[flat].unsqueeze(1)
    return made.index_add_(0, flat, rows)


def _select_backward(g, sizes, dim, index):
    made = g.new_zeros(sizes)
    made.select(dim, index).copy_(g)
    return made


def _slice_backward(g, sizes, dim, start, end, step):
    made = g.new_zeros(sizes)
    made[(slice(None),) * (dim % len(sizes)) + (slice(start, end, step),)].copy_(g)
    return made


def _softmax_backward(g, output, dim, dtype):
    return output * (g - (g * output).sum(dim, True))


def _index_put(self, indices, values, accumulate=False):
    return self.index_put(tuple(slice(None) if each is None else each for each in indices), values, accumulate) if None not in indices else _index_put_(self.clone(), indices, values, accumulate)


def _index_put_(self, indices, values, accumulate=False):
    at = tuple(slice(None) if each is None else each for each in indices)
    if None not in indices:
        return self.index_put_(at, values, accumulate)
    if accumulate:
        flat = torch.arange(self.numel(), device=self.device).reshape(self.shape)[at].reshape(-1)
        self.view(-1).index_add_(0, flat, values.expand(self[at].shape).reshape(-1))
    else:
        self[at] = values
    return self


def _to_copy(self, *, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, memory_format=None):
    made = self.to(device=self.device if device is None else device, dtype=self.dtype if dtype is None else dtype, copy=True)
    return made if memory_format in (None, torch.preserve_format) else made.contiguous(memory_format=memory_format)


def _attention(query, key, value, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    scores = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        scores = scores.masked_fill(torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1), float('-inf'))
    if attn_mask is not None:
        scores = scores + attn_mask
    return F.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale=scale), scores.logsumexp(-1)


def _attention_backward(g, query, key, value, out, logsumexp, dropout_p, is_causal, *, attn_mask=None, scale=None):
    return tuple(by_tape(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal, scale=scale), (query, key, value), g, (True,) * 3))


def _of_spread(function):
    def made(self, dim=None, *, correction=None, keepdim=False):
        correction = 1 if correction is None else correction
        if correction in (0, 1):
            return function(self, *(() if dim is None else (dim,)), unbiased=bool(correction), **({'keepdim': keepdim} if dim is not None else {}))
        return function(self, dim=dim, correction=correction, keepdim=keepdim)
    return made


KERNELS = {
    '_to_copy': _to_copy, '_unsafe_view': lambda self, size: self.view(size), '_reshape_alias': lambda self, size, stride: self.view(size), 'lift_fresh': lambda self: self, '_local_scalar_dense': lambda self: self.item(),
    'alias': lambda self: self.view(self.shape), 'clone': lambda self, memory_format=None: self.clone(memory_format=torch.preserve_format if memory_format is None else memory_format), 'bitwise_not': lambda self: ~self,
    **{name: _placed(getattr(torch, name)) for name in 'ones_like zeros_like empty_like rand_like randn_like full_like ones zeros rand randn empty full eye arange linspace scalar_tensor randperm'.split()},
    'randint': _placed(lambda *args, **named: torch.randint(*args, **named)), **{'new_' + name: _placed(getattr(torch.Tensor, 'new_' + name)) for name in 'zeros ones empty full'.split()},
    'convolution': _convolution, 'convolution_backward': _convolution_backward, 'native_batch_norm': _batch_norm, 'native_batch_norm_backward': _batch_norm_backward, 'native_layer_norm': _layer_norm,
    'native_layer_norm_backward': _layer_norm_backward, 'native_group_norm': _group_norm, 'native_group_norm_backward': _group_norm_backward, '_softmax': lambda self, dim, half: torch.softmax(self, dim),
    '_log_softmax': lambda self, dim, half: torch.log_softmax(self, dim), '_softmax_backward_data': _softmax_backward, '_log_softmax_backward_data': lambda g, output, dim, dtype: g - output.exp() * g.sum(dim, True),
    '_safe_softmax': lambda self, dim, dtype=None: torch.softmax(self, dim).masked_fill((self == float('-inf')).all(dim, True), 0.0),
    'nll_loss_forward': _nll, 'nll_loss_backward': _nll_backward, 'nll_loss2d_forward': _nll, 'nll_loss2d_backward': _nll_backward,
    'mse_loss': _loss(F.mse_loss), 'mse_loss_backward': _loss_backward(F.mse_loss), 'smooth_l1_loss': _loss(F.smooth_l1_loss, 'beta'), 'smooth_l1_loss_backward': _loss_backward(F.smooth_l1_loss, 'beta'),
    'huber_loss': _loss(F.huber_loss, 'delta'), 'huber_loss_backward': _loss_backward(F.huber_loss, 'delta'),
    'binary_cross_entropy': lambda self, target, weight=None, reduction=1: F.binary_cross_entropy(self, target, weight, reduction=_REDUCTIONS[reduction]),
    'binary_cross_entropy_backward': lambda g, self, target, weight=None, reduction=1: by_tape(lambda x: F.binary_cross_entropy(x, target, weight, reduction=_REDUCTIONS[reduction]), (self,), g, (True,))[0],
    'binary_cross_entropy_with_logits': lambda self, target, weight=None, pos=None, reduction=1: F.binary_cross_entropy_with_logits(self, target, weight, pos_weight=pos, reduction=_REDUCTIONS[reduction]),
    'embedding': lambda weight, indices, padding_idx=-1, by_freq=False, sparse=False: F.embedding(indices, weight, None if padding_idx < 0 else padding_idx), 'embedding_dense_backward': _embedding_backward,
    'max_pool2d_with_indices': lambda self, size, stride=(), padding=0, dilation=1, ceil=False: F.max_pool2d(self, size, stride or None, padding, dilation, ceil, True),
    'max_pool2d_with_indices_backward': lambda g, self, size, stride, padding, dilation, ceil, indices: by_tape(lambda x: F.max_pool2d(x, size, stride or None, padding, dilation, ceil), (self,), g, (True,))[0],
    'avg_pool2d': lambda self, size, stride=(), *more: F.avg_pool2d(self, size, stride or None, *more),
    'avg_pool2d_backward': lambda g, self, size, stride, *more: by_tape(lambda x: F.avg_pool2d(x, size, stride or None, *more), (self,), g, (True,))[0],
    '_adaptive_avg_pool2d': lambda self, size: F.adaptive_avg_pool2d(self, size), '_adaptive_avg_pool2d_backward': lambda g, self: by_tape(lambda x: F.adaptive_avg_pool2d(x, g.shape[-2:]), (self,), g, (True,))[0],
    'threshold_backward': lambda g, self, threshold: torch.where(self <= threshold, torch.zeros_like(g), g), 'tanh_backward': lambda g, output: g * (1 - output * output), 'sigmoid_backward': lambda g, output: g * (1 - output) * output,
    'silu_backward': _backward(F.silu), 'gelu_backward': _backward(F.gelu), 'leaky_relu_backward': lambda g, self, slope, result: torch.where(self > 0, g, g * slope),
    'elu': lambda self, alpha=1, scale=1, input_scale=1: F.elu(self, alpha), 'elu_backward': lambda g, alpha, scale, input_scale, result, self: by_tape(lambda x: F.elu(x, alpha), (self,), g, (True,))[0],
    'softplus_backward': _backward(F.softplus), 'hardswish_backward': _backward(F.hardswish), 'hardsigmoid_backward': _backward(F.hardsigmoid), 'glu': lambda self, dim=-1: F.glu(self, dim), 'glu_backward': _backward(F.glu),
    'hardtanh': lambda self, low=-1, high=1: F.hardtanh(self, low, high), 'hardtanh_backward': _backward(F.hardtanh), 'logsigmoid': F.logsigmoid, 'mish_backward': _backward(F.mish),
    'select_backward': _select_backward, 'slice_backward': _slice_backward, 'index_put': _index_put, 'index_put_': _index_put_, 'scatter': torch.scatter,
    'var': _of_spread(torch.var), 'std': _of_spread(torch.std), 'linalg_vector_norm': lambda self, ord=2, dim=None, keepdim=False, dtype=None: torch.linalg.vector_norm(self, ord, dim, keepdim),
    'any.dim': torch.any, 'all.dim': torch.all, 'prod.dim_int': torch.prod, 'uniform_': lambda self, low=0, high=1: self.uniform_(low, high), 'constant_pad_nd': lambda self, pad, value=0: F.pad(self, pad, 'constant', value),
    'pow.Scalar': lambda self, exponent: self ** exponent, 'squeeze_': torch.Tensor.squeeze_, 'sub.Scalar': torch.sub, 'rsub.Tensor': lambda self, other, alpha=1: other - self * alpha,
    '_scaled_dot_product_flash_attention_for_cpu': _attention, '_scaled_dot_product_flash_attention_for_cpu_backward': _attention_backward, 'repeat_interleave': torch.repeat_interleave,
    'lift_fresh_copy': torch.clone, 'div.Scalar': torch.div, 'add.Scalar': torch.add, 'mul.Scalar': torch.mul, 'remainder.Scalar_Tensor': lambda self, other: self % other, 'bernoulli_': lambda self, p=0.5: self.bernoulli_(p),
}
ALL = _merged()
