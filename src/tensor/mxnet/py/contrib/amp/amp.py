"""Automatic mixed precision: init gives the functions of mx.nd and mx.sym doors that cast what they are given, by the lists; a Trainer's loss is scaled; graphs get the casts as nodes (convert_symbol)."""
import contextlib
import logging
import types

import numpy as np

from ... import autograd, ndarray, optimizer, symbol
from ...base import MXNetError
from ...gluon import trainer as _trainer
from ...ndarray import NDArray
from ...symbol import Symbol
from . import lists
from .convert import convert_hybrid_block, convert_model, convert_symbol, dtype_name
from .loss_scaler import LossScaler

_state = types.SimpleNamespace(on=False, scales=False, scaler=None)
_NARROW = ('float16', 'bfloat16')
_PARTS = (('ndarray', ''), ('ndarray.op', ''), ('ndarray._internal', ''), ('ndarray.contrib', '_contrib_'), ('ndarray.linalg', '_linalg_'), ('symbol', ''), ('symbol.op', ''), ('symbol._internal', ''),
          ('symbol.contrib', '_contrib_'), ('symbol.linalg', '_linalg_'))


# ---- the lists ----
def _listed(target_dtype, half, brain):
    name = dtype_name(target_dtype) if target_dtype in (np.float16, 'float16', 'bfloat16') else ''
    if name not in _NARROW:
        raise AssertionError('not supported type')
    module = lists.symbol_fp16 if name == 'float16' else lists.symbol_bf16
    return getattr(module, half if name == 'float16' else brain)


def list_lp16_ops(target_dtype):
    """Run in the narrow dtype."""
    return _listed(target_dtype, 'FP16_FUNCS', 'BF16_FUNCS')


def list_fp32_ops(target_dtype):
    """Run in float32."""
    return _listed(target_dtype, 'FP32_FUNCS', 'FP32_FUNCS')


def list_lp16_fp32_ops(target_dtype):
    """Run in whichever they are given."""
    return _listed(target_dtype, 'FP16_FP32_FUNCS', 'BF16_FP32_FUNCS')


def list_conditional_fp32_ops(target_dtype):
    """(operator, parameter, its values with which it runs in float32)."""
    return _listed(target_dtype, 'CONDITIONAL_FP32_FUNCS', 'CONDITIONAL_FP32_FUNCS')


def list_widest_type_cast(target_dtype):
    """Take all operands in the widest dtype among them."""
    return _listed(target_dtype, 'WIDEST_TYPE_CASTS', 'WIDEST_TYPE_CASTS')


def list_loss_output_functions(target_dtype):
    return _listed(target_dtype, 'LOSS_OUTPUT_FUNCTIONS', 'LOSS_OUTPUT_FUNCTIONS')


def list_lp16_use_fp32_params(target_dtype):
    """None for float16; parameters that stay float32, by operator, for bfloat16."""
    return None if dtype_name(target_dtype) == 'float16' else _listed(target_dtype, 'FP16_FUNCS', 'BF16_USE_FP32_PARAMS')


# ---- casts ----
def _cast(value, dtype):
    """An array or a symbol in a dtype. On a CPU only float32 is cast, as there is hardly anything else."""
    if isinstance(value, Symbol):
        return symbol.amp_cast(value, dtype=dtype)
    if not isinstance(value, NDArray):
        return value
    name = dtype_name(value.dtype)
    castable = ('float16', 'float32') if value.context.device_type == 'gpu' else ('bfloat16', 'float32')
    return ndarray.amp_cast(value, dtype=dtype) if name != dtype and name in castable else value


def _cast_all(args, kwargs, dtype):
    return [_cast(each, dtype) for each in args], {key: _cast(value, dtype) for key, value in kwargs.items()}


def _wide(values, target):
    """Arrays of the narrow dtype beside wider ones become as wide; symbols are cast together by one node."""
    if any(isinstance(each, Symbol) for each in values):
        places = [i for i, each in enumerate(values) if isinstance(each, Symbol)]
        made = symbol.amp_multicast(*[values[i] for i in places], num_outputs=len(places))
        for at, i in enumerate(places):
            values[i] = made[at] if len(places) > 1 else made
        return values
    kinds = {dtype_name(each.dtype) for each in values if isinstance(each, NDArray)}
    widest = 'float32' if {'float32', target} <= kinds else None
    return values if widest is None else [ndarray.amp_cast(each, dtype=widest) if isinstance(each, NDArray) and dtype_name(each.dtype) == target else each for each in values]


def _operands(args, kwargs, target):
    keys = [key for key, value in kwargs.items() if isinstance(value, (NDArray, Symbol)) and key != 'out']
    values = _wide([*args, *(kwargs[key] for key in keys)], target)
    return values[:len(args)], {**kwargs, **dict(zip(keys, values[len(args):]))}


def _cast_own(made, dtype):
    """The variables that an operator made for itself (weights, labels), cast as what it was given."""
    node = made._heads[0][0]
    states = set(node.states())
    for i, (below, at) in enumerate(node.inputs):
        if below.op == 'null' and i not in states:
            node.inputs[i] = symbol.amp_cast(Symbol([(below, at)]), dtype=dtype)._heads[0]
    return made


