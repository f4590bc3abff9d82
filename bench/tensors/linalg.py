"""Decompositions of matrices by NumPy and by torch, and draws of many. Seconds of the processor's time, not of the clock."""
import numpy as np
import torch
from clock import best

torch.set_num_threads(1)
torch.manual_seed(0)
draw = np.random.default_rng(0)
for n in 128, 512:
    few = 9 if n < 200 else 3
    a = draw.standard_normal((n, n))
    spd = a @ a.T + n * np.eye(n)
    for name in "det", "inv", "qr", "svd":
        best(f"numpy {name}, {n}", lambda: getattr(np.linalg, name)(a), few)
    best(f"numpy svd, values, {n}", lambda: np.linalg.svd(a, compute_uv=False), few)
    best(f"numpy solve, {n}", lambda: np.linalg.solve(a, a), few)
    for name in "cholesky", "eigh", "eigvalsh":
        best(f"numpy {name}, {n}", lambda: getattr(np.linalg, name)(spd), few)
    b = torch.randn(n, n)
    positive = b @ b.mT + n * torch.eye(n)
    for name in "det", "inv", "qr", "svd":
        best(f"torch {name}, {n}", lambda: getattr(torch.linalg, name)(b), few)
    best(f"torch solve, {n}", lambda: torch.linalg.solve(b, b), few)
    for name in "cholesky", "eigh":
        best(f"torch {name}, {n}", lambda: getattr(torch.linalg, name)(positive), few)
rates = torch.rand(10**5)
best("poisson, rates below 1", lambda: torch.poisson(rates), 7)
best("poisson, rates to 40", lambda: torch.poisson(rates * 40), 7)
best("multinomial, all of 100,000", lambda: torch.multinomial(rates, 10**5), 7)
best("multinomial, 1,000 of 100,000", lambda: torch.multinomial(rates, 1000), 7)
best("multinomial, 10 of 1,000, 100 times", lambda: torch.multinomial(rates.view(100, 1000), 10), 7)
