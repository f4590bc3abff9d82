# torch.compiler.set_stance as a function, in with and as a decorator; is_compiling; what is compiled anew, and what may not be
import torch
from torch.fx import symbolic_trace, replace_pattern, Proxy


@torch.compile(backend='eager')
def foo(x):
    return x + 1 if torch.compiler.is_compiling() else x - 1


zeros = torch.zeros(3)
print(foo(zeros), foo(zeros), foo(zeros), torch.compiler.is_compiling())


@torch.compiler.set_stance('force_eager')
def bar(x):
    return foo(x)


print(bar(zeros), foo(zeros))
with torch.compiler.set_stance('force_eager'):
    print(foo(zeros))
    with torch.compiler.set_stance('default'):
        print(foo(zeros))
    print(foo(zeros))
torch.compiler.set_stance('force_eager')
print(foo(zeros))
torch.compiler.set_stance('default')
print(foo(zeros))
torch.compiler.set_stance('hurry')
try:
    foo(zeros)
except Exception as e:
    print(type(e).__name__, e)
torch.compiler.set_stance('default')


@torch.compile(backend='eager')
def inside(x):
    with torch.compiler.set_stance('force_eager'):
        return x + 1


@torch.compiler.set_stance('force_eager')
def eager(x):
    return x + 1


@torch.compile(backend='eager')
def outer(x):
    return eager(x)


for function in inside, outer:
    try:
        function(zeros)
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0].partition(' at 0x')[0], 'from user code:' in str(e))


@torch.compile(backend='eager')
def relu(x, y):
    return torch.relu(x) * y


def told(*args):
    try:
        return relu(*args).shape
    except RuntimeError as e:
        return [line for line in str(e).splitlines() if 'mismatch' in line][0].partition(': ')[2]


relu(torch.randn(3), torch.ones(3))
with torch.compiler.set_stance('fail_on_recompile'):
    for args in [(torch.randn(3), torch.ones(3)), (torch.randn(4), torch.ones(4)), (torch.randn(3), torch.ones(3).double()), (torch.randn(3, requires_grad=True), torch.ones(3)), (torch.randn(2, 3), torch.ones(3))]:
        print(told(*args))
relu(torch.randn(4), torch.ones(4))
with torch.compiler.set_stance('fail_on_recompile'):
    print(told(torch.randn(7), torch.ones(7)))


@torch.compile(backend='eager')
def huge(x):
    return x + 1 if torch.compiler.is_compiling() else x - 1


print(huge(torch.zeros(3)))
with torch.compiler.set_stance('eager_on_recompile'):
    print(huge(torch.zeros(3)), huge(torch.zeros(4)), huge(torch.zeros(3)))

# proxies outside of any tracing, and parts of graphs put differently
graph = torch.fx.Graph()
x = Proxy(graph.placeholder('x'))
made = torch.tanh(x).neg() + torch.nn.functional.gelu(x)
graph.output(made.node)
print(torch.fx.GraphModule(torch.nn.Module(), graph).code)
try:
    torch.cat([Proxy(graph.placeholder('y')), Proxy(graph.placeholder('z'))])
except RuntimeError as e:
    print(str(e).partition('[')[0])


class Doubled(torch.nn.Module):
    def forward(self, x, w1, w2):
        m1 = torch.cat([torch.neg(w1), w2]).sum()
        m2 = torch.cat([torch.neg(w1), w2]).sum()
        return x + torch.max(m1) + torch.max(m2)


traced = symbolic_trace(Doubled())
found = replace_pattern(traced, lambda a, b: torch.cat([torch.neg(a), b]).sum(), lambda a, b: torch.stack([a, b]))
print(len(found), traced.code)
traced.graph.lint()
print(traced(torch.ones(2), torch.ones(2), torch.full((2,), 3.)))


def twice(x):
    y = torch.relu(x) + 1
    return torch.relu(y) + 1, y


traced = symbolic_trace(twice)
found = replace_pattern(traced, lambda x: torch.relu(x) + 1, lambda x: x.clamp(min=0))
print(len(found), traced.code, traced(torch.tensor([-1., 2.])))
traced = symbolic_trace(twice)
print(len(replace_pattern(traced, lambda x: torch.relu(x) + 2, lambda x: x)))

# vmap over a backward pass goes through its graph once; rows of gradients; a Function in inference mode
x = torch.tensor([1., 2., 3.], requires_grad=True)
y = x ** 2
print(torch.vmap(lambda v: torch.autograd.grad(y, x, v)[0])(torch.eye(3)))
try:
    torch.autograd.grad(y, x, torch.ones(3))
except RuntimeError as e:
    print(str(e)[:48])
y = x ** 3
print(torch.autograd.grad(y, x, torch.eye(3), is_grads_batched=True)[0])


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(y)
        return y * x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


with torch.inference_mode():
    print(Square.apply(x), Square.apply(torch.ones(2)))
try:
    with torch.inference_mode():
        kept = torch.ones(2)
    Square.apply(kept.clone().requires_grad_())
    print('recorded')
except RuntimeError as e:
    print(str(e)[:48])
try:
    torch.autograd.profiler.profile(use_cuda=False)
except TypeError as e:
    print(e)
from torch.utils.benchmark import Language, Timer
print(list(Language), Timer('x', 'x = 1', language=Language.PYTHON).timeit(2).number_per_run)
try:
    Timer('x', language='fortran')
except ValueError as e:
    print(e)
