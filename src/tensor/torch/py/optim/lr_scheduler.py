"""Learning rates that change with the epochs."""
import math
import warnings
import weakref
from bisect import bisect_right
from collections import Counter
from types import FunctionType

from _torch import _says, _two
from torch.optim.optimizer import count_steps

__all__ = ['LambdaLR', 'MultiplicativeLR', 'StepLR', 'MultiStepLR', 'ConstantLR', 'LinearLR', 'ExponentialLR', 'CosineAnnealingLR', 'ReduceLROnPlateau',
           'CosineAnnealingWarmRestarts', 'PolynomialLR', 'CyclicLR', 'OneCycleLR', 'SequentialLR', 'ChainedScheduler', 'LRScheduler']


class _Unsaid:
    """verbose's value where none is given: as False."""

    def __bool__(self):
        return False

    def __repr__(self):
        return 'False'


_UNSAID = _Unsaid()


def _need_quiet(scheduler, verbose):
    """verbose ended with PyTorch 2.7."""
    if _two('SCHEDULERS_QUIET'):
        if verbose is not _UNSAID:
            raise TypeError("%s.__init__() got an unexpected keyword argument 'verbose'" % type(scheduler).__name__)
    else:
        scheduler.verbose = False if verbose is _UNSAID else verbose


def _need_optimizer(optimizer):
    from .optimizer import Optimizer
    if not isinstance(optimizer, Optimizer):
        raise TypeError('{} is not an Optimizer'.format(type(optimizer).__name__))


_OLD_EPOCH = ('The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use `scheduler.step()` to step the scheduler. '
              'During the deprecation, if epoch is different from None, the closed form is used instead of the new chainable form, where available. Please open an issue if '
              'you are unable to replicate your use case: https://github.com/pytorch/pytorch/issues/new/choose.')


_HOW_TO_ADJUST = 'https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate'


class _LRScheduler:
    """A subclass gives the groups' rates for self.last_epoch in get_lr()."""

    def __init__(self, optimizer, last_epoch=-1, verbose=_UNSAID):
        _need_optimizer(optimizer)
        self.optimizer = optimizer
        if last_epoch == -1:
            for group in optimizer.param_groups:
                group.setdefault('initial_lr', group['lr'])
        else:
            for i, group in enumerate(optimizer.param_groups):
                if 'initial_lr' not in group:
                    raise KeyError(_says("INITIAL_LR", i))
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _need_quiet(self, verbose)
        count_steps(optimizer)
        self._initial_step()

    def _initial_step(self):
        self.optimizer._step_count = self._step_count = 0
        if _two('SCHEDULERS_QUIET'):
            self._is_initial = False
        self.step()

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def step(self, epoch=None):
        if self._step_count == 1:
            self._need_a_step_before()
        self._step_count += 1
        self._get_lr_called_within_step = True
        try:
            rates = self._next_rates(epoch)
        finally:
            self._get_lr_called_within_step = False
        self._set(rates, epoch)

    def _need_a_step_before(self):
        if not hasattr(self.optimizer.step, '_with_counter'):
            warnings.warn('Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make sure to call `optimizer.step()` before '
                          '`lr_scheduler.step()`. See more details at ' + _HOW_TO_ADJUST, UserWarning)
        elif self.optimizer._step_count < 1:
            warnings.warn('Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order: '
                          '`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the learning rate schedule. '
                          'See more details at ' + _HOW_TO_ADJUST, UserWarning)

    def _next_rates(self, epoch):
        if epoch is None:
            self.last_epoch += 1
            return self.get_lr()
        warnings.warn(_OLD_EPOCH, UserWarning)
        self.last_epoch = epoch
        return self._get_closed_form_lr() if hasattr(self, '_get_closed_form_lr') else self.get_lr()

    def _asked(self):
        """get_lr() is for step(): who asks it himself is told what to ask."""
        if not self._get_lr_called_within_step:
            warnings.warn('To get the last learning rate computed by the scheduler, please use `get_last_lr()`.', UserWarning)

    def _set(self, rates, epoch):
        for i, (group, lr) in enumerate(zip(self.optimizer.param_groups, rates)):
            group['lr'] = lr
            if not _two('SCHEDULERS_QUIET'):
                self.print_lr(self.verbose, i, lr, epoch)
        self._last_lr = [group['lr'] for group in self.optimizer.param_groups]

    def print_lr(self, is_verbose, group, lr, epoch=None):
        if not is_verbose:
            return
        if epoch is None:
            print('Adjusting learning rate of group {} to {:.4e}.'.format(group, lr))
        else:
            print('Epoch {}: adjusting learning rate of group {} to {:.4e}.'.format(('%.2f' if isinstance(epoch, float) else '%.5d') % epoch, group, lr))

    def _rates(self):
        return [group['lr'] for group in self.optimizer.param_groups]

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != 'optimizer'}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)


