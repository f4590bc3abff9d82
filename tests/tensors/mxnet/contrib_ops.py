"""More of mx.nd.contrib, and gluon.contrib.cnn: values, gradients, what is printed."""
import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon.contrib import cnn

rng = np.random.RandomState(5)


def array(*shape, scale=1.0):
    return nd.array((rng.randn(*shape) * scale).astype('float32'))


def show(name, made):
    for one in made if isinstance(made, (list, tuple)) else [made]:
        flat = one.asnumpy().astype('float64').ravel()
        print(name, one.shape, one.dtype.__name__, [round(float(part), 3) for part in flat[:10]], round(float((flat * np.cos(np.arange(flat.size))).sum()), 2))


def learnt(name, function, *inputs):
    for one in inputs:
        one.attach_grad()
    with mx.autograd.record():
        made = function(*inputs)
        total = (made * nd.cos(nd.arange(made.size).reshape(made.shape))).sum()
    total.backward()
    show(name, made)
    for one in inputs:
        show('  gradient', one.grad)


for options in (dict(kernel=(3, 3), num_filter=4), dict(kernel=(3, 2), num_filter=4, stride=(2, 1), pad=(1, 1), dilate=(1, 2)), dict(kernel=(1, 1), num_filter=2, num_group=2),
                dict(kernel=(3, 3), num_filter=4, pad=(1, 1), num_deformable_group=2, num_group=2), dict(kernel=(3, 3), num_filter=4, pad=(1, 1), no_bias=True)):
    down, right = options['kernel']
    groups, moved = options.get('num_group', 1), options.get('num_deformable_group', 1)
    data, weight, bias = array(2, 4, 6, 7), array(options['num_filter'], 4 // groups, down, right), array(options['num_filter'])
    stride, pad, dilate = (options.get(name, (plain, plain)) for name, plain in (('stride', 1), ('pad', 0), ('dilate', 1)))
    rows, columns = ((n + 2 * p - d * (k - 1) - 1) // s + 1 for n, p, d, k, s in zip((6, 7), pad, dilate, (down, right), stride))
    offset, mask = array(2, 2 * moved * down * right, rows, columns, scale=1.5), array(2, moved * down * right, rows, columns)
    more = [] if options.get('no_bias') else [bias]
    learnt('deformable', lambda data, offset, weight, *bias: nd.contrib.DeformableConvolution(data, offset, weight, *bias, **options), data, offset, weight, *more)
    show('modulated', nd.contrib.ModulatedDeformableConvolution(data, offset, mask, weight, *more, **options))     # (MXNet has its gradient on GPUs alone)
for made in (cnn.DeformableConvolution(4, (3, 3), padding=(1, 1), activation='relu', prefix='d_'), cnn.DeformableConvolution(4, 3, dilation=2, groups=2, use_bias=False, in_channels=4, prefix='e_'),
             cnn.DeformableConvolution(2, 1, offset_use_bias=False, num_deformable_group=2, prefix='f_'), cnn.ModulatedDeformableConvolution(4, (3, 3), padding=(1, 1), num_deformable_group=2, in_channels=4, prefix='g_')):
    print(repr(made).replace('\n', ''), made._alias(), [(name, tuple(parameter.shape)) for name, parameter in made.collect_params().items()])
    made.initialize(mx.init.Constant(0.1))
    for parameter in made.collect_params('.*offset_.*').values():
        parameter.set_data(array(*[size or 4 for size in parameter.shape], scale=0.2))
    show(made.prefix, made(array(1, 4, 7, 7)))
    print(repr(made).replace('\n', ''), [(name, tuple(parameter.shape)) for name, parameter in made.collect_params().items()])
try:
    cnn.DeformableConvolution(2, layout='NWHC')
except AssertionError as error:
    print(error)

data = array(2, 8, 9, 11)
rois = nd.array([[0, 1, 1, 8, 7], [1, 0, 2.5, 6.25, 6], [1, -2, -1, 13, 12], [0, 4, 4, 4.2, 4.1]])
for options in (dict(pooled_size=(2, 2), spatial_scale=1.0), dict(pooled_size=(3, 2), spatial_scale=0.5, sample_ratio=2), dict(pooled_size=(2, 2), spatial_scale=1.0, position_sensitive=True),
                dict(pooled_size=(2, 3), spatial_scale=0.7, sample_ratio=2, aligned=True)):
    learnt('align', lambda data: nd.contrib.ROIAlign(data, rois, **options), data.copy())

x = nd.arange(12).reshape((4, 3))
learnt('mask', lambda x: nd.contrib.boolean_mask(x, nd.array([1, 0, 2, 0])), x.copy())
learnt('copied', lambda a, b: nd.contrib.index_copy(a, nd.array([0, 3]), b), nd.zeros((5, 3)), x[:2].copy())
show('indices', nd.contrib.index_array(nd.ones((2, 3))))
show('indices', nd.contrib.index_array(nd.ones((2, 3, 2)), axes=(1, 0)))
for a, b, options in (([1e10, 1e-7], [1.00001e10, 1e-8], {}), ([1e10, 1e-8], [1.00001e10, 1e-9], {}), ([1, float('nan')], [1, float('nan')], {}), ([1, float('nan')], [1, float('nan')], {'equal_nan': False}),
                      ([float('inf')], [float('inf')], {}), ([1.0], [1.1], {'rtol': 0.2}), ([1.0], [1.1], {'atol': 0.05})):
    show('close', nd.contrib.allclose(nd.array(a), nd.array(b), **options))
learnt('quadratic', lambda x: nd.contrib.quadratic(x, a=1, b=2, c=3), x.copy())
learnt('multiplied', lambda x: nd.contrib.gradientmultiplier(x, scalar=-0.5), x.copy())
learnt('rounded', nd.contrib.round_ste, nd.array([-1.5, 1.5, -1.9, 1.9, 2.7, 0.5]))
learnt('signed', nd.contrib.sign_ste, nd.array([-1.5, 0, 2]))
wide = array(5, 2, 3 * 4 * 3)
learnt('qk', lambda one: nd.contrib.interleaved_matmul_selfatt_qk(one, heads=3), wide)
learnt('valatt', lambda one, weights: nd.contrib.interleaved_matmul_selfatt_valatt(one, weights, heads=3), wide.copy(), array(6, 5, 5))
learnt('qk of two', lambda q, kv: nd.contrib.interleaved_matmul_encdec_qk(q, kv, heads=3), array(4, 2, 12), array(5, 2, 24))
learnt('valatt of two', lambda kv, weights: nd.contrib.interleaved_matmul_encdec_valatt(kv, weights, heads=3), array(5, 2, 24), array(6, 4, 5))

anchors = nd.array([[[0.1, 0.1, 0.4, 0.5], [0.3, 0.2, 0.9, 0.6], [0.0, 0.5, 0.5, 1.0]]])
show('encoded', nd.contrib.box_encode(nd.array([[1, -1, 1]]), nd.array([[1, 0, 0]]), anchors, nd.array([[[0.2, 0.2, 0.5, 0.5], [0.1, 0.15, 0.5, 0.45]]]), nd.array([0, 0, 0.1, 0.1]), nd.array([0.1, 0.1, 0.2, 0.2])))
deltas = array(1, 3, 4)
for options in (dict(), dict(format='corner'), dict(std0=0.1, std1=0.2, std2=0.3, std3=0.4, format='corner'), dict(clip=0.1)):
    show('decoded', nd.contrib.box_decode(deltas, anchors, **options))
scores = nd.array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]])
for options in (dict(threshold=1e-12), dict(threshold=0.35), dict(threshold=0.35, is_ascend=True), dict(threshold=1e-12, topk=1)):
    show('matched', nd.contrib.bipartite_matching(scores, **options))
show('matched', nd.contrib.bipartite_matching(nd.stack(scores, -scores), threshold=0.1))
samples, true, sampled = nd.contrib.rand_zipfian(nd.array([3, 0]), 400, 50)
print(samples.shape, samples.dtype.__name__, int(samples.min().asscalar()) >= 0, int(samples.max().asscalar()) < 50, true.asnumpy().round(3).tolist(), sampled.shape, 60 < (samples.asnumpy() == 0).sum() < 100)
