"""torch.lobpcg: a few of the largest or smallest eigenvalues of a large symmetric matrix, which is only multiplied with (Knyazev, 2001): in each step the best vectors among the ones
there are, what they lack, and the last step's direction."""
import torch
from _torch import _says


def lobpcg(A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None, ortho_iparams=None, ortho_fparams=None, ortho_bparams=None):
    from perch.only import only
    only('torch.lobpcg', tracker=(tracker, None), ortho_iparams=(ortho_iparams, None), ortho_fparams=(ortho_fparams, None), ortho_bparams=(ortho_bparams, None))
    if method not in (None, 'ortho', 'basic'):
        method = 'ortho'
    if A.shape[-1] != A.shape[-2]:
        raise AssertionError(A.shape)
    m = A.shape[-1]
    count = (1 if X is None else X.shape[-1]) if k is None else k
    columns = n if n is not None else count if X is None else X.shape[-1]
    if m < 3 * columns:
        raise ValueError(_says("LOBPCG_ROWS", m, columns))
    if tol is None:
        tol = {torch.float32: 1.2e-07, torch.float64: 2.23e-16}[A.dtype] ** 0.5
    if X is None:
        X = torch.randn(A.shape[:-1] + (columns,), dtype=A.dtype, device=A.device)
    search = _Search(count, tol, 1000 if niter is None else niter, largest is None or largest)
    if A.ndim == 2:
        return search.run(A, B, X, iK)
    each = [search.run(*[None if t is None else t.reshape(-1, *t.shape[-2:])[i] for t in (A, B, X, iK)]) for i in range(A.shape[:-2].numel())]
    return tuple(torch.stack([found[i] for found in each]).reshape(A.shape[:-2] + each[0][i].shape) for i in (0, 1))


class _Search:
    def __init__(self, count, tol, steps, largest):
        self.count, self.tol, self.steps, self.largest = count, tol, steps, largest

    def _best(self, A, S, columns):
        """The best values and vectors in the space of S's columns, which are orthonormal."""
        values, vectors = torch.linalg.eigh(S.mT @ (A @ S))
        if self.largest:
            values, vectors = values.flip(-1), vectors.flip(-1)
        return values[:columns], S @ vectors[:, :columns]

    def run(self, A, B, X, iK):
        with torch.no_grad():
            root = None if B is None else torch.linalg.cholesky(B)
            if root is not None:                # A x = v B x is one of A between the halves of B
                back = torch.linalg.inv(root)
                A, X = back @ A @ back.mT, root.mT @ X
            columns, size = X.shape[-1], A.norm()
            values, X = self._best(A, torch.linalg.qr(X)[0], columns)
            step = None
            for _ in range(self.steps):
                lacks = A @ X - X * values
                if bool((lacks[:, :self.count].norm(dim=0) <= self.tol * (size + values[:self.count].abs())).all()):
                    break
                lacks = lacks if iK is None else iK @ lacks
                space = torch.cat([X, lacks / lacks.norm(dim=0).clamp(min=torch.finfo(A.dtype).tiny)] + ([] if step is None else [step]), 1)
                values, better = self._best(A, torch.linalg.qr(space)[0], columns)
                step = better - X @ (X.mT @ better)
                step = step / step.norm(dim=0).clamp(min=torch.finfo(A.dtype).tiny)
                X = better
            X = X if root is None else back.mT @ X
            return values[:self.count], X[:, :self.count]
