"""Named tensors: names of dimensions, which functions carry them on, and what is refused because its operands' names do not fit. A tensor with names is marked; torch's functions ask what they are
given (torch/answer.c) and come here when one is marked: the function runs on dimensions by number, and its results get their names by the rules below."""
import math
import warnings

import _torch
import torch
from _torch import _says

Tensor = torch.Tensor

_warned = False


def _give(t, names):
    """t, with these names (none of them said: without)."""
    global _warned
    named = any(name is not None for name in names)
    if named and not _warned:
        _warned = True
        import sys
        level, frame = 2, sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get('__name__', '').partition('.')[0] == 'torch':
            level, frame = level + 1, frame.f_back
        warnings.warn('Named tensors and all their associated APIs are an experimental feature and subject to change. Please do not use them for anything important until they are released as stable. '
                      '(Triggered internally at  ./c10/core/TensorImpl.h:1758.)', stacklevel=level)
    if named:
        _torch._begin_answers()
        t.__dict__['_names'] = tuple(names)
    _torch._names(t, named)
    return t


def names_of(t):
    return t.__dict__['_names'] if _torch._names(t) else (None,) * t.ndim


def _list(names):
    return '[%s]' % ', '.join('None' if name is None else "'%s'" % name for name in names)


def _identifier(name):
    if not (name.isascii() and name.isidentifier()):
        raise RuntimeError(_says("NAME_INVALID", name))


def _unique(names):
    said = [name for name in names if name is not None]
    if len(set(said)) != len(said):
        raise RuntimeError(_says("NAMES_TWICE", _list(names)))


def _checked(names, ndim):
    """Names as a program gives them, for so many dimensions."""
    for name in names:
        if name is not None and not isinstance(name, str):
            raise TypeError('expected None or string for Dimname but got %s' % type(name).__name__)
        if name is not None:
            _identifier(name)
    if len(names) != ndim:
        raise RuntimeError(_says("NAMES_COUNT", len(names), ndim, _list(names)))
    _unique(names)
    return tuple(names)


def _made(t, names):
    """names= of a function that makes a tensor."""
    return _give(t, _checked(tuple(names), t.ndim))


def set_names(t, names):
    if names is not None and not isinstance(names, (tuple, list)):
        raise RuntimeError('names must either be None or a tuple of dim names')
    _give(t, (None,) * t.ndim if names is None else _checked(names, t.ndim))


def _shown(t):
    """How names stand in their tensor's repr."""
    return 'names=(%s)' % ', '.join(map(repr, names_of(t))) if t.ndim != 1 else 'names=(%r,)' % names_of(t)


def _alias(t):
    return _plain(t.as_subclass, torch.Tensor)


def _plain(function, *args, **kwargs):
    """The function, nobody asked."""
    _torch._answers_off(1)
    try:
        return function(*args, **kwargs)
    finally:
        _torch._answers_off(-1)


# ---- the methods that are about names ----
def _words(method, names):
    """Names and ellipses alone, and of these one at most."""
    for name in names:
        if not (name is None or name is ... or isinstance(name, str)):
            raise TypeError("%s(): argument 'names' (position 1) must be tuple of names, not tuple" % method)
    if sum(name is ... for name in names) > 1:
        raise RuntimeError("%s: More than one Ellipsis ('...') found in names (%s). This function supports up to one Ellipsis." % (method, tuple(names)))
    for name in names:
        if isinstance(name, str):
            _identifier(name)


def _filled(names, own):
    """The ellipsis stands for the dimensions that the names beside it leave."""
    if ... not in names:
        return tuple(names)
    at = names.index(...)
    return (*names[:at], *own[at:len(own) - (len(names) - at - 1)], *names[at + 1:])