LRScheduler = _LRScheduler


class LambdaLR(_LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=_UNSAID):
        many = len(optimizer.param_groups)
        self.optimizer = optimizer
        self.lr_lambdas = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * many
        if len(self.lr_lambdas) != many:
            raise ValueError('Expected {} lr_lambdas, but got {}'.format(many, len(lr_lambda)))
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        return [base * f(self.last_epoch) for f, base in zip(self.lr_lambdas, self.base_lrs)]

    # (Functions are not saved; of objects that are called, what they hold.)
    def state_dict(self):
        state = {key: value for key, value in self.__dict__.items() if key not in ('optimizer', 'lr_lambdas')}
        state['lr_lambdas'] = [None if isinstance(f, FunctionType) else dict(f.__dict__) for f in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict):
        self.__dict__.update({key: value for key, value in state_dict.items() if key != 'lr_lambdas'})
        for f, held in zip(self.lr_lambdas, state_dict['lr_lambdas']):
            if held is not None:
                f.__dict__.update(held)


class MultiplicativeLR(LambdaLR):
    def get_lr(self):
        self._asked()
        if self.last_epoch > 0:
            return [lr * f(self.last_epoch) for f, lr in zip(self.lr_lambdas, self._rates())]
        return self._rates()


class StepLR(_LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=_UNSAID):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._rates()
        return [lr * self.gamma for lr in self._rates()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(_LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=_UNSAID):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch not in self.milestones:
            return self._rates()
        return [lr * self.gamma ** self.milestones[self.last_epoch] for lr in self._rates()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch) for base in self.base_lrs]


class ConstantLR(_LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=_UNSAID):
        if factor > 1.0 or factor < 0:
            raise ValueError('Constant multiplicative factor expected to be between 0 and 1.')
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self._rates()]
        if self.last_epoch > self.total_iters or self.last_epoch != self.total_iters:
            return self._rates()
        return [lr * (1.0 / self.factor) for lr in self._rates()]

    def _get_closed_form_lr(self):
        return [base * (self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)) for base in self.base_lrs]


class LinearLR(_LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=_UNSAID):
        for name, factor in (('Starting', start_factor), ('Ending', end_factor)):
            if factor > 1.0 or factor < 0:
                raise ValueError(name + ' multiplicative factor expected to be between 0 and 1.')
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._rates()]
        if self.last_epoch > self.total_iters:
            return self._rates()
        rise = self.end_factor - self.start_factor
        return [lr * (1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise)) for lr in self._rates()]

    def _get_closed_form_lr(self):
        rise = self.end_factor - self.start_factor
        return [base * (self.start_factor + rise * min(self.total_iters, self.last_epoch) / self.total_iters) for base in self.base_lrs]


