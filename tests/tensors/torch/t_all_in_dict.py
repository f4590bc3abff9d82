# What a module's __dict__ and vars() show is all that the module has, though its parts are loaded when they are named; dir() of it loads nothing.
import sys
import torch, torch.nn as nn, torch.optim as optim, torch.distributions as D, torch.nn.modules as M, torch.nn.utils as U

print('lbfgs' in dir(optim) or 'LBFGS' in dir(optim), 'Wishart' in dir(D), 'GRU' in dir(nn))
name = 'RMSprop'
print(optim.__dict__[name]([torch.ones(1, requires_grad=True)], lr=.1))
print(sorted(n for n, v in optim.__dict__.items() if isinstance(v, type) and issubclass(v, optim.Optimizer) and n != 'SparseAdam'))
print(nn.__dict__['GELU'](), vars(nn)['LSTM'](2, 3), 'DataParallel' in nn.__dict__, 'GRU' in vars(M))
dists = [v for n, v in D.__dict__.items() if isinstance(v, type) and issubclass(v, D.Distribution)]
print(len(dists), sorted(d.__name__ for d in dists))
print(sorted(n for n, v in vars(D).items() if isinstance(v, type) and issubclass(v, D.Transform)))
print(callable(vars(U)['spectral_norm']), 'prune' in vars(U), 'parametrize' in U.__dict__)
losses = {n: v for n, v in vars(nn).items() if n.endswith('Loss')}
print(len(losses), sorted(losses))
print(vars(optim) is optim.__dict__, optim.__dict__ is sys.modules['torch.optim'].__dict__, hasattr(optim, '__perch_later__'))
