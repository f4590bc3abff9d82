"""PyTorch's operators: which form arguments fit, and what does it in perch."""
import torch
import torch.nn.functional as F
from ._schemas import ROWS
from ._types import BY_NUMBER, NUMBERS

_OPTIONS = 'Layout? layout=None, Device? device=None, bool? pin_memory=None'
_MISSING = object()
_FORMATS = {torch.contiguous_format: 0, torch.preserve_format: 1, torch.channels_last: 2}
_MEANT_TENSORS = {'add', 'sub', 'mul', 'div', 'add_', 'sub_', 'mul_', 'div_', 'subtract', 'multiply', 'divide', 'true_divide'}      # a number there becomes a tensor


class Parameter:
    __slots__ = ('kind', 'many', 'optional', 'name', 'default', 'named', 'listed', 'whole')

    def __init__(self, text, named):
        kind, _, rest = text.partition(' ')
        self.name, _, default = rest.partition('=')
        self.named, self.whole = named, kind
        self.optional = kind.endswith('?')
        kind = kind.rstrip('?')
        self.listed, self.many = kind.endswith(']'), 0
        if self.listed:
            kind, _, many = kind[:-1].partition('[')
            self.many = int(many or 0)
        self.kind = kind.rstrip('?')
        self.default = _MISSING if not default else _default(default)

    @property
    def required(self):
        return self.default is _MISSING

    def as_default(self, value):
        """Is it what it is when it is left out?"""
        if self.required:
            return False
        default = self.default
        if self.listed and isinstance(value, (list, tuple)) and not isinstance(default, list) and default is not None:
            return list(value) == [default] * (self.many or len(value))
        value = list(value) if isinstance(value, tuple) else value
        return type(value) is type(default) and value == default or (value == default and not isinstance(value, bool) and isinstance(value, (int, float)) and isinstance(default, (int, float)))


def _default(text):
    named = {'None': None, 'True': True, 'False': False, 'Mean': 1, 'contiguous_format': 0}
    if text in named:
        return named[text]
    if text.startswith('['):
        return [_default(each.strip()) for each in text[1:-1].split(',') if each.strip()]
    if text.startswith('"'):
        return text[1:-1]
    return int(text) if text.lstrip('-').isdigit() else float(text)


class Schema:
    """One form of an operator."""

    def __init__(self, full, signature):
        self.name, _, self.overload = full.partition('.')
        given, _, results = signature.replace('~', _OPTIONS).partition(' -> ')
        self.parameters, named, depth, word = [], False, 0, ''
        for c in given + ',':
            depth += (c in '([') - (c in ')]')
            if c == ',' and not depth:
                word = word.strip()
                if word == '*':
                    named = True
                elif word:
                    self.parameters.append(Parameter(word, named))
                word = ''
            else:
                word += c
        self.results = [each.strip() for each in (results or 'Tensor').strip('()').split(',')]

    def bound(self, args, kwargs):
        """Values in its order, or None where they do not fit."""
        given, named, args = [], dict(kwargs), list(args)
        if 'input' in named and self.parameters[:1] and self.parameters[0].name == 'self':
            named['self'] = named.pop('input')
        places = [p for p in self.parameters if not p.named]
        if len(args) > len(places) or len(places) > len(args) > 1 and False:
            at = next((i for i, p in enumerate(places) if p.listed and p.kind == 'int' and not p.many), None)
            if at is None or at != len(places) - 1 and at != 0 and at != 1:
                return None
            args = args[:at] + [args[at:]]
        for i, p in enumerate(self.parameters):
            if not p.named and i < len(args):
                value = args[i]
            else:
                value = named.pop(p.name, p.default)
                if value is _MISSING and p.name == 'dim' and 'axis' in named:
                    value = named.pop('axis')
            if value is _MISSING or not (p.default is value and not p.required) and not _suits(value, p, self.name):
                return None
            given.append(value)
        return None if named else given


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool) or isinstance(value, torch.Tensor) and value.dim() == 0 and not value.is_floating_point() and value.dtype != torch.bool


def _suits(value, p, name):
    if value is None:
        return p.optional
    if p.listed:
        if p.kind == 'Tensor':
            return isinstance(value, (list, tuple)) and all(isinstance(each, torch.Tensor) or p.whole == 'Tensor?[]' for each in value)
        if p.kind == 'int':
            return p.many and _is_int(value) and not isinstance(value, torch.Tensor) or isinstance(value, (list, tuple)) and all(_is_int(each) for each in value)
        return isinstance(value, (list, tuple)) and all(isinstance(each, (int, float)) for each in value)
    if p.kind == 'Tensor':
        return isinstance(value, torch.Tensor) or isinstance(value, (int, float, complex)) and name in _MEANT_TENSORS
    if p.kind == 'Scalar':
        return isinstance(value, (int, float, complex))
    if p.kind == 'int':
        return _is_int(value)
    if p.kind == 'float':
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    kinds = {'bool': bool, 'str': str, 'ScalarType': torch.dtype, 'Device': (str, torch.device, int), 'Layout': torch.layout, 'MemoryFormat': torch.memory_format, 'Generator': torch.Generator}
    return isinstance(value, kinds.get(p.kind, ()))


