"""The rows and values of PyTorch's options (matrix.py says how a row reads): layers, losses, functions, optimizers, schedulers, data, init, utils."""
import matrix
import play_torch

# Public names that are no options' carriers, and those whose cases would say nothing, each with why.
LEFT_OUT = set('''
nn.Module nn.Container nn.Sequential nn.ModuleList nn.ModuleDict nn.ParameterList nn.ParameterDict nn.Parameter nn.UninitializedBuffer nn.UninitializedParameter
nn.RNNBase nn.RNNCellBase nn.NLLLoss2d nn.DataParallel nn.SyncBatchNorm nn.factory_kwargs
optim.Optimizer L.Counter L.Optimizer L.bisect_right L.wraps
D.ChainDataset D.DFIterDataPipe D.DataChunk D.DataLoader2 D.Dataset D.IterDataPipe D.IterableDataset D.MapDataPipe D.Sampler D.argument_validation D.functional_datapipe
D.get_worker_info D.guaranteed_datapipes_determinism D.non_deterministic D.runtime_validation D.runtime_validation_disabled
F.Callable F.DType F.List F.Optional F.Tensor F.Tuple F.Union F.assert_int_or_pair F.boolean_dispatch F.handle_torch_function F.has_torch_function F.has_torch_function_unary
F.has_torch_function_variadic F.fractional_max_pool2d_with_indices F.fractional_max_pool3d_with_indices F.max_pool1d_with_indices F.max_pool2d_with_indices
F.max_pool3d_with_indices F.adaptive_max_pool1d_with_indices F.adaptive_max_pool2d_with_indices F.adaptive_max_pool3d_with_indices
I.Tensor I.constant I.dirac I.eye I.kaiming_normal I.kaiming_uniform I.normal I.orthogonal I.sparse I.uniform I.xavier_normal I.xavier_uniform
U.clip_grad_norm U.convert_conv2d_weight_memory_format U.remove_spectral_norm U.remove_weight_norm U.skip_init U.parameters_to_vector U.vector_to_parameters
U.fuse_conv_bn_weights U.fuse_conv_bn_eval'''.split())
# The first are classes to inherit from, holders without options, types, and PyTorch's own tools; nn.DataParallel and SyncBatchNorm need GPUs (tests/tensors/placed); names without
# an underscore in I and U.clip_grad_norm are old spellings; the last take operands only (tests/tensors/torch).

SIGNATURES = {'F.%smax_pool%dd' % (a, n): 'F.%smax_pool%dd_with_indices' % (a, n) for a in ('', 'adaptive_', 'fractional_') for n in (1, 2, 3) if (a, n) != ('fractional_', 1)}
SIGNATURES.update({'nn.RNN': 'RNN', 'nn.LSTM': 'LSTM', 'nn.GRU': 'GRU'})

VALUES = """
device: 'cpu', torch.device('cpu'), 'nosuch', 1.5
dtype: torch.float64, torch.int64, 'float32'
bias: False, 0, None
inplace: True, 1, None
p: 0, 1, 0.3, 1.5, '0.5', None
eps: 0.1, 0, 'a', None
momentum: 0.5, None, 0, 'a'
affine: False, 0
track_running_stats: False, None
size_average: True, False
reduce: True, False
reduction: 'none', 'sum', 'max', None, 1
ceil_mode: True, 1, 'a'
count_include_pad: False, 0
divisor_override: 3, 0, -2, 1.5
return_indices: True, False
padding_mode: 'reflect', 'replicate', 'circular', 'none', 1
groups: 2, 3, 0, 'a'
margin: 0.5, -1, 0, 'a', None
full: True, 1
lambd: 0.1, 0, -0.5, 'a'
alpha: 0.5, 2.0, 0, 'a', None
beta: 0.5, 2, 0, -1, 'a'
threshold: 0.5, -1, 'a'
negative_slope: 0.2, 0, -1, 'a'
dim: 0, 1, -1, 5, 'a', None
keepdim: True, 1
batch_first: True, 1
dropout: 0.4, 1, 1.5, 'a'
bidirectional: True, 0
proj_size: 2, -1, 9
num_layers: 2, 3, 0, 'a'
nonlinearity: 'relu', 'sigmoid', None
hidden_size: 2, 0, 'a'
input_size: 2, 'a'
align_corners: True, False, None, 1
recompute_scale_factor: True, False
antialias: True, False
foreach: True, False
maximize: True, 1
differentiable: True, False
capturable: True, False
fused: True, False
lr: 0.5, 0, 1e-05, -1, 'a', None
weight_decay: 0.1, 1, -0.1, 'a'
betas: (0.5, 0.9), (0, 0), (0.9, 1.0), (-0.1, 0.9), 0.9, (0.9,)
amsgrad: True, 1
last_epoch: 0, 3, -2, 'a'
verbose: True, 1
gamma: 0.5, 2, 0, 'a'
drop_last: True, 1, None
generator: generator(3), generator(9), 3
training: True, False
norm_type: 1, 3.0, 2, inf, 0, 'a'
max_norm: 0.5, 10, 0, -1.0
sparse: True, False
scale_grad_by_freq: True, 1
layer_norm_eps: 0.1, 'a'
norm_first: True, 0
activation: 'gelu', F.gelu, 'tanh', torch.tanh, 3
foreach: True, False
log_target: True, 1
mode: 'nearest', 'cubic', 3
total_iters: 3, 1, 0, -1, 'a'
"""

LAYERS_1D = """
nn.Conv1d(4, 6, 3)  net  X(2, 4, 7)
  in_channels: 2, 0, -1, 'a', 4.0
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2,), 9, 0, (2, 2), 'a', 2.0
  stride: 2, (3,), 0, -1, 'a', (2, 2)
  padding: 1, (2,), 'same', 'valid', 'other', -1, 1.5
  dilation: 2, (3,), 0, 9, 'a'
  + padding=2, padding_mode='circular'
  + padding=(1,), padding_mode='reflect'
  + padding=1, padding_mode='replicate', stride=2
  + padding='same', dilation=2
  + padding='same', stride=2
  + padding='same', padding_mode='circular'
  + groups=2, bias=False
  + padding=9, padding_mode='circular'
nn.ConvTranspose1d(4, 6, 3)  net  X(2, 4, 5)
  in_channels: 2, 0, 'a'
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2,), 0, (2, 2), 'a'
  stride: 2, (3,), 0, 'a'
  padding: 1, (2,), 'same', -1
  output_padding: 1, (0,), 5, -1, 'a'
  dilation: 2, (3,), 0, 'a'
  + stride=3, output_padding=2
  + stride=2, output_padding=1, padding=1, groups=2
nn.MaxPool1d(2)  net  X(2, 3, 7)
  kernel_size: 3, (2,), 9, 0, -1, (2, 2), 'a', 2.0
  stride: 1, (3,), 0, -1, 'a'
  padding: 1, (1,), 2, -1, 'a'
  dilation: 2, (3,), 0, 'a'
  + stride=2, ceil_mode=True
  + kernel_size=3, padding=1, return_indices=True, dilation=2
nn.AvgPool1d(2)  net  X(2, 3, 7)
  kernel_size: 3, (2,), 9, 0, -1, (2, 2), 'a', 2.0
  stride: 1, (3,), 0, -1, 'a'
  padding: 1, (1,), 2, -1, 'a'
  + kernel_size=3, padding=1, ceil_mode=True, count_include_pad=False
nn.LPPool1d(2, 2)  net  P(2, 3, 7)
  norm_type: 1, 3, 0, inf, 'a'
  kernel_size: 3, 9, 0, 'a', (2,)
  stride: 1, 3, 0, 'a'
nn.AdaptiveAvgPool1d(3)  net  X(2, 3, 7)
  output_size: 1, 2, 0, -1, None, 'a', (2,), 9
nn.AdaptiveMaxPool1d(3)  net  X(2, 3, 7)
  output_size: 1, 2, 0, -1, None, 'a', (2,), 9
nn.MaxUnpool1d(2)  net  X(1, 2, 3), V([[[1, 2, 4], [0, 3, 5]]])
  kernel_size: 3, (2,), 1, 'a'
  stride: 2, 3, 1, 'a'
  padding: 1, (0,), 'a'
nn.ConstantPad1d(1, 0.5)  net  X(2, 3, 4)
  padding: (2, 1), 0, -1, (1, 2, 3), 'a', 1.5
  value: 0, -1, 3.25, 'a', None
nn.ReflectionPad1d(1)  net  X(2, 3, 4)
  padding: (2, 1), 0, 4, -1, 'a'
nn.ReplicationPad1d(1)  net  X(2, 3, 4)
  padding: (2, 1), 0, 6, -1, 'a'
nn.BatchNorm1d(3)  net  X(4, 3, 2)
  num_features: 2, 0, 'a', 3.0
  + affine=False, track_running_stats=False
nn.InstanceNorm1d(3)  net  X(2, 3, 4)
  num_features: 2, 0, 'a'
  affine: True, 1
  track_running_stats: True, 1
  + affine=True, track_running_stats=True, momentum=0.3
nn.LazyConv1d(6, 3)  net  X(2, 4, 7)
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2,), 'a'
  stride: 2, (3,), 0
  padding: 1, 'same', -1
  dilation: 2, (3,), 0
  dtype: torch.float64, torch.float16
  + groups=2, bias=False
nn.LazyConvTranspose1d(6, 3)  net  X(2, 4, 5)
  out_channels: 2, 0
  kernel_size: 1, (2,)
  stride: 2, (3,)
  padding: 1, (2,)
  output_padding: 1, 5
  dilation: 2, (3,)
  dtype: torch.float64, torch.float16
nn.LazyBatchNorm1d()  net  X(4, 3, 2)
nn.LazyInstanceNorm1d()  net  X(2, 3, 4)
nn.Dropout1d()  net  X(2, 3, 4)
"""

