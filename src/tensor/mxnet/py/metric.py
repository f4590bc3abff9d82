"""Metrics: update(labels, preds) as batches come, get() for the value so far."""
import copy
import math

import _tensor
import numpy

from . import ndarray as nd
from .registry import Registry


def _lists(labels, preds, shape=False):
    labels = [labels] if isinstance(labels, nd.NDArray) else list(labels)
    preds = [preds] if isinstance(preds, nd.NDArray) else list(preds)
    check_label_shapes(labels, preds)
    return zip(labels, preds)


def check_label_shapes(labels, preds, wrap=False, shape=False):
    """Are there as many labels as predictions?"""
    a, b = (labels.shape, preds.shape) if shape else (len(labels), len(preds))
    if a != b:
        raise ValueError(f'Shape of labels {a} does not match shape of predictions {b}')
    if wrap:
        return [labels] if isinstance(labels, nd.NDArray) else labels, [preds] if isinstance(preds, nd.NDArray) else preds
    return labels, preds


def _array(x):
    return x if isinstance(x, nd.NDArray) else nd.array(x)


def _number(x):
    return _tensor.item(x)


def _values(x):
    return _tensor.tolist(_array(x).reshape((-1,)))


def _chosen(names, arrays):
    """Of arrays by name, those that a metric asks for: all without names."""
    return list(arrays.values()) if names is None else [arrays[name] for name in names]


def _kept(names, arrays):
    return arrays if names is None else {name: array for name, array in arrays.items() if name in names}


class EvalMetric:
    """The base class: a sum and a count."""
    _past = None                    # what was counted before the last reset_local (here too: a reset of a program's own sets sums alone)
    _has_global_stats = False       # a program's own metric forgets what was counted before the last reset_local; those of MXNet do not (set at the end)

    def __init__(self, name, output_names=None, label_names=None, **kwargs):
        self.name = str(name)
        self.output_names, self.label_names = output_names, label_names
        if 'has_global_stats' in kwargs:
            self._has_global_stats = kwargs.pop('has_global_stats')
        self._kwargs = kwargs
        self.reset()

    def __str__(self):
        return f'EvalMetric: {dict(self.get_name_value())}'

    def get_config(self):
        return {**self._kwargs, 'metric': self.__class__.__name__, 'name': self.name, 'output_names': self.output_names, 'label_names': self.label_names}

    def update_dict(self, label, pred):
        pred = _chosen(self.output_names, pred)
        self.update(_chosen(self.label_names, label), pred)

    def update(self, labels, preds):
        raise NotImplementedError()

    def reset(self):
        self.num_inst = 0
        self.sum_metric = 0.0
        self._past = None

    def reset_local(self):
        """get() begins anew; get_global() goes on."""
        if not self._has_global_stats:
            self.num_inst, self.sum_metric = 0, 0.0
            return
        past = self._with_past()
        self.reset()
        self._past = past

    def _with_past(self):
        """A copy that counts from the last reset on."""
        whole = copy.copy(self)
        if self._past is not None:
            whole._count_in(self._past)
            whole._past = None
        return whole

    def _count_in(self, past):
        self.sum_metric += past.sum_metric
        self.num_inst += past.num_inst

    def get(self):
        return self.name, float('nan') if self.num_inst == 0 else self.sum_metric / self.num_inst

    def get_name_value(self):
        name, value = self.get()
        return list(zip(name if isinstance(name, list) else [name], value if isinstance(value, list) else [value]))

    def get_global(self):
        """The value since reset(), whatever reset_local() did."""
        return self._globally().get()

    def get_global_name_value(self):
        return self._globally().get_name_value()

    def _globally(self):
        return self._with_past() if self._has_global_stats else self


_registry = Registry(EvalMetric, 'metric')
register, alias = _registry.register, _registry.alias


def create(metric, *args, **kwargs):
    """A metric by its name, a function, or a list of them."""
    if isinstance(metric, list):
        return CompositeEvalMetric([create(each, *args, **kwargs) for each in metric])
    own = callable(metric) and not isinstance(metric, type)
    return (CustomMetric if own else _registry.create)(metric, *args, **kwargs)


