"""scipy.sparse: the form (csr, csc, dia, ...) that each operation's result has, and the order in which products leave the elements of a row."""
import numpy as np
import scipy.sparse as sp

dense = np.array([[0, 2, 0, 1.], [3, 0, 0, 0], [0, 4, 5, 6], [1, 0, 7, 0]])
forms = {form: sp.coo_matrix(dense).asformat(form) for form in ('csr', 'csc', 'coo', 'dia', 'lil')}
for a, x in forms.items():
    print(a, 'times', [x.multiply(y).format for y in forms.values()], 'dense', x.multiply(dense).format, x.multiply(dense[0]).format, 'number', (x * 2).format, (x / 2).format)
    print(a, 'plus', [(x + y).format for y in forms.values()], 'minus', [(x - y).format for y in forms.values()], 'product', [(x @ y).format for y in forms.values()])
    print(a, 'stacked', [(sp.hstack([x, y]).format, sp.vstack([x, y]).format) for y in forms.values()], sp.bmat([[x, x], [x, x]]).format, sp.bmat([[x, None], [None, x]]).format, sp.hstack([x, x], 'lil').format)
    print(a, 'alone', x.T.format, abs(x).format, (-x).format, x.power(2).format, x.astype(int).format, x.conj().format, (x > 2).format, (x != x).format, x.maximum(x).format, x.minimum(x.T).format)
for a in ('csr', 'csc'):
    p = forms[a] @ forms[a]
    print(p.indices, p.indptr, p.data, p.has_sorted_indices, p.tocoo().row, p.tocoo().col, p.T.format)
    print(p[1, 1], p[2].toarray(), p[:, 1].toarray().ravel(), p[[0, 1], [1, 2]], p.sum(0), p.diagonal())
    print((p @ dense[0]), np.array_equal(p.toarray(), dense @ dense), (forms['csr'] @ forms['csc']).indices)
    p.sort_indices()
    print(p.indices, p.data, p.has_sorted_indices)
cancels = sp.csr_matrix([[1., 1.], [0, 1.]]) @ sp.csr_matrix([[1., 2.], [-1., 3.]])
print(cancels.nnz, cancels.indices, (sp.csr_matrix((2, 3)) @ sp.csr_matrix((3, 2))).nnz)
adjacency = sp.coo_matrix((np.ones(4), ([0, 0, 1, 2], [1, 2, 2, 3])), shape=(4, 4), dtype=np.float32)
adjacency = adjacency + adjacency.T.multiply(adjacency.T > adjacency) - adjacency.multiply(adjacency.T > adjacency)
walk = sp.diags(1 / np.asarray((adjacency + sp.eye(4)).sum(1)).ravel()).dot(adjacency + sp.eye(4))
print(walk.format, walk.dtype, walk.indices, walk.tocoo().row, walk.tocoo().col, walk.data.round(4))
print((sp.eye(3) + sp.eye(3)).format, (sp.eye(3) - sp.eye(3)).format, sp.eye(3).T.format, (sp.eye(3) @ sp.eye(3)).format)
