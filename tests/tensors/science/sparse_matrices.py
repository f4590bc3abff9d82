"""scipy.sparse: forms, indexes, arithmetic, files, equations, what is refused."""
import tempfile, os, warnings
import numpy as np
from scipy import sparse as sp
import scipy.sparse.linalg as sl
warnings.simplefilter('ignore')
row, col, data = np.array([0, 0, 1, 2, 2, 2, 0]), np.array([0, 2, 2, 0, 1, 2, 0]), np.array([1., 2, 3, 4, 5, 6, 7])
c = sp.coo_matrix((data, (row, col)), shape=(3, 4)); a = c.tocsr(); b = a.tocsc()
for m in c, a, b, a.todia() * 1, sp.eye(3), sp.identity(2, format='csr'):
    if m.format != 'dia': print(repr(m)); print(m)
    print(m.toarray().tolist(), m.shape, m.nnz if m.format != 'dia' else '', m.dtype, m.ndim)
print(a.indptr, a.indices, a.data, b.indptr, b.indices, b.data, a.getnnz(axis=0), a.getnnz(axis=1), a.has_sorted_indices)
print(a[1, 2], a[0].toarray(), a[:, 1].toarray().ravel(), a[1:].shape, a[[2, 0]].toarray(), a[np.array([True, False, True])].toarray(), a[:, [3, 0, 0]].toarray(), a[-1, -2], b[0:2, 1:3].toarray(), a[[0, 2], [0, 1]], a[np.ix_([0, 2], [0, 1])].toarray())
v = np.array([1., 2, 3, 4]); w = np.arange(8.).reshape(4, 2)
print(a @ v, a * v, a.dot(w), v[:3] @ a, (a @ a.T).toarray(), type(a @ a.T).__name__, (a * 2).toarray()[0], (a / 2).toarray()[0], (a + a).toarray()[0], (a - b).nnz, (-a).toarray()[0], abs(a).sum())
print(a.sum(), a.sum(axis=0), a.sum(axis=1), a.mean(), a.mean(axis=1), a.max(), a.min(axis=0).toarray(), a.argmax(axis=1), a.diagonal(), a.diagonal(1), a.T.shape, a.T.format, a.trace())
print(a.multiply(a).toarray(), a.multiply(v).toarray(), a.power(2).toarray()[2], (sp.csr_matrix([[1, 2], [0, 1]]) ** 3).toarray(), a.astype(int).dtype, a.nonzero(), a.copy().toarray().shape, (a > 4).toarray(), (a != b).nnz, a.reshape(2, 6).toarray())
l = sp.lil_matrix((3, 3)); l[0, 1] = 5; l[2, 2] = 7.5; l[0, 1] = 2
print(l.toarray(), l.tocsr().nnz, repr(l)); d = sp.dok_matrix((2, 2)); d[1, 0] = 3; print(d.toarray(), d.nnz)
z = a.copy(); z[0, 0] = 0; print(z.nnz, z.toarray()[0]); z.eliminate_zeros(); print(z.nnz)
print(sp.diags([1, 2, 3]).toarray(), sp.diags([[1, 2], [4, 5, 6]], [-1, 0]).toarray(), sp.diags([1, -2, 1], [-1, 0, 1], shape=(4, 4)).toarray(), sp.hstack([a, a]).shape, sp.vstack([a, a]).format, sp.block_diag([a[:2, :2], [[9]]]).toarray(), sp.kron([[1, 2]], [[1], [3]]).toarray(), sp.tril(a).toarray(), sp.triu(a, 1).toarray(), sp.find(a), sp.bmat([[a, None], [None, a]]).shape)
print(sp.issparse(a), sp.isspmatrix_csr(b), sp.random(10, 10, .2, random_state=0).nnz, sp.rand(4, 4, .5, format='csr', random_state=1).format, type(sp.csr_array([[1]]) * sp.csr_array([[2]])).__name__, sp.csr_matrix((2, 3)).toarray(), sp.csr_matrix(np.eye(2, dtype=np.float32)).dtype, type(a.todense()).__name__)
with tempfile.TemporaryDirectory() as f:
    p = os.path.join(f, 'm.npz')
    for m in (a, b, c): sp.save_npz(p, m); q = sp.load_npz(p); print(q.format, np.array_equal(q.toarray(), m.toarray()))
k = sp.diags([-1, 2, -1], [-1, 0, 1], shape=(6, 6), format='csc').astype(float); r = np.arange(1., 7)
print(np.round(sl.spsolve(k, r), 6), np.round(sl.cg(k, r)[0], 3), sl.cg(k, r)[1], np.round(sl.eigsh(k, k=2)[0], 6), np.round(sl.eigsh(k, k=2, which='SM')[0], 6), np.round(np.sort(sl.svds(k, k=2)[1]), 6), np.round(sl.norm(k), 6), np.round(sl.norm(k, 1), 3), np.round(sl.inv(k).toarray()[0], 4), np.round(sl.gmres(k, r)[0], 2), np.round(sl.factorized(k)(r), 5))
deg = np.asarray(a[:, :3].sum(axis=1)).ravel(); print((sp.diags(1 / deg) @ a).toarray().round(4))
for f in (lambda: a + 1, lambda: a @ np.ones(3), lambda: a[5], lambda: sp.csr_matrix((data, (row, col)), shape=(2, 2)), lambda: a + a.T, lambda: c[0], lambda: len(a), lambda: bool(a), lambda: a @ 2, lambda: sp.coo_matrix(([1], ([0, 1], [0]))), lambda: sp.csr_matrix(np.ones((2, 2, 2))), lambda: sp.csr_matrix(([1.], [0], [0, 1, 1]), shape=(3, 3)), lambda: sl.spsolve(a, [1]), lambda: a ** 2, lambda: a.reshape(5, 5), lambda: sp.vstack([a, a.T])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
