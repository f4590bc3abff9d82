"""What the examples of PyTorch 2's own pages ask: orders of axes, hooks behind gradients, places that are not zero in a fixed number, pools in three dimensions, modules on the meta device."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def told(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


for layout in ((0, 1, 2, 3), (0, 2, 3, 1), (3, 2, 1, 0)):
    t = torch.empty_permuted((2, 3, 5, 7), layout)
    print(t.stride(), t.shape, t.dim_order())
told(lambda: torch.empty_permuted((2, 3), (0, 0)))
told(lambda: torch.empty_permuted((2, 3), (0,)))
print(torch.empty((2, 3, 5, 7)).transpose(1, 2).dim_order(), torch.empty((2, 3, 5, 7), memory_format=torch.channels_last).dim_order(), torch.empty(1, 2, 3, 4).dim_order())
told(lambda: torch.empty((1, 2, 3, 4)).dim_order(ambiguity_check=True))
told(lambda: torch.empty((1, 2, 3, 4)).dim_order(ambiguity_check=[torch.contiguous_format, torch.channels_last]))
told(lambda: torch.empty((1, 2, 3, 4)).dim_order(ambiguity_check='ILLEGAL'))
v = torch.tensor([0., 0., 0.], requires_grad=True)
handle = v.register_post_accumulate_grad_hook(lambda p: p.add_(p.grad, alpha=-0.01))
v.backward(torch.tensor([1., 2., 3.]))
print(v)
handle.remove()
v.backward(torch.tensor([1., 2., 3.]))
print(v, v.grad)
places = torch.tensor([[1, 0], [3, 2]])
for size in (4, 2, 0):
    print(torch.nonzero_static(places, size=size), torch.nonzero_static(places, size=size, fill_value=9))
told(lambda: torch.nonzero_static(places, size=-1))
x = torch.arange(64.).reshape(1, 1, 4, 4, 4) / 8
print(nn.LPPool3d(2, 2), nn.LPPool3d(2, 2)(x), F.lp_pool3d(x, 1.5, (2, 4, 2), stride=(1, 2, 2)).shape)
told(lambda: nn.Linear(2, 2, device='meta').to('cpu'))
print(nn.Linear(2, 3, device='meta').to_empty(device='cpu').weight.shape, torch.eye(2).to_sparse_coo(), torch.eye(2).to_sparse(layout=torch.sparse_coo))
print(torch.get_device_module('cpu').__name__, torch.get_device_module('cuda').__name__)
