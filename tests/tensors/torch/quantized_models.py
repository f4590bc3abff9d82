# Static quantization and training with it: a model fused, prepared, shown data, converted; what stands in it, what it computes, its state saved and read.
import copy
import io
import re
import warnings

import torch
import torch.nn as nn
import torch.ao.quantization as tq

warnings.simplefilter('ignore')


def near(text):
    """Numbers to four digits: sums of floating point may differ in the last ones."""
    return re.sub(r'-?\d+\.\d{4,}(e-?\d+)?', lambda m: '%.4g' % float(m[0]), str(text))


def show(f):
    try:
        print(near(f()))
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0][:140].rstrip())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = tq.QuantStub()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.bn = nn.BatchNorm2d(8)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2d(8, 8, 3, padding=1, stride=2, groups=2)
        self.bn2 = nn.BatchNorm2d(8)
        self.skip = torch.nn.quantized.FloatFunctional()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(8, 4)
        self.dequant = tq.DeQuantStub()

    def forward(self, x):
        x = self.relu(self.bn(self.conv(self.quant(x))))
        x = self.bn2(self.conv2(x))
        x = self.pool(self.skip.add_relu(x, x)).flatten(1)
        return self.dequant(self.fc(x))


torch.manual_seed(0)
data = [torch.rand(4, 3, 8, 8) - 0.4 for _ in range(4)]
# (half of the range: with the whole of it a CPU without VNNI sums in 16 bits, which overflow)
for qconfig in (tq.get_default_qconfig('fbgemm'), tq.default_qconfig):
    torch.manual_seed(1)
    model = Net().eval()
    model.qconfig = qconfig
    fused = tq.fuse_modules(model, [['conv', 'bn', 'relu'], ['conv2', 'bn2']])
    ready = tq.prepare(fused)
    for x in data:
        ready(x)
    print(near(ready))
    small = tq.convert(ready)
    print(near(small))
    print(near(small(data[0])), near((small(data[1]) - model(data[1])).abs().max() < 0.05))
    print([(name, type(value).__name__) for name, value in small.state_dict().items()])
    print(near(small.conv.weight().int_repr().flatten()[:20]), near(small.fc.weight()), near(small.fc.bias()))
    file = io.BytesIO()
    torch.save(small.state_dict(), file)
    file.seek(0)
    other = tq.convert(tq.prepare(copy.deepcopy(fused)))
    other.load_state_dict(torch.load(file))
    print(torch.equal(other(data[2]), small(data[2])))

