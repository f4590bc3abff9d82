from mxnet import autograd, gluon, np, npx
npx.set_np()
def show(*arrays):
    for a in arrays:
        print(a.shape, a.dtype, a.asnumpy().round(4))
p, t = np.array([[1.0, 2], [3, 4]]), np.array([[0.0, 3], [1, 1]])
show(gluon.loss.L2Loss()(p, t), gluon.loss.L1Loss()(p, t), gluon.loss.L2Loss(weight=2)(p, t))
logits, labels = np.array([[2.0, 1, 0], [0, 0, 5], [1, 1, 1]]), np.array([0, 2, 1])
ce = gluon.loss.SoftmaxCrossEntropyLoss()
show(ce(logits, labels), ce(logits, labels.astype('int32')), ce(logits, labels).mean(), ce(logits, labels, np.array([1.0, 0, 2])))
show(gluon.loss.SoftmaxCrossEntropyLoss(sparse_label=False)(logits, npx.one_hot(labels, 3)), gluon.loss.SoftmaxCrossEntropyLoss(from_logits=True)(npx.log_softmax(logits), labels))
show(gluon.loss.SigmoidBinaryCrossEntropyLoss()(np.array([[0.0], [2]]), np.array([[1.0], [0]])), gluon.loss.SigmoidBCELoss(from_sigmoid=True)(np.array([[0.5], [0.9]]), np.array([[1.0], [1]])))
print(gluon.loss.L2Loss(), ce)
for loss in (gluon.loss.L2Loss(), gluon.loss.L1Loss()):
    p.attach_grad()
    with autograd.record():
        l = loss(p, t)
    l.backward()
    print(p.grad)
logits.attach_grad()
with autograd.record():
    l = ce(logits, labels)
l.backward()
print(logits.grad.asnumpy().round(4))
with autograd.record():
    l = ce(logits, labels).mean()
l.backward()
print(logits.grad.asnumpy().round(4))
seq = np.arange(24).reshape(2, 3, 4) / 24
print(ce(seq, np.zeros((2, 3))).asnumpy().round(4), gluon.loss.SoftmaxCELoss(axis=1)(seq, np.zeros((2, 4))).asnumpy().round(4))
said, right = np.sin(np.arange(30)).reshape(2, 3, 5), np.array([[0, 4, 2], [1, 1, 3]])
counts = npx.sequence_mask(np.ones((2, 3, 1)), np.array([3, 1]), use_sequence_length=True, axis=1)
print(ce(said, right, counts).asnumpy().round(4), (npx.pick(-npx.log_softmax(said), right) * counts.squeeze(-1)).mean(axis=1).asnumpy().round(4))
