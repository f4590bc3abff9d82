"""torch.ops.quantized: products, sums and layers of quantized tensors. Whole numbers are multiplied and added exactly, in float32 where every sum fits its 24 bits, else in double; then one rounding, as FBGEMM has it."""
import torch
import torch.nn.functional as F

from . import kernels
from .choice import choose
from .tensors import TYPES, Quantized, made

_EXACT = 2 ** 24


def _in_float32(scale):
    return torch.tensor(scale, dtype=torch.float32) if not isinstance(scale, torch.Tensor) else scale.to(torch.float32)


class Packed:
    """A layer's weight and bias as products want them: whole numbers about their zero points, and scales in float32."""

    def __init__(self, weight, bias, transposed=False, groups=1):
        self.weight, self.bias = weight, bias
        scale, zero = weight._along()
        whole = weight._whole.to(torch.float32) - (zero if isinstance(zero, int) else zero.to(torch.float32))
        self.scales = _in_float32(weight._scale).reshape(-1)
        largest = whole.abs().transpose(0, 1).flatten(1) if transposed else whole.abs().flatten(1)
        self.whole = whole if whole.numel() == 0 or float(largest.sum(1).max()) * 255 * (groups if transposed else 1) < _EXACT else whole.to(torch.float64)


def _rounded(sums, packed, input_scale, dim, scale, zero, relu, kind):
    """The sums with their bias as whole numbers with a scale of their own."""
    around = [1] * sums.dim()
    around[dim] = -1
    factors = packed.scales * _in_float32(input_scale)
    sums = sums.to(torch.float32)
    if packed.bias is not None:
        sums = sums + (packed.bias.detach() / factors).view(around)
    whole = torch.round(sums * (factors / _in_float32(scale)).view(around)) + zero
    return made(whole.clamp(zero if relu else kind.low, kind.high).to(kind.whole), kind, float(scale), int(zero))


def _about_zero(q, like):
    return (q._whole.to(torch.float32) - q._zero).to(like.dtype)


def _need_quantized(q, name):
    if not isinstance(q, Quantized):
        from _torch import _says
        raise NotImplementedError(_says('SPARSE_BACKEND', name, 'CPU').replace('aten::', 'quantized::'))


def linear(X, W_prepack, Y_scale_i, Y_zero_point_i, relu=False):
    _need_quantized(X, 'linear_relu' if relu else 'linear')
    if X.dim() < 1:
        raise RuntimeError('The dimension of input tensor should be larger than 0.')
    if X.shape[-1] != W_prepack.whole.shape[1]:
        raise RuntimeError('The number of columns in the packB should be equal to K: %d' % X.shape[-1])
    sums = F.linear(_about_zero(X, W_prepack.whole), W_prepack.whole)
    return _rounded(sums, W_prepack, X._scale, -1, Y_scale_i, Y_zero_point_i, relu, TYPES['quint8'] if X._type is TYPES['quint8'] else X._type)


def linear_dynamic(X, W_prepack, reduce_range=True, relu=False):
    """The input made small by its own lowest and highest number, the result in float32."""
    if X.dim() == 0 or X.dim() < 2:
        raise RuntimeError('The dimension of input tensor should be larger than or equal to 2')
    X = X.detach()
    low, high = (float(X.min()), float(X.max())) if X.numel() else (0.0, 0.0)
    scale, zero = choose(low, high, 0, 127 if reduce_range else 255)
    scale = _in_float32(scale)
    whole = (torch.round(X * (1 / scale)) + zero).clamp(0, 255) - zero
    found = F.linear(whole.to(W_prepack.whole.dtype), W_prepack.whole).to(torch.float32) * (scale * W_prepack.scales)
    found = found if W_prepack.bias is None else found + W_prepack.bias.detach()
    return found.relu() if relu else found


class PackedConv(Packed):
    def __init__(self, weight, bias, stride, padding, dilation, groups, output_padding=None):
        self.settings = stride, padding, dilation, groups
        self.output_padding = output_padding
        super().__init__(weight, bias, output_padding is not None, groups)


