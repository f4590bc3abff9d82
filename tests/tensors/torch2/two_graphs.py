"""Graphs as torch.fx prints them, and ShapeProp."""
import torch, torch.nn as nn, torch.nn.functional as F
import torch.fx as fx
from torch.fx.passes.shape_prop import ShapeProp, TensorMetadata
torch.manual_seed(0)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3)); self.lin = nn.Linear(3, 2)
    def forward(self, x, y=2):
        a = torch.relu(x + self.w) * y
        b = F.relu(self.lin(a)).view(-1, 1).clamp(min=0.0, max=1.0)
        return torch.cat([b, b[:1]], dim=0), {'a': a.size(0)}
gm = fx.symbolic_trace(M())
print(gm.graph); print(gm.code); print(gm)
for n in gm.graph.nodes: print(n.op, n.name, n.target if isinstance(n.target, str) else n.target.__name__, n.args, n.kwargs, list(n.users))
def f(x): return (x - 1).sum(-1) / 2
g = fx.symbolic_trace(f); print(g.graph, g.code)
lin = fx.symbolic_trace(nn.Sequential(nn.Linear(3, 4), nn.ReLU()))
ShapeProp(lin).propagate(torch.ones(2, 3))
for n in lin.graph.nodes: print(n.name, n.meta['tensor_meta'], n.meta.get('type'))
try: gm.graph.print_tabular()
except Exception as e: print(type(e).__name__, e)
