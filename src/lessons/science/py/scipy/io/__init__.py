"""MATLAB's files, version 5: loadmat, savemat, whosmat."""
from scipy._older import open_places as _open_places
from scipy.io._matlab import loadmat, savemat, whosmat

__all__ = ['loadmat', 'savemat', 'whosmat']
_open_places('io')
