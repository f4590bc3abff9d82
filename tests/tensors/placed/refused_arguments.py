# What an original takes and perch does not serve is refused by name, and not dropped.
import mxnet as mx
import torch
from scipy import optimize
from torch._subclasses.fake_tensor import FakeTensorMode

x = torch.arange(6.).reshape(2, 3)
for f in (lambda: torch.svd(x, compute_uv=False),
          lambda: torch.optim.Adagrad([x.requires_grad_()], differentiable=True),
          lambda: mx.np.diff(mx.np.array([1, 2]), append=1), lambda: mx.np.random.normal(out=mx.np.array([1.])), lambda: mx.nd.linalg.gemm2(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)), axis=0),
          lambda: mx.npx.reshape_like(mx.np.ones((2, 3)), mx.np.ones((3, 2)), lhs_begin=0), lambda: mx.util.set_np(dtype=True),
          lambda: FakeTensorMode(shape_env=1), lambda: str(torch.jit.script(torch.nn.Linear(1, 1)).graph),
          lambda: optimize.minimize(optimize.rosen, [1.3, 0.7], method='TNC'), lambda: optimize.minimize(optimize.rosen, [1.3, 0.7], method='zz'),
          lambda: optimize.shgo, lambda: optimize.direct, lambda: optimize.fmin_tnc):
    try:
        print('taken:', f())
    except Exception as e:
        print(type(e).__name__, '|', e)