def renamed(t, names, by_name, in_place):
    method = 'rename_' if in_place else 'rename'
    own = names_of(t)
    if names and by_name:
        raise RuntimeError(_says("RENAME_BOTH", method, method, method))
    if by_name:
        for old, new in by_name.items():
            if not (new is None or isinstance(new, str)):
                raise TypeError("%s(): argument 'names' (position 1) must be tuple of names, not tuple" % method)
            if old not in own:
                raise RuntimeError(_says("RENAME_ABSENT", method, old, new, str(own), old))
        wanted = tuple(by_name.get(name, name) for name in own)
    elif names == (None,):
        wanted = (None,) * t.ndim
    else:
        _words(method, names)
        wanted = _filled(names, own)
    return _give(t if in_place else _alias(t), _checked(wanted, t.ndim))


def refined(t, names):
    _words('refine_names', names)
    own = names_of(t)
    wanted = _filled(names, own)
    if len(wanted) != len(own):
        raise RuntimeError(_says("REFINE_COUNT", _list(own), _list(wanted), len(own), len(wanted)))
    _unique(wanted)
    for i, (old, new) in enumerate(zip(own, wanted)):
        if old is not None and new != old:
            how = 'is more specific than None' if new is None else "is different from '%s'" % new
            raise RuntimeError(_says("REFINE_OTHER", _list(own), _list(wanted), old, how, i))
    return _give(_alias(t), wanted)


def aligned(t, names):
    _words('align_to', names)
    own = names_of(t)
    if ... in names:
        at, said = names.index(...), set(names)
        names = (*names[:at], *(name for name in own if name not in said), *names[at + 1:])
    for i, name in enumerate(own):
        if name is None:
            raise RuntimeError(_says("ALIGN_UNNAMED", i, _list(own)))
    for name in own:
        if name not in names:
            raise RuntimeError(_says("ALIGN_ABSENT", name, _list(names), _list(names)))
    _unique(names)

    def moved():
        there = t.permute([own.index(name) for name in names if name in own])
        for i, name in enumerate(names):
            if name not in own:
                there = there.unsqueeze(i)
        return there if there is not t else t.as_subclass(torch.Tensor)
    return _give(_plain(moved), names)


# ---- how names go through a function ----
def _unified(a, b, action='broadcast'):
    """The names of two tensors that are laid over one another from the right."""
    made = []
    for i in range(1, max(len(a), len(b)) + 1):
        x, y = a[-i] if i <= len(a) else None, b[-i] if i <= len(b) else None
        if x is not None and y is not None and x != y:
            raise RuntimeError(_says("NAMES_DIFFER", action, _list(a), _list(b), x, y))
        for name, own, others in ((x, a, b), (y, b, a)):
            if name is not None and name in others and (x is None or y is None):
                raise RuntimeError(_says("NAMES_MISALIGNED", action, _list(own), _list(others), name))
        made.append(x if y is None else y)
    return tuple(reversed(made))


def _over(*tensors):
    """The names of all of these together; numbers and what has none count for nothing."""
    names = ()
    for t in tensors:
        if isinstance(t, Tensor):
            names = _unified(names, names_of(t))
    return names


def _product(a, b, word='matmul'):
    """The names of a matrix product."""
    x, y = names_of(a), names_of(b)
    batch = []
    if len(x) > 2 or len(y) > 2:
        for i in range(3, max(len(x), len(y)) + 1):
            one, other = x[-i] if i <= len(x) else None, y[-i] if i <= len(y) else None
            if one is not None and other is not None and one != other:
                raise RuntimeError(_says("PRODUCT_NAMES", word, one, len(x) - i, _list(x), other, len(y) - i, _list(y)))
            batch.insert(0, one if other is None else other)
    made = (*batch, *x[-2:-1], *((y[-1],) if len(y) > 1 else ()))
    said = [name for name in made if name is not None]
    if len(set(said)) != len(said):
        raise RuntimeError(_says("PRODUCT_TWICE", _list(x), _list(y), _list(made)))
    return made


