"""What PyTorch's compiled half warns of: the whole text with the place in its sources, and whether a second call says it again."""
import warnings
import numpy as np
import torch
import torch.nn.functional as F


def told(name, f, where=True):
    counts, texts = [], []
    for _ in range(2):
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter('always')
            try:
                f()
            except Exception as error:
                texts.append(type(error).__name__ + ': ' + str(error))
        counts.append(len(found))
        texts += [str(w.message) for w in found if str(w.message) not in texts]
        lines = {w.filename.rpartition('/')[2] for w in found if where}
    print(name, counts, *texts, *lines, sep='\n  ')


def locked(*shape):
    a = np.ones(shape)
    a.flags.writeable = False
    return a


A, x, wave = torch.eye(2), torch.arange(5), torch.ones(3, dtype=torch.complex64)
m = torch.tensor([0, 1, 1, 0, 1], dtype=torch.uint8)
pair = torch.ones(3, requires_grad=True)
for name in ('qr', 'lu', 'cholesky'):
    told(name, lambda: getattr(torch, name)(A))
told('triangular_solve', lambda: torch.triangular_solve(A, A))
told('lu_solve', lambda: torch.lu_solve(A, *torch.linalg.lu_factor(A)))
told('chain_matmul', lambda: torch.chain_matmul(A, A))
told('mask read', lambda: x[m])
told('two masks', lambda: torch.ones(5, 5)[m, m])
told('mask filled', lambda: x.clone().__setitem__(m, 2))
told('mask filled by a tensor', lambda: x.clone().__setitem__(m, torch.tensor(2)))
told('mask laid', lambda: x.clone().__setitem__(m, torch.arange(3)))
told('mask of bools', lambda: x.clone().__setitem__(m.bool(), 2))
told('masked_fill', lambda: x.masked_fill(m, 0))
told('masked_select', lambda: x.masked_select(m))
told('masked_scatter', lambda: x.masked_scatter(m, x))
told('where', lambda: torch.where(m, x, x))
told('T of a row', lambda: torch.ones(3).T)
told('T of a number', lambda: torch.tensor(3.).T)
told('T of a matrix', lambda: A.T)
told('locked', lambda: torch.from_numpy(locked(3)))
told('bytes', lambda: torch.frombuffer(b'abcd', dtype=torch.uint8))
told('list of arrays', lambda: torch.tensor([np.ones(3), np.ones(3)]))
told('list of NumPy\'s numbers', lambda: torch.tensor([np.float32(1), np.float32(2)]))
for name, f in dict(add=lambda out: torch.add(A, A, out=out), mm=lambda out: torch.mm(A, A, out=out), sqrt=lambda out: torch.sqrt(A, out=out), cat=lambda out: torch.cat([A, A], out=out),
                    stack=lambda out: torch.stack([A, A], out=out), sum=lambda out: torch.sum(A, 1, out=out), cumsum=lambda out: torch.cumsum(A, 0, out=out)).items():
    told('out of another size: ' + name, lambda: f(torch.ones(3)))
    told('out of none: ' + name, lambda: f(torch.ones(0)))
told('out of zeros', lambda: torch.zeros(3, out=torch.ones(2)))
told('imaginary parts', lambda: wave.float())
told('gradient within', lambda: (pair * 2).grad)
told('gradient of a leaf', lambda: pair.grad)
told('graph of a gradient', lambda: (pair * pair).sum().backward(create_graph=True))
told('graph of no gradient', lambda: torch.ones(1).backward(create_graph=True))
told('meshgrid', lambda: torch.meshgrid(torch.arange(2), torch.arange(2)))
told('stft', lambda: torch.stft(torch.ones(20), 10))
told('istft', lambda: torch.istft(torch.ones(6, 41, 2), 10))
told('even kernel', lambda: F.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 3), padding='same'))
told('odd kernel', lambda: F.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 3, 3), padding='same'))
told('cov', lambda: torch.cov(torch.ones(2, 1)))
told('cov of no weights', lambda: torch.cov(torch.ones(2, 3), fweights=torch.tensor([0, 0, 0])))
told('compressed', lambda: A.to_sparse_csr())
told('compressed by columns', lambda: A.to_sparse_csc())
told('boundaries in steps', lambda: torch.searchsorted(torch.arange(6.)[::2], torch.ones(2, 2).t()))
told('new_tensor', lambda: pair.new_tensor(torch.ones(2)))
told('tensor', lambda: torch.tensor(torch.ones(2)))
told('gumbel', lambda: F.gumbel_softmax(torch.ones(2), eps=1e-9), False)
told('NLLLoss2d', lambda: torch.nn.NLLLoss2d(), False)

for bad in (1, None, 'x'):
    try:
        torch.set_warn_always(bad)
    except RuntimeError as error:
        print(error)
print(torch.is_warn_always_enabled(), torch.set_warn_always(True), torch.is_warn_always_enabled())
told('.T, each time', lambda: torch.ones(2, 3, 4).T)
torch.set_warn_always(False)
told('.T, not again', lambda: torch.ones(2, 3, 4).T)
