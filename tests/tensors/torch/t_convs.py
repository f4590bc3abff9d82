# Windows over lines, pictures and volumes: unfolded, slid, transposed, pooled and unpooled, each beside a sum that is written out.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(21)


def slid(picture, kernel, step=1):
    """(in, h, w) with (out, in, h, w): products of every window, by views."""
    windows = picture.unfold(1, kernel.shape[2], step).unfold(2, kernel.shape[3], step)
    return torch.einsum('chwij,ocij->ohw', windows, kernel)


picture, kernel = torch.arange(40.).reshape(2, 4, 5), torch.tensor([[[[1., 0, -1]], [[0, 2, 0]]], [[[0, 0, 0.5]], [[-1, -1, -1]]]])
print(slid(picture, kernel), torch.equal(F.conv2d(picture, kernel), slid(picture, kernel)), torch.equal(F.conv2d(picture[None], kernel, stride=2)[0], slid(picture, kernel, 2)))


class Slide(nn.Module):
    def __init__(self, *shape):
        super().__init__()
        self.kernel = nn.Parameter(nn.init.xavier_normal_(torch.empty(shape)))
        self.level = nn.Parameter(torch.full((shape[0], 1, 1), 0.25))

    def forward(self, picture):
        return slid(picture, self.kernel) + self.level


own = Slide(3, 2, 2, 2)
print(own(picture).shape, [name for name, _ in own.named_parameters()], torch.allclose(own(picture), F.conv2d(picture, own.kernel, own.level.flatten()), atol=1e-5))

spots = (torch.rand(1, 1, 9, 9) > 0.7).float()
goal = F.conv2d(spots, torch.tensor([[[[0., 1, 0], [1, -4, 1], [0, 1, 0]]]]), padding=1)
finder = nn.Conv2d(1, 1, 3, padding=1, bias=False)
steps, path = torch.optim.Adam(finder.parameters(), lr=0.2), []
for _ in range(120):
    steps.zero_grad()
    missed = F.mse_loss(finder(spots), goal)
    missed.backward()
    steps.step()
    path.append(missed.item())
print(path[0] > 20 * path[-1], finder.weight.detach().round().abs() + 0)

for settings in (dict(kernel_size=2), dict(kernel_size=(1, 5), padding=(0, 2)), dict(kernel_size=3, stride=(2, 3), padding=2), dict(kernel_size=3, dilation=(3, 1)), dict(kernel_size=4, padding='same'), dict(kernel_size=3, groups=2, padding='valid'), dict(kernel_size=3, padding=1, padding_mode='circular'), dict(kernel_size=5, padding=2, padding_mode='reflect')):
    layer = nn.Conv2d(2, 4, **settings)
    print(layer(torch.zeros(3, 2, 8, 7)).shape, layer)
for layer, shape in ((nn.Conv1d(3, 6, 4, stride=3, groups=3), (2, 3, 14)), (nn.Conv3d(1, 2, (1, 2, 3), padding=(0, 1, 0)), (1, 1, 3, 4, 5)), (nn.ConvTranspose1d(2, 3, 5, stride=2), (1, 2, 4)), (nn.ConvTranspose2d(4, 2, 3, 2, 1, output_padding=1, groups=2), (2, 4, 3, 5)), (nn.ConvTranspose3d(1, 1, 2), (1, 1, 2, 2, 2)), (nn.Conv2d(2, 1, 3), (2, 6, 6))):
    print(layer(torch.ones(shape)).shape, tuple(layer.weight.shape), layer)

hills = torch.tensor([[[[1., 8, 2, 4], [3, 5, 7, 6], [9, 0, 4, 4]]]])
for layer in (nn.MaxPool2d(2), nn.MaxPool2d((3, 1), stride=(1, 2)), nn.MaxPool2d(3, 2, 1, dilation=1), nn.MaxPool2d(2, ceil_mode=True), nn.AvgPool2d(2, 1), nn.AvgPool2d(3, 2, 1, count_include_pad=False), nn.AvgPool2d(2, divisor_override=3), nn.LPPool2d(2, 2), nn.AdaptiveMaxPool2d((1, 3)), nn.AdaptiveAvgPool2d((2, None))):
    print(layer, layer(hills))
top, where = F.max_pool2d(hills, (1, 2), return_indices=True)
print(where, nn.MaxUnpool2d((1, 2))(top, where), F.max_unpool2d(top, where, (1, 2)).count_nonzero())
columns = F.unfold(hills, (2, 3), padding=(0, 1), stride=(1, 2))
print(columns.shape, columns[0, :, 1], F.fold(torch.ones_like(columns), (3, 4), (2, 3), padding=(0, 1), stride=(1, 2)), nn.Unfold(2)(hills).shape)

small = torch.tensor([[[[2., -1], [0, 3]]]])
for settings in (dict(), dict(stride=2), dict(padding=1), dict(stride=3, output_padding=1), dict(dilation=2)):
    print(settings, F.conv_transpose2d(small, torch.tensor([[[[1., 2], [0, -1]]]]), **settings))
x, w = torch.randn(1, 2, 5, 4, dtype=torch.double, requires_grad=True), torch.randn(3, 2, 2, 2, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(lambda x, w: F.conv2d(x, w, stride=2, padding=1), (x, w)), torch.autograd.gradcheck(lambda x, w: F.conv_transpose2d(x, w.transpose(0, 1), stride=2), (x, w)), torch.autograd.gradcheck(lambda x: F.avg_pool2d(x, 2, 1), (x,)))
