# autograd.Variable, as programs from before 0.4 call it.
import warnings

import numpy as np
import torch
from torch.autograd import Variable

x, y = torch.ones(2, requires_grad=True), torch.arange(3.)
doubled = x * 2
parameter = torch.nn.Parameter(torch.ones(1))


def show(function):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(repr(function()))
        except Exception as error:
            print(type(error).__name__, error)
        for each in said:
            print('  ', each.category.__name__, each.message)


for function in (lambda: Variable, lambda: type(Variable), lambda: Variable(torch.ones(1), requires_grad=True), lambda: Variable(torch.ones(1), True), lambda: Variable(x),
                 lambda: Variable(x).requires_grad, lambda: (Variable(doubled), doubled), lambda: Variable(parameter), lambda: type(Variable(parameter)),
                 lambda: Variable(y).data_ptr() == y.data_ptr(), lambda: Variable(torch.ones(2), volatile=True), lambda: Variable(), lambda: Variable(None), lambda: Variable([1, 2]),
                 lambda: Variable(np.ones(2)), lambda: Variable(3), lambda: Variable(torch.tensor([1, 2]), requires_grad=True), lambda: Variable(data=torch.ones(1)),
                 lambda: Variable(torch.ones(1), foo=1), lambda: Variable(torch.ones(1), requires_grad=1), lambda: isinstance(torch.ones(1), Variable), lambda: isinstance(1, Variable),
                 lambda: isinstance(parameter, torch.autograd.Variable), lambda: issubclass(torch.Tensor, Variable), lambda: (Variable(y).data, Variable(y).grad, Variable(y).grad_fn)):
    show(function)

inputs, target = Variable(torch.randn(4, 3)), Variable(torch.ones(4), requires_grad=False)
weight = Variable(torch.ones(3, 1), requires_grad=True)
loss = (inputs.mm(weight).squeeze(1) - target).pow(2).mean()
loss.backward()
print(weight.grad.shape, weight.is_leaf, loss.data.dim(), inputs.requires_grad)
z = Variable(torch.arange(3.), requires_grad=True)
done = []
z.register_hook(lambda g: Variable._execution_engine.queue_callback(lambda: done.append(z.grad.clone())))
(z * z).sum().backward()
print(z.grad, done)
