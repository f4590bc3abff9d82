# arithmetic of two numbers, which PyTorch's functions take as tensors; numbers before tensors
import torch


def show(code):
    try:
        made = eval(code)
        print(code, '->', repr(made), getattr(made, 'dtype', ''))
    except Exception as e:
        print(code, '->', type(e).__name__, str(e).split('\n')[0])


x = torch.tensor([1, 2])
for name in 'add sub subtract mul multiply div divide true_divide floor_divide'.split():
    for given in ('1.5, 2.5', '3, 2', '3, 2.5', 'True, 2', '1j, 2j', '1j, 2.', 'True, False', '7, x', '7.5, x', 'None, 1', '[1], 1', '1, [2]', '2'):
        show('torch.%s(%s)' % (name, given))
for name in 'pow remainder fmod maximum eq gt matmul rsub atan2 float_power logical_and bitwise_and hypot dot'.split():
    show('torch.%s(3, 2)' % name)
for code in '''torch.add(2.5, 1, alpha=2)
torch.sub(2.5, 1, alpha=2)
torch.div(7, 2, rounding_mode="floor")
torch.div(7.5, 2, rounding_mode="trunc")
torch.divide(7, x, rounding_mode="floor")
torch.mul(input=2, other=3)
torch.add(1, x, out=torch.zeros(2))
torch.add(1, 2, out=torch.zeros(()))
torch.add(1., torch.tensor([1.], dtype=torch.float64))
torch.add(2.5, torch.tensor([1.], requires_grad=True))
torch.mul(3, torch.tensor(2., requires_grad=True))
torch.div(2, torch.tensor([4.], requires_grad=True))
torch.add(1.5, 2.5).requires_grad
torch.add(3, 4).add_(1)
torch.mul(3, 4) + torch.tensor(1.5)
torch.mul(3., 4.) + torch.tensor(1.5)
torch.mul(3., 4.) + torch.tensor([1.5])'''.split('\n'):
    show(code)
