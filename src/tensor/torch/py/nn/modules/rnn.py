"""Recurrent layers and cells: RNN, LSTM, GRU: a layer's steps in one direction are one operation of the core's (on a GPU as cuDNN's is); else plain tensor operations, a step at a time."""
from _torch import _says, _two, fits
import math

import _tensor
import torch
from torch._torch_args import drawn
from torch.nn import functional as F
from torch.nn import init
from torch.nn.parameter import Parameter
from .module import Module

__all__ = ['RNNBase', 'RNN', 'LSTM', 'GRU', 'RNNCellBase', 'RNNCell', 'LSTMCell', 'GRUCell']

_TORCH = 1
_MODES = {'RNN_TANH': 0, 'RNN_RELU': 1, 'LSTM': 2, 'GRU': 3}     # as the core numbers them (core/recurrent.h)
_GATES = {'RNN_TANH': 1, 'RNN_RELU': 1, 'LSTM': 4, 'GRU': 3}


def _refused_dims(network, input):
    dims, mode = input.dim(), type(network).__name__
    said = _says("RNN_DIMS", mode, dims + 1, dims, ' tensor' if mode == 'RNN' else '')
    return (ValueError if _two('RNN_POSITIVE') else RuntimeError)(said)


def _need_positive(**sizes):
    for name, size in sizes.items():
        if size <= 0:
            raise ValueError(name + ' must be greater than zero')


def _at_once(*operands):
    """Does the core's operation take all steps? Where its operands are alike: on the CPU single and double precision, on a GPU all floats unless its cuDNN is switched off."""
    steps = operands[0]
    if any(each is not None and (each.dtype != steps.dtype or each.device != steps.device) for each in operands):
        return False
    if steps.is_cuda:
        return torch.backends.cudnn.enabled and steps.is_floating_point()
    return steps.dtype in (torch.float32, torch.float64) and steps.device.type == 'cpu' and all(each is None or type(each) in (torch.Tensor, Parameter) for each in operands)