@alias('composite')
@register
class CompositeEvalMetric(EvalMetric):
    """Several metrics as one."""

    def __init__(self, metrics=None, name='composite', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)
        self.metrics = [create(m) for m in metrics or ()]       # (behind: those that counted already go on)

    def add(self, metric):
        self.metrics.append(create(metric))

    def get_metric(self, index):
        try:
            return self.metrics[index]
        except IndexError:
            return ValueError(f'Metric index {index} is out of range 0 and {len(self.metrics)}')

    def update_dict(self, labels, preds):
        labels, preds = _kept(self.label_names, labels), _kept(self.output_names, preds)
        for m in self.metrics:
            m.update_dict(labels, preds)

    def update(self, labels, preds):
        for m in self.metrics:
            m.update(labels, preds)

    def reset(self):
        for m in getattr(self, 'metrics', ()):
            m.reset()

    def reset_local(self):
        for m in self.metrics:
            m.reset_local()

    def _with_past(self):
        whole = copy.copy(self)
        whole.metrics = [m._with_past() for m in self.metrics]
        return whole

    def get_config(self):
        return {**super().get_config(), 'metrics': [m.get_config() for m in self.metrics]}

    def get(self):
        found = [pair for m in self.metrics for pair in m.get_name_value()]
        return [n for n, _ in found], [v for _, v in found]


