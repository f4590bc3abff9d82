"""torch.ao.quantization.fake_quantize: modules that observe numbers and give them as quantization would make them, while a network learns."""
from abc import ABC, abstractmethod

import torch
from torch.nn import Module

from .observer import (_BY_CHANNEL, _BY_TENSOR, _SYMMETRIC, FixedQParamsObserver, HistogramObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver,
                       default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer, with_args)


class FakeQuantizeBase(ABC, Module):
    """Two switches: whether it observes, and whether what it gives is changed."""

    def __init__(self):
        super().__init__()
        self._switches(torch.uint8)

    def _switches(self, dtype):
        for name in ('fake_quant_enabled', 'observer_enabled'):
            self.register_buffer(name, torch.tensor([1], dtype=dtype))

    @abstractmethod
    def forward(self, x):
        pass

    @abstractmethod
    def calculate_qparams(self, **kwargs):
        pass

    def enable_fake_quant(self, enabled=True):
        self.fake_quant_enabled[0] = 1 if enabled else 0

    def disable_fake_quant(self):
        self.enable_fake_quant(False)

    def enable_observer(self, enabled=True):
        self.observer_enabled[0] = 1 if enabled else 0

    def disable_observer(self):
        self.enable_observer(False)

    with_args = classmethod(with_args)


class FakeQuantize(FakeQuantizeBase):
    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=None, quant_max=None, is_dynamic=False, **observer_kwargs):
        super().__init__()
        if quant_min is not None and quant_max is not None:
            assert quant_min <= quant_max, 'quant_min must be less than or equal to quant_max'
            dtype = getattr(getattr(observer, 'p', None), 'keywords', {}).get('dtype', observer_kwargs.get('dtype', torch.quint8))
            assert torch.iinfo(dtype).min <= quant_min, 'quant_min out of bound'
            assert quant_max <= torch.iinfo(dtype).max, 'quant_max out of bound'
            observer_kwargs.update(quant_min=quant_min, quant_max=quant_max)
        if is_dynamic:
            observer_kwargs['is_dynamic'] = True
        seen = self.activation_post_process = observer(**observer_kwargs)
        self.is_dynamic = getattr(seen, 'is_dynamic', False)
        self.quant_min, self.quant_max, self.dtype, self.qscheme = seen.quant_min, seen.quant_max, seen.dtype, seen.qscheme
        self.register_buffer('scale', torch.tensor([1.0], dtype=torch.float32))
        self.register_buffer('zero_point', torch.tensor([0], dtype=torch.float32 if seen.qscheme is torch.per_channel_affine_float_qparams else torch.int32))
        self.ch_axis = getattr(seen, 'ch_axis', -1)
        self.is_per_channel = seen.qscheme in _BY_CHANNEL
        assert self.is_per_channel or seen.qscheme in _BY_TENSOR, 'Only per channel and per tensor quantization are supported in fake quantize got qscheme: ' + str(seen.qscheme)

    def calculate_qparams(self):
        return self.activation_post_process.calculate_qparams()

    def _observe(self, x):
        self.activation_post_process(x.detach())
        for kept, now in zip((self.scale, self.zero_point), self.calculate_qparams()):
            if kept.shape != now.shape:
                kept.resize_(now.shape)
            kept.copy_(now)

    def forward(self, X):
        if self.observer_enabled[0] == 1:
            self._observe(X)
        if self.fake_quant_enabled[0] == 1:
            limits = self.activation_post_process.quant_min, self.activation_post_process.quant_max
            if self.is_per_channel:
                return torch.fake_quantize_per_channel_affine(X, self.scale, self.zero_point, self.ch_axis, *limits)
            return torch.fake_quantize_per_tensor_affine(X, self.scale, self.zero_point, *limits)
        return X

    _shown = 'fake_quant_enabled observer_enabled quant_min quant_max dtype qscheme ch_axis scale zero_point'

    def extra_repr(self):
        facts = {**{name: getattr(self.activation_post_process, name, None) for name in ('quant_min', 'quant_max', 'reduce_range')}}
        return ', '.join('%s=%s' % (name, facts[name] if name in facts else getattr(self, name)) for name in self._shown.split())

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + 'scale'], destination[prefix + 'zero_point'] = self.scale, self.zero_point

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, *more):
        for name in ('scale', 'zero_point'):
            if prefix + name in state_dict:
                getattr(self, name).resize_(state_dict[prefix + name].shape)
            elif strict:
                missing_keys.append(prefix + name)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, *more)


