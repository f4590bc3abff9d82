"""Sparse matrices made of numbers, of others, of chance; kept in NumPy's files."""
import numpy as np

from scipy.sparse._matrix import coo_matrix, csc_matrix, csr_matrix, spmatrix


def issparse(x):
    return isinstance(x, spmatrix)


isspmatrix = issparse


def isspmatrix_csr(x):
    return isinstance(x, spmatrix) and x.format == 'csr'


def isspmatrix_csc(x):
    return isinstance(x, spmatrix) and x.format == 'csc'


def isspmatrix_coo(x):
    return isinstance(x, spmatrix) and x.format == 'coo'


def diags(diagonals, offsets=0, shape=None, format=None, dtype=None):
    """A matrix of these diagonals; a single number fills one."""
    if np.ndim(offsets) == 0:
        diagonals = [diagonals] if len(diagonals) == 0 or np.ndim(diagonals[0]) == 0 else [np.atleast_1d(diagonals[0])]
        offsets = [offsets]
    lines, offsets = [np.atleast_1d(each) for each in diagonals], list(offsets)
    if len(lines) != len(offsets):
        raise ValueError('Different number of diagonals and offsets.')
    size = len(lines[0]) + abs(int(offsets[0])) if lines else 0
    rows, columns = shape or (size, size)
    parts = []
    for line, k in zip(lines, offsets):
        many = min(rows + min(k, 0), columns - max(k, 0))
        if many < 0 or len(line) not in (1, many):
            raise ValueError(f'Diagonal length (index {len(parts)}: {len(line)} at offset {k}) does not agree with matrix size ({rows}, {columns}).')
        at = np.arange(many)
        parts.append((np.broadcast_to(line, many), at - min(k, 0), at + max(k, 0)))
    data, row, col = (np.concatenate([part[i] for part in parts]) if parts else np.array([], int) for i in range(3))
    made = coo_matrix((data.astype(np.common_type(*lines) if dtype is None else dtype), (row, col)), shape=(rows, columns))
    return made.asformat(format or 'dia')


def eye(m, n=None, k=0, dtype=float, format=None):
    """Ones on a diagonal."""
    n = m if n is None else n
    many = max(0, min(m + min(k, 0), n - max(k, 0)))
    at = np.arange(many)
    return coo_matrix((np.ones(many, dtype), (at - min(k, 0), at + max(k, 0))), shape=(m, n)).asformat(format or 'dia')


def identity(n, dtype='d', format=None):
    return eye(n, dtype=dtype, format=format)


def bmat(blocks, format=None, dtype=None):
    """Blocks side by side and below each other; None is a block of zeros."""
    kinds = {getattr(each, 'format', None) for row in blocks for each in row}
    plain = kinds.pop() if len(kinds) == 1 else None            # (all of them by rows, or by columns, and no gap: so is the whole)
    format = format or (plain if plain in ('csr', 'csc') else None)
    blocks = [[None if each is None else coo_matrix(each) for each in row] for row in blocks]
    heights, widths = [0] * len(blocks), [0] * len(blocks[0])
    for i, row in enumerate(blocks):
        for j, each in enumerate(row):
            if each is None:
                continue
            for sizes, at, size, axis in ((heights, i, each.shape[0], 0), (widths, j, each.shape[1], 1)):
                if sizes[at] not in (0, size):
                    where = f'blocks[{i},:] has incompatible row dimensions. Got blocks[{i},{j}].shape[0] == {size}, expected {sizes[at]}.' if axis == 0 else \
                        f'blocks[:,{j}] has incompatible column dimensions. Got blocks[{i},{j}].shape[1] == {size}, expected {sizes[at]}.'
                    raise ValueError(where)
                sizes[at] = size
    down, right = np.concatenate([[0], np.cumsum(heights)]), np.concatenate([[0], np.cumsum(widths)])
    parts = [(each.data, each.row + down[i], each.col + right[j]) for i, row in enumerate(blocks) for j, each in enumerate(row) if each is not None]
    data, row, col = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return coo_matrix((data if dtype is None else data.astype(dtype), (row, col)), shape=(int(down[-1]), int(right[-1]))).asformat(format or 'coo')


