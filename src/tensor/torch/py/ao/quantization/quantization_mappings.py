"""torch.ao.quantization.quantization_mappings: which class takes a layer's place when a model is prepared for training, and when it is converted."""
import copy

import torch.ao.nn.intrinsic as fused
import torch.ao.nn.intrinsic.qat as fused_training
import torch.ao.nn.intrinsic.quantized as fused_small
import torch.ao.nn.qat as training
import torch.ao.nn.quantized as small
import torch.ao.nn.quantized.dynamic as dynamic
from torch import nn

from .fake_quantize import default_fixed_qparams_range_0to1_fake_quant, default_fixed_qparams_range_neg1to1_fake_quant
from .stubs import DeQuantStub, QuantStub


def _by_name(names, *homes):
    """Pairs of what the modules have under each name."""
    return {getattr(homes[0], name): getattr(homes[1], name) for name in names.split()}


DEFAULT_STATIC_QUANT_MODULE_MAPPINGS = {
    QuantStub: small.Quantize, DeQuantStub: small.DeQuantize,
    **_by_name('BatchNorm2d BatchNorm3d Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d ELU Embedding EmbeddingBag GroupNorm Hardswish InstanceNorm1d InstanceNorm2d InstanceNorm3d '
               'LayerNorm LeakyReLU Linear ReLU6 Dropout PReLU', nn, small),
    small.FloatFunctional: small.QFunctional,
    **_by_name('BNReLU2d BNReLU3d ConvReLU1d ConvReLU2d ConvReLU3d LinearReLU', fused, fused_small),
    **{getattr(fused_training, 'ConvBn' + dims): getattr(small, 'Conv' + dims) for dims in ('1d', '2d', '3d')},
    **{getattr(fused_training, 'ConvBnReLU' + dims): getattr(fused_small, 'ConvReLU' + dims) for dims in ('1d', '2d', '3d')},
    **_by_name('ConvReLU2d ConvReLU3d LinearReLU', fused_training, fused_small), fused_training.LinearBn1d: small.Linear,
    **_by_name('Linear Conv2d Conv3d', training, small)}
DEFAULT_QAT_MODULE_MAPPINGS = {**_by_name('Conv2d Conv3d Linear', nn, training),
                               **_by_name('ConvBn1d ConvBn2d ConvBn3d ConvBnReLU1d ConvBnReLU2d ConvBnReLU3d ConvReLU2d ConvReLU3d LinearReLU LinearBn1d', fused, fused_training)}
DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS = {**_by_name('Linear LSTM GRU', nn, dynamic), **_by_name('Embedding EmbeddingBag', nn, small)}
DEFAULT_MODULE_TO_ACT_POST_PROCESS = {**dict.fromkeys((nn.Hardsigmoid, nn.Sigmoid, nn.Softmax), default_fixed_qparams_range_0to1_fake_quant), nn.Tanh: default_fixed_qparams_range_neg1to1_fake_quant}


def get_default_static_quant_module_mappings():
    return copy.copy(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS)


def get_default_qat_module_mappings():
    return copy.copy(DEFAULT_QAT_MODULE_MAPPINGS)


def get_embedding_static_quant_module_mappings():
    return {**DEFAULT_STATIC_QUANT_MODULE_MAPPINGS}


def get_embedding_qat_module_mappings():
    return copy.copy(DEFAULT_QAT_MODULE_MAPPINGS)


def get_default_dynamic_quant_module_mappings():
    return copy.copy(DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS)


def get_default_qconfig_propagation_list():
    """The kinds of modules whose results are observed."""
    return {*DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, *DEFAULT_QAT_MODULE_MAPPINGS, *DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS, nn.Sequential}


def _class_for(table, more, kind, sentence):
    found = {**table, **(more or {})}.get(kind)
    assert found is not None, sentence % (kind,)
    return found


def get_static_quant_module_class(float_module_class, additional_static_quant_mapping=None, is_reference=False):
    if is_reference:
        raise NotImplementedError('get_static_quant_module_class(is_reference=True) is not in perch; the nearest is get_static_quant_module_class()')
    return _class_for(DEFAULT_STATIC_QUANT_MODULE_MAPPINGS, additional_static_quant_mapping, float_module_class, 'Floating point module class %s does not have a corresponding quantized module class')


def get_dynamic_quant_module_class(float_module_class, additional_dynamic_quant_mapping=None):
    return _class_for(DEFAULT_DYNAMIC_QUANT_MODULE_MAPPINGS, additional_dynamic_quant_mapping, float_module_class, 'Floating point module class %s does not have a corresponding quantized module class')
