"""mx.contrib.quantization: a model of floats as one of 8 bits. The graphs are symbol/quantize.py's and symbol/fused.py's; here are the ranges that batches show, and the parameters."""
import logging
import os
import warnings

from .. import ndarray
from ..context import Context, cpu
from ..io import DataBatch, DataDesc, DataIter
from ..module import Module
from ..ndarray import NDArray
from ..symbol import Symbol
from ..symbol import load as sym_load
from ..ndarray import load as nd_load
from ..symbol.quantize import calibrated, quantized


# ---- what batches show of the outputs ----
def combine_histogram(old_hist, arr, new_min, new_max, new_th):
    """(counts, edges, least, most, reach) of what was seen and of arr: a wider reach gets more bins of the same width."""
    import numpy as np
    counts, edges, least, most, reach = old_hist
    grown = 0
    if new_th > reach:
        step = 2 * reach / len(counts)
        grown = int((new_th - reach) // step + 1)
        reach += grown * step
    many = len(counts) + 2 * grown
    more, new_edges = np.histogram(arr, bins=many, range=(-reach, reach))
    more[grown:many - grown] += counts
    return more, new_edges if grown else edges, min(least, new_min), max(most, new_max), reach


class _Collector:
    """Hears an executor's outputs; those of include_layer count."""

    def __init__(self, include_layer=None, logger=None):
        self.include_layer, self.logger = include_layer, logger

    def collect(self, name, arr):
        name = name.decode() if isinstance(name, bytes) else name
        if name in self.include_layer:
            self.take(name, arr)


class _LayerHistogramCollector(_Collector):
    def __init__(self, num_bins=8001, include_layer=None, logger=None):
        super().__init__(include_layer, logger)
        self.hist_dict, self.num_bins = {}, num_bins

    def take(self, name, arr):
        import numpy as np
        values = arr.asnumpy()
        if self.logger:
            self.logger.debug('Collecting layer %s histogram of shape %s' % (name, values.shape))
        least, most = np.min(values), np.max(values)
        reach = max(abs(least), abs(most))
        if name in self.hist_dict:
            self.hist_dict[name] = combine_histogram(self.hist_dict[name], values, least, most, reach)
        else:
            self.hist_dict[name] = (*np.histogram(values, bins=self.num_bins, range=(-reach, reach)), least, most, reach)


class _LayerOutputMinMaxCollector(_Collector):
    def __init__(self, quantized_dtype, include_layer=None, logger=None):
        super().__init__(include_layer, logger)
        self.min_max_dict, self.quantized_dtype = {}, quantized_dtype

    def take(self, name, arr):
        least, most = ndarray.min(arr).asscalar(), ndarray.max(arr).asscalar()
        if name in self.min_max_dict:
            before = self.min_max_dict[name]
            self.min_max_dict[name] = min(before[0], least), max(before[1], most)
        else:
            self.min_max_dict[name] = least, most
        if self.logger:
            self.logger.debug('Collecting layer %s min_range=%f, max_range=%f' % (name, least, most))


def _watched(mod, data, collector, most, logger):
    """Batches through a module until there were enough examples: how many there were."""
    if not isinstance(data, DataIter):
        raise ValueError('Only supports data as a type of DataIter, while received type %s' % str(type(data)))
    mod._exec_group.execs[0].set_monitor_callback(collector.collect, monitor_all=True)
    batches = examples = 0
    for batch in data:
        mod.forward(data_batch=batch, is_train=False)
        batches, examples = batches + 1, examples + data.batch_size
        if most is not None and examples >= most:
            break
    if logger is not None:
        logger.info('Collected statistics from %d batches with batch_size=%d' % (batches, data.batch_size))
    return examples


def _cuts(histograms, quantized_dtype, num_quantized_bins=255, logger=None):
    """{name: range} by the thresholds that keep most of what the histograms tell."""
    if logger is not None:
        logger.info('Calculating optimal thresholds for quantization using KL divergence with num_quantized_bins=%d' % num_quantized_bins)
    found = {}
    for name in list(histograms):
        counts, edges, least, most, _ = histograms.pop(name)
        above = least >= 0 and quantized_dtype in ('auto', 'uint8')
        threshold, divergence = ndarray.contrib.calibrate_entropy(hist=ndarray.array(counts), hist_edges=ndarray.array(edges), num_quantized_bins=num_quantized_bins * 2 + 1 if above else num_quantized_bins)
        reach, divergence = threshold.asscalar(), divergence.asscalar()
        found[name] = (0 if above else -reach), reach
        if logger:
            logger.debug('layer=%s, min_val=%f, max_val=%f, th=%f, divergence=%f' % (name, least, most, reach, divergence))
    return found


# ---- parameters ----
def _parameters(graph, params, ranges):
    """The arguments that the graph asks for: weights and biases as 8 bits with their ranges, the others as they are."""
    found = {}
    for name in graph.list_arguments():
        if name.endswith(('weight_quantize', 'bias_quantize')):
            param = params[name.removesuffix('_quantize')]
            parts = ndarray.contrib.quantize(data=param, min_range=ndarray.min(param), max_range=ndarray.max(param), out_type='int8')
            found.update(zip((name, name + '_min', name + '_max'), parts))
        elif name in params:
            found[name] = params[name]
        elif name.endswith(('_min', '_max')) and name[:-4] in ranges:
            found[name] = ndarray.array([ranges[name[:-4]][name.endswith('_max')]])
    return found


# ---- what is refused ----
def _listed(value, what, kind):
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f'{what} must be a list of strings representing the names of the {kind} that will not be quantized, while received type {type(value)}')
    return value


