"""The rows and values of MXNet's options (matrix.py says how a row reads): layers, cells, losses, optimizers, schedulers, metrics, initializers, data."""
import matrix
import play_mxnet

# Public names that are no options' carriers, and those whose cases would say nothing, each with why.
LEFT_OUT = set('''
nn.Block nn.HybridBlock nn.SymbolBlock nn.Sequential nn.HybridSequential rnn.RecurrentCell rnn.HybridRecurrentCell rnn.ModifierCell loss.HybridBlock loss.Loss loss.is_np_array
data.Dataset data.Sampler data.RecordFileDataset gluon.Block gluon.HybridBlock gluon.SymbolBlock gluon.DeferredInitializationError
lr_scheduler.cos lr_scheduler.LRScheduler metric.OrderedDict metric.alias metric.check_label_shapes metric.register metric.create metric.EvalMetric metric.np
init.FusedRNN init.InitDesc init.Initializer init.Load init.NDArray init.alias init.create init.is_np_array init.load init.register init.sqrt
optimizer.Optimizer optimizer.Updater optimizer.Test optimizer.ccSGD transforms.Block transforms.HybridBlock transforms.HybridSequential transforms.Sequential transforms.is_np_array
rnn.SequentialRNNCell rnn.HybridSequentialRNNCell'''.split())
# The first are classes to inherit from and holders without options; SymbolBlock, RecordFileDataset, Load and FusedRNN read what symbols and files hold; the rest are helpers.

VALUES = """
prefix: 'own_', '', None, 3
params: None, gluon.ParameterDict('shared_'), 3
in_channels: 4, 3, 'a'
use_bias: False, 0, None
activation: 'relu', 'tanh', 'sigmoid', 'softrelu', 'softsign', 'other', 3
weight_initializer: init.One(), 'zeros', init.Normal(0.2), 'other', 3
bias_initializer: init.One(), 'ones', init.Normal(0.2), 'other', None
gamma_initializer: 'zeros', init.Uniform(1), 'other'
beta_initializer: 'ones', init.Uniform(1), 'other'
running_mean_initializer: 'ones', init.Uniform(1)
running_variance_initializer: 'ones', init.Constant(3)
i2h_weight_initializer: init.One(), 'zeros', 'other'
h2h_weight_initializer: init.One(), 'zeros', 'other'
i2h_bias_initializer: 'ones', init.LSTMBias(2.0), 'other'
h2h_bias_initializer: 'ones', init.Uniform(1), 'other'
epsilon: 0.1, 1, 0, 'a'
momentum: 0.5, 0, 0.9, 'a'
center: False, 0
scale: False, True, 0
use_global_stats: True, 1
dtype: 'float64', 'float16', np.float32, 'other'
ceil_mode: True, 1
count_include_pad: False, 0
flatten: False, 0
weight: 0.5, 2, 0, 'a', V([1.0, 2.0])
batch_axis: 1, -1, 5, 'a'
margin: 0.5, 2, 0, -1, 'a'
from_logits: True, False, 0
groups: 2, 1, 3
learning_rate: 0.5, 0.05, 0, -0.1, 'a', None
lazy_update: False, True
multi_precision: True, 1
rescale_grad: 0.5, 2, 0, -1
clip_gradient: 0.2, 0.05, -1, 0
wd: 0.1, 0.5, 0, -0.1
lr_scheduler: mx.lr_scheduler.FactorScheduler(1, 0.5), mx.lr_scheduler.PolyScheduler(3)
param_idx2name: {0: 'dense_weight', 1: 'dense_bias'}, {0: 'x_gamma'}, {}
sym: None, 3
begin_num_update: 3, 1
param_dict: {0: gluon.Parameter('w', lr_mult=0.5, wd_mult=2.0)}, {1: gluon.Parameter('w', lr_mult=0)}
aggregate_num: 0, 4
use_fused_step: True, False
beta1: 0.5, 0, 0.99, 1
beta2: 0.5, 0, 0.99, 1
base_lr: 0.5, 0.1, 0, 'a'
warmup_steps: 3, 1, 0, -1, 2.5
warmup_begin_lr: 0.001, 0.005, 1
warmup_mode: 'constant', 'other'
final_lr: 0.001, 0.005, 1
factor: 0.5, 0.9, 1, 1.5
name: 'own', ['a', 'b'], None, 3
output_names: ['o'], ['other'], []
label_names: ['l'], ['other'], []
average: 'micro', 'other', None
eps: 0.1, 0, 1
axis: 0, 1, -1, 2, 'a'
hidden_size: 2, 3, 0, -1, 'a'
input_size: 4, 3, 0, 'a'
num_layers: 2, 3, 0
dropout: 0.5, 0.2
bidirectional: True, 1
state_clip_min: -0.1, -0.5
state_clip_max: 0.1, 0.5
state_clip_nan: True, False
axes: (0,), (1,), (0, 1), 5
lr_mult: 0.5, 2
wd_mult: 0.5, 2
"""

