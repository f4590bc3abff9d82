# Random numbers: what is drawn of halves and complex numbers, in which order a tensor that is no row-major one is filled, and what a refused draw leaves of the generator.
import torch
import torch.nn.functional as F

nan, inf = float('nan'), float('inf')


def show(word, make):
    torch.manual_seed(1)
    try:
        made = make()
        made = made.flatten()[:6].tolist() if isinstance(made, torch.Tensor) else made
        made = ['%.4g' % x if isinstance(x, float) else '%.4g%+.4gj' % (x.real, x.imag) if isinstance(x, complex) else x for x in made] if isinstance(made, list) else made
    except Exception as e:
        made = type(e).__name__ + ': ' + str(e)[:110]
    print(word, made, '%.4f' % torch.rand(1).item())


def turned(*shape):
    return torch.zeros(*shape).permute(2, 0, 1)


for shape in ((2, 3, 4), (2, 2, 2)):
    for word, fill in {'uniform_': lambda x: x.uniform_(), 'normal_': lambda x: x.normal_(), 'exponential_': lambda x: x.exponential_(), 'random_': lambda x: x.random_(9), 'bernoulli_': lambda x: x.bernoulli_(.5),
                       'bernoulli_ of': lambda x: x.bernoulli_(torch.full((2,), .5)) if x.numel() == 8 else 0, 'geometric_': lambda x: x.geometric_(.3), 'cauchy_': lambda x: x.cauchy_(), 'log_normal_': lambda x: x.log_normal_(),
                       'bernoulli': lambda x: torch.bernoulli(x + .5), 'poisson': lambda x: torch.poisson(x + 2), 'rand_like': torch.rand_like, 'randn_like': torch.randn_like, 'dropout': lambda x: F.dropout(x + 1),
                       'randint_like': lambda x: torch.randint_like(x, 9), 'normal': lambda x: torch.normal(x, 1.), 'alpha': lambda x: F.alpha_dropout(x + 1, .5, True)}.items():
        show(word, lambda: fill(turned(*shape)))
show('columns', lambda: torch.zeros(6, 6)[::2, ::3].uniform_())
show('columns turned', lambda: torch.zeros(3, 6)[:, ::2].t().normal_())
show('many', lambda: torch.empty(20).log_normal_())

for dtype in (torch.float16, torch.bfloat16):
    for low, high in ((0, 1), (-.7071, .7071), (2, 3)):
        for n in (7, 16, 20):
            show('%s uniform %d' % (dtype, n), lambda: torch.empty(n, dtype=dtype).uniform_(low, high))
            show('%s normal %d' % (dtype, n), lambda: torch.empty(n, dtype=dtype).normal_(low, high + 1))

for dtype in (torch.complex64, torch.complex128):
    for n in (3, 8, 20):
        show('complex normal_', lambda: torch.ones(n, dtype=dtype).normal_(2, 3))
        show('complex uniform_', lambda: torch.ones(n, dtype=dtype).uniform_(2, 3))
        show('complex rand', lambda: torch.rand(n, dtype=dtype))
        show('into', lambda: torch.randn(n, dtype=dtype, out=torch.empty(1, dtype=dtype)))
    show('complex turned', lambda: torch.ones(4, 3, dtype=dtype).t().normal_())
    for word, fill in {'exponential_': lambda x: x.exponential_(), 'cauchy_': lambda x: x.cauchy_(), 'log_normal_': lambda x: x.log_normal_(), 'geometric_': lambda x: x.geometric_(.5), 'random_': lambda x: x.random_(1, 3),
                       'bernoulli_': lambda x: x.bernoulli_(), 'poisson': torch.poisson, 'dropout': F.dropout, 'alpha': lambda x: F.alpha_dropout(x, .5, True), 'normal of': lambda x: torch.normal(1., x),
                       'xavier': lambda x: torch.nn.init.xavier_uniform_(torch.ones(2, 1, dtype=dtype))}.items():
        show('complex ' + word, lambda: fill(torch.ones(3, dtype=dtype)))
show('bools', lambda: torch.ones(3, dtype=torch.bool).geometric_(.5))
show('integers', lambda: F.alpha_dropout(torch.ones(3, dtype=torch.int), .5, True))

for weights in ([0., 0], [0., -1], [0., nan], [1., inf], [-inf, 1], [[1, 1], [0, 0.]], [[1, 1], [nan, 1.]], [[0., 0], [-1, 2]]):
    for replacement in (False, True):
        show('multinomial %s %s' % (weights, replacement), lambda: torch.multinomial(torch.tensor(weights), 2, replacement))
for word, make in {'no inputs': lambda: torch.nn.Conv2d(0, 2, 3), 'no outputs': lambda: torch.nn.Conv2d(2, 0, 3), 'none at all': lambda: torch.nn.Linear(2, 0), 'turned': lambda: torch.nn.ConvTranspose2d(2, 3, 3),
                   'a number for bias': lambda: torch.nn.Linear(3, 2, bias=2.5)}.items():
    show(word, lambda: repr(make()))
