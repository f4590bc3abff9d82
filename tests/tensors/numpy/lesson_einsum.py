"""einsum and friends."""
import numpy as np
A, B = np.arange(6).reshape(2, 3), np.arange(12).reshape(3, 4)
print(np.einsum('ij,jk->ik', A, B), np.einsum('ij->ji', A), np.einsum('ij->', A), np.einsum('ij->i', A), np.einsum('ii', np.eye(3)), np.einsum('ii->i', np.arange(9).reshape(3, 3)))
x = np.arange(3)
print(np.einsum('i,i', x, x), np.einsum('i,j->ij', x, x), np.einsum('ij,j->i', A, x), np.einsum('bij,bjk->bik', np.ones((2, 2, 3)), np.ones((2, 3, 1))).shape)
q = np.arange(24.).reshape(2, 3, 4)
print(np.einsum('bid,bjd->bij', q, q)[0], np.matmul(q, q.transpose(0, 2, 1)).shape, (q @ q.swapaxes(1, 2) == np.einsum('bid,bjd->bij', q, q)).all())
print(np.tensordot(A, B, axes=1), np.tensordot(A, A), np.dot(A, x), A @ x, np.matmul(A, B).shape, np.multiply(A, 2), np.trace(B[:, :3]))
try:
    np.matmul(A, A)
except ValueError as e:
    print(e)
try:
    np.dot(A, A)
except ValueError as e:
    print(e)
