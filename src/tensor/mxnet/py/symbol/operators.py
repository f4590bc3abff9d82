"""What an operator of a graph is: its inputs and parameters (rows.py), how many outputs a node of it has, which inputs are states."""
from ..base import MXNetError

STATES = {'BatchNorm': (3, 4), '_contrib_SyncBatchNorm': (3, 4), '_contrib_BatchNormWithReLU': (3, 4)}     # inputs that a training pass changes
FUSED = frozenset(('_sg_mkldnn_conv', '_sg_mkldnn_fully_connected'))                                         # a layer with what stands behind it (fused.py)
_WITH_GRAPHS = frozenset(('_foreach', '_while_loop', '_cond'))
_STARTS = {3: '["zero", {}]', 4: '["one", {}]'}                                                            # what such an input says of its beginning


class Operator:
    """One row: name, inputs by name, parameters; counted: the parameter that counts inputs of any number."""
    __slots__ = ('name', 'inputs', 'params', 'needed', 'counted', 'many')

    def __init__(self, row):
        names, inputs, params = (part.split() for part in row.split('|'))
        self.name = names[0]
        self.counted = next((each[1:] for each in inputs if each[0] == '@'), None)
        inputs = [each for each in inputs if each[0] != '@']
        self.many = bool(inputs) and inputs[0].endswith('*')
        self.inputs = [each.rstrip('*') for each in inputs]
        self.needed = {name: kind.replace('_', ' ') for name, _, kind in (each.partition(':') for each in params) if kind}
        self.params = [each.partition(':')[0] for each in params]


_rows, _made = {}, {}


def operator(name):
    """The operator of a name, None where there is none."""
    if not _rows:
        from .rows import ROWS
        for row in ROWS.splitlines():
            for each in row.partition('|')[0].split():
                _rows[each] = row
    row = _rows.get(name)
    if row is None:
        return None
    found = _made.get(row)
    if found is None:
        found = _made[row] = Operator(row)
    return found


def known_names():
    operator('')
    return _rows


def is_true(value):
    return value in (True, 'True', 'true', '1')


def wanted_inputs(op, params):
    """The inputs that a node of these parameters has: those that its parameters switch off are left out."""
    names = op.inputs
    if is_true(params.get('no_bias', op.name == 'Deconvolution')):
        if names[-1:] == ['bias']:
            return names[:-1]
        if op.name.startswith('_contrib_quantized_'):
            return [each for each in names if 'bias' not in each]
    if op.name == 'LeakyReLU':
        return names if params.get('act_type') == 'prelu' else names[:1]
    if op.name == 'RNN':
        return names[:3] + ['state_cell'] * (params.get('mode') == 'lstm') + ['sequence_length'] * is_true(params.get('use_sequence_length'))
    if op.name == 'CTCLoss':
        return names[:2] + ['data_lengths'] * is_true(params.get('use_data_lengths')) + ['label_lengths'] * is_true(params.get('use_label_lengths'))
    if names[-1:] == ['sequence_length'] and op.name.startswith('Sequence'):
        return names if is_true(params.get('use_sequence_length')) else names[:-1]
    if op.name in ('softmax', 'log_softmax', 'softmin') and not is_true(params.get('use_length')):
        return names[:1]
    if op.name == 'UpSampling':
        return ['data', 'weight'] if params.get('sample_type') == 'bilinear' else [f'arg{i}' for i in range(int(params.get('num_args', 1)))]
    if op.name.endswith('DeformableConvolution') and is_true(params.get('no_bias')):
        return names[:-1]
    return names


# Operators that show one output: how many they have.
_HIDDEN = dict.fromkeys(('L2Normalization', 'Dropout', 'LRN', 'ROIPooling', 'BilinearSampler', 'CTCLoss', 'sort'), lambda p: 2)
_HIDDEN.update(dict.fromkeys(('InstanceNorm', 'Correlation', 'SpatialTransformer'), lambda p: 3))
_HIDDEN['LeakyReLU'] = lambda p: 2 if p.get('act_type') == 'rrelu' else 1
_HIDDEN['Pooling'] = lambda p: 1 + (p.get('pool_type', 'max') == 'max' and not is_true(p.get('global_pool')) and p.get('layout') in (None, 'NCW', 'NCHW', 'NCDHW'))


