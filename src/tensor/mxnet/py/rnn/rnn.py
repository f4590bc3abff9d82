"""Checkpoints of graphs of cells: weights are kept gate by gate, whatever cells they came from."""
import functools

from .. import model
from ..callback import _every


def _each(cells):
    return cells if isinstance(cells, (list, tuple)) else [cells]


def save_rnn_checkpoint(cells, prefix, epoch, symbol, arg_params, aux_params):
    for cell in _each(cells):
        arg_params = cell.unpack_weights(arg_params)
    model.save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells, prefix, epoch):
    """(symbol, arguments, states), the weights packed as the cells want them."""
    symbol, arg_params, aux_params = model.load_checkpoint(prefix, epoch)
    for cell in _each(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells, prefix, period=1):
    """A callback of an epoch's end that saves every so many."""
    return _every(period, functools.partial(save_rnn_checkpoint, cells, prefix), None, None, None)