LAYERS = """
nn.Dense(3)  net  X(2, 4)
  units: 1, 5, 0, -1, 'a', 2.0
  activation: 'relu', 'tanh', 'sigmoid', 'softrelu', 'softsign', 'other', 3
  in_units: 4, 3, 'a'
  + flatten=False, use_bias=False, activation='tanh'
  + dtype='float16', in_units=4
nn.Dense(3)  net  X(2, 2, 4)
  in_units: 8, 4
  flatten: False, True
nn.Conv1D(4, 3)  net  X(2, 4, 6)
  channels: 2, 0, 'a'
  kernel_size: 1, (2,), 9, 0, (2, 2), 'a'
  strides: 2, (2,), 0, (1, 2)
  padding: 1, (2,), -1
  dilation: 2, (2,), 0
  layout: 'NWC', 'NCHW', 'other'
  + groups=2, use_bias=False, activation='relu'
nn.Conv2D(4, 3)  net  X(2, 4, 4, 5)
  channels: 2, 0, 'a'
  kernel_size: 1, (2, 3), 9, 0, (2,), 'a'
  strides: 2, (2, 1), 0, (1,)
  padding: 1, (2, 0), -1, (1,)
  dilation: 2, (1, 2), 0
  layout: 'NHWC', 'NCW', 'other'
  + groups=2, use_bias=False, activation='relu', strides=2, padding=1
nn.Conv3D(4, 2)  net  X(1, 2, 3, 4, 3)
  channels: 2, 0
  kernel_size: 1, (2, 1, 3), 9
  strides: 2, (2, 1, 1)
  padding: 1, (1, 0, 2)
  dilation: 2, (1, 2, 1)
  layout: 'NDHWC', 'NCHW'
  in_channels: 2, 3
nn.Conv1DTranspose(4, 3)  net  X(2, 4, 4)
  channels: 2, 0
  kernel_size: 1, (2,), 0
  strides: 2, (3,)
  padding: 1, (2,)
  output_padding: 1, (0,), 5
  dilation: 2, (2,)
  layout: 'NWC', 'NCHW'
  + strides=2, output_padding=1, groups=2
nn.Conv2DTranspose(4, 3)  net  X(2, 4, 3, 3)
  channels: 2, 0
  kernel_size: 1, (2, 3), 0
  strides: 2, (3, 1)
  padding: 1, (2, 0)
  output_padding: 1, (0, 0), 5
  dilation: 2, (2, 1)
  layout: 'NHWC', 'NCW'
  + strides=2, output_padding=1, groups=2, use_bias=False
nn.Conv3DTranspose(4, 2)  net  X(1, 2, 2, 3, 2)
  channels: 2, 0
  kernel_size: 1, (2, 1, 3)
  strides: 2, (2, 1, 1)
  padding: 1, (1, 0, 0)
  output_padding: 1, (0, 0, 0)
  dilation: 2, (1, 2, 1)
  layout: 'NDHWC', 'NCHW'
  in_channels: 2, 3
nn.MaxPool1D()  net  X(2, 3, 7)
  pool_size: 3, (2,), 9, 0, 'a'
  strides: 1, (3,), 0
  padding: 1, (1,), 2
  layout: 'NWC', 'NCHW'
nn.MaxPool2D()  net  X(1, 2, 5, 6)
  pool_size: 3, (2, 3), 9, 0, 'a'
  strides: 1, (3, 2), 0
  padding: 1, (1, 0), 2
  layout: 'NHWC', 'NCW'
  + strides=3, ceil_mode=True
nn.MaxPool3D()  net  X(1, 2, 3, 4, 5)
  pool_size: 3, (2, 3, 1), 9
  strides: 1, (3, 2, 1), 0
  padding: 1, (1, 0, 1), 2
  layout: 'NDHWC', 'NCW'
nn.AvgPool1D()  net  X(2, 3, 7)
  pool_size: 3, (2,), 9, 0, 'a'
  strides: 1, (3,), 0
  padding: 1, (1,), 2
  layout: 'NWC', 'NCHW'
nn.AvgPool2D()  net  X(1, 2, 5, 6)
  pool_size: 3, (2, 3), 9, 0, 'a'
  strides: 1, (3, 2), 0
  padding: 1, (1, 0), 2
  layout: 'NHWC', 'NCW'
  + strides=3, ceil_mode=True, padding=1
  + padding=1, count_include_pad=False, pool_size=3
nn.AvgPool3D()  net  X(1, 2, 3, 4, 5)
  pool_size: 3, (2, 3, 1), 9
  strides: 1, (3, 2, 1), 0
  padding: 1, (1, 0, 1), 2
  layout: 'NDHWC', 'NCW'
nn.GlobalMaxPool1D()  net  X(2, 3, 7)
  layout: 'NWC', 'NCHW'
nn.GlobalMaxPool2D()  net  X(1, 2, 3, 4)
  layout: 'NHWC', 'NCW'
nn.GlobalMaxPool3D()  net  X(1, 2, 3, 2, 2)
  layout: 'NDHWC', 'NCW'
nn.GlobalAvgPool1D()  net  X(2, 3, 7)
  layout: 'NWC', 'NCHW'
nn.GlobalAvgPool2D()  net  X(1, 2, 3, 4)
  layout: 'NHWC', 'NCW'
nn.GlobalAvgPool3D()  net  X(1, 2, 3, 2, 2)
  layout: 'NDHWC', 'NCW'
nn.ReflectionPad2D()  net  X(1, 2, 3, 4)
  padding: 1, 2, (0, 0, 0, 0, 1, 2, 0, 1), 5, -1, 'a'
nn.BatchNorm()  net  X(3, 4, 5)
  + center=False, scale=False
  + axis=2, epsilon=0.1, momentum=0.3
  + use_global_stats=True, running_mean_initializer='ones'
nn.BatchNormReLU()  net  X(3, 4, 5)
nn.InstanceNorm()  net  X(3, 4, 5)
nn.LayerNorm()  net  X(3, 4, 5)
  in_channels: 5, 4
nn.GroupNorm()  net  X(3, 4, 5)
  num_groups: 2, 4, 3, 0
nn.Embedding(5, 3)  net  C(5, 2, 4)
  input_dim: 4, 7, 0, 'a'
  output_dim: 1, 0, 'a'
  sparse_grad: True, 1
nn.Dropout(0.5)  net  X(3, 4)
  rate: 0, 0.3, 1, 1.5, -0.1, 'a'
nn.Flatten()  net  X(2, 3, 2)
nn.Activation('relu')  net  X(3, 4)
nn.LeakyReLU(0.1)  net  X(3, 4)
  alpha: 0.5, 0, -1, 'a'
nn.PReLU()  net  X(3, 4)
  alpha_initializer: 'ones', init.Constant(-0.5), 'other'
  in_channels: 4, 2
nn.ELU()  net  X(3, 4)
  alpha: 0.5, 0, -1, 'a'
nn.SELU()  net  X(3, 4)
nn.GELU()  net  X(3, 4)
nn.Swish()  net  X(3, 4)
  beta: 0.5, 0, 2, 'a'
nn.Lambda(halve)  net  X(3, 4)
  function: 'relu', 'tanh', 'other', 3
nn.HybridLambda('relu')  net  X(3, 4)
  function: 'tanh', 'other', 3, lambda F, x: F.relu(x) * 2
rnn.RNN(4)  layer
  layout: 'NTC', 'other'
  activation: 'tanh', 'other'
  input_size: 3, 4, 0
  + num_layers=2, bidirectional=True, layout='NTC'
  + num_layers=2, dropout=0.5
  + num_layers=2, input_size=3, activation='tanh'
rnn.LSTM(4)  layer
  layout: 'NTC', 'other'
  input_size: 3, 4, 0
  projection_size: 2, 3
  h2r_weight_initializer: init.One(), 'zeros'
  + num_layers=2, bidirectional=True
  + projection_size=2, h2r_weight_initializer='ones'
  + state_clip_min=-0.1, state_clip_max=0.1
  + state_clip_min=-0.1, state_clip_max=0.1, state_clip_nan=True
rnn.GRU(4)  layer
  layout: 'NTC', 'other'
  input_size: 3, 4, 0
  + num_layers=2, bidirectional=True, layout='NTC'
rnn.RNNCell(3)  cell
rnn.LSTMCell(3)  cell
  recurrent_activation: 'relu', 'tanh', 'other'
rnn.GRUCell(3)  cell
rnn.DropoutCell(0.5)  cell
  rate: 0.0, 0.3, 1, 'a', 1.5
rnn.ZoneoutCell(rnn.RNNCell(3))  cell
  base_cell: rnn.GRUCell(2), rnn.LSTMCell(2), 3
  zoneout_outputs: 0.5, 1.0
  zoneout_states: 0.5, 1.0
rnn.ResidualCell(rnn.RNNCell(4))  cell
  base_cell: rnn.GRUCell(4), rnn.LSTMCell(4), 3
rnn.BidirectionalCell(rnn.RNNCell(3), rnn.RNNCell(2))  cell
  l_cell: rnn.GRUCell(2), rnn.LSTMCell(2)
  r_cell: rnn.GRUCell(2), rnn.LSTMCell(2)
  output_prefix: 'o_', ''
"""

