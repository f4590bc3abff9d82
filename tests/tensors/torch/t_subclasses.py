# Subclasses of Tensor: what operators, methods and functions give, attributes, repr, parameters, copies, pickles.
import copy
import io
import pickle

import torch
import torch.nn.functional as F


class T(torch.Tensor):
    pass


class T2(torch.Tensor):
    pass


class T3(T):
    pass


def shown(r):
    if isinstance(r, (tuple, list)) and not isinstance(r, torch.Size):
        return '%s(%s)' % (type(r).__name__, ', '.join(shown(x) for x in r))
    return '%s %s' % (type(r).__name__, str(r).replace('\n', ' '))


def say(expressions, **names):
    for e in expressions:
        try:
            r = shown(eval(e, {**globals(), **names}))
        except Exception as x:
            r = '%s: %s' % (type(x).__name__, str(x).split('\n')[0])
        print(e, '->', r)


p, t = torch.arange(1., 5).reshape(2, 2), torch.arange(1., 5).reshape(2, 2).as_subclass(T)
i = torch.arange(1, 5).reshape(2, 2).as_subclass(T)
t2, t3 = torch.ones(2, 2).as_subclass(T2), torch.ones(2, 2).as_subclass(T3)
say('''t + 1|1 + t|t - 1|1 - t|t * 2|t / 2|2 / t|t // 2|2 // t|t % 2|3 % t|t ** 2|2 ** t|t @ t|p @ t|p + t|p - t|-t|+t|abs(-t)|~i|i & 1|1 & i|i | 1|i ^ 3|i << 1|1 << i|i >> 1|t == 1|t != 1|t < 2|1 < t
t[0]|t[0, 1]|t[t > 1]|t[:, None]|len(t)|bool(t[0, 0])|float(t[0, 0])|int(t[0, 0])|[type(x).__name__ for x in t]|1.0 in t|t.shape|t.grad|t.T|t.data|t.is_leaf|t.requires_grad|t.dtype|t.device
t.size()|t.dim()|t[0, 0].item()|t.sum()|t.mean(0)|t.max(0)|torch.max(t, 0)|torch.cat([t, p])|torch.stack([p, t])|torch.einsum("ij,jk->ik", t, t)|F.relu(t)|F.softmax(t, 0)|F.linear(t, p)
F.mse_loss(t, p)|torch.nn.ReLU()(t)|torch.nn.Sequential(torch.nn.Identity(), torch.nn.Tanh())(t)|t.tolist()|type(t.numpy()).__name__|t.clone()|t.detach()|t.to(torch.float64)|t.double()|t.view(4)
t.reshape(4)|t.norm()|torch.norm(t)|t.split(1)|t.unbind()|t.type()|torch.is_tensor(t)|torch.ones_like(t)|torch.zeros_like(t)|t.new_zeros(2)|t.new_tensor([1.])|torch.as_tensor(t)
torch.where(t > 1, t, p)|torch.allclose(t, t)|torch.equal(t, t)|t.numel()|t.cpu()|t.unique()|torch.linalg.norm(t)|torch.linalg.inv(t)|torch.special.expit(t)|torch.add(p, other=t)|t.sort()
torch.topk(t, 1)|torch.split(t, 1)|torch.Tensor.add(t, 1)|t.names|divmod(t, 2)|round(t)|reversed(t)|torch.broadcast_tensors(t, p)|F.cross_entropy(t, torch.tensor([0, 1]))|F.dropout(t, 0.5, False)
torch.nn.MSELoss()(t, p)|F.embedding(i - 1, torch.ones(4, 2))|F.layer_norm(t, [2])|torch.isnan(t)|torch.nonzero(t)|torch.full_like(t, 2)|t + t2|t2 + t|torch.add(t, t2)|t + t3|t3 + t
torch.cat([t, t3])|t.as_subclass(torch.Tensor)|torch.ones(2).as_subclass(int)|torch.ones(2).as_subclass(3)|torch.Tensor._make_subclass(T, p, True)|torch.Tensor._make_subclass(int, p)
torch.Tensor._make_subclass(T, 3)|T(p)|T(2, 3).shape|T()|T([1, 2]).int()|torch.Tensor(t)|T([1.]).requires_grad_()|(t.clone().requires_grad_() * 2)|t._is_view()|isinstance(t, torch.FloatTensor)
sum([T([1.]), T([2.])])|T(torch.zeros(0, 3))|f"{t[0, 0]:.2f}"|format(t[0])|f"{torch.nn.Parameter(torch.tensor(1.)):.2f}"|torch.tensor([1., 2.]).type()'''.replace('\n', '|').replace('i | 1', 'i.__or__(1)').split('|'))