class _Call:
    """A call of a function, and one of its results: what a rule looks at."""

    def __init__(self, args, kwargs):
        self.args, self.kwargs = args, kwargs
        self.first = args[0] if args else kwargs.get('input', kwargs.get('tensors'))

    def at(self, place, *words):
        """An argument by its place or one of its words; None: not given."""
        return self.args[place] if len(self.args) > place else next((self.kwargs[word] for word in words if word in self.kwargs), None)

    def names(self):
        return names_of(self.first)

    def dims(self, place):
        """The dimensions that a call names, by number; None: all."""
        dim, ndim = self.at(place, 'dim', 'axis'), self.first.ndim
        if dim is None or isinstance(dim, bool) or isinstance(dim, (tuple, list)) and not dim:
            return None
        return {int(d) % ndim for d in (dim if isinstance(dim, (tuple, list)) else (dim,))} if ndim else set()


def _all(call):
    return _over(*call.args, *(value for name, value in call.kwargs.items() if name != 'out'))


def _reduced(place):
    def rule(call):
        names, dims = call.names(), call.dims(place)
        if call.result.ndim == len(names):
            return names
        return () if dims is None else tuple(name for i, name in enumerate(names) if i not in dims)
    return rule


def _dropped(call):
    dim = (call.dims(1) or {0}).pop()
    return tuple(name for i, name in enumerate(call.names()) if i != dim)


def _exchanged(call):
    names, a, b = list(call.names()), call.at(1, 'dim0', 'axis0'), call.at(2, 'dim1', 'axis1')
    names[a], names[b] = names[b], names[a]
    return tuple(names)


def _widened(call):
    names = call.names()
    return (None,) * (call.result.ndim - len(names)) + names


def _squeezed(call):
    t, dims = call.first, call.dims(1)
    if dims is None:
        return tuple(name for name, n in zip(names_of(t), t.shape) if n != 1)
    return tuple(name for i, name in enumerate(names_of(t)) if i not in dims) if call.result.ndim < t.ndim else (None,) * t.ndim


def _diagonal(call):
    gone = {(given if given is not None else i) % call.first.ndim for i, given in enumerate((call.at(2, 'dim1'), call.at(3, 'dim2')))}
    return (*(name for i, name in enumerate(call.names()) if i not in gone), None)


def _sliced(t, key):
    """The names of t[key]."""
    keys = key if isinstance(key, tuple) else (key,)
    names, made = list(names_of(t)), []
    taken = sum(k is not None and k is not ... for k in keys)
    for k in keys:
        if isinstance(k, slice):
            made.append(names.pop(0) if names else None)
        elif k is ...:
            made += [names.pop(0) for _ in range(max(t.ndim - taken, 0))]
        elif names:
            names.pop(0)
    return tuple(made + names)


def _selected(call):
    return _sliced(*call.args)


def _joined(call):
    names = ()
    for t in call.first:
        names = _unified(names, names_of(t), 'cat') if names else names_of(t)
    return names


def _multiplied(call):
    return _product(call.first, call.at(1, 'other', 'mat2', 'tensor', 'vec'))


def _added(call):
    return _unified(_product(call.at(1, 'mat1', 'mat'), call.at(2, 'mat2', 'vec')), call.names())


def _linear(call):
    return (*call.names()[:-1], *names_of(call.at(1, 'weight'))[:1])


def _nameless(call):
    return (None,) * call.result.ndim


