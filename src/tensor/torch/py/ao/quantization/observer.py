"""torch.ao.quantization.observer: modules that look at the numbers that pass, and say with which scale and zero point they are best made small."""
import warnings
from abc import ABCMeta, abstractmethod
from functools import partial

import torch
from torch.nn import Module

from torch._quantized.choice import in_float32

_EPS = 2.0 ** -23
_SYMMETRIC = (torch.per_tensor_symmetric, torch.per_channel_symmetric)
_BY_TENSOR = (torch.per_tensor_affine, torch.per_tensor_symmetric)
_BY_CHANNEL = (torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams)
_INF = float('inf')


class _PartialWrapper:
    """A class of observers with some of its arguments chosen: called, it makes one."""

    def __init__(self, p):
        self.p = p
        self.callable_args = {}             # arguments that are asked for when one is made

    def __call__(self, *args, **keywords):
        for name, ask in self.callable_args.items():
            if name not in keywords:
                keywords[name] = ask()
        return self.p(*args, **keywords)

    def __repr__(self):
        return repr(self.p) + repr(self.callable_args)

    def with_args(self, **kwargs):
        return with_args(self, **kwargs)

    def with_callable_args(self, **kwargs):
        made = with_args(self)
        made.callable_args = {**self.callable_args, **kwargs}
        return made


def with_args(cls_or_self, **kwargs):
    """The same with these arguments."""
    made = _PartialWrapper(partial(cls_or_self, **kwargs))
    if isinstance(cls_or_self, _PartialWrapper):
        made = _PartialWrapper(partial(cls_or_self.p, **kwargs))
        made.callable_args = dict(cls_or_self.callable_args)
    return made


def with_callable_args(cls_or_self, **kwargs):
    return with_args(cls_or_self).with_callable_args(**kwargs)


class ObserverBase(Module, metaclass=ABCMeta):
    """forward(x) looks at x and hands it on; calculate_qparams() says what was learnt."""

    def __init__(self, dtype, is_dynamic=False):
        super().__init__()
        self.dtype, self.is_dynamic = dtype, is_dynamic

    @abstractmethod
    def forward(self, x):
        pass

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        pass

    with_args = classmethod(with_args)
    with_callable_args = classmethod(with_callable_args)


