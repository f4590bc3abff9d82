# __torch_function__: what classes are told, of functions, methods, operators and attributes; tensors' own answer, other classes, nobody's answer.
import functools

import torch
import torch.nn.functional as F


class Logged(torch.Tensor):
    log = []

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.log.append((func.__name__, [t.__name__ for t in types], len(args), kwargs if kwargs is None else {k: v if not isinstance(v, torch.Tensor) else '…' for k, v in kwargs.items()}))
        return super().__torch_function__(func, types, args, kwargs or {})


l, i, p = torch.arange(1., 5).reshape(2, 2).as_subclass(Logged), torch.arange(1, 5).reshape(2, 2).as_subclass(Logged), torch.ones(2, 2)
for e in '''l + 1|1 + l|l - 1|l * 2|l / 2|l % 2|l ** 2|l @ l|p @ l|p + l|-l|abs(l)|~i|i & 1|i ^ 1|i << 1|l == 1|l != 1|l < 1|1 < l|2 / l|2 // l|2 % l|2 ** l|1 << i|l[0]|l[0, 1]|l[l > 1]|len(l)|bool(l[0, 0])|float(l[0, 0])|int(l[0, 0])
1.0 in l|hash(l) and 0|l.shape|l.grad|l.T|l.data|l.is_leaf|l.requires_grad|l.dtype|l.size()|l.dim()|l.sum()|l.mean(0)|torch.max(l, 0)|torch.cat([l, p])|torch.stack([p, l])|torch.einsum("ij,jk->ik", l, l)|F.relu(l)
F.softmax(l, 0)|F.linear(l, p)|F.mse_loss(l, p)|torch.nn.Linear(2, 3)(l)|torch.nn.ReLU()(l)|torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh())(l)|l.tolist()|l.clone()|l.detach()|l.to(torch.float64)|l.view(4)
l.norm()|torch.norm(l)|l.split(1)|torch.split(l, 1)|torch.ones_like(l)|l.new_zeros(2)|torch.tensor(l.tolist())|torch.as_tensor(l)|torch.where(l > 1, l, p)|torch.allclose(l, l)|torch.linalg.norm(l)|torch.linalg.inv(l)|torch.fft.fft(l)
torch.add(p, other=l)|torch.topk(l, 1)|torch.Tensor.add(l, 1)|F.cross_entropy(l, torch.tensor([0, 1]))|F.conv1d(l[None], torch.ones(1, 2, 1))|F.dropout(l, 0.5, False)|F.embedding(i - 1, torch.ones(4, 2))|F.layer_norm(l, [2])
torch.nn.MSELoss()(l, p)|torch.broadcast_tensors(l, p)|torch.full_like(l, 2)|l.unique()'''.replace('\n', '|').split('|'):
    Logged.log.clear()
    r = eval(e)
    print(e, '->', type(r).__name__, Logged.log)
for code in 'l += 1|l -= 1|l *= 2|l /= 2|l //= 2|l **= 2|p += l|l[0] = 1|p[0] = l[0]|l.grad = p|l.requires_grad = True|l.data = p|l.add_(1)|(l.requires_grad_() * l).sum().backward()|torch.add(l, 1, out=p)|torch.autograd.grad((l.requires_grad_() * l).sum(), l)'.split('|'):
    names = dict(l=torch.arange(1., 5).reshape(2, 2).as_subclass(Logged), p=torch.ones(2, 2), torch=torch)
    Logged.log.clear()
    exec(code, names)
    print(code, '->', type(names['l']).__name__, type(names['p']).__name__, Logged.log)


