# What grad_fn leads to: every step's operands by name, leaves with their variables, what was kept for the gradient.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def walk(step, depth=0):
    print('  ' * depth, step if step is None else step.name())
    for after, output in step.next_functions if step is not None else ():
        print('  ' * depth, output, end='')
        walk(after, depth + 1)


x = torch.randn(2, 3, requires_grad=True)
p = torch.randn(2, 3)
batch = torch.randn(4, 2, 3, requires_grad=True)
picture = torch.randn(1, 1, 8, 8)
classes = torch.tensor([0, 1])
layer, plain = nn.Linear(3, 4), nn.Linear(3, 4, bias=False)
conv, norm = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)
zeros, ones = torch.zeros(2, 4), torch.ones(2, 4)
made = {
    'a layer': lambda: layer(x), 'without bias': lambda: plain(x), 'of a batch': lambda: layer(batch), 'of a batch, without': lambda: plain(batch), 'of a row': lambda: layer(x[0]),
    'of a row, without': lambda: plain(x[0]), 'of a constant': lambda: layer(p),
    'mse': lambda: nn.MSELoss()(layer(p), zeros), 'cross entropy': lambda: F.cross_entropy(layer(p), classes), 'nll': lambda: F.nll_loss(F.log_softmax(x, 1), classes),
    'bce': lambda: F.binary_cross_entropy(torch.sigmoid(layer(p)), ones), 'bce of logits': lambda: nn.BCEWithLogitsLoss()(layer(p), ones),
    'smooth': lambda: F.smooth_l1_loss(x, p), 'huber': lambda: F.huber_loss(p, x), 'l1': lambda: F.l1_loss(x, p),
    'conv': lambda: F.max_pool2d(F.relu(norm(conv(picture))), 2).flatten(1), 'views': lambda: x.view(3, 2).t().contiguous().mean(),
    'numbers': lambda: 3 * x + p * x - 2 + x / 4, 'minus': lambda: 1 - x, 'over': lambda: 1 / x, 'power': lambda: (x ** 2).exp().log().sum(),
    'products': lambda: x @ x.t(), 'batches': lambda: batch @ batch.transpose(1, 2), 'joined': lambda: torch.cat([x, p, x]), 'stacked': lambda: torch.stack([x, x]),
    'rows': lambda: x[0, 1], 'in place': lambda: (x * 1).add_(1).relu_(), 'layer norm': lambda: nn.LayerNorm(3)(x), 'dropout': lambda: F.dropout(x, 0.5),
    'softmax': lambda: F.softmax(x, 1).max(), 'greatest': lambda: x.max(1)[0], 'embedding': lambda: nn.Embedding(4, 3)(classes), 'where': lambda: torch.where(x > 0, x, p),
    'casts': lambda: x.double().float(), 'split': lambda: x.split(1)[0],
}
for name, function in made.items():
    print(name)
    walk(function().grad_fn)

loss = nn.MSELoss()(torch.relu(layer(x)), zeros)
first = loss.grad_fn.next_functions[0][0]
print(type(first).__name__, first.next_functions[0][0].next_functions[0][0].variable is layer.bias)
print(loss.grad_fn.next_functions[1], first == loss.grad_fn.next_functions[0][0], len({first, loss.grad_fn.next_functions[0][0]}))
print(x.grad_fn, layer.weight.grad_fn)
print((x * p).grad_fn._saved_self, (x * p).grad_fn._saved_other.equal(p))
q = p.clone().requires_grad_()
y = x * q
print(y.grad_fn._saved_self is x, y.grad_fn._saved_other is q, torch.exp(x).grad_fn._saved_result.grad_fn.name())
y.sum().backward()
for wrong in ('_saved_self', '_saved_nothing', 'nothing'):
    try:
        print(getattr(y.grad_fn, wrong))
    except (AttributeError, RuntimeError) as error:
        print(type(error).__name__, str(error)[:60])


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * 2 + b

    @staticmethod
    def backward(ctx, g):
        return g * 2, g


walk(Twice.apply(x.exp(), p).sum().grad_fn)
