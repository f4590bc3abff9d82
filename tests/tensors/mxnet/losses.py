from mxnet import autograd, nd
from mxnet.gluon import loss
p0, t = nd.array([[0.1, 0.7], [0.3, 0.9]]), nd.array([[0., 1], [1, 1]])
for l in [loss.L2Loss(), loss.L1Loss(), loss.SigmoidBCELoss(), loss.SigmoidBinaryCrossEntropyLoss(from_sigmoid=True), loss.HuberLoss(), loss.HingeLoss(), loss.SquaredHingeLoss(), loss.LogisticLoss(),
          loss.KLDivLoss(), loss.KLDivLoss(from_logits=False), loss.L2Loss(weight=3), loss.PoissonNLLLoss()]:
    p = p0.copy()
    p.attach_grad()
    with autograd.record():
        v = l(p, t)
    v.backward()
    print(l, v.asnumpy().round(3).tolist(), p.grad.asnumpy().round(3).tolist())
p = nd.array([[0.1, 0.7, -1], [0.3, 0.9, 2]])
p.attach_grad()
with autograd.record():
    v = loss.SoftmaxCrossEntropyLoss()(p, nd.array([0, 2]))
v.backward()
print(v.asnumpy().round(4).tolist(), p.grad.asnumpy().round(4).tolist())
print(loss.SoftmaxCrossEntropyLoss(sparse_label=False)(p, nd.one_hot(nd.array([0, 2]), 3)).asnumpy().round(4).tolist())
print(loss.SoftmaxCELoss()(p, nd.array([0, 2]), nd.array([[1], [0]])).asnumpy().round(4).tolist(), loss.TripletLoss()(p, p + 1, p - 1).asnumpy().round(3).tolist())