class No(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Nor:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


class Own:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return 'Own:' + func.__name__, [t.__name__ for t in types], len(args), kwargs


n, p = torch.ones(2).as_subclass(No), torch.ones(2)
for e in '''n + 1|1 + n|n - 1|1 - n|torch.add(n, 1)|n.add(1)|F.relu(n)|n.shape|n[0]|len(n)|torch.add(Nor(), 1)|torch.mean(Nor())|p + Nor()|Nor() + p|F.relu(Nor())|torch.add(p, Nor())|p.add(Nor())|torch.cat([Nor(), p])
torch.add(Own(), Nor())|torch.add(Nor(), Own())|p * Own()|Own() * p|torch.stack([Own()])|torch.einsum('i,i', Own(), p)|torch.tensor(Own())|torch.nn.Linear(2, 2)(Own())|p == Own()|p @ Own()|p[Own()]|divmod(Own(), 2)
torch.allclose(Own(), p)|torch.max(p, Own())|F.mse_loss(Own(), p)|torch.where(p > 0, Own(), p)|torch.split(Own(), 2)|torch.zeros_like(Own())|torch.add(1, Own())|torch.overrides.is_tensor_like(Own())
torch.overrides.is_tensor_like(3)|torch.overrides.has_torch_function((Own(),))|torch.overrides.has_torch_function((n,))|torch.overrides.has_torch_function((p,))|torch.overrides.has_torch_function((torch.nn.Parameter(p),))
torch.overrides.has_torch_function((1, Own()))|torch.overrides.resolve_name(torch.Tensor.add)|torch.overrides.is_tensor_method_or_property(torch.Tensor.add)'''.replace('\n', '|').split('|'):
    try:
        r = eval(e)
    except Exception as x:
        r = '%s: %s' % (type(x).__name__, str(x).split('\n')[0])
    print(e, '->', r)

# By a table of functions
HANDLED = {}


def implements(function):
    def decorator(own):
        functools.update_wrapper(own, function)
        HANDLED[function] = own
        return own
    return decorator


class ScalarTensor:
    def __init__(self, n, value):
        self._n, self._value = n, value

    def __repr__(self):
        return 'ScalarTensor(N={}, value={})'.format(self._n, self._value)

    def tensor(self):
        return self._value * torch.eye(self._n)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, ScalarTensor)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **(kwargs or {}))


@implements(torch.mean)
def mean(input):
    return float(input._value) / input._n


@implements(torch.add)
def add(input, other):
    if not isinstance(input, ScalarTensor):
        return torch.add(input, other.tensor())
    if not isinstance(other, ScalarTensor):
        return torch.add(input.tensor(), other)
    return ScalarTensor(input._n, input._value + other._value)


s = ScalarTensor(2, 2)
print(s, torch.mean(s), torch.add(s, s), torch.add(s, torch.ones(2, 2)), torch.add(torch.ones(2, 2), s))
try:
    torch.mul(s, 3)
except TypeError as x:
    print(x)


class Wrapped:
    def __init__(self, data, metadata=None):
        self._t, self._metadata = torch.as_tensor(data), metadata

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        metadatas = tuple(a._metadata for a in args if hasattr(a, '_metadata'))
        args = [getattr(a, '_t', a) for a in args]
        return cls(func(*args, **(kwargs or {})), metadata=metadatas[0])


a = Wrapped([[1.], [2.]], metadata='in metres')
r = torch.add(a, torch.tensor([[1.], [1.]]))
print(type(r).__name__, r._t, r._metadata, F.relu(a)._t.tolist(), torch.nn.Flatten(0)(Wrapped(torch.ones(2, 2), 'm')) if False else '')


class Units(torch.Tensor):
    """Each result takes the unit of the first operand that has one."""
    @staticmethod
    def __new__(cls, data, unit):
        x = torch.as_tensor(data, dtype=torch.float32).as_subclass(cls)
        x.unit = unit
        return x

    def __init__(self, data, unit):
        pass

    def __repr__(self):
        return 'Units({}, {})'.format(self.tolist(), self.unit)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        units = [a.unit for a in args if isinstance(a, Units) and hasattr(a, 'unit')]
        r = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(r, Units) and not hasattr(r, 'unit'):
            r.unit = units[0] if units else None
        return r


u = Units([1, 2], 'm')
print(u * 2 + u, (u * 2).unit, u.mean(), u[0], u.sum().item(), torch.stack([u, u]).unit)
with torch._C.DisableTorchFunction():
    print(type(u + 1).__name__, type(torch.add(u, 1)).__name__, torch.overrides.has_torch_function((u,)))
print(type(u + 1).__name__)


# A function of one's own that asks
def doubled(x, scale=2):
    if torch.overrides.has_torch_function((x,)):
        return torch.overrides.handle_torch_function(doubled, (x,), x, scale=scale)
    return x * scale


print(doubled(torch.ones(2)), doubled(Own()), doubled(u))
try:
    doubled(Nor())
except TypeError as x:
    print(x)