def _one_context(ctx):
    if not isinstance(ctx, Context):
        raise ValueError('currently only supports single ctx, while received %s' % str(ctx))


def _refuse_words(quantized_dtype, quantize_granularity):
    if quantized_dtype not in ('int8', 'uint8', 'auto'):
        raise ValueError('unknown quantized_dtype %s received, expected `int8`, `uint8` or `auto`' % quantized_dtype)
    if quantize_granularity not in ('tensor-wise', 'channel-wise'):
        raise ValueError('unkonwn quantize_granularity %s received, expected `tensor-wise` or `channel-wise`.' % quantize_granularity)
    if quantize_granularity == 'channel-wise':
        raise NotImplementedError('mx.contrib.quantization: perch quantizes dense layers by tensor, not by channel')


def _graph(sym, arg_params, names, ops, dtype, mode, logger, said):
    if logger:
        os.environ['MXNET_QUANTIZATION_VERBOSE'] = '1'
        logger.info(said)
    return quantized(sym, names, ops, arg_params, dtype, mode)


# ---- models ----
def quantize_model(sym, arg_params, aux_params, data_names=('data',), label_names=('softmax_label',), ctx=cpu(), excluded_sym_names=None, excluded_op_names=None, calib_mode='entropy',
                   calib_data=None, num_calib_examples=None, quantized_dtype='int8', quantize_mode='smart', quantize_granularity='tensor-wise', logger=None):
    """(symbol, arguments, states) over 8 bits; calib_mode: 'none', or 'naive' or 'entropy' over calib_data."""
    names, ops = _listed(excluded_sym_names, 'excluded_sym_names', 'symbols'), _listed(excluded_op_names, 'excluded_op_names', 'operators')
    _refuse_words(quantized_dtype, quantize_granularity)
    graph, layers = _graph(sym, arg_params, names, ops, quantized_dtype, quantize_mode, logger, 'Quantizing symbol')
    ranges = {}
    if calib_mode is not None and calib_mode != 'none':
        _one_context(ctx)
        if calib_data is None:
            raise ValueError('calib_data must be provided when calib_mode=%s' % calib_mode)
        if not isinstance(calib_data, DataIter):
            raise ValueError('calib_data must be of DataIter type when calib_mode=%s, while received type %s' % (calib_mode, str(type(calib_data))))
        # (the CPU's executor tells of the outputs of nodes as its backend joins them)
        mod = Module(symbol=sym.get_backend_symbol('MKLDNN'), data_names=data_names, label_names=label_names, context=ctx)
        mod.bind(for_training=False, data_shapes=calib_data.provide_data, **({'label_shapes': calib_data.provide_label} if len(calib_data.provide_label) else {}))
        mod.set_params(arg_params, aux_params)
        if calib_mode not in ('entropy', 'naive'):
            raise ValueError('unknown calibration mode %s received, expected `none`, `naive`, or `entropy`' % calib_mode)
        entropy = calib_mode == 'entropy'
        collector = _LayerHistogramCollector(include_layer=layers, logger=logger) if entropy else _LayerOutputMinMaxCollector(quantized_dtype, layers, logger)
        examples = _watched(mod, calib_data, collector, num_calib_examples, logger)
        if logger:
            logger.info('Collected layer outputs from FP32 model using %d examples' % examples if entropy else 'Collected layer output min/max values from FP32 model using %d examples' % examples)
            if entropy:
                logger.info('Calculating optimal thresholds for quantization')
        ranges = _cuts(collector.hist_dict, quantized_dtype, logger=logger) if entropy else collector.min_max_dict
        graph = calibrated(graph, ranges)
    if logger:
        logger.info('Quantizing parameters')
    return graph, _parameters(graph, arg_params, ranges), aux_params


