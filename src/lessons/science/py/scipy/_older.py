"""Older places of scipy's functions: scipy.ndimage.filters.gaussian_filter is scipy.ndimage.gaussian_filter, with a warning."""
import sys
import types
import warnings

PLACES = {
    'ndimage': 'filters fourier interpolation measurements morphology',
    'signal': 'bsplines filter_design fir_filter_design lti_conversion ltisys signaltools spectral spline waveforms wavelets',
    'stats': 'biasedurn kde morestats mstats_basic mstats_extras mvn statlib stats',
    'special': 'add_newdocs basic orthogonal sf_error specfun spfun_stats',
    'sparse': 'base bsr compressed construct coo csc csr data dia dok extract lil sparsetools spfuncs sputils',
    'sparse.linalg': 'dsolve eigen interface isolve matfuncs',
    'spatial': 'ckdtree kdtree qhull',
    'optimize': 'cobyla lbfgsb linesearch minpack minpack2 moduleTNC nonlin optimize slsqp tnc zeros',
    'interpolate': 'fitpack fitpack2 interpolate ndgriddata polyint rbf',
    'linalg': 'basic decomp decomp_cholesky decomp_lu decomp_qr decomp_schur decomp_svd flinalg matfuncs misc special_matrices',
    'integrate': 'dop lsoda odepack quadpack vode',
    'io': 'harwell_boeing idl mmio netcdf',
}


class _Place(types.ModuleType):
    """A module that asks its room."""

    def __getattr__(self, name):
        own, room = self.__name__, self.__name__.rpartition('.')[0]
        if name.startswith('__') or name not in vars(sys.modules[room]):
            raise AttributeError(f'{own} is deprecated and has no attribute {name}. Try looking in {room} instead.')
        warnings.warn(f'Please use `{name}` from the `{room}` namespace, the `{own}` namespace is deprecated.', DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[room], name)

    def __dir__(self):
        return [name for name in vars(sys.modules[self.__name__.rpartition('.')[0]]) if not name.startswith('_')]


def open_places(room):
    """Makes a room's older places importable, and its attributes where it has no others of their names."""
    whole = sys.modules['scipy.' + room]
    for place in PLACES[room].split():
        name = 'scipy.%s.%s' % (room, place)
        made = sys.modules.setdefault(name, _Place(name))
        vars(whole).setdefault(place, made)
