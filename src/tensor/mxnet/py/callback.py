"""Callbacks of fit: checkpoints, metrics and speeds that are logged, a bar of progress."""
import functools
import logging
import math
import time


def __getattr__(name):
    if name == 'save_checkpoint':       # (model.py imports from here)
        from .model import save_checkpoint
        return save_checkpoint
    raise AttributeError(f"module 'mxnet.callback' has no attribute {name!r}")


def _every(period, save, *defaults):
    """A callback of an epoch's end: after each `period` epochs it calls save(how many are done, symbol, arguments, states). The last three may have defaults."""
    period = int(max(1, period))

    def call(iter_no, sym, arg, aux):
        done = iter_no + 1
        if not done % period:
            save(done, sym, arg, aux)
    call.__defaults__ = defaults
    return call


def module_checkpoint(mod, prefix, period=1, save_optimizer_states=False):
    """Saves a module every `period` epochs. (It knows its own symbol and parameters.)"""
    return _every(period, lambda done, *_: mod.save_checkpoint(prefix, done, save_optimizer_states), None, None, None)


def do_checkpoint(prefix, period=1):
    """Saves symbol and parameters every `period` epochs."""
    from .model import save_checkpoint
    return _every(period, functools.partial(save_checkpoint, prefix))


def log_train_metric(period, auto_reset=False):
    """Logs the metric every `period` batches."""
    def call(param):
        if param.nbatch % period or param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info('Iter[%d] Batch[%d] Train-%s=%f', param.epoch, param.nbatch, name, value)
        if auto_reset:
            param.eval_metric.reset_local()
    return call


class Speedometer:
    """Logs samples a second, and the metric, every `frequent` batches."""

    def __init__(self, batch_size, frequent=50, auto_reset=True):
        self.batch_size, self.frequent, self.auto_reset = batch_size, frequent, auto_reset
        self.init, self.tic, self.last_count = False, 0, 0

    def __call__(self, param):
        count = param.nbatch
        if self.last_count > count:
            self.init = False
        self.last_count = count
        if not self.init:
            self.init, self.tic = True, time.time()
            return
        if count % self.frequent:
            return
        passed = time.time() - self.tic
        speed = self.frequent * self.batch_size / passed if passed else float('inf')
        if param.eval_metric is None:
            logging.info('Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec', param.epoch, count, speed)
        else:
            values = param.eval_metric.get_name_value()
            if self.auto_reset:
                param.eval_metric.reset_local()
                place = 'Epoch[%d] Batch [%d-%d]' % (param.epoch, count - self.frequent, count)
            else:
                place = 'Epoch[%d] Batch [0-%d]' % (param.epoch, count)
            logging.info(place + '\tSpeed: %.2f samples/sec' + '\t%s=%f' * len(values), speed, *(each for pair in values for each in pair))
        self.tic = time.time()


class ProgressBar:
    """A bar of the batches of an epoch."""

    def __init__(self, total, length=80):
        self.bar_len, self.total = length, total

    def __call__(self, param):
        share = param.nbatch / float(self.total)
        filled = int(round(self.bar_len * share))
        logging.info('[%s] %s%s\r', '=' * filled + '-' * (self.bar_len - filled), math.ceil(100.0 * share), '%')


class LogValidationMetricsCallback:
    """Logs what evaluation at an epoch's end found."""

    def __call__(self, param):
        for name, value in param.eval_metric.get_name_value() if param.eval_metric else ():
            logging.info('Epoch[%d] Validation-%s=%f', param.epoch, name, value)
