"""MATLAB's files, version 5: loadmat, savemat, whosmat."""
from scipy.io._matlab import loadmat, savemat, whosmat

__all__ = ['loadmat', 'savemat', 'whosmat']
