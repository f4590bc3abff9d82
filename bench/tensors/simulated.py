"""perch alone: an op on a simulated GPU with one wait in a thousand, a hop there and back, two GPUs against one. Run with --gpus=sim:2 --threads=1."""
import time
import torch

a = torch.ones(2, 3)


def loop(n):
    start = time.perf_counter()
    for i in range(n):
        y = a
    return (time.perf_counter() - start) / n


def add(n):
    x, y = torch.ones(2, 3, device="cuda:0"), torch.zeros(2, 3, device="cuda:0")
    torch.cuda.synchronize()
    start = time.perf_counter()
    for i in range(n):
        y = x + y
        if i % 1000 == 999:
            torch.cuda.synchronize()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / n


def hop(n):
    start = time.perf_counter()
    for i in range(n):
        b = a.to("cuda:0").to("cpu")
    return (time.perf_counter() - start) / n


def products(devices, n):
    ms = [torch.rand(1024, 1024, device=d) for d in devices]
    torch.cuda.synchronize(0), torch.cuda.synchronize(1)
    start = time.perf_counter()
    for i in range(n):
        for m in ms:
            c = m @ m
    torch.cuda.synchronize(0), torch.cuda.synchronize(1)
    return (time.perf_counter() - start) / n


add(2000), hop(200)
print("add 2x3 on a simulated GPU", min(add(20000) for _ in range(5)) - min(loop(20000) for _ in range(5)))
print("hop of 24 bytes to a simulated GPU and back", min(hop(2000) for _ in range(5)))
products(["cuda:0"], 2)
print("two products, one GPU", min(products(["cuda:0", "cuda:0"], 6) for _ in range(3)))
print("two products, two GPUs", min(products(["cuda:0", "cuda:1"], 6) for _ in range(3)))
