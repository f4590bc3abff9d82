"""Sums of products: einsum, matrix functions, convolution by its short name."""
import builtins
import itertools
import math

import _torch
from _torch import _says
from .. import return_types
from .._torch_args import cpu_lacks, need_tensor, same_places
from .._warned import warn as _warn
from ._outs import c_name, contracted, into, specified
from ._shared import TORCH, Tensor, op, named as _named
from .elementwise import check_factor
from .facts import can_cast, type_name
from .parts import unbind
from ..amp.autocast_mode import in_lower, is_autocast_cpu_enabled, is_autocast_enabled
from perch.only import only


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(equation, str) and not isinstance(operands[0], Tensor):
        operands = tuple(operands[0])
    if not isinstance(equation, str):
        equation, operands = _lettered((equation, *operands))
    if (len(operands) > 1 and equation.partition('->')[0].count(',') == len(operands) - 1 and all(isinstance(t, Tensor) for t in operands) and operands[0].dtype != operands[1].dtype
            and not is_autocast_enabled() and not is_autocast_cpu_enabled() and contracts(equation)):
        raise RuntimeError(_says("EXPECTED_TYPE", type_name(operands[0]), type_name(operands[1])))
    if len(operands) > 1 and operands[0].device != operands[1].device and contracts(equation):
        same_places('wrapper_bmm', self=operands[0], mat2=operands[1])
    view = _turned(equation, operands[0]) if len(operands) == 1 and isinstance(operands[0], Tensor) else None
    if view is not None:
        return view
    if any(isinstance(t, Tensor) and t.is_complex() for t in operands):
        return _einsum_of_complex(equation, operands)
    return op('einsum', TORCH, operands, equation=equation)


def _turned(equation, t):
    """What an equation of one operand makes where nothing is summed: a view of it. None: something is, or the equation is wrong."""
    given, arrow, made = equation.replace(' ', '').partition('->')
    many = t.dim() - len(given.replace('...', ''))

    def axes(text):
        head, dots, tail = text.partition('...')
        return [*head, *(builtins.range(many) if dots else ()), *tail]
    there = axes(given)
    wanted = axes(made) if arrow else axes(('...' if '...' in given else '') + ''.join(sorted(c for c in given if c.isalpha() and given.count(c) == 1)))
    if len(there) != t.dim() or len(set(wanted)) != len(wanted) or set(wanted) != set(there) or not all(isinstance(a, int) or a.isascii() and a.isalpha() for a in there):
        return None
    while len(set(there)) < len(there):
        name = next(a for a in there if there.count(a) > 1)
        first = there.index(name)
        second = there.index(name, first + 1)
        if t.size(first) != t.size(second):
            return None
        t = t.diagonal(0, first, second)
        del there[second], there[first]
        there.append(name)
    return t.permute([there.index(a) for a in wanted])


def _einsum_of_complex(equation, operands):
    """By real and imaginary parts: what as many imaginary ones are multiplied gives is turned by so many quarters."""
    parts = [(t.real, t.imag) if isinstance(t, Tensor) and t.is_complex() else (t,) for t in operands]
    sums = [None, None]
    for chosen in itertools.product(*[builtins.range(len(each)) for each in parts]):
        quarters = builtins.sum(chosen)
        term = op('einsum', TORCH, tuple(each[at] for each, at in zip(parts, chosen)), equation=equation)
        term = -term if quarters & 2 else term
        sums[quarters & 1] = term if sums[quarters & 1] is None else sums[quarters & 1] + term
    return op('make_complex', TORCH, tuple(sums))


def _lettered(given):
    """The equation of operands that are each followed by a list of numbers for their axes; a list that is left over is the result's."""
    letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

    def text(axes):
        for axis in axes:
            if axis is not ... and not 0 <= axis < len(letters):
                raise ValueError('einsum(): subscript %d is not within the valid range [0, 52)' % axis if isinstance(axis, int) else 'einsum(): subscripts are numbers, not %r' % (axis,))
        return ''.join('...' if axis is ... else letters[axis] for axis in axes)
    pairs = len(given) // 2
    equation = ','.join(text(given[2 * i + 1]) for i in builtins.range(pairs))
    return equation + ('->' + text(given[-1]) if len(given) % 2 else ''), given[:2 * pairs:2]


