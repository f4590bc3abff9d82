"""Chains of five elementwise ops on 16 million numbers, and a plain copy of them: the time it takes to read the operand and write the result once."""
import time
import torch

x = torch.rand(1 << 24)


def chain():
    start = time.perf_counter()
    y = torch.sigmoid(x * 2 + 1) * x - 0.5
    float(y[0])
    return time.perf_counter() - start


def simple():
    start = time.perf_counter()
    y = ((x * 2 + 1) * x - 0.5) * x
    float(y[0])
    return time.perf_counter() - start


def copy():
    start = time.perf_counter()
    y = x.clone()
    float(y[0])
    return time.perf_counter() - start


def best(run, times=20):
    run()
    return min(run() for _ in range(times))


print("chain of five, one a sigmoid", best(chain))
print("chain of five sums and products", best(simple))
print("copy", best(copy))
