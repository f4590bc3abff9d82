# perch: --gpus=sim:2
import torch

# What is made like another, on a place that is named: there; else where the other is.
here, there = torch.zeros(2, 3), torch.zeros(2, 3, device='cuda:1')
for name, more in (('zeros_like', ()), ('ones_like', ()), ('empty_like', ()), ('full_like', (7.,)), ('rand_like', ()), ('randn_like', ()), ('randint_like', (5,)), ('randint_like', (2, 5))):
    make = getattr(torch, name)
    print(name, make(here, *more).device, make(there, *more).device, make(here, *more, device='cuda').device, make(there, *more, device='cpu').device, make(there, *more, device='cuda:0', dtype=torch.float64).dtype)
for name, more in (('new_zeros', (2,)), ('new_ones', (2,)), ('new_empty', (2,)), ('new_full', ((2,), 3.)), ('new_tensor', ([1., 2.],))):
    print(name, getattr(there, name)(*more).device, getattr(here, name)(*more, device='cuda:1').device, getattr(there, name)(*more, device='cpu').device)
# What is filled, masked, picked and put stays where it is.
i = torch.tensor([0, 2], device='cuda:1')
for t in (there.index_fill(1, i, 5.), there.index_add(1, i, torch.ones(2, 2, device='cuda:1')), there.index_copy(1, i, torch.ones(2, 2, device='cuda:1')), there.masked_fill(there == 0, 2.), there.index_select(1, i),
          there.scatter(1, i.expand(2, 2), 4.), there.gather(1, i.expand(2, 2)), there.clone().fill_diagonal_(3.), torch.tril(there + 1), torch.where(there == 0, there + 1, there)):
    print(t.device, t.tolist())
# Events know when they were come by, and how long lay between.
start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
with torch.cuda.device(1):
    start.record()
    for _ in range(4):
        there = there + 1
    end.record()
end.synchronize()
start.synchronize()
print(start.query(), end.query(), start.elapsed_time(end) > 0, end.elapsed_time(start) < 0, there[0, 0].item())
plain = torch.cuda.Event()
plain.record()
plain.synchronize()
print(plain.query())