_CONVS = {3: F.conv1d, 4: F.conv2d, 5: F.conv3d}
_TRANSPOSED = {3: F.conv_transpose1d, 4: F.conv_transpose2d, 5: F.conv_transpose3d}


def conv(X, packed, output_scale, output_zero_point, relu=False):
    _need_quantized(X, 'conv%dd.new' % (packed.whole.dim() - 2))
    stride, padding, dilation, groups = packed.settings
    dims = packed.whole.dim()
    if X.dim() != dims:
        raise RuntimeError('Input shape should be `(N, C_in, %s)`!' % {3: 'L', 4: 'H, W', 5: 'D, H, W'}[dims])
    input = _about_zero(X, packed.whole)
    if packed.output_padding is None:
        sums = _CONVS[dims](input, packed.whole, None, stride, padding, dilation, groups)
    else:
        sums = _TRANSPOSED[dims](input, packed.whole, None, stride, padding, packed.output_padding, groups, dilation)
    return _rounded(sums, packed, X._scale, 1, output_scale, output_zero_point, relu, X._type)


def _mul(qa, qb, scale=None, zero_point=None):
    """The product of the whole numbers, and one factor."""
    if not isinstance(qb, Quantized):
        return mul_scalar(qa, float(qb))
    _same_type(qa, qb)
    factor = _in_float32(qa._scale) * _in_float32(qb._scale) * (1 / _in_float32(scale))
    whole = torch.round((qa._whole.to(torch.float32) - qa._zero) * (qb._whole.to(torch.float32) - qb._zero) * factor) + zero_point
    return made(whole.clamp(qa._type.low, qa._type.high).to(qa._type.whole), qa._type, float(scale), int(zero_point))


def _add(qa, qb, scale=None, zero_point=None):
    if not isinstance(qb, Quantized):
        return add_scalar(qa, float(qb))
    _same_type(qa, qb)
    return kernels.again(qa.dequantize() + qb.dequantize(), scale, zero_point, qa._type)


def _same_type(qa, qb):
    if qa._type is not qb._type:
        raise RuntimeError('Add operands should have same data type.')


def add_scalar(qa, b):
    """The same whole numbers, about another zero point or with another scale where that does not reach."""
    kind, scale, zero = qa._type, qa._scale, qa._zero
    moved = zero - int(torch.round(torch.tensor(b / scale, dtype=torch.float64)))
    low, high = (kind.low - zero) * scale + b, (kind.high - zero) * scale + b
    if kind.low <= moved <= kind.high:
        return made(qa._whole.clone(), kind, scale, moved)
    if moved < kind.low:            # numbers far above 0: the range begins at 0
        new_scale, new_zero = high / (kind.high - kind.low), kind.low
    else:
        new_scale, new_zero = -low / (kind.high - kind.low), kind.high
    return kernels.again(qa.dequantize() + b, new_scale, new_zero, kind)


def mul_scalar(qa, b):
    kind, scale, zero = qa._type, qa._scale, qa._zero
    if b > 0:
        return made(qa._whole.clone(), kind, scale * b, zero)
    if b == 0:
        return made(torch.full_like(qa._whole, 0), kind, 1.0, 0)
    return made((kind.low + kind.high - qa._whole.to(torch.int64)).to(kind.whole), kind, -scale * b, kind.high - (zero - kind.low))


def cat(qx, dim, scale=None, zero_point=None):
    return kernels.cat(qx, dim, scale, zero_point)


def _then_relu(function):
    def called(*args, **kwargs):
        return kernels.relu(function(*args, **kwargs))
    return called


def _given_scale(function):
    """By way of the numbers, made small with the scale that is given behind the function's own arguments."""
    def called(qx, *args, **kwargs):
        scale, zero = kwargs.pop('output_scale', None), kwargs.pop('output_zero_point', None)
        if scale is None:
            *args, scale, zero = args
        return kernels.again(function(qx.dequantize(), *args, **kwargs), float(scale), int(zero), qx._type)
    return called


