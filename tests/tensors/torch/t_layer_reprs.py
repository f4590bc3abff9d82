# How every common layer prints itself.
import torch
from torch import nn

for m in (nn.Linear(2, 3), nn.Linear(2, 3, bias=False), nn.Bilinear(1, 2, 3), nn.Identity(), nn.Conv1d(1, 2, 3), nn.Conv2d(1, 2, 3), nn.Conv2d(1, 2, (3, 5), stride=2, padding=(1, 2), bias=False),
          nn.Conv2d(4, 4, 3, padding='same', groups=2, dilation=2, padding_mode='reflect'), nn.Conv3d(1, 2, 3), nn.ConvTranspose1d(1, 2, 3), nn.ConvTranspose2d(1, 2, 4, 2, 1), nn.ConvTranspose2d(2, 2, 3, output_padding=1, stride=2, groups=2),
          nn.MaxPool1d(2), nn.MaxPool2d(2), nn.MaxPool2d((3, 2), stride=(2, 1), padding=(0, 1), ceil_mode=True), nn.MaxPool3d(3), nn.AvgPool1d(2), nn.AvgPool2d(2, 2), nn.AvgPool2d(3, padding=1), nn.AdaptiveAvgPool1d(2), nn.AdaptiveAvgPool2d((1, 1)),
          nn.AdaptiveMaxPool2d(3), nn.AdaptiveAvgPool2d((None, 2)), nn.LPPool2d(2, 3), nn.MaxUnpool2d(2), nn.FractionalMaxPool2d(2, output_size=3) if False else nn.Identity(),
          nn.BatchNorm1d(3), nn.BatchNorm2d(3, affine=False), nn.BatchNorm3d(3, momentum=0.01), nn.LayerNorm(4), nn.LayerNorm([2, 3], elementwise_affine=False), nn.GroupNorm(2, 4), nn.InstanceNorm2d(3), nn.InstanceNorm1d(3, affine=True), nn.LocalResponseNorm(2),
          nn.Dropout(), nn.Dropout(0.1, inplace=True), nn.Dropout2d(0.2), nn.AlphaDropout(0.3), nn.FeatureAlphaDropout(), nn.Flatten(), nn.Flatten(0, 2), nn.Unflatten(1, (2, 3)),
          nn.ReLU(), nn.ReLU(inplace=True), nn.ReLU6(), nn.LeakyReLU(), nn.LeakyReLU(0.2, inplace=True), nn.PReLU(), nn.PReLU(3), nn.ELU(), nn.SELU(), nn.CELU(), nn.GELU(), nn.GELU('tanh'), nn.SiLU(), nn.Mish(), nn.Sigmoid(), nn.Tanh(), nn.Hardtanh(), nn.Hardtanh(-2, 2), nn.Hardsigmoid(),
          nn.Hardswish(), nn.Softplus(), nn.Softsign(), nn.Softshrink(), nn.Hardshrink(), nn.Tanhshrink(), nn.Threshold(0.1, 20), nn.LogSigmoid(), nn.Softmax(dim=1), nn.Softmax(), nn.LogSoftmax(1), nn.Softmin(0), nn.Softmax2d(), nn.GLU(), nn.RReLU(),
          nn.Embedding(10, 3), nn.Embedding(10, 3, padding_idx=0), nn.Embedding(5, 2, max_norm=1.0), nn.EmbeddingBag(10, 3, mode='sum'), nn.RNN(2, 3), nn.RNN(2, 3, 2, nonlinearity='relu', dropout=0.5), nn.LSTM(2, 3), nn.LSTM(2, 3, num_layers=2, batch_first=True, bidirectional=True), nn.LSTM(4, 3, proj_size=2), nn.GRU(2, 3, bias=False),
          nn.RNNCell(2, 3), nn.LSTMCell(2, 3), nn.GRUCell(2, 3, bias=False), nn.RNNCell(2, 3, nonlinearity='relu'), nn.ZeroPad2d(1), nn.ConstantPad1d((1, 2), 3.5), nn.ReflectionPad2d(1), nn.ReplicationPad1d(2), nn.Upsample(scale_factor=2), nn.Upsample(size=(2, 3), mode='bilinear', align_corners=True), nn.UpsamplingNearest2d(scale_factor=2), nn.PixelShuffle(2), nn.PixelUnshuffle(2), nn.ChannelShuffle(2),
          nn.CosineSimilarity(), nn.PairwiseDistance(), nn.Unfold(3), nn.Fold((4, 4), 2), nn.MultiheadAttention(4, 2), nn.TransformerEncoderLayer(4, 2, 8),
          nn.MSELoss(), nn.L1Loss(), nn.SmoothL1Loss(), nn.HuberLoss(), nn.CrossEntropyLoss(), nn.CrossEntropyLoss(weight=torch.ones(2)), nn.NLLLoss(), nn.BCELoss(), nn.BCEWithLogitsLoss(), nn.KLDivLoss(), nn.PoissonNLLLoss(), nn.GaussianNLLLoss(), nn.HingeEmbeddingLoss(), nn.MarginRankingLoss(), nn.MultiMarginLoss(), nn.MultiLabelMarginLoss(),
          nn.SoftMarginLoss(), nn.TripletMarginLoss(), nn.CosineEmbeddingLoss(), nn.CTCLoss(), nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.ParameterList(), nn.LazyLinear(3), nn.LazyConv2d(2, 3), nn.LazyBatchNorm2d(), nn.LazyConv1d(2, 3), nn.LazyBatchNorm1d(), nn.LazyConvTranspose2d(2, 3)):
    print(m)
