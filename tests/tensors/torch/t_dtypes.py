import torch

names = ['bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64']
for a in names:
    t = torch.tensor([1, 0, 2]).to(getattr(torch, a))
    print(t, t.dtype, t.element_size(), t.type(), t.is_floating_point())
for a in names:
    row = []
    for b in names:
        row.append(str((torch.ones(1, dtype=getattr(torch, a)) + torch.ones(1, dtype=getattr(torch, b))).dtype).split('.')[1])
    print(a, row)
for a in names:
    t = torch.ones(2, dtype=getattr(torch, a))
    print(a, (t * 2).dtype, (t * 2.5).dtype, (t / 2).dtype, (t > 1).dtype, t.sum().dtype, (t * torch.tensor(2.5)).dtype, (t == 1).all())
print(torch.float32, torch.float, torch.long, torch.double, torch.half, torch.int, torch.short)
print(torch.get_default_dtype(), torch.tensor(1.).dtype, torch.tensor(1).dtype)
torch.set_default_dtype(torch.float64)
print(torch.tensor(1.).dtype, torch.ones(1), torch.tensor([1.5]))
torch.set_default_dtype(torch.float32)
print(torch.ones(1, dtype=torch.float64), torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2]).float(), torch.tensor([1.7, -1.7]).long())
print(torch.result_type(torch.ones(1), 1), torch.promote_types(torch.int32, torch.float16), torch.can_cast(torch.double, torch.int))
print(torch.tensor([1, 2]) / 2, torch.tensor([5, -5]) // 2, torch.tensor([5, -5]) % 3, torch.tensor([5.5]) // 2, 7 // torch.tensor([2]), 2 ** torch.tensor([1, 2, 3]))
print(torch.tensor([1, 2]).double(), torch.tensor([1.5]).int(), torch.tensor([0, 1]).bool(), torch.tensor([True]).int())
print(torch.tensor(3.7).int().item(), torch.tensor([[1, 2], [3, 4]]).tolist())