def contracts(equation):
    """Are the first two operands of an equation summed over a letter of both? (Else they are only multiplied.)"""
    given, arrow, made = equation.replace(' ', '').partition('->')
    first, second, *rest = given.split(',')
    letters = given.replace(',', '')
    kept = made if arrow else ''.join(c for c in letters if letters.count(c) == 1)
    return any(c.isalpha() and c in second and c not in kept and not any(c in other for other in rest) for c in first)


def tensordot(a, b, dims=2, out=None):
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError('tensordot expects dims >= 0, but got dims=%d' % dims)
        given_left, given_right = list(builtins.range(-dims, 0)), list(builtins.range(dims))
    elif not isinstance(dims, (tuple, list, Tensor)):
        raise RuntimeError('tensordot expects dims to be int or Tuple[List[int], List[int]] or List[List[int]] containing two lists, but got dims=%s' % (dims,))
    else:
        given_left, given_right = ([d] if isinstance(d, int) else list(d) for d in dims)
    if len(given_left) != len(given_right):
        raise RuntimeError('both dimension lists should have same length')
    for i, j in zip(given_left, given_right):
        n, m = a.size(i), b.size(j)
        if m == 1 and n != 1:               # one number for all of a line: the line is summed first
            a = a.sum(i, keepdim=True)
        elif n == 1 and m != 1:
            b = b.sum(j, keepdim=True)
        elif n != m:
            raise RuntimeError('contracted dimensions need to match, but first has size %d in dim %d and second has size %d in dim %d' % (n, i, m, j))
    left, right = [d % a.ndim for d in given_left], [d % b.ndim for d in given_right]
    rest_a = [i for i in builtins.range(a.ndim) if i not in left]
    rest_b = [i for i in builtins.range(b.ndim) if i not in right]
    shape = [a.shape[i] for i in rest_a] + [b.shape[i] for i in rest_b]
    width, rows, columns = (math.prod([t.shape[i] for i in axes]) for t, axes in ((a, left), (a, rest_a), (b, rest_b)))
    return into('tensordot', out, (a.permute(rest_a + left).reshape(rows, width) @ b.permute(right + rest_b).reshape(width, columns)).reshape(shape), contracted)


def _factors(input, *factors):
    """What products are multiplied by, as their dtype has it: of a float integers keep the whole part."""
    if input.is_floating_point() or input.is_complex():
        return factors
    return [_torch.tensor(f, dtype=input.dtype) if isinstance(f, float) else f for f in factors]


def addmv(input, mat, vec, *, beta=1, alpha=1, out=None):
    same_places('wrapper_addmv', self=input, mat=mat, vec=vec)
    beta, alpha = _factors(input, beta, alpha)
    if mat.ndim == 2 and vec.ndim == 1 and input.ndim < 2 and (mat.shape[1] != vec.shape[0] or input.ndim and input.shape[0] not in (1, mat.shape[0])):
        raise RuntimeError(_says("MV_SIZES", input.shape[0] if input.ndim else mat.shape[0], *mat.shape, vec.shape[0]))
    return into('addmv', out, _named(beta * input + alpha * _torch.mv(mat, vec), 'AddmvBackward0'), specified)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    input, = in_lower(input)
    same_places('wrapper__addbmm', self=input, batch1=batch1, batch2=batch2)
    beta, alpha = _factors(input, beta, alpha)
    product = _torch.bmm(batch1, batch2).sum(0)
    made = _named(beta * input.expand(product.shape) + alpha * product, 'AddbmmBackward0')
    return into('addbmm', out, made, lambda made, given: 'self and mat2 must have the same dtype')


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None):
    input, = in_lower(input)
    same_places('wrapper_baddbmm', self=input, batch1=batch1, batch2=batch2)
    beta, alpha = _factors(input, beta, alpha)
    product = _torch.bmm(batch1, batch2)
    cpu_lacks('baddbmm', 'BH', product)
    return into('baddbmm', out, _named(beta * input.expand(product.shape) + alpha * product, 'BaddbmmBackward0'), specified)


def addr(input, vec1, vec2, *, beta=1, alpha=1, out=None):
    same_places('wrapper__addr', self=input, vec1=vec1, vec2=vec2)
    for name, factor in (('beta', beta), ('alpha', alpha)):
        if not isinstance(factor, int) or isinstance(factor, bool):
            check_factor(input, vec1, factor, name)
    for i, vec in enumerate((vec1, vec2), 1):
        if vec.ndim != 1:
            raise RuntimeError('addr: Expected 1-D argument vec%d, but got %d-D' % (i, vec.ndim))
    product = _torch.outer(vec1, vec2)
    return into('addr', out, _named(beta * input.expand(product.shape) + alpha * product, 'AddrBackward0'))


