"""Matrix products in float32."""
import time
import torch

for n in (64, 256, 1024):
    a, b = torch.rand(n, n), torch.rand(n, n)
    count = max(3, 300000000 // n ** 3)

    def run():
        start = time.perf_counter()
        for i in range(count):
            c = a @ b
        return (time.perf_counter() - start) / count

    run()
    print("matrix product %d" % n, min(run() for _ in range(5)))
