# Between tensors and NumPy: what is shared, what is copied, which dtypes, scalars and functions.
import numpy as np
import torch

t = torch.ones(5)
n = t.numpy()
t.add_(1)
print(t, n, type(n), n.dtype)
n *= 2
print(t)
a = np.arange(6, dtype=np.float64).reshape(2, 3)
s, c = torch.from_numpy(a), torch.tensor(a)
a[0, 0] = 100
print(s[0, 0], c[0, 0], s.dtype, torch.as_tensor(a).data_ptr() == s.data_ptr(), torch.from_numpy(a[:, 1:]).stride(), torch.from_numpy(a.T).shape)
for d in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.float16, np.float32, np.float64, np.bool_):
    v = torch.from_numpy(np.ones(1, d))
    print(d.__name__, v.dtype, v.numpy().dtype)
print(torch.tensor(np.float32(1.5)), torch.tensor(np.int64(3)), torch.ones(2) * np.float32(2), torch.zeros(np.int64(2)), torch.tensor([np.array([1, 2]), np.array([3, 4])]), torch.ones(2)[np.int64(1)], torch.arange(4)[np.array([0, 2])])
print(np.sum(torch.ones(3).numpy()), np.array(torch.eye(2)), np.asarray(torch.tensor([1, 2])), np.exp(torch.zeros(2).numpy()), torch.ones(2).detach().cpu().numpy().tolist(), torch.tensor(3.).numpy(), torch.tensor([[1.]]).numpy().shape, float(torch.tensor(2.).numpy()))
print(isinstance(t.numpy(), np.ndarray), torch.is_tensor(a), torch.equal(torch.from_numpy(np.array([1, 2])), torch.tensor([1, 2])), np.allclose(t.numpy(), 4))
x = torch.ones(2, requires_grad=True)
for f in (lambda: x.numpy(), lambda: np.array(x), lambda: torch.from_numpy(3), lambda: torch.ones(2, dtype=torch.bfloat16).numpy(), lambda: torch.from_numpy(np.ones(2)[::-1]), lambda: (x * 2).detach().numpy()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e)[:70])
