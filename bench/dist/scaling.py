"""Weak scaling of data-parallel training on paper: bench/dist/scaling.py [--gpu h200] [--net ib] [--measured FILE]

Each GPU has the same batch, however many there are; what grows is the sum of the gradients. The model, whose figures are perch's own rows (perch --gpus, --link, --net; docs/simulation.md):

    step(n)     = forward + max(backward, hidden) + rest           buckets travel while backward runs (DistributedDataParallel: 25 MB each); the last one cannot hide
    ring(n, B)  = 2 (n - 1) (latency + B / (n * bandwidth))        every GPU sends and receives B (n - 1) / n twice; latency grows with n
    tree(n, B)  = 2 ceil(log2 n) latency + 2 B / bandwidth         a double binary tree, pipelined: both directions of each wire are full, latency grows with log n
    two levels  : within a machine of 8 GPUs over its links (reduce-scatter and all-gather), between machines each GPU takes its eighth over a network card of its own, by the better of the two

Assumptions: all machines alike and none slow; a wire's rate is that of the row, in both directions at once; networks without contention (full bisection); a GPU computes and sends at the same time
without loss; gradients are float32; no compression; data is always there. What a real cluster loses beside this (stragglers, contention, data) is not in it: it is an upper bound.

--measured: lines "ranks bytes seconds" of all_reduce, as run.py --points prints them for this machine: latency and bandwidth are fitted to the points of 2 ranks (least squares of relative errors), and the
model's time for all others is set beside what was measured.
"""
import argparse
import math

# The rows of src/core/sim (model.c, net.c) that it uses (bytes a second, seconds); the suite `ranks` compares them with the program's own.
GPUS = {"t4": (8.1e12, 300e9), "v100": (15.7e12, 900e9), "a100": (19.5e12, 1555e9), "h200": (67e12, 4800e9)}
LINKS = {"pcie3": (12e9, 8e-6), "pcie4": (24e9, 6e-6), "nvlink": (150e9, 4e-6)}
NETS = {"10g": (1.25e9, 30e-6), "100g": (12.5e9, 10e-6), "ib": (50e9, 2e-6)}
# A step of each network on one GPU: parameters, operations forward an image (two for a multiplication and an addition), images a GPU.
NETWORKS = {"resnet18": (11.69e6, 3.64e9, 64), "resnet50": (25.56e6, 8.18e9, 64), "vgg16": (138.36e6, 30.96e9, 32), "bert-large": (335e6, 2 * 335e6 * 128, 8)}
REACHED = 0.45 # an assumption: which part of a GPU's float32 rate convolutions and products reach; a lower one hides more of the sum
BUCKET = 25 * 2**20
A_MACHINE = 8
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def ring(n, size, wire):
    bandwidth, latency = wire
    return 2 * (n - 1) * (latency + size / n / bandwidth) if n > 1 else 0.0


def tree(n, size, wire):
    bandwidth, latency = wire
    return 2 * math.ceil(math.log2(n)) * latency + 2 * size / bandwidth if n > 1 else 0.0


def two_levels(n, size, link, net, between):
    """n GPUs in machines of A_MACHINE: the sum within each, each part between them, and back."""
    here = min(n, A_MACHINE)
    inside = ring(here, size, link)
    return inside + between(math.ceil(n / A_MACHINE), size / here, net)


def better(n, size, wire):
    return min(ring(n, size, wire), tree(n, size, wire))


def step(network, gpu, sum_of):
    """(seconds alone, seconds with the sum): the buckets go one after the other, each when backward has come so far."""
    parameters, operations, images = NETWORKS[network]
    forward = operations * images / (GPUS[gpu][0] * REACHED)
    backward, size = 2 * forward, 4 * parameters
    count = max(1, math.ceil(size / BUCKET))
    done = 0.0
    for i in range(1, count + 1):
        done = max(done, backward * i / count) + sum_of(size / count)
    update = 5 * size / GPUS[gpu][1] # momentum: three reads, two writes
    return forward + backward + update, forward + max(backward, done) + update


def table(network, gpu, link, net):
    print(f"{network} on {gpu}, {link} within a machine of {A_MACHINE}, {net} between: images a second of n GPUs over n times one's")
    print(f"{'GPUs':>6} {'ring':>8} {'tree':>8} {'two levels':>11}   {'a step, two levels':>20}")
    rows = []
    for n in COUNTS:
        wire = LINKS[link] if n <= A_MACHINE else NETS[net]
        kinds = (lambda s: ring(n, s, wire), lambda s: tree(n, s, wire), lambda s: two_levels(n, s, LINKS[link], NETS[net], better))
        times = [step(network, gpu, kind) for kind in kinds]
        rows.append([alone / took for alone, took in times])
        print(f"{n:>6} {rows[-1][0]:>8.3f} {rows[-1][1]:>8.3f} {rows[-1][2]:>11.3f}   {times[2][1] * 1e3:>17.2f} ms")
    print()
    return rows


def fit(points):
    """(bandwidth, latency) of the points of two ranks: ring(2) is 2 latency + B / bandwidth; least squares of relative errors."""
    a = [(2 / t, size / t) for ranks, size, t in points if ranks == 2]
    s11, s12, s22 = sum(x * x for x, _ in a), sum(x * y for x, y in a), sum(y * y for _, y in a)
    b1, b2 = sum(x for x, _ in a), sum(y for _, y in a)
    whole = s11 * s22 - s12 * s12
    latency, inverse = (b1 * s22 - b2 * s12) / whole, (s11 * b2 - s12 * b1) / whole
    return 1 / inverse, latency


def compare(path):
    with open(path) as file:
        points = [(int(r), int(b), float(t)) for r, b, t in (line.split() for line in file if line.count(" ") >= 2 and line[0].isdigit())]
    wire = fit(points)
    print(f"this machine's wire, from its points of 2 ranks: {wire[0] / 1e9:.2f} GB/s, {wire[1] * 1e6:.2f} us\n{'ranks':>6} {'bytes':>10} {'measured':>12} {'ring':>12} {'tree':>12} {'nearer':>8}")
    for ranks, size, took in points:
        model = ring(ranks, size, wire), tree(ranks, size, wire)
        near = min(model, key=lambda t: abs(math.log(t / took)))
        print(f"{ranks:>6} {size:>10} {took * 1e6:>9.1f} us {model[0] * 1e6:>9.1f} us {model[1] * 1e6:>9.1f} us {near / took:>8.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gpu", choices=GPUS, default="h200")
    parser.add_argument("--link", choices=LINKS, default="nvlink")
    parser.add_argument("--net", choices=NETS, action="append")
    parser.add_argument("--network", choices=NETWORKS, action="append")
    parser.add_argument("--measured")
    arguments = parser.parse_args()
    if arguments.measured:
        return compare(arguments.measured)
    for network in arguments.network or ("resnet50", "bert-large"):
        for net in arguments.net or NETS:
            table(network, arguments.gpu, arguments.link, net)


if __name__ == "__main__":
    main()
