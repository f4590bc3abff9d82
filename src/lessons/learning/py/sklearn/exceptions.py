"""The exceptions and warnings of sklearn, each under the class that programs catch."""


class NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted."""


class ConvergenceWarning(UserWarning):
    """Steps ended before the answer stood still."""


class DataConversionWarning(UserWarning):
    """Data were taken in another form than they were given."""


class FitFailedWarning(RuntimeWarning):
    """A fit failed within a search or a validation."""


class UndefinedMetricWarning(UserWarning):
    """A metric has no value for these data."""


class DataDimensionalityWarning(UserWarning):
    """The number of dimensions is odd for what was asked."""


class EfficiencyWarning(UserWarning):
    """What was asked works, slowly."""