@alias('acc')
@register
class Accuracy(EvalMetric):
    """How many predictions are the label."""

    def __init__(self, axis=1, name='accuracy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, axis=axis)
        self.axis = axis

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            label, pred = _array(label), _array(pred)
            if pred.shape != label.shape:
                pred = nd.argmax(pred, axis=self.axis)
            check_label_shapes(label, pred)
            label = label.as_in_context(pred.context)
            label, pred = label.astype('int32').reshape((-1,)), pred.astype('int32').reshape((-1,))
            check_label_shapes(label, pred)
            self.sum_metric += numpy.float64(_number((label == pred).sum()))
            self.num_inst += pred.size


@alias('top_k_accuracy', 'top_k_acc')
@register
class TopKAccuracy(EvalMetric):
    """Is the label among the k best?"""

    def __init__(self, top_k=1, name='top_k_accuracy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, top_k=top_k)
        self.top_k = top_k
        if self.top_k <= 1:
            raise AssertionError('Please use Accuracy if top_k is no more than 1')
        self.name += f'_{self.top_k}'

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            label, pred = _array(label), _array(pred)
            best = nd.topk(pred, axis=1, k=min(self.top_k, pred.shape[1]))
            hit = (best == label.astype('float32').as_in_context(best.context).reshape((-1, 1)))
            self.sum_metric += numpy.float64(_number(hit.sum()))
            self.num_inst += pred.shape[0]


class _Distance(EvalMetric):
    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            label, pred = _array(label), _array(pred)
            pred = pred.as_in_context(label.context)
            if label.ndim == 1:
                label = label.reshape((label.shape[0], 1))
            if pred.ndim == 1:
                pred = pred.reshape((pred.shape[0], 1))
            self.sum_metric += numpy.float64(_number(self.distance(label - pred)))
            self.num_inst += 1


@register
class MAE(_Distance):
    """The mean absolute error."""

    def __init__(self, name='mae', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def distance(self, difference):
        return nd.abs(difference).mean()


@register
class MSE(_Distance):
    """The mean squared error."""

    def __init__(self, name='mse', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def distance(self, difference):
        return nd.square(difference).mean()


@register
class RMSE(_Distance):
    """The root of the mean squared error."""

    def __init__(self, name='rmse', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def distance(self, difference):
        return nd.sqrt(nd.square(difference).mean())


@alias('ce')
@register
class CrossEntropy(EvalMetric):
    """Minus the log of the label's probability."""

    def __init__(self, eps=1e-12, name='cross-entropy', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, eps=eps)
        self.eps = eps

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            label, pred = _array(label).reshape((-1,)), _array(pred)
            if label.shape[0] != pred.shape[0]:
                raise AssertionError
            chosen = nd.pick(pred, label.as_in_context(pred.context))
            self.sum_metric += numpy.float64(sum(-math.log(p + self.eps) for p in _values(chosen)))
            self.num_inst += label.shape[0]


@alias('nll_loss')
@register
class NegativeLogLikelihood(CrossEntropy):
    """The same."""

    def __init__(self, eps=1e-12, name='nll-loss', output_names=None, label_names=None):
        super().__init__(eps, name, output_names, label_names)


@register
class Perplexity(EvalMetric):
    """exp of the mean of minus the log of the label's probability."""

    def __init__(self, ignore_label, axis=-1, name='perplexity', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names, ignore_label=ignore_label)
        self.ignore_label, self.axis = ignore_label, axis

    def update(self, labels, preds):
        loss, count = 0.0, 0
        for label, pred in _lists(labels, preds):
            label = _array(label).as_in_context(pred.context).reshape((pred.size // pred.shape[-1],))
            chosen = nd.pick(pred, label.astype('int32'), axis=self.axis)
            for p, l in zip(_values(chosen), _values(label)):
                if self.ignore_label is not None and l == self.ignore_label:
                    continue
                loss -= math.log(max(1e-10, p))
                count += 1
        self.sum_metric += loss
        self.num_inst += count

    def get(self):
        return self.name, float('nan') if self.num_inst == 0 else math.exp(self.sum_metric / self.num_inst)


@register
class F1(EvalMetric):
    """The harmonic mean of precision and recall of two classes. average: 'macro' is the mean of the batches' scores, else the score of all examples."""

    def __init__(self, name='f1', output_names=None, label_names=None, average='macro'):
        self.average = average
        super().__init__(name, output_names, label_names)

    def reset(self):
        super().reset()
        self._counts = [0, 0, 0, 0]

    def _count_in(self, past):
        super()._count_in(past)
        if self.average != 'macro':
            self._counts = [a + b for a, b in zip(self._counts, past._counts)]
            self.num_inst = sum(self._counts)
            self.sum_metric = numpy.float64(self._score(self._counts) * self.num_inst)

    @staticmethod
    def _score(counts):
        true, false_positive, false_negative, _ = counts
        precision = true / (true + false_positive) if true + false_positive else 0.
        recall = true / (true + false_negative) if true + false_negative else 0.
        return numpy.float64(2 * precision * recall / (precision + recall)) if precision + recall else 0.

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            guess, label = _values(nd.argmax(_array(pred), axis=1)), [int(v) for v in _values(label)]
            if len(set(label)) > 2:
                raise ValueError('_BinaryClassificationMetrics currently only supports binary classification.')
            for g, l in zip(guess, label):
                self._counts[0] += g == 1 and l == 1
                self._counts[1] += g == 1 and l != 1
                self._counts[2] += g != 1 and l == 1
                self._counts[3] += g != 1 and l != 1
            if self.average == 'macro':
                self.sum_metric += self._score(self._counts)
                self.num_inst += 1
                self._counts = [0, 0, 0, 0]
            else:
                total = sum(self._counts)
                self.sum_metric = numpy.float64(self._score(self._counts) * total)
                self.num_inst = total


@register
class MCC(F1):
    """Matthews' correlation of two classes."""

    def __init__(self, name='mcc', output_names=None, label_names=None, average='macro'):
        super().__init__(name, output_names, label_names, average)

    @staticmethod
    def _score(counts):
        true, false_positive, false_negative, negative = counts
        below = 1.
        for part in (true + false_positive, true + false_negative, negative + false_positive, negative + false_negative):
            below *= part or 1.
        return (true * negative - false_positive * false_negative) / math.sqrt(below)


@register
class PCC(EvalMetric):
    """Matthews' correlation of any number of classes, from all examples so far."""

    def __init__(self, name='pcc', output_names=None, label_names=None, has_global_stats=True):
        self.has_global_stats = has_global_stats
        super().__init__(name, output_names, label_names)

    def reset(self):
        super().reset()
        self._table = numpy.zeros((2, 2)) # rows: what was said; columns: what is true

    def _count_in(self, past):
        super()._count_in(past)
        size = max(len(self._table), len(past._table))
        self._table = sum(numpy.pad(each, ((0, size - len(each)), (0, size - len(each))), 'constant') for each in (self._table, past._table))

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            guess, label = [int(v) for v in _values(nd.argmax(_array(pred), axis=1))], [int(v) for v in _values(label)]
            many = max(guess + label) + 1
            if many > len(self._table):
                self._table = numpy.pad(self._table, ((0, many - len(self._table)), (0, many - len(self._table))), 'constant')
            for g, l in zip(guess, label):
                self._table[g, l] += 1
            self.num_inst += len(label)

    def get(self):
        said, true, n = self._table.sum(axis=1), self._table.sum(axis=0), self._table.sum()
        spread = [numpy.sum(s * (n - s)) for s in (said, true)]
        if self.num_inst == 0 or 0 in spread:
            return self.name, float('nan')
        return self.name, numpy.sum(self._table.diagonal() * n - said * true) / numpy.sqrt(spread[0] * spread[1])


@alias('pearsonr')
@register
class PearsonCorrelation(EvalMetric):
    """Pearson's correlation."""

    def __init__(self, name='pearsonr', output_names=None, label_names=None, average='macro'):
        self.average = average
        super().__init__(name, output_names, label_names)

    def reset(self):
        super().reset()
        self._pairs = [], []

    def update(self, labels, preds):
        for label, pred in _lists(labels, preds):
            check_label_shapes(label, pred, shape=True)
            a, b = _values(pred), _values(label)
            if self.average != 'macro': # (of all examples so far)
                for kept, new in zip(self._pairs, (a, b)):
                    kept.extend(new)
                a, b = self._pairs
                self.num_inst, self.sum_metric = 0, 0.0
            ma, mb = sum(a) / len(a), sum(b) / len(b)
            top = sum((x - ma) * (y - mb) for x, y in zip(a, b))
            low = math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))
            self.sum_metric += numpy.float64(top / low if low else float('nan'))
            self.num_inst += 1


@register
class Loss(EvalMetric):
    """The mean of what the outputs are."""

    def __init__(self, name='loss', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)

    def update(self, _, preds):
        for pred in [preds] if isinstance(preds, nd.NDArray) else preds:
            self.sum_metric += numpy.float64(_number(pred.sum()))
            self.num_inst += pred.size


@register
class Torch(Loss):
    """The mean of what the outputs are, by another name."""

    def __init__(self, name='torch', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class Caffe(Loss):
    """The mean of what the outputs are, by another name."""

    def __init__(self, name='caffe', output_names=None, label_names=None):
        super().__init__(name, output_names, label_names)


@register
class CustomMetric(EvalMetric):
    """A function of label and prediction, as NumPy arrays."""

    def __init__(self, feval, name=None, allow_extra_outputs=False, output_names=None, label_names=None):
        if name is None:
            name = feval.__name__
            if '<' in name:
                name = f'custom({name})'
        super().__init__(name, output_names, label_names, feval=feval, allow_extra_outputs=allow_extra_outputs)
        self._feval, self._allow_extra_outputs = feval, allow_extra_outputs

    def get_config(self):
        raise NotImplementedError('CustomMetric cannot be serialized')

    def update(self, labels, preds):
        labels = [labels] if isinstance(labels, nd.NDArray) else labels
        preds = [preds] if isinstance(preds, nd.NDArray) else preds
        if not self._allow_extra_outputs:
            check_label_shapes(labels, preds)
        for pred, label in zip(preds, labels):
            value = self._feval(label.asnumpy(), pred.asnumpy())
            if isinstance(value, tuple):
                self.sum_metric += value[0]
                self.num_inst += value[1]
            else:
                self.sum_metric += value
                self.num_inst += 1


def np(numpy_feval, name=None, allow_extra_outputs=False):
    """A metric from a function of NumPy arrays."""
    def feval(label, pred):
        return numpy_feval(label, pred)
    feval.__name__ = name if name is not None else numpy_feval.__name__
    return CustomMetric(feval, feval.__name__ if '<' not in feval.__name__ else None, allow_extra_outputs)


for _each in [each for each in globals().values() if isinstance(each, type) and issubclass(each, EvalMetric) and each is not EvalMetric]:
    _each._has_global_stats = True