def quantize_model_mkldnn(sym, arg_params, aux_params, data_names=('data',), label_names=('softmax_label',), ctx=cpu(), excluded_sym_names=None, excluded_op_names=None, calib_mode='entropy',
                          calib_data=None, num_calib_examples=None, quantized_dtype='int8', quantize_mode='smart', quantize_granularity='tensor-wise', logger=None):
    """The same of the graph whose layers are joined with what stands behind them."""
    _one_context(ctx)
    if ctx.device_type != 'cpu':
        raise ValueError('quantize_model_mkldnn only support Intel cpu platform with MKL-DNN Backend')
    graph, arguments, states = quantize_model(sym.get_backend_symbol('MKLDNN_QUANTIZE'), arg_params, aux_params, data_names, label_names, ctx, excluded_sym_names, excluded_op_names, calib_mode,
                                              calib_data, num_calib_examples, quantized_dtype, quantize_mode, quantize_granularity, logger)
    return graph.get_backend_symbol('MKLDNN_QUANTIZE'), arguments, states


def quantize_graph(sym, arg_params, aux_params, ctx=cpu(), excluded_sym_names=None, excluded_op_names=None, calib_mode='entropy', quantized_dtype='int8', quantize_mode='full',
                   quantize_granularity='tensor-wise', LayerOutputCollector=None, logger=None):
    """(symbol, arguments, states, collector): the collector hears the executor's outputs (set_monitor_callback), then calib_graph takes what it heard."""
    names = _listed(excluded_sym_names, 'excluded_sym_names', 'symbols')
    _one_context(ctx)
    _refuse_words(quantized_dtype, quantize_granularity)
    graph, layers = _graph(sym, arg_params, names, excluded_op_names or (), quantized_dtype, quantize_mode, logger, 'Quantizing graph')
    collector = None
    if calib_mode is not None and calib_mode != 'none':
        if calib_mode == 'entropy':
            collector, said = _LayerHistogramCollector(include_layer=layers, logger=logger), 'Create a layer output collector for entropy calibration.'
        elif calib_mode == 'naive':
            collector, said = _LayerOutputMinMaxCollector(quantized_dtype, layers, logger), 'Create a layer output minmax collector for naive calibration'
        elif calib_mode == 'customize' and LayerOutputCollector is not None:
            collector, said = LayerOutputCollector, 'Create a customize layer output minmax collector for calibration'
        else:
            raise ValueError('unknown calibration mode %s received, expected `none`, `naive`, `entropy` or `customize`' % calib_mode)
        if logger:
            logger.info(said)
            logger.info('Collector created, please use set_monitor_callback to collect calibration information.')
    if logger:
        logger.info('Quantizing parameters')
    return graph, _parameters(graph, arg_params, {}), aux_params, collector


def calib_graph(qsym, arg_params, aux_params, collector, calib_mode='entropy', quantized_dtype='int8', logger=logging):
    """(symbol, arguments, states) with the ranges that a collector of quantize_graph heard."""
    if calib_mode is None or calib_mode == 'none':
        raise ValueError('please set calibration mode to naive or entropy.')
    if calib_mode == 'entropy':
        if logger:
            logger.info('Calculating optimal thresholds for quantization')
        ranges = _cuts(collector.hist_dict, quantized_dtype, logger=logger)
    elif calib_mode in ('naive', 'customize'):
        ranges = collector.min_max_dict
    else:
        raise ValueError('unknown calibration mode %s received, expected `none`, `naive`, `entropy` or `customize`' % calib_mode)
    graph = calibrated(qsym, ranges)
    if logger:
        logger.info('Quantizing parameters')
    return graph, _parameters(graph, arg_params, ranges), aux_params


# ---- blocks ----
class _Batches(DataIter):
    """A loader's batches as an iterator's: the first array is data, what follows data0, data1 …"""

    def __init__(self, calib_data):
        super().__init__()
        self._loader = calib_data
        try:
            first = next(iter(calib_data))
        except TypeError as error:
            raise TypeError('calib_data is not a valid iterator. {}'.format(str(error))) from error
        first = self._as_list(first)
        names = [f'data{i}' for i in range(len(first))] if len(first) > 2 else ['data', 'data0']
        self.provide_data = [DataDesc(name=name, shape=each.shape) for name, each in zip(names, first)]
        self.batch_size = first[0].shape[0]
        self.reset()

    @staticmethod
    def _as_list(batch):
        batch = list(batch) if isinstance(batch, (list, tuple)) else [batch]
        if len(batch[0].shape) > 4:
            batch[0] = batch[0].reshape((-1, *batch[0].shape[2:]))
        return batch

    def reset(self):
        self._left = iter(self._loader)

    def next(self):
        batch = next(self._left)
        return DataBatch(data=self._as_list(batch) if isinstance(batch, (list, tuple)) else batch)