_RULES = {
    _Call.names: '''abs absolute acos acosh adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d alpha_dropout angle arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh bernoulli bfloat16 bitwise_not bool byte
cauchy cdouble ceil cfloat char chunk clamp clamp_max clamp_min clip clone conj conj_physical contiguous cos cosh cpu cuda cummax cummin cumprod cumsum data deg2rad detach diff digamma double dropout
empty_like erf erfc erfinv exp expm1 exponential fill fill_diagonal fix float floor frac full_like geometric half hsplit i0 index_fill int __invert__ isfinite isinf isnan isreal lgamma log log10 log1p log2 log_normal
log_softmax logcumsumexp logical_not long matrix_power max_pool1d max_pool2d max_pool3d narrow neg negative normal ones_like polygamma positive rad2deg rand_like randint_like randn_like random reciprocal relu
requires_grad resize_as resolve_conj resolve_neg round rsqrt short sigmoid sign signbit sin sinh softmax split sqrt square tan tanh tensor_split threshold to to_dense trunc type type_as uniform
unsafe_chunk unsafe_split vsplit zero zeros_like max_pool1d_with_indices max_pool2d_with_indices''',
    _all: '''add addcdiv addcmul arctan2 atan2 copy div divide eq float_power floor_divide ge greater greater_equal gt hypot igamma igammac ldexp le less less_equal logaddexp logaddexp2 logical_and logical_or
logical_xor lt masked_fill mul multiply ne nextafter not_equal pow sub subtract true_divide __rsub__ __rdiv__ __rpow__ __floordiv__ __rfloordiv__ rsub''',
    _reduced(1): 'sum mean prod std var logsumexp max min median nanmedian mode std_mean var_mean all any',
    _reduced(2): 'kthvalue', _reduced(9): 'l1_loss',
    _dropped: 'select unbind', _exchanged: 'transpose swapaxes swapdims', _widened: 'expand expand_as broadcast_tensors broadcast_to', _squeezed: 'squeeze', _diagonal: 'diagonal', _selected: '__getitem__', _joined: 'cat concat hstack vstack',
    _multiplied: 'matmul mm mv bmm dot __matmul__', _added: 'addmm addmv', _linear: 'linear', _nameless: 'masked_select',
}
_RULES = {word: rule for rule, words in _RULES.items() for word in words.split()}
_RULES['t'] = _RULES['adjoint'] = lambda call: tuple(reversed(call.names()))
_RULES['__rmatmul__'] = lambda call: _product(call.args[1], call.first)

# Functions that take names of dimensions for their numbers, and how many positions hold them.
_BY_NAME = {name: count for count, names in (
    (1, '''cummax cummin cumprod cumsum index_fill index_fill_ log_softmax logcumsumexp logsumexp max mean median min mode nanmedian prod select size softmax squeeze std std_mean stride sum unbind var var_mean
softmin cumprod_ cumsum_ cat concat'''), (2, 'transpose swapaxes swapdims kthvalue')) for name in names.split()}

# What PyTorch calls the kernels that know of no names, where that is not the function's own name.
_KERNELS = {'T': 'permute', 'inner': 'permute', 'moveaxis': 'permute', 'movedim': 'permute', 'einsum': 'permute', 'tensordot': 'permute', '__and__': 'bitwise_and.Tensor', '__or__': 'bitwise_or.Tensor',
            '__xor__': 'bitwise_xor.Tensor', 'argwhere': 'nonzero', 'argsort': 'sort', 'msort': 'sort', 'corrcoef': 'unsqueeze', 'cov': 'unsqueeze', 'one_hot': 'unsqueeze', 'cross': 'linalg_cross', 'det': '_linalg_det',
            'diagflat': 'view', 'ravel': 'view', 'view_as': 'view', 'take_along_dim': 'view', 'flatten': '_reshape_alias', 'reshape': '_reshape_alias', 'reshape_as': '_reshape_alias', 'outer': '_reshape_alias',
            'ger': '_reshape_alias', 'fliplr': 'flip', 'flipud': 'flip', 'frexp': 'frexp.Tensor', 'inverse': 'linalg_inv_ex', 'isclose': 'mul.Scalar', 'kron': '_unsafe_view', 'logdet': '_linalg_slogdet',
            'slogdet': '_linalg_slogdet', 'matrix_exp': 'linalg_matrix_exp', 'nanmean': 'nansum', 'norm': 'norm.ScalarOpt_dim', 'normalize': 'norm.ScalarOpt_dim', 'qr': 'linalg_qr', 'svd': '_linalg_svd',
            'tile': 'repeat', 'unique': '_unique2', 'where': 'where.self', 'conv1d': 'convolution', 'conv2d': 'convolution', 'conv3d': 'convolution', 'conv_transpose2d': 'convolution',
            'batch_norm': 'native_batch_norm', 'layer_norm': 'native_layer_norm', 'group_norm': 'native_group_norm', 'cross_entropy': 'nll_loss_forward', 'nll_loss': 'nll_loss_forward', 'pad': 'constant_pad_nd',
            'interpolate': 'upsample_nearest2d.vec', 'cdist': '_cdist_forward', 'repeat_interleave': '_reshape_alias', 'quantile': '_reshape_alias', 'atleast_1d': 'view', 'atleast_2d': 'unsqueeze', 'atleast_3d': 'unsqueeze', 'meshgrid': 'view', 'linalg_norm': 'linalg_vector_norm', 'fft_fft': '_fft_r2c',
            'fft_rfft': '_fft_r2c', 'nanquantile': '_reshape_alias', '__deepcopy__': 'new_empty'}