def count_outputs(node):
    """(how many outputs a node shows, how many it has)."""
    name, p = node.op, node.params
    if name in ('SliceChannel', 'amp_multicast') or name in _WITH_GRAPHS:
        n = int(p['num_outputs'])
        return n, n
    if name == '_split_v2':
        n = int(p.get('sections') or 0) or len(p['indices'])
        return n, n
    if name in ('BatchNorm', 'LayerNorm', 'GroupNorm', 'BatchNorm_v1', '_contrib_SyncBatchNorm', '_contrib_BatchNormWithReLU'):
        return 3 if is_true(p.get('output_mean_var')) else 1, 3
    if name == 'RNN':
        n = (1 + (2 if p.get('mode') == 'lstm' else 1)) if is_true(p.get('state_outputs')) else 1
        return n, n
    if name == 'topk':
        kind = p.get('ret_typ')
        return 2 if kind == 'both' else 1, 2 if kind in ('both', 'value') else 1
    if name == 'Custom':
        n = len(node.custom().list_outputs())
        return n, n
    if name in _HIDDEN:
        return 1, _HIDDEN[name](p)
    if name in ('_linalg_gelqf', '_linalg_slogdet', '_linalg_syevd', 'moments', '_contrib_bipartite_matching', '_contrib_calibrate_entropy'):
        return 2, 2
    if name in ('_contrib_MultiBoxTarget', '_contrib_quantize', '_contrib_quantize_v2', '_contrib_requantize') or name.startswith('_contrib_quantized_'):
        return 3, 3
    if name in FUSED:
        n = 3 if is_true(p.get('quantized')) and not is_true(p.get('enable_float_output')) else 1
        return n, n
    if name in ('_contrib_Proposal', '_contrib_MultiProposal'):
        return 2 if is_true(p.get('output_score')) else 1, 2
    if name == '_sample_multinomial':
        n = 2 if is_true(p.get('get_prob')) else 1
        return n, n
    return 1, 1


# What operators call their outputs that have more than one, hidden ones too; others count them.
_NORMS = dict.fromkeys(('BatchNorm', 'BatchNorm_v1', '_contrib_SyncBatchNorm', '_contrib_BatchNormWithReLU', 'InstanceNorm'), ('output', 'mean', 'var'))
_OUTPUTS = {**_NORMS, **dict.fromkeys(('LayerNorm', 'GroupNorm'), ('output', 'mean', 'std')), 'RNN': ('output', 'state_output', 'statecell_output'), 'LRN': ('output', 'tmp_norm'),
            'L2Normalization': ('output', 'norm'), 'Dropout': ('output', 'mask'), 'Pooling': ('output', 'workspace'), '_contrib_MultiBoxTarget': ('loc_target', 'loc_mask', 'cls_target'),
            **dict.fromkeys(('_contrib_Proposal', '_contrib_MultiProposal'), ('output', 'score')),
            **dict.fromkeys(('_contrib_quantized_conv', '_contrib_quantized_fully_connected'), ('output', 'min_output', 'max_output'))}


def output_names(node, hidden=False):
    n = count_outputs(node)[hidden]
    if node.op == 'Custom':
        return [f'{node.name}_{each}' for each in node.custom().list_outputs()]
    if node.op in _OUTPUTS:
        return [f'{node.name}_{each}' for each in _OUTPUTS[node.op][:n]]
    if n == 1 and node.op != '_contrib_box_nms':
        return [node.name + '_output']
    return [f'{node.name}_output{i}' for i in range(n)]


def refuse_params(op, params, said):
    """Checks a node's parameters by name; said: how the message writes the node."""
    for name in params:
        if name not in op.params and name != op.counted and not (name.startswith('__') and name.endswith('__')):
            listed = ''.join(f'{each} : {op.needed[each] + ", required" if each in op.needed else "optional"}\n' for each in op.params)
            raise MXNetError(f"MXNetError: Cannot find argument '{name}', Possible Arguments:\n----------------\n{listed}, in operator {said}")
    for name, kind in op.needed.items():
        if name not in params:
            raise MXNetError(f'MXNetError: Required parameter {name} of {kind} is not presented, in operator {said}')
        if kind.startswith('int') and not _is_int(params[name]) and not ('None' in kind and params[name] is None):
            raise MXNetError(f"MXNetError: Invalid Parameter format for {name} expect {kind} but value='{params[name]}', in operator {said}")
    kinds = _KINDS.get(op.name)
    if kinds and params.get(kinds[0], kinds[1][0]) not in kinds[1]:
        listed = ', '.join(f"'{each}'" for each in kinds[1])
        raise MXNetError(f"MXNetError: Invalid Input: '{params[kinds[0]]}', valid values are: {{{listed}}}, in operator {said}")


_KINDS = {
    'Activation': ('act_type', ('relu', 'sigmoid', 'softrelu', 'softsign', 'tanh')), 'Pooling': ('pool_type', ('avg', 'lp', 'max', 'sum')),
    'LeakyReLU': ('act_type', ('elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu')), 'RNN': ('mode', ('gru', 'lstm', 'rnn_relu', 'rnn_tanh')),
}


def _is_int(value):
    try:
        int(value)
        return True
    except (TypeError, ValueError):
        return False
