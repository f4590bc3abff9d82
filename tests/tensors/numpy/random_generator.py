"""default_rng's numbers."""
import numpy as np

rng = np.random.default_rng(42)
print(rng.random(), rng.random(3), rng.normal(), rng.normal(2, 3, 4), rng.standard_normal((2, 2)), rng.uniform(-1, 1, 3), rng.integers(10), rng.integers(0, 100, 5), rng.integers(1, 7, size=(2, 3)), rng.integers(0, 10, 3, endpoint=True))
print(rng.permutation(6), rng.permutation([1, 2, 3]), rng.choice(5), rng.choice(10, 3, replace=False), rng.choice([1, 2, 3], 4), rng.choice(3, 4, p=[0.2, 0.3, 0.5]), rng.exponential(2, 3), rng.standard_gamma(2, 2), rng.gamma(0.5, 1, 2))
x = np.arange(5)
rng.shuffle(x)
print(x, rng.integers(0, 2**40, 2), rng.random(2, dtype=np.float32), rng.lognormal(size=2), rng.chisquare(3, 2), rng.integers(0, 200, 4, dtype=np.uint8))
print(np.random.default_rng(0).standard_normal(1000).sum(), np.random.default_rng(1).standard_exponential(1000).sum(), np.random.default_rng(12345678901234567890).random(), np.random.default_rng([1, 2, 3]).random(), np.random.SeedSequence(5).generate_state(3))


