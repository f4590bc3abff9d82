# How exactly a card's libraries may compute: PyTorch's switches, which are kept without a card, too.
import torch

print(torch.get_float32_matmul_precision(), torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32)
for word in ('high', 'medium', 'highest'):
    torch.set_float32_matmul_precision(word)
    print(word, torch.get_float32_matmul_precision(), torch.backends.cuda.matmul.allow_tf32)
for on in (True, False):
    torch.backends.cuda.matmul.allow_tf32 = on
    print(torch.get_float32_matmul_precision(), torch.backends.cuda.matmul.allow_tf32)


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for value in (1, 'x', None):
    if value != 'x':
        tried(lambda: torch.set_float32_matmul_precision(value))
    tried(lambda: setattr(torch.backends.cuda.matmul, 'allow_tf32', value))
    tried(lambda: setattr(torch.backends.cudnn, 'allow_tf32', value))
    tried(lambda: setattr(torch.backends.cudnn, 'enabled', value))
tried(lambda: setattr(torch.backends.cuda.matmul, 'foo', 1))
tried(lambda: torch.backends.cuda.matmul.foo)
with torch.backends.cudnn.flags(enabled=True, allow_tf32=False):
    print(torch.backends.cudnn.allow_tf32, torch.backends.cudnn.enabled)
print(torch.backends.cudnn.allow_tf32, torch.backends.cudnn.enabled)
with torch.backends.cudnn.flags(enabled=False):
    print(torch.backends.cudnn.allow_tf32, torch.backends.cudnn.enabled)
print(torch.backends.cudnn.allow_tf32, torch.backends.cudnn.enabled)
