"""What a monitor is told of a node beside the outputs that it shows: its inputs' names, and the outputs that an operator hides (a mean, a mask)."""
from .. import ndarray as nd
from ..ndarray import spreads
from .operators import count_outputs, is_true, operator, wanted_inputs

# Operators of one input that have a name for it; others know it as their first.
_NAMED = frozenset('''Dropout L2Normalization LRN MakeLoss Pad pad Pooling SliceChannel split SwapAxis swapaxes all_finite broadcast_to broadcast_like depth_to_space space_to_depth diag flip reverse
log_softmax softmax repeat squeeze tile unravel_index _unravel_index ravel_multi_index _ravel_multi_index im2col col2im _contrib_MultiBoxPrior _contrib_box_nms _contrib_index_array _contrib_quadratic
_contrib_quantize_v2 _contrib_fft _contrib_ifft _contrib_getnnz _split_v2 moments SequenceMask SequenceLast SequenceReverse LeakyReLU Embedding RNN Crop'''.split())


def heard_inputs(node):
    """What the operator calls each of the node's inputs."""
    n = len(node.inputs)
    if node.op == 'Custom':
        return node.custom().list_arguments()
    op = operator(node.op)
    names = wanted_inputs(op, node.params)
    if op.counted or len(names) != n:
        return [f'arg{i}' for i in range(n)]
    if n == 1 and names == ['data'] and node.op not in _NAMED:
        return ['input0']
    return names


def hidden_outputs(node, inputs, outputs, training):
    """The outputs that a node does not show, computed from what it was given. What MXNet leaves there of memory that nothing has written is 0."""
    kind = _HIDDEN.get(node.op)
    if kind is not None:
        return kind(node.params, inputs, outputs, training)
    shown, there = count_outputs(node)
    return [nd.zeros_like(outputs[0]) for _ in range(there - shown)]


def _batch(params, inputs, _, training):
    eps = float(params.get('eps', 1e-3))
    if training and not is_true(params.get('use_global_stats')):
        return spreads.batch(inputs[0], int(params.get('axis', 1)), eps)
    return [inputs[3], (inputs[4] + eps) ** -0.5]


def _layer(params, inputs, *_):
    return spreads.layer(inputs[0], int(params.get('axis', -1)), float(params.get('eps', 1e-5)))


def _instance(params, inputs, *_):
    return spreads.instance(inputs[0], float(params.get('eps', 1e-3)))


def _group(params, inputs, *_):
    return spreads.group(inputs[0], int(params.get('num_groups', 1)), float(params.get('eps', 1e-5)))


def _length(params, inputs, *_):
    return spreads.length(inputs[0], params.get('mode', 'instance'), float(params.get('eps', 1e-10)))


def _neighbours(params, inputs, outputs, _):
    x, beta = inputs[0], float(params.get('beta', 0.75))
    there = nd.where(x == 0, nd.ones_like(x), x)
    return [nd.where(x == 0, nd.ones_like(x) * float(params.get('knorm', 2)), (outputs[0] / there) ** (-1 / beta))]


def _mask(_, inputs, outputs, __):
    x = inputs[0]
    return [nd.where(x == 0, nd.zeros_like(x), outputs[0] / nd.where(x == 0, nd.ones_like(x), x))]


_HIDDEN = {**dict.fromkeys(('BatchNorm', 'BatchNorm_v1', '_contrib_SyncBatchNorm', '_contrib_BatchNormWithReLU'), _batch), 'LayerNorm': _layer, 'InstanceNorm': _instance, 'GroupNorm': _group,
           'L2Normalization': _length, 'LRN': _neighbours, 'Dropout': _mask}
