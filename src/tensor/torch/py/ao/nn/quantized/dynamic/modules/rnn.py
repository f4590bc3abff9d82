"""Recurrent layers whose products go through quantized weights: a layer's inputs all at once, its states step by step."""
import torch
from torch import nn

from torch._quantized.products import Packed, linear_dynamic
from torch.ao.nn.quantized.modules.utils import small_weight


class _Product:
    """A product with a packed weight."""

    def __init__(self, weight, bias):
        self.hold(weight, bias)

    def hold(self, weight, bias):
        self.packed = Packed(weight, bias)

    weight, bias = property(lambda self: self.packed.weight), property(lambda self: self.packed.bias)

    def __call__(self, input):
        return linear_dynamic(input, self.packed)


class _Pair(nn.Module):
    """The weights of one layer in one direction, for the inputs and for the states: one thing in a state_dict."""

    def __init__(self, of_input, of_state):
        super().__init__()
        self.__dict__.update(of_input=of_input, of_state=of_state)

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        destination[prefix + 'param'] = tuple((part.weight, part.bias) for part in (self.of_input, self.of_state))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        if prefix + 'param' not in state_dict:
            missing_keys.append(prefix + 'param')
            return
        for part, (weight, bias) in zip((self.of_input, self.of_state), state_dict[prefix + 'param']):
            part.hold(weight, bias)


def _small(mod, weight):
    seen = mod.qconfig.weight() if getattr(mod, 'qconfig', None) is not None else torch.ao.quantization.default_dynamic_qconfig.weight()
    if seen.dtype is torch.float16:
        raise RuntimeError('quantized::linear_prepack_fp16 is currently not supported by ONEDNN')
    seen(weight)
    return small_weight(weight, seen)


class _Quantized:
    """What both have: the float layer's ways, with packed products for weights."""

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        assert mod.bias
        if mod.proj_size:
            raise NotImplementedError('a projected LSTM with quantized weights is not in perch; the nearest is proj_size=0')
        made = cls.__new__(cls)
        nn.Module.__init__(made)
        for name in ('mode', 'input_size', 'hidden_size', 'num_layers', 'bias', 'batch_first', 'dropout', 'bidirectional', 'proj_size'):
            setattr(made, name, getattr(mod, name))
        for each in mod._names:             # (PyTorch's layer is made with random weights first, which moves its generator)
            for name in each:
                torch.randn(getattr(mod, name).shape)
        packed, names = [], []
        for at, each in enumerate(mod._names):
            weights = [getattr(mod, name) for name in each]
            biases = weights[2:4] if mod.bias else (None, None)
            packed += [_Product(_small(mod, w), b) for w, b in zip(weights[:2], biases)]
            names.append(['_packed_%d' % (2 * at), '_packed_%d' % (2 * at + 1)])
        made.__dict__.update(_names=names, weight_ih_l0=None, **{name: part for pair, parts in zip(names, zip(packed[::2], packed[1::2])) for name, part in zip(pair, parts)})
        made._all_weight_values = nn.ModuleList(map(_Pair, packed[::2], packed[1::2]))
        made.training = mod.training
        return made

    def _get_name(self):
        return 'DynamicQuantized' + self.mode

    def __repr__(self):
        return '%s(%s)' % (self._get_name(), self.extra_repr())

    def _run_layer(self, steps, hidden, weights, backward, counts=None):
        if counts is not None:
            raise NotImplementedError('packed sequences through quantized weights are not in perch; the nearest is padded sequences')
        of_input, of_state = weights
        projected = of_input(steps)
        outputs = []
        times = range(projected.shape[0])
        for t in reversed(times) if backward else times:
            hidden = self._step(projected[t], hidden, of_state)
            outputs.append(hidden[0] if self.mode == 'LSTM' else hidden)
        return torch.stack(outputs[::-1] if backward else outputs), hidden


class LSTM(_Quantized, nn.LSTM):
    def _step(self, x, hidden, of_state):
        i, f, g, o = (x + of_state(hidden[0])).chunk(4, -1)
        cell = f.sigmoid() * hidden[1] + i.sigmoid() * g.tanh()
        return o.sigmoid() * cell.tanh(), cell


class GRU(_Quantized, nn.GRU):
    def _step(self, x, hidden, of_state):
        (r, z, n), (hr, hz, hn) = x.chunk(3, -1), of_state(hidden).chunk(3, -1)
        r, z = (r + hr).sigmoid(), (z + hz).sigmoid()
        n = (n + r * hn).tanh()
        return (hidden - n) * z + n