def vstack(blocks, format=None, dtype=None):
    return bmat([[each] for each in blocks], format, dtype)


def hstack(blocks, format=None, dtype=None):
    return bmat([list(blocks)], format, dtype)


def block_diag(mats, format=None, dtype=None):
    """Matrices along the diagonal."""
    mats = [coo_matrix(np.atleast_2d(each) if not isinstance(each, spmatrix) else each) for each in mats]
    return bmat([[each if i == j else None for j in range(len(mats))] for i, each in enumerate(mats)], format, dtype)


def kron(A, B, format=None):
    """Kronecker's product."""
    a, b = coo_matrix(A), coo_matrix(B)
    row = np.repeat(a.row * b.shape[0], b.nnz) + np.tile(b.row, a.nnz)
    col = np.repeat(a.col * b.shape[1], b.nnz) + np.tile(b.col, a.nnz)
    return coo_matrix((np.repeat(a.data, b.nnz) * np.tile(b.data, a.nnz), (row, col)), shape=(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])).asformat(format or 'coo')


def _part(A, k, format, kept):
    coo = coo_matrix(A)
    there = kept(coo.col - coo.row, k)
    return coo_matrix((coo.data[there], (coo.row[there], coo.col[there])), shape=coo.shape).asformat(format or 'coo')


def tril(A, k=0, format=None):
    return _part(A, k, format, np.less_equal)


def triu(A, k=0, format=None):
    return _part(A, k, format, np.greater_equal)


def find(A):
    """(rows, columns, values) of what is not 0."""
    coo = coo_matrix(A, copy=True)
    coo.sum_duplicates()
    kept = coo.data != 0
    return coo.row[kept], coo.col[kept], coo.data[kept]


def random(m, n, density=0.01, format='coo', dtype=None, random_state=None, data_rvs=None):
    """Elements at places drawn without doubles."""
    if density < 0 or density > 1:
        raise ValueError('density expected to be 0 <= density <= 1')
    from scipy.stats._distribution import generator
    drawn = generator(random_state)
    many = int(round(density * m * n))
    at = drawn.choice(m * n, size=many, replace=False)
    col, row = at // m, at % m
    data = drawn.uniform(size=many) if data_rvs is None else data_rvs(many)
    return coo_matrix((np.asarray(data).astype(dtype or float, copy=False), (row, col)), shape=(m, n)).asformat(format)


def rand(m, n, density=0.01, format='coo', dtype=None, random_state=None):
    return random(m, n, density, format, dtype, random_state)


def save_npz(file, matrix, compressed=True):
    """In the form that scipy reads."""
    parts = {'row': matrix.row, 'col': matrix.col} if matrix.format == 'coo' else {'indices': matrix.indices, 'indptr': matrix.indptr}
    if matrix.format not in ('coo', 'csr', 'csc'):
        raise NotImplementedError(f'Save is not implemented for sparse matrix of format {matrix.format}.')
    (np.savez_compressed if compressed else np.savez)(file, **parts, format=matrix.format.encode('ascii'), shape=matrix.shape, data=matrix.data)


def load_npz(file):
    """What save_npz wrote."""
    with np.load(file) as loaded:
        if 'format' not in loaded.files:
            raise ValueError(f'The file {file} does not contain a sparse matrix.')
        kind = loaded['format'].item()
        kind = kind.decode('ascii') if isinstance(kind, bytes) else kind
        makers = {'coo': coo_matrix, 'csr': csr_matrix, 'csc': csc_matrix}
        if kind not in makers:
            raise NotImplementedError(f'Load is not implemented for sparse matrix of format {kind}.')
        parts = (loaded['data'], (loaded['row'], loaded['col'])) if kind == 'coo' else (loaded['data'], loaded['indices'], loaded['indptr'])
        return makers[kind](parts, shape=tuple(loaded['shape']))
