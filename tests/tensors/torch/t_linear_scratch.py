# The same slope learned by each optimizer and by rules written out, on a loss that forgives outliers.
import torch

torch.manual_seed(15)
x = torch.linspace(-3, 3, 80).unsqueeze(1)
y = 0.7 * x - 1.2 + 0.05 * torch.randn(80, 1)
y[::9] += 6.0
print(x.shape, y[:3], torch.cat([x, y], 1).std(0) > 0)


class Line:
    def __init__(self):
        self.parts = [torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)]

    def __call__(self, x):
        slope, height = self.parts
        return torch.addcmul(height, slope, x)


def forgiving(apart, bend=0.5):
    """Square near zero, straight from `bend` on."""
    size = apart.abs()
    return torch.where(size < bend, size * size / 2, bend * (size - bend / 2)).mean()


def plain(parts, rate, memory):
    for part in parts:
        part -= rate * part.grad


def rolling(parts, rate, memory):
    for i, part in enumerate(parts):
        memory[i] = memory.get(i, 0) * 0.9 + part.grad
        part -= rate * memory[i]


def signs(parts, rate, memory):
    memory['turn'] = memory.get('turn', 0) + 1
    for part in parts:
        part.add_(part.grad.sign(), alpha=-rate / memory['turn'] ** 0.5)


for rule, rate in ((plain, 0.5), (rolling, 0.05), (signs, 0.1)):
    line, memory, path = Line(), {}, []
    for _ in range(150):
        missed = forgiving(line(x) - y)
        missed.backward()
        path.append(missed.item())
        with torch.no_grad():
            rule(line.parts, rate, memory)
            for part in line.parts:
                part.grad.zero_()
    print(rule.__name__, path[0] > path[-1], [round(part.item(), 1) for part in line.parts])
theirs = torch.nn.HuberLoss(delta=0.5)(line(x), y)
print(torch.allclose(theirs, forgiving(line(x) - y)), torch.nn.functional.smooth_l1_loss(line(x), y, beta=0.5).mul(0.5).sub(theirs).abs() < 1e-5)
for kind, settings in ((torch.optim.SGD, dict(lr=0.05, momentum=0.9)), (torch.optim.Adam, dict(lr=0.1)), (torch.optim.RMSprop, dict(lr=0.05)), (torch.optim.Adagrad, dict(lr=0.5)), (torch.optim.LBFGS, dict(lr=1, max_iter=5, line_search_fn="strong_wolfe"))):
    line = Line()
    steps = kind(line.parts, **settings)

    def again():
        steps.zero_grad()
        missed = forgiving(line(x) - y)
        missed.backward()
        return missed
    first = forgiving(line(x) - y).item()
    for _ in range(200 if kind is not torch.optim.LBFGS else 15):
        steps.step(again)
    print(kind.__name__, first > forgiving(line(x) - y).item(), [round(part.item(), 1) for part in line.parts])
