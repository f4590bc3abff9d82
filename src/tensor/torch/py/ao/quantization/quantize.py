"""torch.ao.quantization.quantize: a model prepared (what passes is observed), and converted (layers of whole numbers in the place of its own)."""
import copy
import warnings

import torch
from torch import nn
from torch.ao.nn import quantized as small
from torch.ao.nn.intrinsic import _FusedModule

from .fake_quantize import FakeQuantizeBase
from .fuse_modules import _kind
from .observer import ObserverBase
from .qconfig import (activation_is_memoryless, add_module_to_qconfig_obs_ctr, assert_valid_qconfig, default_dynamic_qconfig, float16_dynamic_qconfig, float_qparams_weight_only_qconfig)
from .quantization_mappings import (DEFAULT_MODULE_TO_ACT_POST_PROCESS, get_default_dynamic_quant_module_mappings, get_default_qat_module_mappings, get_default_qconfig_propagation_list,
                                    get_default_static_quant_module_mappings)
from .stubs import DeQuantStub, QuantWrapper


def is_activation_post_process(module):
    return isinstance(module, (ObserverBase, FakeQuantizeBase))


def get_default_custom_config_dict():
    return {'float_to_observed_custom_module_class': {}, 'observed_to_quantized_custom_module_class': {}}


def propagate_qconfig_(module, qconfig_dict=None, prepare_custom_config_dict=None):
    """Gives every module a qconfig: its own, that of its name or kind, else its parent's."""
    _propagate(module, qconfig_dict or {}, prepare_custom_config_dict or {}, None, '')


def _propagate(module, given, custom, inherited, path):
    qconfig = getattr(module, 'qconfig', given.get(path, given.get(_kind(module), inherited)))
    assert_valid_qconfig(qconfig, module)
    module.qconfig = qconfig = add_module_to_qconfig_obs_ctr(qconfig, module)
    for name, child in module.named_children():
        if name not in custom.get('non_traceable_module_name', ()) and type(child) not in custom.get('non_traceable_module_class', ()):
            _propagate(child, given, custom, qconfig, path + '.' + name if path else name)


def _observer_forward_hook(self, input, output):
    return self.activation_post_process(output)


def _observer_forward_pre_hook(self, input):
    return self.activation_post_process(input[0])


def register_activation_post_process_hook(module, pre_hook=False):
    """The module's results (or what it is given) pass its observer, before any other hook."""
    assert hasattr(module, 'activation_post_process'), 'Expect activation_post_process attribute already attached to the module'
    register, hooks, own = ((module.register_forward_pre_hook, module._forward_pre_hooks, _observer_forward_pre_hook) if pre_hook else
                            (module.register_forward_hook, module._forward_hooks, _observer_forward_hook))
    hooks.move_to_end(register(own).id, last=False)


def get_unique_devices_(module):
    return {t.device for t in (*module.parameters(), *module.buffers())}


def _place_of(module, doing):
    places = get_unique_devices_(module)
    assert len(places) <= 1, '%s only works with cpu or single-device CUDA modules, but got devices %s' % (doing, places)
    return next(iter(places)) if places else None


def _wanted(module):
    return getattr(module, 'qconfig', None) is not None


class _Observing:
    """One walk through a model that puts observers in it."""

    def __init__(self, kinds, others, place, custom):
        self.kinds, self.others, self.place, self.custom = kinds, others or (), place, custom

    def made(self, qconfig, special=None):
        seen = qconfig.activation() if special is None else special()
        return seen if self.place is None else seen.to(self.place)

    def put(self, module, special=None):
        if _wanted(module) and not isinstance(module, DeQuantStub):
            module.add_module('activation_post_process', self.made(module.qconfig, special))
            register_activation_post_process_hook(module, pre_hook=activation_is_memoryless(module.qconfig))

    def walk(self, module):
        for name, child in module.named_children():
            self.child(module, name, child, _kind(child))
        if not module._modules and not isinstance(module, nn.Sequential) and _kind(module) in self.kinds:
            self.put(module)

    def child(self, module, name, child, kind):
        if kind is nn.Dropout:
            return
        if kind in (small.FloatFunctional, small.QFunctional):
            if _wanted(child):
                child.activation_post_process = self.made(child.qconfig)
        elif isinstance(child, _FusedModule) or kind in self.others:
            self.put(child)
        elif kind in DEFAULT_MODULE_TO_ACT_POST_PROCESS:
            self.put(child, DEFAULT_MODULE_TO_ACT_POST_PROCESS[kind])
        elif _wanted(child) and kind in self.custom:
            observed = self.custom[kind].from_float(child)
            setattr(module, name, observed)
            self.put(observed)
        else:
            self.walk(child)


def add_observer_(module, qconfig_propagation_list=None, non_leaf_module_list=None, device=None, custom_module_class_mapping=None):
    """Puts observers behind what has a qconfig."""
    kinds = get_default_qconfig_propagation_list() if qconfig_propagation_list is None else qconfig_propagation_list
    _Observing(kinds, non_leaf_module_list, device or _place_of(module, 'add_observer_'), custom_module_class_mapping or {}).walk(module)


def add_quant_dequant(module):
    """Each leaf with a qconfig between a QuantStub and a DeQuantStub."""
    if not module._modules and getattr(module, 'qconfig', None):
        return QuantWrapper(module)
    for name, child in module.named_children():
        module._modules[name] = add_quant_dequant(child)
    return module


