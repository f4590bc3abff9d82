# A line through points in four ways: normal equations, lstsq, gradients worked out by hand, gradients from backward.
import random

import torch

torch.manual_seed(12)
random.seed(12)
slope, height = torch.tensor([[0.5], [-2.0], [1.25]]), 3.0
places = torch.rand(60, 3) * 4 - 2
values = places @ slope + height + torch.randn(60, 1) * 0.03
print(places[:2], values[:2], places.mean(0).abs() < 1)
design = torch.hstack([places, torch.ones(60, 1)])
exact = torch.linalg.solve(design.T @ design, design.T @ values)
print(exact.squeeze(), torch.allclose(torch.linalg.lstsq(design, values).solution, exact, atol=1e-4), torch.allclose(torch.linalg.pinv(design) @ values, exact, atol=1e-4))


def hands(count, size):
    """Row numbers in a random order, `size` at a time; what is left over comes last."""
    order = random.sample(range(count), count)
    return torch.tensor(order).split(size)


print([len(hand) for hand in hands(60, 16)], torch.cat(hands(60, 7)).sort().values.equal(torch.arange(60)))
by_hand, by_graph = torch.zeros(4, 1), torch.zeros(4, 1, requires_grad=True)
path = []
for turn in range(40):
    for hand in hands(60, 16):
        rows, goal = design[hand], values[hand]
        by_hand = by_hand - 0.2 * rows.T @ (rows @ by_hand - goal) / len(hand)
        missed = (rows @ by_graph - goal).square().mean() / 2
        missed.backward()
        with torch.no_grad():
            by_graph.sub_(by_graph.grad, alpha=0.2)
            by_graph.grad = None
    path.append(float((design @ by_hand - values).square().mean()))
print(torch.allclose(by_hand, by_graph, atol=1e-4), torch.allclose(by_hand, exact, atol=0.05), path[0] > 100 * path[-1], by_graph.grad, by_graph.is_leaf)
print(torch.round(by_graph.detach().squeeze(), decimals=1), by_graph.requires_grad, (design @ by_graph).requires_grad)
for wrong in (lambda: by_graph.sub_(1), lambda: by_graph.numpy(), lambda: (design @ by_graph).backward()):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
