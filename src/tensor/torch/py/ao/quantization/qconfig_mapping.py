"""torch.ao.quantization.qconfig_mapping: which QConfig the parts of a traced model have: by kind, by name, by a pattern of names, or one for all."""
from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn

from .fake_quantize import FixedQParamsFakeQuantize, default_weight_fake_quant
from .observer import default_fixed_qparams_range_0to1_observer, default_fixed_qparams_range_neg1to1_observer, default_placeholder_observer, default_weight_observer
from .qconfig import QConfig, default_reuse_input_qconfig, get_default_qat_qconfig, get_default_qconfig

_BY = ('object_type', 'module_name_regex', 'module_name', 'module_name_object_type_order')


class QConfigMapping:
    """What is said later in this list wins: global, object_type, module_name_regex, module_name, module_name_object_type_order."""

    def __init__(self):
        self.global_qconfig = None
        for by in _BY:
            setattr(self, by + '_qconfigs', OrderedDict())

    def set_global(self, global_qconfig):
        self.global_qconfig = global_qconfig
        return self

    def set_object_type(self, object_type, qconfig):
        self.object_type_qconfigs[object_type] = qconfig
        return self

    def set_module_name_regex(self, module_name_regex, qconfig):
        self.module_name_regex_qconfigs[module_name_regex] = qconfig
        return self

    def set_module_name(self, module_name, qconfig):
        self.module_name_qconfigs[module_name] = qconfig
        return self

    def set_module_name_object_type_order(self, module_name, object_type, index, qconfig):
        self.module_name_object_type_order_qconfigs[module_name, object_type, index] = qconfig
        return self

    def __repr__(self):
        lines = ['QConfigMapping (', ' global_qconfig', '  %s' % (self.global_qconfig,)]
        for by in _BY:
            rows = getattr(self, by + '_qconfigs')
            lines += [' %s_qconfigs' % by, '  OrderedDict()' if not rows else '\n'.join('  %s: %s' % row for row in rows.items())]
        return '\n'.join([*lines, ')']) if torch.__version__ > '2' else object.__repr__(self)

    def to_dict(self):
        made = {by: list(getattr(self, by + '_qconfigs').items()) for by in _BY}
        made[_BY[-1]] = [(*key, value) for key, value in made[_BY[-1]]]
        return {'': self.global_qconfig, **made}

    @classmethod
    def from_dict(cls, qconfig_dict):
        made = cls().set_global(qconfig_dict.get(''))
        for by in _BY:
            for row in qconfig_dict.get(by, ()):
                getattr(made, 'set_' + by)(*row)
        return made

    def found(self, kind, name, index=0):
        """The QConfig of a call of this kind (a class or a function) within the module of this name, its index-th there."""
        import re
        if (name, kind, index) in self.module_name_object_type_order_qconfigs:
            return self.module_name_object_type_order_qconfigs[name, kind, index]
        parts = name.split('.')
        for end in range(len(parts), 0, -1):
            if '.'.join(parts[:end]) in self.module_name_qconfigs:
                return self.module_name_qconfigs['.'.join(parts[:end])]
        for pattern, qconfig in self.module_name_regex_qconfigs.items():
            if re.match(pattern, name):
                return qconfig
        return self.object_type_qconfigs.get(kind, self.global_qconfig)


_ALL = (nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d, nn.Linear, F.conv1d, F.conv2d, F.conv3d, F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d, F.linear,
        nn.ReLU, F.relu, torch.relu, nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, F.layer_norm, nn.LayerNorm)
_TRANSPOSED = _ALL[3:6] + _ALL[10:13]
_KNOWN_RANGE = {default_fixed_qparams_range_0to1_observer: (nn.Hardsigmoid, F.hardsigmoid, 'hardsigmoid', 'hardsigmoid_', nn.Sigmoid, torch.sigmoid, 'sigmoid', 'sigmoid_', nn.Softmax),
                default_fixed_qparams_range_neg1to1_observer: (nn.Tanh, torch.tanh, 'tanh', 'tanh_')}


def _default(qconfig, weight, backend, fixed):
    by_tensor = QConfig(qconfig.activation, weight) if backend in ('fbgemm', 'x86') else qconfig           # (no channels in transposed weights there)
    as_they_are = QConfig(qconfig.activation, default_placeholder_observer)
    made = QConfigMapping().set_global(qconfig).set_object_type('reshape', default_reuse_input_qconfig)
    for kind in _ALL:
        made.set_object_type(kind, by_tensor if kind in _TRANSPOSED else as_they_are if kind in (F.layer_norm, nn.LayerNorm) else qconfig)
    for observer, kinds in _KNOWN_RANGE.items():
        own = QConfig(fixed(observer), weight)
        for kind in kinds:
            made.set_object_type(kind, own)
    return made


def get_default_qconfig_mapping(backend='fbgemm', version=0):
    return _default(get_default_qconfig(backend, version), default_weight_observer, backend, lambda observer: observer)


def get_default_qat_qconfig_mapping(backend='fbgemm', version=1):
    return _default(get_default_qat_qconfig(backend, version), default_weight_fake_quant, backend, lambda observer: FixedQParamsFakeQuantize.with_args(observer=observer))