def _wrapped(function, name, turn, dtype):
    """The function, whose arguments are turned first; dtype: what all of them are cast to, or None."""
    def called(*args, **kwargs):
        out = kwargs.pop('out', None)
        args, kwargs = turn(args, kwargs)
        if out is not None:
            kwargs['out'] = out
        made = function(*args, **kwargs)
        return _cast_own(made, dtype) if dtype and isinstance(made, Symbol) else made
    called.__name__ = called.__qualname__ = name
    called.__doc__, called.__wrapped__ = function.__doc__, function
    return called


def _hang(names, turn, dtype=None):
    """Each name of these operators in each module that has it."""
    import importlib
    for part, prefix in _PARTS:
        module = importlib.import_module('mxnet.' + part)
        for name in names:
            if prefix and not name.startswith(prefix):
                continue
            short = name[len(prefix):]
            try:
                found = getattr(module, short)
            except AttributeError:
                continue
            if callable(found) and not hasattr(found, '__amp__'):
                made = _wrapped(found, short, turn, dtype)
                made.__amp__ = True
                setattr(module, short, made)


def _hang_arithmetic(target):
    """x + y of two dtypes, as an array's own operators."""
    for kind in ('add', 'sub', 'mul', 'truediv', 'mod', 'pow', 'eq', 'ne', 'lt', 'le', 'gt', 'ge'):
        for name in (f'__{kind}__', f'__r{kind}__'):
            inner = getattr(NDArray, name, None)
            if inner is None:
                continue

            def operate(self, other, inner=inner):
                if isinstance(other, NDArray) and self.dtype != other.dtype:
                    self, other = _wide([self, other], target)
                return inner(self, other)
            operate.__name__ = name
            setattr(NDArray, name, operate)
        symbolic = getattr(Symbol, f'__{kind}__', None)
        if symbolic is not None:
            def together(self, other, inner=symbolic):
                if isinstance(other, Symbol):
                    self, other = _wide([self, other], target)
                return inner(self, other)
            setattr(Symbol, f'__{kind}__', together)


def init(target_dtype='float16', target_precision_ops=None, conditional_fp32_ops=None, fp32_ops=None):
    """Turns it on, for as long as the program runs; blocks that are made after that take part."""
    if _state.on:
        return
    if dtype_name(target_dtype) not in _NARROW:
        raise AssertionError('AMP currently supports only float16 or bfloat16 as a target_dtype')
    target = dtype_name(target_dtype)
    if target == 'bfloat16':
        raise NotImplementedError("amp.init(target_dtype='bfloat16') is not in perch, whose MXNet arrays have no bfloat16; the nearest is target_dtype='float16'")
    _state.on = True
    logging.info('Using AMP')
    conditional = list_conditional_fp32_ops(target) if conditional_fp32_ops is None else conditional_fp32_ops
    _hang(list_lp16_ops(target) if target_precision_ops is None else target_precision_ops, lambda args, kwargs: _cast_all(args, kwargs, target), target)
    _hang(list_fp32_ops(target) if fp32_ops is None else fp32_ops, lambda args, kwargs: _cast_all(args, kwargs, 'float32'), 'float32')
    for name, key, values in conditional:
        _hang([name], lambda args, kwargs, key=key, values=values: _cast_all(args, kwargs, 'float32') if kwargs.get(key) in values else (args, kwargs))
    _hang(list_widest_type_cast(target), lambda args, kwargs: _operands(args, kwargs, target))
    _hang_arithmetic(target)
    _state.scaler = LossScaler()


# ---- scaled losses ----
def init_trainer(optimizer_or_trainer):
    """A Trainer whose losses are scaled. The first one shares the program's scaler, each further one has its own."""
    if not _state.on:
        raise AssertionError('AMP not initialized, did you forget to call amp.init()?')
    if isinstance(optimizer_or_trainer, optimizer.Optimizer):
        raise TypeError('AMP is currently only compatible with Gluon Trainer')
    if not isinstance(optimizer_or_trainer, _trainer.Trainer):
        raise TypeError(f'optimizer_or_trainer should be a Gluon Trainer or an optimizer, instead is {type(optimizer_or_trainer)}')
    scaler = LossScaler() if _state.scales else _state.scaler
    _state.scales = True
    optimizer_or_trainer._amp_loss_scaler = scaler
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale


@contextlib.contextmanager
def scale_loss(loss, optimizer_or_trainer):
    """The loss times the scale (of several losses a list); what step divides by takes it out again."""
    if optimizer_or_trainer._amp_loss_scaler is None:
        raise AssertionError('Loss scaler is not initialized, did you forget to call amp.init_trainer()?')
    scale = optimizer_or_trainer._amp_loss_scaler.loss_scale
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scale
    yield [each * scale for each in loss] if isinstance(loss, (list, tuple)) else loss * scale


def unscale(optimizer_or_trainer):
    """Divides a Trainer's gradients by the scale, for programs that look at them before step."""
    if isinstance(optimizer_or_trainer, optimizer.Optimizer):
        raise TypeError('AMP is currently only compatible with Gluon Trainer')
    if not isinstance(optimizer_or_trainer, _trainer.Trainer):
        raise TypeError(f'optimizer_or_trainer should be a Gluon Trainer or an optimizer, instead is {type(optimizer_or_trainer)}')
    for param in optimizer_or_trainer._params:
        if param.grad_req != 'null':
            for grad in param.list_grad():
                grad *= optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0
