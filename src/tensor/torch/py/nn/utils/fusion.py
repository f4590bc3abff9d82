"""A batch norm that only scales and shifts, taken into the layer before it."""
import copy

import torch


def _scale(bn_w, bn_rv, bn_eps):
    return bn_w * torch.rsqrt(bn_rv + bn_eps)


def _parts(bias, mean, bn_w, bn_b):
    """None stands for what does nothing."""
    return (torch.zeros_like(mean) if bias is None else bias, torch.ones_like(mean) if bn_w is None else bn_w, torch.zeros_like(mean) if bn_b is None else bn_b)


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    conv_b, bn_w, bn_b = _parts(conv_b, bn_rm, bn_w, bn_b)
    scale = _scale(bn_w, bn_rv, bn_eps)
    shape = [1, -1] if transpose else [-1, 1]
    weight = conv_w * scale.reshape(shape + [1] * (conv_w.dim() - 2))
    return torch.nn.Parameter(weight, conv_w.requires_grad), torch.nn.Parameter((conv_b - bn_rm) * scale + bn_b, conv_b.requires_grad)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    linear_b = torch.zeros_like(bn_rm) if linear_b is None else linear_b
    scale = _scale(bn_w, bn_rv, bn_eps)
    return torch.nn.Parameter(linear_w * scale.unsqueeze(-1), linear_w.requires_grad), torch.nn.Parameter((linear_b - bn_rm) * scale + bn_b, linear_b.requires_grad)


def _fused(layer, bn, weights, *more):
    assert not (layer.training or bn.training), 'Fusion only for eval!'
    made = copy.deepcopy(layer)
    made.weight, made.bias = weights(made.weight, made.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, *more)
    return made


def fuse_conv_bn_eval(conv, bn, transpose=False):
    return _fused(conv, bn, fuse_conv_bn_weights, transpose)


def fuse_linear_bn_eval(linear, bn):
    return _fused(linear, bn, fuse_linear_bn_weights)