LOSSES = """
loss.L2Loss()  net  X(2, 3), X(2, 3) * 0.5
loss.L1Loss()  net  X(2, 3), X(2, 3) * 0.5
loss.SigmoidBinaryCrossEntropyLoss()  net  X(2, 3), C(2, 2, 3)
  from_sigmoid: True, 0
loss.SigmoidBCELoss()  net  X(2, 3), C(2, 2, 3)
  from_sigmoid: True, 0
loss.SigmoidBCELoss(True)  net  P(2, 3), C(2, 2, 3), P(2, 3), V([1.0, 2.0, 3.0])
  from_sigmoid: False, 0
loss.SoftmaxCrossEntropyLoss()  net  X(2, 3), V([2, 0])
  sparse_label: False, 0
  + axis=0
  + sparse_label=False, from_logits=True
loss.SoftmaxCELoss(sparse_label=False)  net  X(2, 3), P(2, 3)
  sparse_label: True, 1
loss.KLDivLoss()  net  X(2, 3), P(2, 3)
loss.CTCLoss()  net  X(2, 5, 4), V([[1, 0], [2, 2]])
  layout: 'TNC', 'other'
  label_layout: 'TN', 'other'
loss.HuberLoss()  net  X(2, 3), X(2, 3) * 0.5
  rho: 0.2, 3, 0
loss.HingeLoss()  net  X(2, 3), S(2, 3)
loss.SquaredHingeLoss()  net  X(2, 3), S(2, 3)
loss.LogisticLoss()  net  X(2, 3), S(2, 3)
  label_format: 'binary', 'other'
loss.TripletLoss()  net  X(2, 3), X(2, 3) * 0.5, X(2, 3) + 1
loss.PoissonNLLLoss()  net  X(2, 3), P(2, 3)
  compute_full: True, 1
  + from_logits=False, compute_full=True
loss.CosineEmbeddingLoss()  net  X(2, 3), X(2, 3) + 1, V([1, -1])
loss.SDMLLoss()  net  X(3, 4), X(3, 4) + 0.5
  smoothing_parameter: 0.1, 0, 0.9
"""