LAYERS_2D = """
nn.Conv2d(4, 6, 3)  net  X(2, 4, 5, 6)
  in_channels: 2, 0, 'a'
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2, 3), 9, 0, (2,), 'a', (2, 2, 2)
  stride: 2, (2, 1), 0, -1, 'a', (2,)
  padding: 1, (2, 0), 'same', 'valid', 'other', -1, (1,)
  dilation: 2, (1, 2), 0, 9, 'a'
  + padding=2, padding_mode='circular'
  + padding=(1, 2), padding_mode='reflect'
  + padding=1, padding_mode='replicate', stride=2
  + padding='same', kernel_size=(2, 3), dilation=2
  + padding='same', padding_mode='reflect'
  + groups=2, bias=False, dtype=torch.float64
nn.ConvTranspose2d(4, 6, 3)  net  X(2, 4, 3, 4)
  in_channels: 2, 0, 'a'
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2, 3), 0, 'a'
  stride: 2, (2, 1), 0, 'a'
  padding: 1, (2, 0), 'same', -1
  output_padding: 1, (0, 0), 5, 'a'
  dilation: 2, (1, 2), 0, 'a'
  + stride=3, output_padding=(1, 2), groups=2
nn.MaxPool2d(2)  net  X(1, 2, 5, 6)
  kernel_size: 3, (2, 3), 9, 0, -1, (2,), 'a', 2.0
  stride: 1, (2, 3), 0, -1, 'a'
  padding: 1, (1, 0), 2, -1, 'a'
  dilation: 2, (1, 3), 0, 'a'
  + kernel_size=3, stride=2, ceil_mode=True, padding=1
  + return_indices=True, dilation=2
nn.AvgPool2d(2)  net  X(1, 2, 5, 6)
  kernel_size: 3, (2, 3), 9, 0, -1, (2,), 'a', 2.0
  stride: 1, (2, 3), 0, -1, 'a'
  padding: 1, (1, 0), 2, -1, 'a'
  + kernel_size=3, padding=1, ceil_mode=True, count_include_pad=False
  + kernel_size=3, padding=1, divisor_override=2
nn.LPPool2d(2, 2)  net  P(1, 2, 5, 6)
  norm_type: 1, 3, 0, inf, 'a'
  kernel_size: 3, (2, 3), 9, 'a'
  stride: 1, (2, 1), 0
nn.FractionalMaxPool2d(2, (2, 3), _random_samples=V([[[0.3, 0.6], [0.1, 0.8]]]))  net  X(1, 2, 5, 6)
  kernel_size: 3, (2, 1), 9, 0, 'a'
  output_size: 2, (3, 2), (9, 9), None
  output_ratio: 0.5, (0.4, 0.6), 2
  _random_samples: None, V([[[0.9, 0.1], [0.5, 0.5]]])
  + output_size=None, output_ratio=(0.5, 0.6)
  + output_size=None, output_ratio=1.5
nn.AdaptiveAvgPool2d(3)  net  X(1, 2, 5, 6)
  output_size: 1, (2, 3), (None, 2), 0, -1, None, 'a', (2,)
nn.AdaptiveMaxPool2d(3)  net  X(1, 2, 5, 6)
  output_size: 1, (2, 3), (None, 2), 0, -1, None, 'a', (2,)
nn.MaxUnpool2d(2)  net  X(1, 1, 2, 2), V([[[[0, 3], [9, 10]]]])
  kernel_size: 3, (2, 3), 1, 'a'
  stride: 3, (2, 3), 1, 'a'
  padding: 1, (0, 0), 'a'
nn.ConstantPad2d(1, 0.5)  net  X(1, 2, 3, 4)
  padding: (2, 1, 0, 1), 0, -1, (1, 2, 3), 'a'
  value: 0, -1, 3.25, 'a', None
nn.ZeroPad2d(1)  net  X(1, 2, 3, 4)
  padding: (2, 1, 0, 1), 0, -1, (1, 2, 3), 'a'
nn.ReflectionPad2d(1)  net  X(1, 2, 3, 4)
  padding: (2, 1, 0, 1), 0, 4, -1, 'a'
nn.ReplicationPad2d(1)  net  X(1, 2, 3, 4)
  padding: (2, 1, 0, 1), 0, 6, -1, 'a'
nn.BatchNorm2d(3)  net  X(2, 3, 2, 2)
  num_features: 2, 0, 'a'
  + affine=False, momentum=None
nn.InstanceNorm2d(3)  net  X(2, 3, 2, 2)
  num_features: 2, 0, 'a'
  affine: True, 1
  track_running_stats: True, 1
nn.LazyConv2d(6, 3)  net  X(2, 4, 5, 6)
  out_channels: 2, 0
  kernel_size: 1, (2, 3)
  stride: 2, (2, 1)
  padding: 1, 'same'
  dilation: 2, (1, 2)
  dtype: torch.float64, torch.float16
nn.LazyConvTranspose2d(6, 3)  net  X(2, 4, 3, 4)
  out_channels: 2, 0
  kernel_size: 1, (2, 3)
  stride: 2, (2, 1)
  padding: 1, (2, 0)
  output_padding: 1, 5
  dilation: 2, (1, 2)
  dtype: torch.float64, torch.float16
nn.LazyBatchNorm2d()  net  X(2, 3, 2, 2)
nn.LazyInstanceNorm2d()  net  X(2, 3, 2, 2)
nn.Dropout2d()  net  X(2, 3, 2, 2)
nn.Unfold(2)  net  X(1, 2, 4, 5)
  kernel_size: (2, 3), 3, 0, 9, 'a', (2,)
  dilation: 2, (1, 2), 0, 'a'
  padding: 1, (0, 1), -1, 'a'
  stride: 2, (1, 2), 0, 'a'
nn.Fold((4, 5), 2)  net  X(1, 8, 12)
  output_size: (5, 4), (4, 4), 5, 'a'
  kernel_size: (2, 2), 3, (1, 2), 'a'
  dilation: 2, (1, 1), 0
  padding: 1, (0, 0), 'a'
  stride: 2, (1, 1), 0
nn.PixelShuffle(2)  net  X(1, 8, 2, 3)
  upscale_factor: 1, 3, 0, -1, 'a', 2.0
nn.PixelUnshuffle(2)  net  X(1, 2, 4, 6)
  downscale_factor: 1, 3, 0, -1, 'a', 2.0
nn.ChannelShuffle(2)  net  X(1, 6, 2, 2).detach()
  groups: 3, 4, 0, 'a'
nn.Upsample(scale_factor=2)  net  X(1, 2, 3, 4)
  size: 5, (4, 6), (1, 2, 3), 'a'
  scale_factor: 3, (2, 1.5), 0.5, 0, -1, 'a', None, (2, 2, 2)
  mode: 'bilinear', 'bicubic', 'linear', 'trilinear', 'area', 'nearest-exact', 'other'
  + scale_factor=None, size=(5, 7), mode='bilinear', align_corners=True
  + scale_factor=(1.7, 2.3), mode='bilinear', align_corners=False, recompute_scale_factor=True
  + scale_factor=1.7, mode='bicubic', align_corners=True
  + scale_factor=1.7, mode='nearest', recompute_scale_factor=True
  + scale_factor=1.7, mode='bilinear', recompute_scale_factor=False
nn.UpsamplingBilinear2d(scale_factor=2)  net  X(1, 2, 3, 4)
  size: 5, (4, 6), 'a'
  scale_factor: 3, (2, 1.5), 0
  + scale_factor=None, size=(5, 7)
nn.UpsamplingNearest2d(scale_factor=2)  net  X(1, 2, 3, 4)
  size: 5, (4, 6), 'a'
  scale_factor: 3, (2, 1.5), 0
  + scale_factor=None, size=(5, 7)
nn.Softmax2d()  net  X(1, 3, 2, 2)
nn.CrossMapLRN2d(2)  net  X(1, 5, 2, 2)
  size: 3, 1, 5
  alpha: 0.5, 1
  beta: 0.5, 2
  k: 2, 0.5
nn.LocalResponseNorm(2)  net  X(1, 5, 2, 2)
  size: 3, 1, 7, 0, 'a'
  alpha: 0.5, 1, 'a'
  beta: 0.5, 2, 'a'
  k: 2, 0.5, 'a'
nn.FeatureAlphaDropout()  net  X(2, 3, 2, 2)
"""

