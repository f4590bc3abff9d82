import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
a, b = torch.rand(3, 4, requires_grad=True), torch.rand(3, 4)
t = torch.tensor([1, 0, 3])
for m in (nn.MSELoss(), nn.L1Loss(), nn.SmoothL1Loss(), nn.HuberLoss(), nn.BCELoss(), nn.BCEWithLogitsLoss(), nn.KLDivLoss(reduction='batchmean'), nn.PoissonNLLLoss(),
          nn.SoftMarginLoss(), nn.MSELoss(reduction='sum'), nn.MSELoss(reduction='none'), nn.BCEWithLogitsLoss(pos_weight=torch.tensor(2.)), nn.SmoothL1Loss(beta=0.5)):
    l = m(a, b)
    a.grad = None
    l.sum().backward()
    print(m, l, a.grad[0])
for m in (nn.CrossEntropyLoss(), nn.CrossEntropyLoss(reduction='none'), nn.CrossEntropyLoss(reduction='sum'), nn.CrossEntropyLoss(label_smoothing=0.1), nn.CrossEntropyLoss(ignore_index=0),
          nn.CrossEntropyLoss(weight=torch.tensor([1., 2, 3, 4])), nn.NLLLoss(), nn.NLLLoss(reduction='none')):
    l = m(a, t)
    a.grad = None
    l.sum().backward()
    print(m, l, a.grad[0])
print(F.cross_entropy(a, b), F.cross_entropy(a[0], t[0]), F.nll_loss(F.log_softmax(a, 1), t), F.cross_entropy(torch.rand(2, 3, 4), torch.zeros(2, 4, dtype=torch.long)))
print(F.mse_loss(a, b), F.l1_loss(a, b), F.binary_cross_entropy(a, b), F.kl_div(a.log(), b, reduction='sum'))
print(nn.CosineEmbeddingLoss()(a, b, torch.tensor([1., -1, 1])), nn.MarginRankingLoss(0.1)(a[0], b[0], torch.ones(4)), nn.TripletMarginLoss()(a, b, b.flip(0)), nn.HingeEmbeddingLoss()(a, torch.ones(3, 4)),
      nn.GaussianNLLLoss()(a, b, torch.ones(3, 4)), nn.CosineSimilarity()(a, b).detach(), nn.PairwiseDistance()(a, b).detach())