OPTIMIZERS = """
optimizer.SGD()  steps
  + momentum=0.9, wd=0.1, clip_gradient=0.3
optimizer.NAG()  steps
  + momentum=0.9, wd=0.1
optimizer.Signum()  steps
  wd_lh: 0.1, 1
  + momentum=0.0, wd=0.1, wd_lh=0.2
optimizer.LARS()  steps
  eta: 0.1, 1
  eps: 0.1, 1
  momentum_correction: False, 0
  + momentum=0.9, wd=0.1, eta=0.1, lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.5)
optimizer.LBSGD()  steps
  warmup_strategy: 'lars', 'power2', 'sqrt', 'other'
  warmup_epochs: 1, 2
  batch_scale: 2, 4
  updates_per_epoch: 1, 2
  begin_epoch: 1, 2
  num_epochs: 1, 10
  + momentum=0.9, wd=0.1, warmup_strategy='lars'
optimizer.FTML()  steps
optimizer.LAMB()  steps
  lower_bound: 0.5, 10
  upper_bound: 0.5, 0.01
  bias_correction: False, 0
  + lower_bound=0.5, upper_bound=2.0, wd=0.1
optimizer.DCASGD()  steps
  lamda: 0.5, 0
  + momentum=0.9, lamda=0.5, wd=0.1
optimizer.SGLD()  steps
optimizer.Adam()  steps
  + beta1=0.5, beta2=0.6, epsilon=0.1, wd=0.1
optimizer.AdaGrad()  steps
optimizer.RMSProp()  steps
  gamma1: 0.5, 0
  gamma2: 0.5, 0
  centered: True, 1
  clip_weights: 0.3, 0.1
  + centered=True, gamma1=0.5, gamma2=0.5, clip_weights=0.5
optimizer.AdaDelta()  steps
  rho: 0.5, 0, 1
optimizer.Ftrl()  steps
  lamda1: 0.5, 0
  beta: 0.5, 2
  + lamda1=0.1, wd=0.1, beta=0.5
optimizer.Adamax()  steps
optimizer.Nadam()  steps
  schedule_decay: 0.1, 0
gluon.Trainer(a, 'sgd')  trains
  optimizer: 'adam', mx.optimizer.SGD(learning_rate=0.5), 'other', 3
  optimizer_params: {'learning_rate': 0.5}, {'learning_rate': 0.5, 'momentum': 0.9, 'wd': 0.1}, {'other': 1}, 3
  kvstore: None, 'local', 'other', 3
  compression_params: {'type': '2bit', 'threshold': 0.5}, {'type': 'none'}
  update_on_kvstore: True, False
  + optimizer=mx.optimizer.SGD(), optimizer_params={'learning_rate': 0.5}
  + optimizer_params={'learning_rate': 0.5, 'lr_scheduler': mx.lr_scheduler.FactorScheduler(1, 0.5)}
"""