def batch_norm(qx, weight, bias, mean, var, eps, output_scale, output_zero_point, relu=False):
    """The layer's factor and offset for each channel, at once between the two scales."""
    factor = weight / torch.sqrt(var + eps)
    around = (1, -1) + (1,) * (qx.dim() - 2)
    alpha = factor * (_in_float32(qx._scale) / _in_float32(output_scale))
    beta = (bias - mean * factor) / _in_float32(output_scale)
    whole = qx._whole.to(torch.float32) - qx._zero
    found = torch.round(whole * alpha.detach().view(around) + beta.detach().view(around)) + output_zero_point
    return made(found.clamp(output_zero_point if relu else qx._type.low, qx._type.high).to(qx._type.whole), qx._type, float(output_scale), int(output_zero_point))


_OPS = {'linear': linear, 'linear_relu': lambda *args: linear(*args, relu=True), 'linear_dynamic': linear_dynamic, 'linear_relu_dynamic': lambda *args: linear_dynamic(*args, relu=True),
        'linear_prepack': Packed, 'linear_unpack': lambda packed: (packed.weight, packed.bias), 'add': _add, 'mul': _mul, 'add_relu': _then_relu(_add), 'mul_relu': _then_relu(_mul), 'add_scalar': add_scalar,
        'mul_scalar': mul_scalar, 'add_scalar_relu': _then_relu(add_scalar), 'mul_scalar_relu': _then_relu(mul_scalar), 'cat': cat, 'cat_relu': _then_relu(cat), 'relu6': lambda qx, inplace=False: F.relu6(qx, inplace),
        'leaky_relu': lambda qx, slope, inplace, scale, zero: _given_scale(F.leaky_relu)(qx, slope, scale, zero), 'sigmoid': _given_scale(torch.sigmoid), 'tanh': _given_scale(torch.tanh), 'hardswish': _given_scale(F.hardswish),
        'elu': lambda qx, scale, zero, alpha=1.0: _given_scale(F.elu)(qx, alpha, scale, zero), 'softmax': _given_scale(torch.softmax),
        'layer_norm': lambda qx, shape, weight, bias, eps, scale, zero: _given_scale(F.layer_norm)(qx, shape, weight, bias, eps, scale, zero),
        'group_norm': lambda qx, groups, weight, bias, eps, scale, zero: _given_scale(F.group_norm)(qx, groups, weight, bias, eps, scale, zero),
        'instance_norm': lambda qx, weight, bias, eps, scale, zero: _given_scale(F.instance_norm)(qx, None, None, weight, bias, True, 0.1, eps, scale, zero),
        'prelu': lambda qx, weight, scale, zero: kernels.again(F.prelu(qx.dequantize(), weight.dequantize()), scale, zero, qx._type),
        'batch_norm': batch_norm, 'batch_norm2d': batch_norm, 'batch_norm3d': batch_norm, 'batch_norm_relu': lambda *args: batch_norm(*args, relu=True), 'batch_norm2d_relu': lambda *args: batch_norm(*args, relu=True),
        'batch_norm3d_relu': lambda *args: batch_norm(*args, relu=True), 'dropout': lambda qx, p=0.5, training=False, inplace=False: F.dropout(qx, p, training, inplace)}
for _dims in ('1d', '2d', '3d'):
    _OPS.update({'conv' + _dims: conv, 'conv%s_relu' % _dims: lambda *args: conv(*args, relu=True), 'conv%s_prepack' % _dims: PackedConv, 'conv%s_unpack' % _dims: lambda packed: (packed.weight, packed.bias),
                 'conv_transpose' + _dims: conv, 'conv_transpose%s_prepack' % _dims: lambda weight, bias, stride, padding, output_padding, dilation, groups: PackedConv(
                     weight, bias, stride, padding, dilation, groups, output_padding), 'conv_transpose%s_unpack' % _dims: lambda packed: (packed.weight, packed.bias)})


class _Operator:
    namespace = 'quantized'

    def __init__(self, name):
        self.name, self.schema = name, 'quantized::' + name

    def kernel_for(self, args, kwargs):
        return _OPS[self.name]


def operator(name):
    """What torch.ops.quantized has under the name, or None."""
    return _Operator(name) if name in _OPS else None
