# perch: --gpus=none
"""autocast where there is no GPU, on and off; dtypes that the CPU's has not."""
import warnings

import torch


def told(make):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter('always')
        try:
            with make():
                print(end='inside ')
        except Exception as e:
            print(end='%s: %s ' % (type(e).__name__, e))
    print([str(w.message).splitlines()[0] for w in heard])


for on in (True, False):
    told(lambda: torch.autocast('cuda', enabled=on))
    told(lambda: torch.autocast('cuda', dtype=torch.float64, enabled=on))
    told(lambda: torch.autocast('cuda', dtype=torch.bfloat16, enabled=on))
    told(lambda: torch.autocast('cpu', enabled=on))
    told(lambda: torch.autocast('cpu', dtype=torch.float16, enabled=on))
    told(lambda: torch.autocast('cpu', dtype=torch.float32, enabled=on))
    told(lambda: torch.cuda.amp.autocast(on))
    told(lambda: torch.cuda.amp.autocast(on, dtype=torch.float32))
    told(lambda: torch.cpu.amp.autocast(on))
    told(lambda: torch.cpu.amp.autocast(on, dtype=torch.float16))
    told(lambda: torch.autocast('mps', enabled=on))
    told(lambda: torch.autocast(3, enabled=on))
print(torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype())
try:
    torch.set_autocast_cpu_dtype(torch.float16)
except RuntimeError as e:
    print(e)
torch.set_autocast_cpu_dtype(torch.bfloat16)
