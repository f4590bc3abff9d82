# Each rule of torch.optim worked out in a few lines and compared step by step; closures, clipping, Newton's way, vectors of parameters.
import torch

torch.manual_seed(44)
rows = torch.randn(30, 4, dtype=torch.double)
goal = rows @ torch.tensor([1., -1., 2., 0.5], dtype=torch.double) + 0.1 * torch.randn(30, dtype=torch.double)


def slope(w):
    return 2 * rows.T @ (rows @ w - goal) / len(rows)


class Rule:
    """One step of a rule: `now` is what a step is given, kept is what it remembers."""

    def __init__(self, **settings):
        self.settings, self.kept, self.turn = settings, {}, 0

    def mean(self, name, value, keep):
        self.kept[name] = keep * self.kept.get(name, torch.zeros_like(value)) + (1 - keep) * value
        return self.kept[name]

    def step(self, w, g):
        self.turn += 1
        return w - self.change(g, **self.settings)


class Heavy(Rule):
    def change(self, g, lr, momentum, nesterov=False):
        self.kept['v'] = g + momentum * self.kept['v'] if 'v' in self.kept else g.clone()
        return lr * (g + momentum * self.kept['v'] if nesterov else self.kept['v'])


class Summed(Rule):
    def change(self, g, lr, eps=1e-10):
        self.kept['s'] = self.kept.get('s', 0) + g * g
        return lr * g / (self.kept['s'].sqrt() + eps)


class Averaged(Rule):
    def change(self, g, lr, alpha, centered=False, eps=1e-8):
        square = self.mean('s', g * g, alpha)
        middle = self.mean('m', g, alpha) if centered else 0
        return lr * g / ((square - middle * middle).sqrt() + eps)


class Delta(Rule):
    def change(self, g, lr, rho, eps=1e-6):
        move = ((self.kept.get('d', torch.zeros_like(g)) + eps) / (self.mean('s', g * g, rho) + eps)).sqrt() * g
        self.mean('d', move * move, rho)
        return lr * move


class Moments(Rule):
    def change(self, g, lr, betas=(0.9, 0.999), eps=1e-8, largest=False):
        first = self.mean('m', g, betas[0]) / (1 - betas[0] ** self.turn)
        if largest:
            self.kept['u'] = torch.maximum(betas[1] * self.kept.get('u', torch.zeros_like(g)), g.abs() + eps)
            return lr * first / self.kept['u']
        return lr * first / ((self.mean('s', g * g, betas[1]) / (1 - betas[1] ** self.turn)).sqrt() + eps)


for own, theirs in ((Heavy(lr=0.05, momentum=0), lambda p: torch.optim.SGD(p, lr=0.05)), (Heavy(lr=0.05, momentum=0.8), lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.8)),
                    (Heavy(lr=0.02, momentum=0.9, nesterov=True), lambda p: torch.optim.SGD(p, lr=0.02, momentum=0.9, nesterov=True)), (Summed(lr=0.3), lambda p: torch.optim.Adagrad(p, lr=0.3)),
                    (Averaged(lr=0.05, alpha=0.9), lambda p: torch.optim.RMSprop(p, lr=0.05, alpha=0.9)), (Averaged(lr=0.02, alpha=0.8, centered=True), lambda p: torch.optim.RMSprop(p, lr=0.02, alpha=0.8, centered=True)),
                    (Delta(lr=1.0, rho=0.9), lambda p: torch.optim.Adadelta(p)), (Moments(lr=0.1), lambda p: torch.optim.Adam(p, lr=0.1)), (Moments(lr=0.1, betas=(0.5, 0.9), largest=True), lambda p: torch.optim.Adamax(p, lr=0.1, betas=(0.5, 0.9)))):
    w, parameter = torch.zeros(4, dtype=torch.double), torch.nn.Parameter(torch.zeros(4, dtype=torch.double))
    steps, apart, first = theirs([parameter]), 0., None
    for _ in range(25):
        w = own.step(w, slope(w))
        steps.zero_grad()
        missed = (rows @ parameter - goal).square().mean()
        missed.backward()
        steps.step()
        first = first or missed.item()
        apart = max(apart, (w - parameter.detach()).abs().max().item())
    print(type(steps).__name__, apart < 1e-6, missed.item() < first, sorted(steps.state[parameter])[:2])

pulled, plain = (torch.nn.Parameter(torch.tensor([3., -4.])) for _ in range(2))
for kind in (torch.optim.AdamW, torch.optim.Adam, torch.optim.SGD):
    steps = kind([{'params': [pulled], 'weight_decay': 0.5}, {'params': [plain]}], lr=0.1)
    (pulled.sum() * 0 + plain.sum() * 0).backward()
    steps.step()
    print(kind.__name__, pulled.data, plain.data)


def newton(height, x, turns):
    path = []
    for _ in range(turns):
        x = x.clone().requires_grad_()
        first, = torch.autograd.grad(height(x), x, create_graph=True)
        second, = torch.autograd.grad(first, x)
        x = (x - first / second).detach()
        path.append(round(x.item(), 4))
    return path


print(newton(lambda x: x.exp() - 3 * x, torch.tensor(0.), 5), newton(lambda x: (x ** 2 + 1).log() + x ** 2 / 8, torch.tensor(0.4), 4))
x = torch.tensor([2., -1.], requires_grad=True)
steps, calls = torch.optim.SGD([x], lr=0.25), []


def again():
    steps.zero_grad()
    value = (x ** 2 + x).sum()
    value.backward()
    calls.append(value.item())
    return value


print([steps.step(again).item() for _ in range(3)] == calls, calls, x.data)
x.grad = torch.tensor([3., -4.])
print(torch.nn.utils.clip_grad_norm_(x, 10.), x.grad, torch.nn.utils.clip_grad_norm_([x], 1.), x.grad, torch.nn.utils.clip_grad_value_([x], 0.7), x.grad)
print(torch.nn.utils.clip_grad_norm_([x], 0.3, norm_type=1), x.grad, torch.nn.utils.clip_grad_norm_([x], 1., norm_type=float('inf')), torch.nn.utils.clip_grad_norm_([], 1.))
flat = torch.nn.utils.parameters_to_vector([x, torch.nn.Parameter(torch.ones(2, 2))])
torch.nn.utils.vector_to_parameters(torch.tensor([9., 8.]), [x])
print(flat, x, steps)
