"""Older places of scipy.sparse's classes."""
import warnings

import scipy.sparse
import scipy.sparse.csr

for place, name in (('csr', 'csr_matrix'), ('coo', 'coo_matrix'), ('csc', 'csc_matrix'), ('base', 'spmatrix'), ('construct', 'eye'), ('lil', 'lil_matrix'), ('csr', 'zz')):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(getattr(getattr(scipy.sparse, place), name) is getattr(scipy.sparse, name), [str(w.message) for w in seen])
        except AttributeError as error:
            print(error)
