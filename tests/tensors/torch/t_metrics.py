"""Accuracy, a confusion matrix, precision and recall, top-k, one-hot, cosine similarity, as lessons compute them."""
import torch
import torch.nn.functional as F

torch.manual_seed(11)
logits = torch.randn(12, 4)
target = torch.randint(0, 4, (12,))
pred = logits.argmax(dim=1)
print(pred, target)
print('accuracy', (pred == target).float().mean(), (pred == target).sum().item() / len(target))
cm = torch.zeros(4, 4, dtype=torch.int64)
for t, p in zip(target, pred):
    cm[t, p] += 1
print(cm)
print(torch.bincount(target * 4 + pred, minlength=16).reshape(4, 4).equal(cm))
precision, recall = cm.diag().float() / cm.sum(0).clamp(min=1), cm.diag().float() / cm.sum(1).clamp(min=1)
print(precision, recall)
f1 = 2 * precision * recall / (precision + recall)
print(f1, torch.nan_to_num(f1).mean())
top = logits.topk(2, dim=1)
print(top.indices[:3], (top.indices == target[:, None]).any(1).float().mean())
print(F.one_hot(target[:3], 4), F.one_hot(target[:3], 4).dtype)
p = F.softmax(logits, dim=1)
print(torch.allclose(p.sum(1), torch.ones(12)), -(p * p.log()).sum(1)[:3])
print(F.nll_loss(F.log_softmax(logits, 1), target), F.cross_entropy(logits, target), F.cross_entropy(logits, target, label_smoothing=0.1))
print(F.cosine_similarity(logits[:2], logits[2:4]), F.pairwise_distance(logits[:2], logits[2:4]), torch.cdist(logits[:2], logits[2:5]))
print(torch.corrcoef(logits[:3]), torch.cov(logits[:2]))
print(logits.std(), logits.var(0, unbiased=False), torch.std_mean(logits, dim=1)[1][:2])
print(torch.quantile(logits[0], torch.tensor([0., .5, 1.])), logits.median(), logits.kthvalue(2, dim=1).values[:2], logits.mode(0).indices.shape)
