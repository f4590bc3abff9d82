"""Metrics of a program's own: what reset_local leaves of them, alone, among others, and in Module.fit's lines."""
import logging
import mxnet as mx

nd = mx.nd


class Total(mx.metric.EvalMetric):
    def __init__(self, name):
        super().__init__(name)
        self.reset()

    def reset(self):
        self.num_inst, self.sum_metric = 0, 0.0

    def update(self, labels, preds):
        self.num_inst += 1
        self.sum_metric += float(labels[0].sum().asscalar())


class Again(Total):
    def reset(self):
        super().reset()
        self.reset_local()


class Plain(mx.metric.EvalMetric):
    update = Total.update


class Better(mx.metric.Accuracy):
    pass


for metric in (Total('total'), Again('again'), Plain('plain'), Better(), mx.metric.create([Total('one'), 'acc', Plain('two')])):
    label, pred = nd.array([1, 0, 1]), nd.array([[.1, .9], [.2, .8], [.3, .7]])
    metric.update([label], [pred])
    print(metric.get(), metric.get_global())
    metric.reset_local()
    print(metric.get(), metric.get_global(), metric.get_global_name_value())
    metric.update([label * 2], [pred])
    print(metric.get(), metric.get_global())
    metric.reset()
    print(metric.get(), metric.get_global())
try:
    mx.metric.PearsonCorrelation().update([nd.zeros(3)], [nd.zeros((3, 2))])
except ValueError as e:
    print(e)


class Lines(logging.Handler):
    def emit(self, record):
        text = record.getMessage()
        print(text if 'Train-' in text else text.split('Speed')[0].split('cost')[0])


logging.getLogger().setLevel(logging.INFO)
logging.getLogger().addHandler(Lines())
net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable('data'), num_hidden=2, name='fc'), name='softmax')
both = mx.metric.CompositeEvalMetric()
both.add(Total('total'))
both.add(['acc'])
rows = mx.io.NDArrayIter(nd.arange(40).reshape((20, 2)) / 40, nd.array([0, 1, 1, 0, 1] * 4), batch_size=4)
mx.mod.Module(net).fit(rows, eval_metric=both, num_epoch=2, initializer=mx.init.Zero(), batch_end_callback=mx.callback.Speedometer(4, 2))
