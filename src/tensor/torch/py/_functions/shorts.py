"""torch.<name> for what the layers' functions and the methods do under the same name: losses with their reduction as a number, functions in place, pieces of layers."""
import types as _types

import _torch
from _torch import _says
from ._shared import Tensor

_REDUCTIONS = {0: 'none', 1: 'mean', 2: 'sum'}


def _reduction(number):
    return _REDUCTIONS.get(number, 'none')          # as PyTorch: what is no reduction reduces nothing


def _F():
    from torch.nn import functional
    return functional


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return _F().poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_reduction(reduction))


def kl_div(input, target, reduction=0, *, log_target=False):
    each = _F().kl_div(input, target, reduction='none', log_target=log_target)      # (that function warns of its 'mean'; this one does not)
    return each.mean() if reduction == 1 else each.sum() if reduction == 2 else each


def hinge_embedding_loss(input, target, margin=1.0, reduction=1):
    return _F().hinge_embedding_loss(input, target, margin, reduction=_reduction(reduction))


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=1):
    return _F().margin_ranking_loss(input1, input2, target, margin, reduction=_reduction(reduction))


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=1):
    return _F().cosine_embedding_loss(input1, input2, target, margin, reduction=_reduction(reduction))


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, reduction=1):
    return _F().triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_reduction(reduction))


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    return _F().ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _reduction(reduction), zero_infinity)


def celu(input, alpha=1.0):
    return _F().celu(input, alpha)


def celu_(input, alpha=1.0):
    return _F().celu(input, alpha, True)


def selu_(input):
    return _F().selu(input, True)


def rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False, generator=None):
    from perch.only import only
    only('torch.rrelu_', generator=(generator, None))
    return _F().rrelu(input, lower, upper, training, True)


def threshold_(input, threshold, value):
    return _F().threshold(input, threshold, value, True)


def dropout_(input, p, train):
    return _F().dropout(input, p, train, True)


def alpha_dropout_(input, p, train):
    return _F().alpha_dropout(input, p, train, True)


def feature_dropout(input, p, train):
    return _F().dropout2d(input, p, train)


def feature_dropout_(input, p, train):
    return _F().dropout2d(input, p, train, True)


def feature_alpha_dropout(input, p, train):
    return _F().feature_alpha_dropout(input, p, train)


def feature_alpha_dropout_(input, p, train):
    return _F().feature_alpha_dropout(input, p, train, True)


def constant_pad_nd(input, pad, value=0):
    return _F().pad(input, pad, 'constant', value)


def affine_grid_generator(theta, size, align_corners):
    return _F().affine_grid(theta, list(size), align_corners)


_LOOKED_UP = ('bilinear', 'nearest', 'bicubic'), ('zeros', 'border', 'reflection')


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    return _F().grid_sample(input, grid, _LOOKED_UP[0][interpolation_mode], _LOOKED_UP[1][padding_mode], align_corners)


def adaptive_max_pool1d(input, output_size):
    return _F().adaptive_max_pool1d(input, output_size, True)


def max_pool1d_with_indices(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return _F().max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode, True)


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    name = '%s%dd' % ('conv_transpose' if transposed else 'conv', weight.ndim - 2)
    more = (output_padding, groups, dilation) if transposed else (dilation, groups)
    return getattr(_F(), name)(input, weight, bias, stride, padding, *more)


def _gates(input, hidden, w_ih, w_hh, b_ih, b_hh):
    return _F().linear(input, w_ih, b_ih), _F().linear(hidden, w_hh, b_hh)


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    hidden, cell = hx
    a, b = _gates(input, hidden, w_ih, w_hh, b_ih, b_hh)
    i, f, g, o = (a + b).chunk(4, 1)
    cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
    return o.sigmoid() * cell.tanh(), cell


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    a, b = (each.chunk(3, 1) for each in _gates(input, hx, w_ih, w_hh, b_ih, b_hh))
    reset, update = (a[0] + b[0]).sigmoid(), (a[1] + b[1]).sigmoid()
    new = (a[2] + reset * b[2]).tanh()
    return new + update * (hx - new)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    a, b = _gates(input, hx, w_ih, w_hh, b_ih, b_hh)
    return (a + b).tanh()


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    a, b = _gates(input, hx, w_ih, w_hh, b_ih, b_hh)
    return (a + b).relu()


def norm_except_dim(v, pow=2, dim=0):
    """Norms over all dimensions but one; dim=-1: of all that there is."""
    if dim == -1:
        return _torch.linalg.vector_norm(v, pow) if hasattr(_torch, 'linalg') else v.norm(pow)
    if not 0 <= dim < v.ndim:
        raise IndexError(_says("DIM_RANGE", dim, -v.ndim, v.ndim - 1))
    shape = [v.shape[i] if i == dim else 1 for i in range(v.ndim)]
    return v.movedim(dim, 0).reshape(v.shape[dim], -1).norm(pow, 1).reshape(shape)


def frobenius_norm(input, dim=(), keepdim=False, *, out=None):
    from ._outs import into
    return into('frobenius_norm', out, input.norm(2, dim or None, keepdim))


def nuclear_norm(input, dim=(-2, -1), keepdim=False, *, out=None):
    from torch import linalg
    from ._outs import into
    return into('nuclear_norm', out, linalg.matrix_norm(input, 'nuc', tuple(dim), keepdim))


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """A copy of input whose elements seen so are src's."""
    copy = input.clone(memory_format=_contiguous())
    copy.as_strided(size, stride, input.storage_offset() if storage_offset is None else storage_offset).copy_(src)
    return copy


def _contiguous():
    from torch import contiguous_format
    return contiguous_format


def _copies(name):
    """torch.<name>_copy: what the method of that name gives, in memory of its own."""
    def call(input, *args, out=None, **kwargs):
        from ._outs import into
        found = getattr(Tensor, name)(input, *args, **kwargs)
        if isinstance(found, Tensor):
            return into(name + '_copy', out, found.clone())
        return tuple(into(name + '_copy', None if out is None else out[i], each.clone()) for i, each in enumerate(found))
    own = _types.FunctionType(call.__code__, globals(), name + '_copy', None, call.__closure__)
    own.__kwdefaults__ = {'out': None}
    own.__qualname__, own.__module__ = name + '_copy', __name__
    return own


for _name in 'as_strided detach diagonal expand permute select split split_with_sizes squeeze t transpose unbind unfold unsqueeze view'.split():
    globals()[_name + '_copy'] = _copies(_name)


def is_conj(input):
    return input.is_conj()


def is_neg(input):
    return input.is_neg()


def unsafe_chunk(input, chunks, dim=0):
    return input.chunk(chunks, dim)


def unsafe_split(input, split_size, dim=0):
    return input.split(split_size, dim)


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return input.split_with_sizes(split_sizes, dim)


def _by_method(name):
    """torch.<name> that is the method of its first argument."""
    def call(input, *args, **kwargs):
        return getattr(Tensor, name)(input, *args, **kwargs)
    own = _types.FunctionType(call.__code__, globals(), name, None, call.__closure__)
    own.__qualname__, own.__module__ = name, __name__
    return own


for _name in 'fill_ zero_ detach_ i0_ sinc_ ldexp_ gcd_ lcm_ logit_ nan_to_num_ resize_as_ addmv_ conj_physical_'.split():
    globals()[_name] = _by_method(_name)