SCHEMAS = {}
for _row in ROWS.splitlines():
    _names, _, _signature = _row.partition(': ')
    for _full in _names.split():
        SCHEMAS.setdefault(_full.partition('.')[0], []).append(Schema(_full, _signature))
for _forms in SCHEMAS.values():             # forms of tensors come before those of numbers
    _forms.sort(key=lambda schema: sum(p.kind == 'Scalar' and not p.named for p in schema.parameters))


def schema_of(name, args, kwargs):
    """(form, values in its order), or None."""
    for schema in SCHEMAS.get(name, ()):
        bound = schema.bound(args, kwargs)
        if bound is not None:
            return schema, bound
    return None


def code_of(value):
    """What stands for it in a graph: dtypes, layouts and forms of memory are numbers there."""
    if isinstance(value, torch.dtype):
        return NUMBERS[value]
    if isinstance(value, torch.layout):
        return 0 if value == torch.strided else 1
    if isinstance(value, torch.memory_format):
        return _FORMATS[value]
    return value


_MEANINGS = {'ScalarType': BY_NUMBER, 'Layout': {0: torch.strided, 1: torch.sparse_coo}, 'MemoryFormat': {number: form for form, number in _FORMATS.items()}}


def meaning(value, p):
    """The other way: what a number means for that parameter."""
    return _MEANINGS[p.kind].get(value, value) if p.kind in _MEANINGS and isinstance(value, int) and not p.listed else value


