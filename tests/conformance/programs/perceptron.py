# A perceptron and a tiny two-layer network in plain lists, seeded.
import math
import random

random.seed(3)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def train(samples, epochs=20, rate=0.1):
    w = [random.uniform(-0.5, 0.5) for _ in range(len(samples[0][0]) + 1)]
    for epoch in range(epochs):
        errors = 0
        for x, target in samples:
            guess = int(dot(w, x + [1]) > 0)
            if guess != target:
                errors += 1
                w = [wi + rate * (target - guess) * xi for wi, xi in zip(w, x + [1])]
        if not errors:
            return w, epoch
    return w, None


AND = [([a, b], int(a and b)) for a in (0, 1) for b in (0, 1)]
XOR = [([a, b], a ^ b) for a in (0, 1) for b in (0, 1)]
w, epoch = train(AND)
print([round(v, 4) for v in w], epoch, train(XOR)[1])


class Net:
    def __init__(self, *sizes):
        self.layers = [[[random.gauss(0, 1) for _ in range(i + 1)] for _ in range(o)] for i, o in zip(sizes, sizes[1:])]

    def forward(self, x):
        self.acts = [x]
        for layer in self.layers:
            x = [1 / (1 + math.exp(-dot(w, x + [1]))) for w in layer]
            self.acts.append(x)
        return x

    def backward(self, target, rate):
        delta = [(a - t) * a * (1 - a) for a, t in zip(self.acts[-1], target)]
        for n in range(len(self.layers) - 1, -1, -1):
            layer, below = self.layers[n], self.acts[n]
            back = [sum(d * w[i] for d, w in zip(delta, layer)) * a * (1 - a) for i, a in enumerate(below)]
            for w, d in zip(layer, delta):
                for i, a in enumerate(below + [1]):
                    w[i] -= rate * d * a
            delta = back


net = Net(2, 4, 1)
for epoch in range(1001):
    loss = 0
    for x, t in XOR:
        loss += (net.forward(x)[0] - t) ** 2
        net.backward([t], 2.0)
    if epoch % 250 == 0:
        print(epoch, f"{loss:.6f}")
print([round(net.forward(x)[0]) for x, _ in XOR])
