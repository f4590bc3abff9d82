# torch.jit.save and torch.jit.load: what was written comes back as it was, without the classes of the program; a file that PyTorch 1.13 wrote is read.
import base64
import io

import torch
import torch.nn.functional as F
from torch import nn

# A scripted module as PyTorch 1.13 saved it, without the files that only help to debug.
WRITTEN = '''
UEsDBBQAAAAIAAAAIQCGphA2BwAAAAUAAAAWAAAAYXJjaGl2ZS9leHRyYS9ub3RlLnR4dMtIzcnJBwBQSwMEFAAAAAgAAAAhAIL7fpsTAAAAEAAAAA4AAABhcmNoaXZlL2RhdGEvMFOqXLt7jtkhu41/RPbLWrDuBwBQSwMEFAAAAAgAAAAh
AKlPJj4KAAAACAAAAA4AAABhcmNoaXZlL2RhdGEvMbtW0L1vtZaTHQBQSwMEFAAAAAgAAAAhAIU8rRUnAQAAsgEAABAAAABhcmNoaXZlL2RhdGEucGtsfZDJTsMwEIaTtNDisi/lFdJLBDxDxSWoqOXim5U4bm3V2B0v9IQEN/rWTBMENw72
72W+z9Z8ZJyxYB2XjJGZCASSyed7TodJkgRXKaPMCtIdHeOeKc+WUWtWV3y9rVzDpLVryGY0xds19MoezXC15ND/sxZtFsYUr7aJWvhCKyMqR566gIP2wUMEt0KtZIBD3iEsBqU9YU7UUemGBWG8deztgcAgz+kACY+V1UrAsEPIo7ZVeOkO
CRy1H7sDQnuYfBNhVPbDHI7LJC+zMgv7OQ1fnFutBQ/KGk+eXSOcaKaKYzNOJouwgFPaR75WlYcziU/LoezU93AuR+iZw0WrRCHqZEddynQns1ms4arlG2c3cP1fY/YVNgYy/Um42bfmVzPGcVt8A1BLAwQUAAAACAAAACEAhP5rMU4BAAB9
AgAAGQAAAGFyY2hpdmUvY29kZS9fX3RvcmNoX18ucHl9UbtuwzAM3PMVHCXANZKOBtKpY9ou2QxDUGwqESxLhh5o/PfVq226dBBIne7IIzUq7hy8oydvZgoKabcDYGzlli/o0TrG4Aj9kNFLEOIP5C2XWuordHAxRiWSdEwEpdiFj/MntxO7
GTPH94/VS6O56hMxaRMotY+ZGGPKmDd2vDHW5thq3S7ZkWuV1Mhte8oh8idr1v8ViWGCb19LTBoUIIxNjohDJR7lcfomUgDuHZxRO2PLVccVuDLZ8WwDUnh6gXNYFfaVBifpfC+U4X4YuizK5o6QemQbGYwTVkiMGdjinaRn2n67KkNYVIEQ
Mf7i9wYojSfrpMh2Kvnqa+LCQrZI2lNaXKT11o5zBbZ9RAp9CYpsDcylJiqH3SNpKxYPKd0X/8aCjL8FlusrkuefLplUivJpItuhAVmqWvTBashQ2VD1Osno9UDpQHdfUEsDBBQAAAAIAAAAIQCexSAf7QAAAJ8BAAAxAAAAYXJjaGl2ZS9j
b2RlL19fdG9yY2hfXy90b3JjaC9ubi9tb2R1bGVzL2xpbmVhci5weX1Qu27DMAzc8xWEJxtwNXQ0kI6d2kzZgkCQbSoWolAGJSHo31ei3aJTJ5J3x+Nj8iZG+HCEhtvPMGeP3XAA0Ho1bB6YkKPWcIRL80R3W1LTQzM6E0u8im7M1v6KKrTp
YIAzUgxckKr/Wyc2jhzdCjaG4KuNi9pm7/VopvvT8KyXEO6FPwXC89eKReNIWzQpM1azd0fGXxyla5n7WuiQ07/8jBZs4GreRvR2KLunwNOitZKoiNRDPhCVl4eo7S996a7j15x+jujg5W1PB2H3o49QrdVWCSG373DNBWQsaxJsY7dZrfj3
u1Evfd3hG1BLAwQUAAAACAAAACEA8uJS9+kAAACGAQAAMgAAAGFyY2hpdmUvY29kZS9fX3RvcmNoX18vdG9yY2gvbm4vbW9kdWxlcy9kcm9wb3V0LnB5bY8/awMxDMX3fAqNd+CaLF0O0qlka6dsIQidz25MHMv4DyHfvraTHBQ6WX4/6UlP
OUoJPiMHLnn44qU4PU4bAMRAka4665gQYQfHU1fnYswfKUey3vofmGBmdq3JJjTFOZxJXW4UFzwzXyr/Zq8P96Brj/XBkdJV3FtP7thGT9VyTy41HlZiHFNuaCvfK1i0AcOx2Q5JOzPVmzJHdUaU/ZXey2vPkeTyyCWf+USd76tLnuCgfeI4
wtvHs5w6xW1d9Y+lKV5ly/Wil2tvX9PvoF0jX/8Oo84l+mo59J2iRRDriHiEFTBufgFQSwMEFAAAAAgAAAAhADpJ450CAQAAzQEAAC0AAABhcmNoaXZlL2NvZGUvX190b3JjaF9fL3RvcmNoL25uL2Z1bmN0aW9uYWwucHl1kMFqwzAMhu99
CpFTAp5JBrsEslv3AKPsGuxEaQ2uZWSFbYy9+7w6KytjxhfL3///kmZcYGaKtErtQlylhwOGRKx2kE/sYfFkZGj1Q6kIGxdcOPZgifxw4BXLR1Z7M+FWfzI+YQN3j5tdn5mxhQGqLQ0ikzXWeSfvcDIJhMBivvKKGKAFE2boFNiMHkng47PK
Fm7JHE8n7aWOClrd9JfwscvW373kF+bkX9XCHy98p5tiMnaFoJh0ZHfWz8Yl3L9NGMVRqItoIT4bqcdWQWwUVHZ1XlxI+sX4FffMxFVzkxhNSiXhZx2lkftrI9v4Y9l2NlbXld5a/dX8I2GUlUPmd19QSwMEFAAAAAgAAAAhAG0vCVcGAAAA
BAAAABUAAABhcmNoaXZlL2NvbnN0YW50cy5wa2xrYNLUAwBQSwMEFAAAAAgAAAAhANGeZ1UEAAAAAgAAAA8AAABhcmNoaXZlL3ZlcnNpb24z5gIAUEsBAhQDFAAAAAgAAAAhAIamEDYHAAAABQAAABYAAAAAAAAAAAAAAIABAAAAAGFyY2hp
dmUvZXh0cmEvbm90ZS50eHRQSwECFAMUAAAACAAAACEAgvt+mxMAAAAQAAAADgAAAAAAAAAAAAAAgAE7AAAAYXJjaGl2ZS9kYXRhLzBQSwECFAMUAAAACAAAACEAqU8mPgoAAAAIAAAADgAAAAAAAAAAAAAAgAF6AAAAYXJjaGl2ZS9kYXRh
LzFQSwECFAMUAAAACAAAACEAhTytFScBAACyAQAAEAAAAAAAAAAAAAAAgAGwAAAAYXJjaGl2ZS9kYXRhLnBrbFBLAQIUAxQAAAAIAAAAIQCE/msxTgEAAH0CAAAZAAAAAAAAAAAAAACAAQUCAABhcmNoaXZlL2NvZGUvX190b3JjaF9fLnB5
UEsBAhQDFAAAAAgAAAAhAJ7FIB/tAAAAnwEAADEAAAAAAAAAAAAAAIABigMAAGFyY2hpdmUvY29kZS9fX3RvcmNoX18vdG9yY2gvbm4vbW9kdWxlcy9saW5lYXIucHlQSwECFAMUAAAACAAAACEA8uJS9+kAAACGAQAAMgAAAAAAAAAAAAAA
gAHGBAAAYXJjaGl2ZS9jb2RlL19fdG9yY2hfXy90b3JjaC9ubi9tb2R1bGVzL2Ryb3BvdXQucHlQSwECFAMUAAAACAAAACEAOknjnQIBAADNAQAALQAAAAAAAAAAAAAAgAH/BQAAYXJjaGl2ZS9jb2RlL19fdG9yY2hfXy90b3JjaC9ubi9m
dW5jdGlvbmFsLnB5UEsBAhQDFAAAAAgAAAAhAG0vCVcGAAAABAAAABUAAAAAAAAAAAAAAIABTAcAAGFyY2hpdmUvY29uc3RhbnRzLnBrbFBLAQIUAxQAAAAIAAAAIQDRnmdVBAAAAAIAAAAPAAAAAAAAAAAAAACAAYUHAABhcmNoaXZlL3Zl
cnNpb25QSwUGAAAAAAoACgDbAgAAtgcAAAAA
'''


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
        self.k = 3
        self.sizes = [1, 2]
        self.drop = nn.Dropout(0.5)
        self.register_buffer('b', torch.ones(3))

    def forward(self, x):
        if x.sum() > 0:
            return self.drop(self.seq(x)) * self.k + self.b
        return F.relu(x.sum() + 1) * torch.ones(1, 3)