def _range_of(quant_min, quant_max, dtype, reduce_range):
    """(lowest, highest) whole number that is used."""
    if quant_min is not None and quant_max is not None:
        if dtype is torch.qint32:
            low, high = 0, 2 ** 31 - 1
        else:
            low, high = quant_min, quant_max
        length = high - low + 1
        if dtype is torch.qint8:
            assert 0 < length <= 256, 'quantization range should be positive and not exceed the maximum bit range (=256).'
        elif dtype is torch.qint32:
            assert 0 < length <= 2 ** 31, 'quantization range should be positive and not exceed the maximum bit range (=4294967296).'
        return (quant_min // 2, quant_max // 2) if reduce_range else (quant_min, quant_max)
    low, high = dtype.low, dtype.high
    return (low // 2, high // 2) if reduce_range and dtype is not torch.qint32 else (low, high)


class UniformQuantizationObserverBase(ObserverBase):
    """Those whose whole numbers stand for numbers at equal distances."""
    _version = 3

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None, eps=_EPS, is_dynamic=False):
        super().__init__(dtype, is_dynamic)
        self.qscheme = qscheme
        if reduce_range:
            warnings.warn('Please use quant_min and quant_max to specify the range for observers.                     reduce_range will be deprecated in a future release of PyTorch.', stacklevel=2)
        self.reduce_range = reduce_range
        self._made_on = dict(factory_kwargs or {})
        self.register_buffer('eps', torch.tensor([eps], **self._made_on))
        assert qscheme in _BY_TENSOR + _BY_CHANNEL, 'Default Observer only works for per_tensor_affine,                 per_tensor_symmetric, per_channel_affine,                 per_channel_symmetric and per_channel_float_qparams quantization scheme'
        assert dtype in (torch.qint8, torch.quint8, torch.qint32), 'Default Observer only works for qint8, quint8 and quint4x2 data type'
        self.has_customized_qrange = quant_min is not None and quant_max is not None
        if self.has_customized_qrange:
            self._validate_qmin_qmax(quant_min, quant_max)
        self.quant_min, self.quant_max = _range_of(quant_min, quant_max, dtype, reduce_range)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *more):
        if local_metadata.get('version') in (None, 1):          # (they had no eps)
            state_dict[prefix + 'eps'] = torch.tensor([_EPS])
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *more)

    def _validate_qmin_qmax(self, quant_min, quant_max):
        assert quant_min <= 0 <= quant_max, 'Used-specified quantization range must include 0.'
        assert quant_min < quant_max, 'qmin must be strictly less than qmax for user-specified quantization range.'

    def _is_valid(self, low, high):
        if low.numel() == 0 or high.numel() == 0 or low.numel() == 1 and low.item() == _INF and high.item() == -_INF:
            warnings.warn('must run observer before calling calculate_qparams. Returning default values.', stacklevel=3)
            return False
        if low.numel() == 1:
            assert low <= high, 'min {} should be less than max {}'.format(low, high)
        else:
            assert torch.all(low <= high), 'min {} should be less than max {}'.format(low, high)
        return True

    def _calculate_qparams(self, min_val, max_val):
        """(scales, zero points) for numbers between these, each alone or by channel."""
        if not self._is_valid(min_val, max_val):
            return torch.tensor([1.0], device=min_val.device), torch.tensor([0], device=min_val.device)
        steps = float(self.quant_max - self.quant_min)
        low, high = min_val.clamp(max=0), max_val.clamp(min=0)
        zero = torch.zeros(low.shape, dtype=torch.int64, device=low.device)
        if self.qscheme in _SYMMETRIC:
            scale = torch.max(torch.max(-low, high) / (steps / 2), self.eps)
            if self.dtype is torch.quint8:
                zero = torch.full_like(zero, (self.quant_min + self.quant_max) // 2 if self.has_customized_qrange else 128)
        elif self.qscheme is torch.per_channel_affine_float_qparams:
            scale = (max_val - min_val) / steps
            scale = torch.where(scale > self.eps, scale, torch.ones_like(scale))
            zero = -1 * min_val / scale
        else:
            scale = torch.max((high - low) / steps, self.eps)
            zero = (self.quant_min - torch.round(low / scale).to(torch.int32)).clamp(self.quant_min, self.quant_max)
        return (scale, zero) if scale.dim() and zero.dim() else (scale.reshape(-1), zero.reshape(-1))

    def reset_min_max_vals(self):
        raise NotImplementedError('Cannot reset min/max values in the given observer.')

    def extra_repr(self):
        return 'min_val={}, max_val={}'.format(self.min_val, self.max_val)


def _need(cls, qscheme, allowed, words):
    if qscheme not in allowed:
        raise NotImplementedError("%s's qscheme only support %s." % (cls, words))


def _not_dynamic(cls, is_dynamic, more=''):
    if is_dynamic:
        raise NotImplementedError("%s doesn't support dynamic quantization%s" % (cls, more))


class MinMaxObserver(UniformQuantizationObserverBase):
    """The lowest and the highest number so far."""

    def __init__(self, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None, eps=_EPS, is_dynamic=False):
        _need('MinMaxObserver', qscheme, _BY_TENSOR, 'torch.per_tensor_symmetric                     and torch.per_tensor_affine')
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps, is_dynamic)
        self.register_buffer('min_val', torch.tensor(_INF, **self._made_on))
        self.register_buffer('max_val', torch.tensor(-_INF, **self._made_on))
        if qscheme is torch.per_tensor_symmetric and reduce_range and dtype is torch.quint8:
            raise NotImplementedError('Cannot reduce range for symmetric                                        quantization for quint8')

    def _merged(self, low, high):
        """The new limits, given those of a tensor."""
        return torch.min(low, self.min_val), torch.max(high, self.max_val)

    def forward(self, x_orig):
        if x_orig.numel():
            with torch.no_grad():
                low, high = self._merged(*torch.aminmax(x_orig.detach().to(self.min_val.dtype)))
                self.min_val.copy_(low)
                self.max_val.copy_(high)
        return x_orig

    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    def reset_min_max_vals(self):
        self.min_val.fill_(_INF)
        self.max_val.fill_(-_INF)


class MovingAverageMinMaxObserver(MinMaxObserver):
    """Averages of the tensors' lowest and highest numbers, in which the last ones count most."""

    def __init__(self, averaging_constant=0.01, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, eps=_EPS, is_dynamic=False, **kwargs):
        _need('MovingAverageMinMaxObserver', qscheme, _BY_TENSOR, '                    torch.per_tensor_symmetric and torch.per_tensor_affine')
        _not_dynamic('MovingAverageMinMaxObserver', is_dynamic and averaging_constant != 1, ' for averaging constant of %s' % averaging_constant)
        self.averaging_constant = averaging_constant
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, eps=eps, is_dynamic=is_dynamic, **kwargs)

    def _merged(self, low, high):
        if self.min_val.item() == _INF and self.max_val.item() == -_INF:
            return low, high
        return self.min_val + self.averaging_constant * (low - self.min_val), self.max_val + self.averaging_constant * (high - self.max_val)


