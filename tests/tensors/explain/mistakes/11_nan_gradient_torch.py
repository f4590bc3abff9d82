import torch
def f(x):
    y = x.sqrt()
    return y.sum()
x = torch.tensor([1., -1.], requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    f(x).backward()
