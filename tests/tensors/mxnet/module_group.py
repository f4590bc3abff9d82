"""What lessons ask of a module's executors: names, arrays a context, a monitor, reshaping; labels that bind was not given."""
import warnings

import mxnet as mx

warnings.simplefilter('always')
warnings.showwarning = lambda message, kind, *rest: print(kind.__name__, message)
mx.random.seed(3)
data = mx.sym.Variable('data')
net = mx.sym.SoftmaxOutput(mx.sym.BatchNorm(mx.sym.FullyConnected(data, num_hidden=2, name='fc'), name='bn'), name='softmax')

for training in (True, False):
    mod = mx.mod.Module(net)
    mod.bind([('data', (2, 3))], [('softmax_label', (2,))] if training else None, for_training=training, inputs_need_grad=training)
    mod.init_params(mx.init.One())
    group = mod._exec_group
    print(group.param_names, group.arg_names, group.aux_names, group.data_names, group.label_names, group.output_names, group.num_outputs)
    print(group.slices, group.batch_size, group.workload, group.contexts, group.fixed_param_names, group.grad_req, group.data_layouts, group.get_output_shapes())
    for arrays in (group.param_arrays, group.grad_arrays, group.aux_arrays, group.input_grad_arrays):
        print(None if arrays is None else [[each.shape for each in one] for one in arrays])
    for arrays in (group.data_arrays, group.label_arrays):
        print(None if arrays is None else [[(part, each.shape) for part, each in one] for one in arrays])
    weight = group.param_arrays[group.param_names.index('fc_weight')]
    weight[0][:] = 5
    mod._params_dirty = True
    mod._sync_params_from_devices()
    print(mod.get_params()[0]['fc_weight'].asnumpy(), weight[0] is group.execs[0].arg_dict['fc_weight'])

heard = []
mod._exec_group.execs[0].set_monitor_callback(lambda name, array: heard.append(str(name)))
mod.forward(mx.io.DataBatch([mx.nd.ones((2, 3))], None))
print(len(heard) > 0, [each.shape for each in mod._exec_group.get_outputs()])
mod.init_params()
try:
    mx.mod.Module(net).bind([('data', (2, 3))], [('label', (2,))])
except KeyError as error:
    print('KeyError', error)


class Batches(mx.io.DataIter):
    """Two labels, of which one has not the word at its end."""

    def __init__(self):
        super().__init__(4)
        self.provide_data, self.provide_label = [('data', (4, 3))], [('label', (4, 2)), ('label_weight', (4, 2))]

    def __iter__(self):
        for i in range(3):
            yield mx.io.DataBatch([mx.nd.ones((4, 3)) * i], [mx.nd.array([[0, 1]] * 4), mx.nd.ones((4, 2))], provide_data=self.provide_data, provide_label=self.provide_label)

    def reset(self):
        pass


label, wanted = mx.sym.Variable('label'), mx.sym.Variable('label_weight')
table = mx.sym.Embedding(label, input_dim=5, output_dim=4, name='table')
scores = mx.sym.sum(mx.sym.broadcast_mul(mx.sym.Reshape(mx.sym.FullyConnected(data, num_hidden=4, name='fc'), shape=(-1, 1, 4)), table), axis=2)
model = mx.model.FeedForward(mx.sym.LogisticRegressionOutput(scores, wanted), num_epoch=2, learning_rate=0.1, initializer=mx.init.Uniform(0.5))
model.fit(Batches(), eval_metric=mx.metric.CustomMetric(lambda labels, scores: float(abs(labels - scores).mean()), allow_extra_outputs=True, label_names=['label_weight']))
print(sorted((name, each.shape) for name, each in model.arg_params.items()))
print(mx.nd.random.uniform(shape=(2,)).asnumpy())
