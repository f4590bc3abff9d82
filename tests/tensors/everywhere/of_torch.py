"""Every function of torch on the CPU and on a GPU, with many forms of arguments: what the CPU can the GPU can, and its answers lie where its operands lie."""
import warnings

import torch
import torch.nn.functional as F

from sweep import sweep

warnings.simplefilter('ignore')
torch.manual_seed(0)
BASE = torch.rand(4, 4) + .5
IMAGE = torch.rand(2, 3, 8, 8)
# They are about a place of their own, or about all of the process, or take no tensors.
ELSEWHERE = {'cpu', 'cuda', 'to', 'numpy', 'tolist', 'backward', 'save', 'load', 'manual_seed', 'seed', 'pin_memory', 'share_memory_', 'register_hook', 'empty', 'ones', 'rand', 'randn', 'zeros',
             'histogram'}     # PyTorch has it for the CPU alone


def forms(device):
    x, image = BASE.to(device), IMAGE.to(device)
    whole, truth, positive = (x * 3).long(), x > 1, x @ x.T + torch.eye(4, device=device)
    row, column, at, sides = x[0].clone(), x[:, :1].clone(), torch.tensor([0, 1, 2, 1], device=device), torch.tensor([0, 1, 1, 0], device=device)
    line, plane, cube = image.flatten(2), image[:, :, :1].clone(), image.reshape(2, 12, 4, 4)
    of = lambda *shape: torch.rand(*shape).to(device)
    yield from ([a] for a in (x, positive, whole, truth, row, image, at, torch.zeros(2, 3, device=device), x.to(torch.complex64), [x, x], [row, row]))
    yield from ((x, b) for b in (x, 2, 0, 1.5, at, row, truth, None, [0], (1, 0), (4, 4), sides, at.clamp(max=1)))
    yield from ((x, *rest) for rest in ((0, at), (0, 1), (1, 2), (0, whole.clamp(max=3)), (x, x), (truth, 1.), (0, at, x), (positive, x), (x, .5), (x, 0), (x, at), (0, 2.), (2, 0), (2, 0, 1.), (0, 2, 1), (.5, 0),
                                        (x, sides.float() * 2 - 1)))
    yield from ((row, b) for b in (at, row, 3))
    yield from ([whole, whole], [truth, truth], [truth, x, x], [whole, 2], [whole, whole, whole], [positive, x], [at, x], [at, x, at * 0], [[x, x], 0], [(x, column), 1])
    yield from ((image, *rest) for rest in ([2], [(2, 2)], [(0, 1)], [2, 2], [of(2, 3, 3, 3)]))
    yield from ([row[None, None].clone(), 2], [line, 2], [plane, 2], [cube, 2], [line, of(2, 3, 3)], [x.to(torch.complex64), x.to(torch.complex64)])


sweep([('torch', torch), ('F', F), ('linalg', torch.linalg), ('fft', torch.fft), ('Tensor', torch.Tensor)], ELSEWHERE, torch.Tensor,
      forms, 'cpu', 'cuda:1', lambda t: t.device == torch.device('cuda:1'))
