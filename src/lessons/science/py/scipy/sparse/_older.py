"""Older places of scipy.sparse's classes: scipy.sparse.csr.csr_matrix is scipy.sparse.csr_matrix, with a warning."""
import sys
import types
import warnings

PLACES = {'base': 'spmatrix issparse isspmatrix SparseWarning SparseEfficiencyWarning', 'bsr': 'bsr_matrix', 'compressed': 'spmatrix SparseEfficiencyWarning',
          'construct': 'block_diag bmat diags eye hstack identity kron rand random vstack', 'coo': 'coo_matrix isspmatrix_coo', 'csc': 'csc_matrix isspmatrix_csc',
          'csr': 'csr_matrix isspmatrix_csr', 'data': 'spmatrix', 'dia': 'dia_matrix', 'dok': 'dok_matrix', 'extract': 'find tril triu', 'lil': 'lil_matrix'}


class _Place(types.ModuleType):
    def __getattr__(self, name):
        own = self.__name__
        if name not in self.__all__:
            raise AttributeError(f'{own} is deprecated and has no attribute {name}. Try looking in scipy.sparse instead.')
        warnings.warn(f'Please use `{name}` from the `scipy.sparse` namespace, the `{own}` namespace is deprecated.', DeprecationWarning, stacklevel=2)
        return getattr(sys.modules['scipy.sparse'], name)

    def __dir__(self):
        return self.__all__


def places():
    """{name: module}, each importable by its own name."""
    found = {}
    for place, names in PLACES.items():
        found[place] = sys.modules['scipy.sparse.' + place] = _Place('scipy.sparse.' + place)
        found[place].__all__ = names.split()
    return found
