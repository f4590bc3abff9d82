"""functional_call, skip_init, layers fused with their batch norms, torch.overrides, DLPack, futures, what torch says of itself."""
import threading

import numpy as np
import torch
from torch import nn, overrides as O
from torch.futures import Future, collect_all, wait_all
from torch.nn.utils import fuse_conv_bn_eval, fuse_conv_bn_weights, skip_init, stateless
from torch.nn.utils.fusion import fuse_linear_bn_eval
from torch.utils.dlpack import from_dlpack, to_dlpack

torch.manual_seed(0)


def show(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, str(error).split('\n')[0])


print('functional_call')
m = nn.Linear(2, 1)
others = {'weight': torch.ones(1, 2, requires_grad=True), 'bias': torch.zeros(1)}
one = torch.ones(1, 2)
before = m.weight.clone()
for text in ('stateless.functional_call(m, others, (one,))', 'stateless.functional_call(m, others, one)', 'stateless.functional_call(m, others, (), {"input": one})', 'stateless.functional_call(m, {"bias": others["bias"] + 5}, one) - m(one) > 4',
             'stateless.functional_call(m, [], one)', 'torch.equal(m.weight, before)', 'stateless.functional_call(nn.Sequential(m, nn.ReLU()), {"0.weight": others["weight"], "0.bias": others["bias"]}, one)'):
    show(text)
stateless.functional_call(m, others, one).sum().backward()
print(others['weight'].grad, m.weight.grad)
bn = nn.BatchNorm1d(2)
stateless.functional_call(bn, {'running_mean': torch.full((2,), 3.), 'weight': torch.zeros(2)}, torch.rand(4, 2))
print(bn.running_mean, bn.weight)


def loss(weight):
    return stateless.functional_call(m, {'weight': weight}, one).square().sum()


print(torch.autograd.functional.jacobian(loss, torch.ones(1, 2)) - 2 * (2 + m.bias))

print('skip_init')
state = torch.rand(1)
torch.manual_seed(0)
made = skip_init(nn.Linear, 2, 3)
print(made, made.weight.shape, made.weight.requires_grad, torch.rand(1))
for text in ('skip_init(nn.ReLU)', 'skip_init(3)', 'skip_init(nn.Conv2d, 1, 2, kernel_size=3)', 'skip_init(nn.LSTM, 2, 3, device="cpu").weight_hh_l0.shape'):
    show(text)

print('fusion')
torch.manual_seed(1)
conv, norm, z = nn.Conv2d(2, 3, 3).eval(), nn.BatchNorm2d(3).eval(), torch.rand(1, 2, 5, 5)
with torch.no_grad():
    for t in (norm.running_mean, norm.running_var, norm.weight, norm.bias):
        t.uniform_()
fused = fuse_conv_bn_eval(conv, norm)
print(fused, bool((fused(z) - norm(conv(z))).abs().max() < 1e-5), fused.weight is not conv.weight, type(fused.weight).__name__)
plain = fuse_conv_bn_eval(nn.Conv2d(2, 3, 3, bias=False).eval(), nn.BatchNorm2d(3, affine=False).eval())
print(plain.bias.shape, plain.weight.shape)
up = nn.ConvTranspose2d(2, 3, 3).eval()
print(bool((fuse_conv_bn_eval(up, norm, True)(z) - norm(up(z))).abs().max() < 1e-5))
linear, flat = nn.Linear(2, 3).eval(), nn.BatchNorm1d(3).eval()
flat.running_mean.uniform_()
print(bool((fuse_linear_bn_eval(linear, flat)(torch.ones(4, 2)) - flat(linear(torch.ones(4, 2)))).abs().max() < 1e-5))
weight, shift = fuse_conv_bn_weights(conv.weight, None, norm.running_mean, norm.running_var, 1e-5, None, None)
print(weight.shape, shift.shape)
show('fuse_conv_bn_eval(nn.Conv2d(2, 3, 3), norm)')
show('fuse_linear_bn_eval(nn.Linear(2, 3), flat)')