# (two kernels: one for a number in the last place, one for a tensor there)
_BY_LAST = frozenset('bitwise_left_shift bitwise_right_shift copysign fmod lerp remainder xlogy __lshift__ __rshift__'.split())
_BETWEEN = {'max': 'maximum', 'min': 'minimum'}

# What gives no tensor, or is no step of a calculation.
_SILENT = frozenset('''__array__ __bool__ __dir__ __dlpack__ __float__ __format__ __get__ __int__ __len__ __repr__ __set__ __reversed__ as_subclass backward data_ptr dim element_size equal get_device has_names
is_complex is_contiguous is_floating_point is_nonzero is_same_size is_signed item ndimension nelement numel numpy register_hook requires_grad_ retain_grad storage storage_offset tolist untyped_storage
is_tensor is_shared size stride rename rename_ refine_names align_to align_as names grad'''.split())


def _refusal(name, args):
    if name in _BY_LAST:
        return name + ('.Tensor' if isinstance(args[-1], Tensor) else '.Scalar')
    return _KERNELS.get(name, name)


def _refuse(kernel):
    raise RuntimeError(_says("NAMES_UNSUPPORTED", 'aten::' + kernel))


def _number(t, name):
    names = names_of(t)
    if name not in names:
        raise RuntimeError(_says("DIM_NAME", name, ', '.join('None' if each is None else "'%s'" % each for each in names)))
    return names.index(name)


def _numbered(t, value):
    """A name, or several, as numbers of t's dimensions."""
    if isinstance(value, str):
        return _number(t, value)
    if isinstance(value, (tuple, list)) and value and all(isinstance(each, str) for each in value):
        return tuple(_number(t, each) for each in value)
    return value


def _by_number(name, args, kwargs):
    """A call with its dimensions' names made numbers."""
    first, known = _Call(args, kwargs).first, _BY_NAME.get(name, 0)
    t = first[0] if isinstance(first, (tuple, list)) else first
    if known == 2 and len({isinstance(each, str) for each in args[1:3]}) > 1 and name != 'kthvalue':
        return args, kwargs
    args = (args[:1] + tuple(_numbered(t, each) for each in args[1:1 + known]) + args[1 + known:]) if known else args
    return args, {word: _numbered(t, value) if word in ('dim', 'axis', 'dim0', 'dim1') else value for word, value in kwargs.items()}


def _with_names(value):
    if isinstance(value, str):
        return True
    return isinstance(value, (tuple, list)) and any(isinstance(each, str) for each in value)


def _flattened(func, args, kwargs):
    """flatten to a dimension with a name."""
    t, *rest = args
    out = kwargs.get('out_dim', rest[-1] if rest and isinstance(rest[-1], str) else None)
    rest = rest[:-1] if rest and rest[-1] is out else rest
    dims = kwargs.get('dims', rest[0] if rest else kwargs.get('start_dim', 0))
    names = names_of(t)
    if isinstance(dims, (tuple, list)):
        if not dims:
            raise RuntimeError('flatten(tensor, dims, out_dim): dims cannot be empty')
        places = [_number(t, name) for name in dims]
        if places != list(range(places[0], places[0] + len(places))):
            raise RuntimeError('flatten(tensor, dims, out_dim): dims %s must be consecutive in Tensor%s' % (_list(dims), _list(names)))
        first, last = places[0], places[-1]
    else:
        first, last = _numbered(t, dims) % t.ndim, _numbered(t, rest[1] if len(rest) > 1 else kwargs.get('end_dim', -1)) % t.ndim
    made = names[:first] + (out,) + names[last + 1:]
    _checked(made, len(made))
    return _give(func(t, first, last), made)


