"""The layers of torch.nn, a file a kind. What a network seldom needs is loaded when it is named."""
from .module import Module
from .container import Container, ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from .linear import Bilinear, Identity, LazyLinear, Linear

_later = {}
for _file, _names in {
    'conv': 'Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d '
            'LazyConvTranspose2d LazyConvTranspose3d',
    'batchnorm': 'BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d',
    'instancenorm': 'InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d',
    'adaptive': 'AdaptiveLogSoftmaxWithLoss',
    'normalization': 'LocalResponseNorm CrossMapLRN2d LayerNorm GroupNorm RMSNorm',
    'dropout': 'Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout',
    'sparse': 'Embedding EmbeddingBag',
    'flatten': 'Flatten Unflatten',
    'pooling': 'MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d FractionalMaxPool2d '
               'FractionalMaxPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d',
    'activation': 'Threshold ReLU RReLU Hardtanh ReLU6 Sigmoid Hardsigmoid Tanh SiLU Mish Hardswish ELU CELU SELU GLU GELU Hardshrink LeakyReLU '
                  'LogSigmoid Softplus Softshrink MultiheadAttention PReLU Softsign Tanhshrink Softmin Softmax Softmax2d LogSoftmax',
    'loss': 'L1Loss NLLLoss NLLLoss2d PoissonNLLLoss GaussianNLLLoss KLDivLoss MSELoss BCELoss BCEWithLogitsLoss HingeEmbeddingLoss SmoothL1Loss '
            'HuberLoss SoftMarginLoss CrossEntropyLoss MarginRankingLoss CosineEmbeddingLoss TripletMarginLoss MultiLabelSoftMarginLoss '
            'TripletMarginWithDistanceLoss MultiLabelMarginLoss MultiMarginLoss CTCLoss',
    'padding': 'ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d '
               'ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d CircularPad1d CircularPad2d CircularPad3d',
    'upsampling': 'Upsample UpsamplingNearest2d UpsamplingBilinear2d',
    'pixelshuffle': 'PixelShuffle PixelUnshuffle',
    'distance': 'CosineSimilarity PairwiseDistance',
    'fold': 'Unfold Fold',
    'channelshuffle': 'ChannelShuffle',
    'transformer': 'Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer',
    'rnn': 'RNNBase RNN LSTM GRU RNNCellBase RNNCell LSTMCell GRUCell',
}.items():
    for _name in _names.split():
        _later[_name] = _file
_files = set(_later.values()) | {'lazy', 'utils'}
__all__ = ['Module', 'Container', 'Sequential', 'ModuleList', 'ModuleDict', 'ParameterList', 'ParameterDict', 'Identity', 'Linear', 'Bilinear',
           'LazyLinear', *_later]


def _load(name):
    """The layer `name`, from its file."""
    from importlib import import_module
    return getattr(import_module('torch.nn.modules.' + _later[name]), name)


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*_later,):
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *_later, *_files})


def __getattr__(name):
    if name in _later:
        found = globals()[name] = _load(name)
        return found
    if name in _files:
        from importlib import import_module
        return import_module('torch.nn.modules.' + name)
    raise AttributeError("module 'torch.nn.modules' has no attribute %r" % name)