class ExponentialLR(_LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=_UNSAID):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        return self._rates() if self.last_epoch == 0 else [lr * self.gamma for lr in self._rates()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class PolynomialLR(_LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=_UNSAID):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._rates()
        fall = ((1.0 - self.last_epoch / self.total_iters) / (1.0 - (self.last_epoch - 1) / self.total_iters)) ** self.power
        return [lr * fall for lr in self._rates()]

    def _get_closed_form_lr(self):
        left = (1.0 - min(self.last_epoch, self.total_iters) / self.total_iters) ** self.power
        return [base * left for base in self.base_lrs]


def _fallen(rates, low, at, whole):
    """The rates on their way down to low along half a wave of a cosine, `at` steps of `whole`."""
    part = (1 + math.cos(math.pi * at / whole)) / 2
    return [low + (rate - low) * part for rate in rates]


class CosineAnnealingLR(_LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0 if _two('SCHEDULERS_QUIET') else 0, last_epoch=-1, verbose=_UNSAID):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        if self.last_epoch == 0:
            return self._rates()
        if self._step_count == 1 and self.last_epoch > 0 or (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) != 0:
            now = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
            before = 1 + math.cos(math.pi * (self.last_epoch - 1) / self.T_max)
            return [now / before * (lr - self.eta_min) + self.eta_min for lr in self._rates()]
        return [lr + (base - self.eta_min) * (1 - math.cos(math.pi / self.T_max)) / 2 for base, lr in zip(self.base_lrs, self._rates())]

    def _get_closed_form_lr(self):
        return _fallen(self.base_lrs, self.eta_min, self.last_epoch, self.T_max)


class CosineAnnealingWarmRestarts(_LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0 if _two('SCHEDULERS_QUIET') else 0, last_epoch=-1, verbose=_UNSAID):
        for number, wanted in ((T_0, 'positive integer T_0'), (T_mult, 'integer T_mult >= 1')):
            if number < 1 or not isinstance(number, int):
                raise ValueError(f'Expected {wanted}, but got {number}')
        self.T_0 = self.T_i = T_0
        self.T_mult, self.eta_min, self.T_cur = T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        self._asked()
        return _fallen(self.base_lrs, self.eta_min, self.T_cur, self.T_i)

    def step(self, epoch=None):
        """The next epoch, or the given one, which may be within an epoch (1.5)."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            self._jump(epoch)
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            rates = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        self._set(rates, epoch)

    def _jump(self, epoch):
        if epoch < 0:
            raise ValueError('Expected non-negative epoch, but got {}'.format(epoch))
        self.T_cur, self.T_i = epoch, self.T_0
        if epoch >= self.T_0 and self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        elif epoch >= self.T_0:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult ** n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult ** n


class ReduceLROnPlateau:
    """Less when a metric no longer improves."""

    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=0.0001, threshold_mode='rel', cooldown=0, min_lr=0, eps=1e-08, verbose=_UNSAID):
        if factor >= 1.0:
            raise ValueError('Factor should be < 1.0.')
        _need_optimizer(optimizer)
        if mode not in ('min', 'max'):
            raise ValueError('mode ' + mode + ' is unknown!')
        if threshold_mode not in ('rel', 'abs'):
            raise ValueError('threshold mode ' + threshold_mode + ' is unknown!')
        if isinstance(min_lr, (list, tuple)) and len(min_lr) != len(optimizer.param_groups):
            raise ValueError('expected {} min_lrs, got {}'.format(len(optimizer.param_groups), len(min_lr)))
        self.factor = factor
        self.optimizer = optimizer
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * len(optimizer.param_groups)
        self.patience = patience
        _need_quiet(self, verbose)
        self.cooldown, self.cooldown_counter = cooldown, 0
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best = math.inf if mode == 'min' else -math.inf
        self.num_bad_epochs = 0
        self.mode_worse = self.best
        self.eps = eps
        self.last_epoch = 0
        if _two('SCHEDULERS_QUIET'):
            self.default_min_lr = None if isinstance(min_lr, (list, tuple)) else min_lr
            self._last_lr = [group['lr'] for group in optimizer.param_groups]

    def get_last_lr(self):
        return self._last_lr

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def state_dict(self):
        state = _LRScheduler.state_dict(self)
        return {key: state[key] for key in self._ORDER if key in state} | state if _two('SCHEDULERS_QUIET') else state

    load_state_dict = _LRScheduler.load_state_dict

    _ORDER = 'factor default_min_lr min_lrs patience cooldown eps last_epoch _last_lr mode_worse mode threshold threshold_mode best cooldown_counter num_bad_epochs'.split()

    def _better(self, value):
        if self.threshold_mode == 'rel':
            edge = self.best * (1 - self.threshold if self.mode == 'min' else 1 + self.threshold)
        else:
            edge = self.best - self.threshold if self.mode == 'min' else self.best + self.threshold
        return value < edge if self.mode == 'min' else value > edge

    def step(self, metrics, epoch=None):
        value = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(_OLD_EPOCH, UserWarning)
        self.last_epoch = epoch
        if self._better(value):
            self.best = value
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for i, group in enumerate(self.optimizer.param_groups):
                lr = max(group['lr'] * self.factor, self.min_lrs[i])
                if group['lr'] - lr > self.eps:
                    group['lr'] = lr
                    if getattr(self, 'verbose', False):
                        print('Epoch {}: reducing learning rate of group {} to {:.4e}.'.format(('%.2f' if isinstance(epoch, float) else '%.5d') % epoch, i, lr))
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = [group['lr'] for group in self.optimizer.param_groups]


class CyclicLR(_LRScheduler):
    """Up and down between two rates, and the momentum the other way."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode='triangular', gamma=1.0, scale_fn=None, scale_mode='cycle',
                 cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1, verbose=_UNSAID):
        _need_optimizer(optimizer)
        many = len(optimizer.param_groups)
        self.optimizer = optimizer
        base_lrs = _each('base_lr', many, base_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, base_lrs):
                group['lr'] = lr
        self.max_lrs = _each('max_lr', many, max_lr)
        step_size_down = float(step_size_up if step_size_down is None else step_size_down)
        self.total_size = float(step_size_up) + step_size_down
        self.step_ratio = float(step_size_up) / self.total_size
        if mode not in ('triangular', 'triangular2', 'exp_range') and scale_fn is None:
            raise ValueError('mode is invalid and scale_fn is None')
        self.mode, self.gamma = mode, gamma
        self._scale_fn_custom, self._scale_fn_ref, self.scale_mode = scale_fn, None, scale_mode
        if scale_fn is None: # (its own method is held weakly: a scheduler that nobody holds goes at once)
            self._scale_fn_ref = weakref.WeakMethod(getattr(self, '_%s_scale_fn' % mode))
            self.scale_mode = 'iterations' if mode == 'exp_range' else 'cycle'
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if 'momentum' not in optimizer.defaults:
                raise ValueError('optimizer must support momentum with `cycle_momentum` option enabled')
            self.base_momentums, self.max_momentums = _each('base_momentum', many, base_momentum), _each('max_momentum', many, max_momentum)
            if last_epoch != -1: # (one that goes on takes the lower end from where the optimizer is, as PyTorch's)
                self.base_momentums = [group['momentum'] for group in optimizer.param_groups]
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = base_lrs

    # (PyTorch 2 tells of no reference, and of a function of one's own as LambdaLR does.)
    def state_dict(self):
        state = super().state_dict()
        if not _two('SCHEDULERS_QUIET'):
            return state
        function = self._scale_fn_custom
        state = {key: value for key, value in state.items() if key not in ('_scale_fn_ref', '_scale_fn_custom')}
        state['_scale_fn_custom'] = None if function is None or isinstance(function, FunctionType) else dict(function.__dict__)
        return state

    def load_state_dict(self, state_dict):
        state = dict(state_dict)
        held = state.pop('_scale_fn_custom', None)
        if isinstance(held, dict):
            self._scale_fn_custom.__dict__.update(held)
        super().load_state_dict(state)

    def scale_fn(self, x):
        return self._scale_fn_ref()(x) if self._scale_fn_custom is None else self._scale_fn_custom(x)

    def _triangular_scale_fn(self, x):
        return 1.0

    def _triangular2_scale_fn(self, x):
        return 1 / 2.0 ** (x - 1)

    def _exp_range_scale_fn(self, x):
        return self.gamma ** x

    def get_lr(self):
        self._asked()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == 'cycle' else self.last_epoch)
        if self.cycle_momentum:
            for group, base, top in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                group['momentum'] = top - (top - base) * part * scale
        return [base + (top - base) * part * scale for base, top in zip(self.base_lrs, self.max_lrs)]