print('overrides')


class Asked:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return 'asked', func.__name__, len(types), len(args)


class Silent:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


def mine(a, b=None):
    if O.has_torch_function((a, b)):
        return O.handle_torch_function(mine, (a, b), a, b=b)
    return 'plain'


@O.wrap_torch_function(lambda a: (a,))
def wrapped(a):
    return 'plain'


x = torch.ones(3)
for text in ('O.is_tensor_like(x), O.is_tensor_like(3), O.is_tensor_like(Asked()), O.is_tensor_like(nn.Parameter(x))', 'O.has_torch_function((x, 3)), O.has_torch_function((x, Asked()))', 'O.has_torch_function_unary(Asked())',
             'O.has_torch_function_variadic(x, Asked()), O.has_torch_function_variadic(x)', 'mine(x), mine(Asked()), mine(x, Asked())', 'mine(Silent())', 'mine(Silent(), Asked())', 'wrapped(x), wrapped(Asked())',
             'O.handle_torch_function(torch.add, (Asked(),), Asked(), 2)', 'O.is_tensor_method_or_property(torch.Tensor.add), O.is_tensor_method_or_property(torch.add)', 'O.resolve_name(torch.Tensor.add), O.resolve_name(torch.add)'):
    show(text)

print('DLPack')
t = torch.arange(6.).reshape(2, 3)
capsule = to_dlpack(t)
again = from_dlpack(capsule)
again[0, 0] = 9
print(type(capsule).__name__, repr(capsule)[:30], t[0, 0], again.data_ptr() == t.data_ptr())
array = np.arange(4)
lent = torch.from_dlpack(array)
lent[1] = 7
from_numpy = np.from_dlpack(t)
t[0, 1] = 8
print(array, from_numpy[0], from_numpy.flags.writeable, np.shares_memory(np.from_dlpack(array), array))
for text in ('from_dlpack(capsule)', 'torch.from_dlpack(3)', 'to_dlpack(3)', 't.__dlpack_device__()', 'torch.from_dlpack(torch.ones(2, requires_grad=True))', 'torch.from_dlpack(torch.ones(2, dtype=torch.bool))', 'torch.from_dlpack(t.T)',
             'torch.to_dlpack(t) is None', 'np.from_dlpack(torch.ones(2, requires_grad=True))', 'torch.from_dlpack(np.ones(2, dtype=bool))', 'torch.from_dlpack(np.from_dlpack(array))',
             'torch.from_dlpack(np.ones(2, dtype="u2"))'):
    show(text)

print('futures')
f = Future()
g = f.then(lambda f: f.value() + 1)
heard = []
f.add_done_callback(lambda f: heard.append(f.value()))
print(f.done(), g.done())
threading.Timer(0.05, f.set_result, [3]).start()
print(g.wait(), f.wait(), f.value(), f.done(), collect_all([f, g]).then(lambda all: [each.wait() for each in all.wait()]).wait(), wait_all([f, g]))
late = []
f.add_done_callback(lambda f: late.append(f.value()))
print(late)
bad = Future()
bad.set_exception(ValueError('no'))
for text in ('f.set_result(2)', 'Future().value()', 'f.then(lambda f: 1 / 0).wait()', 'bad.wait()', 'bad.value()', 'bad.done()', 'bad.set_exception(3)', 'wait_all([f, bad])', 'f.then(lambda f: 5).then(lambda f: f.value() * 2).wait()'):
    show(text)

print('about itself')
from torch.utils import collect_env
print(all(isinstance(text, str) and 'threads' in text for text in (torch.__config__.parallel_info(),)), isinstance(torch.__config__.show(), str), torch.__config__.show().startswith('PyTorch built with:\n'))
print('PyTorch version: 1.13' in collect_env.get_pretty_env_info(), collect_env.get_env_info().torch_version[:4])