# ---- what does them ----
def _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *_):
    dims = weight.dim() - 2
    if transposed:
        return (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[dims - 1](input, weight, bias, stride, padding, output_padding, groups, dilation)
    return (F.conv1d, F.conv2d, F.conv3d)[dims - 1](input, weight, bias, stride, padding, dilation, groups)


def _pooled(call):
    return lambda x, size, stride=(), *more: call(x, list(size) if isinstance(size, (list, tuple)) else size, list(stride) or None if isinstance(stride, (list, tuple)) else stride, *more)


def _sliced(x, dim=0, start=None, end=None, step=1):
    if isinstance(x, torch.Tensor):
        return x[(slice(None),) * (dim % x.dim()) + (slice(start, end, step),)]
    return x[dim:start:end if end is not None else 1]           # (a list: its bounds come at once)


_REDUCTIONS = ('none', 'mean', 'sum')


def _loss(call, *between):
    def made(input, target, *more, **named):
        more = list(more)
        given = {}
        for name in between:
            if not more:
                break
            value = more.pop(0)
            given[name] = _REDUCTIONS[value] if name == 'reduction' else value
        return call(input, target, **given, **named)
    return made


def _to(x, *args, **named):
    args = [each for each in args if each is not None]
    return x.to(*args, **{name: value for name, value in named.items() if value is not None})


def _made(call):
    """What makes tensors: layout and pinning are as ever."""
    return lambda *args, layout=None, pin_memory=None, **named: call(*args, **{name: value for name, value in named.items() if value is not None})


def _upon(call):
    return lambda *args, **named: call(*args, **{name: value for name, value in named.items() if value is not None})


_MAKERS = 'zeros ones rand randn empty full eye arange linspace randint randperm zeros_like ones_like rand_like randn_like empty_like full_like randint_like tensor logspace scalar_tensor'.split()
CALLS = {
    '_convolution': _convolution, 'select': torch.select, 'slice': _sliced, 'size': lambda x, dim=None: list(x.shape) if dim is None else x.shape[dim], 'index': lambda x, at: x[tuple(slice(None) if i is None else i for i in at)],
    'index_put_': lambda x, at, value, accumulate=False: x.index_put_(tuple(at), value, accumulate), 'Int': int, 'Float': float, 'Bool': bool, 'IntImplicit': int, 'FloatImplicit': float, 'numpy_T': lambda x: x.T, 'mT': lambda x: x.mT,
    'mH': lambda x: x.mH, 'dim': lambda x: x.dim(), 'len': len, 'item': lambda x: x.item(), 'rsub': lambda x, other, alpha=1: other - x * alpha if alpha != 1 else other - x, 'embedding':
    lambda weight, at, padding=-1, scale=False, sparse=False: F.embedding(at, weight, None if padding < 0 else padding, scale_grad_by_freq=scale, sparse=sparse),
    'batch_norm': lambda x, weight, bias, mean, var, training, momentum, eps, cudnn=True: F.batch_norm(x, mean, var, weight, bias, training, momentum, eps),
    'instance_norm': lambda x, weight, bias, mean, var, use, momentum, eps, cudnn=True: F.instance_norm(x, mean, var, weight, bias, use, momentum, eps),
    'layer_norm': lambda x, shape, weight=None, bias=None, eps=1e-5, cudnn=True: F.layer_norm(x, list(shape), weight, bias, eps), 'group_norm': lambda x, groups, weight=None, bias=None, eps=1e-5, cudnn=True: F.group_norm(x, groups, weight, bias, eps),
    'max_pool1d': _pooled(F.max_pool1d), 'max_pool2d': _pooled(F.max_pool2d), 'max_pool3d': _pooled(F.max_pool3d), 'avg_pool1d': _pooled(F.avg_pool1d), 'avg_pool2d': _pooled(F.avg_pool2d), 'avg_pool3d': _pooled(F.avg_pool3d),
    'cross_entropy_loss': lambda x, target, weight=None, reduction=1, ignore=-100, smoothing=0.: F.cross_entropy(x, target, weight, ignore_index=ignore, reduction=_REDUCTIONS[reduction], label_smoothing=smoothing),
    'nll_loss_nd': lambda x, target, weight=None, reduction=1, ignore=-100: F.nll_loss(x, target, weight, ignore_index=ignore, reduction=_REDUCTIONS[reduction]),
    'mse_loss': _loss(F.mse_loss, 'reduction'), 'l1_loss': _loss(F.l1_loss, 'reduction'), 'smooth_l1_loss': _loss(F.smooth_l1_loss, 'reduction', 'beta'), 'huber_loss': _loss(F.huber_loss, 'reduction', 'delta'),
    'binary_cross_entropy': _loss(F.binary_cross_entropy, 'weight', 'reduction'), 'kl_div': lambda x, target, reduction=1, *, log_target=False: F.kl_div(x, target, reduction=_REDUCTIONS[reduction], log_target=log_target),
    'binary_cross_entropy_with_logits': lambda x, target, weight=None, pos=None, reduction=1: F.binary_cross_entropy_with_logits(x, target, weight, pos_weight=pos, reduction=_REDUCTIONS[reduction]),
    'to': _to, 'dropout': F.dropout, 'feature_dropout': F.dropout2d, 'alpha_dropout': F.alpha_dropout, 'constant_pad_nd': lambda x, pad, value=0: F.pad(x, list(pad), 'constant', value), 'contiguous': lambda x, memory_format=None: x.contiguous(),
    'log_sigmoid': F.logsigmoid, 'elu': lambda x, alpha=1, scale=1, input_scale=1: F.elu(x, alpha), 'relu6': F.relu6, 'pad': lambda x, pad, mode='constant', value=None: F.pad(x, list(pad), mode, 0. if value is None else value),
    'clone': lambda x, memory_format=None: x.clone(), 'expand': lambda x, size, implicit=False: x.expand(list(size)), 'lift_fresh': lambda x: x, 'data': lambda x: x.data, 'one_hot': F.one_hot, 'scaled_dot_product_attention': F.scaled_dot_product_attention if hasattr(F, 'scaled_dot_product_attention') else None,
    'adaptive_avg_pool1d': F.adaptive_avg_pool1d, 'adaptive_avg_pool2d': F.adaptive_avg_pool2d, 'adaptive_avg_pool3d': F.adaptive_avg_pool3d, 'adaptive_max_pool1d': lambda x, size: F.adaptive_max_pool1d(x, size, True),
    'adaptive_max_pool2d': lambda x, size: F.adaptive_max_pool2d(x, size, True), 'is_floating_point': torch.is_floating_point, 'numel': lambda x: x.numel(), 'warn': lambda text, level=2: _warned(text),
    **{name: _made(getattr(torch, name)) for name in _MAKERS if hasattr(torch, name)}, **{name: _made(getattr(torch.Tensor, name)) for name in ('new_zeros', 'new_ones', 'new_full', 'new_empty')},
}


def _warned(text):
    import warnings
    warnings.warn(text, stacklevel=3)


def call_of(name):
    """What does an operator, with arguments in its order; None where nothing does."""
    if name in CALLS:
        return CALLS[name]
    for place in (torch, torch.Tensor, F):
        found = getattr(place, name, None)
        if callable(found):
            CALLS[name] = _upon(found)
            return CALLS[name]
    if name.startswith(('linalg_', 'fft_')):
        place, _, rest = name.partition('_')
        return getattr(getattr(torch, place), rest, None)
    return None
