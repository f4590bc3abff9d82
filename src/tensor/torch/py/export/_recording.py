"""A module's call, written down as a graph of torch.ops.aten: its tensors are of a class that answers for torch's functions, runs them, and notes which operator each was."""
import linecache
import operator
import sys

import torch
import torch.nn.functional as F
from torch._aten import FORMS
from torch.fx.graph import Graph

_OPERATORS = {'__rsub__': 'rsub', '__rmul__': 'mul', '__radd__': 'add', '__rmatmul__': 'matmul', '__floordiv__': 'floor_divide', '__and__': 'bitwise_and', '__or__': 'bitwise_or', 'concat': 'cat', 'swapaxes': 'transpose',
              'true_divide': 'div', 'divide': 'div', 'multiply': 'mul', 'subtract': 'sub', 'negative': 'neg', 'absolute': 'abs', 'scaled_dot_product': 'scaled_dot_product_attention'}
_VALUES = {'__bool__', 'item', 'tolist', '__float__', '__int__', 'is_nonzero', 'numpy', '__index__'}
_PLAIN = {'size', 'dim', 'numel', 'stride', 'is_floating_point', 'is_complex', '__len__', 'ndimension', 'nelement', 'is_contiguous', 'data_ptr', 'element_size', 'get_device', '__hash__', '__repr__', '__format__'}
_DTYPES = {'float': torch.float32, 'double': torch.float64, 'half': torch.float16, 'bfloat16': torch.bfloat16, 'int': torch.int32, 'long': torch.int64, 'bool': torch.bool}
_END = 9223372036854775807
_now = []               # the recordings under way


class GuardOnDataDependentSymNode(RuntimeError):
    """What a program does depends on what is in a tensor."""


