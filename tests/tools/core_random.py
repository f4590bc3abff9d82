"""Writes tests/core/golden_random.h: random numbers of PyTorch and NumPy for the C tests. Run by hand where both are installed:
core_random.py > tests/core/golden_random.h

A row: accent, seed (-1: goes on where the last one ended), op, dtype, how many, a, b, low, high, the numbers. MXNet's are from its documentation and the Dive into
Deep Learning book, which print them.
"""
import numpy as np
import torch

rows = []


def row(accent, seed, op, dtype, values, a=0, b=0, low=0, high=0):
    values = [float(v) for v in np.asarray(values, dtype=np.float64).ravel()]
    text = ", ".join(float(v).hex() for v in values)
    rows.append(f"    {{ACCENT_{accent}, {seed}, OP_random_{op}, DT_{dtype}, {len(values)}, {a}, {b}, {low}, {high}, (const double[]){{{text}}}}},")


for seed in (0, 42, 12345678901):
    torch.manual_seed(seed)
    row("TORCH", seed, "uniform", "FLOAT32", torch.rand(5), 0, 1)
    row("TORCH", -1, "normal", "FLOAT32", torch.randn(3), 0, 1)
    row("TORCH", -1, "normal", "FLOAT32", torch.randn(16), 0, 1)
    row("TORCH", -1, "normal", "FLOAT32", torch.randn(2), 0, 1)
    row("TORCH", -1, "normal", "FLOAT32", torch.empty(21).normal_(2, 3), 2, 3)
    row("TORCH", -1, "uniform", "FLOAT64", torch.rand(3, dtype=torch.float64), 0, 1)
    row("TORCH", -1, "uniform", "FLOAT32", torch.empty(4).uniform_(-2, 3), -2, 3)
    row("TORCH", -1, "normal", "FLOAT64", torch.randn(18, dtype=torch.float64), 0, 1)
    row("TORCH", -1, "uniform", "FLOAT16", torch.rand(4, dtype=torch.float16).float(), 0, 1)
    row("TORCH", -1, "uniform", "BFLOAT16", torch.rand(4, dtype=torch.bfloat16).float(), 0, 1)
    row("TORCH", -1, "integers", "INT64", torch.randint(-5, 100, (6,)), 0, 0, -5, 100)
    row("TORCH", -1, "integers", "INT64", torch.randint(0, 2**40, (3,)), 0, 0, 0, 2**40)
    row("TORCH", -1, "permutation", "INT64", torch.randperm(10), 0, 0, 0, 10)
    row("TORCH", -1, "exponential", "FLOAT32", torch.empty(4).exponential_(2), 0.5)
    row("TORCH", -1, "gamma", "FLOAT64", torch._standard_gamma(torch.full((4,), 0.5, dtype=torch.float64)), 0.5, 1)
    row("TORCH", -1, "gamma", "FLOAT64", torch._standard_gamma(torch.full((4,), 2.5, dtype=torch.float64)), 2.5, 1)
    row("TORCH", -1, "poisson", "FLOAT32", torch.poisson(torch.full((5,), 3.0)), 3)
    row("TORCH", -1, "poisson", "FLOAT32", torch.poisson(torch.full((5,), 30.0)), 30)
    row("TORCH", -1, "normal", "FLOAT32", torch.randn(1), 0, 1)
for seed in (0, 42, 4294967295):
    np.random.seed(seed)
    row("NUMPY", seed, "uniform", "FLOAT64", np.random.rand(4), 0, 1)
    row("NUMPY", -1, "normal", "FLOAT64", np.random.randn(5), 0, 1)
    row("NUMPY", -1, "normal", "FLOAT64", np.random.normal(1, 2, 4), 1, 2)
    row("NUMPY", -1, "uniform", "FLOAT64", np.random.uniform(-1, 3, 4), -1, 3)
    row("NUMPY", -1, "integers", "INT64", np.random.randint(-3, 17, 8), 0, 0, -3, 17)
    row("NUMPY", -1, "integers", "INT64", np.random.randint(0, 2**40, 3), 0, 0, 0, 2**40)
    row("NUMPY", -1, "integers", "UINT8", np.random.randint(0, 100, 7, dtype=np.uint8), 0, 0, 0, 100)
    row("NUMPY", -1, "integers", "INT16", np.random.randint(0, 1000, 7, dtype=np.int16), 0, 0, 0, 1000)
    row("NUMPY", -1, "integers", "INT32", np.random.randint(0, 1000, 3, dtype=np.int32), 0, 0, 0, 1000)
    row("NUMPY", -1, "permutation", "INT64", np.random.permutation(10), 0, 0, 0, 10)
    row("NUMPY", -1, "exponential", "FLOAT64", np.random.exponential(1.5, 4), 1.5)
    row("NUMPY", -1, "gamma", "FLOAT64", np.random.gamma(0.5, 2, 4), 0.5, 2)
    row("NUMPY", -1, "gamma", "FLOAT64", np.random.gamma(2.5, 1, 4), 2.5, 1)
    row("NUMPY", -1, "poisson", "INT64", np.random.poisson(3, 6), 3)
    row("NUMPY", -1, "poisson", "INT64", np.random.poisson(50, 6), 50)
row("MXNET", 0, "normal", "FLOAT32", [2.2122064, 0.7740038, 1.0434405, 1.1839255, 1.8917114, -1.2347414], 0, 1)
row("MXNET", 0, "uniform", "FLOAT32", [0.5488135, 0.5928446], 0, 1)
print("/* golden_random.h: written by tests/tools/core_random.py with PyTorch", torch.__version__, "and NumPy", np.__version__, "*/")
print("\n".join(rows))
