"""torch.nn.functional: what layers compute, as functions. Checks and PyTorch's words are here; the work is an op of core."""
from _torch import _c_name, _says, _two, fits
import math
import types as _types
import warnings

import _tensor
import _torch
from _torch import gelu_exact, gelu_tanh, linear, mish as _mish, relu as _relu, relu6 as _relu6, silu as _silu
from _torch import logsigmoid, plain_conv, prelu as _prelu, softsign as _softsign
from .._functions.elementwise import met_as
from .._functions.facts import type_name as _word
from .._modes import is_grad_enabled
from .._torch_args import cpu_lacks, drawn, need_tensor, same_places
from .._warned import warn as _warn
from ..amp.autocast_mode import in_float32
from ._attention import at_once as _attention_at_once, multi_head_attention_forward
from ._dropout import alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout
from ._embeddings import embedding, embedding_bag, one_hot
from ._fractional import fractional_max_pool2d, fractional_max_pool2d_with_indices, fractional_max_pool3d, fractional_max_pool3d_with_indices
from ._grids import affine_grid, conv_tbc, grid_sample, native_channel_shuffle, upsample_bilinear, upsample_nearest
from ._losses import (bilinear, binary_cross_entropy, binary_cross_entropy_with_logits, cosine_embedding_loss, cosine_similarity, cross_entropy, ctc_loss,
                     gaussian_nll_loss, hinge_embedding_loss, huber_loss, kl_div, l1_loss, margin_ranking_loss, mse_loss, multi_margin_loss,
                     multilabel_margin_loss, multilabel_soft_margin_loss, nll_loss, pairwise_distance, pdist, poisson_nll_loss, smooth_l1_loss, soft_margin_loss,
                     triplet_margin_loss, triplet_margin_with_distance_loss)
from ._windows import check_adaptive, check_conv, check_conv_parts, check_fold, check_interpolate, check_pool, check_unfold, conv_dtypes, count_sizes, no_mode, plain_pool, two_to_three
from .modules.utils import _pair, _single, _triple
from perch.only import only

Tensor = _tensor.Tensor
_op = _tensor.op
_named = _tensor.name_node
_TORCH = 1


def _sizes(t):
    return list(t.shape)


# ---- activations ----
_NUMBERS = int, float, bool, complex, Tensor


def _applied(call, input, inplace, *more):
    """call(input, …); in place, it is written into the input. The call then sees a copy: backward needs what was there before."""
    if not inplace:
        return call(input, *more)
    seen = input.clone() if input.requires_grad and is_grad_enabled() else input
    return input.copy_(call(seen, *more))


def relu(input, inplace=False):
    return input.relu_() if inplace else _relu(input)


def relu_(input):
    return input.relu_()


