"""torch.fx: graphs of modules and functions, their code, changes in them, and running them node by node."""
import copy
import math
import pickle

import torch
import torch.fx as fx
import torch.nn.functional as F
from torch import nn


@fx.wrap
def whole(a, b):
    return a + b if b > 1 else a


fx.wrap('len')


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 4, 3)
        self.p = nn.Parameter(torch.ones(4))
        self.seq = nn.Sequential(nn.ReLU(), nn.Linear(4, 5))
        self.register_buffer('b', torch.zeros(1))
        self.k = torch.tensor(3.0)

    def forward(self, x, y=None):
        a = F.relu(self.c(x), inplace=True) + 1
        a = a.mean([2, 3])
        n, channels = a.shape[0], a.shape[1]
        b = self.seq(a * self.p) + self.b - self.k
        z = torch.cat([b, -b], dim=1)[:, 1:3].view(n, -1)
        torch._assert(z.ndim == 2, 'two')
        return {'o': 2 + z ** 2, 'l': (z, a.size(0), channels), 'm': whole(z, 2) @ z.t()}


def show(graph):
    for node in graph.nodes:
        print(node.op, node.name, node.args, node.kwargs, sorted(map(str, node.users)), [str(n) for n in node.all_input_nodes])


torch.manual_seed(0)
net = Net()
traced = fx.symbolic_trace(net)
print(traced.graph)
print(traced.code)
print(traced)
show(traced.graph)
x = torch.randn(2, 3, 6, 6)
for got in (traced, copy.deepcopy(traced), pickle.loads(pickle.dumps(traced)), copy.copy(traced)):
    out, want = got(x), net(x)
    print(torch.equal(out['o'], want['o']), torch.equal(out['m'], want['m']), out['l'][1:], type(got).__name__)
print(sorted(traced.state_dict()))
out['o'].sum().backward()
print([tuple(p.grad.shape) for p in net.parameters() if p.grad is not None])

# ---- what cannot be traced, and what can ----
def branch(x):
    if x.sum() > 0:
        return x
    return -x


def loop(x):
    return [i for i in x]


def number(x):
    return int(x)


for bad in (branch, loop, number):
    try:
        print(fx.symbolic_trace(bad).code)
    except Exception as e:
        print(type(e).__name__, e)
print(fx.symbolic_trace(branch, concrete_args={'x': torch.ones(1)}).code)
for f in (lambda x: len(x), lambda x, y: math.sqrt(x) + (x < y) - (x // 2) * ~y, lambda x: torch.relu(x).relu_().add(other=x, alpha=2).shape[0], lambda x: torch.where(x > 0, x, 1.5 - x),
          lambda x: x.a.b.c(1, k=[x, {'a': x}]), lambda x: (x[0], x[1:, None], x[..., -1]), lambda x: F.dropout(F.max_pool2d(x, 2), 0.5, training=False), lambda x: x - torch.zeros(2)):
    print(fx.symbolic_trace(f).code)


def kinds(x: torch.Tensor, n: int = 3) -> torch.Tensor:
    return x + n


g = fx.symbolic_trace(kinds)
print(g.graph, g.code)

# ---- changes ----
g = fx.symbolic_trace(lambda x: whole(x, 2).relu().neg())
for node in list(g.graph.nodes):
    if node.op == 'call_method' and node.target == 'relu':
        with g.graph.inserting_after(node):
            new = g.graph.call_function(torch.sigmoid, (node,))
        node.replace_all_uses_with(new, lambda user: user is not new)
        with g.graph.inserting_before(node):
            dead = g.graph.call_function(torch.add, args=(node.args[0], 1), kwargs={'alpha': 3})
g.graph.lint()
g.recompile()
print(g.code, g.graph.eliminate_dead_code(), dead in list(g.graph.nodes))
g.recompile()
print(g.code, g(torch.ones(2)), fx.Interpreter(g).run(torch.ones(2)), fx.Transformer(g).transform()(torch.ones(2)))
first = next(iter(g.graph.nodes))
try:
    g.graph.erase_node(first)
except RuntimeError as e:
    print(e)
try:
    new.args[0].args[0].args.append(1)
except Exception as e:
    print(type(e).__name__)
try:
    list(g.graph.nodes)[1].kwargs['a'] = 1
except NotImplementedError as e:
    print(str(e)[:60])

built = fx.Graph()
a = built.placeholder('a')
b = built.placeholder('b', default_value=2)
c = built.call_module('lin', (a,))
built.output(built.call_function(torch.mul, (c, b)))
m = fx.GraphModule({'lin': nn.Linear(2, 2)}, built, 'Made')
print(m.code, type(m).__name__, [n.name for n in reversed(m.graph.nodes)], len(m.graph.nodes), m(torch.ones(1, 2)).shape)
print(m.add_submodule('deep.er', nn.ReLU()), m.delete_all_unused_submodules(), [n for n, _ in m.named_modules()], m.delete_submodule('nothing.here'))
m.print_readable()
p = fx.Proxy(c)
with m.graph.inserting_before(list(m.graph.nodes)[-1]):
    q = (p + 1).relu()
print(q.node.format_node(), q, fx.map_arg((a, [b, 3]), lambda n: n.name))


class Leaves(fx.Tracer):
    def is_leaf_module(self, m, path):
        return path == 'seq' or super().is_leaf_module(m, path)


print([n.target for n in Leaves().trace(net).nodes if n.op == 'call_module'])