def outer(input, vec2, *, out=None):
    if input.ndim == vec2.ndim == 1 and (input.is_complex() or vec2.is_complex()):
        return into('outer', out, input.unsqueeze(1) * vec2) # (a product, so that zeros keep their signs)
    return _torch.outer(input, vec2) if out is None else _torch.outer(input, vec2, out=out)


def ger(input, vec2, *, out=None):
    return outer(input, vec2, out=out)


def vdot(input, other, *, out=None):
    return _named(_torch.dot(op('conj', TORCH, (input,)), other, out=out), 'VdotBackward0') if input.is_complex() else _torch.dot(input, other, out=out)


def _laid_out(made, *operands):
    """made, in memory as PyTorch's elementwise operations lay out what they make of operands of these strides."""
    n = made.ndim
    steps = [[0 if t.shape[i] == 1 != made.shape[i] else t.stride(i) for i in builtins.range(n)] for t in operands]

    def order(i, j):
        for row in steps:
            if row[i] and row[j]:
                if row[i] != row[j]:
                    return -1 if row[i] < row[j] else 1
                if made.shape[i] > made.shape[j]:
                    return 1
        return 0
    axes = list(reversed(builtins.range(n)))            # the nearest first
    for k in builtins.range(1, n):
        at = k
        for before in reversed(builtins.range(k)):
            which = order(axes[before], axes[at])
            if which > 0:
                axes[before], axes[at], at = axes[at], axes[before], before
            elif which < 0:
                break
    axes.reverse()
    return made if axes == list(builtins.range(n)) else made.permute(axes).contiguous().permute([axes.index(i) for i in builtins.range(n)])


def kron(input, other, *, out=None):
    need_tensor('kron', input)
    need_tensor('kron', other, 'other', 2)
    n = builtins.max(input.ndim, other.ndim)
    wide, narrow = ((1,) * (n - t.ndim) + tuple(t.shape) for t in (input, other))
    a, b = input.reshape([k for m in wide for k in (m, 1)]), other.reshape([k for m in narrow for k in (1, m)])
    return into('kron', out, _named(_laid_out(a * b, a, b).view([k * m for k, m in zip(wide, narrow)]), 'UnsafeViewBackward0'))