def prepare(model, inplace=False, allow_list=None, observer_non_leaf_module_list=None, prepare_custom_config_dict=None):
    """model with observers, to be shown data."""
    custom = (prepare_custom_config_dict or get_default_custom_config_dict()).get('float_to_observed_custom_module_class', {})
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model)
    if not any(getattr(each, 'qconfig', None) for each in model.modules()):
        warnings.warn('None of the submodule got qconfig applied. Make sure you passed correct configuration through `qconfig_dict` or by assigning the `.qconfig` attribute directly on submodules', stacklevel=2)
    add_observer_(model, allow_list, observer_non_leaf_module_list, custom_module_class_mapping=custom)
    return model


def _cleaned(module):
    """Takes qconfigs, observers and their hooks away."""
    for each in module.modules():
        if hasattr(each, 'qconfig'):
            del each.qconfig
        if is_activation_post_process(getattr(each, 'activation_post_process', None)):
            del each.activation_post_process
        for hooks, own in ((each._forward_pre_hooks, _observer_forward_pre_hook), (each._forward_hooks, _observer_forward_hook)):
            for number in [number for number, hook in hooks.items() if hook is own]:
                del hooks[number]


def swap_module(mod, mapping, custom_module_class_mapping=None):
    """What takes the module's place, where it has a qconfig and its kind a counterpart."""
    kind, custom = _kind(mod), custom_module_class_mapping or {}
    if not _wanted(mod) or kind not in custom and kind not in mapping:
        return mod
    made = custom[kind].from_observed(mod) if kind in custom else mapping[kind].from_float(mod)
    for hook in mod._forward_pre_hooks.values():
        if hook is not _observer_forward_pre_hook:
            made.register_forward_pre_hook(hook)
    for hook in mod._forward_hooks.values():
        if hook is not _observer_forward_hook:
            made.register_forward_hook(hook)
    place = _place_of(mod, 'swap_module')
    if place is not None:
        made.to(place)
    return made


def _convert(module, mapping, custom):
    made = {}
    for name, child in module.named_children():
        if not isinstance(child, _FusedModule) and _kind(child) not in custom:
            _convert(child, mapping, custom)
        made[name] = swap_module(child, mapping, custom)
    module._modules.update(made)


def convert(module, mapping=None, inplace=False, remove_qconfig=True, is_reference=False, convert_custom_config_dict=None):
    """module with layers of whole numbers, by what the observers have seen."""
    if is_reference:
        raise NotImplementedError('convert(is_reference=True) is not in perch; the nearest is convert()')
    module = module if inplace else copy.deepcopy(module)
    custom = (convert_custom_config_dict or get_default_custom_config_dict()).get('observed_to_quantized_custom_module_class', {})
    _convert(module, get_default_static_quant_module_mappings() if mapping is None else mapping, custom)
    if remove_qconfig:
        _cleaned(module)
    return module


def quantize(model, run_fn, run_args, mapping=None, inplace=False):
    """prepare, run_fn(model, *run_args), convert."""
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    prepare(model, inplace=True)
    run_fn(model, *run_args)
    return convert(model, mapping, inplace=True)


_RECURRENT = nn.Linear, nn.LSTM, nn.GRU, nn.LSTMCell, nn.RNNCell, nn.GRUCell


def _dynamic_defaults(dtype):
    """(the layers that are changed when none are named, their qconfig)."""
    if dtype is torch.qint8:
        return _RECURRENT, default_dynamic_qconfig
    if dtype is torch.float16:
        return _RECURRENT, float16_dynamic_qconfig
    if dtype is torch.quint8:
        return (nn.EmbeddingBag, nn.Embedding), float_qparams_weight_only_qconfig
    return None, None


def quantize_dynamic(model, qconfig_spec=None, dtype=torch.qint8, mapping=None, inplace=False):
    """A copy of model in which layers have quantized weights; nothing has to be observed before."""
    kinds, qconfig = _dynamic_defaults(dtype)
    if qconfig is None and qconfig_spec is None:
        raise ValueError("Don't know how to quantize with default settings for {}. Provide full qconfig please".format(dtype))
    if qconfig is None and isinstance(qconfig_spec, set):
        raise RuntimeError('Unknown dtype specified for quantize_dynamic: ', str(dtype))
    if not isinstance(qconfig_spec, dict):
        qconfig_spec = dict.fromkeys(kinds if qconfig_spec is None else qconfig_spec, qconfig)
    model = model if inplace else copy.deepcopy(model)
    model.eval()
    propagate_qconfig_(model, qconfig_spec)
    return convert(model, get_default_dynamic_quant_module_mappings() if mapping is None else mapping, inplace=True)


def prepare_qat(model, mapping=None, inplace=False):
    """model with observers that change what passes as quantization will, to be trained."""
    assert model.training, 'prepare_qat only works on models in training mode'
    mapping = get_default_qat_module_mappings() if mapping is None else mapping
    model = model if inplace else copy.deepcopy(model)
    propagate_qconfig_(model)
    convert(model, mapping, inplace=True, remove_qconfig=False)
    return prepare(model, observer_non_leaf_module_list=set(mapping.values()), inplace=True)


def quantize_qat(model, run_fn, run_args, inplace=False):
    model = model if inplace else copy.deepcopy(model)
    model.train()
    prepare_qat(model, inplace=True)
    run_fn(model, *run_args)
    return convert(model, inplace=True)


def get_observer_dict(mod, target_dict, prefix=''):
    """Every observer by its name."""
    for name, each in mod.named_modules(prefix=prefix):
        if hasattr(each, 'activation_post_process'):
            target_dict[(name + '.' if name else '') + 'activation_post_process'] = each.activation_post_process