class PerChannelMinMaxObserver(UniformQuantizationObserverBase):
    """The lowest and the highest number of each part along an axis."""

    def __init__(self, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None, eps=_EPS, is_dynamic=False):
        _need('PerChannelMinMaxObserver', qscheme, _BY_CHANNEL, '                    torch.per_channel_symmetric, torch.per_channel_affine and torch.per_channel_affine_float_qparams')
        _not_dynamic('PerChannelMinMaxObserver', is_dynamic)
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps)
        self.ch_axis = ch_axis
        self.register_buffer('min_val', torch.tensor([], **self._made_on))
        self.register_buffer('max_val', torch.tensor([], **self._made_on))
        if qscheme is torch.per_channel_symmetric and reduce_range and dtype is torch.quint8:
            raise NotImplementedError('Cannot reduce range for symmetric quantization for quint8')

    def _merged(self, low, high):
        return torch.min(low, self.min_val), torch.max(high, self.max_val)

    def forward(self, x_orig):
        if x_orig.numel():
            with torch.no_grad():
                rows = x_orig.detach().transpose(0, self.ch_axis).to(self.min_val.dtype).flatten(1)
                low, high = torch.aminmax(rows, dim=1)
                if self.min_val.numel() and self.max_val.numel():
                    low, high = self._merged(low, high)
                self._keep(low, high)
        return x_orig

    def _keep(self, low, high):
        self.min_val.resize_(low.shape).copy_(low)
        self.max_val.resize_(high.shape).copy_(high)

    def calculate_qparams(self):
        return self._calculate_qparams(self.min_val, self.max_val)

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *more):
        plural = 's' if local_metadata.get('version') in (None, 1, 2) else ''
        for name in ('min_val', 'max_val'):
            key = prefix + name + plural
            if key in state_dict:
                getattr(self, name).resize_(state_dict[key].shape)
                if plural:
                    state_dict[prefix + name] = state_dict.pop(key)
            elif strict:
                missing_keys.append(key)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, missing_keys, *more)

    def reset_min_max_vals(self):
        self.min_val, self.max_val = torch.rand(0), torch.rand(0)


class MovingAveragePerChannelMinMaxObserver(PerChannelMinMaxObserver):
    def __init__(self, averaging_constant=0.01, ch_axis=0, dtype=torch.quint8, qscheme=torch.per_channel_affine, reduce_range=False, quant_min=None, quant_max=None, eps=_EPS, is_dynamic=False, **kwargs):
        _need('MovingAveragePerChannelMinMaxObserver', qscheme, _BY_CHANNEL, '                    torch.per_channel_symmetric, torch.per_channel_affine and torch.per_channel_affine_float_qparams')
        _not_dynamic('MovingAveragePerChannelMinMaxObserver', is_dynamic)
        super().__init__(ch_axis, dtype, qscheme, reduce_range, quant_min, quant_max, eps=eps, **kwargs)
        self.averaging_constant = averaging_constant

    def _merged(self, low, high):
        return self.min_val + self.averaging_constant * (low - self.min_val), self.max_val + self.averaging_constant * (high - self.max_val)