def again(m, **how):
    file = io.BytesIO()
    torch.jit.save(m, file, **how)
    file.seek(0)
    return file


torch.manual_seed(0)
net = Net().eval()
scripted = torch.jit.script(net)
x = torch.ones(2, 2)
loaded = torch.jit.load(again(scripted))
print(loaded)
print(loaded.code, loaded.seq.code)
print(torch.equal(loaded(x), net(x)), torch.equal(loaded(-x), net(-x)), loaded.training, loaded.k, loaded.sizes)
print([(name, type(p).__name__, p.requires_grad) for name, p in loaded.named_parameters()], [name for name, _ in loaded.named_buffers()], list(loaded.state_dict()))
traced = torch.jit.trace(net, x)
extra = {'note.txt': '', 'other': ''}
loaded = torch.jit.load(again(traced, _extra_files={'note.txt': 'hello', 'other': b'bytes'}), _extra_files=extra)
print(extra, loaded.code)
print(torch.equal(loaded(x), net(x)), torch.equal(loaded(-x), net(-x)))
loaded.load_state_dict({name: torch.zeros_like(t) for name, t in loaded.state_dict().items()})
print(loaded(x).detach(), net(x).shape)


@torch.jit.script
def scaled(x, n: float = 2.):
    return x * n


loaded = torch.jit.load(again(scaled))
print(loaded(x, 3.), loaded.code)
extra = {'note.txt': ''}
loaded = torch.jit.load(io.BytesIO(base64.b64decode(WRITTEN)), _extra_files=extra)
print(loaded, extra)
print(loaded.code)
print(loaded(torch.tensor([[1., 2.]]))[0].detach().numpy().round(4), loaded(-x)[1], loaded.fc.weight, loaded.k, loaded.training)
loaded = torch.jit.load(again(loaded), map_location='cpu')
print(loaded(torch.tensor([[1., 2.]]))[0].detach().numpy().round(4))
frozen = torch.jit.freeze(scripted)
print(frozen, len(list(frozen.parameters())), list(frozen.state_dict()), torch.equal(frozen(x), net(x)), torch.equal(frozen(-x), net(-x)))
with torch.no_grad():
    net.seq[0].weight.zero_()
print(torch.equal(scripted(x), net(x)))
try:
    torch.jit.freeze(torch.jit.script(Net()))
except RuntimeError as e:
    print(e)
