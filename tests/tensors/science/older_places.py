"""Older places of scipy's functions, by which lessons still import them: what they give, and what is warned of."""
import importlib, warnings, sys
warnings.simplefilter('always')
warnings.showwarning = lambda m, c, *a, **k: print(c.__name__, m)
for place, name in (('ndimage.filters', 'gaussian_filter1d'), ('ndimage.interpolation', 'zoom'), ('ndimage.measurements', 'label'), ('ndimage.morphology', 'binary_erosion'), ('signal.signaltools', 'convolve'), ('stats.stats', 'pearsonr'), ('stats.kde', 'gaussian_kde'),
                    ('sparse.csr', 'csr_matrix'), ('sparse.linalg.eigen', 'eigsh'), ('spatial.ckdtree', 'cKDTree'), ('optimize.optimize', 'fmin'), ('optimize.linesearch', 'nothing'), ('interpolate.interpolate', 'interp1d'), ('linalg.basic', 'solve'), ('integrate.quadpack', 'quad'), ('special.orthogonal', 'x')):
    m = importlib.import_module('scipy.' + place)
    try: print(m.__name__, getattr(m, name).__name__)
    except AttributeError as e: print(str(e).replace('`', ''))
from scipy.ndimage.filters import gaussian_filter
import numpy as np
print(gaussian_filter(np.eye(3), 1).round(3))
