# What distributions of vectors say of themselves: what they were made of, and what a program asked for, nothing that they needed inside.
import torch
from torch.distributions import LowRankMultivariateNormal, MultivariateNormal, Wishart, kl_divergence

torch.manual_seed(0)
a = torch.tensor([[2., 0.5], [0.5, 1.]])
for name, given in (('covariance_matrix', a), ('precision_matrix', a.inverse()), ('scale_tril', torch.linalg.cholesky(a))):
    d = MultivariateNormal(torch.zeros(2), **{name: given})
    print(d, d.sample((2,)), d.log_prob(torch.ones(2)), d.entropy(), d.mean, d.variance)
    print(d)
    print(kl_divergence(d, MultivariateNormal(torch.ones(2), torch.eye(2))), kl_divergence(MultivariateNormal(torch.ones(2), torch.eye(2)), d))
    print(d, d.expand((3,)))
    print(d.covariance_matrix, d.precision_matrix, d.scale_tril)
    print(d)
    w = Wishart(torch.tensor(3.), **{name: given})
    print(w, w.log_prob(torch.eye(2)), w.entropy())
    print(w)
low = LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2))
print(low, low.log_prob(torch.ones(2)), low)
