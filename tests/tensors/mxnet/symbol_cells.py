"""mx.rnn: cells unrolled over symbols, fused ones, sentences in buckets."""
import random
import mxnet as mx
import numpy as np
s = mx.sym
for cell in (mx.rnn.RNNCell(4, prefix='r_'), mx.rnn.LSTMCell(4), mx.rnn.GRUCell(4)):
    outputs, states = cell.unroll(3, inputs=s.Variable('x'), merge_outputs=True)
    print(sorted(outputs.list_arguments()), outputs.infer_shape(x=(2, 3, 5))[1], [each.infer_shape(x=(2, 3, 5))[1] for each in states])
    outputs, states = cell.unroll(2, inputs=[s.Variable('a'), s.Variable('b')])
    print([each.name for each in outputs], [each.name for each in states], len(cell.state_shape))
stack = mx.rnn.SequentialRNNCell()
stack.add(mx.rnn.LSTMCell(3, prefix='l0_'))
stack.add(mx.rnn.DropoutCell(.5))
stack.add(mx.rnn.ResidualCell(mx.rnn.GRUCell(3, prefix='l1_')))
outputs, states = stack.unroll(2, inputs=s.Variable('x'), merge_outputs=True)
print(sorted(outputs.list_arguments()), outputs.infer_shape(x=(2, 2, 5))[1], len(states))
both = mx.rnn.BidirectionalCell(mx.rnn.LSTMCell(3, prefix='f_'), mx.rnn.LSTMCell(3, prefix='b_'))
outputs, states = both.unroll(2, inputs=s.Variable('x'), merge_outputs=True)
print(outputs.infer_shape(x=(2, 2, 5))[1], len(states))
fused = mx.rnn.FusedRNNCell(4, num_layers=2, mode='lstm', prefix='q_', get_next_state=True)
outputs, states = fused.unroll(3, inputs=s.Variable('x'), merge_outputs=True)
print(outputs.list_arguments(), outputs.infer_shape(x=(2, 3, 5))[:2], len(states))
plain, _ = fused.unfuse().unroll(3, inputs=s.Variable('x'), merge_outputs=True)
print(sorted(plain.list_arguments()), plain.infer_shape(x=(2, 3, 5))[1])
sentences, vocab = mx.rnn.encode_sentences([['a', 'b', 'c'], ['b', 'a'], ['c', 'c', 'a'], ['a', 'b']] * 6, invalid_label=0, start_label=1)
print(sentences[:4], vocab)
np.random.seed(0)
random.seed(0)
it = mx.rnn.BucketSentenceIter(sentences, 4, invalid_label=0)
print(it.buckets, it.default_bucket_key, it.provide_data, it.provide_label)
print(sorted((batch.bucket_key, batch.data[0].shape) for batch in it))
it.reset()


def sym_gen(length):
    data, label = s.Variable('data'), s.Variable('softmax_label')
    embed = s.Embedding(data, input_dim=len(vocab), output_dim=6, name='embed')
    stack = mx.rnn.SequentialRNNCell()
    stack.add(mx.rnn.LSTMCell(5, prefix='lstm_l0_'))
    outputs, states = stack.unroll(length, inputs=embed, merge_outputs=True)
    pred = s.FullyConnected(s.Reshape(outputs, shape=(-1, 5)), num_hidden=len(vocab), name='pred')
    return s.SoftmaxOutput(pred, s.Reshape(label, shape=(-1,)), name='softmax'), ('data',), ('softmax_label',)


mod = mx.mod.BucketingModule(sym_gen, default_bucket_key=it.default_bucket_key)
mx.random.seed(0)
metric = mx.metric.Perplexity(0)
mod.fit(it, eval_metric=metric, num_epoch=25, optimizer='adam', optimizer_params={'learning_rate': .05}, initializer=mx.init.Xavier(factor_type='in', magnitude=2.34))
print(mod.score(it, mx.metric.Perplexity(0))[0][1] < 2.5, sorted(mod.get_params()[0]), mod.get_params()[0]['lstm_l0_i2h_bias'].shape)
cell = mx.rnn.LSTMCell(5, prefix='lstm_l0_')
apart = cell.unpack_weights(mod.get_params()[0])
print(sorted(apart), sorted(cell.pack_weights(apart)))
