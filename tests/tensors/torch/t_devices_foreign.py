# perch: --gpus none
# Devices that PyTorch knows by name and that are not here: values as any others; a tensor there is refused in the original's words.
import copy
import pickle

import torch


def t(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:      # (the list of backends behind the first sentences is the original's build's own)
            print(type(error).__name__, '|', str(error).partition(" 'aten::empty")[0].partition('INTERNAL ASSERT')[0][:330] if 'Could not' not in str(error) else str(error)[:90])


x = torch.ones(2)
for name in ('ipu', 'xpu', 'opengl', 'opencl', 'ideep', 'hip', 've', 'fpga', 'xla', 'lazy', 'vulkan', 'mps', 'hpu', 'privateuseone', 'mps:0', 'xpu:3', 'xla:1', 'lazy:0', 'hpu:1', 'mps:-1', 'mps:x', 'foo'):
    print('--', name)
    t(lambda: (torch.device(name), str(torch.device(name)), torch.device(name).type, torch.device(name).index), lambda: torch.device(name) == torch.device(name), lambda: hash(torch.device(name)) == hash(torch.device(name)))
    t(lambda: torch.zeros(2, device=name), lambda: torch.randn(2, device=torch.device(name)), lambda: torch.arange(3, device=name), lambda: torch.full((2,), 1., device=name), lambda: torch.eye(2, device=name))
    t(lambda: torch.tensor([1.], device=name), lambda: torch.as_tensor([1.], device=name), lambda: x.to(name), lambda: x.to(device=name, dtype=torch.float64), lambda: torch.nn.Linear(2, 2).to(name))
    t(lambda: torch.zeros_like(x, device=name), lambda: torch.rand_like(x, device=name), lambda: x.new_zeros(2, device=name), lambda: torch.nn.Linear(2, 2, device=name))
    t(lambda: x.cuda(name), lambda: torch.Tensor(2, device=name), lambda: torch.Generator(name))
t(lambda: torch.device('mps', 0), lambda: torch.device(type='xpu', index=2), lambda: torch.device('mps', -1), lambda: torch.device('mps:0', 0), lambda: torch.device(torch.device('xla', 1)))
t(lambda: torch.device('mps') == torch.device('mps', 0), lambda: torch.device('mps') == torch.device('cpu'), lambda: torch.device('mps') != torch.device('xpu'), lambda: x.device == torch.device('mps'))
t(lambda: len({torch.device('mps'), torch.device('mps'), torch.device('xpu'), torch.device('mps:0'), torch.device('cpu')}))
t(lambda: pickle.loads(pickle.dumps(torch.device('xla', 2))), lambda: copy.deepcopy(torch.device('mps')))
t(lambda: torch.device('cuda' if torch.cuda.is_available() else 'mps' if torch.backends.mps.is_available() else 'cpu'))
