"""RandomState and np.random's functions with a seed."""
import numpy as np

np.random.seed(0)
print(np.random.rand(3), np.random.rand(), np.random.randn(2, 2), np.random.randn(), np.random.random(2), np.random.random_sample((1, 2)))
print(np.random.randint(10, size=5), np.random.randint(5, 10), np.random.randint(0, 2, (2, 3)), np.random.randint(0, 256, 4, dtype=np.uint8), np.random.randint(-5, 5, 3), type(np.random.randint(3)))
np.random.seed(42)
print(np.random.uniform(-1, 1, 3), np.random.normal(5, 2, 3), np.random.normal(size=(2, 2)), np.random.uniform(), np.random.standard_normal(2), np.random.normal([0, 10], [1, 2]))
print(np.random.permutation(5), np.random.permutation([1, 2, 3]), np.random.permutation(np.arange(6).reshape(3, 2)))
x = np.arange(6)
np.random.shuffle(x)
y = [1, 2, 3, 4]
np.random.shuffle(y)
z = np.arange(6).reshape(3, 2)
np.random.shuffle(z)
print(x, y, z)
rs = np.random.RandomState(7)
print(rs.rand(2), rs.randn(2), rs.randint(100, size=3), rs.choice(5), rs.choice([10, 20, 30], 2), rs.choice(5, 3, replace=False), rs.choice(3, 5, p=[0.1, 0.2, 0.7]), rs.choice(4, 2, replace=False, p=[0.1, 0.2, 0.3, 0.4]), rs.choice(np.arange(4.0), (2, 2)))
s = rs.get_state()
a = rs.rand(2)
rs.set_state(s)
print(a == rs.rand(2), rs.bytes(3))