LAYERS_3D = """
nn.Conv3d(2, 4, 2)  net  X(1, 2, 3, 4, 3)
  in_channels: 4, 0, 'a'
  out_channels: 2, 0, 1.5
  kernel_size: 1, (2, 1, 3), 9, (2, 2), 'a'
  stride: 2, (2, 1, 1), 0, 'a'
  padding: 1, (2, 0, 1), 'same', -1
  dilation: 2, (1, 2, 1), 0, 'a'
  + padding=1, padding_mode='circular'
  + padding=1, padding_mode='reflect'
  + padding=(1, 0, 2), padding_mode='replicate', stride=2
nn.ConvTranspose3d(2, 4, 2)  net  X(1, 2, 2, 3, 2)
  in_channels: 4, 0, 'a'
  out_channels: 2, 0
  kernel_size: 1, (2, 1, 3), 'a'
  stride: 2, (2, 1, 1), 0
  padding: 1, (1, 0, 0), -1
  output_padding: 1, 5
  dilation: 2, (1, 2, 1), 0
  + stride=2, output_padding=1, groups=2
nn.MaxPool3d(2)  net  X(1, 2, 3, 4, 5)
  kernel_size: 3, (2, 1, 3), 9, 0, (2, 2), 'a'
  stride: 1, (2, 3, 1), 0, 'a'
  padding: 1, (1, 0, 1), 2, -1, 'a'
  dilation: 2, (1, 3, 1), 0, 'a'
  + kernel_size=2, stride=2, ceil_mode=True, padding=1, return_indices=True
nn.AvgPool3d(2)  net  X(1, 2, 3, 4, 5)
  kernel_size: 3, (2, 1, 3), 9, 0, (2, 2), 'a'
  stride: 1, (2, 3, 1), 0, 'a'
  padding: 1, (1, 0, 1), 2, -1, 'a'
  + kernel_size=3, padding=1, ceil_mode=True, count_include_pad=False
nn.FractionalMaxPool3d(2, (2, 2, 3), _random_samples=V([[[0.3, 0.6, 0.2], [0.1, 0.8, 0.5]]]))  net  X(1, 2, 4, 5, 6)
  kernel_size: 3, (2, 1, 2), 9
  output_size: 2, (3, 2, 1), None
  output_ratio: 0.5, (0.4, 0.6, 0.5), 2
  _random_samples: None, V([[[0.9, 0.1, 0.2], [0.5, 0.5, 0.7]]])
  + output_size=None, output_ratio=(0.5, 0.6, 0.7)
nn.AdaptiveAvgPool3d(2)  net  X(1, 2, 3, 4, 5)
  output_size: 1, (2, 3, 1), (None, 2, 2), -1, 'a', (2,)
nn.AdaptiveMaxPool3d(2)  net  X(1, 2, 3, 4, 5)
  output_size: 1, (2, 3, 1), (None, 2, 2), -1, 'a', (2,)
nn.MaxUnpool3d(2)  net  X(1, 1, 1, 1, 2), V([[[[[0, 3]]]]])
  kernel_size: 3, (2, 3, 1), 1
  stride: 3, (2, 3, 2), 1
  padding: 1, (0, 0, 0)
nn.ConstantPad3d(1, 0.5)  net  X(1, 1, 2, 2, 2)
  padding: (2, 1, 0, 1, 1, 0), 0, -1, (1, 2, 3), 'a'
  value: 0, -1, 3.25
nn.ReflectionPad3d(1)  net  X(1, 1, 2, 2, 2)
  padding: (1, 1, 0, 1, 1, 0), 0, 4, 'a'
nn.ReplicationPad3d(1)  net  X(1, 1, 2, 2, 2)
  padding: (2, 1, 0, 1, 1, 0), 0, 6, 'a'
nn.BatchNorm3d(2)  net  X(2, 2, 2, 2, 1)
  num_features: 3, 0, 'a'
nn.InstanceNorm3d(2)  net  X(2, 2, 2, 2, 1)
  num_features: 3, 0, 'a'
  affine: True, 1
  track_running_stats: True, 1
nn.LazyConv3d(4, 2)  net  X(1, 2, 3, 4, 3)
  out_channels: 2, 0
  kernel_size: 1, (2, 1, 3)
  stride: 2, (2, 1, 1)
  padding: 1, 'same'
  dilation: 2, (1, 2, 1)
  dtype: torch.float64, torch.float16
nn.LazyConvTranspose3d(4, 2)  net  X(1, 2, 2, 3, 2)
  out_channels: 2, 0
  kernel_size: 1, (2, 1, 3)
  stride: 2, (2, 1, 1)
  padding: 1, (1, 0, 0)
  output_padding: 1, 5
  dilation: 2, (1, 2, 1)
  dtype: torch.float64, torch.float16
nn.LazyBatchNorm3d()  net  X(2, 2, 2, 2, 1)
nn.LazyInstanceNorm3d()  net  X(2, 2, 2, 2, 1)
nn.Dropout3d()  net  X(2, 3, 2, 2, 1)
"""

LAYERS = """
nn.Linear(3, 2)  net  X(4, 3)
  in_features: 2, 0, -1, 'a', 3.0
  out_features: 1, 0, -1, 'a'
  + dtype=torch.float64, bias=False
nn.LazyLinear(2)  net  X(4, 3)
  out_features: 1, 0, 'a'
  dtype: torch.float64, torch.float16
nn.Bilinear(3, 2, 4)  net  X(5, 3), X(5, 2)
  in1_features: 2, 0, -1, 'a'
  in2_features: 3, 0, 'a'
  out_features: 1, 0, 'a'
nn.Identity(3)  net  X(2, 2)
nn.Flatten()  net  X(2, 3, 2, 2)
  start_dim: 0, 2, -1, 5, 'a'
  end_dim: 1, 2, 0, 5, 'a'
nn.Unflatten(1, (2, 3))  net  X(2, 6)
  dim: -1, 0, 5, 'a', None
  unflattened_size: (3, 2), (-1, 2), (4, 2), [6], 6, 'a'
nn.Embedding(5, 3)  net  C(5, 2, 4)
  num_embeddings: 4, 7, 0, -1, 'a', 5.0
  embedding_dim: 1, 0, 'a'
  padding_idx: 1, -1, 0, 5, -9, 'a'
  max_norm: 0.5, 10, 0, 'a'
  _weight: V([[1.0, 2.0, 3.0]] * 5), V([[1.0, 2.0]])
  + max_norm=1.0, norm_type=1
  + max_norm=1.0, norm_type=inf
  + padding_idx=2, scale_grad_by_freq=True
  + padding_idx=2, sparse=True
nn.EmbeddingBag(5, 3)  net  C(5, 2, 4)
  num_embeddings: 4, 7, 0, 'a'
  embedding_dim: 1, 0, 'a'
  padding_idx: 1, -1, 0, 5, 'a'
  max_norm: 0.5, 10, 'a'
  mode: 'sum', 'max', 'other', 1
  include_last_offset: True, 1
  _weight: V([[1.0, 2.0, 3.0]] * 5), V([[1.0, 2.0]])
  + mode='sum', padding_idx=2
  + mode='max', padding_idx=2
  + mode='sum', scale_grad_by_freq=True
  + mode='max', scale_grad_by_freq=True
  + mode='sum', sparse=True
  + mode='max', sparse=True
nn.EmbeddingBag(5, 3)  net  C(5, 6), V([0, 2, 2])
  include_last_offset: True, False
  mode: 'sum', 'max'
nn.LayerNorm(3)  net  X(2, 4, 3)
  normalized_shape: (4, 3), [3], 4, (3, 4), 0, 'a', 3.0
  elementwise_affine: False, 0
nn.GroupNorm(2, 4)  net  X(2, 4, 3)
  num_groups: 1, 4, 3, 0, 'a'
  num_channels: 6, 2, 5, 'a'
nn.Dropout()  net  X(3, 4)
nn.AlphaDropout()  net  X(3, 4)
nn.CosineSimilarity()  net  X(3, 4), W(3, 4) + 1
nn.PairwiseDistance()  net  X(3, 4), W(3, 4) + 1
  p: 1, 3.0, 0, inf, -1, 'a'
nn.ReLU()  net  X(3, 4)
nn.ReLU6()  net  X(3, 4)
nn.SELU()  net  X(3, 4)
nn.SiLU()  net  X(3, 4)
nn.Mish()  net  X(3, 4)
nn.Hardsigmoid()  net  X(3, 4)
nn.Hardswish()  net  X(3, 4)
nn.ELU()  net  X(3, 4)
nn.CELU()  net  X(3, 4)
nn.GELU()  net  X(3, 4)
  approximate: 'tanh', 'other', 1, None
nn.GLU()  net  X(4, 4)
nn.Hardshrink()  net  X(3, 4)
nn.Softshrink()  net  X(3, 4)
nn.Tanhshrink()  net  X(3, 4)
nn.Softsign()  net  X(3, 4)
nn.Sigmoid()  net  X(3, 4)
nn.Tanh()  net  X(3, 4)
nn.LogSigmoid()  net  X(3, 4)
nn.Hardtanh()  net  X(3, 4)
  min_val: -0.5, 0, 2, 'a'
  max_val: 0.5, 2, -2, 'a'
  min_value: -0.5, 0.2
  max_value: 0.5, 0.9
nn.LeakyReLU()  net  X(3, 4)
nn.RReLU()  net  X(3, 4)
  lower: 0.3, 0, -1, 0.5, 'a'
  upper: 0.5, 1, 0.1, 'a'
nn.PReLU()  net  X(3, 4)
  num_parameters: 4, 3, 0, 'a'
  init: 0.5, -1, 'a'
nn.Threshold(0.3, 7)  net  X(3, 4)
  value: 0, -1, 'a'
nn.Softplus()  net  X(3, 4)
  threshold: 0.5, 1, -1, 'a'
nn.Softmax(1)  net  X(3, 4)
nn.Softmin(1)  net  X(3, 4)
nn.LogSoftmax(1)  net  X(3, 4)
nn.RNN(3, 4)  net  X(5, 2, 3)
  hidden_size: 2, 0, -1, 'a'
  input_size: 2, 0, 'a'
  num_layers: 2, 3, 0, -1, 'a'
  + num_layers=2, bidirectional=True, batch_first=True
  + num_layers=2, dropout=0.5
  + nonlinearity='relu', num_layers=2, bias=False
  + bidirectional=True, dtype=torch.float64
  + nonlinearity='other'
  + nonlinearity='relu'
nn.LSTM(3, 4)  net  X(5, 2, 3)
  hidden_size: 2, 0, -1, 'a'
  input_size: 2, 0, 'a'
  num_layers: 2, 3, 0, -1, 'a'
  + num_layers=2, bidirectional=True, proj_size=2
  + num_layers=2, dropout=0.5
  + bidirectional=True, batch_first=True, bias=False
nn.GRU(3, 4)  net  X(5, 2, 3)
  hidden_size: 2, 0, -1, 'a'
  input_size: 2, 0, 'a'
  num_layers: 2, 3, 0, -1, 'a'
  + num_layers=2, bidirectional=True, batch_first=True
  + num_layers=2, dropout=0.5
  + bias=False, dtype=torch.float64
nn.RNNCell(3, 4)  net  X(2, 3)
nn.LSTMCell(3, 4)  net  X(2, 3)
nn.GRUCell(3, 4)  net  X(2, 3)
nn.MultiheadAttention(4, 2)  net  X(3, 2, 4), W(5, 2, 4), W(5, 2, 4) + 1
  embed_dim: 6, 5, 0, 'a'
  num_heads: 1, 4, 3, 0, 'a'
  add_bias_kv: True, 1
  add_zero_attn: True, 1
  kdim: 3, 4, 'a'
  vdim: 3, 4, 'a'
  + add_bias_kv=True, add_zero_attn=True
  + batch_first=True, bias=False
nn.MultiheadAttention(4, 2, kdim=3, vdim=5)  net  X(3, 2, 4), W(5, 2, 3), W(5, 2, 5)
  embed_dim: 2, 'a'
  num_heads: 1, 4
  kdim: 4, None
  vdim: 4, None
  add_bias_kv: True, 1
  add_zero_attn: True, 1
nn.TransformerEncoderLayer(4, 2, 6, 0.0)  net  X(3, 2, 4)
  d_model: 2, 5, 'a'
  nhead: 1, 3
  dim_feedforward: 3, 8, 'a'
nn.TransformerDecoderLayer(4, 2, 6, 0.0)  net  X(3, 2, 4), W(5, 2, 4)
  d_model: 2, 5
  nhead: 1, 3
  dim_feedforward: 3, 8
nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 6, 0.0), 2)  net  X(3, 2, 4)
  encoder_layer: nn.TransformerEncoderLayer(4, 1, 3, 0.0, 'gelu'), nn.Linear(4, 4)
  num_layers: 1, 3, 0
  norm: nn.LayerNorm(4), nn.Identity()
  enable_nested_tensor: False, True
  mask_check: False, True
nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 6, 0.0), 2)  net  X(3, 2, 4), W(5, 2, 4)
  decoder_layer: nn.TransformerDecoderLayer(4, 1, 3, 0.0, 'gelu'), nn.TransformerDecoderLayer(4, 4, 3, 0.0)
  num_layers: 1, 3, 0
  norm: nn.LayerNorm(4), nn.Identity()
nn.Transformer(4, 2, 1, 1, 6, 0.0)  net  X(3, 2, 4), W(5, 2, 4)
  d_model: 2, 5
  nhead: 1, 3
  num_encoder_layers: 2, 0
  num_decoder_layers: 2, 0
  dim_feedforward: 3, 8
  custom_encoder: nn.Linear(4, 4), nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 5, 0.0), 1)
  custom_decoder: nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 5, 0.0), 1), nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 5, 0.0), 2)
"""

