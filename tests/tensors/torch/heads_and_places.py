# Where a backward pass may begin with complex numbers; places that torch.load is told: map_location, register_package.
import io

import torch


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e))


z = torch.tensor([1 + 2j], requires_grad=True)
r = torch.ones(1, requires_grad=True)
attempt(lambda: (z * 2).backward(torch.ones(1)))
attempt(lambda: (r * 2).backward(torch.ones(1, dtype=torch.complex64)))
attempt(lambda: torch.autograd.grad(z * 2, z, torch.ones(1, dtype=torch.float64)))
attempt(lambda: torch.autograd.backward([r * 2, z * 2], [torch.ones(1), torch.full((1,), 2.)]))
attempt(lambda: torch.autograd.grad(r * 2, r, torch.ones(2)))
print(z.grad, r.grad)
attempt(lambda: (z * 2).backward() is None)
attempt(lambda: len(torch.autograd.grad((z * z).sum(), z)))
attempt(lambda: len(torch.autograd.grad([r * 2, z * 2], [r, z])))
(z * torch.tensor([1 + 1j])).abs().backward()
print(z.grad is not None)

file = io.BytesIO()
torch.save(torch.ones(2), file)


def loaded(place):
    file.seek(0)
    return torch.load(file, map_location=place)


for place in ('cpu', 'mps', 'xpu', 'meta', 'hpu', 'foo', 'cpu:0', torch.device('mps'), 'vulkan', {'cpu': 'mps'}, {'cuda:0': 'mps'}, lambda storage, place: None, lambda storage, place: storage):
    attempt(lambda: loaded(place))
asked = []


def restore(storage, place):
    asked.append((place, type(storage).__name__))
    return storage if place.startswith('foo') else None


torch.serialization.register_package(15, lambda storage: None, restore)
attempt(lambda: loaded('foo'))
attempt(lambda: loaded('bar'))
print(asked)
print(torch.serialization.location_tag(torch.ones(2).storage()), torch.serialization.default_restore_location(torch.ones(2).storage(), 'cpu').device)
