# torch.compile with a backend of the program's own: the graphs that it is given, where they end, what becomes of its answers; explain
import torch
import torch._dynamo

torch.manual_seed(0)


def show(gm, given):
    print(gm.code.strip(), [tuple(each.shape) for each in given], type(gm).__name__)
    return gm.forward


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(4, 3)
        self.register_buffer('b', torch.ones(3))
        self.more = torch.nn.ModuleList([torch.nn.Linear(3, 3)])

    def forward(self, x, k=2):
        y = torch.nn.functional.relu(self.lin(x)) * k + self.b
        for layer in self.more:
            y = layer(y)
        y += 1
        return y.sum(dim=1), y.view(-1)[0:2]


def branch(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b


def told(x):
    y = x.sin()
    print('hi')
    return y.cos() + x


def number(x):
    n = x.sum().item()
    return x * n


g = torch.ones(3)


def nested(d, *, s=1.5):
    z = d['a'] @ d['b']
    z = z.softmax(-1)
    return {'z': z + g * s, 'u': torch.cat([z, z], dim=1).transpose(0, 1).contiguous()}


model = Model()
compiled = torch.compile(model, backend=show)
sums, first = compiled(torch.ones(2, 4))
print(torch.equal(sums, model(torch.ones(2, 4))[0]), torch.equal(first, model(torch.ones(2, 4))[1]))
compiled(torch.zeros(2, 4))
sums.sum().backward()
print(model.lin.weight.grad.shape, model.more[0].bias.grad)
a, b = torch.tensor([1., -2.]), torch.tensor([1., 3.])
compiled = torch.compile(branch, backend=show)
print(compiled(a, b), compiled(a, b), compiled(a, -b))
print(torch.compile(told, backend=show)(torch.zeros(2)))
print(torch.compile(number, backend=show)(torch.ones(2)))
print({k: v.shape for k, v in torch.compile(nested, backend=show)({'a': torch.ones(2, 3), 'b': torch.ones(3, 3)}).items()})


def another(gm, given):
    return lambda *tensors: (torch.full((2,), 7.),)


print(torch.compile(lambda x: x + 1, backend=another)(torch.ones(2)))
torch._dynamo.reset()
told_of = torch._dynamo.explain(branch)(a, b)
print(told_of.graph_count, told_of.graph_break_count, told_of.op_count, [reason.reason for reason in told_of.break_reasons], [len(ops) for ops in told_of.ops_per_graph])
print(str(told_of).splitlines()[:6])
for f in torch.nn.functional.linear, torch.nn.functional.gelu, torch.nn.functional.conv2d, torch.nn.functional.relu, torch.nn.functional.scaled_dot_product_attention, torch.nn.functional.pixel_shuffle:
    graph = torch.fx.Graph()
    graph.output(graph.call_function(f, (graph.placeholder('x'),)))
    print(graph.python_code('self').src.split('= ')[1].split('(')[0])
