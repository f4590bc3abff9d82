# k-means, principal components and nearest neighbours with tensor operations.
import torch

torch.manual_seed(0)
centers = torch.tensor([[0., 0.], [6., 6.], [0., 7.]])
X = torch.cat([c + torch.randn(20, 2) * 0.5 for c in centers])
m = X[[0, 20, 40]].clone()
for it in range(4):
    d = torch.cdist(X, m)
    label = d.argmin(dim=1)
    for k in range(3):
        m[k] = X[label == k].mean(dim=0)
print(m.round(decimals=1), label.bincount(), (d.min(1).values ** 2).mean() < 1)
Xc = X - X.mean(0)
cov = Xc.T @ Xc / (len(X) - 1)
w, v = torch.linalg.eigh(cov)
print(w, torch.allclose(torch.cov(X.T), cov, atol=1e-4), (Xc @ v[:, -1:]).var(0) - w[-1] < 1e-3)
q = torch.tensor([[5., 5.]])
near = torch.cdist(q, X).topk(3, largest=False)
print(label[near.indices], torch.mode(label[near.indices[0]]).values, near.values.shape)
D = ((X[:, None] - X[None]) ** 2).sum(-1).sqrt()
D.fill_diagonal_(float('inf'))
print(D.argmin(1)[:5].shape, (D.min(1).values < 2).all(), torch.triu(D < 1, 1).sum() > 10)
