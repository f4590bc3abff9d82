"""torch.ao.quantization.fuse_modules: layers that follow one another become one, in the place of the first."""
import copy

from torch import nn
from torch.ao.nn import intrinsic
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

_DIMS = '1d', '2d', '3d'


def _named(kind, dims):
    return getattr(nn, kind + dims)


def fuse_conv_bn(is_qat, conv, bn):
    """The weights of both in one convolution; while training (is_qat) one after the other in one module."""
    _same_mode(conv, bn)
    if not is_qat:
        return fuse_conv_bn_eval(conv, bn)
    _check_norm(conv, bn, 'Conv2d', 'BatchNorm2d')
    return _of_conv('ConvBn', 'train', conv, bn)


def fuse_conv_bn_relu(is_qat, conv, bn, relu):
    _same_mode(conv, bn, relu)
    if not is_qat:
        _of_conv_class('ConvReLU', 'eval', conv, bn, relu)
        return _of_conv('ConvReLU', 'eval', fuse_conv_bn_eval(conv, bn), relu)
    _check_norm(conv, bn, 'Conv', 'BatchNorm')
    return _of_conv('ConvBnReLU', 'train', conv, bn, relu)


def _same_mode(first, *others):
    assert all(each.training == first.training for each in others), 'Conv and BN both must be in the same mode (train or eval).'


def _check_norm(conv, bn, conv_name, name):
    assert bn.num_features == conv.out_channels, 'Output channel of %s must match num_features of %s' % (conv_name, name)
    assert bn.affine, 'Only support fusing %s with affine set to True' % name
    assert bn.track_running_stats, 'Only support fusing %s with tracking_running_stats set to True' % name


def _of_conv_class(word, mode, *modules):
    for dims in _DIMS:
        if type(modules[0]) is _named('Conv', dims):
            return getattr(intrinsic, word + dims)
    raise NotImplementedError('Cannot fuse %s modules: %s' % (mode, modules))


def _of_conv(word, mode, *modules):
    return _of_conv_class(word, mode, *modules)(*modules)


def fuse_linear_bn(is_qat, linear, bn):
    assert linear.training == bn.training, 'Linear and BN both must be in the same mode (train or eval).'
    if not is_qat:
        return fuse_linear_bn_eval(linear, bn)
    assert bn.num_features == linear.out_features, 'Output features of Linear must match num_features of BatchNorm1d'
    assert bn.affine, 'Only support fusing BatchNorm1d with affine set to True'
    assert bn.track_running_stats, 'Only support fusing BatchNorm1d with tracking_running_stats set to True'
    return intrinsic.LinearBn1d(linear, bn)


def fuse_convtranspose_bn(is_qat, convt, bn):
    assert convt.training == bn.training, 'ConvTranspose and BN both must be in the same mode (train or eval).'
    if is_qat:
        raise Exception('Fusing ConvTranspose+BatchNorm not yet supported in QAT.')
    return fuse_conv_bn_eval(convt, bn, transpose=True)


def _both(kind):
    """One behind the other in a module of this kind, in either mode."""
    return lambda is_qat, a, b: kind(a, b)


DEFAULT_OP_LIST_TO_FUSER_METHOD = {}
for _dims in _DIMS:
    _conv, _bn = _named('Conv', _dims), _named('BatchNorm', _dims)
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, _bn] = fuse_conv_bn
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, _bn, nn.ReLU] = fuse_conv_bn_relu
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_conv, nn.ReLU] = _both(getattr(intrinsic, 'ConvReLU' + _dims))
    DEFAULT_OP_LIST_TO_FUSER_METHOD[_named('ConvTranspose', _dims), _bn] = fuse_convtranspose_bn
DEFAULT_OP_LIST_TO_FUSER_METHOD.update({(nn.Linear, nn.BatchNorm1d): fuse_linear_bn, (nn.Linear, nn.ReLU): _both(intrinsic.LinearReLU), (nn.BatchNorm2d, nn.ReLU): _both(intrinsic.BNReLU2d),
                                        (nn.BatchNorm3d, nn.ReLU): _both(intrinsic.BNReLU3d)})


def get_fuser_method(op_list, additional_fuser_method_mapping=None):
    """What makes one of modules of these kinds."""
    found = {**DEFAULT_OP_LIST_TO_FUSER_METHOD, **(additional_fuser_method_mapping or {})}.get(op_list)
    assert found is not None, 'did not find fuser method for: {} '.format(op_list)
    return found


def fuse_known_modules(mod_list, is_qat, additional_fuser_method_mapping=None):
    """What stands in each one's place: the fused module in the first's, nothing to do in the others'."""
    fused = get_fuser_method(tuple(map(_kind, mod_list)), additional_fuser_method_mapping)(is_qat, *mod_list)
    for hooks, register in ((mod_list[0]._forward_pre_hooks, fused.register_forward_pre_hook), (mod_list[-1]._forward_hooks, fused.register_forward_hook)):
        for number, hook in list(hooks.items()):
            register(hook)
            del hooks[number]
    return [fused, *(nn.Identity().train(mod_list[0].training) for _ in mod_list[1:])]


def _kind(module):
    from torch.nn.utils.parametrize import type_before_parametrizations
    return type_before_parametrizations(module)


def _at(model, path):
    for name in path:
        model = getattr(model, name)
    return model


def _fuse(model, modules_to_fuse, is_qat, inplace, fuser_func, config):
    model = model if inplace else copy.deepcopy(model)
    groups = [modules_to_fuse] if all(isinstance(each, str) for each in modules_to_fuse) else modules_to_fuse
    for group in groups:
        paths = [name.split('.') for name in group]
        made = fuser_func([_at(model, path) for path in paths], is_qat, (config or {}).get('additional_fuser_method_mapping', {}))
        for path, module in zip(paths, made):
            setattr(_at(model, path[:-1]), path[-1], module)
    return model


def fuse_modules(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    """model with the named modules fused: a list of names, or a list of such lists. A model that trains needs fuse_modules_qat."""
    return _fuse(model, modules_to_fuse, False, inplace, fuser_func, None)


def fuse_modules_qat(model, modules_to_fuse, inplace=False, fuser_func=fuse_known_modules, fuse_custom_config_dict=None):
    return _fuse(model, modules_to_fuse, True, inplace, fuse_known_modules, None)
