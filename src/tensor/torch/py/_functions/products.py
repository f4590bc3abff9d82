"""Sums of products: einsum, matrix functions, convolution by its short name."""
import builtins
import math

import _torch
from .. import return_types
from .._torch_args import cpu_lacks, need_tensor, same_places
from ._shared import TORCH, Tensor, op, named as _named
from .parts import atleast_2d, unbind
from ..amp.autocast_mode import in_lower
from perch.only import only


def einsum(equation, *operands):
    if len(operands) == 1 and not isinstance(operands[0], Tensor):
        operands = tuple(operands[0])
    if not isinstance(equation, str):
        raise NotImplementedError('torch.einsum: operands with lists of subscripts are not in perch; the nearest is an equation as text')
    if len(operands) > 1 and operands[0].device != operands[1].device and contracts(equation):
        same_places('wrapper_bmm', self=operands[0], mat2=operands[1])
    return op('einsum', TORCH, operands, equation=equation)


def contracts(equation):
    """Are the first two operands of an equation summed over a letter of both? (Else they are only multiplied.)"""
    given, arrow, made = equation.replace(' ', '').partition('->')
    first, second, *rest = given.split(',')
    letters = given.replace(',', '')
    kept = made if arrow else ''.join(c for c in letters if letters.count(c) == 1)
    return any(c.isalpha() and c in second and c not in kept and not any(c in other for other in rest) for c in first)


def tensordot(a, b, dims=2, out=None):
    only('torch.tensordot', out=(out, None))
    if isinstance(dims, int):
        left, right = list(builtins.range(a.ndim - dims, a.ndim)), list(builtins.range(dims))
    else:
        left, right = ([d] if isinstance(d, int) else list(d) for d in dims)
    left, right = [d % a.ndim for d in left], [d % b.ndim for d in right]
    rest_a = [i for i in builtins.range(a.ndim) if i not in left]
    rest_b = [i for i in builtins.range(b.ndim) if i not in right]
    shape = [a.shape[i] for i in rest_a] + [b.shape[i] for i in rest_b]
    width = math.prod([a.shape[i] for i in left])
    return (a.permute(rest_a + left).reshape(-1, width) @ b.permute(right + rest_b).reshape(width, -1)).reshape(shape)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    same_places('wrapper_addmv', self=input, mat=mat, vec=vec)
    return _named(beta * input + alpha * _torch.mv(mat, vec), 'AddmvBackward0')


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    input, = in_lower(input)
    same_places('wrapper__addbmm', self=input, batch1=batch1, batch2=batch2)
    return _named(beta * input + alpha * _torch.bmm(batch1, batch2).sum(0), 'AddbmmBackward0')


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    cpu_lacks('baddbmm', 'BH', input)
    input, = in_lower(input)
    same_places('wrapper_baddbmm', self=input, batch1=batch1, batch2=batch2)
    return _named(beta * input + alpha * _torch.bmm(batch1, batch2), 'BaddbmmBackward0')


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    same_places('wrapper__addr', self=input, vec1=vec1, vec2=vec2)
    return _named(beta * input + alpha * _torch.outer(vec1, vec2), 'AddrBackward0')


def ger(input, vec2):
    return _torch.outer(input, vec2)


def vdot(input, other):
    return _torch.dot(op('conj', TORCH, (input,)) if input.is_complex() else input, other)


def kron(input, other):
    need_tensor('kron', input)
    need_tensor('kron', other, 'other', 2)
    a, b = atleast_2d(input, other)
    made = (a.unsqueeze(1).unsqueeze(3) * b.unsqueeze(0).unsqueeze(2)).reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])
    return _named(made.flatten() if input.ndim < 2 and other.ndim < 2 else made, 'UnsafeViewBackward0')


def cross(input, other, dim=None):
    cpu_lacks('cross', 'BH', input)
    same_places('wrapper_linalg_cross', self=input, other=other)
    if dim is None:
        dim = next((i for i, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError('no dimension of size 3 in input')
    a, b = unbind(input, dim), unbind(other, dim)
    return _named(_torch.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim), 'LinalgCrossBackward0')


def inner(input, other):
    same_places('wrapper_inner', self=input, other=other)
    if not input.ndim or not other.ndim:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError('inner() the last dimension must match on both input tensors but got shapes %s and %s' % (list(input.shape), list(other.shape)))
    made = _torch.matmul(input.reshape(-1, input.shape[-1]), other.reshape(-1, other.shape[-1]).t())
    return _named(made.reshape(list(input.shape[:-1]) + list(other.shape[:-1])), 'ReshapeAliasBackward0')


def chain_matmul(*matrices):
    made = matrices[0]
    for m in matrices[1:]:
        made = made @ m
    return made


def matrix_power(input, n):
    from ..linalg import matrix_power as power
    return power(input, n)


def det(input):
    from ..linalg import det as f
    return f(input)


def logdet(input):
    return _named(_torch.log(det(input)), 'WhereBackward0')


def inverse(input):
    from ..linalg import inv
    return inv(input)


def cholesky(input, upper=False):
    from ..linalg import cholesky as f
    return f(input).transpose(-1, -2) if upper else f(input)


def cholesky_solve(input, input2, upper=False):
    """x of A x = input, where input2 is Cholesky's factor of A."""
    from ..linalg import solve
    lower = input2.transpose(-1, -2) if upper else input2
    return _named(solve(lower.transpose(-1, -2), solve(lower, input)), 'CholeskySolveBackward0')


def cholesky_inverse(input, upper=False):
    n = input.shape[-1]
    return _named(cholesky_solve(_torch.eye(n, dtype=input.dtype, device=input.device).expand(input.shape), input, upper), 'CholeskyInverseBackward0')


def vmap(func, in_dims=0, out_dims=0):
    raise NotImplementedError('torch.vmap is not in perch; the nearest is a loop and torch.stack')


def svd(input, some=True, compute_uv=True):
    only('torch.svd', compute_uv=(compute_uv, True))
    from ..linalg import svd as f
    u, s, vh = f(input, not some)
    return return_types.svd((u, s, vh.transpose(-2, -1)))


def qr(input, some=True):
    only('torch.qr', some=(some, True))
    from ..linalg import qr as f
    return return_types.qr(f(input))


def pinverse(input, rcond=1e-15):
    if not isinstance(rcond, (int, float)):
        raise TypeError("pinverse(): argument 'rcond' (position 2) must be float, not %s" % type(rcond).__name__)
    from ..linalg import pinv
    return pinv(input, rtol=rcond)


def slogdet(input):
    from ..linalg import slogdet as f
    return f(input)


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
    return _layer_function('embedding')(indices, weight, padding_idx)
