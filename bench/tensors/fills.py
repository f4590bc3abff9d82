"""Random fills of a million numbers, and what a lesson makes with them: layers, masks, a mixed-up order. Seconds of the processor's time, not of the clock."""
import torch
from clock import best
from torch import nn

N = 10**6

torch.manual_seed(0)
x, d = torch.empty(N), torch.empty(N, dtype=torch.float64)
p, w = torch.full((N,), 0.3), torch.empty(1000, 1000)
half = torch.empty(N, dtype=torch.float16)
drop = nn.Dropout(0.5)
best("randn", lambda: torch.randn(N))
best("rand", lambda: torch.rand(N))
best("normal_", lambda: x.normal_(1, 2))
best("normal_, float64", lambda: d.normal_())
best("normal_, float16", lambda: half.normal_())
best("uniform_", lambda: x.uniform_(-1, 1))
best("uniform_, float64", lambda: d.uniform_())
best("uniform_, float16", lambda: half.uniform_())
best("exponential_", lambda: x.exponential_())
best("torch.normal(means, deviations)", lambda: torch.normal(p, p))
best("torch.normal(0, 1, size)", lambda: torch.normal(0.0, 1.0, (N,)))
best("randint", lambda: torch.randint(0, 10, (N,)))
best("randperm", lambda: torch.randperm(N))
best("bernoulli(p)", lambda: torch.bernoulli(p))
best("bernoulli_(0.5)", lambda: x.bernoulli_(0.5))
best("dropout", lambda: drop(p))
best("xavier_uniform_", lambda: nn.init.xavier_uniform_(w))
best("xavier_normal_", lambda: nn.init.xavier_normal_(w))
best("kaiming_normal_", lambda: nn.init.kaiming_normal_(w))
best("trunc_normal_", lambda: nn.init.trunc_normal_(w))
best("nn.Linear(1000, 1000)", lambda: nn.Linear(1000, 1000))
best("nn.Conv2d(256, 256, 3)", lambda: nn.Conv2d(256, 256, 3))
best("randn of 10", lambda: [torch.randn(10) for _ in range(2000)])
best("rand of 32 x 32", lambda: [torch.rand(32, 32) for _ in range(2000)])
