"""Hooks over gradients and around states, edges of a graph, weights of losses, hints of attention, chained schedules."""
import re
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter('ignore')


def show(text):
    """A statement of a lesson: what it gives, or its error's first line."""
    try:
        try:
            code = compile(text, '<lesson>', 'eval')
        except SyntaxError:
            exec(text, globals())
        else:
            print('>>', text)
            print(re.sub('0x[0-9a-f]+', '0x', repr(eval(code, globals()))))
    except Exception as e:
        print('   !!', type(e).__name__, str(e).split('. This could be because')[0].split('\n')[0][:300])


torch.manual_seed(0)
for line in r'''m = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(2, 3, 4)
mask = nn.Transformer.generate_square_subsequent_mask(3)
m(x, x, x, attn_mask=mask, is_causal=True, need_weights=False)[0]
m(x, x, x, attn_mask=mask, is_causal=True)[1]
m(x, x, x, is_causal=True)
m(x, x, x, attn_mask=mask, need_weights=False)[0]
m.eval()(x, x, x, attn_mask=mask, is_causal=True, need_weights=False)[0]
a, b, w = torch.tensor([1., 2.]), torch.tensor([3., 5.]), torch.tensor([1., 3.])
F.mse_loss(a, b, weight=w)
F.mse_loss(a, b, weight=w, reduction='sum')
F.mse_loss(a, b, weight=w, reduction='none')
F.l1_loss(a, b, weight=w)
F.l1_loss(a, b, weight=w, reduction='sum')
F.l1_loss(a, b, weight=w, reduction='none')
F.huber_loss(a, b, weight=w)
F.huber_loss(a, b, weight=w, reduction='none')
F.mse_loss(a, b, weight=torch.ones(3))
F.l1_loss(a, b, weight=torch.ones(3))
F.huber_loss(a, b, weight=torch.ones(3))
l = nn.Linear(2, 2); before = id(l.weight)
o = torch.optim.SGD([nn.Parameter(torch.ones(2))], lr=0.1)
h1 = o.register_state_dict_pre_hook(lambda o: print('pre'))
h2 = o.register_state_dict_post_hook(lambda o, d: print('post', list(d)))
h3 = o.register_load_state_dict_pre_hook(lambda o, d: print('load pre', list(d)))
h4 = o.register_load_state_dict_post_hook(lambda o: print('load post'))
d = o.state_dict()
o.load_state_dict(d)
h1.remove(); h2.remove(); h3.remove(); h4.remove()
from torch.autograd.graph import register_multi_grad_hook, get_gradient_edge, increment_version, GradientEdge
a, b, c = (torch.rand(2, requires_grad=True) for _ in range(3))
hook = register_multi_grad_hook((a, b, c), lambda grads: print([g is not None for g in grads]))
(a * b * c).sum().backward()
hook.remove()
hook = register_multi_grad_hook((a, b), lambda g: print('any', g.shape), mode='any')
(a * b).sum().backward()
hook.remove()
register_multi_grad_hook((a, b), print, mode='none')
register_multi_grad_hook((a, torch.ones(2)), print)
e = get_gradient_edge(a)
type(e).__name__, e.output_nr
get_gradient_edge(torch.ones(2))
y = a * b
torch.autograd.grad(y.sum(), get_gradient_edge(a))
torch.autograd.grad(get_gradient_edge(y), (a,), torch.ones(2))
z = torch.rand(2, requires_grad=True).clone(); w = z ** 2
z._version
increment_version(z)
z._version
u = torch.ones(2, 3, requires_grad=True)
fixed = torch.autograd.graph.disable_saved_tensors_hooks('no saving')(lambda x: x * x)
fixed(torch.ones(1))
s1 = torch.optim.lr_scheduler.ConstantLR(o, factor=0.1, total_iters=2); s2 = torch.optim.lr_scheduler.ExponentialLR(o, gamma=0.9)
cs = torch.optim.lr_scheduler.ChainedScheduler([s1, s2], optimizer=o)
cs.step()
cs.get_last_lr()
o2 = torch.optim.SGD([nn.Parameter(torch.ones(2))], lr=0.1)
torch.optim.lr_scheduler.ChainedScheduler([s1, s2], optimizer=o2)
torch.optim.lr_scheduler.ChainedScheduler([])'''.split('\n'):
    show(line)
for text in ("(a * b * c).sum().backward()", "hook.remove()"):
    show(text)
for text in ("p1 = torch.ones(2, requires_grad=True)", "ph = p1.register_post_accumulate_grad_hook(lambda t: print('post', t.grad))", "torch.autograd.grad((p1 * 2).sum(), p1)", "(p1 * 3).sum().backward()",
             "ph.remove()", "(p1 * 3).sum().backward()", "p1.grad"):
    show(text)