SCHEDULERS = """
lr_scheduler.FactorScheduler(3)  rates
  step: 1, 5, 0, -1
  stop_factor_lr: 0.005, 0.1
  + factor=0.5, base_lr=1.0, stop_factor_lr=0.3
  + step=2, factor=0.5, warmup_steps=4, base_lr=1.0
lr_scheduler.MultiFactorScheduler([3, 7])  rates
  step: [1], [5, 2], [0], [2, 2], 3, [2.5]
  + factor=0.5, base_lr=1.0, warmup_steps=2, warmup_begin_lr=0.1
lr_scheduler.PolyScheduler(10)  rates
  max_update: 5, 1, 0, -1, 2.5
  pwr: 1, 3, 0
  + base_lr=1.0, final_lr=0.2, warmup_steps=3, pwr=1
  + base_lr=1.0, warmup_steps=3, warmup_mode='constant', warmup_begin_lr=0.2
lr_scheduler.CosineScheduler(10)  rates
  max_update: 5, 1, 0, -1, 2.5
  + base_lr=1.0, final_lr=0.2, warmup_steps=3
"""

METRICS = """
metric.Accuracy()  measure
metric.Accuracy()  named
  axis: 1, 0
metric.TopKAccuracy(2)  measure
  top_k: 3, 1, 0, 5
metric.TopKAccuracy(2)  named
  top_k: 3, 5
metric.F1()  measure  V([0, 1, 1, 0]), V([[0.5, 0.3], [0.1, 0.8], [0.6, 0.4], [0.2, 0.7]])
metric.MCC()  measure  V([0, 1, 1, 0]), V([[0.5, 0.3], [0.1, 0.8], [0.3, 0.4], [0.2, 0.7]])
metric.PCC()  measure  V([0, 1, 1, 0]), V([[0.5, 0.3], [0.1, 0.8], [0.3, 0.4], [0.2, 0.7]])
  has_global_stats: False, 0
metric.MAE()  measure  V([0, 1, 1, 0.5]), V([0.5, 0.3, 0.1, 0.8])
metric.MSE()  measure  V([0, 1, 1, 0.5]), V([0.5, 0.3, 0.1, 0.8])
metric.RMSE()  measure  V([0, 1, 1, 0.5]), V([0.5, 0.3, 0.1, 0.8])
metric.CrossEntropy()  measure
metric.NegativeLogLikelihood()  measure
metric.Perplexity(None)  measure
  ignore_label: 1, 0, -1, 'a'
  + ignore_label=1, axis=1
metric.PearsonCorrelation()  measure  V([0, 1, 1, 0.5]), V([0.5, 0.3, 0.1, 0.8])
metric.Loss()  measure
metric.Torch()  measure
metric.Caffe()  measure
metric.CustomMetric(gap)  measure
  feval: gap_and_count, lambda l, o: 3.0, 3
  allow_extra_outputs: True, False
metric.CompositeEvalMetric()  measure
  metrics: ['acc', 'ce'], [mx.metric.MAE()], 'acc', ['other']
metric.create('acc')  measure
  metric: 'ce', ['acc', 'top_k_acc'], gap, 'other', 3
metric.np(gap)  measure
  numpy_feval: gap_and_count, lambda l, o: 3.0
  allow_extra_outputs: True, False
"""