LOSSES = """
nn.L1Loss()  net  X(3, 4), W(3, 4) + 1
nn.MSELoss()  net  X(3, 4), W(3, 4) + 1
nn.HuberLoss()  net  X(3, 4), W(3, 4) + 1
  delta: 0.5, 3, 0, -1, 'a'
  + delta=0.5, reduction='none'
nn.SmoothL1Loss()  net  X(3, 4), W(3, 4) + 1
nn.BCELoss()  net  P(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
nn.BCEWithLogitsLoss()  net  X(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
  pos_weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
  + weight=V([1.0, 2, 0.5, 3]), pos_weight=V(2.5), reduction='sum'
nn.CrossEntropyLoss()  net  X(3, 4), V([0, 3, 1])
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
  ignore_index: 3, 0, -1, 'a', None
  label_smoothing: 0.3, 1, -0.1, 1.5, 'a'
  + weight=V([1.0, 2, 0.5, 3]), label_smoothing=0.2, reduction='none'
  + weight=V([1.0, 2, 0.5, 3]), ignore_index=3, reduction='mean'
  + ignore_index=3, label_smoothing=0.2, reduction='sum'
nn.CrossEntropyLoss()  net  X(2, 3, 2), P(2, 3, 2).detach()
  weight: V([1.0, 2, 0.5]), V([1.0, 2])
  ignore_index: 1, 0
  label_smoothing: 0.3, 1
nn.NLLLoss()  net  X(3, 4), V([0, 3, 1])
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
  ignore_index: 3, 0, -1, 'a', None
  + weight=V([1.0, 2, 0.5, 3]), ignore_index=3
nn.KLDivLoss()  net  X(3, 4), P(3, 4).detach()
  reduction: 'batchmean', 'none', 'sum', 'max'
  + reduction='batchmean', log_target=True
nn.PoissonNLLLoss()  net  X(3, 4), P(3, 4).detach() * 3
  log_input: False, 0
  + log_input=False, eps=0.5, full=True
nn.GaussianNLLLoss()  net  X(3, 4), W(3, 4), P(3, 4)
  eps: 0.1, 0.5, 0, 'a'
  + full=True, reduction='none'
nn.HingeEmbeddingLoss()  net  X(3, 4), S(3, 4)
nn.SoftMarginLoss()  net  X(3, 4), S(3, 4)
nn.MarginRankingLoss()  net  X(5), W(5), S(5)
nn.CosineEmbeddingLoss()  net  X(3, 4), W(3, 4) + 1, S(3)
  margin: 0.5, -1, 0, 2, 'a'
nn.MultiMarginLoss()  net  X(3, 4), V([0, 3, 1])
  p: 2, 3, 'a', 1.0
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
  + p=2, margin=0.5, weight=V([1.0, 2, 0.5, 3])
nn.MultiLabelMarginLoss()  net  X(2, 4), V([[3, 0, -1, 1], [0, -1, 1, 2]])
nn.MultiLabelSoftMarginLoss()  net  X(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2]), 2.0
nn.TripletMarginLoss()  net  X(3, 4), W(3, 4), W(3, 4) + 1
  p: 1, 3.0, inf, 'a'
  swap: True, 1
  + swap=True, p=1, margin=2.0, reduction='none'
nn.TripletMarginWithDistanceLoss()  net  X(3, 4), W(3, 4), W(3, 4) + 1
  distance_function: nn.PairwiseDistance(1), nn.CosineSimilarity(), 3
  swap: True, 1
nn.CTCLoss()  net  F.log_softmax(X(5, 2, 4), 2).detach().requires_grad_(), V([[1, 2], [3, 3]]), V([5, 4]), V([2, 2])
  blank: 1, 3, 9, -1, 'a'
  zero_infinity: True, 1
nn.CTCLoss()  net  F.log_softmax(X(2, 2, 4), 2).detach().requires_grad_(), V([[1, 2], [3, 3]]), V([2, 2]), V([2, 2])
  blank: 1, 0, 2
  zero_infinity: True, 1
nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4], 2.0)  net  X(3, 4), V([0, 3, 5])
  in_features: 3, 8, 'a'
  n_classes: 5, 4, 8
  cutoffs: [3], [2, 3, 4], [4, 2], [6], [], [2.5]
  div_value: 4.0, 1.0
  head_bias: True, 1
"""

