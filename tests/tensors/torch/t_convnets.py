# Layers of convolutions and pools in torch: values after manual_seed, shapes with and without a batch, gradients, norms while training and afterwards.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
ramp = torch.arange(30.).reshape(1, 1, 5, 6)
marks = torch.tensor([[[[2., 0, -1], [0, 1, 0]]], [[[0, 0, 0], [1, 1, 1]]]])
print(F.conv2d(ramp, marks, torch.tensor([0., 100])), F.conv2d(ramp, marks[:1], padding=(1, 2), stride=(2, 3)))
for layer in (nn.Conv2d(1, 2, 2, bias=False), nn.Conv2d(1, 3, (4, 2), stride=(1, 2), padding=(2, 0)), nn.Conv2d(1, 1, 2, dilation=(2, 4)), nn.Conv2d(1, 2, (2, 4), padding='same'), nn.ConvTranspose2d(1, 2, 3, stride=3, padding=1, output_padding=2), nn.Conv2d(1, 1, 4, padding=3, padding_mode='replicate')):
    print(layer(ramp).shape, layer(ramp[0]).shape, layer(ramp / 30).sum(), layer.weight.abs().max() <= 1)
for pool in (nn.MaxPool2d((2, 4)), nn.MaxPool2d(2, 1, 1), nn.MaxPool2d((3, 2), (1, 3), (1, 0)), nn.AvgPool2d((5, 2)), nn.AvgPool2d(2, (1, 4), (1, 0)), nn.AvgPool2d(4, 2, ceil_mode=True)):
    print(pool(ramp), pool(ramp[0]).shape)
print(nn.AdaptiveAvgPool2d((2, 1))(ramp), nn.AdaptiveMaxPool2d((2, 3))(ramp), nn.AdaptiveAvgPool2d(4)(ramp).shape, F.max_pool2d(ramp, (2, 3), return_indices=True), F.adaptive_max_pool2d(ramp, 1, return_indices=True))
print(nn.Conv1d(3, 2, 3, padding=1)(torch.ones(2, 3, 4)), nn.Conv3d(2, 1, (1, 2, 2))(torch.ones(1, 2, 2, 3, 2)).shape, nn.MaxPool1d(3, 2)(torch.arange(8.).reshape(1, 8)), nn.AvgPool3d(2)(torch.arange(8.).reshape(1, 2, 2, 2)))
leaf = torch.rand(3, 6, 4, 5, requires_grad=True)
split = nn.Conv2d(6, 9, (2, 3), groups=3)
split(leaf).tanh().sum().backward()
print(leaf.grad.sum((1, 2, 3)), split.weight.grad.shape, split.weight.grad.sum((1, 2, 3)), split.bias.grad)
back = nn.ConvTranspose2d(2, 1, (1, 3), bias=False)
with torch.no_grad():
    back.weight.copy_(torch.tensor([[[[1., 0, -1]]], [[[0, 2, 0]]]]))
print(back(torch.tensor([[[[1., 2]], [[10, 20]]]])), back)
norms = nn.Sequential(nn.Conv2d(2, 4, 3, 2, 1), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4, momentum=0.5))
out = norms(torch.rand(5, 2, 8, 8))
print(norms, out.shape, norms[4].running_mean, norms[1].running_var, norms[1].num_batches_tracked, out.mean().abs() < 1e-6)
out.pow(3).mean().backward()
print(norms[0].weight.grad.abs().mean(), norms[4].weight.grad)
print(norms.eval()(torch.ones(1, 2, 8, 8)).sum())
