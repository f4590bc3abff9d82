"""torch.ao.quantization.qconfig: by which observers a layer's results and its weight are made small."""
import warnings
from collections import namedtuple

import torch
from torch import nn

from .fake_quantize import (FakeQuantize, FusedMovingAvgObsFakeQuantize, default_dynamic_fake_quant, default_embedding_fake_quant, default_fake_quant, default_fused_act_fake_quant,
                            default_fused_per_channel_wt_fake_quant, default_fused_wt_fake_quant, default_per_channel_weight_fake_quant, default_weight_fake_quant,
                            fused_per_channel_wt_fake_quant_range_neg_127_to_127, fused_wt_fake_quant_range_neg_127_to_127)
from .observer import (HistogramObserver, MovingAverageMinMaxObserver, MovingAveragePerChannelMinMaxObserver, NoopObserver, PerChannelMinMaxObserver, PlaceholderObserver, _PartialWrapper,
                       default_debug_observer, default_dynamic_quant_observer, default_float_qparams_observer, default_observer, default_per_channel_weight_observer, default_placeholder_observer,
                       default_reuse_input_observer, default_weight_observer, per_channel_weight_observer_range_neg_127_to_127, weight_observer_range_neg_127_to_127)


def _refuse_instances(kind, *given):
    if any(isinstance(each, nn.Module) for each in given):
        raise ValueError('%s received observer instance, please pass observer class instead. Use MyObserver.with_args(x=1) to override arguments to constructor if needed' % kind)


class QConfig(namedtuple('QConfig', ['activation', 'weight'])):
    """Classes of observers, or what makes one when it is called."""

    def __new__(cls, activation, weight):
        _refuse_instances('QConfig', activation, weight)
        return super().__new__(cls, activation, weight)


class QConfigDynamic(namedtuple('QConfigDynamic', ['activation', 'weight'])):
    def __new__(cls, activation=nn.Identity, weight=nn.Identity):
        _refuse_instances('QConfigDynamic', weight)
        warnings.warn('QConfigDynamic is going to be deprecated in PyTorch 1.12, please use QConfig instead', stacklevel=2)
        return super().__new__(cls, activation, weight)