class HistogramObserver(UniformQuantizationObserverBase):
    """How often numbers of each size came: a few far out are given up, where the squared error of all becomes less."""

    def __init__(self, bins=2048, upsample_rate=128, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=False, quant_min=None, quant_max=None, factory_kwargs=None, eps=_EPS, is_dynamic=False):
        _need('HistogramObserver', qscheme, _BY_TENSOR, 'torch.per_tensor_symmetric                     and torch.per_tensor_affine')
        _not_dynamic('HistogramObserver', is_dynamic)
        super().__init__(dtype, qscheme, reduce_range, quant_min, quant_max, factory_kwargs, eps)
        self.bins, self.upsample_rate = bins, upsample_rate
        self.register_buffer('histogram', torch.zeros(bins, **self._made_on))
        self.register_buffer('min_val', torch.tensor(_INF, **self._made_on))
        self.register_buffer('max_val', torch.tensor(-_INF, **self._made_on))
        self.dst_nbins = 2 ** (32 if dtype is torch.qint32 else 8)

    # ---- looking ----
    def forward(self, x_orig):
        if x_orig.numel():
            with torch.no_grad():
                self._look(x_orig.detach())
        return x_orig

    def _counted(self, x, low, high):
        """How many of x lie in each bin; as PyTorch 1.13's, between whole numbers."""
        return torch.histc(x, self.bins, min=int(low), max=int(high))

    def _look(self, x):
        low, high = torch.aminmax(x)
        old_low, old_high = self.min_val.item(), self.max_val.item()
        if old_low == old_high or (old_low, old_high) == (_INF, -_INF):
            self._keep(low, high, self._counted(x, low, high))
            return
        low, high = torch.min(low, self.min_val), torch.max(high, self.max_val)
        low, high, fewer, start = self._common_grid(low, high)
        counts = self._counted(x, low, high)
        if low.item() == old_low and high.item() == old_high:
            counts += self.histogram
        else:
            counts = counts + self._stretched(fewer, start)
        self._keep(low, high, counts)

    def _keep(self, low, high, counts):
        self.histogram.detach_().resize_(counts.shape).copy_(counts)
        self.min_val.detach_().resize_(low.shape).copy_(low)
        self.max_val.detach_().resize_(high.shape).copy_(high)

    def _common_grid(self, low, high):
        """(low, high moved up, how many fine bins make one new bin, where the old ones begin): fine bins that old and new bins are made of."""
        fine = (self.max_val - self.min_val) / (self.bins * self.upsample_rate)
        fewer = int(torch.ceil((high - low) / (self.bins * fine)).item())
        high = high + (fewer * (self.bins * fine) - (high - low))
        return low, high, fewer, int(torch.round((self.min_val - low) / fine).item())

    def _stretched(self, fewer, start):
        """The old counts in new bins."""
        fine = torch.zeros(self.bins * fewer, device=self.histogram.device)
        fine[start:self.bins * self.upsample_rate + start] = self.histogram.repeat_interleave(self.upsample_rate)
        up_to = torch.cumsum(fine, 0, dtype=torch.float64)[fewer - 1::fewer]
        before = torch.zeros(self.bins, device=self.histogram.device)
        before[1:] = up_to[:-1]
        return ((up_to - before) / self.upsample_rate).to(torch.float32)

    # ---- deciding ----
    def _compute_quantization_error(self, first, last):
        """The squared error when the bins from first to last are shared by the whole numbers and what lies outside goes to the ends."""
        width = (self.max_val.item() - self.min_val.item()) / self.bins
        step = width * (last - first + 1) / self.dst_nbins
        if step == 0.0:
            return 0.0
        begins = (torch.arange(self.bins, device=self.histogram.device) - first) * width
        ends = begins + width
        of_begin = torch.div(begins, step, rounding_mode='floor').clamp(0, self.dst_nbins - 1)
        of_end = torch.div(ends, step, rounding_mode='floor').clamp(0, self.dst_nbins - 1)
        density = self.histogram / width
        half = torch.tensor(step / 2)

        def between(a, b):
            return density * ((b * b * b - a * a * a) / 3)
        error = between(begins - (of_begin + 0.5) * step, half)
        error += (of_end - of_begin - 1) * between(-half, half)
        error += between(-half, ends - (of_end * step + step / 2))
        return error.sum().item()

    def _non_linear_param_search(self):
        """(low, high) of the bins that are kept: a hundred-thousandth of the numbers after the other is let go at the end where more bins go with it, as long as the error shrinks."""
        width = (self.max_val - self.min_val) / self.bins
        total, up_to = self.histogram.sum().item(), torch.cumsum(self.histogram, 0).tolist()
        alpha, beta, first, last, least, step = 0.0, 1.0, 0, self.bins - 1, _INF, 1e-5
        while alpha < beta:
            low, high = in_float32((alpha + step) * total), in_float32((beta - step) * total)
            left, right = first, last
            while left < last and up_to[left] < low:
                left += 1
            while right > first and up_to[right] > high:
                right -= 1
            if left - first > last - right:
                now, alpha = (left, last), alpha + step
            else:
                now, beta = (first, right), beta - step
            if now == (first, last):
                continue
            error = self._compute_quantization_error(*now)
            if error > least:
                break
            least, (first, last) = error, now
        return self.min_val + width * first, self.min_val + width * (last + 1)

    def calculate_qparams(self):
        if self.min_val.item() == _INF and self.max_val.item() == -_INF:
            warnings.warn('must run observer before calling calculate_qparams.                                    Returning default scale and zero point ', stacklevel=2)
            return torch.tensor([1.0], device=self.min_val.device), torch.tensor([0], device=self.min_val.device)
        assert self.bins == len(self.histogram), 'The number of bins in histogram should be equal to the number of bins supplied while making this observer'
        return self._calculate_qparams(*self._non_linear_param_search())

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *more):
        for name in ('min_val', 'max_val'):
            if prefix + name in state_dict:
                value = state_dict[prefix + name]
                getattr(self, name).resize_(value.shape)
            elif strict:
                missing_keys.append(prefix + name)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, *more)


