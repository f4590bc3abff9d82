"""BucketingModule, SequentialModule, PythonLossModule, custom operators, states, groups of contexts."""
import mxnet as mx
import numpy as np

s, nd = mx.sym, mx.nd
np.random.seed(0)
mx.random.seed(0)


class Steps(mx.operator.CustomOp):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, is_train, req, in_data, out_data, aux):
        print('forward', is_train, req, [each.shape for each in in_data], [each.shape for each in aux])
        self.assign(out_data[0], req[0], in_data[0] * in_data[1] * self.factor)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * in_data[1] * self.factor)
        self.assign(in_grad[1], req[1], nd.array(out_grad[0].asnumpy() * in_data[0].asnumpy() * self.factor))


@mx.operator.register('steps')
class StepsProp(mx.operator.CustomOpProp):
    def __init__(self, factor='1'):
        super().__init__(need_top_grad=True)
        self.factor = float(factor)

    def list_arguments(self):
        return ['data', 'scale']

    def infer_shape(self, in_shape):
        return [in_shape[0], in_shape[0]], [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return Steps(self.factor)


class Loss(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], nd.softmax(in_data[0]))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_data[0] - nd.one_hot(in_data[1], out_data[0].shape[1]))


@mx.operator.register('own_softmax')
class LossProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=False)

    def list_arguments(self):
        return ['data', 'label']

    def list_outputs(self):
        return ['output']

    def infer_shape(self, in_shape):
        return [in_shape[0], [in_shape[0][0]]], [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return Loss()


a, b = nd.array([1, 2, 3]), nd.array([4, 5, 6])
a.attach_grad()
b.attach_grad()
with mx.autograd.record():
    c = nd.Custom(a, b, factor=2, op_type='steps')
    d = c * 3
d.backward()
print(c, a.grad, b.grad)
data = s.Variable('data')
net = s.Custom(s.FullyConnected(data, num_hidden=3, name='fc'), name='loss', op_type='own_softmax')
print(net.list_arguments(), net.list_outputs(), net.infer_shape(data=(4, 5)), net)
X, Y = np.random.rand(40, 5).astype('f'), np.random.randint(0, 3, 40).astype('f')
it = mx.io.NDArrayIter(X, Y, 10, label_name='loss_label')
mod = mx.mod.Module(net, label_names=['loss_label'])
mod.fit(it, num_epoch=3, initializer=mx.init.Xavier(), optimizer_params={'learning_rate': .5})
print({key: each.asnumpy().round(4).tolist() for key, each in sorted(mod.get_params()[0].items())})


def by_length(length):
    x, label = s.Variable('data'), s.Variable('softmax_label')
    rows = s.Embedding(x, input_dim=7, output_dim=4, name='embed')
    dense = s.FullyConnected(s.mean(rows, axis=1), num_hidden=2, name='fc')
    return s.SoftmaxOutput(dense, label, name='softmax'), ('data',), ('softmax_label',)


buckets = mx.mod.BucketingModule(by_length, default_bucket_key=6)
buckets.bind([('data', (4, 6))], [('softmax_label', (4,))])
buckets.init_params(mx.init.Uniform(.1))
buckets.init_optimizer(optimizer='adam')
for length in (6, 3, 4, 3, 6):
    rows = np.random.randint(0, 7, (4, length))
    batch = mx.io.DataBatch([nd.array(rows)], [nd.array(rows.sum(1) % 2)], bucket_key=length, provide_data=[('data', (4, length))], provide_label=[('softmax_label', (4,))])
    buckets.forward(batch)
    buckets.backward()
    buckets.update()
print(buckets.get_outputs()[0].asnumpy().round(4), {key: each.asnumpy().round(4).sum() for key, each in sorted(buckets.get_params()[0].items())}, buckets.data_names, buckets.output_names)
first = s.Activation(s.FullyConnected(s.Variable('data'), num_hidden=6, name='fc1'), act_type='tanh')
second = s.SoftmaxOutput(s.FullyConnected(s.Variable('data'), num_hidden=2, name='fc2'), name='softmax')
both = mx.mod.SequentialModule()
both.add(mx.mod.Module(first, label_names=None)).add(mx.mod.Module(second), take_labels=True, auto_wiring=True)
it = mx.io.NDArrayIter(X, Y % 2, 10)
both.fit(it, num_epoch=2, initializer=mx.init.Xavier(), optimizer_params={'learning_rate': .1})
print({key: each.asnumpy().round(3).sum().round(3) for key, each in sorted(both.get_params()[0].items())}, both.data_names, both.output_names, both.output_shapes)
loss = mx.mod.SequentialModule().add(mx.mod.Module(s.FullyConnected(s.Variable('data'), num_hidden=2, name='fc'), label_names=None)).add(
    mx.mod.PythonLossModule(grad_func=lambda scores, labels: nd.softmax(scores) - nd.one_hot(labels, 2)), take_labels=True, auto_wiring=True)
loss.fit(it, num_epoch=2, initializer=mx.init.Xavier(), optimizer_params={'learning_rate': .1})
print({key: each.asnumpy().round(3).tolist() for key, each in sorted(loss.get_params()[0].items())})
with mx.AttrScope(ctx_group='one'):
    x = s.FullyConnected(s.Variable('data'), num_hidden=4, name='near')
with mx.AttrScope(ctx_group='two'):
    x = s.FullyConnected(x, num_hidden=2, name='far')
e = x.simple_bind(mx.cpu(0), group2ctx={'one': mx.cpu(1), 'two': mx.cpu(2)}, data=(3, 5))
print({key: str(each.context) for key, each in e.arg_dict.items()})
opt = mx.optimizer.SGD(learning_rate=.1, wd=.1, sym=s.FullyConnected(s.Variable('data'), s.Variable('w_weight', lr_mult=3, wd_mult=2), num_hidden=2, name='q'), param_idx2name={0: 'w_weight', 1: 'q_bias', 2: 'q_gamma'})
print(sorted(opt.lr_mult.items()), sorted(opt.wd_mult.items()), [opt._get_lr(i) for i in range(3)], [opt._get_wd(i) for i in range(3)])
opt.set_lr_mult({'q_bias': 5})
opt.set_wd_mult({'q_bias': .5})
print(sorted(opt.lr_mult.items()), sorted(opt.wd_mult.items()))