QConfigAny = object
default_qconfig = QConfig(default_observer, default_weight_observer)
default_debug_qconfig = QConfig(default_debug_observer, default_weight_observer)
default_per_channel_qconfig = QConfig(default_observer, default_per_channel_weight_observer)
default_dynamic_qconfig = QConfig(default_dynamic_quant_observer, default_weight_observer)
float16_dynamic_qconfig = QConfig(PlaceholderObserver.with_args(dtype=torch.float16, compute_dtype=torch.float16), PlaceholderObserver.with_args(dtype=torch.float16))
float16_static_qconfig = QConfig(PlaceholderObserver.with_args(dtype=torch.float16), PlaceholderObserver.with_args(dtype=torch.float16))
per_channel_dynamic_qconfig = QConfig(default_dynamic_quant_observer, default_per_channel_weight_observer)
float_qparams_weight_only_qconfig = QConfig(default_placeholder_observer, default_float_qparams_observer)
default_qat_qconfig = QConfig(default_fake_quant, default_weight_fake_quant)
default_dynamic_qat_qconfig = QConfig(default_dynamic_fake_quant, default_weight_fake_quant)
default_weight_only_qconfig = QConfig(nn.Identity, default_weight_fake_quant)
default_activation_only_qconfig = QConfig(default_fake_quant, nn.Identity)
default_qat_qconfig_v2 = QConfig(default_fused_act_fake_quant, default_fused_wt_fake_quant)
default_reuse_input_qconfig = QConfig(default_reuse_input_observer, NoopObserver)
_SIGNED = dict(dtype=torch.qint8, reduce_range=False, eps=2 ** -12)
default_symmetric_qnnpack_qconfig = QConfig(HistogramObserver.with_args(**_SIGNED), weight_observer_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qconfig = QConfig(HistogramObserver.with_args(**_SIGNED), per_channel_weight_observer_range_neg_127_to_127)
default_embedding_qat_qconfig = QConfig(NoopObserver.with_args(dtype=torch.float32), default_embedding_fake_quant)
_SIGNED_FAKE = FusedMovingAvgObsFakeQuantize.with_args(observer=MovingAverageMinMaxObserver, quant_min=-128, quant_max=127, **_SIGNED)
default_symmetric_qnnpack_qat_qconfig = QConfig(_SIGNED_FAKE, fused_wt_fake_quant_range_neg_127_to_127)
default_per_channel_symmetric_qnnpack_qat_qconfig = QConfig(_SIGNED_FAKE, fused_per_channel_wt_fake_quant_range_neg_127_to_127)

# Of each engine: what its kernels need of results (half of the range, where products are summed in 16 bits), and whether a weight has a scale for each channel.
_ENGINES = {'fbgemm': (dict(reduce_range=True), True), 'x86': (dict(reduce_range=True), True), 'qnnpack': (dict(reduce_range=False), False), 'onednn': (dict(reduce_range=False), True)}


def get_default_qconfig(backend='fbgemm', version=0):
    if version != 0:
        raise AssertionError('Version number: ' + str(version) + ' in get_default_qconfig is not supported. Version number must be 0')
    if backend not in _ENGINES:
        return default_qconfig
    range_of, by_channel = _ENGINES[backend]
    return QConfig(HistogramObserver.with_args(**range_of), default_per_channel_weight_observer if by_channel else default_weight_observer)


def get_default_qat_qconfig(backend='fbgemm', version=1):
    if version not in (0, 1):
        raise AssertionError('Version number: ' + str(version) + 'in get_default_qat_qconfig is not supported. Version number must be 0 or 1')
    if backend not in _ENGINES:
        return default_qat_qconfig_v2 if version else default_qat_qconfig
    range_of, by_channel = _ENGINES[backend]
    kind = FusedMovingAvgObsFakeQuantize if version else FakeQuantize
    weights = (default_per_channel_weight_fake_quant, default_weight_fake_quant), (default_fused_per_channel_wt_fake_quant, default_fused_wt_fake_quant)
    return QConfig(kind.with_args(observer=MovingAverageMinMaxObserver, quant_min=0, quant_max=255, **({} if backend == 'onednn' else range_of)), weights[version][not by_channel])


def _as_dict(name, made):
    def called(backend='fbgemm', version=None):
        warnings.warn('torch.ao.quantization.%s_dict is deprecated and will be removed in a future version. Please use torch.ao.quantization.%s_mapping instead.' % (name, name), stacklevel=2)
        return getattr(torch.ao.quantization, name + '_mapping')(backend, made if version is None else version).to_dict()
    called.__name__ = called.__qualname__ = name + '_dict'
    return called


get_default_qconfig_dict, get_default_qat_qconfig_dict = _as_dict('get_default_qconfig', 0), _as_dict('get_default_qat_qconfig', 1)


def assert_valid_qconfig(qconfig, mod):
    if qconfig is not None and isinstance(mod, (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)) and qconfig.weight is not None:
        assert not isinstance(qconfig.weight(), (PerChannelMinMaxObserver, MovingAveragePerChannelMinMaxObserver)), 'Per channel weight observer is not supported yet for ConvTranspose{n}d.'


def _on_its_device(maker, module):
    try:
        maker.with_args(factory_kwargs=None)()
    except (AttributeError, TypeError):         # (no observer, or one that has no such argument)
        return maker

    def where():
        places = {t.device for t in (*module.parameters(), *module.buffers())}
        return {'device': next(iter(places))} if places else None
    return maker.with_callable_args(factory_kwargs=where)


def add_module_to_qconfig_obs_ctr(qconfig, module):
    """The same, whose observers are made where the module is."""
    if module is None or qconfig is None or qconfig._fields != ('activation', 'weight'):
        return qconfig
    return QConfig(_on_its_device(qconfig.activation, module), _on_its_device(qconfig.weight, module))


def obs_or_fq_ctr_equals(obs_or_fq1, obs_or_fq2):
    if not (isinstance(obs_or_fq1, _PartialWrapper) and isinstance(obs_or_fq2, _PartialWrapper)):
        return obs_or_fq1 == obs_or_fq2
    a, b = obs_or_fq1.p, obs_or_fq2.p
    return a.func == b.func and a.args == b.args and a.keywords.keys() == b.keywords.keys() and all(obs_or_fq_ctr_equals(value, b.keywords[name]) for name, value in a.keywords.items())


def qconfig_equals(q1, q2):
    if q1 is None or q2 is None:
        return q1 == q2
    return obs_or_fq_ctr_equals(q1.activation, q2.activation) and obs_or_fq_ctr_equals(q1.weight, q2.weight)


def activation_is_memoryless(qconfig):
    """Are results judged one by one, with nothing kept of those before?"""
    made = qconfig.activation()
    seen = made.activation_post_process if isinstance(made, FakeQuantize) else made
    return getattr(seen, 'averaging_constant', None) == 1


def is_reuse_input_qconfig(qconfig):
    return qconfig is not None and isinstance(qconfig.activation(), default_reuse_input_observer) and isinstance(qconfig.weight(), NoopObserver)