def _ready(network, shapes, calib_data):
    """Runs the block once: arrays that it does not take are left out."""
    arrays = [ndarray.zeros(each.shape) for each in shapes]
    while True:
        try:
            return network(*arrays)
        except TypeError:
            del arrays[-1]
            del calib_data.provide_data[-1]


def quantize_net_v2(network, quantized_dtype='auto', quantize_mode='full', quantize_granularity='tensor-wise', exclude_layers=None, exclude_layers_match=None, exclude_operators=None,
                    calib_data=None, data_shapes=None, calib_mode='none', num_calib_examples=None, ctx=cpu(), LayerOutputCollector=None, logger=None):
    """A SymbolBlock over 8 bits of a HybridBlock over floats."""
    import tempfile
    from ..gluon import SymbolBlock
    from ..model import load_checkpoint
    from ..symbol import var
    if logger:
        logger.info('Export HybridBlock')
    network.hybridize()
    if calib_data is not None:
        if not isinstance(calib_data, DataIter):
            calib_data = _Batches(calib_data)
        data_shapes = data_shapes or calib_data.provide_data
    if not data_shapes:
        raise ValueError('data_shapes required')
    _ready(network, data_shapes, calib_data)
    with tempfile.TemporaryDirectory() as folder:
        network.export(os.path.join(folder, 'tmp'), epoch=0)
        sym, args, auxs = load_checkpoint(os.path.join(folder, 'tmp'), 0)
    excluded = list(exclude_layers or ())
    for part in exclude_layers_match or ():
        excluded += [each.name for each in sym.get_internals() if part in each.name]
    if logger:
        logger.info('These layers have been excluded %s' % excluded)
    on_cpu = ctx == cpu()
    if on_cpu:
        sym = sym.get_backend_symbol('MKLDNN_QUANTIZE')
    graph, arguments, states, collector = quantize_graph(sym, args, auxs, ctx, excluded, exclude_operators or [], calib_mode, quantized_dtype, quantize_mode, quantize_granularity,
                                                         LayerOutputCollector, logger)
    names = [each[0] for each in data_shapes]
    if calib_mode is not None and calib_mode != 'none':
        _one_context(ctx)
        if calib_data is None:
            raise ValueError('calib_data must be provided when calib_mode=%s' % calib_mode)
        if calib_mode not in ('naive', 'entropy', 'customize'):
            raise ValueError('please set calibration mode to naive or entropy.')
        names = [each[0] for each in calib_data.provide_data]
        mod = Module(symbol=sym, context=ctx, data_names=names, label_names=None)
        mod.bind(for_training=False, data_shapes=data_shapes)
        mod.set_params(args, auxs, allow_missing=False, force_init=True)
        examples = _watched(mod, calib_data, collector, num_calib_examples, logger)
        if logger:
            logger.info('Collected layer output values from FP32 model using %d examples' % examples)
        graph, arguments, states = calib_graph(graph, args, auxs, collector, calib_mode, quantized_dtype, logger)
    if on_cpu:
        graph = graph.get_backend_symbol('MKLDNN_QUANTIZE')
    net = SymbolBlock(graph, [var(name) for name in names])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'quantized.params')
        ndarray.save(path, {**{f'arg:{name}': each.as_in_context(cpu()) for name, each in arguments.items()}, **{f'aux:{name}': each.as_in_context(cpu()) for name, each in states.items()}})
        net.collect_params().load(path, cast_dtype=True, dtype_source='saved')
    net.collect_params().reset_ctx(ctx)
    return net


def quantize_net(network, quantized_dtype='auto', quantize_mode='full', exclude_layers=None, exclude_layers_match=None, exclude_operators=None, calib_data=None, data_shapes=None,
                 calib_mode='none', num_calib_examples=None, ctx=cpu(), logger=None):
    warnings.warn('WARNING: This will be deprecated after MXNet 2.0, please use quantize_net_v2.')
    return quantize_net_v2(network, quantized_dtype, quantize_mode, 'tensor-wise', exclude_layers, exclude_layers_match, exclude_operators, calib_data, data_shapes, calib_mode,
                           num_calib_examples, ctx, None, logger)
