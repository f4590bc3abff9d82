"""default_rng in the usual places."""
import numpy as np

rng = np.random.default_rng(seed=7)
X = rng.normal(size=(4, 2))
print(X, rng.integers(low=0, high=3, size=4), rng.choice([10, 20, 30], size=2, p=[0.1, 0.1, 0.8]), rng.random((2, 2)), rng.permutation(np.arange(6).reshape(3, 2)), rng.uniform(5, 6), rng.standard_normal())
a = list(range(5))
rng.shuffle(a)
print(a, rng.choice(1000, 5, replace=False), rng.choice(20000, 3, replace=False), rng.multivariate_normal([0, 0], np.eye(2), 2).shape, rng.integers(5), rng.permuted(np.arange(4)), type(rng).__name__)
r1, r2 = np.random.default_rng(1), np.random.default_rng(1)
print((r1.random(5) == r2.random(5)).all(), r1.bit_generator.state["state"]["state"] == r2.bit_generator.state["state"]["state"], r1.bytes(3) == r2.bytes(3), np.random.default_rng(r1) is r1)
