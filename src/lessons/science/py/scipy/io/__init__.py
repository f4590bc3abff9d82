"""MATLAB's files, version 5: loadmat, savemat, whosmat."""
from scipy._absent import of as _absent
from scipy.io._matlab import loadmat, savemat, whosmat

__all__ = ['loadmat', 'savemat', 'whosmat']
__getattr__ = _absent(__name__)