def unflattened(func, t, dim, sizes):
    """unflatten to dimensions with names."""
    if not isinstance(sizes[0], (tuple, list)):
        if isinstance(dim, str):
            raise TypeError("unflatten(): argument 'dim' (position 1) must be int, not str")
        raise RuntimeError('unflatten: input is a named tensor but no names were given for unflattened sizes')
    if not isinstance(dim, str):
        raise TypeError("unflatten(): argument 'dim' (position 1) must be name, not int")
    at, own = _number(t, dim), names_of(t)
    counts = [n for _, n in sizes]
    if math.prod(counts) != t.shape[at]:
        raise RuntimeError(_says("UNFLATTEN_NAMED", str(counts), at, dim, t.shape[at], _list(own)))
    made = own[:at] + tuple(name for name, _ in sizes) + own[at + 1:]
    _checked(made, len(made))
    return _give(func(_alias(t), at, counts), made)


def carried(made, t):
    """made, with t's names: t's memory in another object."""
    return _give(made, names_of(t))


def _write_item(func, args):
    """t[key] = value"""
    t, key, value = args
    if isinstance(value, Tensor):
        _unified(_sliced(t, key), names_of(value))
    return func(t, key, value)


def _getting(key):
    """What an index asks of kernels that know of no names."""
    for k in key if isinstance(key, tuple) else (key,):
        if k is None or k is True or k is False:
            _refuse('unsqueeze')
        if isinstance(k, list) or isinstance(k, Tensor) and (k.ndim or k.dtype in (torch.bool, torch.uint8)):
            _refuse('index.Tensor')



def _name(func):
    name = func.__name__
    return name[:-1] if name.endswith('_') and not name.endswith('__') and name not in _SILENT else name


def _in_place(func):
    name = func.__name__
    return name.endswith('_') and not name.endswith('__')


def _judge(func, args, kwargs):
    """May names stand where these stand?"""
    name = func.__name__
    if name in ('permute', 'view', 'reshape', 'expand') or not any(map(_with_names, (*args[1:], *kwargs.values()))):
        return
    method = vars(Tensor).get(name) is func
    if not method and vars(torch).get(name) is not func:
        return
    try:
        _torch.fits('Tensor.' + name if method else name, *args, **kwargs)
    except LookupError:             # (no signature is known)
        pass


def _run(func, args, kwargs):
    from .autograd.forward_ad import _mapped, _tensors
    name = _name(func)
    if name == '__setitem__':
        return _write_item(func, args)
    if name in ('size', 'stride'):
        return func(*_by_number(name, args, kwargs)[0])
    if name == '__reduce_ex__':
        raise RuntimeError(_says("NAMES_SAVED"))
    if name in _SILENT or func.__name__ in _SILENT:
        return func(*args, **kwargs)
    _judge(func, args, kwargs)
    if name == 'flatten' and any(map(_with_names, (*args[1:], *kwargs.values()))):
        return _flattened(func, args, kwargs)
    if name == '__getitem__':
        _getting(args[1])
    if name in _BETWEEN and len(args) > 1 and isinstance(args[1], Tensor):
        _refuse(_BETWEEN[name])
    if name in ('all', 'any') and _Call(args, kwargs).dims(1) is not None:
        _refuse(name + '.dim')
    if name in _BY_NAME:
        args, kwargs = _by_number(name, args, kwargs)
    rule = _RULES.get(name)
    if rule is None:
        _refuse(_refusal(name, args))
    call = _Call(args, kwargs)
    if _in_place(func):
        call.result = call.first
        names = rule(call)
        return _give(func(*args, **kwargs), names)
    result = func(*args, **kwargs)
    given = _tensors(args, kwargs)
    out = kwargs.get('out')

    def named(t):
        call.result = t
        return t if t is not out and any(t is each for each in given) else _give(t, rule(call))
    return _mapped(result, named)


def _through(func, args, kwargs):
    return _plain(_run, func, args, kwargs)
