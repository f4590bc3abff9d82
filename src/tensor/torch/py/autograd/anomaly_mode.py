"""Anomaly detection: a gradient that becomes NaN stops backward, and a warning shows the lines of the forward pass that it belongs to."""
import warnings

import _tensor


def is_anomaly_enabled():
    return _tensor.rule('anomaly')


def is_anomaly_check_nan_enabled():
    return _tensor.rule('anomaly_nan') or not _tensor.rule('anomaly') and _check[0]


_check = [True]         # what was asked for while the mode is off


def set_anomaly_enabled(enabled, check_nan=True):
    _check[0] = check_nan
    _tensor.rule('anomaly', enabled)
    _tensor.rule('anomaly_nan', enabled and check_nan)


class set_detect_anomaly:
    """As a call: from now on; in a with statement: until it ends."""

    def __init__(self, mode, check_nan=True):
        self.prev, self.prev_check_nan = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        set_anomaly_enabled(self.prev, self.prev_check_nan)


class detect_anomaly:
    """with detect_anomaly(): forward and backward are watched."""

    def __init__(self, check_nan=True):
        self.prev, self.prev_check_nan = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        self.check_nan = check_nan
        warnings.warn('Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.', stacklevel=2)

    def __enter__(self):
        self.prev, self.prev_check_nan = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, type, value, traceback):
        set_anomaly_enabled(self.prev, self.prev_check_nan)
