# perch: --gpus 2
# The default tensor type on a GPU, and the GPUs' own random numbers.
import torch

torch.manual_seed(0)
first = torch.rand(2)
torch.manual_seed(0)
torch.cuda.manual_seed_all(9)
print('the CPU goes on', first.equal(torch.rand(2)))
state = torch.cuda.get_rng_state()
x = torch.rand(3, device='cuda')
torch.cuda.set_rng_state(state)
print('again', x.equal(torch.rand(3, device='cuda')), state.shape, state.dtype, torch.cuda.initial_seed())
with torch.random.fork_rng():
    torch.rand(3, device='cuda:1')
states = torch.cuda.get_rng_state_all()
torch.rand(1, device='cuda:1')
print('each its own', [a.equal(b) for a, b in zip(states, torch.cuda.get_rng_state_all())])
torch.set_default_tensor_type('torch.cuda.FloatTensor')
for t in (torch.ones(2), torch.rand(2), torch.tensor([1, 2]), torch.Tensor(2, 2), torch.Tensor([1., 2]), torch.arange(3), torch.nn.Linear(2, 2).weight, torch.zeros(5000), torch.empty(9999), torch.eye(2),
          torch.randperm(4), torch.as_tensor([1.]), torch.full((2,), 1.)):
    print(t.device, end=' ')
print()
print(torch.FloatTensor([1]).device, torch.zeros(2, device='cpu').device, torch.zeros_like(torch.ones(1, device='cpu')).device)
with torch.cuda.device(1):
    print(torch.ones(1).device)
torch.set_default_tensor_type(torch.FloatTensor)
print(torch.ones(1).device, [torch.cuda.nvtx.range_push('a'), torch.cuda.nvtx.range_push('b'), torch.cuda.nvtx.range_pop(), torch.cuda.nvtx.range_pop()])
