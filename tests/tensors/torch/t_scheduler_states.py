"""What a scheduler holds, in its order, and what it warns of: steps before the optimizer's, a step() put in its place, get_lr() asked from outside."""
import copy
import pickle
import warnings
import torch
from torch.optim import lr_scheduler as L
from torch.optim.swa_utils import SWALR


def opt(**settings):
    p = torch.nn.Parameter(torch.zeros(2))
    p.grad = torch.ones(2)
    return torch.optim.SGD([p], **{'lr': .1, 'momentum': .9, **settings})


def heard(f):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__, str(e)
    return result, [(w.category.__name__, str(w.message)) for w in found]


def plain(value):
    return value.__name__ if hasattr(value, '__name__') else type(value).__name__ if ' at 0x' in repr(value) else value


class Halves:
    def __init__(self):
        self.k = 2

    def __call__(self, x):
        return 1 / self.k


made = [
    lambda o: L.LambdaLR(o, Halves()), lambda o: L.LambdaLR(o, lambda e: .9), lambda o: L.MultiplicativeLR(o, lambda e: .9), lambda o: L.StepLR(o, 2),
    lambda o: L.MultiStepLR(o, [1, 3]), lambda o: L.ConstantLR(o), lambda o: L.LinearLR(o), lambda o: L.ExponentialLR(o, .9), lambda o: L.PolynomialLR(o),
    lambda o: L.CosineAnnealingLR(o, 5), lambda o: L.CosineAnnealingWarmRestarts(o, 3), lambda o: SWALR(o, .05), lambda o: SWALR(o, .05, anneal_strategy='linear'),
    lambda o: L.CyclicLR(o, .1, 1.), lambda o: L.CyclicLR(o, .1, 1., mode='triangular2'), lambda o: L.CyclicLR(o, .1, 1., mode='exp_range', gamma=.9),
    lambda o: L.CyclicLR(o, .1, 1., scale_fn=Halves()), lambda o: L.CyclicLR(o, .1, 1., cycle_momentum=False), lambda o: L.OneCycleLR(o, .1, total_steps=10),
    lambda o: L.OneCycleLR(o, .1, total_steps=10, anneal_strategy='linear', three_phase=True), lambda o: L.OneCycleLR(o, .1, epochs=2, steps_per_epoch=5, cycle_momentum=False),
    lambda o: L.SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, .9)], [2]), lambda o: L.ChainedScheduler([L.ConstantLR(o), L.ExponentialLR(o, .9)]),
]
for make in made:
    o = opt()
    s, said = heard(lambda: make(o))
    o.step()
    print(type(s).__name__, list(vars(s)), said, heard(s.step))
    print([(name, plain(value)) for name, value in s.state_dict().items()])
    print(heard(s.get_lr), heard(s.get_last_lr))
print(L.CyclicLR(opt(), .1, 1.).scale_fn(3), L.CyclicLR(opt(), .1, 1., mode='triangular2').scale_fn(3), L.CyclicLR(opt(), .1, 1., scale_fn=Halves()).scale_fn(3))

# a state goes from one scheduler to another
s, t = L.OneCycleLR(opt(), .1, total_steps=10), L.OneCycleLR(opt(), .3, total_steps=10)
for _ in range(4):
    s.optimizer.step()
    s.step()
t.load_state_dict(s.state_dict())
print(t.last_epoch, t.get_last_lr(), t._schedule_phases[0])

# the optimizer's step comes first
o = opt()
print(hasattr(o, '_step_count'))
s = L.StepLR(o, 2)
print(o._step_count, heard(s.step), heard(s.step), o.step(), o._step_count, heard(s.step))
o = opt()
s = L.StepLR(o, 2)
o.step()
print(o._step_count, heard(s.step))
L.ExponentialLR(o, .9)
print(o._step_count, heard(s.step))
o = opt()
s = L.StepLR(o, 2)
o.step = lambda: None
print(heard(s.step), heard(s.step))
for make in (lambda o: L.CosineAnnealingWarmRestarts(o, 3), lambda o: L.SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, .9)], [2])):
    s = make(opt())
    print(heard(s.step), [text[:40] for _, text in heard(s.step)[1]])


class Mine(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {'lr': .1})

    def step(self, closure=None):
        return 'done'


m = Mine([torch.nn.Parameter(torch.zeros(2))])
s = L.StepLR(m, 2)
print(m.step(), m._step_count, heard(s.step))
o = opt()
s = L.StepLR(o, 1)
torch.cuda.amp.GradScaler(enabled=False).step(o)
print(heard(s.step))
print(hasattr(pickle.loads(pickle.dumps(o)), '_step_count'), hasattr(copy.deepcopy(o), '_step_count'), heard(copy.deepcopy(o).step), o.step(lambda: 3.5), o._step_count)


class Own(L._LRScheduler):
    def get_lr(self):
        return [group['lr'] / 2 for group in self.optimizer.param_groups]


s = Own(opt())
print(s.get_last_lr(), heard(s.get_lr), heard(s.step), s.get_last_lr())
