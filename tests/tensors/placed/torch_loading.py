# Files that name GPUs, and where their tensors are put.
import io
import os
import subprocess
import sys
import tempfile

import torch

path = os.path.join(tempfile.mkdtemp(), 'x.pt')
torch.save({'a': torch.ones(2, device='cuda:1'), 'b': torch.zeros(1)}, path)
for where in (None, 'cpu', torch.device('cpu'), 'cuda:0', {'cuda:1': 'cuda:0'}, lambda storage, location: storage):
    got = torch.load(path, map_location=where)
    print(got['a'], got['b'].device)
model = torch.nn.Linear(2, 1).cuda(1)
buffer = io.BytesIO()
torch.save(model.state_dict(), buffer)
buffer.seek(0)
state = torch.load(buffer)
print({k: str(v.device) for k, v in state.items()})
here = torch.nn.Linear(2, 1)
print(here.load_state_dict(state), here.weight.device, torch.equal(here.weight, model.weight.cpu()))
script = 'import torch\ntry:\n    torch.load(%r)\nexcept Exception as e:\n    print(type(e).__name__, e)\nprint(torch.load(%r, map_location="cpu")["a"])' % (path, path)
for gpus in ('none', 'sim:1'):
    print(subprocess.run([sys.executable, '--gpus=' + gpus, '-c', script], capture_output=True, text=True).stdout, end='')
