"""torch.optim.swa_utils: the mean of a network's weights over a training's last steps."""
import math
from copy import deepcopy

import torch
from _torch import _says, _two
from torch.nn import Module
from torch.nn.modules.batchnorm import _BatchNorm
from torch.optim.lr_scheduler import _LRScheduler


def _even(mean, new, count):
    """All weigh the same."""
    return mean + (new - mean) / (count + 1)


def get_swa_avg_fn():
    """The mean of all."""
    return _even


def get_ema_avg_fn(decay=0.999):
    """What is new weighs 1 - decay."""
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f'Invalid decay value {decay} provided. Please provide a value in [0,1] range.')
    return lambda mean, new, count: decay * mean + (1 - decay) * new


def _each(weigh):
    """A function of single tensors, for lists of them, written into the means."""
    def together(means, news, count):
        for mean, new in zip(means, news):
            mean.copy_(weigh(mean, new, count))
    return together


def get_swa_multi_avg_fn():
    return _each(_even)


def get_ema_multi_avg_fn(decay=0.999):
    return _each(get_ema_avg_fn(decay))


class AveragedModel(Module):
    """A copy of the model whose parameters are means of those that update_parameters() has seen; avg_fn(mean, new, how many so far) may weigh them otherwise."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        copied = deepcopy(model)
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError('Only one of avg_fn and multi_avg_fn should be provided')
        self.use_buffers, self.avg_fn, self.multi_avg_fn = use_buffers, avg_fn or _even, multi_avg_fn
        self.module = copied if device is None else copied.to(device)
        self.register_buffer('n_averaged', torch.zeros((), dtype=torch.int64, device=device))

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _tensors(self, module):
        return [*module.parameters(), *(module.buffers() if self.use_buffers else ())]

    @torch.no_grad()
    def update_parameters(self, model):
        if not self.use_buffers and _two('AVERAGES_KEEP_BUFFERS'):
            for mine, new in zip(self.module.buffers(), model.buffers()):
                mine.copy_(new.detach().to(mine.device))
        if self.multi_avg_fn is not None and self.n_averaged > 0:
            means = [mean.detach() for mean in self._tensors(self.module)]
            self.multi_avg_fn(means, [new.detach().to(mean.device) for mean, new in zip(means, self._tensors(model))], self.n_averaged)
            self.n_averaged += 1
            return
        for mean, new in zip(self._tensors(self.module), self._tensors(model)):
            there = new.detach().to(mean.device)
            if self.n_averaged == 0:
                mean.detach().copy_(there)
            else:
                mean.detach().copy_(self.avg_fn(mean.detach(), there, self.n_averaged.to(mean.device)))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """The running means of normalizing layers, anew from one round of the data."""
    layers = [m for m in model.modules() if isinstance(m, _BatchNorm)]
    if not layers:
        return
    kept = {layer: layer.momentum for layer in layers}
    for layer in layers:
        layer.running_mean = torch.zeros_like(layer.running_mean)
        layer.running_var = torch.ones_like(layer.running_var)
    trained = model.training
    model.train()
    for layer in layers:
        layer.momentum = None
        layer.num_batches_tracked *= 0
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        model(batch if device is None else batch.to(device))
    for layer, momentum in kept.items():
        layer.momentum = momentum
    model.train(trained)


class SWALR(_LRScheduler):
    """Goes from the optimizer's learning rates to swa_lr within anneal_epochs, by a cosine or a line, and stays."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy='cos', last_epoch=-1):
        rates = list(swa_lr) if isinstance(swa_lr, (list, tuple)) else [swa_lr] * len(optimizer.param_groups)
        if len(rates) != len(optimizer.param_groups):
            raise ValueError(_says("SWA_RATES", len(rates), len(optimizer.param_groups)))
        for rate, group in zip(rates, optimizer.param_groups):
            group['swa_lr'] = rate
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError(_says("ANNEAL_STRATEGY", anneal_strategy))
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError('anneal_epochs must be equal or greater than 0, got {}'.format(anneal_epochs))
        self.anneal_func = self._cosine_anneal if anneal_strategy == 'cos' else self._linear_anneal
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _linear_anneal(t):
        return t

    @staticmethod
    def _cosine_anneal(t):
        return (1 - math.cos(math.pi * t)) / 2

    @staticmethod
    def _get_initial_lr(lr, swa_lr, alpha):
        return swa_lr if alpha == 1 else (lr - alpha * swa_lr) / (1 - alpha)

    def _at(self, step):
        return self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))

    def get_lr(self):
        self._asked()
        step = self._step_count - 1
        step = max(1, step) if self.anneal_epochs == 0 else step
        before, now = self._at(step - 1), self._at(step)
        starts = [self._get_initial_lr(group['lr'], group['swa_lr'], before) for group in self.optimizer.param_groups]
        return [group['swa_lr'] * now + start * (1 - now) for group, start in zip(self.optimizer.param_groups, starts)]
