# Modules that programs import and switches that they set; interpolations of quantiles.
import torch
import torch.backends.cudnn as cudnn
import torch.backends.cuda
import torch.backends.mkldnn
import torch.backends.mps

cudnn.benchmark = True
cudnn.deterministic = True
print(torch.backends.cudnn.benchmark, cudnn.deterministic, cudnn.enabled, torch.backends.mps.is_available())
with cudnn.flags(enabled=False, benchmark=False):
    print(cudnn.enabled, cudnn.benchmark)
print(cudnn.enabled, cudnn.benchmark)
torch.backends.cuda.matmul.allow_tf32 = True
print(torch.backends.cuda.matmul.allow_tf32, torch.backends.mkldnn.is_available())
try:
    torch.backends.nosuch
except AttributeError as e:
    print('AttributeError')
x = torch.tensor([[3., 1., 2., 5., 4.], [0., 9., 8., 7., 6.]])
for how in ('linear', 'lower', 'higher', 'midpoint', 'nearest'):
    print(how, torch.quantile(x, 0.3, interpolation=how), torch.quantile(x, torch.tensor([0.1, 0.5, 0.9]), dim=1, interpolation=how), torch.nanquantile(x, 0.6, interpolation=how))
try:
    torch.quantile(x, 0.5, interpolation='other')
except RuntimeError as e:
    print(e)
