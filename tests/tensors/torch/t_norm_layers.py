# Padding, upsampling, pixel shuffles, all poolings, weight and spectral normalization, embeddings' options, distances.
import torch
from torch import nn
import torch.nn.functional as F

x = torch.arange(16.).reshape(1, 1, 4, 4)
for m in (nn.ZeroPad2d(1), nn.ConstantPad2d((1, 0, 0, 1), 2.), nn.ReflectionPad2d(1), nn.ReplicationPad2d(1), nn.Upsample(scale_factor=2), nn.Upsample(size=(2, 2), mode='bilinear', align_corners=True), nn.UpsamplingBilinear2d(scale_factor=1.5), nn.MaxPool2d(2, stride=1), nn.AvgPool2d(3, stride=2, padding=1), nn.AvgPool2d(3, 2, 1, count_include_pad=False), nn.AdaptiveAvgPool2d(3), nn.AdaptiveMaxPool2d(2), nn.LPPool2d(2, 2), nn.AvgPool2d(3, ceil_mode=True), nn.MaxPool2d(2, dilation=2), nn.Unfold(3), nn.Flatten(), nn.InstanceNorm2d(1), nn.LocalResponseNorm(1)):
    print(type(m).__name__, m(x))
y = torch.arange(8.).reshape(1, 2, 4)
print(nn.MaxPool1d(2)(y), nn.AvgPool1d(2)(y), nn.AdaptiveAvgPool1d(1)(y), nn.ReflectionPad1d(2)(y), nn.ConstantPad1d(1, 9.)(y), F.pad(y, (1, 1), mode='circular'), F.interpolate(y, size=2, mode='linear'), F.interpolate(y, scale_factor=2), nn.ChannelShuffle(2)(torch.arange(4.).reshape(1, 4, 1, 1)).flatten(), nn.PixelShuffle(2)(torch.arange(4.).reshape(1, 4, 1, 1)), nn.PixelUnshuffle(2)(x)[0, :, 0, 0], nn.Unflatten(1, (1, 2))(y).shape)
u, idx = F.max_pool1d(y, 2, return_indices=True)
print(nn.MaxUnpool1d(2)(u, idx), F.pad(x, (0, 1))[0, 0, 0], F.pad(x, (-1, 0))[0, 0, 0], F.interpolate(x, size=(2, 2), mode='nearest'), F.interpolate(x, scale_factor=0.5, mode='area'), F.interpolate(x, size=3, mode='bicubic', align_corners=False)[0, 0, 0])
torch.manual_seed(0)
w = nn.utils.weight_norm(nn.Linear(2, 3), name='weight')
print(sorted(n for n, _ in w.named_parameters()), w.weight_g.shape, torch.allclose(w.weight_v / w.weight_v.norm(dim=1, keepdim=True) * w.weight_g, w.weight), w(torch.ones(1, 2)).shape)
w(torch.ones(1, 2)).sum().backward()
print(w.weight_g.grad is not None, type(nn.utils.remove_weight_norm(w)).__name__, [n for n, _ in w.named_parameters()])
s = nn.utils.spectral_norm(nn.Linear(3, 3))
for _ in range(20):
    s(torch.ones(1, 3))
print(abs(torch.linalg.svdvals(s.weight.detach())[0].item() - 1) < 0.05, sorted(n for n, _ in s.named_parameters()), sorted(n for n, _ in s.named_buffers()))
e = nn.Embedding(4, 2, max_norm=1.0)
e.weight.data.fill_(3.)
print(e(torch.tensor([1])).detach().norm(), nn.EmbeddingBag.from_pretrained(torch.eye(3), mode='sum')(torch.tensor([[0, 1], [2, 2]])), nn.EmbeddingBag(3, 2, mode='mean')(torch.tensor([0, 1, 2]), torch.tensor([0, 2])).shape)
a, b = torch.tensor([[1., 0.], [1., 1.]]), torch.tensor([[0., 1.], [2., 2.]])
print(nn.CosineSimilarity()(a, b), nn.PairwiseDistance()(a, b), F.pairwise_distance(a, b, p=1), F.cosine_similarity(a, b, dim=0), nn.Bilinear(2, 2, 1)(a, b).shape, F.bilinear(a, b, torch.ones(1, 2, 2)), torch.cdist(a, b), F.one_hot(torch.tensor([1]), 3), F.linear(a, b, torch.ones(2)), F.embedding(torch.tensor([1]), a))
print(F.dropout(torch.ones(3), 0.5, training=False), nn.Dropout(0)(torch.ones(2)), nn.Dropout(1)(torch.ones(2)), nn.AlphaDropout(0.5).eval()(torch.ones(2)), nn.Identity(54, unused=1)(a) is a)
g = nn.GroupNorm(2, 4)
print(g(torch.arange(16.).reshape(1, 4, 2, 2))[0, 0], nn.LayerNorm([2, 2])(torch.arange(4.).reshape(1, 2, 2)), nn.LayerNorm(2, elementwise_affine=False)(a), F.layer_norm(a, (2,)), F.group_norm(torch.arange(8.).reshape(1, 4, 2), 2)[0, 0], F.batch_norm(a, torch.zeros(2), torch.ones(2)), F.batch_norm(a, None, None, training=True), F.instance_norm(y)[0, 0], F.normalize(a, dim=0), F.local_response_norm(x, 2)[0, 0, 0])
for bad in (lambda: nn.ReflectionPad2d(5)(x), lambda: F.interpolate(x), lambda: F.interpolate(x, size=2, scale_factor=2), lambda: nn.PixelShuffle(3)(x), lambda: F.pad(x, (1,)), lambda: nn.MaxPool2d(9)(x), lambda: nn.AvgPool2d(2)(torch.ones(2, 2)), lambda: nn.BatchNorm1d(2)(x), lambda: nn.InstanceNorm1d(2)(torch.ones(1, 2, 1)), lambda: nn.GroupNorm(2, 4)(torch.ones(1, 3)), lambda: nn.utils.remove_weight_norm(nn.Linear(1, 1)), lambda: F.fold(torch.ones(1, 3, 4), (3, 3), 2)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
