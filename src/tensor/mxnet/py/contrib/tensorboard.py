"""mx.contrib.tensorboard: metrics written for TensorBoard by mxboard, where it is installed."""
import logging


class LogMetricsCallback:
    """A batch_end_callback that writes the metric's values."""

    def __init__(self, logging_dir, prefix=None):
        self.prefix, self.summary_writer = prefix, None
        try:
            from mxboard import SummaryWriter
        except ImportError:
            logging.error('You can install mxboard via `pip install mxboard`.')
        else:
            self.summary_writer = SummaryWriter(logging_dir)

    def __call__(self, param):
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            self.summary_writer.add_scalar(name if self.prefix is None else f'{self.prefix}-{name}', value, global_step=param.epoch)