FUNCTIONS = """
F.conv1d(a, b)  fun  X(1, 4, 5), X(4, 2, 2)
  bias: W(4), W(3), 1
  stride: 2, (2,), 0, 'a'
  padding: 1, 'same', 'valid', 'x', -1
  dilation: 2, (2,), 0
  groups: 2, 1, 3, 0
F.conv2d(a, b, groups=2)  fun  X(1, 4, 4, 5), X(4, 2, 2, 2)
  bias: W(4), W(3), 1
  stride: 2, (2, 1), 0, 'a'
  padding: 1, 'same', 'valid', 'x', (1, 0)
  dilation: 2, (1, 2), 0
  groups: 1, 4, 0
F.conv3d(a, b)  fun  X(1, 2, 3, 4, 3), X(3, 2, 2, 2, 2)
  bias: W(3), W(2)
  stride: 2, (2, 1, 1), 0
  padding: 1, 'same', 'valid', (1, 0, 1)
  dilation: 2, (1, 2, 1), 0
F.conv_transpose1d(a, b)  fun  X(1, 4, 4), X(4, 2, 2)
  bias: W(2), W(4)
  stride: 2, (2,), 0
  padding: 1, (1,), 'same'
  output_padding: 1, 0, 2
  groups: 2, 4
  dilation: 2, (2,)
F.conv_transpose2d(a, b)  fun  X(1, 4, 3, 3), X(4, 2, 2, 2)
  bias: W(2), W(4)
  stride: 2, (2, 1), 0
  padding: 1, (1, 0), 'same'
  output_padding: 1, 2
  groups: 2, 4
  dilation: 2, (1, 2)
F.conv_transpose3d(a, b)  fun  X(1, 2, 2, 2, 2), X(2, 2, 2, 2, 2)
  bias: W(2), W(4)
  stride: 2, (2, 1, 1)
  padding: 1, (1, 0, 0)
  output_padding: 1, 2
  groups: 2, 4
  dilation: 2, (1, 2, 1)
F.conv_tbc(a, b, c)  fun  X(5, 2, 3), X(2, 3, 4), X(4)
F.linear(a, b)  fun  X(2, 3), X(4, 3)
  bias: W(4), W(3), 1, None
F.bilinear(a, b, c)  fun  X(2, 3), X(2, 2), X(4, 3, 2)
  bias: W(4), W(3), None
F.max_pool1d(a, 2)  fun  X(2, 3, 7)
  kernel_size: 3, (2,), 9, 0, 'a'
  stride: 1, (3,), 0, 'a'
  padding: 1, 2, -1, 'a'
  dilation: 2, 0, 'a'
F.max_pool2d(a, 2)  fun  X(1, 2, 5, 6)
  kernel_size: 3, (2, 3), 9, 0, 'a'
  stride: 1, (2, 3), 0, 'a'
  padding: 1, (1, 0), 2, -1, 'a'
  dilation: 2, (1, 3), 0, 'a'
F.max_pool3d(a, 2)  fun  X(1, 2, 3, 4, 5)
  kernel_size: 3, (2, 1, 3), 9
  stride: 1, (2, 3, 1), 0
  padding: 1, (1, 0, 1), 2
  dilation: 2, (1, 3, 1), 0
F.avg_pool1d(a, 2)  fun  X(2, 3, 7)
  kernel_size: 3, (2,), 9, 0, 'a'
  stride: 1, (3,), 0, 'a'
  padding: 1, 2, -1, 'a'
F.avg_pool2d(a, 2)  fun  X(1, 2, 5, 6)
  kernel_size: 3, (2, 3), 9, 0, 'a'
  stride: 1, (2, 3), 0, 'a'
  padding: 1, (1, 0), 2, -1, 'a'
F.avg_pool3d(a, 2)  fun  X(1, 2, 3, 4, 5)
  kernel_size: 3, (2, 1, 3), 9
  stride: 1, (2, 3, 1), 0
  padding: 1, (1, 0, 1), 2
F.adaptive_avg_pool1d(a, 3)  fun  X(2, 3, 7)
  output_size: 1, (2,), 0, -1, None, 'a'
F.adaptive_avg_pool2d(a, 3)  fun  X(1, 2, 5, 6)
  output_size: 1, (2, 3), (None, 2), 0, -1, None, 'a'
F.adaptive_avg_pool3d(a, 2)  fun  X(1, 2, 3, 4, 5)
  output_size: 1, (2, 3, 1), (None, 2, 2), 'a'
F.adaptive_max_pool1d(a, 3)  fun  X(2, 3, 7)
  output_size: 1, (2,), 0, -1, None, 'a'
F.adaptive_max_pool2d(a, 3)  fun  X(1, 2, 5, 6)
  output_size: 1, (2, 3), (None, 2), 0, -1, None, 'a'
F.adaptive_max_pool3d(a, 2)  fun  X(1, 2, 3, 4, 5)
  output_size: 1, (2, 3, 1), (None, 2, 2), 'a'
F.fractional_max_pool2d(a, 2, (2, 3), _random_samples=V([[[0.3, 0.6], [0.1, 0.8]]]))  fun  X(1, 2, 5, 6)
  kernel_size: 3, (2, 1), 9
  output_size: 2, (3, 2), None
  output_ratio: 0.5, (0.4, 0.6)
  _random_samples: None, V([[[0.9, 0.1], [0.5, 0.5]]])
F.fractional_max_pool3d(a, 2, (2, 2, 3), _random_samples=V([[[0.3, 0.6, 0.2], [0.1, 0.8, 0.5]]]))  fun  X(1, 2, 4, 5, 6)
  kernel_size: 3, (2, 1, 2), 9
  output_size: 2, (3, 2, 1), None
  output_ratio: 0.5, (0.4, 0.6, 0.5)
  _random_samples: None, V([[[0.9, 0.1, 0.2], [0.5, 0.5, 0.7]]])
F.max_unpool1d(a, V([[[1, 2, 4], [0, 3, 5]]]), 2)  fun  X(1, 2, 3)
  indices: V([[[0, 2, 5], [1, 3, 4]]]), V([[[0, 2, 9], [1, 3, 4]]])
  kernel_size: 3, (2,)
  stride: 3, 1
  padding: 1, 0
  output_size: (7,), (1, 2, 7), (9,), 7
F.max_unpool2d(a, V([[[[0, 3], [9, 10]]]]), 2)  fun  X(1, 1, 2, 2)
  indices: V([[[[1, 2], [8, 15]]]]), V([[[[1, 2], [8, 25]]]])
  kernel_size: 3, (2, 3)
  stride: 3, (2, 3)
  padding: 1, (0, 0)
  output_size: (5, 5), (1, 1, 5, 4), (9, 9)
F.max_unpool3d(a, V([[[[[0, 3]]]]]), 2)  fun  X(1, 1, 1, 1, 2)
  indices: V([[[[[1, 2]]]]]), V([[[[[1, 99]]]]])
  kernel_size: 3, (2, 3, 1)
  stride: 3, (2, 3, 2)
  padding: 1, (0, 0, 0)
  output_size: (2, 2, 5), (9, 9, 9)
F.lp_pool1d(a, 2, 2)  fun  P(2, 3, 7)
  norm_type: 1, 3, 'a'
  kernel_size: 3, 9, 'a'
  stride: 1, 3, 0
F.lp_pool2d(a, 2, 2)  fun  P(1, 2, 5, 6)
  norm_type: 1, 3, 'a'
  kernel_size: 3, (2, 3), 'a'
  stride: 1, (2, 1), 0
F.threshold(a, 0.3, 7)  fun  X(3, 4)
  value: 0, -1, 'a'
F.threshold_(a, 0.3, 7)  fun  X(3, 4)
  value: 0, -1, 'a'
F.relu(a)  fun  X(3, 4)
F.relu_(a)  fun  X(3, 4)
F.relu6(a)  fun  X(3, 4)
F.elu(a)  fun  X(3, 4)
F.elu_(a)  fun  X(3, 4)
F.celu(a)  fun  X(3, 4)
F.celu_(a)  fun  X(3, 4)
F.selu(a)  fun  X(3, 4)
F.selu_(a)  fun  X(3, 4)
F.silu(a)  fun  X(3, 4)
F.mish(a)  fun  X(3, 4)
F.gelu(a)  fun  X(3, 4)
  approximate: 'tanh', 'none', 'other', 1
F.glu(a)  fun  X(4, 4)
F.hardshrink(a)  fun  X(3, 4)
F.softshrink(a)  fun  X(3, 4)
F.tanhshrink(a)  fun  X(3, 4)
F.softsign(a)  fun  X(3, 4)
F.sigmoid(a)  fun  X(3, 4)
F.tanh(a)  fun  X(3, 4)
F.logsigmoid(a)  fun  X(3, 4)
F.hardsigmoid(a)  fun  X(3, 4)
F.hardswish(a)  fun  X(3, 4)
F.hardtanh(a)  fun  X(3, 4)
  min_val: -0.5, 0, 2, 'a'
  max_val: 0.5, 2, -2, 'a'
F.hardtanh_(a)  fun  X(3, 4)
  min_val: -0.5, 0, 2, 'a'
  max_val: 0.5, 2, -2, 'a'
F.leaky_relu(a)  fun  X(3, 4)
F.leaky_relu_(a)  fun  X(3, 4)
F.rrelu(a)  fun  X(3, 4)
  lower: 0.3, 0, 0.5, 'a'
  upper: 0.5, 1, 0.1, 'a'
F.rrelu_(a)  fun  X(3, 4)
  lower: 0.3, 0, 0.5, 'a'
  upper: 0.5, 1, 0.1, 'a'
F.prelu(a, b)  fun  X(3, 4), X(4)
F.softplus(a)  fun  X(3, 4)
  threshold: 0.5, 1, -1, 'a'
F.softmax(a, 1)  fun  X(3, 4)
  _stacklevel: 3, 5
  dtype: torch.float64, torch.float16, torch.int64, 'a'
F.softmin(a, 1)  fun  X(3, 4)
  _stacklevel: 3, 5
  dtype: torch.float64, torch.float16, torch.int64, 'a'
F.log_softmax(a, 1)  fun  X(3, 4)
  _stacklevel: 3, 5
  dtype: torch.float64, torch.float16, torch.int64, 'a'
F.gumbel_softmax(a)  fun  X(3, 4)
  tau: 0.5, 2, 'a'
  hard: True, 1
  eps: 0.1, 1e-05
F.dropout(a)  fun  X(3, 4)
F.dropout1d(a)  fun  X(2, 3, 4)
F.dropout2d(a)  fun  X(2, 3, 2, 2)
F.dropout3d(a)  fun  X(2, 3, 2, 2, 1)
F.alpha_dropout(a, training=True)  fun  X(3, 4)
  training: False, 0
F.feature_alpha_dropout(a, training=True)  fun  X(2, 3, 2, 2)
  training: False, 0
F.embedding(a, b)  fun  C(5, 2, 4), X(5, 3)
  padding_idx: 1, -1, 5, 'a'
  max_norm: 0.5, 10, 'a'
F.embedding_bag(a, b)  fun  C(5, 2, 4), X(5, 3)
  offsets: V([0]), V([0, 1])
  padding_idx: 1, -1, 5
  max_norm: 0.5, 10
  mode: 'sum', 'max', 'other'
  include_last_offset: True, False
  per_sample_weights: P(2, 4).detach(), P(3).detach()
  + mode='sum', per_sample_weights=P(2, 4).detach()
  + mode='sum', per_sample_weights=P(2, 4).detach(), padding_idx=1
F.embedding_bag(a, b, V([0, 2, 5]))  fun  C(5, 6), X(5, 3)
  offsets: V([0, 3]), V([1, 3]), V([0, 9])
  padding_idx: 1, 0
  max_norm: 0.5, 10
  mode: 'sum', 'max'
  include_last_offset: True, False
  per_sample_weights: P(6).detach(), P(3).detach()
  + mode='sum', per_sample_weights=P(6).detach()
  + include_last_offset=True, offsets=V([0, 2, 6])
F.one_hot(a)  fun  C(4, 2, 3)
  num_classes: 6, 4, 2, 0, 'a'
F.batch_norm(a, V([0.1, 0.2, 0.3]), V([1.0, 2.0, 0.5]))  fun  X(4, 3)
  running_mean: None, V([1.0, 2.0])
  running_var: None, V([1.0, 2.0])
  weight: W(3), W(2), 1
  bias: W(3), W(2), 1
  + training=True, running_mean=None, running_var=None
  + weight=W(3), bias=W(3), training=True, momentum=0.7
F.instance_norm(a)  fun  X(2, 3, 4)
  running_mean: V([0.1, 0.2, 0.3]), V([0.1])
  running_var: V([1.0, 2.0, 0.5]), V([0.1])
  weight: W(3), W(2)
  bias: W(3), W(2)
  use_input_stats: False, True
  + running_mean=V([0.1, 0.2, 0.3]), running_var=V([1.0, 2.0, 0.5]), use_input_stats=False
  + running_mean=V([0.1, 0.2, 0.3]), running_var=V([1.0, 2.0, 0.5]), momentum=0.5
F.layer_norm(a, (3,))  fun  X(2, 4, 3)
  normalized_shape: (4, 3), [3], (4,), 3, 'a'
  weight: W(3), W(2), 1
  bias: W(3), W(2), 1
F.group_norm(a, 2)  fun  X(2, 4, 3)
  num_groups: 1, 4, 3, 0
  weight: W(4), W(2)
  bias: W(4), W(2)
F.local_response_norm(a, 2)  fun  X(1, 5, 2, 2)
  size: 3, 1, 0, 'a'
  alpha: 0.5, 1
  beta: 0.5, 2
  k: 2, 0.5
F.normalize(a)  fun  X(3, 4)
  p: 1, 3.0, inf, 0, 'a'
  out: torch.empty(3, 4), torch.empty(2)
F.cosine_similarity(a, b)  fun  X(3, 4), W(3, 4) + 1
F.pairwise_distance(a, b)  fun  X(3, 4), W(3, 4) + 1
  p: 1, 3.0, inf, 0, 'a'
F.pdist(a)  fun  X(4, 3)
  p: 1, 3.0, inf, 0, -1, 'a'
F.pad(a, (1, 2))  fun  X(1, 2, 3, 4)
  pad: (1, 0, 2, 1), (0, 0, 0, 0, 1, 1), (1,), 'a', (-1, 1), (1, 2, 1, 2, 1, 2, 1, 2, 1, 2)
  mode: 'reflect', 'replicate', 'circular', 'other'
  value: 3, -0.5, 'a', None
  + pad=(1, 2, 1, 0), mode='reflect'
  + pad=(1, 2, 1, 0), mode='replicate'
  + pad=(1, 2, 1, 0), mode='circular'
  + pad=(1, 2, 1, 0), mode='reflect', value=3
  + pad=(1, 2, 1, 9), mode='circular'
F.pixel_shuffle(a, 2)  fun  X(1, 8, 2, 3)
  upscale_factor: 1, 3, 0, 'a'
F.pixel_unshuffle(a, 2)  fun  X(1, 2, 4, 6)
  downscale_factor: 1, 3, 0, 'a'
F.channel_shuffle(a, 2)  fun  X(1, 6, 2, 2).detach()
  groups: 3, 4, 0
F.native_channel_shuffle(a, 2)  fun  X(1, 6, 2, 2).detach()
  groups: 3, 4
F.interpolate(a, scale_factor=2)  fun  X(1, 2, 3, 4)
  size: 5, (4, 6), (1, 2, 3), 'a'
  scale_factor: 3, (2, 1.5), 0.5, 0, 'a', None, (2, 2, 2)
  mode: 'bilinear', 'bicubic', 'linear', 'area', 'nearest-exact', 'other'
  + scale_factor=None, size=(5, 7), mode='bicubic', align_corners=True
  + scale_factor=None, size=(2, 2), mode='bilinear', antialias=True
  + scale_factor=None, size=(2, 2), mode='bicubic', antialias=True
  + scale_factor=None, size=(2, 3), mode='area'
  + scale_factor=1.7, mode='bilinear', recompute_scale_factor=True
  + scale_factor=1.7, mode='bilinear', align_corners=True
F.interpolate(a, scale_factor=2)  fun  X(1, 2, 4)
  size: 5, (6,)
  scale_factor: 3, (1.5,)
  mode: 'linear', 'area', 'nearest-exact', 'bilinear'
F.interpolate(a, scale_factor=2)  fun  X(1, 1, 2, 3, 2)
  size: 3, (4, 2, 3)
  scale_factor: 1.5, (1.5, 1, 2)
  mode: 'trilinear', 'area', 'nearest-exact', 'bilinear'
F.upsample(a, scale_factor=2)  fun  X(1, 2, 3, 4)
  size: 5, (4, 6)
  scale_factor: 3, (2, 1.5)
  mode: 'bilinear', 'bicubic'
F.upsample_bilinear(a, scale_factor=2)  fun  X(1, 2, 3, 4)
  size: 5, (4, 6)
  scale_factor: 3, 4
F.upsample_nearest(a, scale_factor=2)  fun  X(1, 2, 3, 4)
  size: 5, (4, 6)
  scale_factor: 3, (2, 1.5)
F.unfold(a, 2)  fun  X(1, 2, 4, 5)
  kernel_size: (2, 3), 3, 0, 9, 'a'
  dilation: 2, (1, 2), 0
  padding: 1, (0, 1), -1
  stride: 2, (1, 2), 0
F.fold(a, (4, 5), 2)  fun  X(1, 8, 12)
  output_size: (5, 4), (4, 4), 5
  kernel_size: (2, 2), 3, (1, 2)
  dilation: 2, (1, 1)
  padding: 1, (0, 0)
  stride: 2, (1, 1)
F.affine_grid(a, (1, 1, 2, 3))  fun  X(1, 2, 3)
  size: (1, 2, 3, 2), (1, 1, 2), (2, 1, 2, 3), (1, 1, 0, 2), 'a'
F.grid_sample(a, b)  fun  X(1, 2, 3, 4), X(1, 2, 3, 2)
  mode: 'nearest', 'bicubic', 'other'
  padding_mode: 'border', 'reflection', 'other'
  + mode='nearest', padding_mode='border', align_corners=True
  + mode='nearest', padding_mode='reflection', align_corners=False
  + mode='bicubic', padding_mode='reflection', align_corners=True
  + mode='bilinear', padding_mode='reflection', align_corners=True
  + mode='bilinear', padding_mode='border', align_corners=False
F.multi_head_attention_forward(a, b, c, 4, 2, d, e, None, None, False, 0.0, f, g)  fun  X(3, 2, 4), X(5, 2, 4), X(5, 2, 4), X(12, 4), X(12), X(4, 4), X(4)
  embed_dim_to_check: 5, 3
  num_heads: 1, 4
  bias_k: W(1, 1, 4), W(1, 1, 3)
  bias_v: W(1, 1, 4), W(1, 1, 3)
  add_zero_attn: True, 1
  dropout_p: 0.5, 0.9
  key_padding_mask: V([[False, True, False, False, False]] * 2), V([[True, False]] * 2), V([[0.0, 1, 0, 0, 2]] * 2)
  need_weights: False, 0
  attn_mask: torch.ones(3, 5).triu(1).bool(), torch.ones(3, 5), torch.ones(2, 5)
  use_separate_proj_weight: True, False
  q_proj_weight: W(4, 4), W(3, 3)
  k_proj_weight: W(4, 4), W(3, 3)
  v_proj_weight: W(4, 4), W(3, 3)
  static_k: W(4, 5, 2), W(4, 5, 3)
  static_v: W(4, 5, 2), W(4, 5, 3)
  average_attn_weights: False, 0
  + bias_k=W(1, 1, 4), bias_v=W(1, 1, 4), add_zero_attn=True
  + use_separate_proj_weight=True, q_proj_weight=W(4, 4), k_proj_weight=W(4, 4), v_proj_weight=W(4, 4)
F.l1_loss(a, b)  fun  X(3, 4), X(3, 4) * 2
F.mse_loss(a, b)  fun  X(3, 4), X(3, 4) * 2
F.huber_loss(a, b)  fun  X(3, 4), X(3, 4) * 2
  delta: 0.5, 3, 0, -1
F.smooth_l1_loss(a, b)  fun  X(3, 4), X(3, 4) * 2
F.binary_cross_entropy(a, b)  fun  P(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
F.binary_cross_entropy_with_logits(a, b)  fun  X(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
  pos_weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
F.cross_entropy(a, b)  fun  X(3, 4), V([0, 3, 1])
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
  ignore_index: 3, 0, 'a'
  label_smoothing: 0.3, 1, -0.1, 1.5
F.nll_loss(a, b)  fun  X(3, 4), V([0, 3, 1])
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
  ignore_index: 3, 0, 'a'
F.kl_div(a, b)  fun  X(3, 4), P(3, 4)
  reduction: 'batchmean', 'none', 'sum', 'max'
F.poisson_nll_loss(a, b)  fun  X(3, 4), P(3, 4)
  log_input: False, 0
F.gaussian_nll_loss(a, b, c)  fun  X(3, 4), X(3, 4) * 2, P(3, 4)
  eps: 0.1, 0.5, 0, -1
F.hinge_embedding_loss(a, b)  fun  X(3, 4), S(3, 4)
F.soft_margin_loss(a, b)  fun  X(3, 4), S(3, 4)
F.margin_ranking_loss(a, b, c)  fun  X(5), X(5) * 2, S(5)
F.cosine_embedding_loss(a, b, c)  fun  X(3, 4), W(3, 4) + 1, S(3)
F.multi_margin_loss(a, b)  fun  X(3, 4), V([0, 3, 1])
  p: 2, 3, 'a'
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
F.multilabel_margin_loss(a, b)  fun  X(2, 4), V([[3, 0, -1, 1], [0, -1, 1, 2]])
F.multilabel_soft_margin_loss(a, b)  fun  X(3, 4), C(2, 3, 4).float()
  weight: V([1.0, 2, 0.5, 3]), V([1.0, 2])
F.triplet_margin_loss(a, b, c)  fun  X(3, 4), X(3, 4) * 2, X(3, 4) + 1
  p: 1, 3.0, inf, 'a'
  swap: True, 1
F.triplet_margin_with_distance_loss(a, b, c)  fun  X(3, 4), X(3, 4) * 2, X(3, 4) + 1
  distance_function: nn.PairwiseDistance(1), F.cosine_similarity, 3
  swap: True, 1
F.ctc_loss(a, V([[1, 2], [3, 3]]), V([5, 4]), V([2, 2]))  fun  F.log_softmax(X(5, 2, 4), 2)
  targets: V([1, 2, 3, 3]), V([[1, 2, 1], [3, 3, 3]]), V([[1, 9], [3, 3]])
  input_lengths: V([4, 3]), (5, 5), V([6, 5]), V([5])
  target_lengths: V([1, 2]), (2, 2), V([3, 2])
  blank: 1, 3, 9, -1, 'a'
  zero_infinity: True, 1
"""

