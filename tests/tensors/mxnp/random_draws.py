import mxnet as mx
from mxnet import np, npx
npx.set_np()
r = np.random
for name, a in (('uniform', r.uniform(size=(2, 3))), ('uniform', r.uniform(0, 5, (3,))), ('normal', r.normal(size=(2, 2))), ('normal', r.normal(0, 1, (3, 4))), ('rand', r.rand(2, 3)),
                ('randn', r.randn(2, 3)), ('randint', r.randint(0, 10, (5,))), ('randint', r.randint(5, size=(2, 2))), ('uniform', r.uniform()), ('normal', r.normal()), ('choice', r.choice(5, 3)),
                ('gamma', r.gamma(2.0, 1.0, size=(2,))), ('exponential', r.exponential(1.0, size=(2,))), ('multinomial', r.multinomial(10, [0.5, 0.5])), ('multinomial', r.multinomial(10, [0.5, 0.5], size=(3,))),
                ('uniform', r.uniform(size=2, dtype='float64')), ('randint', r.randint(0, 2, (2,), dtype='int32')), ('normal', r.normal(size=3))):
    print(name, type(a).__name__, a.shape, a.dtype)
npx.random.seed(7)
a, b = r.normal(size=(100,)), r.uniform(size=(100,))
npx.random.seed(7)
c, d = r.normal(size=(100,)), r.uniform(size=(100,))
print((a == c).all(), (b == d).all(), (a == r.normal(size=(100,))).all())
mx.random.seed(3)
a = r.randint(0, 1000, (50,))
mx.random.seed(3)
print((a == r.randint(0, 1000, (50,))).all())
n = r.normal(2, 3, size=(20000,))
print(abs(n.mean() - 2) < 0.15, abs(n.std() - 3) < 0.15)
u = r.uniform(-1, 3, size=(20000,))
print(abs(u.mean() - 1) < 0.1, u.min() >= -1, u.max() < 3, u.max() > 2.9)
i = r.randint(0, 4, (5000,))
print(sorted(set(i.tolist())), i.min() >= 0, i.max() <= 3)
m = r.multinomial(1000, [0.2, 0.3, 0.5])
print(m.sum(), m.shape, abs(m[2] / 1000 - 0.5) < 0.1)
p = np.arange(10)
s = r.shuffle(p)
print(s, np.sort(p), p.shape)
k = r.choice(np.arange(5), 20)
print(k.shape, ((k >= 0) * (k < 5)).all(), r.choice(3, (2, 2)).shape, np.sort(r.choice(4, 4, replace=False)))
t = r.multinomial(1, [0.0, 1.0, 0.0])
print(t, r.normal(np.zeros((2, 3)), 1).shape, r.normal(0, 0, (3,)), r.uniform(2, 2, (2,)))
w = r.normal(scale=0.01, size=(4, 2))
print(w.shape, np.abs(w).max() < 0.1, r.normal(loc=5, scale=0.0001, size=(1,)) > 4.9)
print(npx.random.bernoulli(prob=0.5, size=(4,)).shape, npx.random.bernoulli(prob=1.0, size=(2,)), npx.dropout(np.ones((2, 3)), p=0.5).tolist())