def cross(input, other, dim=None, *, out=None):
    cpu_lacks('cross', 'BH', input)
    same_places('wrapper_linalg_cross', self=input, other=other)
    if dim is None:
        dim = next((i for i, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError('no dimension of size 3 in input')
    if input.ndim != other.ndim:
        raise RuntimeError('linalg.cross: inputs must have the same number of dimensions.')
    if input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError('linalg.cross: inputs dimension %d must have length 3. Got %d and %d' % (dim, input.size(dim), other.size(dim)))
    if input.dtype is not other.dtype:
        raise RuntimeError(_says("EXPECTED_TYPE", type_name(input), type_name(other)))
    a, b = unbind(input, dim), unbind(other, dim)
    made = _torch.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim)
    return into('cross', out, _named(made, 'LinalgCrossBackward0'), specified)


def inner(input, other, *, out=None):
    same_places('wrapper_inner', self=input, other=other)
    if not input.ndim or not other.ndim:
        return into('inner', out, input * other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError('inner() the last dimension must match on both input tensors but got shapes %s and %s' % (list(input.shape), list(other.shape)))
    made = _torch.matmul(input.reshape(-1, input.shape[-1]), other.reshape(-1, other.shape[-1]).t())
    return into('inner', out, _named(made.reshape(list(input.shape[:-1]) + list(other.shape[:-1])), 'ReshapeAliasBackward0'), contracted)


def spmm(input, mat2):
    """mm under the older name that it had for a sparse tensor."""
    return _torch.mm(input, mat2)


dsmm = spmm


def chain_matmul(*matrices, out=None):
    _warn('CHAIN_MATMUL')
    if not matrices:
        raise RuntimeError('chain_matmul(): Expected one or more matrices')
    for m in matrices:
        if m.ndim != 2:
            raise RuntimeError('Tensor dimension is %d, expected 2 instead.' % m.ndim)
    if len(matrices) > 1:
        from ..linalg import multi_dot
        return into('chain_matmul', out, multi_dot(matrices), lambda made, given: 'multi_dot(): expected out tensor to have dtype %s but got %s' % (c_name(made), c_name(given)))
    made = matrices[0]
    for m in matrices[1:]:
        made = made @ m
    return into('chain_matmul', out, made, lambda made, given: 'multi_dot(): expected out tensor to have dtype %s but got %s' % (c_name(made), c_name(given)))


def matrix_power(input, n, *, out=None):
    from ..linalg import matrix_power as power
    return into('matrix_power', out, power(input, n), specified)


def det(input):
    from ..linalg import det as f
    return f(input)


def logdet(input):
    if input.ndim > 1 and input.shape[-1] == input.shape[-2]:
        from ..linalg import _floats
        _floats('logdet', input)
    return _named(_torch.log(det(input)), 'WhereBackward0')


def inverse(input, *, out=None):
    from ..linalg import inv
    return into('inverse', out, inv(input), specified)


def cholesky(input, upper=False, *, out=None):
    from ..linalg import cholesky as f
    _warn('CHOLESKY')
    return into('cholesky', out, f(input).transpose(-1, -2) if upper else f(input), _castable)


def _castable(made, out):
    if can_cast(made.dtype, out.dtype):
        return None
    return 'cholesky: Expected result to be safely castable from %s dtype, but got result with dtype %s' % (type_name(made), type_name(out))


def cholesky_solve(input, input2, upper=False):
    """x of A x = input, where input2 is Cholesky's factor of A."""
    from .._factoring import triangular
    lower = input2.mH if upper else input2
    return _named(triangular(lower.mH, triangular(lower, input, False), True), 'CholeskySolveBackward0')


def cholesky_inverse(input, upper=False):
    n = input.shape[-1]
    return _named(cholesky_solve(_torch.eye(n, dtype=input.dtype, device=input.device).expand(input.shape), input, upper), 'CholeskyInverseBackward0')


def svd(input, some=True, compute_uv=True):
    only('torch.svd', compute_uv=(compute_uv, True))
    from ..linalg import svd as f
    if input.ndim < 2:
        raise RuntimeError('linalg.svd: input should have at least 2 dimensions, but has %d dimensions instead' % input.ndim)
    u, s, vh = f(input, not some)
    return return_types.svd((u, s, vh.transpose(-2, -1)))


def qr(input, some=True):
    from ..linalg import qr as f
    _warn('QR')
    return return_types.qr(f(input, 'reduced' if some else 'complete'))


def pinverse(input, rcond=1e-15):
    if not isinstance(rcond, (int, float)):
        raise TypeError("pinverse(): argument 'rcond' (position 2) must be float, not %s" % type(rcond).__name__)
    from ..linalg import pinv
    return pinv(input, rtol=rcond)


def slogdet(input):
    from ..linalg import slogdet as f
    return return_types.slogdet(tuple(f(input)))


def matrix_exp(input):
    from ..linalg import matrix_exp as f
    return f(input)


def _layer_function(name):
    """torch.<name> for a function of torch.nn.functional, which is loaded when it is called."""
    def call(*args, **kwargs):
        from torch.nn import functional
        return getattr(functional, name)(*args, **kwargs)
    call.__name__ = call.__qualname__ = name
    return call


for _each in ('conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d', 'cosine_similarity', 'pairwise_distance', 'avg_pool1d', 'max_pool1d', 'max_pool2d',
              'max_pool3d', 'adaptive_avg_pool1d', 'batch_norm', 'instance_norm', 'group_norm', 'bilinear', 'hardshrink', 'rrelu', 'alpha_dropout',
              'pixel_shuffle', 'pixel_unshuffle', 'binary_cross_entropy_with_logits', 'channel_shuffle', 'pdist'):
    globals()[_each] = _layer_function(_each)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    return _layer_function('layer_norm')(input, normalized_shape, weight, bias, eps)


def embedding(weight, indices, padding_idx=None, scale_grad_by_freq=False, sparse=False):
    only('torch.embedding', scale_grad_by_freq=(scale_grad_by_freq, False))
    return _layer_function('embedding')(indices, weight, padding_idx, sparse=sparse)
