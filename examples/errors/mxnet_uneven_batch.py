# The last batch of an epoch does not divide by two
# 一轮的最后一个批次不能被二整除
# accent: MXNet
# code: P0212
# cause: parallel
# said: ValueError: data with shape (1, 2) cannot be evenly split into 2 slices along axis 0. Use a batch size that's multiple of 2 or set even_split=False to allow uneven partitioning of data.
# words: MXNet 1.9.1, gluon/utils.py
# source: apache/mxnet#14607
# symptom: Training fails at the end of the first epoch.
# 症状：训练在第一轮结束时报错。
# because: Five samples in batches of four: the last batch has one, for two GPUs.
# 原因：五个样本按四个一批：最后一批只有一个，却要分给两块 GPU。
# repair: even_split=False, or last_batch='discard' in the DataLoader.
# 修复：even_split=False，或在 DataLoader 中写 last_batch='discard'。
# edit: loader = gluon.data.DataLoader(data, batch_size=4) => loader = gluon.data.DataLoader(data, batch_size=4, last_batch='discard')
# at: 29
# operands: x on cpu(0)
# fix: gluon.utils.split_and_load(x, ctx, even_split=False)
# prints: 5 samples
# cured: 4 samples
import mxnet as mx
from mxnet import gluon, nd

ctx = [mx.gpu(0), mx.gpu(1)]
data = gluon.data.ArrayDataset(nd.arange(10).reshape((5, 2)))
loader = gluon.data.DataLoader(data, batch_size=4)
seen = 0
for x in loader:
    parts = gluon.utils.split_and_load(x, ctx)
    seen += sum(len(part) for part in parts)
print(seen, 'samples')