def _step(mode, x, hidden, w_hh, b_hh, w_hr=None):
    """One step: x is the input's part (already projected), hidden what the step before left; w_hr makes an LSTM's h smaller. The new hidden state."""
    if mode == 'LSTM':
        h, c = hidden
        i, f, g, o = (x + F.linear(h, w_hh, b_hh)).chunk(4, -1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h if w_hr is None else F.linear(h, w_hr), c
    if mode == 'GRU':
        size = w_hh.shape[0] // 3
        both, xn = x.split((2 * size, size), -1)
        other, hn = F.linear(hidden, w_hh, b_hh).split((2 * size, size), -1)
        r, z = torch.sigmoid(both + other).chunk(2, -1)
        n = torch.tanh(xn + r * hn)
        return (hidden - n) * z + n
    both = x + F.linear(hidden, w_hh, b_hh)
    return torch.tanh(both) if mode == 'RNN_TANH' else torch.relu(both)


class RNNBase(Module):
    """What the recurrent layers share: the weights of every layer and direction, and the walk through the steps."""

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
                 device=None, dtype=None):
        super().__init__()
        self.dropout = float(dropout)
        if not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError('dropout should be a number in range [0, 1] representing the probability of an element being zeroed')
        if dropout > 0 and num_layers == 1:
            import warnings
            warnings.warn('dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers greater than 1, '
                          'but got dropout={} and num_layers={}'.format(dropout, num_layers))
        if proj_size < 0:
            raise ValueError('proj_size should be a positive integer or zero to disable projections')
        if _two('RNN_POSITIVE'):
            _need_positive(hidden_size=hidden_size, num_layers=num_layers)
        if proj_size >= hidden_size:
            raise ValueError('proj_size has to be smaller than hidden_size')
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._names = []
        directions = 2 if bidirectional else 1
        gates = _GATES[mode] * hidden_size
        for layer in range(num_layers):
            for direction in range(directions):
                shown = proj_size or hidden_size
                size = input_size if layer == 0 else shown * directions
                suffix = '_l%d%s' % (layer, '_reverse' if direction else '')
                names = ['weight_ih' + suffix, 'weight_hh' + suffix]
                shapes = [(gates, size), (gates, shown)]
                if bias:
                    names += ['bias_ih' + suffix, 'bias_hh' + suffix]
                    shapes += [(gates,), (gates,)]
                if proj_size:
                    names.append('weight_hr' + suffix)
                    shapes.append((proj_size, hidden_size))
                for name, shape in zip(names, shapes):
                    setattr(self, name, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                self._names.append(names)
        if not self._names:
            raise IndexError('list index out of range')
        self.reset_parameters()

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._names]

    @property
    def _flat_weights_names(self):
        return [name for names in self._names for name in names]

    @property
    def _flat_weights(self):
        return [getattr(self, name) for name in self._flat_weights_names]

    def flatten_parameters(self):
        pass

    def reset_parameters(self):
        init._spread(self.hidden_size or math.inf, *self.parameters())

    def _check(self, input, batched):
        if input.size(-1) != self.input_size:
            raise drawn(RuntimeError('input.size(-1) must be equal to input_size. Expected {}, got {}'.format(self.input_size, input.size(-1))), 'P0203', input, self.weight_ih_l0)

    def _check_states(self, hx, dims, kind):
        if self.mode == 'LSTM':
            if hx[0].dim() != dims or hx[1].dim() != dims:
                raise drawn(RuntimeError('For {} {}-D input, hx and cx should also be {}-D but got ({}-D, {}-D) tensors'.format(kind, dims, dims, hx[0].dim(), hx[1].dim())), 'P0208', *hx)
        elif hx.dim() != dims:
            raise drawn(RuntimeError('For {} {}-D input, hx should also be {}-D but got {}-D tensor'.format(kind, dims, dims, hx.dim())), 'P0208', hx)

    def _run_packed(self, packed, hx):
        """Every step goes on with the sequences that are so long: of the states the first ones change, the others stay as their last step left them."""
        from torch.nn.utils.rnn import PackedSequence
        lstm = self.mode == 'LSTM'
        order, back = packed.sorted_indices, packed.unsorted_indices
        counts = packed.batch_sizes.tolist()
        if hx is not None and order is not None:
            hx = tuple(h.index_select(1, order) for h in hx) if lstm else hx.index_select(1, order)
        data, hidden = self._run_layers(packed.data, hx, counts[0], counts)
        if back is not None:
            hidden = tuple(h.index_select(1, back) for h in hidden) if lstm else hidden.index_select(1, back)
        return PackedSequence(data, packed.batch_sizes, order, back), hidden

    def _step_packed(self, x, hidden, w_hh, b_hh, w_hr):
        count = x.shape[0]
        if self.mode == 'LSTM':
            new = _step(self.mode, x, tuple(h[:count] for h in hidden), w_hh, b_hh, w_hr)
            return tuple(torch.cat([n, h[count:]]) for n, h in zip(new, hidden)), new[0]
        new = _step(self.mode, x, hidden[:count], w_hh, b_hh)
        return torch.cat([new, hidden[count:]]), new

    def _run_layer(self, steps, hidden, weights, backward, counts=None):
        """One layer in one direction over (time, batch, features), or over packed steps: all outputs, and the last state."""
        w_ih, w_hh = weights[:2]
        b_ih, b_hh = weights[2:4] if self.bias else (None, None)
        w_hr = weights[-1] if self.proj_size else None
        projected = F.linear(steps, w_ih, b_ih)
        outputs = []
        if counts is not None:
            parts = projected.split(counts)
            for part in reversed(parts) if backward else parts:
                hidden, shown = self._step_packed(part, hidden, w_hh, b_hh, w_hr)
                outputs.append(shown)
            return torch.cat(outputs[::-1] if backward else outputs), hidden
        first, cell = hidden if self.mode == 'LSTM' else (hidden, None)
        if w_hr is None and _at_once(projected, first, cell, w_hh, b_hh):
            states, cells, _ = _tensor.op('recurrent', _TORCH, (projected, first, cell, w_hh, b_hh), mode=_MODES[self.mode], reverse=backward)
            end = 0 if backward else -1
            return states, (states[end], cells[end]) if self.mode == 'LSTM' else states[end]
        times = range(projected.shape[0])
        for t in reversed(times) if backward else times:
            hidden = _step(self.mode, projected[t], hidden, w_hh, b_hh, w_hr)
            outputs.append(hidden[0] if self.mode == 'LSTM' else hidden)
        if backward:
            outputs.reverse()
        return torch.stack(outputs), hidden

    def forward(self, input, hx=None):
        lstm = self.mode == 'LSTM'
        if not isinstance(input, torch.Tensor) and hasattr(input, 'batch_sizes'):
            return self._run_packed(input, hx)
        if not input.dim():
            input.unsqueeze(1)
        if input.dim() not in (2, 3):
            raise _refused_dims(self, input)
        batched = input.dim() == 3
        if hx is not None:
            self._check_states(hx, input.dim(), 'batched' if batched else 'unbatched')
        if not batched:
            input = input.unsqueeze(1)
            if hx is not None:
                hx = tuple(h.unsqueeze(1) for h in hx) if lstm else hx.unsqueeze(1)
        elif self.batch_first:
            input = input.transpose(0, 1)
        self._check(input, batched)
        input, hidden = self._run_layers(input, hx, input.shape[1])
        if not batched:
            input = input.squeeze(1)
            hidden = tuple(h.squeeze(1) for h in hidden) if lstm else hidden.squeeze(1)
        elif self.batch_first:
            input = input.transpose(0, 1)
            if not lstm and not self.bidirectional and not input.is_cuda:           # (turned in place there)
                input = _tensor.name_node(input, 'TransposeBackward1')
        return input, hidden

    def _run_layers(self, input, hx, batch, counts=None):
        """All layers in all directions: the last layer's outputs, and every layer's last state."""
        lstm = self.mode == 'LSTM'
        directions = 2 if self.bidirectional else 1
        cell = (self.num_layers * directions, batch, self.hidden_size)
        shape = (*cell[:2], self.proj_size or self.hidden_size)
        if hx is None:
            zeros = torch.zeros(shape, dtype=input.dtype, device=input.device)
            hx = (zeros, torch.zeros(cell, dtype=input.dtype, device=input.device)) if lstm else zeros
        else:
            for name, h, wanted in zip(('hidden[0]', 'hidden[1]'), hx, (shape, cell)) if lstm else [('hidden', hx, shape)]:
                if tuple(h.shape) != wanted:
                    raise drawn(RuntimeError('Expected {} size {}, got {}'.format(name, wanted, list(h.shape))), 'P0202', h)
        for kind, others in (('hidden', hx if lstm else (hx,)), ('parameter', self.parameters())):
            for other in others:
                if other.device != input.device:
                    raise drawn(RuntimeError('Input and {} tensors are not at the same device, found input tensor at {} and {} tensor at {}'
                                             .format(kind, input.device, kind, other.device)), 'P0102' if other.is_cuda and input.is_cuda else 'P0103', input, other)
        if not input.shape[0]:
            raise RuntimeError('Expected sequence length to be larger than 0 in RNN')
        last = []
        for layer in range(self.num_layers):
            found = []
            for direction in range(directions):
                at = layer * directions + direction
                start = (hx[0][at], hx[1][at]) if lstm else hx[at]
                outputs, end = self._run_layer(input, start, [getattr(self, name) for name in self._names[at]], direction == 1, counts)
                found.append(outputs)
                last.append(end)
            input = found[0] if directions == 1 else torch.cat(found, -1)
            if self.dropout and layer < self.num_layers - 1:
                input = F.dropout(input, self.dropout, self.training)
        hidden = tuple(torch.stack([state[k] for state in last]) for k in (0, 1)) if lstm else torch.stack(last)
        return input, hidden

    def extra_repr(self):
        text = '%s, %s' % (self.input_size, self.hidden_size)
        if self.proj_size != 0:
            text += ', proj_size=%s' % self.proj_size
        if self.num_layers != 1:
            text += ', num_layers=%s' % self.num_layers
        if self.bias is not True:
            text += ', bias=%s' % self.bias
        if self.batch_first is not False:
            text += ', batch_first=%s' % self.batch_first
        if self.dropout != 0:
            text += ', dropout=%s' % self.dropout
        if self.bidirectional is not False:
            text += ', bidirectional=%s' % self.bidirectional
        return text


