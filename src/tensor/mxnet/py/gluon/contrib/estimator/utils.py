"""Metrics as an Estimator and its handlers take them."""
from ....metric import Accuracy, CompositeEvalMetric, EvalMetric
from ...loss import SoftmaxCrossEntropyLoss


def _check_metrics(metrics):
    """A list of metrics; one of several inside is taken apart."""
    if isinstance(metrics, CompositeEvalMetric):
        return [single for part in metrics.metrics for single in _check_metrics(part)]
    if isinstance(metrics, EvalMetric):
        return [metrics]
    metrics = metrics or []
    if not all(isinstance(metric, EvalMetric) for metric in metrics):
        raise ValueError(f'metrics must be a Metric or a list of Metric, refer to mxnet.metric.EvalMetric: {metrics}')
    return metrics


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