def _each(name, many, value):
    """One value for each group."""
    if isinstance(value, (list, tuple)):
        if len(value) != many:
            raise ValueError('expected {} values for {}, got {}'.format(many, name, len(value)))
        return list(value)
    return [value] * many


class OneCycleLR(_LRScheduler):
    """Up to the largest rate and down to almost none, once; the momentum the other way."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy='cos', cycle_momentum=True,
                 base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=10000.0, three_phase=False, last_epoch=-1, verbose=_UNSAID):
        _need_optimizer(optimizer)
        self.optimizer = optimizer
        if total_steps is None and epochs is None and steps_per_epoch is None:
            raise ValueError('You must define either total_steps OR (epochs AND steps_per_epoch)')
        if total_steps is not None:
            if total_steps <= 0 or not isinstance(total_steps, int):
                raise ValueError('Expected positive integer total_steps, but got {}'.format(total_steps))
        else:
            for name, value in (('epochs', epochs), ('steps_per_epoch', steps_per_epoch)):
                if value <= 0 or not isinstance(value, int):
                    raise ValueError('Expected positive integer {}, but got {}'.format(name, value))
            total_steps = epochs * steps_per_epoch
        self.total_steps = total_steps
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError('Expected float between 0 and 1 pct_start, but got {}'.format(pct_start))
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError(_says("ANNEAL_STRATEGY", anneal_strategy))
        up = float(pct_start * total_steps) - 1
        phases = [(up, 'initial_lr', 'max_lr', 'max_momentum', 'base_momentum')]
        if three_phase:
            phases += [(2 * up, 'max_lr', 'initial_lr', 'base_momentum', 'max_momentum'), (total_steps - 1, 'initial_lr', 'min_lr', 'max_momentum', 'max_momentum')]
        else:
            phases.append((total_steps - 1, 'max_lr', 'min_lr', 'base_momentum', 'max_momentum'))
        self._schedule_phases = [dict(zip(('end_step', 'start_lr', 'end_lr', 'start_momentum', 'end_momentum'), phase)) for phase in phases]
        if _two('SCHEDULERS_QUIET'):
            self._anneal_func_type = anneal_strategy
        else:
            self.anneal_func = self._annealing_linear if anneal_strategy == 'linear' else self._annealing_cos
        many = len(optimizer.param_groups)
        if last_epoch == -1:
            for group, top in zip(optimizer.param_groups, _each('max_lr', many, max_lr)):
                group['initial_lr'] = top / div_factor
                group['max_lr'] = top
                group['min_lr'] = group['initial_lr'] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if 'momentum' not in optimizer.defaults and 'betas' not in optimizer.defaults:
                raise ValueError('optimizer must support momentum with `cycle_momentum` option enabled')
            self.use_beta1 = 'betas' in optimizer.defaults
            if last_epoch == -1:
                for group, low, high in zip(optimizer.param_groups, _each('base_momentum', many, base_momentum), _each('max_momentum', many, max_momentum)):
                    self._set_momentum(group, high)
                    group['max_momentum'], group['base_momentum'] = high, low
        super().__init__(optimizer, last_epoch, verbose)

    def _set_momentum(self, group, value):
        if self.use_beta1:
            group['betas'] = (value, *group['betas'][1:])
        else:
            group['momentum'] = value

    def _anneal(self, *way):
        return (getattr(self, '_annealing_' + self._anneal_func_type) if _two('SCHEDULERS_QUIET') else self.anneal_func)(*way)

    def _annealing_linear(self, start, end, part):
        return (end - start) * part + start

    def _annealing_cos(self, start, end, part):
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)

    def get_lr(self):
        self._asked()
        at = self.last_epoch
        if at > self.total_steps:
            raise ValueError('Tried to step {} times. The specified number of total steps is {}'.format(at + 1, self.total_steps))
        rates = []
        for group in self.optimizer.param_groups:
            begin = 0
            for phase in self._schedule_phases:
                if at <= phase['end_step'] or phase is self._schedule_phases[-1]:
                    part = (at - begin) / (phase['end_step'] - begin)
                    rates.append(self._anneal(group[phase['start_lr']], group[phase['end_lr']], part))
                    if self.cycle_momentum:
                        self._set_momentum(group, self._anneal(group[phase['start_momentum']], group[phase['end_momentum']], part))
                    break
                begin = phase['end_step']
        return rates


class SequentialLR(_LRScheduler):
    """One schedule after the other; each starts anew at its milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=_UNSAID):
        for i, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not schedulers[0].optimizer or scheduler.optimizer is not optimizer:
                raise ValueError('Sequential Schedulers expects all schedulers to belong to the same optimizer, but '
                                 'got schedulers at index {} and {} to be different'.format(0, i))
        if len(milestones) != len(schedulers) - 1:
            raise ValueError('Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone points, but got number of '
                             'schedulers {} and the number of milestones to be equal to {}'.format(len(schedulers), len(milestones)))
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group['lr'] = group['initial_lr']
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        now = self.last_epoch = self.last_epoch + 1
        begun = [milestone for milestone in self._milestones if milestone <= now]
        current = self._schedulers[len(begun)]
        current.step(*[0 for milestone in begun[-1:] if milestone == now])          # at its milestone it begins with epoch 0
        self._last_lr = current.get_last_lr()

    def state_dict(self):
        state = {key: value for key, value in self.__dict__.items() if key not in ('optimizer', '_schedulers')}
        state['_schedulers'] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        state_dict = dict(state_dict)
        for scheduler, state in zip(self._schedulers, state_dict.pop('_schedulers')):
            scheduler.load_state_dict(state)
        self.__dict__.update(state_dict)


class ChainedScheduler(_LRScheduler):
    """All of them at every step."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise ValueError('ChainedScheduler expects at least one scheduler to be chained, but got no scheduler.')
        optimizer = optimizer or schedulers[0].optimizer
        for i, scheduler in enumerate(schedulers):
            if _two('GRADS_MADE') and scheduler.optimizer is not optimizer:
                raise ValueError('ChainedScheduler expects all schedulers to belong to the same optimizer, but got scheduler %s at index %d has %s, which is different from %s.' % (
                    type(scheduler).__name__, i, scheduler.optimizer, type(optimizer).__name__))
            if scheduler.optimizer is not schedulers[0].optimizer:
                raise ValueError('ChainedScheduler expects all schedulers to belong to the same optimizer, but '
                                 'got schedulers at index {} and {} to be different'.format(0, i))
        self._schedulers = list(schedulers)
        self.optimizer = optimizer
        self._last_lr = [group['lr'] for group in self._schedulers[-1].optimizer.param_groups]

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = [group['lr'] for group in self._schedulers[-1].optimizer.param_groups]

    state_dict = SequentialLR.state_dict
    load_state_dict = SequentialLR.load_state_dict
