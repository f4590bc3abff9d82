"""An eager op on a 2x3 tensor, net of the loop; the result is used by the next one. Tape off and on."""
import time
import torch

ROUNDS, N = 5, 20000


def best(run):
    run(N // 10)
    return min(run(N) for _ in range(ROUNDS))


def empty(n):
    x = torch.ones(2, 3)
    start = time.perf_counter()
    for i in range(n):
        y = x
    return (time.perf_counter() - start) / n


def add(n):
    x, y = torch.ones(2, 3), torch.zeros(2, 3)
    start = time.perf_counter()
    for i in range(n):
        y = x + y
    return (time.perf_counter() - start) / n


def add_taped(n):
    x, y = torch.ones(2, 3, requires_grad=True), torch.zeros(2, 3)
    start = time.perf_counter()
    for i in range(n):
        z = x + y
    return (time.perf_counter() - start) / n


def scale(n):
    x = torch.ones(2, 3)
    start = time.perf_counter()
    for i in range(n):
        x = x * 0.5
    return (time.perf_counter() - start) / n


def total(n):
    x = torch.ones(2, 3)
    start = time.perf_counter()
    for i in range(n):
        y = x.sum()
    return (time.perf_counter() - start) / n


loop = best(empty)
print("add 2x3, tape off", best(add) - loop)
print("add 2x3, tape on", best(add_taped) - loop)
print("multiply 2x3 by a number", best(scale) - loop)
print("sum of 2x3", best(total) - loop)
