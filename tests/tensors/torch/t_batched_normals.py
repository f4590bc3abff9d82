"""A normal distribution of several numbers: batches of its covariance, precision and factor beside batches of its mean."""
import torch
from torch.distributions import MultivariateNormal

spread = torch.tensor([[2., 0.5], [0.5, 1.]])
many = torch.stack([spread, torch.eye(2), spread * 3])
x = torch.tensor([0.25, -0.5])
for name in 'covariance_matrix', 'precision_matrix', 'scale_tril':
    for given in (spread, many, many[:, None], many[None, :2]):
        for loc in (torch.zeros(2), torch.tensor([[1., 2.], [3., 4.]]), torch.ones(3, 1, 2)):
            given_as = torch.linalg.cholesky(given) if name == 'scale_tril' else given
            try:
                d = MultivariateNormal(loc, **{name: given_as})
                print(name, d.batch_shape, d.event_shape, d.mean.shape, d.covariance_matrix.shape, d.scale_tril.shape, d.precision_matrix.shape)
                print(d.log_prob(x).numpy().round(4).tolist(), d.entropy().numpy().round(4).tolist(), d.variance.numpy().round(4).tolist())
                print(d.expand((2,) + tuple(d.batch_shape)).log_prob(x).shape, d.rsample((5,)).shape)
            except (ValueError, RuntimeError) as error:
                print(name, type(error).__name__, str(error).split('\n')[0])


class Two:
    def __index__(self):
        return 2


shape = torch.ones(4, 5, 6).shape
print(shape[Two()], type(shape[Two()]), shape[torch.tensor(1)], shape[True], shape[-1], shape[Two():], type(shape[Two():]), shape[::-1], shape[5:])
for wrong in (3, 'a', None, 1.5):
    try:
        shape[wrong]
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
for a in (many, many.reshape(1, 3, 2, 2), many.expand(2, 3, 2, 2), many.double()[:1], torch.zeros(0, 2, 2), torch.zeros(2, 0, 0), torch.tensor([[3.]])):
    values, vectors = torch.linalg.eigh(a)
    print(values.shape, vectors.shape, values.dtype, values.numpy().round(4).tolist(), vectors.abs().numpy().round(4).tolist(), torch.linalg.eigvalsh(a).shape)
