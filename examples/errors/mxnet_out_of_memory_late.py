# Memory ends while work is queued: the error shows at asnumpy()
# 工作排队时内存用尽：错误在 asnumpy() 才出现
# accent: MXNet
# code: P0501
# cause: late
# gpus: sim:1,mem=64M
# said: MXNetError: cudaMalloc retry failed: out of memory
# words: apache/mxnet#10323 (out of memory inside asscalar)
# source: apache/mxnet#10323, dmlc/gluon-cv#410
# symptom: The error comes from reading a result, or from a line that only asks for a little.
# 症状：错误出现在读取结果的地方，或只申请一点内存的一行。
# because: MXNet's work is asynchronous; perch names the line that asked for the memory, and who holds the rest.
# 原因：MXNet 的工作是异步的；perch 指出申请内存的那一行，以及谁占着其余的内存。
# repair: Work in pieces, and let go of the large arrays: del distances.
# 修复：分块计算，并释放大数组：del distances。
# edit: d = nd.abs(points.expand_dims(1) - points.expand_dims(0)) => d = nd.abs(points[:500].expand_dims(1) - points.expand_dims(0))
# at: 24
# operands: points.expand_dims(0) on gpu(0); points.expand_dims(1) on gpu(0)
# prints: True
import mxnet as mx
from mxnet import nd

points = nd.random.uniform(shape=(3000, 3), ctx=mx.gpu(0))
d = nd.abs(points.expand_dims(1) - points.expand_dims(0))
nearest = d.sum(axis=2).min()
print(nearest.asscalar() == 0)
