"""Metrics that ask for labels and outputs by name, alone and several at once."""
import mxnet as mx


def attempt(f):
    try:
        print(f())
    except (AssertionError, KeyError, ValueError) as error:
        print(type(error).__name__, error)


labels = {'a': mx.nd.array([0, 1]), 'b': mx.nd.array([1, 1])}
outputs = {'x': mx.nd.array([[.9, .1], [.2, .8]]), 'y': mx.nd.array([[.3, .7], [.6, .4]])}
Accuracy, Several = mx.metric.Accuracy, mx.metric.CompositeEvalMetric
first, second = Accuracy(output_names=['x'], label_names=['a']), Accuracy(name='q', output_names=['y'], label_names=['b'])
both = Several([first, second])
both.update_dict(labels, outputs)
print(both.get_name_value(), Several([first, second]))
for within, names in [(Accuracy(), ['x']), (Accuracy(output_names=['y'], label_names=['b']), ['x']), (Accuracy(), ['none'])]:
    m = Several([within], output_names=names, label_names=['a'])
    attempt(lambda: m.update_dict(labels, outputs))
    print(m.get_name_value())
for m in Accuracy(output_names=['none'], label_names=['a']), Accuracy(output_names=['x'], label_names=['none']), Accuracy(output_names=[], label_names=[]):
    attempt(lambda: m.update_dict(labels, outputs))
    print(m.get())
m = mx.metric.create([['acc', 'f1'], first])
attempt(lambda: m.update_dict({'a': labels['a']}, {'x': outputs['x']}))
print(m.get_name_value())
square = mx.metric.CustomMetric(lambda label, out: ((label - out[:, 0]) ** 2).mean(), name='square', output_names=['x_output'], label_names=['goal'])
data, goal = mx.sym.Variable('data'), mx.sym.Variable('goal')
net = mx.sym.Group([mx.sym.MakeLoss(mx.sym.abs(data - goal.reshape((-1, 1))), name='far'), mx.sym.BlockGrad(data, name='x')])
module = mx.mod.Module(net, data_names=['data'], label_names=['goal'])
batches = mx.io.NDArrayIter(mx.nd.arange(4).reshape((4, 1)), mx.nd.array([1, 1, 2, 5]), 2, label_name='goal')
module.bind(batches.provide_data, batches.provide_label, for_training=False)
module.init_params()
print(module.score(batches, [square, mx.metric.Loss(output_names=['far_output'], label_names=[])]))


class Twos(mx.metric.EvalMetric):
    """A metric whose reset is its own."""

    def reset(self):
        self.num_inst, self.sum_metric = 0, 0.0

    def update(self, label, pred):
        self.num_inst += 1
        self.sum_metric += 2


m = Twos('q')
m.update(1, 1)
print(m.get(), m.get_global())
m.reset_local()
print(m.get())
m.update(1, 1)
print(m.get(), m.get_name_value(), m)
