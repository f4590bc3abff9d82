# perch: --gpus=sim:2,mem=64M
# Memory of a GPU: counted, freed with the last name, and its end.
import torch

print(torch.cuda.memory_allocated(), torch.cuda.memory_allocated(1))
x = torch.ones(1024, 1024, device='cuda:0')
print(torch.cuda.memory_allocated() == 4 * 1024 * 1024, torch.cuda.memory_reserved() >= torch.cuda.memory_allocated())
y = x
del x
print(torch.cuda.memory_allocated() > 0)
del y
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated() == 4 * 1024 * 1024)
torch.cuda.empty_cache()
print(torch.cuda.memory_reserved())
try:
    torch.ones(64, 1024, 1024, device='cuda:1')
except torch.cuda.OutOfMemoryError as e:
    print(isinstance(e, RuntimeError), str(e)[:66])
for i in range(3):
    try:
        torch.empty(10 ** 9, device='cuda')
    except RuntimeError as e:
        print(str(e).split('.')[0])
print(torch.cuda.memory_allocated(), torch.ones(2, device='cuda').sum().item())
p = torch.cuda.get_device_properties(0)
print(p.total_memory == 64 << 20, type(p).__name__, torch.cuda.get_device_name(0) == p.name, torch.cuda.mem_get_info()[1] == p.total_memory)
print(torch.cuda.memory_summary().split('\n')[1].strip('| ').split(',')[0])
try:
    torch.cuda.get_device_name(5)
except AssertionError as e:
    print('AssertionError', e)