for code in 'l += 1|l -= 1|l *= 2|l /= 2|l **= 2|p += l|l[0] = 1|p[0] = l[0]|l.grad = p|l.requires_grad = True|l.add_(1)|l.zero_()|l.fill_(2)|l.copy_(p)|p.copy_(l)|torch.add(l, 1, out=p)|l.note = 3; l = l + 1; l.note'.split('|'):
    names = dict(l=torch.arange(1., 5).reshape(2, 2).as_subclass(T), p=torch.ones(2, 2), torch=torch)
    try:
        exec(code, names)
        print(code, '->', shown(names['l']), '|', shown(names['p']))
    except Exception as x:
        print(code, '->', type(x).__name__, x)

# Gradients
w = torch.tensor([1., 2.]).as_subclass(T).requires_grad_()
loss = (w * w).sum()
print(loss, type(loss).__name__, w.is_leaf)
loss.backward()
print(type(w.grad).__name__, w.grad, torch.autograd.grad((w * 3).sum(), w))

# Parameters
q = torch.nn.Parameter(T([1., 2.]))
print(type(q).__name__, isinstance(q, torch.nn.Parameter), isinstance(t, torch.nn.Parameter), q.requires_grad, repr(q))


class Own(torch.nn.Parameter):
    pass


o = Own(torch.ones(2))
print(repr(o), type(o * 2).__name__, isinstance(o, torch.nn.Parameter), type(copy.deepcopy(o)).__name__)


class Odd(T):
    def detach(self):
        return super().detach().as_subclass(torch.Tensor)


try:
    torch.nn.Parameter(torch.ones(2).as_subclass(Odd))
except RuntimeError as x:
    print(x)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(T([[1., 2.]]))
        self.register_buffer('b', T([1.]))

    def forward(self, x):
        return F.linear(x, self.w, self.b)


net = Net()
print(net.state_dict(), type(net(torch.ones(2, 2))).__name__, list(net.named_parameters()))
step = torch.optim.SGD(net.parameters(), 0.1)
net(torch.ones(2, 2)).sum().backward()
step.step()
print(net.w, type(net.w).__name__)

# Copies and pickles
t.tag = 'x'
again = pickle.loads(pickle.dumps(t))
print(type(again).__name__, again, again.tag, type(copy.copy(t)).__name__, copy.copy(t).tag)
file = io.BytesIO()
torch.save({'t': t}, file)
file.seek(0)
again = torch.load(file)['t']
print(type(again).__name__, again, again.tag)
try:
    copy.deepcopy(t)
except RuntimeError as x:
    print(x)


class E(torch.Tensor):
    def new_empty(self, *args, **kwargs):
        return super().new_empty(*args, **kwargs).as_subclass(E)


e = E([1., 2.])
e.z = [5]
e.requires_grad_()
(e * 2).sum().backward()
d = copy.deepcopy(e)
print(type(d).__name__, d, d.grad, d.z, d.z is e.z)
plain = torch.ones(2)
plain.note = 4
print(copy.deepcopy(plain).note)


# With more to it than its numbers
class Meta(torch.Tensor):
    @staticmethod
    def __new__(cls, x, extra, *args, **kwargs):
        return super().__new__(cls, x, *args, **kwargs)

    def __init__(self, x, extra):
        self.extra = extra

    def clone(self, *args, **kwargs):
        return Meta(super().clone(*args, **kwargs), self.extra)

    def __add__(self, other):
        return Meta(super().__add__(other), self.extra + '+')


m = Meta([1., 2.], 'hi')
print(m, m.extra, m.clone().extra, (m + 1).extra, m + 1, type(m * 2).__name__, hasattr(m * 2, 'extra'))