OPTIMIZERS = """
optim.SGD(a, 0.1)  steps
  lr: 0.5, 0, -1, 'a', None, optim.optimizer.required
  dampening: 0.5, 1, 'a'
  nesterov: True, 1
  momentum: 0.9, 0.5, -0.1, 'a'
  + momentum=0.9, dampening=0.5, weight_decay=0.1
  + momentum=0.9, nesterov=True, weight_decay=0.1
  + momentum=0.9, dampening=0.1, nesterov=True
  + momentum=0.9, maximize=True, foreach=True
  + momentum=0.9, differentiable=True
optim.Adam(a, 0.1)  steps
  + amsgrad=True, weight_decay=0.1, maximize=True
  + foreach=True, amsgrad=True, betas=(0.5, 0.6)
  + eps=0.5, betas=(0.0, 0.0)
optim.AdamW(a, 0.1)  steps
  + amsgrad=True, weight_decay=0.1, maximize=True
  + foreach=True, amsgrad=True, betas=(0.5, 0.6)
optim.Adamax(a, 0.1)  steps
  + foreach=True, weight_decay=0.1, maximize=True
optim.NAdam(a, 0.1)  steps
  momentum_decay: 0.1, 0, -1
  + momentum_decay=0.5, weight_decay=0.1, foreach=True
optim.RAdam(a, 0.1)  steps
  + betas=(0.5, 0.6), weight_decay=0.1
optim.Adagrad(a, 0.1)  steps
  lr_decay: 0.1, 1, -1
  initial_accumulator_value: 0.5, 1, -1
  + lr_decay=0.1, weight_decay=0.1, initial_accumulator_value=0.3, foreach=True
optim.Adadelta(a)  steps
  rho: 0.5, 0, 1, 2, -1
  + rho=0.5, weight_decay=0.1, eps=0.01, maximize=True, foreach=True
optim.ASGD(a, 0.1)  steps
  alpha: 0.5, 1, 0
  lambd: 0.1, 0
  t0: 1, 2.0, 0
  + t0=2, lambd=0.1, alpha=0.5, weight_decay=0.1
optim.RMSprop(a, 0.1)  steps
  alpha: 0.5, 0, -1, 2
  centered: True, 1
  momentum: 0.9, 0.5, -0.1
  + centered=True, momentum=0.9, alpha=0.5, weight_decay=0.1
  + centered=True, momentum=0.9, foreach=True, maximize=True
optim.Rprop(a, 0.1)  steps
  etas: (0.3, 1.5), (0.9, 2), (1.5, 0.5), 0.5
  step_sizes: (0.01, 0.2), (0.05, 1), 3
  + etas=(0.3, 1.5), step_sizes=(0.01, 0.2), foreach=True
optim.LBFGS(a)  steps
  max_iter: 1, 5, 0
  max_eval: 2, 3
  tolerance_grad: 0.1, 1
  tolerance_change: 0.1, 1
  history_size: 1, 2
  line_search_fn: 'strong_wolfe', 'other'
  lr: 0.1, 0.5, 0
  + lr=0.1, max_iter=3, history_size=2, line_search_fn='strong_wolfe'
optim.SparseAdam(a)  steps
"""

