"""Metrics as an Estimator and its handlers take them."""
from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss


def _singles(metric):
    """What a metric counts, one by one: of one made of several each of them, however deep."""
    if isinstance(metric, CompositeEvalMetric):
        for part in metric.metrics:
            yield from _singles(part)
    else:
        yield metric


def _check_metrics(metrics):
    """A list of metrics: what one metric counts, or the list that was given, as it is."""
    given = list(_singles(metrics)) if isinstance(metrics, EvalMetric) else metrics or []
    for each in given:
        if not isinstance(each, EvalMetric):
            raise ValueError(f'metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric: {given}')
    return given


def _check_handler_metric_ref(handler, known_metrics):
    """A handler's attributes called metric-something hold metrics of this estimator and no others."""
    for name in dir(handler):
        held = getattr(handler, name) if 'metric' in name else None
        for metric in held if isinstance(held, list) else [held] if held else []:
            if metric not in known_metrics:
                raise ValueError(f'Event handler {type(handler).__name__} refers to a metric instance {metric} outside of the known training and validation metrics. '
                                 'Please use the metrics from estimator.train_metrics and estimator.val_metrics instead.')


def _suggest_metric_for_loss(loss):
    return Accuracy() if isinstance(loss, SoftmaxCrossEntropyLoss) else None
