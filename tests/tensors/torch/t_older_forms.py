# Forms of calls that PyTorch still takes: a weight before what it weighs (lessons from before 1.5 are full of them).
import warnings

import torch


def say(label, call):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        try:
            answer = call()
            answer = answer.tolist()
        except Exception as error:
            answer = '%s: %s' % (type(error).__name__, str(error).split('\n')[0])
    print(label, answer, [str(each.message).split(' (Triggered')[0] for each in told])


x, y = torch.ones(3), torch.arange(3.)
m, v, b = torch.ones(2, 2), torch.ones(2), torch.ones(2, 2, 2)
say('add_ first', lambda: x.clone().add_(-0.1, y))           # the first of a program is told
for name in ('add', 'sub'):
    say(name, lambda: getattr(torch, name)(x, 2, y))
    say(name, lambda: getattr(torch, name)(x, 2, y, out=torch.empty(3)))
    say(name + ' of', lambda: getattr(x, name)(2, y))
    say(name + '_', lambda: getattr(x.clone(), name + '_')(2, y))
    say(name + ' numbers', lambda: getattr(x, name)(1, 2))
    say(name + ' weight 0-d', lambda: getattr(x.clone(), name + '_')(torch.tensor(2.), y))
    say(name + ' by name', lambda: getattr(x, name)(-0.5, other=y))
    say(name + ' all by name', lambda: getattr(x, name)(alpha=-0.5, other=y))
for name in ('addcmul', 'addcdiv'):
    say(name, lambda: getattr(torch, name)(x, 0.5, y, x))
    say(name, lambda: getattr(torch, name)(x, 0.5, y, x, out=torch.empty(3)))
    say(name + ' of', lambda: getattr(x, name)(0.5, y, x))
    say(name + '_', lambda: getattr(x.clone(), name + '_')(-2, y, x))
    say(name + ' by name', lambda: getattr(x, name)(2, tensor1=y, tensor2=x))
    say(name + ' weight behind', lambda: getattr(x, name)(y, x, 2))
    say(name + ' one alone', lambda: getattr(x, name)(0.5, y))
for name, into, first, second in (('addmm', m, m, m), ('addmv', v, m, v), ('addr', m, v, v), ('baddbmm', b, b, b), ('addbmm', m, b, b)):
    say(name, lambda: getattr(torch, name)(2, into, 3, first, second))
    say(name + ' beta', lambda: getattr(torch, name)(2, into, first, second))
    say(name + ' of', lambda: getattr(into, name)(2, 3, first, second))
    say(name + ' of beta', lambda: getattr(into, name)(2, first, second))
    say(name + '_', lambda: getattr(into.clone(), name + '_')(2, 3, first, second))
    say(name + '_ beta', lambda: getattr(into.clone(), name + '_')(2, first, second))
    say(name + ' newer', lambda: getattr(torch, name)(into, first, second, beta=2, alpha=3))
say('addmm weights behind', lambda: torch.addmm(m, m, m, 2, 3))
say('no weight', lambda: x.clone().add_(y, y))
say('a text', lambda: x.clone().add_('a', y))
say('mul_', lambda: x.clone().mul_(2, y))
w = torch.tensor([1., 2.], requires_grad=True)
torch.add(w, 3, w * w).sum().backward()
print(w.grad)
# an optimizer as it was written then
p, moment, square = torch.nn.Parameter(torch.tensor([1., -2.])), torch.zeros(2), torch.zeros(2)
for step in range(1, 4):
    p.grad = None
    (p ** 2).sum().backward()
    moment.mul_(0.9).add_(1 - 0.9, p.grad)
    square.mul_(0.999).addcmul_(1 - 0.999, p.grad, p.grad)
    p.data.addcdiv_(-0.1 / (1 - 0.9 ** step), moment, (square / (1 - 0.999 ** step)).sqrt().add_(1e-8))
    p.data.add_(-0.01, p.data)
print(p.data)
