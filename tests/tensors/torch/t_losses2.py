# Losses by hand, by function and by module: values and gradients.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(3)
logits = torch.randn(4, 3, requires_grad=True)
target = torch.tensor([0, 2, 1, 1])
for kw in ({}, {'reduction': 'sum'}, {'reduction': 'none'}, {'weight': torch.tensor([1., 2., 3.])}, {'ignore_index': 1}, {'label_smoothing': 0.1}, {'weight': torch.tensor([1., 2., 3.]), 'label_smoothing': 0.2, 'reduction': 'sum'}):
    print(nn.CrossEntropyLoss(**kw)(logits, target), F.cross_entropy(logits, target, **kw).shape)
probs = torch.softmax(logits, 1)
print(-torch.log(probs[range(4), target]).mean(), F.nll_loss(torch.log(probs), target), F.cross_entropy(logits, F.one_hot(target, 3).float()), nn.NLLLoss(reduction='none')(F.log_softmax(logits, 1), target))
F.cross_entropy(logits, target).backward()
print(logits.grad)
print(F.cross_entropy(torch.randn(2, 3, 4, 4), torch.randint(3, (2, 4, 4))), F.cross_entropy(torch.randn(3), torch.tensor(1)))
p = torch.tensor([0.1, 0.8, 0.6], requires_grad=True)
y = torch.tensor([0., 1., 1.])
print(nn.BCELoss()(p, y), F.binary_cross_entropy(p, y, reduction='none'), nn.BCEWithLogitsLoss()(torch.logit(p), y), F.binary_cross_entropy_with_logits(p, y, pos_weight=torch.tensor(2.)), nn.BCELoss(weight=torch.tensor([1., 2., 3.]))(p, y))
nn.BCELoss()(p, y).backward()
print(p.grad)
a, b = torch.randn(3, 2, requires_grad=True), torch.randn(3, 2)
for loss in (nn.MSELoss(), nn.MSELoss(reduction='sum'), nn.MSELoss(reduction='none'), nn.L1Loss(), nn.SmoothL1Loss(), nn.SmoothL1Loss(beta=0.5), nn.HuberLoss(delta=0.7), nn.KLDivLoss(reduction='batchmean'), nn.PoissonNLLLoss(), nn.SoftMarginLoss()):
    a.grad = None
    value = loss(a, b)
    value.sum().backward()
    print(type(loss).__name__, value, a.grad)
print(F.kl_div(F.log_softmax(a, 1), F.softmax(b, 1), reduction='sum'), F.kl_div(F.log_softmax(a, 1), F.log_softmax(b, 1), reduction='batchmean', log_target=True))
print(F.cosine_similarity(a, b), F.pairwise_distance(a, b), nn.CosineEmbeddingLoss()(a, b, torch.tensor([1., -1, 1])), nn.TripletMarginLoss()(a, b, torch.zeros(3, 2)), nn.MarginRankingLoss(margin=.1)(a[:, 0], b[:, 0], torch.ones(3)), nn.HingeEmbeddingLoss()(a, torch.tensor([[1., -1.]] * 3)))
print(nn.MultiMarginLoss()(logits, target), nn.MultiLabelSoftMarginLoss()(logits, F.one_hot(target, 3)), nn.GaussianNLLLoss()(a, b, torch.ones(3, 2)))
for bad in (lambda: F.mse_loss(a, torch.ones(3, 3)), lambda: F.cross_entropy(logits, torch.tensor([0, 1, 2, 7])), lambda: F.cross_entropy(logits, torch.tensor([0, 1])), lambda: F.cross_entropy(logits, torch.ones(4)), lambda: F.cross_entropy(logits, torch.ones(4, 3, dtype=torch.long)),
            lambda: nn.CrossEntropyLoss(weight=torch.ones(2))(logits, target), lambda: nn.MSELoss(reduction='avg')(a, b), lambda: F.l1_loss(a, 3), lambda: nn.BCELoss()(p, torch.tensor([0, 1, 1])), lambda: F.nll_loss(logits, target.float()), lambda: F.smooth_l1_loss(a, b, beta=-1), lambda: nn.CrossEntropyLoss()(torch.ones(2, 2, dtype=torch.int64), torch.tensor([0, 1]))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
