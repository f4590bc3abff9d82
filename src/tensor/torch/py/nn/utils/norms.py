"""weight_norm and spectral_norm: a weight written as something else times its direction, made anew before every forward pass."""
import torch
from torch.nn.parameter import Parameter


def _norm_except(v, dim):
    if dim is None or dim == -1:
        return v.norm()
    rest = [i for i in range(v.dim()) if i != dim]
    return v.norm(2, rest, keepdim=True) if rest else v.abs() # (no axes would be all of them)


class WeightNorm:
    def __init__(self, name, dim):
        self.name, self.dim = name, dim

    def compute(self, module):
        g, v = getattr(module, self.name + '_g'), getattr(module, self.name + '_v')
        return v * (g / _norm_except(v, self.dim))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute(module))


class SpectralNorm:
    def __init__(self, name, steps, dim, eps):
        self.name, self.steps, self.dim, self.eps = name, steps, dim, eps

    def matrix(self, weight):
        if self.dim:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.reshape(weight.size(0), -1)

    def compute(self, module, power):
        weight = getattr(module, self.name + '_orig')
        u, v = getattr(module, self.name + '_u'), getattr(module, self.name + '_v')
        matrix = self.matrix(weight)
        if power:
            with torch.no_grad():
                for _ in range(self.steps):
                    v.copy_(torch.nn.functional.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(torch.nn.functional.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
        return weight / torch.dot(u.clone(), torch.mv(matrix, v.clone()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute(module, module.training))


def _hook(module, kind, name):
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:
            return key, hook
    return None


def weight_norm(module, name='weight', dim=0):
    if _hook(module, WeightNorm, name):
        raise RuntimeError('Cannot register two weight_norm hooks on the same parameter {}'.format(name))
    norm = WeightNorm(name, -1 if dim is None else dim)
    weight = getattr(module, name)
    del module._parameters[name]
    module.register_parameter(name + '_g', Parameter(_norm_except(weight, norm.dim).data))
    module.register_parameter(name + '_v', Parameter(weight.data))
    setattr(module, name, norm.compute(module))
    module.register_forward_pre_hook(norm)
    return module


def remove_weight_norm(module, name='weight'):
    found = _hook(module, WeightNorm, name)
    if not found:
        raise ValueError("weight_norm of '{}' not found in {}".format(name, module))
    key, norm = found
    weight = norm.compute(module)
    delattr(module, name)
    del module._parameters[name + '_g'], module._parameters[name + '_v'], module._forward_pre_hooks[key]
    setattr(module, name, Parameter(weight.data))
    return module


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    if _hook(module, SpectralNorm, name):
        raise RuntimeError('Cannot register two spectral_norm hooks on the same parameter {}'.format(name))
    if dim is None:
        dim = 1 if type(module).__name__.startswith('ConvTranspose') else 0
    norm = SpectralNorm(name, n_power_iterations, dim, eps)
    weight = module._parameters[name]
    with torch.no_grad():
        matrix = norm.matrix(weight)
        h, w = matrix.size()
        u = torch.nn.functional.normalize(weight.new_empty(h).normal_(0, 1), dim=0, eps=eps)
        v = torch.nn.functional.normalize(weight.new_empty(w).normal_(0, 1), dim=0, eps=eps)
    del module._parameters[name]
    module.register_parameter(name + '_orig', weight)
    setattr(module, name, weight.data)
    module.register_buffer(name + '_u', u)
    module.register_buffer(name + '_v', v)
    module.register_forward_pre_hook(norm)
    return module


def remove_spectral_norm(module, name='weight'):
    found = _hook(module, SpectralNorm, name)
    if not found:
        raise ValueError("spectral_norm of '{}' not found in {}".format(name, module))
    key, norm = found
    with torch.no_grad():
        weight = norm.compute(module, False)
    delattr(module, name)
    del module._buffers[name + '_u'], module._buffers[name + '_v'], module._parameters[name + '_orig'], module._forward_pre_hooks[key]
    module.register_parameter(name, Parameter(weight.detach()))
    return module