class Traced(torch.Tensor):
    """A tensor with the node that made it."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return _now[-1].call(func, args, kwargs or {})


def plain(value):
    """Values without their nodes."""
    if isinstance(value, Traced):
        return value._plain
    if isinstance(value, (tuple, list)):
        return type(value)(*map(plain, value)) if hasattr(value, '_fields') else type(value)(map(plain, value))
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else slice(plain(value.start), plain(value.stop), plain(value.step)) if isinstance(value, slice) else value


class Recording:
    """A graph that grows while a module is called."""

    def __init__(self):
        self.graph, self.constants = Graph(), {}
        self.first_of_user = None           # the node of the first thing that the call was given

    def wrap(self, tensor, node):
        made = torch.Tensor._make_subclass(Traced, tensor)
        made._plain, made._node = tensor, node
        node.meta['val'] = torch.empty(tensor.shape, dtype=tensor.dtype, device='meta')
        return made

    def _node(self, value):
        if isinstance(value, Traced):
            return value._node
        if isinstance(value, torch.Tensor):             # one that the program holds aside
            return self.constant(value)
        if isinstance(value, (tuple, list)):
            return [self._node(each) for each in value]
        return value

    def constant(self, tensor):
        for name, (node, held) in self.constants.items():
            if held is tensor:
                return node
        name = 'lifted_tensor_%d' % len(self.constants)
        with self.graph.inserting_before(self.first_of_user or next(node for node in self.graph.nodes if node.op != 'placeholder')):
            node = self.graph.placeholder('c_' + name)
        node.meta['val'] = torch.empty(tensor.shape, dtype=tensor.dtype, device='meta')
        for step in ('lift_fresh_copy', 'detach_'):
            node = self.graph.create_node('call_function', getattr(torch.ops.aten, step).default, (node,), {}, step)
            node.meta['val'] = torch.empty(tensor.shape, dtype=tensor.dtype, device='meta')
        self.constants[name] = node, tensor
        return node

    # ---- a call ----
    def call(self, func, args, kwargs):
        name = getattr(func, '__name__', str(func))
        if name in _VALUES:
            raise GuardOnDataDependentSymNode('Could not guard on data-dependent expression Eq(u0, 1) (unhinted: Eq(u0, 1)).  (Size-like symbols: none)')
        if name == '__get__':
            return self._attribute(func, args)
        if name in _PLAIN or name == '__set__':
            return func(*plain(args), **plain(kwargs))
        if name == '__getitem__':
            return self._item(*args)
        made = self._special(name, args, kwargs)
        return made if made is not None else self.emit(_OPERATORS.get(name, name), args, kwargs)

    def _attribute(self, func, args):
        name = getattr(func.__self__, '__name__', None) or func.__self__.fget.__name__
        if name in ('T', 'mT'):
            return self.emit('numpy_T' if name == 'T' else 'mT', args, {})
        if name in ('data', 'real'):
            return args[0]
        return func(*plain(args))

    def emit(self, name, args, kwargs, overload=None):
        """Notes an operator and does it."""
        forms = FORMS.get(name)
        if forms is None:
            raise NotImplementedError('torch.export: %s has no operator in perch, which knows %d of torch.ops.aten; the nearest is torch.fx.symbolic_trace' % (name, len(FORMS)))
        for form in [forms[overload]] if overload else sorted(forms.values(), key=lambda form: _fits_worse(form, args)):
            bound = form.bound(args, kwargs)
            if bound is not None:
                return self._note(form, *bound)
        raise NotImplementedError('torch.export: these arguments of %s fit none of the forms that perch has of it: %s' % (name, ', '.join(form.full for form in forms.values())))

    def _note(self, form, args, kwargs):
        result = form.call(*plain(args), **plain(kwargs))
        target = getattr(getattr(torch.ops.aten, form.name), form.overload)
        node = self.graph.create_node('call_function', target, tuple(self._node(list(args))), kwargs, form.name.lower())
        node.meta['line'] = _line()
        if form.name.endswith('_') and isinstance(args[0], Traced):
            args[0]._node = node
            node.meta['val'] = torch.empty(result.shape, dtype=result.dtype, device='meta')
            return args[0]
        if isinstance(result, torch.Tensor):
            return self.wrap(result, node)
        parts = [self.wrap(part, self.graph.create_node('call_function', operator.getitem, (node, i), {}, 'getitem')) for i, part in enumerate(result)]
        return type(result)(parts) if not hasattr(result, '_fields') else type(result)(tuple(parts))

    def _item(self, x, index):
        index = index if isinstance(index, tuple) else (index,)
        dim, tensors = 0, {}
        for at, each in enumerate(index):
            if each is Ellipsis:
                dim = x.dim() - sum(other is not None for other in index[at + 1:])
            elif each is None:
                x, dim = self.emit('unsqueeze', (x, dim), {}), dim + 1
            elif isinstance(each, slice):
                if each != slice(None):
                    x = self.emit('slice', (x, dim, each.start or 0, _END if each.stop is None else each.stop, each.step or 1), {})
                dim += 1
            elif isinstance(each, (torch.Tensor, list)):
                tensors[dim] = each if isinstance(each, torch.Tensor) else torch.tensor(each)
                dim += 1
            else:
                x = self.emit('select', (x, dim, each), {})
        return self.emit('index', (x, [tensors.get(i) for i in range(max(tensors) + 1)]), {}) if tensors else x

    def to_dtype(self, x, dtype):
        """PyTorch notes what x was before."""
        known = {'dtype': x._plain.dtype, 'device': x._plain.device, 'layout': torch.strided}
        self.graph.create_node('call_function', torch.ops.aten._assert_tensor_metadata.default, (x._node,), known, '_assert_tensor_metadata_default')
        if dtype is not x._plain.dtype:
            return self.emit('to', (x, dtype), {})
        x._node = self.emit('to', (x, dtype), {})._node           # it is the same tensor
        return x

    # ---- what PyTorch writes otherwise than as it was called ----
    def _special(self, name, args, kwargs):
        if name == '__rdiv__':
            return self.emit('mul', (self.emit('reciprocal', args[:1], {}), args[1]), {})
        if name in _DTYPES and len(args) == 1:
            return self.to_dtype(args[0], _DTYPES[name])
        rule = _RULES.get(name)
        return rule(self, *args, **kwargs) if rule else None


def _fits_worse(form, args):
    """Forms whose kind of second argument is given come first."""
    wants = 'Tensor' if len(args) > 1 and isinstance(args[1], torch.Tensor) else 'Scalar'
    return 0 if form.overload in ('other', 'Tensor_Tensor' if wants == 'Tensor' else 'Tensor_Scalar', wants) and not (form.overload == 'other' and wants == 'Scalar') else 1


def _in_place(name):
    return lambda r, input, inplace=False: r.emit(name + '_' if inplace else name, (input,), {})


def _split(r, tensor, split_size_or_sections=None, dim=0, split_size=None):
    size = split_size if split_size_or_sections is None else split_size_or_sections
    return r.emit('split', (tensor, size, dim), {}) if isinstance(size, int) else r.emit('split_with_sizes', (tensor, size, dim), {})


def _to(r, x, *args, **kwargs):
    result = x._plain.to(*plain(args), **plain(kwargs))
    if result.device != x._plain.device:
        raise NotImplementedError('torch.export: a tensor that moves to another device is not in graphs of perch; the nearest is to move the module and its inputs first')
    return r.to_dtype(x, result.dtype) if result.dtype is not x._plain.dtype or any(isinstance(each, torch.dtype) for each in (*args, *kwargs.values())) else x


_RULES = {'relu': _in_place('relu'), 'silu': _in_place('silu'), 'dropout': lambda r, input, p=0.5, training=True, inplace=False: r.emit('dropout', (input, p, training), {}),
          'batch_norm': lambda r, input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5: r.emit('batch_norm', (input, weight, bias, running_mean, running_var, training, momentum, eps, False), {}),
          'layer_norm': lambda r, input, normalized_shape, weight=None, bias=None, eps=1e-5: r.emit('layer_norm', (input, normalized_shape, weight, bias, eps, False), {}),
          'group_norm': lambda r, input, num_groups, weight=None, bias=None, eps=1e-5: r.emit('group_norm', (input, num_groups, weight, bias, eps, False), {}),
          'embedding': lambda r, input, weight, padding_idx=None, **more: r.emit('embedding', (weight, input, -1 if padding_idx is None else padding_idx), {}),
          'softmax': lambda r, input, dim=None, _stacklevel=3, dtype=None: r.emit('softmax', (input, dim, dtype), {}), 'log_softmax': lambda r, input, dim=None, _stacklevel=3, dtype=None: r.emit('log_softmax', (input, dim, dtype), {}),
          'max_pool2d': lambda r, input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False: r.emit('max_pool2d', (input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode), {}),
          'adaptive_avg_pool2d': lambda r, input, output_size: r.emit('adaptive_avg_pool2d', (input, output_size), {}), 'split': _split, 'to': _to, 'contiguous': lambda r, x, *how, **named: x if x._plain.is_contiguous() else r.emit('contiguous', (x,), {}),
          'reshape': lambda r, input, *shape, **named: r.emit('reshape', (input, *(shape or named.values())), {}), 'type_as': lambda r, x, other: _to(r, x, other.dtype)}


def _own(module):
    """perch's own doing, but for the layers: those are read."""
    return module.startswith(('torch.', 'functorch')) and not module.startswith('torch.nn.modules.')


def _line():
    """The innermost line outside of this file's own doing: (file, line, function, its text)."""
    frame = sys._getframe(1)
    while frame is not None and _own(frame.f_globals.get('__name__', '')):
        frame = frame.f_back
    if frame is None:
        return None
    code = frame.f_code
    return code.co_filename, frame.f_lineno, code.co_name, linecache.getline(code.co_filename, frame.f_lineno).strip()
