"""torch.utils.flop_counter: how many multiplications and additions a program's products, convolutions and attention take, there and back, by the module that asks for them."""
import math
from collections import defaultdict

import torch
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.overrides import TorchFunctionMode

_SUFFIXES = '', 'K', 'M', 'B', 'T'


def _product(a, b):
    """(operator, flops) of a @ b."""
    if a.dim() < 2 or b.dim() < 2:
        return None
    rows = math.prod(a.shape[:-1]) if b.dim() == 2 else math.prod(torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])) * a.shape[-2]
    return 'bmm' if b.dim() > 2 else 'mm', 2 * rows * a.shape[-1] * b.shape[-1]


def _wanted(*tensors):
    """For how many of them a gradient is made."""
    return sum(isinstance(each, torch.Tensor) and each.requires_grad for each in tensors)


# Each gives [(operator, flops)] of the call, and the same of its backward pass.
def _of_product(out, a, b, **more):
    found = _product(a, b)
    return ([found], [(found[0], found[1])] * _wanted(a, b)) if found else ([], [])


def _of_addmm(out, input, a, b, **more):
    flops = _product(a, b)[1]
    return [('addmm', flops)], [('mm', flops)] * _wanted(a, b)


def _of_linear(out, input, weight, bias=None):
    flops = 2 * input.numel() * weight.shape[0]
    return [('mm' if bias is None else 'addmm', flops)], [('mm', flops)] * _wanted(input, weight)


def _of_conv(out, input, weight, bias=None, *settings, transposed=False, **named):
    space, kernel = (input if transposed else out).shape[2:], math.prod(weight.shape[2:])
    flops = 2 * out.shape[0] * math.prod(space) * weight.shape[0] * weight.shape[1] * kernel
    whole = 2 * out.shape[0] * math.prod(space) * out.shape[1] * input.shape[1] * kernel
    back = flops * _wanted(input) + whole * _wanted(weight)
    return [('convolution', flops)], [('convolution_backward', back)] if back else []


def _of_transposed(out, input, weight, bias=None, *settings, **named):
    return _of_conv(out, input, weight, bias, *settings, transposed=True, **named)


def _of_einsum(out, equation, *operands):
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else operands
    if len(operands) != 2:
        return [], []
    sizes = {}
    for letters, operand in zip(equation.replace(' ', '').split('->')[0].split(','), operands):
        sizes.update(zip(letters, operand.shape))
    flops = 2 * math.prod(sizes.values())
    return [('bmm', flops)], [('bmm', flops)] * _wanted(*operands)


