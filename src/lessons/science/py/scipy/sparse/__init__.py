"""Sparse matrices of two axes: by coordinates (coo), by rows (csr), by columns (csc), and the others' names over these; linalg beside them."""
from scipy.sparse._make import block_diag, bmat, diags, eye, find, hstack, identity, issparse, isspmatrix, isspmatrix_coo, isspmatrix_csc, isspmatrix_csr, kron, load_npz, rand, random, save_npz, tril, triu, vstack
from scipy.sparse._matrix import (SparseEfficiencyWarning, SparseWarning, bsr_matrix, coo_array, coo_matrix, csc_array, csc_matrix, csr_array, csr_matrix, dia_matrix, dok_matrix, lil_matrix, spmatrix)

from scipy._older import open_places as _open_places

__all__ = [name for name in globals() if not name.startswith('_')]


_open_places('sparse')


def __getattr__(name):
    if name in ('linalg', 'csgraph'):
        import importlib
        return importlib.import_module('scipy.sparse.' + name)
    raise AttributeError(f"module 'scipy.sparse' has no attribute {name!r}")