def _refuse_projections(options):
    if 'proj_size' in options:
        raise ValueError('proj_size argument is only supported for LSTM, not RNN or GRU')


class RNN(RNNBase):
    def __init__(self, *args, **kwargs):
        _refuse_projections(kwargs)
        self_nonlinearity = kwargs.pop('nonlinearity', 'tanh')
        if len(args) > 3:       # the fourth positional argument is the nonlinearity
            self_nonlinearity, args = args[3], args[:3] + args[4:]
        if self_nonlinearity not in ('tanh', 'relu'):
            raise ValueError(_says("NONLINEARITY", self_nonlinearity))
        super().__init__('RNN_' + self_nonlinearity.upper(), *args, **kwargs)
        self.nonlinearity = self_nonlinearity


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__('LSTM', *args, **kwargs)


class GRU(RNNBase):
    def __init__(self, *args, **kwargs):
        _refuse_projections(kwargs)
        super().__init__('GRU', *args, **kwargs)


class RNNCellBase(Module):
    """One step of a recurrent layer."""

    def __init__(self, mode, input_size, hidden_size, bias, device=None, dtype=None):
        super().__init__()
        self._mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        gates = _GATES[mode] * hidden_size
        fits('empty', (gates, input_size), device=device, dtype=dtype)
        self.weight_ih = Parameter(torch.empty((gates, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((gates, hidden_size), device=device, dtype=dtype))
        if bias:
            self.bias_ih = Parameter(torch.empty(gates, device=device, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(gates, device=device, dtype=dtype))
        else:
            self.register_parameter('bias_ih', None)
            self.register_parameter('bias_hh', None)
        self.reset_parameters()

    def reset_parameters(self):
        init._spread(self.hidden_size or math.inf, *self.parameters())

    def forward(self, input, hx=None):
        lstm = self._mode == 'LSTM'
        if input.dim() not in (1, 2):
            raise AssertionError('%s: Expected input to be 1-D or 2-D but received %d-D tensor' % (type(self).__name__, input.dim()))
        single = input.dim() == 1
        if single:
            input = input.unsqueeze(0)
            if hx is not None:
                hx = tuple(h.unsqueeze(0) for h in hx) if lstm else hx.unsqueeze(0)
        if hx is None:
            zeros = torch.zeros(input.shape[0], self.hidden_size, dtype=input.dtype, device=input.device)
            hx = (zeros, zeros) if lstm else zeros
        if input.size(1) != self.input_size:
            raise RuntimeError('input has inconsistent input_size: got {} expected {}'.format(input.size(1), self.input_size))
        hx = _step(self._mode, F.linear(input, self.weight_ih, self.bias_ih), hx, self.weight_hh, self.bias_hh)
        if single:
            hx = tuple(h.squeeze(0) for h in hx) if lstm else hx.squeeze(0)
        return hx

    def extra_repr(self):
        text = '%s, %s' % (self.input_size, self.hidden_size)
        if self.bias is not True:
            text += ', bias=%s' % self.bias
        if getattr(self, 'nonlinearity', 'tanh') != 'tanh':
            text += ', nonlinearity=%s' % self.nonlinearity
        return text


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None):
        super().__init__('RNN_RELU' if nonlinearity == 'relu' else 'RNN_TANH', input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ('tanh', 'relu'):
            raise RuntimeError('Unknown nonlinearity: {}'.format(self.nonlinearity))
        return super().forward(input, hx)


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__('LSTM', input_size, hidden_size, bias, device, dtype)


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__('GRU', input_size, hidden_size, bias, device, dtype)
