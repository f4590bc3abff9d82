"""Numbers drawn from a seed, class by class: which they are, and how far the generator has gone behind them."""
import mxnet as mx
from mxnet import np, npx

npx.set_np()
r = np.random


def rounded(x):
    return [rounded(each) for each in x] if isinstance(x, list) else float(f'{x:.4g}')


def drawn(name, draw):
    for seed in (3, 4):
        mx.random.seed(seed)
        a = draw()
        print(name, a.shape, a.dtype, rounded(a.tolist()), 'then', rounded(r.uniform(size=(2,)).tolist()))


def shuffled(x):
    r.shuffle(x)
    return x


# ---- choices and orders ----
drawn('choice', lambda: np.array(r.choice(6)))
drawn('choice of arrays', lambda: r.choice(np.arange(10, 20), (2, 3)))
for n, k in ((20, 7), (20, 10), (20, 13), (6, 5), (6, 6), (9, 4)):
    drawn(f'choice of {n} without putting back', lambda: r.choice(n, k, replace=False))
drawn('choice by chances', lambda: r.choice(6, 5, p=np.array([.1, .2, .3, .1, .1, .2])))
drawn('choice by chances without putting back', lambda: r.choice(6, 3, p=np.array([.1, .2, .3, .1, .1, .2]), replace=False))
drawn('shuffle', lambda: shuffled(np.arange(20)))
drawn('shuffle of rows', lambda: shuffled(np.arange(12).reshape(6, 2)))
drawn('of mx.nd', lambda: mx.nd.shuffle(mx.nd.arange(6)).as_np_ndarray())
drawn('multinomial', lambda: r.multinomial(10, [.2, .3, .5]))
drawn('multinomial', lambda: r.multinomial(10, np.array([.2, .3, .5]), size=(2,)))

# ---- gamma and what is made of it ----
for shape in (0.5, 1.0, 2.0):
    drawn(f'gamma {shape}', lambda: r.gamma(shape, 2.0, size=(5,)))
drawn('gamma', lambda: r.gamma(2.0, size=(100,))[::20])
drawn('gamma of arrays', lambda: r.gamma(np.array([.3, 2., 1.]), np.array([1., 2., 3.]), size=(2, 3)))
drawn('gamma of arrays', lambda: r.gamma(np.array([[1.], [2.]]), np.array([1., 2.])))
drawn('gamma in double', lambda: r.gamma(2.0, size=(2,), dtype='float64'))
drawn('chi square', lambda: r.chisquare(np.array([1., 2., 3.])))
drawn('beta', lambda: r.beta(2.0, 0.5, size=(4,)))
drawn('beta of arrays', lambda: r.beta(np.array([1., 2., 3.]), 2.0))

# ---- of one unit each ----
for name, draw in dict(exponential=lambda **how: r.exponential(2.0, **how), weibull=lambda **how: r.weibull(2.0, **how), pareto=lambda **how: r.pareto(2.0, **how), power=lambda **how: r.power(2.0, **how),
                       rayleigh=lambda **how: r.rayleigh(2.0, **how), gumbel=lambda **how: r.gumbel(1.0, 2.0, **how), logistic=lambda **how: r.logistic(1.0, 2.0, **how)).items():
    drawn(name, lambda: draw(size=(4,)))
    drawn(name, draw)
drawn('lognormal', lambda: r.lognormal(1.0, 0.5, size=(3,)))
drawn('normal', lambda: r.normal(np.array([0., 9.]), 2.0))
drawn('bernoulli', lambda: npx.random.bernoulli(.6, size=(6,)))
drawn('bernoulli by logits', lambda: npx.random.bernoulli(logit=np.array([.3, -1, 2]), size=(2, 3)))
drawn('batches', lambda: npx.random.uniform_n(np.array([0., 1.]), 1., 3))
drawn('batches', lambda: npx.random.normal_n(np.array([0., 1.]), 1., (2,)))
drawn('batches', lambda: npx.random.normal_n(np.array([0., 1.]), 1.))
for given in ({}, {'prob': .3, 'logit': .3}):
    try:
        npx.random.bernoulli(**given)
    except ValueError as error:
        print(error)