SCHEDULERS = """
L.StepLR(a, 3)  rates
  step_size: 1, 2, 0, 'a', 2.5
L.MultiStepLR(a, [2, 5])  rates
  milestones: [1], (3, 3), [5, 2], [], 3
L.ExponentialLR(a, 0.5)  rates
  gamma: 0.9, 2, 0, 'a'
L.ConstantLR(a)  rates
  factor: 0.5, 1, 0, 2, -1
L.LinearLR(a)  rates
  start_factor: 0.5, 1, 0, 2
  end_factor: 0.5, 0, 2, -1
  + start_factor=0.1, end_factor=0.7, total_iters=3
L.PolynomialLR(a)  rates
  power: 2, 0.5, 0, 'a'
  + power=2.0, total_iters=3
L.CosineAnnealingLR(a, 4)  rates
  T_max: 2, 10, 0, 'a'
  eta_min: 0.1, -0.1, 'a'
L.CosineAnnealingWarmRestarts(a, 2)  rates
  T_0: 3, 1, 0, -1, 2.5
  T_mult: 2, 3, 0, 1.5
  eta_min: 0.1, 1
  + T_0=1, T_mult=2, eta_min=0.01
L.LambdaLR(a, cycle)  rates
  lr_lambda: [cycle, lambda k: k / 2], [cycle], lambda k: 1 / (k + 1), 3
L.MultiplicativeLR(a, cycle)  rates
  lr_lambda: [cycle, lambda k: k / 2], [cycle], lambda k: 0.9, 3
L.CyclicLR(a, 0.01, 0.1, 2)  rates
  base_lr: [0.01, 0.02], 0.05, [0.01]
  max_lr: [0.1, 0.2], 0.5, [0.1]
  step_size_up: 1, 3, 0
  step_size_down: 3, 1
  mode: 'triangular2', 'exp_range', 'other'
  gamma: 0.9, 0.5
  scale_fn: cycle, lambda k: 1.0
  scale_mode: 'iterations', 'other'
  cycle_momentum: False, 0
  base_momentum: 0.5, [0.5, 0.6]
  max_momentum: 0.99, [0.7, 0.8]
  + mode='exp_range', gamma=0.8, step_size_down=1
  + scale_fn=cycle, scale_mode='iterations'
L.CyclicLR(a, 0.01, 0.1, 2)  rates_plain
  base_lr: 0.02, 0.05
  max_lr: 0.2, 0.5
  step_size_up: 1, 3
  step_size_down: 3, 1
  mode: 'triangular2', 'exp_range'
  gamma: 0.9, 0.5
  scale_fn: cycle, lambda k: 1.0
  scale_mode: 'iterations', 'cycle'
  cycle_momentum: False, True
  base_momentum: 0.5, 0.6
  max_momentum: 0.99, 0.7
L.OneCycleLR(a, 0.1, 10)  rates
  max_lr: [0.1, 0.2], 0.5, [0.1]
  total_steps: 9, 8, 5, 0, -1, 2.5, None
  epochs: 2, 0, 'a'
  steps_per_epoch: 5, 0
  pct_start: 0.5, 0, 1, 1.5, -0.1
  anneal_strategy: 'linear', 'other'
  cycle_momentum: False, 0
  base_momentum: 0.5, [0.5, 0.6]
  max_momentum: 0.99, [0.7, 0.8]
  div_factor: 10.0, 2
  final_div_factor: 100.0, 2
  three_phase: True, 1
  + total_steps=None, epochs=3, steps_per_epoch=4
  + three_phase=True, anneal_strategy='linear', pct_start=0.25
  + total_steps=None, epochs=3
L.ReduceLROnPlateau(a)  rates
  mode: 'max', 'other'
  factor: 0.5, 0, 1.0, 2
  patience: 0, 1, 2
  threshold: 0.1, 0.5, 0
  threshold_mode: 'abs', 'other'
  cooldown: 1, 2
  min_lr: 0.1, [0.1, 0.01], [0.1]
  eps: 0.1, 1
  + patience=1, factor=0.5, cooldown=1
  + patience=0, factor=0.5, threshold=0.3, threshold_mode='abs'
  + patience=0, mode='max', factor=0.5
  + patience=0, mode='max', factor=0.5, threshold=0.2, threshold_mode='abs'
  + patience=0, min_lr=[0.1, 0.015], factor=0.5, verbose=True
  + patience=0, eps=0.3, factor=0.5
L.SequentialLR(a, [L.ConstantLR(a, 0.1, 2), L.ExponentialLR(a, 0.9)], [3])  rates
  schedulers: [L.ConstantLR(a, 0.5, 2), L.StepLR(a, 2)], [L.ConstantLR(a, 0.1, 2)], [L.ExponentialLR(a, 0.9), L.ConstantLR(a, 0.1, 2), L.StepLR(a, 1)]
  milestones: [1], [5], [3, 4], []
L.ChainedScheduler([L.ConstantLR(a, 0.1, 2), L.ExponentialLR(a, 0.9)])  rates
  schedulers: [L.StepLR(a, 2)], [L.LinearLR(a), L.StepLR(a, 2), L.ExponentialLR(a, 0.9)]
"""

