"""What is called when training, an epoch or a batch begins and ends. A class takes part in the events whose classes it has as bases; what epoch_end and batch_end give says whether to stop."""
import os
import time
import warnings

import numpy as np

from ....metric import CompositeEvalMetric, EvalMetric
from ....metric import Loss as _Loss
from .utils import _check_metrics

__all__ = ['TrainBegin', 'TrainEnd', 'EpochBegin', 'EpochEnd', 'BatchBegin', 'BatchEnd', 'StoppingHandler', 'MetricHandler', 'ValidationHandler', 'LoggingHandler',
           'CheckpointHandler', 'EarlyStoppingHandler', 'GradientUpdateHandler']


class EventHandler:
    """The base of all."""


def _check_event_handlers(handlers):
    if isinstance(handlers, EventHandler):
        return [handlers]
    handlers = handlers or []
    if not all(isinstance(handler, EventHandler) for handler in handlers):
        raise ValueError(f'handlers must be an EventHandler or a list of EventHandler, got: {handlers}')
    return handlers


class TrainBegin(EventHandler):
    def train_begin(self, estimator, *args, **kwargs):
        """Before the first batch."""


class TrainEnd(EventHandler):
    def train_end(self, estimator, *args, **kwargs):
        """After the last."""


class EpochBegin(EventHandler):
    def epoch_begin(self, estimator, *args, **kwargs):
        """Before a pass over the data."""


class EpochEnd(EventHandler):
    def epoch_end(self, estimator, *args, **kwargs):
        return False


class BatchBegin(EventHandler):
    def batch_begin(self, estimator, *args, **kwargs):
        """Before a batch, which is given by the name batch."""


class BatchEnd(EventHandler):
    def batch_end(self, estimator, *args, **kwargs):
        return False


class _Counting(TrainBegin, BatchEnd, EpochEnd):
    """Those that count batches and epochs from the beginning of the training."""
    current_batch = current_epoch = 0

    def train_begin(self, estimator, *args, **kwargs):
        self.current_batch = self.current_epoch = 0


