"""What functions with several results give: tuples with names, printed a field a line."""


class _Results(tuple):
    __slots__ = ()
    _fields = ()

    def __new__(cls, values):
        return tuple.__new__(cls, values)

    def __repr__(self):
        return '%s.%s(\n%s)' % (type(self).__module__, type(self).__name__, ',\n'.join('%s=%r' % pair for pair in zip(self._fields, self)))

    def __getattr__(self, name):
        raise AttributeError("'%s.%s' object has no attribute '%s'" % (type(self).__module__, type(self).__name__, name))

    def __reduce__(self):
        return type(self), (tuple(self),)


def _field(i):
    return property(lambda self: self[i])


def _made(name, *fields):
    """The class torch.return_types.<name>."""
    return type(name, (_Results,), {'__slots__': (), '__module__': 'torch.return_types', '_fields': fields, 'n_fields': len(fields), 'n_sequence_fields': len(fields), 'n_unnamed_fields': 0,
                                    **{field: _field(i) for i, field in enumerate(fields)}})


max, min, sort, topk, median, mode, kthvalue, cummax, cummin, nanmedian = (
    _made(name, 'values', 'indices') for name in ('max', 'min', 'sort', 'topk', 'median', 'mode', 'kthvalue', 'cummax', 'cummin', 'nanmedian'))
aminmax = _made('aminmax', 'min', 'max')
linalg_eigh = _made('linalg_eigh', 'eigenvalues', 'eigenvectors')
linalg_eig = _made('linalg_eig', 'eigenvalues', 'eigenvectors')
linalg_lstsq = _made('linalg_lstsq', 'solution', 'residuals', 'rank', 'singular_values')
svd = _made('svd', 'U', 'S', 'V')
linalg_qr = _made('linalg_qr', 'Q', 'R')
qr = _made('qr', 'Q', 'R')
linalg_svd = _made('linalg_svd', 'U', 'S', 'Vh')
linalg_slogdet = _made('linalg_slogdet', 'sign', 'logabsdet')
slogdet = _made('slogdet', 'sign', 'logabsdet')
frexp = _made('frexp', 'mantissa', 'exponent')
histogram = _made('histogram', 'hist', 'bin_edges')
linalg_lu = _made('linalg_lu', 'P', 'L', 'U')
lu_unpack = _made('lu_unpack', 'P', 'L', 'U')
linalg_lu_factor = _made('linalg_lu_factor', 'LU', 'pivots')
linalg_lu_factor_ex = _made('linalg_lu_factor_ex', 'LU', 'pivots', 'info')
_lu_with_info = _made('_lu_with_info', 'LU', 'pivots', 'info')
triangular_solve = _made('triangular_solve', 'solution', 'cloned_coefficient')
geqrf = _made('geqrf', 'a', 'tau')
symeig = _made('symeig', 'eigenvalues', 'eigenvectors')
linalg_inv_ex = _made('linalg_inv_ex', 'inverse', 'info')
linalg_solve_ex = _made('linalg_solve_ex', 'result', 'info')
linalg_cholesky_ex = _made('linalg_cholesky_ex', 'L', 'info')
histogramdd = _made('histogramdd', 'hist', 'bin_edges')
