# Quantized tensors and dynamic quantization: whole numbers, scales, texts; a model's products through weights of eight bits.
import copy
import io

import torch
import torch.nn as nn


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:110].split('\n')[0])


x = torch.tensor([-1., 0, 1, 2.34, 300, -300, .05, .15])
for kind in (torch.quint8, torch.qint8, torch.qint32):
    q = torch.quantize_per_tensor(x, 0.1, 10, kind)
    print(q, q.int_repr(), q.dequantize(), q.q_scale(), q.q_zero_point(), q.qscheme(), q.is_quantized, q.dtype, q.shape)
q = torch.quantize_per_tensor(torch.arange(6.).reshape(2, 3), 0.25, 3, torch.quint8)
c = torch.quantize_per_channel(torch.tensor([[-1., 0], [1, 2]]), torch.tensor([.1, .01]), torch.tensor([10, 0]), 0, torch.quint8)
for f in (lambda: c, lambda: c.int_repr(), lambda: c.q_per_channel_scales(), lambda: c.q_per_channel_zero_points(), lambda: c.q_per_channel_axis(), lambda: q[0], lambda: q.clone(), lambda: q.reshape(6), lambda: q.view(3, 2),
          lambda: q.tolist(), lambda: torch.dequantize(q), lambda: copy.deepcopy(q), lambda: isinstance(q, torch.Tensor), lambda: str(q.requires_grad),
          lambda: q.requires_grad, lambda: torch.quantize_per_tensor(q.int_repr(), .1, 0, torch.quint8)):
    show(f)

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 3)))
small = torch.quantization.quantize_dynamic(model, {nn.Linear}, dtype=torch.qint8)
print(small, small.training, model.training, list(small.parameters()))
print(small[0].weight(), small[0].bias(), small[0].weight().int_repr())
for x in (torch.randn(5, 4), torch.zeros(2, 4), torch.rand(3, 4) + 1, -torch.rand(3, 4) - 1, torch.randn(2, 3, 4) * 10):
    print(small(x).flatten()[:6], (small(x) - model(x)).abs().max() < .1)
show(lambda: small(torch.randn(4)))
print({name: type(value).__name__ for name, value in small.state_dict().items()})
file = io.BytesIO()
torch.save(small.state_dict(), file)
file.seek(0)
again = torch.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 3))))
again.load_state_dict(torch.load(file))
print(again(x).equal(small(x)))

torch.manual_seed(1)
for kind, options in ((nn.LSTM, {}), (nn.LSTM, dict(num_layers=2, bidirectional=True, batch_first=True)), (nn.GRU, {})):
    net = nn.Sequential(kind(3, 2, **options))
    small = torch.ao.quantization.quantize_dynamic(net, {kind})
    x = torch.randn(5, 2, 3)
    made, state = small[0](x)
    print(small, made.flatten()[:8], (made - net[0](x)[0]).abs().max() < .1)
    print([s.flatten()[:3] for s in (state if kind is nn.LSTM else [state])])
for spec, dtype in (({nn.LSTM}, torch.qint8), (None, torch.qint8), ({'0'}, torch.qint8), ({nn.Conv2d}, torch.qint8), (None, torch.int8)):
    show(lambda: torch.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 3), nn.LSTM(3, 2)), spec, dtype))
