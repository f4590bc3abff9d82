"""Streams that do not touch one another."""
import numpy as np

a, b = np.random.RandomState(1), np.random.RandomState(1)
np.random.seed(5)
print(a.rand(2), np.random.rand(2), b.rand(2), a.rand(2) == b.rand(2))
np.random.seed(5)
print(np.random.rand(2), np.random.RandomState(2).permutation(4), np.random.RandomState([1, 2]).rand(2), np.random.RandomState(0).randint(0, 100, (2, 3)), np.random.RandomState(0).randint(0, 1000, 3, dtype=np.int16), np.random.RandomState(0).randint(0, 2, 5, dtype=bool))
s = np.random.get_state()
x = np.random.randn(3)
np.random.set_state(s)
print((x == np.random.randn(3)).all(), s[0], s[2], np.random.RandomState(3).bytes(4), np.random.RandomState(0).randint(2**40), np.random.RandomState(0).random_integers(5) if False else "")
np.random.seed(2**32 - 1)
print(np.random.rand(), np.random.ranf(1), np.random.sample(), np.random.RandomState(8).choice(["a", "b", "c"]) if False else "", np.random.RandomState(8).choice(10, (2, 3)), np.random.RandomState(8).uniform(size=0), np.random.RandomState(8).standard_normal((2, 0)).shape)