class FixedQParamsObserver(ObserverBase):
    """For values of which is known where they lie."""

    def __init__(self, scale, zero_point, dtype=torch.quint8, qscheme=torch.per_tensor_affine, quant_min=0, quant_max=255, is_dynamic=False, **kwargs):
        super().__init__(dtype, is_dynamic)
        self.quant_min, self.quant_max, self.qscheme = quant_min, quant_max, qscheme
        self.register_buffer('scale', torch.tensor([scale], dtype=torch.float32))
        self.register_buffer('zero_point', torch.tensor([zero_point], dtype=torch.int32))

    def forward(self, X):
        return X

    def calculate_qparams(self):
        return self.scale, self.zero_point


class _Passive(ObserverBase):
    """Nothing is learnt: it only says of which dtype things will be."""

    def forward(self, x):
        return x

    def calculate_qparams(self):
        raise Exception('calculate_qparams should not be called for ' + type(self).__name__)


class PlaceholderObserver(_Passive):
    def __init__(self, dtype=torch.float32, custom_op_name='', compute_dtype=None, quant_min=None, quant_max=None, qscheme=None, eps=None, is_dynamic=False):
        super().__init__(dtype, is_dynamic or bool(compute_dtype))
        self.custom_op = custom_op_name
        self.quant_min, self.quant_max, self.qscheme, self.eps = quant_min, quant_max, torch.per_tensor_affine if qscheme is None else qscheme, _EPS if eps is None else eps
        if compute_dtype:
            self.compute_dtype = compute_dtype


class NoopObserver(_Passive):
    def __init__(self, dtype=torch.float16, custom_op_name=''):
        super().__init__(dtype=dtype)
        self.custom_op = custom_op_name


class RecordingObserver(_Passive):
    """Keeps all that passes."""

    def __init__(self, dtype=torch.quint8):
        super().__init__(dtype=dtype)
        self.tensor_val = []

    def forward(self, x):
        self.tensor_val.append(x.clone())
        return x

    def get_tensor_value(self):
        return self.tensor_val


class ReuseInputObserver(_Passive):
    def __init__(self):
        super().__init__(torch.quint8)


def get_observer_state_dict(mod):
    """What observers have learnt, by their names in the model."""
    return type(mod.state_dict())((name, value) for name, value in mod.state_dict().items() if 'activation_post_process' in name)


def load_observer_state_dict(mod, obs_dict):
    missing, unexpected = [], []
    for name, module in mod.named_modules():
        prefix = name + '.'
        if isinstance(module, ObserverBase):
            module._load_from_state_dict(obs_dict, prefix, {}, False, missing, unexpected, [])
    for name in missing:
        if 'observer' in name or 'activation_post_process' in name:
            raise Exception('Missing keys for observer {} in state_dict'.format(name))
    for name in unexpected:
        if 'observer' in name or 'activation_post_process' in name:
            raise Exception('Unexpected keys for observer {} in state_dict'.format(name))


default_observer = MinMaxObserver.with_args(quant_min=0, quant_max=127)
default_placeholder_observer = PlaceholderObserver
default_debug_observer = RecordingObserver
default_weight_observer = MinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
weight_observer_range_neg_127_to_127 = MinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_histogram_observer = HistogramObserver.with_args(quant_min=0, quant_max=127)
default_per_channel_weight_observer = PerChannelMinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_channel_symmetric)
per_channel_weight_observer_range_neg_127_to_127 = PerChannelMinMaxObserver.with_args(dtype=torch.qint8, qscheme=torch.per_channel_symmetric, quant_min=-127, quant_max=127, eps=2 ** -12)
default_dynamic_quant_observer = PlaceholderObserver.with_args(dtype=torch.quint8, compute_dtype=torch.quint8)
default_float_qparams_observer = PerChannelMinMaxObserver.with_args(dtype=torch.quint8, qscheme=torch.per_channel_affine_float_qparams, ch_axis=0)
default_fixed_qparams_range_neg1to1_observer = FixedQParamsObserver.with_args(scale=2.0 / 256.0, zero_point=128, dtype=torch.quint8, quant_min=0, quant_max=255)
default_fixed_qparams_range_0to1_observer = FixedQParamsObserver.with_args(scale=1.0 / 256.0, zero_point=0, dtype=torch.quint8, quant_min=0, quant_max=255)
default_symmetric_fixed_qparams_observer, default_affine_fixed_qparams_observer = default_fixed_qparams_range_neg1to1_observer, default_fixed_qparams_range_0to1_observer
default_reuse_input_observer = ReuseInputObserver
