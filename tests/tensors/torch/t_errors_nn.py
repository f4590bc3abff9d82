import torch
from torch import nn
import torch.nn.functional as F


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)


t(lambda: nn.Conv2d(1, 6, 5)(torch.rand(2, 3)))
t(lambda: nn.Conv2d(1, 6, 5)(torch.rand(1, 3, 8, 8)))
t(lambda: nn.Conv2d(1, 6, 5)(torch.rand(1, 1, 2, 2)))
t(lambda: F.max_pool2d(torch.rand(1, 1, 1, 1), 2))
t(lambda: nn.MaxPool2d(2)(torch.rand(3, 3)))
t(lambda: nn.Linear(2, 3)(torch.rand(4, 5)))
t(lambda: nn.CrossEntropyLoss()(torch.rand(2, 3), torch.tensor([1, 5])))
t(lambda: nn.CrossEntropyLoss()(torch.rand(2, 3), torch.tensor([1., 2.])))
t(lambda: nn.CrossEntropyLoss()(torch.rand(2, 3), torch.tensor([1, 2, 0])))
t(lambda: nn.Embedding(3, 2)(torch.tensor([3])))
t(lambda: nn.Embedding(3, 2)(torch.tensor([-1])))
t(lambda: nn.Embedding(3, 2)(torch.tensor([1.])))
t(lambda: nn.BatchNorm2d(3)(torch.rand(3, 3)))
t(lambda: nn.BatchNorm1d(3)(torch.rand(1, 3)))
t(lambda: nn.BatchNorm2d(3)(torch.rand(2, 4, 2, 2)))
t(lambda: nn.LayerNorm(3)(torch.rand(2, 4)))
t(lambda: nn.Dropout(1.5))
t(lambda: F.dropout(torch.rand(2), 1.5))
t(lambda: nn.GroupNorm(2, 3))
t(lambda: F.one_hot(torch.tensor([1, 2]), 2))
t(lambda: F.one_hot(torch.tensor([1., 2])))
t(lambda: F.binary_cross_entropy(torch.tensor([2.]), torch.tensor([1.])))
t(lambda: F.binary_cross_entropy(torch.tensor([[.2]]), torch.tensor([1.])))
t(lambda: F.binary_cross_entropy_with_logits(torch.tensor([[.2]]), torch.tensor([1.])))
t(lambda: nn.Module()(3))


class A(nn.Module):
    def __init__(self):
        self.a = nn.Linear(1, 1)


t(A)


class B(nn.Module):
    def __init__(self):
        self.a = 3

    def forward(self, x):
        return x


t(lambda: B()(3))
t(lambda: nn.Linear(2, 2)(3))
t(lambda: nn.Sequential(3))
t(lambda: nn.Linear(2, 2).foo)
t(lambda: setattr(nn.Linear(2, 2), 'weight', 3))
t(lambda: setattr(nn.Linear(2, 2), 'weight', torch.ones(2)))
t(lambda: nn.Linear(2, 2).register_buffer('weight', None))
t(lambda: nn.Linear(2, 2).add_module('a.b', nn.ReLU()))
t(lambda: nn.Linear(2, 2).to(torch.int32))
t(lambda: nn.ModuleList([nn.ReLU()])[3])
t(lambda: nn.Sequential(nn.ReLU())[1])
t(lambda: torch.optim.SGD([], lr=.1))
t(lambda: torch.optim.SGD(torch.rand(2), lr=.1))
t(lambda: torch.optim.SGD([torch.rand(2) * torch.ones(2, requires_grad=True)], lr=.1))
t(lambda: torch.optim.SGD(nn.Linear(1, 1).parameters()))
t(lambda: torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=-1))
t(lambda: torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=0.1, momentum=.9))
t(lambda: torch.optim.Adam(nn.Linear(1, 1).parameters()))
t(lambda: nn.Linear(2, 2).load_state_dict({'weight': torch.ones(3, 2), 'x': torch.ones(1)}))
t(lambda: nn.Linear(2, 2).load_state_dict(3))
t(lambda: nn.Linear(2, 2).load_state_dict({'weight': torch.ones(2, 2), 'bias': torch.zeros(2)}))
t(lambda: nn.Conv2d(3, 4, 3, groups=2))
t(lambda: nn.Softmax(dim=1)(torch.ones(2)))
t(lambda: nn.init.xavier_uniform_(torch.ones(2)))
t(lambda: nn.Flatten()(torch.ones(2, 3, 4)).shape)
t(lambda: nn.ModuleDict({'a': nn.ReLU()})['b'])
t(lambda: nn.LSTM(2, 3)(torch.ones(2, 4, 5)))
