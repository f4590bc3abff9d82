"""A tiny forward and backward: (w*x + y).sum().backward()."""
import time
import torch

w = torch.ones(2, 3, requires_grad=True)
x, y = torch.ones(2, 3), torch.ones(2, 3)


def run(n):
    start = time.perf_counter()
    for i in range(n):
        (w * x + y).sum().backward()
    return (time.perf_counter() - start) / n


run(500)
print("(w*x + y).sum().backward()", min(run(3000) for _ in range(5)))
