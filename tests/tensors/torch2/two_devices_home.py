# perch: --gpus none
# torch.set_default_device and `with device:` of one that is not here: what is made there says so, not they.
import torch


def t(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:
            print(type(error).__name__, '|', str(error).partition('. This could')[0])


for name in ('mps', 'xpu', 'xla', 'privateuseone', 'hpu', 'meta', 'cpu', 'foo'):
    print('--', name)
    t(lambda: torch.set_default_device(name))
    t(lambda: torch.get_default_device(), lambda: torch.zeros(2), lambda: torch.tensor([2.]), lambda: torch.zeros(2, device='cpu'), lambda: torch.rand(2).shape)
    torch.set_default_device(None)
    t(lambda: torch.get_default_device())
    try:
        with torch.device(name):
            t(lambda: torch.zeros(2), lambda: torch.ones(2, device='cpu'))
    except RuntimeError as error:
        print(error)
    t(lambda: torch.zeros(2))
t(lambda: torch.device('maia'), lambda: torch.zeros(1, device='maia'), lambda: torch.device('mtia'), lambda: torch.zeros(1, device='mtia'), lambda: torch.Generator('mtia'), lambda: torch.Generator('maia'))
