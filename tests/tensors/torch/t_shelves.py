# Where PyTorch keeps things: modules by the names that programs import them by, and what a class says that it is of.
import importlib

import torch
from torch.nn.modules.channelshuffle import ChannelShuffle
from torch.nn.modules.distance import CosineSimilarity, PairwiseDistance
from torch.nn.modules.fold import Fold, Unfold
from torch.nn.modules.instancenorm import InstanceNorm2d
from torch.nn.modules.pixelshuffle import PixelShuffle
from torch.nn.parallel.scatter_gather import gather, scatter, scatter_kwargs
from torch.nn.utils._stateless import functional_call
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.nn.utils.convert_parameters import parameters_to_vector
from torch.nn.utils.spectral_norm import spectral_norm
from torch.nn.utils.weight_norm import weight_norm
from torch.optim.adadelta import Adadelta
from torch.optim.adagrad import Adagrad
from torch.optim.adamax import Adamax
from torch.optim.adamw import AdamW
from torch.optim.asgd import ASGD
from torch.optim.nadam import NAdam
from torch.optim.radam import RAdam
from torch.optim.rmsprop import RMSprop
from torch.optim.rprop import Rprop
from torch.profiler.profiler import profile, schedule
from torch.utils.data._utils.collate import default_collate

for each in (ChannelShuffle, CosineSimilarity, PairwiseDistance, Fold, Unfold, InstanceNorm2d, PixelShuffle, torch.nn.LazyInstanceNorm1d, Adadelta, Adagrad, Adamax, AdamW, ASGD, NAdam, RAdam,
             RMSprop, Rprop, torch.optim.Adam, torch.optim.SGD, torch.optim.LBFGS):
    print(each)
for name in ('torch.nn.utils.clip_grad.clip_grad_norm_', 'torch.utils.data._utils.collate.default_collate', 'torch.nn.modules.fold.Fold',
             'torch.nn.utils.spectral_norm', 'torch.nn.utils.weight_norm', 'torch.nn.parallel.replicate', 'torch.nn.parallel.parallel_apply', 'torch.nn.parallel.scatter_gather.scatter'):
    at = torch
    for part in name.split('.')[1:]:
        at = getattr(at, part)
    print(name, type(at).__name__)
print(default_collate([1, 2]), clip_grad_norm_ is torch.nn.utils.clip_grad_norm_, spectral_norm is torch.nn.utils.spectral_norm)
module = importlib.import_module('torch.nn.utils.clip_grad')
try:
    module.nothing
except AttributeError as error:
    print(error)
try:
    from torch.nn.utils.clip_grad import nothing
except ImportError as error:
    print(str(error).split(' (')[0])
w = torch.nn.Parameter(torch.ones(2))
for make in (Adadelta, Adagrad, Adamax, AdamW, ASGD, NAdam, RAdam, RMSprop, Rprop):
    w.data.fill_(1)
    steps = make([w])
    for _ in range(3):
        steps.zero_grad()
        (w ** 2).sum().backward()
        steps.step()
    print(type(steps).__name__, w.data)
