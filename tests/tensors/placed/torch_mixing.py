# Where results live, what may mix, copies across devices, and how a place is printed.
import torch

cpu = torch.arange(3.)
gpu, other = cpu.to('cuda:0'), cpu.to('cuda:1')
zero = torch.tensor(2.)
print((gpu + 1).device, (gpu * zero).device, (zero * gpu).device, (gpu + 1.5).dtype, torch.maximum(gpu, zero).device, torch.add(gpu, zero, alpha=2))
gpu += zero
print(gpu)
print(gpu[torch.tensor([0, 2])], gpu[gpu > 3], gpu[torch.tensor([True, False, True])], gpu[torch.tensor(1)])
gpu[0] = zero
gpu[1:] = cpu[1:]
print(gpu, gpu.copy_(other), other.copy_(cpu * 3))
cpu[:] = other
print(cpu, cpu.device)
gpu[torch.tensor([0])] = torch.tensor([9.])
gpu[gpu == 9] = torch.tensor(8.)
print(gpu)
print(gpu.int(), gpu.double(), gpu.requires_grad_(), gpu.half().detach(), (gpu > 3), gpu.sum(), torch.zeros(0, device='cuda:1'), torch.tensor(True, device='cuda'))
print(gpu * 2, (gpu * 2).double(), gpu.to('cuda:1'), gpu.cpu())
print(torch.nn.Parameter(torch.ones(1, device='cuda')), torch.nn.Linear(1, 2).cuda(), [torch.ones(1, device='cuda:1')])
print(torch.tensor([1, 2], device='cuda', dtype=torch.int32), torch.tensor(cpu, device='cuda:1').device if False else cpu.new_tensor([1.]).device, gpu.new_zeros(1).device)
print(torch.rand(2, device='cuda').device, torch.randn_like(other).device, torch.randint(3, (2,), device='cuda:1').device, torch.randperm(3, device='cuda').device, torch.linspace(0, 1, 3, device='cuda'), torch.full_like(other, 2), torch.empty(2, device='cuda:1').shape)
print(torch.stack([other, other]).device, torch.cat([other, other]).shape, torch.where(other > 2, other, -other), other.tolist(), other[0].item(), float(other[1]), len(other), list(other)[2])
print(torch.cuda.FloatTensor([1, 2]), other.type(), other.type('torch.FloatTensor'), other.type('torch.cuda.LongTensor').dtype, other.is_cuda, other.get_device(), cpu.get_device())
print(other.pin_memory().device if False else cpu.pin_memory().device, cpu.to('cuda', non_blocking=True).device, cpu.to(other).device, cpu.to(device='cuda:1', dtype=torch.int64), other.to(torch.float64).device, other.cuda() is other, other.cuda(1) is other)
print(torch.equal(other.cpu(), cpu), torch.allclose(other, other.clone()), (other == other).all(), torch.device('cuda', 1) == other.device, torch.device(1), str(other.device), other.device.type, other.device.index)
for f in (lambda: torch.equal(other, cpu), lambda: torch.allclose(gpu, cpu), lambda: cpu.add_(gpu), lambda: torch.where(gpu > 0, gpu, cpu), lambda: torch.stack([gpu, cpu]), lambda: torch.outer(gpu, cpu) if False else gpu @ cpu, lambda: gpu.masked_fill(torch.tensor([True, False, True]), 0), lambda: cpu.index_select(0, torch.tensor([0], device='cuda'))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])
