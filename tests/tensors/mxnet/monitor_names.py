"""What a monitor hears of forward passes: all outputs of each node by their names; with monitor_all each node's inputs, by the operator's names for them, before its outputs."""
import mxnet as mx

x, y = mx.sym.Variable('x'), mx.sym.Variable('y')
NETS = '''
mx.sym.FullyConnected(x, num_hidden=2, name='fc')                                                   | x=(2, 3)
mx.sym.FullyConnected(x, num_hidden=2, no_bias=True, name='fc')                                     | x=(2, 3)
mx.sym.BatchNorm(mx.sym.FullyConnected(x, num_hidden=2, name='fc'), name='bn')                      | x=(2, 3)
mx.sym.BatchNorm(x, fix_gamma=False, use_global_stats=True, name='bn')                              | x=(2, 3, 4, 4)
mx.sym.BatchNorm(x, output_mean_var=True, name='bn')[0]                                             | x=(2, 3, 4, 4)
mx.sym.Convolution(x, kernel=(3, 3), num_filter=2, name='conv')                                     | x=(1, 1, 5, 5)
mx.sym.Deconvolution(x, kernel=(3, 3), num_filter=2, name='deconv')                                 | x=(1, 1, 5, 5)
mx.sym.Pooling(mx.sym.Activation(x, act_type='relu', name='act'), kernel=(2, 2), name='pool')       | x=(1, 1, 5, 5)
mx.sym.Dropout(x, p=0.5, name='drop')                                                               | x=(2, 3)
mx.sym.LayerNorm(x, name='ln')                                                                      | x=(2, 3)
mx.sym.InstanceNorm(x, name='norm')                                                                 | x=(2, 3, 4)
mx.sym.GroupNorm(x, num_groups=1, name='gn')                                                        | x=(2, 3, 4)
mx.sym.LRN(x, nsize=3, name='lrn')                                                                  | x=(1, 3, 4, 4)
mx.sym.L2Normalization(x, name='l2')                                                                | x=(2, 3)
mx.sym.LeakyReLU(x, act_type='prelu', name='prelu')                                                 | x=(2, 3)
mx.sym.LeakyReLU(x, act_type='leaky', name='leaky')                                                 | x=(2, 3)
mx.sym.Embedding(x, input_dim=4, output_dim=2, name='embed')                                        | x=(2, 3)
mx.sym.SoftmaxOutput(x, name='softmax')                                                             | x=(2, 3)
mx.sym.LinearRegressionOutput(x, y, name='lro')                                                     | x=(2, 3), y=(2, 3)
mx.sym.MakeLoss(mx.sym.square(x, name='sq'), name='loss')                                           | x=(2, 3)
mx.sym.Group([*mx.sym.SliceChannel(x, num_outputs=3, name='parts')])                                | x=(2, 3)
mx.sym.Group([*mx.sym.split(x, num_outputs=3, squeeze_axis=True, name='cut')])                      | x=(2, 3)
mx.sym.topk(x, k=2, ret_typ='both', name='top')[0]                                                  | x=(2, 3)
mx.sym.Concat(x, y, dim=1, name='joined')                                                           | x=(2, 3), y=(2, 3)
mx.sym.stack(x, y, name='stacked')                                                                  | x=(2, 3), y=(2, 3)
mx.sym.add_n(x, y, name='sum')                                                                      | x=(2, 3), y=(2, 3)
x + y * 2                                                                                           | x=(2, 3), y=(2, 3)
mx.sym.broadcast_add(x, y, name='wide')                                                             | x=(2, 3), y=(1, 3)
mx.sym.dot(x, y, name='dot')                                                                        | x=(2, 3), y=(3, 2)
mx.sym.where(x > 0, x, y, name='either')                                                            | x=(2, 3), y=(2, 3)
mx.sym.take(x, y, name='taken')                                                                     | x=(2, 3), y=(2,)
mx.sym.pick(x, y, name='picked')                                                                    | x=(2, 3), y=(2,)
mx.sym.one_hot(x, depth=3, name='hot')                                                              | x=(2,)
mx.sym.sum(mx.sym.transpose(mx.sym.reshape(x, shape=(3, 2), name='re'), name='tr'), name='all')     | x=(2, 3)
mx.sym.slice_axis(mx.sym.expand_dims(x, axis=0, name='ex'), axis=1, begin=0, end=1, name='cut')     | x=(2, 3)
mx.sym.SequenceLast(x, y, use_sequence_length=True, name='last')                                    | x=(3, 2, 4), y=(2,)
mx.sym.SequenceMask(x, name='mask')                                                                 | x=(3, 2, 4)
mx.sym.RNN(x, state_size=2, num_layers=1, mode='gru', name='rnn')                                   | x=(3, 2, 4)
mx.sym.Group([*mx.sym.RNN(x, state_size=2, num_layers=1, mode='lstm', state_outputs=True, name='l')]) | x=(3, 2, 4)
mx.sym.UpSampling(x, scale=2, sample_type='nearest', name='up')                                     | x=(1, 1, 2, 2)
mx.sym.BlockGrad(mx.sym.ones((2, 3), name='one') + x, name='still')                                 | x=(2, 3)
mx.sym.norm(mx.sym.identity(x, name='same'), name='long')                                           | x=(2, 3)
mx.sym.Cast(mx.sym.softmax(x, name='soft'), dtype='float64', name='cast')                           | x=(2, 3)
mx.sym.linalg.gemm2(x, y, name='gemm')                                                              | x=(2, 3), y=(3, 2)
mx.sym.contrib.box_iou(x, y, name='iou')                                                            | x=(2, 4), y=(3, 4)
'''
for line in NETS.strip().splitlines():
    text, shapes = line.rsplit('|', 1)
    net, shapes = eval(text), eval(f'dict({shapes})')
    for everything in (False, True):
        exe, heard = net.simple_bind(mx.cpu(), grad_req='write', **shapes), []
        exe.set_monitor_callback(lambda name, array: heard.append(name.decode()), everything)
        exe.forward(is_train=True)
        print(text.strip(), everything, ' '.join(heard))