def relu6(input, inplace=False):
    return _applied(_relu6, input, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    if type(negative_slope) not in _NUMBERS:
        raise TypeError("leaky_relu%s(): argument 'negative_slope' (position 2) must be Number, not %s" % ('_' if inplace else '', type(negative_slope).__name__))
    made = _applied(_torch.leaky_relu, input, inplace, negative_slope)
    if inplace and negative_slope < 0 and made.requires_grad and is_grad_enabled():
        made.register_hook(_no_slope_back)
    return made


def _no_slope_back(grad):
    raise RuntimeError('In-place leakyReLu backward calculation is triggered with a negative slope which is not supported. This is caused by calling in-place forward function '
                       'with a negative slope, please call out-of-place version instead. File an issue at https://github.com/pytorch/pytorch if you do require supporting '
                       'in-place leakRelu backward calculation with negative slope')


def elu(input, alpha=1.0, inplace=False):
    if type(alpha) not in _NUMBERS:
        raise TypeError("elu%s(): argument 'alpha' (position 2) must be Number, not %s" % ('_' if inplace else '', type(alpha).__name__))
    return _applied(_torch.elu, input, inplace, alpha)


def celu(input, alpha=1.0, inplace=False):
    if alpha == 0:
        raise RuntimeError('ZeroDivisionError: alpha cannot be 0 for CELU')
    return _named(_applied(lambda x: _torch.where3(x > 0, x, alpha * _torch.expm1(x / alpha)), input, inplace), 'CeluBackward0')


def selu(input, inplace=False):
    return _applied(_torch.selu, input, inplace)


def silu(input, inplace=False):
    return _applied(_silu, input, inplace)


def mish(input, inplace=False):
    return _applied(_mish, input, inplace)


def gelu(input, approximate='none'):
    if approximate not in ('none', 'tanh'):
        raise RuntimeError('approximate argument must be either none or tanh.')
    need_tensor('gelu', input)
    return gelu_tanh(input) if approximate == 'tanh' else gelu_exact(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    return _applied(_torch.hardtanh, input, inplace, min_val, max_val)


def hardsigmoid(input, inplace=False):
    return _applied(_torch.hardsigmoid, input, inplace)


def hardswish(input, inplace=False):
    return _applied(_torch.hardswish, input, inplace)


def threshold(input, threshold, value, inplace=False):
    for position, (word, given) in enumerate((('threshold', threshold), ('value', value)), 2):
        if type(given) not in _NUMBERS:
            raise TypeError("threshold%s(): argument '%s' (position %d) must be Number, not %s" % ('_' if inplace else '', word, position, type(given).__name__))
    return _applied(_torch.threshold, input, inplace, threshold, value)


def prelu(input, weight):
    channels = input.size(1) if input.dim() >= 2 else 1
    if weight.numel() != 1 and weight.numel() != channels:
        raise drawn(RuntimeError('Mismatch of parameter numbers and input channel size. Found parameter numbers = %d and channel size = %d.' % (weight.numel(), channels)),
                    'P0202', input, weight)
    return _prelu(input, weight)


def softplus(input, beta=1, threshold=20):
    return _torch.softplus(input, beta, threshold)


def _warn_of_place(name):
    """torch has it: PyTorch 2 says no more of that."""
    if not _two('FUNCTIONS_QUIET'):
        import warnings
        warnings.warn('nn.functional.%s is deprecated. Use torch.%s instead.' % (name, name))


def sigmoid(input):
    _warn_of_place('sigmoid')
    return _torch.sigmoid(input)


def tanh(input):
    _warn_of_place('tanh')
    return _torch.tanh(input)


def tanhshrink(input):
    return input - _torch.tanh(input)


def hardshrink(input, lambd=0.5):
    cpu_lacks('hardshrink_cpu', 'BIHC', input)
    return _named(_torch.where3(input.abs() > lambd, input, _torch.zeros_like(input)), 'HardshrinkBackward0')


def softshrink(input, lambd=0.5):
    cpu_lacks('softshrink_cpu', 'BIH', input)
    if lambd < 0:
        raise RuntimeError(_says("SHRINK_LAMBDA", lambd))
    return _named(_torch.where3(input > lambd, input - lambd, _torch.where3(input < -lambd, input + lambd, input * 0 if _two('ZERO_SIGNED') else _torch.zeros_like(input))), 'SoftshrinkBackward0')


def glu(input, dim=-1):
    if not isinstance(dim, int):
        raise TypeError("glu(): argument 'dim' (position 2) must be int, not %s" % type(dim).__name__)
    if input.dim() == 0:
        raise RuntimeError('glu does not support scalars because halving size must be even')
    if input.size(dim) % 2:
        raise RuntimeError('Halving dimension must be even, but dimension %d is size %d' % (dim % input.dim(), input.size(dim)))
    cpu_lacks('glu_cpu', 'BIH', input)
    a, b = input.chunk(2, dim)
    return _named(a * _torch.sigmoid(b), 'GluBackward0')


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    if lower > upper:
        raise RuntimeError('Lower bound should be less than or equal to the upper bound')
    if not training:
        return _named(leaky_relu(input, (lower + upper) / 2, inplace), 'RreluWithNoiseBackward0')
    below = input.detach() <= 0
    if input.is_cuda:
        slope = _torch.empty_like(input).uniform_(lower, upper)
    else: # (PyTorch draws in double precision there, and only where a slope is used)
        slope = _torch.ones_like(input)
        slope[below] = _torch.empty(int(below.sum().item())).double().uniform_(lower, upper).to(input.dtype)
    return _named(_applied(lambda x: _torch.where3(below, x * slope, x), input, inplace), 'RreluWithNoiseBackward0')


def _softmax_dim(name, ndim, stacklevel):
    warnings.warn('Implicit dimension choice for %s has been deprecated. Change the call to include dim=X as an argument.' % name, stacklevel=stacklevel)
    return 0 if ndim in (0, 1, 3) else 1


def _with(input, method):
    """The input, which is asked for a method where it is no tensor."""
    if not isinstance(input, Tensor):
        getattr(input, method)
    return input


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim('softmax', input.dim(), _stacklevel)
    if type(dim) is not int:
        fits('Tensor.softmax', input, dim)
    input, dtype = met_as(_with(input, 'softmax'), dtype)
    return _torch.softmax2(input, dim, dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim('softmin', input.dim(), _stacklevel)
    input, dtype = met_as(-input, dtype)
    return _torch.softmax2(input, dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim('log_softmax', input.dim(), _stacklevel)
    input, dtype = met_as(_with(input, 'log_softmax'), dtype)
    return _torch.log_softmax2(input, dim, dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    if eps != 1e-10:
        warnings.warn('`eps` parameter is deprecated and has no effect.', stacklevel=2)
    cpu_lacks('exponential_cpu', 'BI', logits)
    soft = softmax((logits - _torch.empty_like(logits).exponential_().log()) / tau, dim)
    if not hard:
        return soft
    at = soft.max(dim, keepdim=True)[1]
    return _torch.zeros_like(logits).scatter_(dim, at, 1.0) - soft.detach() + soft


for _name in ('leaky_relu', 'elu', 'celu', 'selu', 'hardtanh', 'threshold', 'rrelu'):
    def _in_place(input, *args, _function=globals()[_name], **kwargs):
        return _function(input, *args, **kwargs, inplace=True)
    _in_place.__name__ = _in_place.__qualname__ = _name + '_'
    globals()[_name + '_'] = _in_place


# ---- convolutions ----
def _conv(name, dims, input, weight, bias, stride, padding, dilation, groups, transposed=False, output_padding=0):
    if not isinstance(input, Tensor):
        if not transposed:
            fits(name, input, weight, *(() if bias is None else (bias, stride, padding, dilation, groups)))
        need_tensor(name, input)
    ndim = input.ndim
    if not transposed and ndim == dims + 2:
        made = plain_conv(input, weight, bias, stride, padding, dilation, groups)
        if made is not None:
            return made
    many = (_single, _pair, _triple)[dims - 1]
    if ndim not in (dims + 1, dims + 2):
        raise drawn(RuntimeError('Expected %dD (unbatched) or %dD (batched) input to %s, but got input of size: %s' % (dims + 1, dims + 2, name, _sizes(input))), 'P0208', input)
    kernel, before = weight.shape[2:], None
    wide = check_conv(dims, input, weight, bias, groups, transposed, stride=stride, padding=padding, dilation=dilation, output_padding=output_padding)
    stride, dilation, output_padding = (v if len(v) == dims else v * dims for v in (many(stride), many(dilation), many(output_padding)))
    if isinstance(padding, str):
        if padding == 'same':
            if any(s != 1 for s in stride):
                raise RuntimeError("padding='same' is not supported for strided convolutions")
            total = [d * (k - 1) for d, k in zip(dilation, kernel)]
            padding = [t // 2 for t in total]
            if any(t % 2 for t in total):       # one more at the end
                _warn('SAME_EVEN')
                before = [x for t in reversed(total) for x in (0, t % 2)]
        elif padding == 'valid':
            padding = (0,) * dims
        else:
            raise RuntimeError('Invalid padding string: \'%s\'' % padding)
    else:
        padding = many(padding) if len(many(padding)) == dims else many(padding) * dims
    channels = weight.shape[0] if transposed else weight.shape[1] * groups
    if weight.ndim == dims + 2 and input.shape[-dims - 1] != channels:
        raise drawn(RuntimeError('Given %s, weight of size %s, expected input%s to have %d channels, but got %d channels instead'
                                 % ('transposed=1' if transposed else 'groups=%d' % groups, _sizes(weight), _sizes(input if ndim == dims + 2 else input.unsqueeze(0)), channels,
                                    input.shape[-dims - 1])), 'P0202', input, weight,
                    remarks=['axis %d of the input holds its channels: %d, and the layer was made for %d' % (ndim - dims - 1, input.shape[-dims - 1], channels)])
    check_conv_parts(wide, dims, weight, kernel, dilation, transposed)
    if not transposed:
        room = [n + 2 * p for n, p in zip(input.shape[-dims:], padding)]
        need = [d * (k - 1) + 1 for d, k in zip(dilation, kernel)]
        if any(r < n for r, n in zip(room, need)) and before is None:
            raise drawn(RuntimeError(_says("CONV_KERNEL_LARGE", ' x '.join(map(str, room)), ' x '.join(map(str, need)))), 'P0211', input, weight)
    if input.dtype is not weight.dtype and input.is_cuda == weight.is_cuda and not _tensor.rule('cast'):
        conv_dtypes(input, weight)
    if before is not None:
        input = pad(input, before)
    single = ndim == dims + 1
    batch = input.unsqueeze(0) if single else input
    how = {'kernel': kernel, 'stride': stride, 'pad': padding, 'dilate': dilation, 'groups': groups, 'output_pad': many(output_padding), 'transposed': transposed}
    made = _conv_of_complex(batch, weight, bias, how) if input.is_complex() and weight.is_complex() else _op('conv', _TORCH, (batch, weight, bias), **how)
    return made.squeeze(0) if single else made


def _conv_of_complex(x, w, b, how):
    """By three of real numbers, as PyTorch's: what the third has too much are the other two."""
    def plain(x, w):
        return _op('conv', _TORCH, (x, w, None), **how)
    real, imaginary, both = plain(x.real, w.real), plain(x.imag, w.imag), plain(x.real + x.imag, w.real + w.imag)
    made = _op('make_complex', _TORCH, (real - imaginary, both - real - imaginary))
    return made if b is None else made + b.reshape(-1, *[1] * (x.ndim - 2))


def softsign(input):
    return input / (1 + input.abs()) if input.is_complex() else _softsign(input)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv('conv1d', 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv('conv2d', 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _conv('conv3d', 3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv('conv_transpose1d', 1, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv('conv_transpose2d', 2, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    return _conv('conv_transpose3d', 3, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Every window of (N, C, H, W) as a column: (N, C * kh * kw, windows)."""
    kernel, dilation, stride = _pair(kernel_size), _pair(dilation), _pair(stride)
    check_unfold(input, kernel, dilation, _pair(padding), stride)
    if input.ndim == 3:
        return unfold(input.unsqueeze(0), kernel, dilation, padding, stride).squeeze(0)
    ph, pw = _pair(padding)
    x = pad(input, (pw, pw, ph, ph)) if ph or pw else input
    n, c, h, w = x.shape
    oh = (h - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    ow = (w - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    if oh < 1 or ow < 1:
        raise RuntimeError('Given input with spatial size (%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), calculated shape of the array of sliding blocks as '
                           '(%d, %d), but its components must be at least one.' % (*input.shape[2:], *kernel, *dilation, ph, pw, oh, ow))
    cpu_lacks('im2col_out_cpu', 'BI', input)
    parts = [x[:, :, i * dilation[0]:i * dilation[0] + oh * stride[0]:stride[0], j * dilation[1]:j * dilation[1] + ow * stride[1]:stride[1]][:, :, :oh, :ow]
             for i in range(kernel[0]) for j in range(kernel[1])]
    return _named(_torch.stack(parts, 2).reshape(n, c * kernel[0] * kernel[1], oh * ow), 'Im2ColBackward0')


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """unfold's columns added up where they came from: (N, C * kh * kw, windows) to (N, C, H, W)."""
    check_fold(input, *(_pair(v) for v in (output_size, kernel_size, dilation, padding, stride)))
    (h, w), kernel, dilation, stride, (ph, pw) = (_pair(v) for v in (output_size, kernel_size, dilation, stride, padding))
    x = input if input.ndim == 3 else input.unsqueeze(0)
    n, wide, many = x.shape
    area = kernel[0] * kernel[1]
    if wide % area:
        raise RuntimeError("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=%d and kernel_size=(%d, %d)."
                           % (wide, *kernel))
    oh, ow = ((size + 2 * p - d * (k - 1) - 1) // s + 1 for size, p, d, k, s in zip((h, w), (ph, pw), dilation, kernel, stride))
    if oh * ow != many:
        raise RuntimeError('Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), expected size of input\'s dimension 2 to '
                           'match the calculated number of sliding blocks %d * %d = %d, but got input.size(2)=%d.'
                           % (h, w, *kernel, *dilation, ph, pw, *stride, oh, ow, oh * ow, many))
    if oh < 1 or ow < 1:
        raise RuntimeError('Given output_size=(%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), stride=(%d, %d), calculated shape of the array of sliding blocks as '
                           '(%d, %d), which is too small (non-positive)' % (h, w, *kernel, *dilation, ph, pw, *stride, oh, ow))
    cpu_lacks('col2im_out_cpu', 'BI', input)
    c = wide // area
    columns = x.reshape(n, c, area, oh, ow)
    made = _torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=x.dtype, device=x.device)
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            rows = _torch.arange(oh, device=x.device) * stride[0] + i * dilation[0]
            at = _torch.arange(ow, device=x.device) * stride[1] + j * dilation[1]
            lines = _torch.zeros(n, c, oh, w + 2 * pw, dtype=x.dtype, device=x.device).index_add(3, at, columns[:, :, i * kernel[1] + j])
            made = made.index_add(2, rows, lines)
    made = made[:, :, ph:ph + h, pw:pw + w]
    return _named(made if input.ndim == 3 else made.squeeze(0), 'Col2ImBackward0')


# ---- pooling ----
def _pool_input(name, dims, input):
    if input.ndim not in (dims + 1, dims + 2):
        if name.startswith('max_pool'):
            raise drawn(RuntimeError(_says("POOL_NDIM", dims + 1, dims + 2) if dims > 1 else
                                     'max_pool1d() Expected 2D or 3D input tensor, but got %s' % _sizes(input)), 'P0208', input)
        if dims == 2 and input.ndim < 3:       # PyTorch looks for the channels first
            raise drawn(IndexError('Dimension out of range (expected to be in range of [%d, %d], but got -3)' % (-max(input.ndim, 1), max(input.ndim, 1) - 1)), 'P0204', input)
        raise drawn(RuntimeError('Expected %dD or %dD (batch mode) tensor, but got input with sizes: %s' % (dims + 1, dims + 2, _sizes(input))), 'P0208', input)
    return input.unsqueeze(0) if input.ndim == dims + 1 else input


def _each_way(dims):
    """A window's sizes in all directions: one number, a list of one stands for all."""
    many = (_single, _pair, _triple)[dims - 1]
    return lambda sizes: many(sizes) if len(many(sizes)) > 1 else many(sizes) * dims


_ZEROS, _ONES = (0, 0), (1, 1)


def _max_pool(dims, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    if dims == 2 and type(dilation) is int and dilation == 1 and (plain := plain_pool(input, kernel_size, stride, padding, ceil_mode)):
        made, where = _op('max_pool', _TORCH, (input,), kernel=plain[0], stride=plain[1], pad=_ZEROS, dilate=_ONES, ceil=ceil_mode)
        return (made, where) if return_indices else made
    many = _each_way(dims)
    fits('max_pool%dd' % dims, input, kernel_size, () if stride is None else stride, padding, dilation, ceil_mode)
    count_sizes('max_pool%dd' % dims, dims, kernel_size=kernel_size, stride=stride, padding=padding, dilation=dilation)
    x = _pool_input('max_pool%dd' % dims, dims, need_tensor('max_pool%dd' % dims, input))
    kernel = many(kernel_size)
    stride = kernel if stride is None or stride == [] or stride == () else many(stride)
    padding, dilation = many(padding), many(dilation)
    check_pool(dims, input, x, kernel, stride, padding, dilation, ceil_mode)
    made, where = _op('max_pool', _TORCH, (x,), kernel=kernel, stride=stride, pad=padding, dilate=dilation, ceil=ceil_mode)
    if x is not input:
        made, where = made.squeeze(0), where.squeeze(0)
    return (made, where) if return_indices else made


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return _max_pool(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _max_unpool(dims, input, indices, kernel_size, stride, padding, output_size):
    many = (_single, _pair, _triple)[dims - 1]
    kernel, padding = many(kernel_size), many(padding)
    stride = kernel if stride is None or stride == [] else many(stride)
    if output_size is None:
        output_size = [(n - 1) * s - 2 * p + k for n, s, p, k in zip(input.shape[-dims:], stride, padding, kernel)]
    sizes = list(output_size)[-dims:]
    lead = list(input.shape[:-dims])
    flat = _torch.zeros(lead + [math.prod(sizes)], dtype=input.dtype, device=input.device)
    return flat.scatter(-1, indices.reshape(lead + [-1]), input.reshape(lead + [-1])).reshape(lead + sizes)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _max_unpool(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _named(_max_unpool(2, input, indices, kernel_size, stride, padding, output_size), 'MaxUnpool2DBackward0')


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _named(_max_unpool(3, input, indices, kernel_size, stride, padding, output_size), 'MaxUnpool3DBackward0')


def _avg_pool(dims, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    if dims == 2 and divisor_override is None and type(count_include_pad) is bool and (plain := plain_pool(input, kernel_size, stride, padding, ceil_mode)):
        return _op('avg_pool', _TORCH, (input,), kernel=plain[0], stride=plain[1], pad=_ZEROS, dilate=_ONES, ceil=ceil_mode, count_pad=count_include_pad, divisor=0)
    many = _each_way(dims)
    fits('avg_pool%dd' % dims, need_tensor('avg_pool%dd' % dims, input), kernel_size, stride, padding, ceil_mode, count_include_pad, *(() if dims == 1 else (divisor_override,)))
    if dims == 1:
        two_to_three('avg_pool1d', input)
    count_sizes('avg_pool%dd' % dims, dims, kernel_size=kernel_size, stride=stride, padding=padding)
    x = _pool_input('avg_pool%dd' % dims, dims, input)
    kernel = many(kernel_size)
    stride = kernel if stride is None or stride == [] or stride == () else many(stride)
    padding = many(padding)
    if divisor_override is not None and divisor_override == 0:
        raise RuntimeError('divisor must be not zero')
    check_pool(dims, input, x, kernel, stride, padding, (1,) * dims, ceil_mode)
    made = _op('avg_pool', _TORCH, (x,), kernel=kernel, stride=stride, pad=padding, dilate=(1,) * dims, ceil=ceil_mode, count_pad=count_include_pad,
               divisor=divisor_override or 0)
    return made if x is input else made.squeeze(0)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _avg_pool(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _avg_pool(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _avg_pool(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _lp_pool(dims, input, norm_type, kernel_size, stride, ceil_mode):
    many = (_single, _pair, _triple)[dims - 1]
    kernel = many(kernel_size)
    if dims == 2:
        wide, high = kernel
    count_sizes('avg_pool%dd' % dims, dims, kernel_size=kernel)
    fits('avg_pool%dd' % dims, input, kernel)
    window = math.prod(kernel)
    mean = _avg_pool(dims, input.pow(norm_type), kernel, stride, 0, ceil_mode, True, None)
    return (_torch.sign(mean) * _relu(mean.abs())).mul(window).pow(1.0 / norm_type)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


def _adaptive_sizes(wanted, shape):
    """Sizes, where None is the input's."""
    if isinstance(wanted, int):
        return wanted
    count = len(wanted)
    if len(shape) <= count:
        raise ValueError('Input dimension should be at least {}'.format(count + 1))
    sizes = list(wanted)
    for i in range(count):
        if sizes[i] is None:
            sizes[i] = shape[i - count]
    return sizes


def _adaptive(name, dims, input, output_size):
    if dims > 1:
        output_size = _adaptive_sizes(output_size, input.shape)
    if dims > 1 or name == 'max':
        fits('adaptive_%s_pool%dd' % (name, dims), input, output_size)
    if dims > 1:
        if not isinstance(output_size, int) and len(output_size) != dims:
            raise RuntimeError('adaptive_%s_pool%dd%s: %s' % (name, dims, '' if name == 'avg' else '()', 'output_size must be %d' % dims if name == 'avg' else 'internal error: output_size.size() must be %d' % dims))
    if dims == 1 and name == 'avg' or output_size is not None:
        check_adaptive('adaptive_%s_pool%dd' % (name, dims), dims, name == 'avg', input, output_size)
    if name == 'avg':
        if dims < 3 and not isinstance(output_size, int) and set(output_size) == {1} or dims < 3 and output_size == 1: # (a mean)
            if not input.is_floating_point() and not input.is_complex():
                _torch.mean(input)
        else:
            cpu_lacks('adaptive_avg_pool%dd' % max(dims, 2) + ('_cpu' if dims > 2 else ''), 'BIHC' if dims == 2 else 'BI', input)
    x = input.unsqueeze(0) if input.ndim == dims + 1 else input
    if x.ndim != dims + 2:
        raise drawn(RuntimeError('adaptive_%s_pool%dd(): Expected %dD or %dD tensor, but got %s' % (name, dims, dims + 1, dims + 2, _sizes(input))), 'P0208', input)
    sizes = (output_size,) * dims if isinstance(output_size, int) or output_size is None else tuple(output_size)
    return x, [n if wanted is None else wanted for n, wanted in zip(x.shape[-dims:], sizes)]


def _adaptive_avg(dims, input, output_size):
    x, sizes = _adaptive('avg', dims, input, output_size)
    made = _op('adaptive_avg_pool', _TORCH, (x,), output=sizes)
    return made if x is input else made.squeeze(0)


def adaptive_avg_pool1d(input, output_size):
    return _adaptive_avg(1, input, output_size)


def adaptive_avg_pool2d(input, output_size):
    return _adaptive_avg(2, input, output_size)


def adaptive_avg_pool3d(input, output_size):
    return _adaptive_avg(3, input, output_size)


def _adaptive_max(dims, input, output_size, return_indices):
    x, sizes = _adaptive('max', dims, input, output_size)
    made, where = _op('adaptive_max_pool', _TORCH, (x,), output=sizes)
    if x is not input:
        made, where = made.squeeze(0), where.squeeze(0)
    return (made, where) if return_indices else made


def adaptive_max_pool1d(input, output_size, return_indices=False):
    return _adaptive_max(1, input, output_size, return_indices)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    return _adaptive_max(2, input, output_size, return_indices)


def adaptive_max_pool3d(input, output_size, return_indices=False):
    return _adaptive_max(3, input, output_size, return_indices)


# ---- norms ----
def _check_channels(input, **parts):
    channels = input.shape[1] if input.ndim > 1 else 1
    for name, t in parts.items():
        if t is not None and t.numel() != channels:
            raise drawn(RuntimeError(_says("NORM_LENGTH", name, channels, t.numel())), 'P0202', input, t)


def _check_norm_dtypes(input, *parts):
    """Beside the input's dtype PyTorch's CPU takes parts of float32 with bfloat16; the first that is there says which of the two it is."""
    parts = [t for t in parts if t is not None]
    if not parts or all(t.dtype is input.dtype for t in parts):
        return
    if parts[0].dtype is input.dtype:
        odd = next(t for t in parts if t.dtype is not input.dtype)
        raise drawn(RuntimeError(_says("EXPECTED_TYPE", _word(input), _word(odd))), 'P0301', input, odd)
    for t in parts:
        if _word(t) != 'Float':
            raise drawn(RuntimeError('mixed dtype (CPU): expect parameter to have scalar type of Float'), 'P0301', input, t)
    if _word(input) != 'BFloat16':
        raise drawn(RuntimeError('mixed dtype (CPU): expect input to have scalar type of BFloat16'), 'P0301', input, parts[0])


def _same_dtypes(input, *parts):
    for t in parts:
        if t is not None and t.dtype is not input.dtype and input.is_cpu:
            raise drawn(RuntimeError(_says("EXPECTED_TYPE", _word(input), _word(t))), 'P0301', input, t)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    if training:
        values = input.numel() // (input.shape[1] if input.ndim > 1 and input.shape[1] else 1)
        if values == 1:
            raise drawn(ValueError(_says("ONE_VALUE_PER_CHANNEL", input.size())), 'P0213', input)
    if input.ndim > 1 and not input.numel() and input.is_cpu: # (PyTorch takes an empty batch by its first channel's scale: without channels an IndexError)
        fits('batch_norm', input, weight, bias, running_mean, running_var, training, momentum, eps, True)
        made = input.clone() if weight is None else input * weight.select(0, 0)
        return made if bias is None else made + bias.select(0, 0)
    _check_channels(input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    fits('batch_norm', input, weight, bias, running_mean, running_var, training, momentum, eps, True)
    momentum = float(momentum)
    if abs(momentum) > 3.5e38 and _word(input) != 'Double': # (it is of the elements' kind)
        momentum = math.copysign(math.inf, momentum)
    if input.is_cpu:
        cpu_lacks('batch_norm', 'BIHC', input)
        _check_norm_dtypes(input, weight, bias, running_mean, running_var)
    if weight is not None and not weight.numel():
        weight.select(0, 0) # (PyTorch takes an empty batch by its first channel's scale: without channels an IndexError)
    return _op('batch_norm', _TORCH, (input, weight, bias, running_mean, running_var), axis=1, eps=eps, momentum=momentum, training=training, unbiased=True)[0]


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05):
    if use_input_stats:
        values = 1
        for n in input.shape[2:]:
            values *= n
        if values == 1:
            raise ValueError('Expected more than 1 spatial element when training, got input size %s' % (input.size(),))
    same_places('wrapper__cudnn_batch_norm' if input.is_cuda else 'wrapper__native_batch_norm', input=input, weight=weight, bias=bias)
    if input.is_cpu:
        cpu_lacks('batch_norm', 'BIHC', input)
        _check_norm_dtypes(input, weight, bias, running_mean, running_var)
    if not use_input_stats:
        return _named(batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps), 'ViewBackward0')
    if running_mean is not None or running_var is not None:
        with _torch_no_grad():
            axes = tuple(range(2, input.ndim))
            if running_mean is not None:
                running_mean.mul_(1 - momentum).add_(input.mean(axes).mean(0), alpha=momentum)
            if running_var is not None:
                running_var.mul_(1 - momentum).add_(input.var(axes).mean(0), alpha=momentum)
    return _named(_op('group_norm', _TORCH, (input.contiguous(), weight, bias), axis=1, eps=eps, groups=input.shape[1])[0], 'ViewBackward0')


def _torch_no_grad():
    from torch import no_grad
    return no_grad()


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    fits('layer_norm', input, normalized_shape, weight, bias, eps)
    shape = list(normalized_shape)
    if not shape:
        raise RuntimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []')
    if _sizes(input)[-len(shape):] != shape or input.ndim < len(shape):
        raise drawn(RuntimeError('Given normalized_shape=%s, expected input with shape [*, %s], but got input of size%s'
                                 % (shape, ', '.join(map(str, shape)), _sizes(input))), 'P0202', input, weight)
    if input.is_floating_point() and _word(input) != 'Half':
        _same_dtypes(input, weight, bias)
    return _op('layer_norm', _TORCH, (input, weight, bias), axis=input.ndim - len(shape), axes=tuple(range(input.ndim - len(shape), input.ndim)), eps=eps)[0]


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    spread = [input.size(0) * input.size(1) // num_groups, num_groups, *input.shape[2:]]
    if spread[0] * math.prod(spread[2:]) == 1:
        raise drawn(ValueError(_says("ONE_VALUE_PER_CHANNEL", spread)), 'P0213', input)
    fits('group_norm', input, num_groups, weight, bias, eps)
    if num_groups <= 0:
        raise RuntimeError('Expected num groups to be greater than 0, got %d' % num_groups)
    if input.shape[1] % num_groups:
        raise drawn(RuntimeError('Expected number of channels in input to be divisible by num_groups, but got input of shape %s and num_groups=%d'
                                 % (_sizes(input), num_groups)), 'P0212', input)
    if input.is_floating_point() and _word(input) != 'Half':
        _same_dtypes(input, weight, bias)
    return _op('group_norm', _TORCH, (input, weight, bias), axis=1, eps=eps, groups=num_groups)[0]


def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    if input.dim() < 3:
        raise ValueError('Expected 3D or higher dimensionality                          input (got %d dimensions)' % input.dim())
    squares = input.square().unsqueeze(1)
    if input.dim() == 3:
        mean = avg_pool2d(pad(squares, (0, 0, size // 2, (size - 1) // 2)), (size, 1), stride=1).squeeze(1)
    else:
        n, c = input.shape[:2]
        flat = squares.reshape(n, 1, c, input.shape[2], -1)
        mean = avg_pool3d(pad(flat, (0, 0, 0, 0, size // 2, (size - 1) // 2)), (size, 1, 1), stride=1).squeeze(1).reshape(input.shape)
    return input / (mean * alpha + k) ** beta


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    only('torch.nn.functional.normalize', out=(out, None))
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


# ---- shapes ----
_PADDING = {'constant': 'constant', 'reflect': 'reflect', 'replicate': 'edge', 'circular': 'wrap'}


def pad(input, pad, mode='constant', value=None):
    """Margins for the last axes, the last first: (left, right, top, bottom, …)."""
    if not isinstance(pad, (tuple, list)):
        raise TypeError("pad(): argument 'pad' (position 2) must be tuple of ints, not %s" % type(pad).__name__)
    for i, p in enumerate(pad):
        if isinstance(p, float):
            raise TypeError("pad(): argument 'pad' (position 2) must be tuple of ints, not tuple" if not i else "pad(): argument 'pad' must be tuple of ints, but found element of type float at pos %d" % (i + 1))
    if mode not in _PADDING:
        raise NotImplementedError('Unrecognised padding mode %s' % mode)
    pad = list(pad)
    if len(pad) % 2:
        raise RuntimeError('Padding length must be divisible by 2')
    axes = len(pad) // 2
    if axes > input.ndim:
        raise RuntimeError('Padding length too large')
    if mode != 'constant' and (not axes or axes not in (input.ndim - 2, input.ndim - 1)):
        raise NotImplementedError('Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now')
    if mode in ('reflect', 'replicate'):
        input, = in_float32(input, gpu=False)
        cpu_lacks('reflection_pad%dd' % axes if mode == 'reflect' else 'replication_pad%dd_cpu' % axes, 'BIHF', input)
    if mode == 'circular':
        if axes != input.ndim - 2:
            raise RuntimeError('Invalid padding size, expected %d but got %d' % (2 * (input.ndim - 2), len(pad)))
        if any(pad[2 * i] > input.shape[-1 - i] or pad[2 * i + 1] > input.shape[-1 - i] for i in range(axes)):
            raise RuntimeError('Padding value causes wrapping around more than once.')
    if any(p < 0 for p in pad):
        for i in range(axes):
            at = input.ndim - 1 - i
            cut_low, cut_high = max(-pad[2 * i], 0), max(-pad[2 * i + 1], 0)
            input = input.narrow(at, cut_low, input.shape[at] - cut_low - cut_high)
        pad = [max(p, 0) for p in pad]
    if mode == 'reflect':
        if axes < 3 and 0 in input.shape[input.ndim - axes - 1:]:
            raise RuntimeError('%dD or %dD (batch mode) tensor expected for input, but got: [ %s{%s} ]' % (axes + 1, axes + 2, input.type(), ','.join(map(str, input.shape))))
        for i in range(axes):
            size = input.shape[-1 - i]
            if pad[2 * i] >= size or pad[2 * i + 1] >= size:
                raise RuntimeError(_says("REFLECT_WIDE", 4 + 2 * i, pad[2 * i], pad[2 * i + 1], input.ndim - 1 - i, input.ndim if axes == 2 else list(input.shape), list(input.shape)))
    widths = [0, 0] * (input.ndim - axes)
    for i in reversed(range(axes)):
        widths += [pad[2 * i], pad[2 * i + 1]]
    if isinstance(value, (str, list, tuple)):
        raise TypeError("pad(): argument 'value' must be float, not %s" % type(value).__name__)
    return _op('pad', _TORCH, (input,), widths=widths, mode=_PADDING[mode], value=0 if value is None else float(value))


def interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None, antialias=False):
    dims = input.ndim - 2
    if size is None and scale_factor is None:
        raise ValueError('either size or scale_factor should be defined')
    if size is not None and scale_factor is not None:
        raise ValueError('only one of size or scale_factor should be defined')
    if mode in ('nearest', 'area', 'nearest-exact') and align_corners is not None:
        raise ValueError('align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear')
    if mode in ('nearest', 'area', 'nearest-exact', 'linear', 'bilinear', 'trilinear', 'bicubic'):
        check_interpolate(input, size, scale_factor, mode, recompute_scale_factor)
    scales = None
    if size is None:
        scales = list(scale_factor) if isinstance(scale_factor, (tuple, list)) else [scale_factor] * dims
        size = [int(math.floor(n * s)) for n, s in zip(input.shape[2:], scales)]
        if recompute_scale_factor:
            scales = None
    else:
        size = list(size) if isinstance(size, (tuple, list)) else [size] * dims
    if mode == 'area':
        return _adaptive_avg(dims, input, size)
    kind = {'nearest': 'nearest', 'nearest-exact': 'nearest-exact', 'linear': 'linear', 'bilinear': 'linear', 'trilinear': 'linear', 'bicubic': 'cubic'}.get(mode)
    if kind is None:
        no_mode(input, mode)
    if antialias:
        from ._antialias import resized
        return resized(input, size, mode, align_corners, scales)
    more = {} if scales is None else {'scale%d' % i: s for i, s in enumerate(scales)}
    return _op('interpolate', _TORCH, (input,), size=size, mode=kind, align=bool(align_corners), **more)


def upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None):
    warnings.warn('nn.functional.upsample is deprecated. Use nn.functional.interpolate instead.')
    return interpolate(input, size, scale_factor, mode, align_corners)


def pixel_shuffle(input, upscale_factor):
    r = upscale_factor
    if r <= 0:
        raise RuntimeError('pixel_shuffle expects a positive upscale_factor, but got %d' % r)
    if input.ndim < 3:
        raise RuntimeError('pixel_shuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)' % input.ndim)
    lead, (c, h, w) = list(input.shape[:-3]), input.shape[-3:]
    if c % (r * r):
        raise RuntimeError("pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%d is not "
                           'divisible by %d' % (c, r * r))
    x = input.reshape(lead + [c // (r * r), r, r, h, w])
    n = len(lead)
    return _named(x.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2).reshape(lead + [c // (r * r), h * r, w * r]), 'PixelShuffleBackward0')


def pixel_unshuffle(input, downscale_factor):
    r = downscale_factor
    if r <= 0:
        raise RuntimeError('pixel_unshuffle expects a positive downscale_factor, but got %d' % r)
    if input.ndim < 3:
        raise RuntimeError('pixel_unshuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)' % input.ndim)
    lead, (c, h, w) = list(input.shape[:-3]), input.shape[-3:]
    for word, at, size in (('height', -2, h), ('width', -1, w)):
        if size % r:
            raise RuntimeError('pixel_unshuffle expects %s to be divisible by downscale_factor, but input.size(%d)=%d is not divisible by %d' % (word, at, size, r))
    x = input.reshape(lead + [c, h // r, r, w // r, r])
    n = len(lead)
    return _named(x.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3).reshape(lead + [c * r * r, h // r, w // r]), 'PixelUnshuffleBackward0')


def channel_shuffle(input, groups):
    n, c = input.shape[:2]
    if groups <= 0:
        raise RuntimeError('Number of groups to divide channels in must be positive. Value of groups:%d' % groups)
    if c % groups:
        raise RuntimeError('Number of channels must be divisible by groups. Got %d channels and %d groups.' % (c, groups))
    return input.reshape([n, groups, c // groups, *input.shape[2:]]).transpose(1, 2).reshape(input.shape)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """PyTorch 2's: over the last dimensions, by the root of the mean of squares."""
    shape = list(normalized_shape)
    if not shape:
        raise RuntimeError('Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []')
    if input.ndim < len(shape) or _sizes(input)[-len(shape):] != shape:
        raise drawn(RuntimeError('Given normalized_shape=%s, expected input with shape [*%s], but got input of size%s' % (shape, ', '.join(map(str, shape)), _sizes(input))), 'P0202', input, weight)
    if eps is None:
        from torch import finfo
        eps = finfo(input.dtype).eps
    wide = input.float() if _word(input) in ('Half', 'BFloat16') else input
    made = wide * _torch.rsqrt(wide.pow(2).mean(tuple(range(-len(shape), 0)), keepdim=True) + eps)
    made = made.to(input.dtype)
    return made if weight is None else made * weight


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """PyTorch 2's attention. enable_gqa: several heads of the queries share one of the keys and values."""
    if enable_gqa:
        key, value = (each.repeat_interleave(query.shape[-3] // each.shape[-3], -3) for each in (key, value))
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    made = _attention_at_once(query, key, value, None if is_causal else attn_mask, dropout_p, is_causal, scale)
    if made is not None:
        return _lying_as_queries(made, query, value, attn_mask, dropout_p)
    scores = query @ key.transpose(-2, -1) * scale
    if is_causal:
        attn_mask = _torch.tril(_torch.ones(query.shape[-2], key.shape[-2], device=query.device)).bool()
    if attn_mask is not None:
        scores = scores.masked_fill(attn_mask.logical_not(), float('-inf')) if _word(attn_mask) == 'Bool' else scores + attn_mask
    return _lying_as_queries(dropout(softmax(scores, -1), dropout_p) @ value, query, value, attn_mask, dropout_p)


def _lying_as_queries(made, query, value, attn_mask, dropout_p):
    """PyTorch 2's step for the CPU, where it takes the call: heads that lie behind the rows lie so in the result too, so that a view joins them."""
    if not _two('ATTENTION_FLASH') or not made.is_cpu or query.ndim not in (3, 4) or dropout_p or query.shape[-1] != value.shape[-1] or query.stride(-1) != 1:
        return made
    if attn_mask is not None and attn_mask.requires_grad:
        return made
    if query.stride(-3) < query.stride(-2):
        made = made.transpose(-3, -2).contiguous().transpose(-3, -2)
    return _tensor.name_anew(made, 'ScaledDotProductFlashAttentionForCpuBackward0') if made.requires_grad else made


# Those that are PyTorch's own functions, no Python there: what a program gives them is judged.
for _name in ('adaptive_avg_pool1d avg_pool1d avg_pool2d avg_pool3d bilinear channel_shuffle conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d conv_tbc '
              'cosine_similarity gelu hardshrink logsigmoid native_channel_shuffle one_hot pad pairwise_distance pdist pixel_shuffle pixel_unshuffle prelu softplus softshrink '
              'elu_ hardtanh_ leaky_relu_ celu_ selu_ threshold_ rrelu_').split():
    if isinstance(globals().get(_name), _types.FunctionType):
        _tensor.judge(globals()[_name], False)