INITIALIZERS = """
init.Zero()  fills
init.One()  fills
init.Constant(0.5)  fills
  value: 2, -1, nan, 'a', V([3.0])
init.Uniform()  fills
  scale: 1, 0.5, 0, -1, 'a'
init.Normal()  fills
  sigma: 1, 0.5, 0, -1, 'a'
init.Orthogonal()  fills
  scale: 1, 0.5
  rand_type: 'normal', 'other'
init.Xavier()  fills
  rnd_type: 'gaussian', 'other'
  factor_type: 'in', 'out', 'other'
  magnitude: 1, 2.24, 0
init.MSRAPrelu()  fills
  factor_type: 'in', 'out', 'other'
  slope: 0, 1
init.Bilinear()  fills
init.LSTMBias()  fills
  forget_bias: 0.0, 3, 'a'
init.Mixed(['bias', '.*'], [init.Zero(), init.One()])  fills
  patterns: ['conv', '.*'], ['conv', 'bias'], ['bias']
  initializers: [init.One(), init.Uniform(0.5)], [init.Zero()]
"""

DATASETS = """
data.SequentialSampler(4)  items
  length: 0, 1, 'a', 2.5
  start: 2, 5, -1
data.RandomSampler(5)  items
  length: 0, 1, 12, 'a'
data.BatchSampler(data.SequentialSampler(7), 3)  items
  sampler: data.SequentialSampler(6), data.RandomSampler(7), range(4)
  batch_size: 1, 2, 9, 0
  last_batch: 'discard', 'rollover', 'other'
  + sampler=data.SequentialSampler(8), last_batch='rollover', batch_size=5
data.FilterSampler(odd, range(7))  items
  fn: bool, len
  dataset: data.SimpleDataset([4, 5, 6, 7]), [1, 3], []
data.SimpleDataset([1, 2, 3])  items
  data: 'abc', V([1, 2]), np.arange(3), ()
data.ArrayDataset(V([1, 2]), [3, 4])  items
data.ArrayDataset(V([1, 2]), [3, 4, 5])  items
data.DataLoader(pairs(), 3)  items
  dataset: V([1, 2, 3, 4]), [1, 2, 3, 4], data.SimpleDataset([1.5, 2.5]), 3
  batch_size: 1, 4, 9, None, 0
  shuffle: True, 1
  sampler: data.RandomSampler(7), data.SequentialSampler(4), [3, 1, 2]
  last_batch: 'discard', 'rollover', 'keep', 'other'
  batch_sampler: data.BatchSampler(data.SequentialSampler(7), 4, 'discard'), [[0, 1], [5]]
  batchify_fn: len, first
  num_workers: 1, 2, -1
  pin_memory: True, 1
  pin_device_id: 1, 2
  prefetch: 1, 4
  thread_pool: True, 1
  timeout: 5, 60
  auto_reload: True, 1
  + batch_size=None, batch_sampler=[[0, 1], [5]]
  + batch_size=None, batch_sampler=[[0, 1], [5]], shuffle=True
  + shuffle=True, sampler=[1, 2]
  + shuffle=True, last_batch='rollover'
  + num_workers=2, thread_pool=True, prefetch=1
gluon.Parameter('w', shape=(2, 3), init='ones')  parameter
  name: 'x_weight', '', 3
  grad_req: 'add', 'null', 'other'
  shape: (4,), 3, (0, 2), None, 'a'
  dtype: 'float64', 'float16', 'int32', 'other'
  init: init.Uniform(1), 'zeros', 'other', 3, None
  allow_deferred_init: True, 1
  differentiable: False, 0
  stype: 'row_sparse', 'other'
  grad_stype: 'row_sparse', 'other'
gluon.Constant('c', V([1.0, 2.0]))  parameter
  name: 'x', '', 3
  value: V([[3.0]]), np.array([1, 2]), [4.0, 5.0], 3
gluon.ParameterDict()  holder
  prefix: 'a_', 'net_b_', 3
  shared: gluon.ParameterDict('s_'), None, 3
transforms.ToTensor()  picture
transforms.Cast()  picture
transforms.Normalize()  channels
  mean: 0.5, (0.1, 0.2, 0.3), (0.1, 0.2), 'a'
  std: 0.5, (1, 2, 3), (0.1, 0.2), 0
transforms.Resize(4)  picture
  size: (3, 2), 1, 0, 'a', (8, 9)
  keep_ratio: True, 1
  interpolation: 0, 2, 9
transforms.CenterCrop(4)  picture
  size: (3, 2), 1, 0, (8, 9)
  interpolation: 0, 2
transforms.CropResize(1, 1, 3, 2)  picture
  x: 0, 2, 9
  y: 0, 2, 9
  width: 2, 1, 0
  height: 3, 1, 0
  size: 4, (3, 5)
  interpolation: 0, 1
transforms.Compose([transforms.ToTensor()])  picture
  transforms: [transforms.Cast('float32'), transforms.ToTensor()], [], 3
transforms.RandomResizedCrop(4)  picture
  size: (3, 2), 1
  scale: (0.5, 0.6), 0.5
  ratio: (1, 1), (0.5, 2)
  interpolation: 0, 2
transforms.RandomFlipLeftRight()  picture
transforms.RandomFlipTopBottom()  picture
transforms.RandomBrightness(0.5)  picture
  brightness: 0, 0.1
transforms.RandomContrast(0.5)  picture
  contrast: 0, 0.1
transforms.RandomSaturation(0.5)  picture
  saturation: 0, 0.1
transforms.RandomHue(0.5)  picture
  hue: 0, 0.1
transforms.RandomColorJitter(0.5)  picture
  brightness: 0.2, 0.1
  contrast: 0.5, 0.1
  saturation: 0.5, 0.1
  hue: 0.5, 0.1
transforms.RandomLighting(0.5)  picture
  alpha: 0, 0.1
transforms.RandomApply([transforms.Cast('float32')])  picture
  transforms: transforms.ToTensor(), transforms.Cast('float16')
  p: 0, 1, 2
transforms.Rotate(90)  channels
  rotation_degrees: 45, -30, 0
  zoom_in: True, 1
  zoom_out: True, 1
transforms.RandomRotation((-10, 10))  channels
  angle_limits: (0, 0), (5, 5)
  zoom_in: True, 1
  zoom_out: True, 1
  rotate_with_proba: 0, 0.5
"""


def public():
    p = play_mxnet
    for name in ('nn', 'rnn', 'loss', 'data', 'gluon', 'lr_scheduler', 'metric', 'init', 'transforms'):
        module = getattr(p, name)
        for n in sorted(dir(module)):
            if not n.startswith('_') and callable(getattr(module, n)):
                yield '%s.%s' % (name, n)
    for n, thing in sorted(vars(p.optimizer).items()):
        if isinstance(thing, type) and issubclass(thing, p.optimizer.Optimizer):
            yield 'optimizer.' + n


def cases():
    all_of = matrix.Matrix(dict(play_mxnet.__dict__), matrix.read_values(VALUES), {})
    found = all_of.cases('\n'.join([LAYERS, LOSSES, OPTIMIZERS, SCHEDULERS, METRICS, INITIALIZERS, DATASETS]))
    all_of.check(public(), LEFT_OUT)
    return found