class FixedQParamsFakeQuantize(FakeQuantize):
    """For values of which is known where they lie."""
    _shown = 'fake_quant_enabled observer_enabled scale zero_point dtype quant_min quant_max qscheme'

    def __init__(self, observer):
        super().__init__(observer=observer)
        assert type(self.activation_post_process) is FixedQParamsObserver, "%s's observer must be a %s" % (type(self).__name__, FixedQParamsObserver.__name__)
        self._observer_ctr = observer
        self.scale, self.zero_point = self.activation_post_process.scale, self.activation_post_process.zero_point
        assert self.qscheme in _BY_TENSOR, 'Only per tensor quantization is supported FixedQParamsFakeQuantize module, got qscheme:' + str(self.qscheme)

    def calculate_qparams(self):
        return self.scale, self.zero_point


class FusedMovingAvgObsFakeQuantize(FakeQuantize):
    """Observing moving averages and changing numbers as one step."""
    _shown = 'fake_quant_enabled observer_enabled scale zero_point dtype quant_min quant_max qscheme reduce_range'

    def __init__(self, observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, is_dynamic=False, **observer_kwargs):
        super().__init__(observer, quant_min, quant_max, is_dynamic, **observer_kwargs)
        assert isinstance(self.activation_post_process, (MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), 'Fused observer+fake_quant module only works with MovingAverageMinMaxObserver'
        self._switches(torch.int64)
        self.is_symmetric_quant = self.qscheme in _SYMMETRIC

    def forward(self, X):
        seen = self.activation_post_process
        return torch.fused_moving_avg_obs_fake_quant(X, self.observer_enabled, self.fake_quant_enabled, seen.min_val, seen.max_val, self.scale, self.zero_point, seen.averaging_constant,
                                                     seen.quant_min, seen.quant_max, self.ch_axis, self.is_per_channel, self.is_symmetric_quant)


_ACTS = dict(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, dtype=torch.quint8)
_WEIGHT = dict(observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, dtype=torch.qint8, qscheme=torch.per_tensor_symmetric)
_CHANNELS = dict(_WEIGHT, observer=MovingAveragePerChannelMinMaxObserver, qscheme=torch.per_channel_symmetric)
_NARROW = dict(quant_min=-127, eps=2 ** -12)
default_fake_quant = FakeQuantize.with_args(**_ACTS, qscheme=torch.per_tensor_affine, reduce_range=True)
default_weight_fake_quant = FakeQuantize.with_args(**_WEIGHT, reduce_range=False)
default_dynamic_fake_quant = FakeQuantize.with_args(**_ACTS, averaging_constant=1)
default_fixed_qparams_range_neg1to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_neg1to1_observer)
default_fixed_qparams_range_0to1_fake_quant = FixedQParamsFakeQuantize.with_args(observer=default_fixed_qparams_range_0to1_observer)
default_symmetric_fixed_qparams_fake_quant, default_affine_fixed_qparams_fake_quant = default_fixed_qparams_range_neg1to1_fake_quant, default_fixed_qparams_range_0to1_fake_quant
default_per_channel_weight_fake_quant = FakeQuantize.with_args(**_CHANNELS, reduce_range=False, ch_axis=0)
default_embedding_fake_quant = FakeQuantize.with_args(observer=MovingAveragePerChannelMinMaxObserver, qscheme=torch.per_channel_affine_float_qparams, dtype=torch.quint8, quant_min=0, quant_max=255, ch_axis=0,
                                                      averaging_constant=1)
default_histogram_fake_quant = FakeQuantize.with_args(observer=HistogramObserver, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=True)
default_fused_act_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(**_ACTS)
default_fused_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(**_WEIGHT)
default_fused_per_channel_wt_fake_quant = FusedMovingAvgObsFakeQuantize.with_args(**_CHANNELS)
fused_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(**{**_WEIGHT, **_NARROW})
fused_per_channel_wt_fake_quant_range_neg_127_to_127 = FusedMovingAvgObsFakeQuantize.with_args(**{**_CHANNELS, **_NARROW})


def _each(name):
    def called(mod):
        if isinstance(mod, FakeQuantizeBase):
            getattr(mod, name)()
    called.__name__ = called.__qualname__ = name
    called.__doc__ = 'For model.apply: %s() of the modules that have it.' % name
    return called


disable_fake_quant, enable_fake_quant, disable_observer, enable_observer = map(_each, ('disable_fake_quant', 'enable_fake_quant', 'disable_observer', 'enable_observer'))
