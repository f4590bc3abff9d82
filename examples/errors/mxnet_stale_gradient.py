# backward() on the loss of one of two GPUs
# 只对两块 GPU 中一块的损失调用 backward()
# accent: MXNet
# code: P0111
# cause: parallel
# said: UserWarning: Gradient of Parameter `dense0_bias` on context gpu(1) has not been updated by backward since last `step`. This could mean a bug in your model that made it only use a subset of the Parameters (Blocks) for this iteration. If you are intentionally only using a subset, call step with ignore_stale_grad=True to suppress this warning and skip updating of Parameters with stale gradient
# words: dmlc/gluon-nlp#982; MXNet 1.9.1, gluon/trainer.py
# source: dmlc/gluon-nlp#982, zackchase/mxnet-the-straight-dope#348
# symptom: trainer.step() raises a UserWarning and names a context.
# 症状：trainer.step() 引发 UserWarning，并提到一个 context。
# because: The copy on gpu(1) got no gradient: only losses[0] went backward.
# 原因：gpu(1) 上的副本没有得到梯度：只有 losses[0] 做了反向。
# repair: for l in losses: l.backward().
# 修复：for l in losses: l.backward()。
# edit: losses[0].backward() => autograd.backward(losses)
# at: 31
# operands: dense0_bias on gpu(1); losses[1] on gpu(1)
# prints: stepped
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

ctx = [mx.gpu(0), mx.gpu(1)]
net = nn.Dense(1, in_units=2)
net.initialize(ctx=ctx)
trainer = gluon.Trainer(net.collect_params(), 'sgd')
xs = gluon.utils.split_and_load(nd.ones((4, 2)), ctx)
with autograd.record():
    losses = [net(x).sum() for x in xs]
losses[0].backward()
trainer.step(4)
print('stepped')