DATASETS = """
D.SequentialSampler(range(4))  items
  data_source: [5, 6, 7], 'ab', 4
D.RandomSampler(range(5))  items
  data_source: [5, 6, 7], 'ab', 4, []
  replacement: True, 1, None
  num_samples: 3, 8, 0, -1, 2.5
  + replacement=True, num_samples=7
  + replacement=True, num_samples=7, generator=generator(4)
  + generator=generator(4), num_samples=3
D.SubsetRandomSampler([3, 1, 4, 1])  items
  indices: [5, 6], (7, 8, 9), [], 4
D.WeightedRandomSampler([0.1, 0.9, 0.4, 0.6], 5)  items
  weights: [1, 2, 3], V([0.5, 0.1]), [], [-1.0, 2.0], [0.0, 0.0]
  num_samples: 3, 1, 0, -1, 2.5, True
  replacement: False, 1, None
  + replacement=False, num_samples=3
  + replacement=False, num_samples=4, generator=generator(4)
D.BatchSampler(D.SequentialSampler(range(7)), 3, False)  items
  sampler: range(5), D.RandomSampler(range(7)), [9, 8, 7, 6]
  batch_size: 1, 2, 10, 0, -1, 2.5, True
D.DistributedSampler(range(7), 2, 0)  epoch
  dataset: range(4), list('abc')
  num_replicas: 3, 1, 0
  rank: 1, 2, -1
  shuffle: False, 0
  seed: 4, 9
  + shuffle=False, drop_last=True
  + num_replicas=3, rank=2, seed=4, drop_last=True
D.DistributedSampler(range(7))  items
  dataset: range(4), list('abc')
  num_replicas: 3, 1
  rank: 1, 0
  shuffle: False, 0
  seed: 4, 9
D.Subset(squares(6), [4, 0, 2])  items
  dataset: range(9), list('abcdef')
  indices: [1], (2, 3), [9], [-1]
D.ConcatDataset([range(3), list('ab')])  items
  datasets: [range(2)], [range(2), range(0), range(3)], [], [Numbers(3)], 3
D.TensorDataset(W(3, 2), V([1, 2, 3]))  items
D.TensorDataset(W(3, 2), V([1, 2]))  items
D.random_split(range(7), [3, 4])  parts
  dataset: list('abcdefg'), squares(7), 7
  lengths: [2, 2, 3], [0.5, 0.5], [0.2, 0.3, 0.5], [3, 3], [0, 7], [0.5, 0.6], [7], [0.01, 0.99], [-1, 8]
D.DataLoader(squares(5), 2)  items
  dataset: range(7), list('abcde'), Numbers(5), [], 3
  batch_size: 1, 3, 10, None, 0, -1, 2.5
  shuffle: True, False, 1, 'a'
  sampler: [3, 1, 0], D.RandomSampler(range(5)), D.SequentialSampler(range(3))
  batch_sampler: [[0, 1], [4]], D.BatchSampler(range(5), 4, False)
  num_workers: 1, 2, -1
  collate_fn: len, list, 3
  pin_memory: True, 1
  timeout: 1, -1
  worker_init_fn: begin, 3
  multiprocessing_context: 'fork', 'other'
  prefetch_factor: 1, 4
  persistent_workers: True, 1
  pin_memory_device: 'cpu', 'nosuch'
  + shuffle=True, generator=generator(4)
  + shuffle=True, sampler=[1, 2]
  + shuffle=True, drop_last=True
  + batch_size=1, batch_sampler=[[0, 1], [4]]
  + batch_size=None, drop_last=True
  + batch_size=None, shuffle=True
  + num_workers=2, persistent_workers=True, prefetch_factor=4, shuffle=True
  + num_workers=1, worker_init_fn=begin, multiprocessing_context='fork'
  + num_workers=1, prefetch_factor=0
  + num_workers=1, prefetch_factor=-1
  + num_workers=1, timeout=5, collate_fn=list
  + dataset=Numbers(5), shuffle=True
  + dataset=Numbers(5), sampler=[1]
  + dataset=Numbers(5), batch_sampler=[[1]]
  + dataset=Numbers(5), batch_size=None
  + dataset=Numbers(5), drop_last=True
D.default_collate([(1, V([2.0])), (3, V([4.0]))])  value
  batch: [1, 2], [1.5, 2], ['a', 'b'], [{'x': 1, 'y': 2.0}, {'x': 3, 'y': 4.0}], [], [None], [V([1]), V([1, 2])], [(1, 2), (1, 2, 3)], [b'a', b'b'], [[1, 2], [3, 4]], 3
D.default_convert([1, V([2.0])])  value
  data: {'x': 1}, (1.5, 'a'), 'abc', None
"""

INITS = """
I.uniform_(W(3, 4))  value
  tensor: W(20), W(0), V([1, 2]), 3
  a: -1, 0.5, 2, 'a'
  b: 2, 0.5, -1, 'a'
I.normal_(W(3, 4))  value
  tensor: W(20), W(0), V([1, 2]), 3
  mean: 2, -0.5, 'a'
  std: 2, 0, -1, 'a'
I.trunc_normal_(W(3, 4))  value
  tensor: W(20), W(0), V([1, 2])
  mean: 1, -0.5, 9
  std: 2, 0.1
  a: -1, 0
  b: 1, 0.5
I.constant_(W(3, 4), 0.5)  value
  tensor: W(2), V([1, 2]), 3
  val: 2, nan, 'a', None
I.ones_(W(3, 4))  value
  tensor: W(2), V([1, 2]), 3
I.zeros_(W(3, 4))  value
  tensor: W(2), V([1, 2]), 3
I.eye_(W(3, 4))  value
  tensor: W(4, 2), W(2), W(2, 2, 2)
I.dirac_(W(4, 2, 3))  value
  tensor: W(2, 2, 3, 3), W(2, 2), W(2, 4, 3, 3, 3)
  groups: 2, 4, 3, 0
I.xavier_uniform_(W(3, 4))  value
  tensor: W(3, 4, 2), W(3), W(0, 3)
  gain: 2, 0.5, 0, 'a'
I.xavier_normal_(W(3, 4))  value
  tensor: W(3, 4, 2), W(3), W(0, 3)
  gain: 2, 0.5, 0, 'a'
I.kaiming_uniform_(W(3, 4))  value
  tensor: W(3, 4, 2), W(3), W(0, 3)
  a: 1, 0.5, 'a'
  mode: 'fan_out', 'other', 1
  nonlinearity: 'relu', 'tanh', 'selu', 'linear', 'other'
  + nonlinearity='relu', a='x'
  + mode='FAN_OUT'
I.kaiming_normal_(W(3, 4))  value
  tensor: W(3, 4, 2), W(3), W(0, 3)
  a: 1, 0.5, 'a'
  mode: 'fan_out', 'other', 1
  nonlinearity: 'relu', 'tanh', 'selu', 'linear', 'other'
I.orthogonal_(W(3, 4))  value
  tensor: W(4, 3), W(3, 2, 2), W(3), W(0, 3)
  gain: 2, 0.5, 0
I.sparse_(W(5, 4), 0.5)  value
  tensor: W(3, 3), W(3), W(2, 2, 2)
  sparsity: 0.1, 0.9, 0, 1, 2
  std: 1, 2
I.calculate_gain('leaky_relu')  value
  nonlinearity: 'relu', 'tanh', 'sigmoid', 'selu', 'linear', 'conv2d', 'conv_transpose1d', 'other', 3
  param: 0.5, 1, 'a', True
"""

UTILITIES = """
U.clip_grad_norm_(a, 1.0)  clipped
  max_norm: 0.1, 100, 0, -1, 'a', inf
  error_if_nonfinite: True, 1
U.clip_grad_value_(a, 1.0)  clipped
  clip_value: 0.1, 100, 0, -1, 'a'
U.weight_norm(a)  normed
  name: 'bias', 'other'
  dim: None, 1, -1, 5
U.spectral_norm(a)  normed
  name: 'bias', 'other'
  n_power_iterations: 2, 3, 0, -1
  eps: 0.1, 1e-05
  dim: 1, 0
U.parametrizations.spectral_norm(a)  normed
  name: 'bias', 'other'
  n_power_iterations: 2, 3, 0, -1
  eps: 0.1, 1e-05
  dim: 1, 0
U.parametrizations.orthogonal(a)  normed
  name: 'weight', 'other'
  orthogonal_map: 'matrix_exp', 'cayley', 'householder', 'other'
  use_trivialization: False, True
R.pad_sequence([W(2, 2), W(3, 2)])  value
  sequences: [W(1), W(3)], [], [W(2, 2), W(3, 3)], W(2, 3)
  padding_value: 7, -0.5, 'a'
R.pack_padded_sequence(W(3, 2, 2), [3, 2])  value
  input: W(3, 2), W(3, 2, 1)
  lengths: V([3, 1]), [2, 3], [3, 0], [4, 1], [3]
  enforce_sorted: False, 0
  + lengths=[2, 3], enforce_sorted=False
  + batch_first=True, lengths=[2, 2, 1]
R.pad_packed_sequence(R.pack_padded_sequence(W(3, 2, 2), [3, 2]))  value
  sequence: R.pack_sequence([W(2), W(1)]), R.pack_padded_sequence(W(3, 2, 2), [2, 3], enforce_sorted=False)
  padding_value: 7, -0.5
  total_length: 5, 2, 3
R.pack_sequence([W(3, 2), W(2, 2)])  value
  sequences: [W(2), W(2)], [W(1), W(3)], []
  enforce_sorted: False, 0
  + sequences=[W(1), W(3)], enforce_sorted=False
"""


def public():
    for name, module in (('nn', play_torch.nn), ('optim', play_torch.optim), ('L', play_torch.L), ('D', play_torch.D), ('F', play_torch.F), ('I', play_torch.I), ('U', play_torch.U)):
        for n in sorted(dir(module)):
            if not n.startswith('_') and callable(getattr(module, n)):
                yield '%s.%s' % (name, n)


def cases():
    # (RNN and its kin: what they take stands in the class that they inherit from)
    def recurrent(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        pass

    def rnn(input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        pass
    space = {**play_torch.__dict__, 'RNN': rnn, 'LSTM': recurrent, 'GRU': recurrent}
    all_of = matrix.Matrix(space, matrix.read_values(VALUES), SIGNATURES)
    found = all_of.cases('\n'.join([LAYERS_1D, LAYERS_2D, LAYERS_3D, LAYERS, LOSSES, FUNCTIONS, OPTIMIZERS, SCHEDULERS, DATASETS, INITS, UTILITIES]))
    all_of.check(public(), LEFT_OUT)
    return found
