"""A bucketing module's checkpoint: a graph a bucket, the keys, the parameters; read again from files and from dicts."""
import os
import tempfile

import mxnet as mx
import numpy as np

mx.random.seed(2)
folder = tempfile.mkdtemp()


def graph(length):
    data, label = mx.sym.Variable('data'), mx.sym.Variable('label')
    rows = mx.sym.Embedding(data, input_dim=9, output_dim=3, name='embed')
    return mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.mean(rows, axis=1), num_hidden=1, name='out'), label, name='loss'), ('data',), ('label',)


def batch(length):
    return mx.io.DataBatch([mx.nd.array(np.arange(2 * length).reshape(2, length) % 9)], [mx.nd.array([1, 2])], bucket_key=length, provide_data=[('data', (2, length))], provide_label=[('label', (2,))])


model = mx.mod.BucketingModule(graph, default_bucket_key=6)
try:
    model.save_checkpoint(os.path.join(folder, 'm'), 1)
except AssertionError as error:
    print('AssertionError', error)
model.bind([('data', (2, 6))], [('label', (2,))])
model.init_params(mx.init.Uniform(0.3))
model.init_optimizer(optimizer_params={'learning_rate': 0.1})
for length in (6, 4, 6, 2):
    model.forward(batch(length), is_train=True)
    model.backward()
    model.update()
prefix = os.path.join(folder, 'm')
model.save_checkpoint(prefix, 3)
print(sorted(os.listdir(folder)), mx.nd.load(prefix + '.buckets'))
for again in (mx.mod.BucketingModule.load(prefix, 3, sym_gen=graph, default_bucket_key=6),
              mx.mod.BucketingModule.load_dict({key: mx.sym.load(f'{prefix}-{key}-symbol.json') for key in (6, 4)}, graph, 6, *model.get_params())):
    again.bind([('data', (2, 6))], [('label', (2,))], for_training=False)
    for length in (6, 4):
        again.forward(batch(length), is_train=False)
        model.forward(batch(length), is_train=False)
        print(np.array_equal(again.get_outputs()[0].asnumpy(), model.get_outputs()[0].asnumpy()))
for options in ({}, {'sym_gen': graph}):
    try:
        mx.mod.BucketingModule.load(prefix, 3, **options)
    except AssertionError as error:
        print('AssertionError', error)
try:
    mx.mod.BucketingModule.load_dict(None, graph, 6, {}, {})
except AssertionError as error:
    print('AssertionError', error)
