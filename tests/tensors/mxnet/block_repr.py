from mxnet.gluon import loss, nn, rnn
for l in [nn.Dense(3), nn.Dense(3, in_units=2, activation='sigmoid', use_bias=False), nn.Conv2D(3, 2), nn.Conv2D(3, 2, in_channels=1), nn.Conv1D(3, 2), nn.Conv3D(2, 2),
          nn.Conv2D(3, (2, 3), strides=2, padding=1, dilation=2, groups=3, use_bias=False, activation='relu'), nn.Conv2DTranspose(3, 2, strides=2), nn.MaxPool2D(), nn.MaxPool2D(2, 3, 1, ceil_mode=True),
          nn.AvgPool1D(), nn.GlobalAvgPool2D(), nn.GlobalMaxPool1D(), nn.MaxPool3D(), nn.BatchNorm(), nn.BatchNorm(in_channels=3), nn.LayerNorm(), nn.GroupNorm(), nn.InstanceNorm(), nn.Dropout(0.5),
          nn.Dropout(0.5, axes=(1,)), nn.Flatten(), nn.Activation('relu'), nn.Embedding(3, 4), nn.Lambda('relu'), nn.Lambda(lambda x: x), nn.HybridLambda('tanh'), nn.PReLU(), nn.LeakyReLU(0.1),
          nn.ELU(), nn.SELU(), nn.GELU(), nn.Swish(), loss.L2Loss(), loss.SoftmaxCrossEntropyLoss(), loss.L1Loss(weight=2), rnn.LSTM(3), rnn.GRUCell(3), rnn.LSTMCell(3),
          rnn.RNN(3, 2, 'tanh', bidirectional=True), rnn.GRU(4, 2, dropout=0.5, layout='NTC', input_size=2), rnn.RNNCell(3)]:
    print(l, l.name, l.prefix)
