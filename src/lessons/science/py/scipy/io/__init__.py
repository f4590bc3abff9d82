"""Files: MATLAB's of version 5 (loadmat, savemat, whosmat), the Matrix Market's (mmread, mmwrite), sounds (wavfile)."""
from scipy._older import open_places as _open_places
from scipy.io._market import mminfo, mmread, mmwrite
from scipy.io._matlab import loadmat, savemat, whosmat

__all__ = ['loadmat', 'savemat', 'whosmat', 'mminfo', 'mmread', 'mmwrite', 'wavfile']
_ABSENT = ('netcdf_file', 'netcdf_variable', 'FortranFile', 'readsav', 'hb_read', 'hb_write', 'arff')


def __getattr__(name):
    if name == 'wavfile':
        import importlib
        return importlib.import_module('scipy.io.wavfile')
    if name in _ABSENT:
        raise AttributeError(f"module 'scipy.io' has no attribute {name!r} (scipy has it; perch's scipy is a core of it, without {name})")
    raise AttributeError(f"module 'scipy.io' has no attribute {name!r}")


_open_places('io')