class StoppingHandler(_Counting):
    """Stops after so many epochs or batches: those of fit."""

    def __init__(self, max_epoch=None, max_batch=None):
        self.max_epoch, self.max_batch, self.stop_training = max_epoch, max_batch, False
        self.current_batch = self.current_epoch = 0

    def train_begin(self, estimator, *args, **kwargs):
        super().train_begin(estimator)
        self.max_epoch, self.max_batch = estimator.max_epoch, estimator.max_batch

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        self.stop_training = self.stop_training or self.current_batch == self.max_batch
        return self.stop_training

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch += 1
        self.stop_training = self.stop_training or self.current_epoch == self.max_epoch
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Keeps metrics up to date: begins them anew with an epoch, gives them each batch."""

    def __init__(self, metrics, priority=-1000):
        self.metrics, self.priority = _check_metrics(metrics), priority

    def epoch_begin(self, estimator, *args, **kwargs):
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator, *args, **kwargs):
        pred, label, loss = (kwargs[name] for name in ('pred', 'label', 'loss'))
        for metric in self.metrics:
            metric.update(*((0, loss) if isinstance(metric, _Loss) else (label, pred)))


def _due(count, period):
    """Is a period full? (None and 0: there is none.)"""
    return bool(period) and count % period == 0


class ValidationHandler(_Counting):
    """Calls eval_fn (the estimator's evaluate, say) after each epoch_period epochs and batch_period batches."""

    def __init__(self, val_data, eval_fn, epoch_period=1, batch_period=None, priority=-1000, event_handlers=None):
        self.val_data, self.eval_fn, self.epoch_period, self.batch_period = val_data, eval_fn, epoch_period, batch_period
        self.priority, self.event_handlers = priority, event_handlers
        self.current_batch = self.current_epoch = 0

    def _evaluate(self, estimator, count, period):
        if _due(count, period):
            self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)

    def batch_end(self, estimator, *args, **kwargs):
        self.current_batch += 1
        self._evaluate(estimator, self.current_batch, self.batch_period)

    def epoch_end(self, estimator, *args, **kwargs):
        self.current_epoch += 1
        self._evaluate(estimator, self.current_epoch, self.epoch_period)


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Says how the training goes: log_interval is 'epoch' or a number of batches."""

    def __init__(self, log_interval='epoch', metrics=None, priority=np.Inf):
        if not isinstance(log_interval, int) and log_interval != 'epoch':
            raise ValueError("log_interval must be either an integer or string 'epoch'")
        self.metrics, self.priority, self.log_interval = _check_metrics(metrics), priority, log_interval
        self._begin()

    def _begin(self):
        self.batch_index = self.current_epoch = self.processed_samples = self.log_interval_time = 0

    def _say(self, estimator, text):
        """The text and the metrics behind it."""
        estimator.logger.info((text + ''.join('%s: %.4f, ' % metric.get() for metric in self.metrics)).rstrip(', '))

    def train_begin(self, estimator, *args, **kwargs):
        self.train_start = time.time()
        estimator.logger.info('Training begin: using optimizer %s with current learning rate %.4f ', type(estimator.trainer.optimizer).__name__, estimator.trainer.learning_rate)
        estimator.logger.info(*('Train for %d epochs.', estimator.max_epoch) if estimator.max_epoch else ('Train for %d batches.', estimator.max_batch))
        self._begin()

    def train_end(self, estimator, *args, **kwargs):
        self._say(estimator, 'Train finished using total %ds with %d epochs. ' % (time.time() - self.train_start, self.current_epoch))

    def batch_begin(self, estimator, *args, **kwargs):
        self.batch_start = time.time()

    def batch_end(self, estimator, *args, **kwargs):
        if isinstance(self.log_interval, int):
            self.processed_samples += kwargs['batch'][0].shape[0]
            self.log_interval_time += time.time() - self.batch_start
            if self.batch_index % self.log_interval == 0:
                self._say(estimator, '[Epoch %d][Batch %d][Samples %s] time/interval: %.3fs ' % (self.current_epoch, self.batch_index, self.processed_samples, self.log_interval_time))
                self.log_interval_time = 0
        self.batch_index += 1

    def epoch_begin(self, estimator, *args, **kwargs):
        self.epoch_start = time.time()
        if any('training' in metric.name for metric in self.metrics):
            estimator.logger.info('[Epoch %d] Begin, current learning rate: %.4f', self.current_epoch, estimator.trainer.learning_rate)
        else:
            estimator.logger.info('Validation Begin')

    def epoch_end(self, estimator, *args, **kwargs):
        self._say(estimator, '[Epoch %d] Finished in %.3fs, ' % (self.current_epoch, time.time() - self.epoch_start))
        self.current_epoch += 1
        self.batch_index = 0


def _comparison(mode, monitor, told):
    """np.less or np.greater, and mode where it was known. (The original's 'auto' takes greater whatever is watched, and says so; here too.)"""
    if mode not in ('auto', 'min', 'max'):
        warnings.warn(f'{told} mode {mode} is unknown, fallback to auto mode. CheckpointHandler will usemax mode for f1 and accuracy metric comparison and use min mode other wise', RuntimeWarning)
        mode = 'auto'
    if mode == 'auto':
        warnings.warn(f"`greater` operator will be used to determine if {monitor.get()[0]} has improved. Please specify `mode='min'` to use the `less` operator. "
                      "Specify `mode='max' to disable this warning.`")
    return np.less if mode == 'min' else np.greater


def _worst(comparison):
    return np.Inf if comparison == np.less else -np.Inf


_NOT_NAMED = 'Please provide one of the metric objects from estimator.train_metrics and estimator.val_metrics as monitor.'


class CheckpointHandler(_Counting):
    """Saves parameters and the trainer's states in a folder after each epoch_period epochs and batch_period batches, the last max_checkpoints of them, and the best by a metric."""

    def __init__(self, model_dir, model_prefix='model', monitor=None, verbose=0, save_best=False, mode='auto', epoch_period=1, batch_period=None, max_checkpoints=5,
                 resume_from_checkpoint=False):
        os.makedirs(model_dir, exist_ok=True)
        if save_best and not isinstance(monitor, EvalMetric):
            raise ValueError('To save best model only, p' + _NOT_NAMED[1:])
        self.monitor, self.verbose, self.model_dir, self.model_prefix, self.save_best = monitor, verbose, model_dir, model_prefix, save_best
        self.epoch_period, self.batch_period, self.max_checkpoints, self.resume_from_checkpoint = epoch_period, batch_period, max_checkpoints, resume_from_checkpoint
        self.current_batch = self.current_epoch = 0
        self.saved_checkpoints = []
        if save_best:
            self.monitor_op = _comparison(mode, monitor, 'ModelCheckpoint')
            self.best = _worst(self.monitor_op)

    def train_begin(self, estimator, *args, **kwargs):
        super().train_begin(estimator)
        if self.save_best:
            self.best = _worst(self.monitor_op)
        if not self.resume_from_checkpoint:
            return
        for most, wanted, other in (estimator.max_batch, self.batch_period, self.epoch_period), (estimator.max_epoch, self.epoch_period, self.batch_period):
            if most and (not wanted or other):
                raise AssertionError('To use resume from checkpoint, you must only specify the same type of period you used for training.'
                                     'For example, if you are training based on number of epochs,you must save only based on epochs, and set batch_period to None.')
        self._resume(estimator)

    def batch_end(self, estimator, *args, **kwargs):
        if self.current_batch == 0:
            estimator.logger.info('Model architecture(symbol file) is not saved, please use HybridBlock to construct your model, and call net.hybridize() before passing to Estimator '
                                  'in order to save model architecture as %s.', self._path('-symbol.json')) # (perch has no symbols: of no net)
        self._ended(estimator, 'batch')

    def epoch_end(self, estimator, *args, **kwargs):
        self._ended(estimator, 'epoch')

    def _ended(self, estimator, kind):
        """Saves when that was the last batch (or epoch) of a period; it is counted afterwards, for files bear its index."""
        ended = getattr(self, 'current_' + kind) + 1
        if _due(ended, getattr(self, kind + '_period')):
            self._save_checkpoint(estimator)
        setattr(self, 'current_' + kind, ended)

    def _path(self, behind):
        return os.path.join(self.model_dir, self.model_prefix + behind)

    def _save(self, estimator, behind):
        estimator.net.save_parameters(self._path(behind + '.params'))
        estimator.trainer.save_states(self._path(behind + '.states'))

    def _save_checkpoint(self, estimator):
        epoch, batch = self.current_epoch, self.current_batch
        if self.resume_from_checkpoint:
            epoch += self.trained_epoch + 1
            batch += self.trained_batch + (0 if estimator.max_epoch else 1) # (at an epoch's end the batch is counted already)
        behind = f'-epoch{epoch}batch{batch}'
        self._save(estimator, behind)
        self.saved_checkpoints.append(self.model_prefix + behind)
        if len(self.saved_checkpoints) > self.max_checkpoints:
            oldest = self.saved_checkpoints.pop(0)
            for name in os.listdir(self.model_dir):
                if name.startswith(oldest):
                    os.remove(os.path.join(self.model_dir, name))
        if self.verbose > 0:
            estimator.logger.info('[Epoch %d] CheckpointHandler: trained total %d batches, saving model at %s with prefix: %s',
                                  self.current_epoch, self.current_batch + 1, self.model_dir, self.model_prefix + behind)
        if self.save_best:
            self._save_best(estimator)

    def _save_best(self, estimator):
        name, value = self.monitor.get()
        if np.isnan(value):
            warnings.warn(RuntimeWarning('Skipping save best because %s is not updated, make sure you pass one of the metric objects estimator.train_metrics and estimator.val_metrics as monitor', name))
        elif self.monitor_op(value, self.best):
            self._save(estimator, '-best')
            self.best = value
            if self.verbose > 0: # (the original says the new value twice)
                estimator.logger.info('[Epoch %d] CheckpointHandler: %s improved from %0.5f to %0.5f, updating best model at %s with prefix: %s',
                                      self.current_epoch, name, self.best, value, self.model_dir, self.model_prefix + '-best')
        elif self.verbose > 0:
            estimator.logger.info('[Epoch %d] CheckpointHandler: %s did not improve from %0.5f, skipping updating best model', self.current_batch, name, self.best)

    def _found(self):
        """The folder's checkpoints: (epoch, batch, name without its ending)."""
        made = []
        for name in os.listdir(self.model_dir):
            start = self.model_prefix + '-epoch'
            if name.startswith(start) and '.params' in name:
                name = name[:name.index('.params')]
                try:
                    epoch, batch = map(int, name[len(start):].split('batch'))
                except ValueError:
                    raise ValueError('Error parsing checkpoint file, please check your checkpoints have the format: {model_name}-epoch{epoch_number}batch{batch_number}.params, '
                                     'there should also be a .states file for each .params file ') from None
                made.append((epoch, batch, name))
        return sorted(made)

    def _resume(self, estimator):
        found = self._found()
        self.trained_epoch, self.trained_batch = found[-1][:2] if found else (-1, -1)
        if not found:
            estimator.logger.info('CheckpointHandler: No checkpoint found, training from scratch for ' + ('%d batches' % estimator.max_batch if estimator.max_batch else '%d epochs' % estimator.max_epoch))
            return
        text = 'CheckpointHandler: Checkpoint resumed from epoch %d batch %d, continue to train for ' % (self.trained_epoch, self.trained_batch)
        for kind, done in ('epoch', self.trained_epoch), ('batch', self.trained_batch):
            most = getattr(estimator, 'max_' + kind)
            if not most:
                continue
            if done >= most - 1:
                raise ValueError(f'Found checkpoint with maximum number of {kind} {most if kind == "epoch" else done} reached, please specify{" " if kind == "epoch" else ""}'
                                 'resume_from_checkpoint=False (default value) if you wan to train from scratch.')
            setattr(estimator, 'max_' + kind, most - done - 1)
            text += f'{most - done - 1} {"epochs" if kind == "epoch" else "batches"} '
        files = [os.path.join(self.model_dir, found[-1][2] + ending) for ending in ('.params', '.states')]
        for file in files:
            if not os.path.exists(file):
                raise AssertionError(f'Failed to load checkpoint, {file} does not exist')
        estimator.net.load_parameters(files[0], ctx=estimator.context)
        estimator.trainer.load_states(files[1])
        estimator.logger.warning(text)


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Stops when a metric has not become better by min_delta for `patience` epochs."""

    def __init__(self, monitor, min_delta=0, patience=0, mode='auto', baseline=None):
        if not isinstance(monitor, EvalMetric):
            raise ValueError(_NOT_NAMED)
        if isinstance(monitor, CompositeEvalMetric):
            raise ValueError('CompositeEvalMetric is not supported for EarlyStoppingHandler, please specify a simple metric instead.')
        self.monitor, self.patience, self.baseline = monitor, patience, baseline
        self.monitor_op = _comparison(mode, monitor, 'EarlyStopping')
        self.min_delta = min_delta if self.monitor_op == np.greater else -min_delta
        self._begin()

    def _begin(self):
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False

    def train_begin(self, estimator, *args, **kwargs):
        self._begin()
        self.best = _worst(self.monitor_op) if self.baseline is None else self.baseline

    def epoch_end(self, estimator, *args, **kwargs):
        name, value = self.monitor.get()
        if np.isnan(value):
            warnings.warn(RuntimeWarning('%s is not updated, make sure you pass one of the metric objects fromestimator.train_metrics and estimator.val_metrics as monitor.', name))
        else:
            self._judge(value)
        self.current_epoch += 1
        return self.stop_training

    def _judge(self, value):
        """Counts the epochs since the best value, and gives up when they are too many."""
        better = self.monitor_op(value - self.min_delta, self.best)
        self.best, self.wait = (value, 0) if better else (self.best, self.wait + 1)
        if not better and self.wait >= self.patience:
            self.stopped_epoch, self.stop_training = self.current_epoch, True

    def train_end(self, estimator, *args, **kwargs):
        if self.stopped_epoch > 0:
            estimator.logger.info('[Epoch %d] EarlyStoppingHanlder: early stopping due to %s not improving', self.stopped_epoch, self.monitor.get()[0])


class GradientUpdateHandler(BatchEnd):
    """The trainer's step after each batch."""

    def __init__(self, priority=-2000):
        self.priority = priority

    def batch_end(self, estimator, *args, **kwargs):
        losses = kwargs['loss']
        estimator.trainer.step(sum(loss.shape[0] for loss in (losses if isinstance(losses, list) else [losses])))
