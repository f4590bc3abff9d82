"""SoftmaxOutput's labels that count for nothing, -1 among them; what 'valid' divides by."""
import mxnet as mx

nd = mx.nd


def gradient(shape, labels, **options):
    x = (nd.arange(12) / 12).reshape(shape)
    x.attach_grad()
    with mx.autograd.record():
        y = nd.SoftmaxOutput(x, nd.array(labels), **options)
    y.backward()
    print(options, labels, [round(float(each), 4) + 0.0 for each in x.grad.reshape(-1).asnumpy()])


for ignored in (None, -1, -2, 0, 1):
    more = {} if ignored is None else {'use_ignore': True, 'ignore_label': ignored}
    for way in ('null', 'batch', 'valid'):
        for labels in ([1, 0, -1, 1, -2, 1], [-1] * 6):
            gradient((6, 2), labels, normalization=way, **more)
            gradient((1, 2, 6), [labels], normalization=way, multi_output=True, **more)
gradient((6, 2), [1, 0, -1, 1, 0, 1], use_ignore=True, smooth_alpha=.1)
gradient((6, 2), [1, 0, -1, 1, 0, 1], ignore_label=1, normalization='valid')
out = mx.sym.SoftmaxOutput(mx.sym.Variable('data'), multi_output=True, use_ignore=True, ignore_label=-1, normalization='valid', name='softmax')
ex = out.simple_bind(mx.cpu(), data=(1, 2, 2, 2))
ex.arg_dict['data'][:] = nd.arange(8).reshape((1, 2, 2, 2))
ex.arg_dict['softmax_label'][:] = nd.array([[1, -1, 0, 1]])
ex.forward(is_train=True)
ex.backward()
print(ex.grad_dict['data'].asnumpy().round(4).tolist())
x = nd.array([[1, 2], [3, 5]], dtype='float64')
print(nd.softmax_cross_entropy(x, nd.array([0, 9], dtype='float64')).asnumpy().round(6))