def _of_attention(out, query, key, value, *settings, **named):
    one = math.prod(query.shape[:-2]) * query.shape[-2] * key.shape[-2]
    flops, name = 2 * one * (query.shape[-1] + value.shape[-1]), '_scaled_dot_product_flash_attention_for_cpu'
    return [(name, flops)], [(name + '_backward', flops * 5 // 2)] if _wanted(query, key, value) else []


def _of_heads(out, query, key, value, embed_dim, num_heads, in_proj_weight, in_proj_bias=None, *settings, **named):
    length, batch = query.shape[0], query.shape[1] if query.dim() > 2 else 1
    inner, last = 2 * batch * embed_dim * embed_dim * (length + 2 * key.shape[0]), 2 * length * batch * embed_dim * embed_dim
    scores = 4 * batch * length * key.shape[0] * embed_dim
    back = [('mm', inner * (1 + bool(_wanted(query, key, value))) + 2 * last), ('bmm', 2 * scores)] if _wanted(in_proj_weight, query, key, value) else []
    return [('addmm', inner + last), ('bmm', scores)], back


_COUNTS = {'linear': _of_linear, 'mm': _of_product, 'bmm': _of_product, 'matmul': _of_product, '__matmul__': _of_product, 'addmm': _of_addmm, 'einsum': _of_einsum, 'scaled_dot_product_attention': _of_attention,
           'multi_head_attention_forward': _of_heads, **dict.fromkeys(('conv1d', 'conv2d', 'conv3d'), _of_conv), **dict.fromkeys(('conv_transpose1d', 'conv_transpose2d', 'conv_transpose3d'), _of_transposed)}


# ---- formulas of a program's own ----
_formulas = {}                  # register_flop_formula's: an operator of torch.ops, and its function


def register_flop_formula(targets, get_raw=False):
    """A decorator: the function says how many operations these operators take, from the shapes (get_raw: the tensors) that go in, and out_shape (out_val)."""
    def made(formula):
        if get_raw:
            formula._get_raw = True
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            _formulas[target] = formula
        return formula
    return made


def _called(formula, args, kwargs, out):
    if getattr(formula, '_get_raw', False):
        return formula(*args, **kwargs, out_val=out)
    from torch.utils._pytree import tree_map_only
    shapes, named, out_shape = tree_map_only(torch.Tensor, lambda t: t.shape, (args, kwargs, out))
    return formula(*shapes, **named, out_shape=out_shape)


def _operators_of(counter):
    """The mode that hears of a program's own operators."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Operators(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            if func._overloadpacket in counter._own:
                counter._formula(func._overloadpacket, args, kwargs or {}, out)
            return out
    return Operators()


class FlopCounterMode(TorchFunctionMode):
    """A with statement in which they are counted; display: the table is printed at its end."""

    def __init__(self, mods=None, depth=None, display=True, custom_mapping=None):
        self.depth, self.display = depth, display
        self._own = {**_formulas, **(custom_mapping or {})}
        self._operators = None
        self.mods = [] if mods is None else list(mods) if isinstance(mods, (list, tuple)) else [mods]
        self.flop_counts, self._names, self._stack = defaultdict(lambda: defaultdict(int)), {}, []
        for mod in self.mods:
            self._learn(mod)

    def _learn(self, root):
        for path, part in root.named_modules():
            self._names.setdefault(id(part), (type(root).__name__ + '.' + path if path else type(root).__name__, part))

    # ---- modules under way ----
    def _enters(self, module, args):
        if not self._stack:
            self._learn(module)
        self._in_lstm += isinstance(module, torch.nn.LSTM)
        self._stack.append(self._names[id(module)][0] if id(module) in self._names else type(module).__name__)

    def _leaves(self, module, args, out):
        if self._stack:
            self._stack.pop()
            self._in_lstm -= isinstance(module, torch.nn.LSTM)

    def __enter__(self):
        self.flop_counts.clear()
        self._stack.clear()
        self._in_lstm = 0               # (PyTorch's is one step, which is not counted)
        self._hooks = register_module_forward_pre_hook(self._enters), register_module_forward_hook(self._leaves)
        if self._own:
            self._operators = _operators_of(self).__enter__()
        return super().__enter__()

    def __exit__(self, *error):
        super().__exit__(*error)
        if self._operators is not None:
            self._operators.__exit__(*error)
            self._operators = None
        for hook in self._hooks:
            hook.remove()
        if self.display:
            print(self.get_table(self.depth))

    # ---- counting ----
    def __torch_function__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        count = _COUNTS.get(getattr(func, '__name__', ''))
        if count is None or self._in_lstm:
            return out
        made = out[0] if isinstance(out, tuple) else out
        there, back = count(made, *args, **(kwargs or {}))
        parents = {'Global': None, **dict.fromkeys(self._stack)}
        self._add(parents, there)
        if back and made.requires_grad and made.grad_fn is not None:
            made.register_hook(lambda grad: self._add(parents, back))
        return out

    def _add(self, parents, rows):
        for name, flops in rows:
            self._add_to(parents, getattr(torch.ops.aten, name), flops, False)

    def _add_to(self, parents, packet, flops, own):
        """own: by a formula of the program's, which goes before the one here."""
        for parent in parents if own or packet not in self._own else ():
            self.flop_counts[parent][packet] += flops

    def _formula(self, packet, args, kwargs, out):
        flops = _called(self._own[packet], args, kwargs, out)
        self._add_to({'Global': None, **dict.fromkeys(self._stack)}, packet, flops, True)

    # ---- what was counted ----
    def get_total_flops(self):
        return sum(self.flop_counts['Global'].values())

    def get_flop_counts(self):
        """By module: operator and flops."""
        return {name: dict(rows) for name, rows in self.flop_counts.items()}

    def get_table(self, depth=None):
        depth = depth or self.depth or 999999
        total = self.get_total_flops()
        rows, whole = [], False
        for name in sorted(name for name in self.flop_counts if name != 'Global'):
            if name.count('.') + 1 <= depth:
                whole = whole or sum(self.flop_counts[name].values()) >= total
                rows += self._rows(name, total)
        if 'Global' in self.flop_counts and not whole:
            rows = self._rows('Global', total) + rows
        return _laid_out([('Module', 'FLOP', '% Total'), *(rows or [('Global', '0', '0%')])])

    def _rows(self, name, total):
        suffix = max(0, min(len(_SUFFIXES) - 1, (len(str(total)) - 2) // 3))

        def row(word, flops):
            return word, '%.3f%s' % (flops / 1000 ** suffix, _SUFFIXES[suffix]), '%.2f%%' % (flops / total * 100 if total else 0)
        counts = self.flop_counts[name]
        return [row(name, sum(counts.values())), *(row('- %s' % op, flops) for op, flops in counts.items())]


def _laid_out(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    widths = [widths[0], *(max(width, 2 + len(rows[0][i])) for i, width in enumerate(widths[1:], 1))]
    lines = ['  '.join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]) for row in rows]
    lines.insert(1, '  '.join('-' * width for width in widths))
    return '\n'.join(lines)
