"""quantize_dynamic(): a copy of a model in which layers have quantized weights; nothing has to be measured before."""
import copy

import torch
from torch import nn

from ._tensors import TYPES


def _layers():
    from torch.ao.nn.quantized import dynamic
    return {nn.Linear: dynamic.Linear, nn.LSTM: dynamic.LSTM, nn.GRU: dynamic.GRU}


def quantize_dynamic(model, qconfig_spec=None, dtype=TYPES['qint8'], mapping=None, inplace=False):
    if dtype is torch.float16:
        if qconfig_spec is None or qconfig_spec:
            raise RuntimeError('quantized::linear_prepack_fp16 is currently not supported by ONEDNN')
    elif dtype is not TYPES['qint8']:
        raise ValueError("Don't know how to quantize with default settings for {}. Provide full qconfig please".format(dtype))
    layers = dict(_layers() if mapping is None else mapping)
    wanted = set(layers) if qconfig_spec is None else set(qconfig_spec)
    if isinstance(qconfig_spec, dict):
        raise NotImplementedError('a qconfig for each layer is not in perch; the nearest is the set of the layers or of their names')
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    return _swapped(model, '', layers, wanted)


def _swapped(module, path, layers, wanted, inherited=False):
    chosen = inherited or path in wanted or type(module) in wanted
    if chosen and type(module) in layers:
        return layers[type(module)].from_float(module)
    for name, child in list(module.named_children()):
        made = _swapped(child, path + '.' + name if path else name, layers, wanted, chosen)
        if made is not child:
            module._modules[name] = made
    return module
