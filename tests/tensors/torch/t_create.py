# Making tensors: every way a first lesson shows, with what is printed.
import torch

x = torch.arange(12, dtype=torch.float32)
print(x)
print(x.numel(), x.shape, x.size(), x.size(0), x.ndim, x.dim(), len(x))
X = x.reshape(3, 4)
print(X, X.reshape(-1, 4).shape, X.reshape(3, -1).shape, X.view(2, 6).shape, X.view(-1))
print(torch.zeros((2, 3, 4)))
print(torch.ones((2, 3, 4)))
print(torch.tensor([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]]))
print(torch.zeros(3), torch.zeros(2, 0), torch.zeros(()), torch.zeros([2, 2], dtype=torch.int64), torch.zeros(torch.Size([1, 2])))
print(torch.full((2, 2), 7), torch.full((2,), 7.5), torch.full((2,), True), torch.full((2,), 7, dtype=torch.float64))
print(torch.eye(3), torch.eye(2, 3), torch.eye(2, dtype=torch.int32))
print(torch.linspace(0, 1, 5), torch.linspace(-3, 10, steps=5), torch.linspace(1, 1, 1))
print(torch.logspace(0, 2, 3), torch.arange(5), torch.arange(1, 4), torch.arange(1, 2.5, 0.5), torch.arange(5, 0, -2))
print(torch.tensor(3), torch.tensor(3.5), torch.tensor(True), torch.tensor([]), torch.tensor([[]]).shape, torch.tensor([[[1]]]))
print(torch.tensor([1, 2.5]), torch.tensor([True, False]), torch.tensor([1, True]), torch.tensor((1, 2)), torch.tensor(range(3)))
print(torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.Tensor().shape, torch.LongTensor([1, 2]), torch.FloatTensor([[1]]), torch.ByteTensor([1]))
print(torch.zeros_like(X), torch.ones_like(X, dtype=torch.int64), torch.full_like(X, 2), torch.empty_like(X).shape, torch.empty(2, 3).shape)
print(X.new_zeros(2), X.new_ones((2, 1)), X.new_full((2,), 3), X.new_tensor([1, 2]), X.new_empty(0), X.new(2).shape)
print(torch.as_tensor([1, 2]), torch.as_tensor(X) is X, torch.asarray([1., 2.]))
print(torch.diag(torch.tensor([1., 2])), torch.diag(torch.arange(9).reshape(3, 3)), torch.diag(torch.tensor([1, 2]), 1))
print(torch.tril(torch.ones(3, 3)), torch.triu(torch.ones(3, 3), 1), torch.tril_indices(3, 3), torch.triu_indices(2, 3, 1))
a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing='ij')
print(a, b)
print(torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4])), torch.combinations(torch.tensor([1, 2, 3])))
print(torch.vander(torch.tensor([1, 2, 3])), torch.block_diag(torch.ones(1, 1), torch.ones(2, 2)))
for bad in (lambda: torch.zeros(-1), lambda: torch.arange(0, 3, -1), lambda: torch.arange(0, 3, 0), lambda: torch.tensor([[1, 2], [3]]), lambda: torch.tensor('a'),
            lambda: torch.tensor([1, 'a']), lambda: torch.tensor(None), lambda: torch.eye(-1), lambda: torch.linspace(0, 1, -1), lambda: torch.full((2,), 'a'),
            lambda: torch.ones(2.5), lambda: torch.ones('a'), lambda: torch.tensor(), lambda: torch.tensor([1, [2]])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
