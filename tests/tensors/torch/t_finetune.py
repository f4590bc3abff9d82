"""A model's last layer replaced, the rest frozen; parts of a state loaded; buffers; modules walked and counted."""
from collections import OrderedDict
import torch
from torch import nn

torch.manual_seed(9)


class Backbone(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.features = nn.Sequential(OrderedDict([('conv', nn.Conv2d(1, 4, 3, padding=1)), ('bn', nn.BatchNorm2d(4)), ('relu', nn.ReLU(inplace=True)), ('pool', nn.AdaptiveAvgPool2d(2))]))
        self.classifier = nn.Linear(16, classes)

    def forward(self, x):
        return self.classifier(torch.flatten(self.features(x), 1))


model = Backbone()
state = model.state_dict()
print([(k, tuple(v.shape)) for k, v in state.items()])
other = Backbone(3)
try:
    other.load_state_dict(state)
except RuntimeError as e:
    print(e)
part = {k: v for k, v in state.items() if not k.startswith('classifier')}
print(other.load_state_dict(part, strict=False))
for p in other.features.parameters():
    p.requires_grad = False
print(sum(p.numel() for p in other.parameters()), sum(p.numel() for p in other.parameters() if p.requires_grad))
opt = torch.optim.SGD(filter(lambda p: p.requires_grad, other.parameters()), lr=0.1)
x, t = torch.randn(6, 1, 8, 8), torch.tensor([0, 1, 2, 0, 1, 2])
before = other.features.conv.weight.clone()
other.train()
for _ in range(3):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(other(x), t)
    loss.backward()
    opt.step()
    print('%.4f' % loss.item())
print(torch.equal(before, other.features.conv.weight), other.features.bn.num_batches_tracked, other.features.bn.running_mean)
other.eval()
print(other(x[:1]).shape, other.training, other.features.bn.training)
model.classifier = nn.Sequential(nn.Dropout(0.5), nn.Linear(16, 2))
print(model)
print([n for n, _ in model.named_modules()], [type(m).__name__ for m in model.features])
model.apply(lambda m: nn.init.constant_(m.weight, 0.5) if isinstance(m, nn.Linear) else None)
print(model.classifier[1].weight[0, :3])
