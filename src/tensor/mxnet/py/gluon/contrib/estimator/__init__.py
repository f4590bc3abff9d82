"""gluon.contrib.estimator: the training loop as an object, and what happens at its events."""
from .batch_processor import BatchProcessor                  # noqa: F401
from .estimator import Estimator                             # noqa: F401
from .event_handler import (BatchBegin, BatchEnd, CheckpointHandler, EarlyStoppingHandler, EpochBegin, EpochEnd, GradientUpdateHandler,   # noqa: F401
                            LoggingHandler, MetricHandler, StoppingHandler, TrainBegin, TrainEnd, ValidationHandler)

__all__ = ['BatchProcessor', 'Estimator', 'TrainBegin', 'TrainEnd', 'EpochBegin', 'EpochEnd', 'BatchBegin', 'BatchEnd', 'StoppingHandler', 'MetricHandler', 'ValidationHandler',
           'LoggingHandler', 'CheckpointHandler', 'EarlyStoppingHandler', 'GradientUpdateHandler']