torch.manual_seed(2)
for qconfig in (tq.get_default_qat_qconfig('fbgemm'), tq.get_default_qat_qconfig('qnnpack'), tq.get_default_qat_qconfig('fbgemm', version=0), tq.default_qat_qconfig):
    model = Net().train()
    model.qconfig = qconfig
    ready = tq.prepare_qat(tq.fuse_modules_qat(model, [['conv', 'bn', 'relu'], ['conv2', 'bn2']]))
    optimizer = torch.optim.SGD(ready.parameters(), lr=0.1)
    for step, x in enumerate(data):
        optimizer.zero_grad()
        loss = ready(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        print('%.3f' % loss.item())
        if step == 2:
            ready.apply(tq.disable_observer)
            ready.apply(torch.nn.intrinsic.qat.freeze_bn_stats)
    print(re.sub(r'\d+\.\d+', '#', str(ready))[:2500].rstrip())
    small = tq.convert(ready.eval())
    print(re.sub(r'\d+\.\d+', '#', str(small)))
    print((small(data[0]) - ready(data[0])).abs().max().item() < 0.2)

# observers, one by one
x = torch.tensor([[-1.0, 0.5, 2.0], [0.25, -3.0, 1.0]])
for kind in (tq.MinMaxObserver, tq.MovingAverageMinMaxObserver, tq.HistogramObserver, tq.PerChannelMinMaxObserver, tq.MovingAveragePerChannelMinMaxObserver):
    for options in ({}, {'dtype': torch.qint8}, {'quant_min': 0, 'quant_max': 127}, {'reduce_range': True}, {'qscheme': torch.per_tensor_symmetric}, {'qscheme': torch.per_channel_symmetric, 'dtype': torch.qint8}):
        try:
            seen = kind(**options)
            seen(x), seen(x * 2 - 1), seen(x.flip(1))
            print(kind.__name__, options, [near(t) for t in seen.calculate_qparams()], near(seen), sorted(seen.state_dict()))
        except Exception as e:
            print(kind.__name__, options, type(e).__name__, str(e)[:120])
for f in (lambda: tq.MinMaxObserver().calculate_qparams(), lambda: tq.PlaceholderObserver().calculate_qparams(), lambda: tq.QConfig(activation=tq.MinMaxObserver(), weight=tq.MinMaxObserver),
          lambda: tq.prepare_qat(Net().eval()), lambda: tq.fuse_modules(Net().eval(), ['conv', 'fc']), lambda: tq.fuse_modules(Net().eval(), ['conv', 'nobody']), lambda: tq.default_qconfig.activation,
          lambda: tq.MinMaxObserver(quant_min=3, quant_max=9), lambda: tq.FakeQuantize(quant_min=0, quant_max=300), lambda: tq.get_default_qconfig('fbgemm', version=4), lambda: tq.default_weight_fake_quant(),
          lambda: tq.quantize_dynamic(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1)), {'0': tq.default_dynamic_qconfig}), lambda: tq.QuantWrapper(nn.Linear(2, 2)), lambda: tq.convert(nn.Sequential(nn.Linear(2, 2)))):
    show(f)

# numbers that only pretend
x = torch.linspace(-2, 2, 9, requires_grad=True)
for y in (torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 20), torch.fake_quantize_per_tensor_affine(x, torch.tensor(0.1), torch.tensor(3, dtype=torch.int32), 0, 20)):
    print(y, torch.autograd.grad(y.sum(), x))
w = torch.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
y = torch.fake_quantize_per_channel_affine(w, torch.tensor([0.1, 0.01]), torch.tensor([0, 2], dtype=torch.int32), 0, -5, 5)
print(y, torch.autograd.grad((y * y).sum(), w))
show(lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 300, 0, 20))

# layers of whole numbers, operators
q = torch.quantize_per_tensor(torch.linspace(-3, 3, 24).reshape(1, 2, 3, 4), 0.05, 64, torch.quint8)
ops = torch.ops.quantized
for f in (lambda: ops.add(q, q, 0.1, 60), lambda: ops.mul(q, q, 0.1, 10), lambda: ops.add_relu(q, q, 0.1, 60), lambda: ops.cat([q, q], dim=1, scale=0.1, zero_point=50).shape, lambda: ops.add_scalar(q, 1.5), lambda: ops.mul_scalar(q, 2.0),
          lambda: ops.mul_scalar(q, -2.0), lambda: nn.quantized.ReLU6()(q), lambda: nn.quantized.Quantize(0.1, 3, torch.quint8), lambda: nn.quantized.DeQuantize(), lambda: nn.quantized.Linear(3, 2), lambda: nn.quantized.Conv2d(2, 4, 3),
          lambda: nn.quantized.Conv2d(2, 4, 3, stride=2, padding=1, dilation=2, groups=2, bias=False), lambda: nn.quantized.ConvTranspose2d(2, 4, 3), lambda: nn.quantized.Embedding(3, 2), lambda: nn.quantized.QFunctional(),
          lambda: nn.MaxPool2d(2)(q), lambda: nn.ReLU()(q), lambda: nn.Sigmoid()(q), lambda: torch.relu(q).q_zero_point(), lambda: q + q, lambda: nn.Linear(4, 2)(q), lambda: q.numpy(),
          lambda: nn.quantized.functional.max_pool2d(q, 2), lambda: torch.quantize_per_tensor_dynamic(torch.linspace(-1, 3, 5), torch.quint8, True)):
    show(f)
