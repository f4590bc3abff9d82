"""Learning rates that change with the number of updates."""
import bisect
import logging
import math

from _mxnet import _says


class LRScheduler:
    """The base class: warm-up, then what the subclass's formula gives."""

    def __init__(self, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode='linear'):
        self.base_lr = base_lr
        if not isinstance(warmup_steps, int):
            raise AssertionError
        self.warmup_steps = warmup_steps
        self.warmup_final_lr = base_lr
        self.warmup_begin_lr = warmup_begin_lr
        if self.warmup_begin_lr > self.warmup_final_lr:
            raise ValueError('Base lr has to be higher than warmup_begin_lr')
        if self.warmup_steps < 0:
            raise ValueError('Warmup steps has to be positive or 0')
        if warmup_mode not in ('linear', 'constant'):
            raise ValueError('Supports only linear and constant modes of warmup')
        self.warmup_mode = warmup_mode

    def get_warmup_lr(self, num_update):
        if self.warmup_mode == 'constant':
            return self.warmup_begin_lr
        return self.warmup_begin_lr + (self.warmup_final_lr - self.warmup_begin_lr) * float(num_update) / float(self.warmup_steps)

    def __call__(self, num_update):
        raise NotImplementedError('must override this')


class _Steps(LRScheduler):
    """A rate that is multiplied by the factor for each step that lies behind (_passed: how many more than when it was asked last), and that tells so."""
    stop_factor_lr = 0

    def __call__(self, num_update):
        if self.warmup_steps > num_update:
            return self.get_warmup_lr(num_update)
        for _ in range(self._passed(num_update)):
            wanted, least = self.base_lr * self.factor, self.stop_factor_lr
            self.base_lr = least if wanted < least else wanted
            said = 'now learning rate arrived at %0.5e, will not change in the future' if wanted < least else 'Change learning rate to %0.5e'
            logging.info('Update[%d]: ' + said, num_update, self.base_lr)
        return self.base_lr


class FactorScheduler(_Steps):
    """Times factor every `step` updates."""

    def __init__(self, step, factor=1, stop_factor_lr=1e-8, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode='linear'):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if step < 1:
            raise ValueError(_says("SCHEDULE_STEP"))
        if factor > 1.0:
            raise ValueError(_says("SCHEDULE_FACTOR"))
        self.step, self.factor, self.stop_factor_lr, self.count = step, factor, stop_factor_lr, 0

    def _passed(self, num_update):
        many = max(0, math.ceil((num_update - self.count) / self.step) - 1)
        self.count += many * self.step
        return many


class MultiFactorScheduler(_Steps):
    """Times factor at each of the updates listed."""

    def __init__(self, step, factor=1, base_lr=0.01, warmup_steps=0, warmup_begin_lr=0, warmup_mode='linear'):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(step, list) or not step:
            raise AssertionError
        if any(b <= a for a, b in zip(step, step[1:])):
            raise ValueError('Schedule step must be an increasing integer list')
        if min(step) < 1:
            raise ValueError(_says("SCHEDULE_STEP"))
        if factor > 1.0:
            raise ValueError(_says("SCHEDULE_FACTOR"))
        self.step, self.factor, self.cur_step_ind, self.count = step, factor, 0, 0

    def _passed(self, num_update):
        before, self.cur_step_ind = self.cur_step_ind, max(self.cur_step_ind, bisect.bisect_left(self.step, num_update))
        if self.cur_step_ind > before:
            self.count = self.step[self.cur_step_ind - 1]
        return self.cur_step_ind - before


class _Curve(LRScheduler):
    def __init__(self, max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode):
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        if not isinstance(max_update, int):
            raise AssertionError
        if max_update < 1:
            raise ValueError('maximum number of updates must be strictly positive')
        self.max_update, self.final_lr, self.base_lr_orig = max_update, final_lr, self.base_lr
        self.max_steps = self.max_update - self.warmup_steps

    def __call__(self, num_update):
        done = num_update - self.warmup_steps
        if done < 0:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update:           # behind it the last rate stays
            self.base_lr = self.final_lr + self.shape(done / self.max_steps) * (self.base_lr_orig - self.final_lr)
        return self.base_lr


class PolyScheduler(_Curve):
    """Down to final_lr by a power."""

    def __init__(self, max_update, base_lr=0.01, pwr=2, final_lr=0, warmup_steps=0, warmup_begin_lr=0, warmup_mode='linear'):
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self.power = pwr

    def shape(self, part):
        return pow(1 - part, self.power)


class CosineScheduler(_Curve):
    """Down to final_lr along a cosine."""

    def __init__(self, max_update, base_lr=0.01, final_lr=0, warmup_steps=0, warmup_begin_lr=0, warmup_mode='linear'):
        super().__init__(max_update, base_lr, final_lr, warmup_steps, warmup_begin_lr, warmup_mode)

    def shape(self, part):
        return (1 + math.cos(math.pi * part)) / 2