# The outputs that norms show beside, and how all are called.
for text in ('BatchNorm(x)', 'LayerNorm(x)', 'GroupNorm(x, num_groups=3)', 'BatchNorm(x, use_global_stats=True)'):
    net = eval(f"mx.sym.{text[:-1]}, output_mean_var=True, name='n')")
    exe = net.simple_bind(mx.cpu(), grad_req='null', x=(2, 3, 2))
    exe.arg_dict['n_gamma'][:] = 1
    exe.arg_dict['x'][:] = mx.nd.arange(12).reshape((2, 3, 2))
    print(text, net.list_outputs(), [each.asnumpy().round(3).tolist() for each in exe.forward(is_train=True)])
for net in (mx.sym.RNN(x, state_size=2, num_layers=1, mode='lstm', state_outputs=True, name='l'), mx.sym.RNN(x, state_size=2, num_layers=1, mode='gru', state_outputs=True, name='l'),
            mx.sym.contrib.MultiBoxTarget(x, x, x, name='l'), mx.sym.contrib.Proposal(x, x, x, output_score=True, name='l'), mx.sym.topk(x, ret_typ='both', name='l'), mx.sym.moments(x, axes=(0,), name='l')):
    print(net.list_outputs())
data, ones, zeros = mx.nd.arange(12).reshape((2, 3, 2)), mx.nd.ones, mx.nd.zeros
for found in (mx.nd.LayerNorm(data, ones(2), zeros(2), output_mean_var=True), mx.nd.LayerNorm(data, ones(3), zeros(3), axis=1, eps=.1, output_mean_var=True),
              mx.nd.GroupNorm(data, ones(3), zeros(3), num_groups=3, output_mean_var=True), mx.nd.GroupNorm(data, ones(1), zeros(1), num_groups=1, output_mean_var=True)):
    print([each.asnumpy().round(3).tolist() for each in found])

# A statistic of each, in the order in which they are heard, and between them what toc adds.
net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.Variable('data'), fix_gamma=False, name='bn'), num_hidden=2, name='fc'), name='softmax')
for options in ({}, {'monitor_all': True}, {'sort': True}, {'pattern': '.*output'}, {'pattern': 'bn_[^m]', 'monitor_all': True}, {'pattern': 'bn_mean|bn_var', 'stat_func': lambda x: [x.min(), x.max()]}):
    exe = net.simple_bind(mx.cpu(), data=(4, 3))
    monitor = mx.mon.Monitor(2, **{'pattern': '(?!.*moving)', **options})      # (when moving statistics move is another matter)
    monitor.install(exe)
    for name, array in exe.arg_dict.items():
        array[:] = mx.nd.arange(array.size).reshape(array.shape) / 4
    for batch in range(3):
        monitor.tic()
        exe.forward(is_train=True)
        print(options if 'stat_func' not in options else sorted(options), batch, [(step, name, ' '.join(f'{float(word):.3f}' for word in text.split())) for step, name, text in monitor.toc()])
