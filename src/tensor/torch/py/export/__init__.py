"""torch.export: a module's call as a graph of torch.ops.aten, with what it needs and what it may be given. Sizes are numbers in perch's graphs: where one that may change is used as a number, that is refused."""
import inspect
import pickle

import torch
from torch.utils._pytree import tree_flatten, tree_unflatten
from perch.only import only

from ._sizes import Dim, Range
from ._recording import Recording, Traced, _now
from .exported_program import ExportedProgram
from .graph_signature import ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument

__all__ = ['Dim', 'ExportedProgram', 'export', 'load', 'save']


class UserError(Exception):
    """A call that export cannot take."""


def dims(*names, min=None, max=None):
    return tuple(Dim(name, min=min, max=max) for name in names)


def _dynamic(dynamic_shapes, names, leaves_of):
    """For each tensor among the inputs {axis: Dim or hint}."""
    if dynamic_shapes is None:
        return [{} for _, leaves in leaves_of for _ in leaves]
    if not isinstance(dynamic_shapes, (dict, tuple, list)):
        raise UserError('Expected dynamic_shapes of a dict, tuple or list, got %s' % type(dynamic_shapes))
    said = dynamic_shapes if isinstance(dynamic_shapes, dict) else dict(zip(names, dynamic_shapes))
    if any(name not in names for name in said):
        raise UserError('When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names %s of `inputs`, but here they are %s. ' % (list(names), list(said)))
    found = []
    for name, leaves in leaves_of:
        one = said.get(name)
        for i, leaf in enumerate(leaves):
            each = one if isinstance(one, dict) or one is None else one[i] if isinstance(one, (list, tuple)) and one and isinstance(one[0], (dict, list, tuple)) else dict(enumerate(one))
            found.append({axis: dim for axis, dim in (each or {}).items() if dim is not None and dim is not Dim.STATIC})
    return found


def _inputs(mod, args, kwargs):
    """[(parameter's name, its leaves)] of a call."""
    bound = inspect.signature(mod.forward).bind(*args, **kwargs)
    found = []
    for name, value in bound.arguments.items():
        kind = inspect.signature(mod.forward).parameters[name].kind
        if kind is inspect.Parameter.VAR_KEYWORD:
            found += [(key, tree_flatten(each)[0]) for key, each in value.items()]
        elif kind is inspect.Parameter.VAR_POSITIONAL:
            found += [('%s_%d' % (name, i), tree_flatten(each)[0]) for i, each in enumerate(value)]
        else:
            found.append((name, tree_flatten(value)[0]))
    return found


def _held(mod):
    """[(name in the graph, kind, path, tensor, persistent)] of what a module holds."""
    kept = set(mod.state_dict())
    rows = [('p_' + path.replace('.', '_'), InputKind.PARAMETER, path, tensor, None) for path, tensor in mod.named_parameters()]
    rows += [('b_' + path.replace('.', '_'), InputKind.BUFFER, path, tensor, path in kept) for path, tensor in mod.named_buffers()]
    for place, part in mod.named_modules():
        for name, value in vars(part).items():
            if isinstance(value, torch.Tensor):
                path = place + '.' + name if place else name
                rows.append(('c_' + path.replace('.', '_'), InputKind.CONSTANT_TENSOR, path, value, None))
    return rows


def _record(mod, held, names, leaves, args, kwargs):
    """(recording, what the call gave as leaves, its plan)"""
    recording = Recording()
    placed = {path: recording.wrap(tensor, recording.graph.placeholder(name)) for name, _, path, tensor, _ in held}
    given = []
    for name, leaf in zip(names, leaves):
        node = recording.graph.placeholder(name)
        recording.first_of_user = recording.first_of_user or node
        given.append(recording.wrap(leaf, node) if isinstance(leaf, torch.Tensor) else leaf)
    args, kwargs = tree_unflatten(given, tree_flatten((args, kwargs))[1])
    own = {path: tensor for _, kind, path, tensor, _ in held if kind is InputKind.CONSTANT_TENSOR}
    _now.append(recording)
    try:
        with torch.no_grad():
            for path in own:
                _set(mod, path, placed[path])
            result = torch.func.functional_call(mod, {path: placed[path] for path in placed if path not in own}, args, kwargs)
    finally:
        _now.pop()
        for path, tensor in own.items():
            _set(mod, path, tensor)
    return recording, *tree_flatten(result)


def _set(mod, path, value):
    *way, name = path.split('.')
    for step in way:
        mod = getattr(mod, step)
    object.__setattr__(mod, name, value)


def _same(one, two):
    """Have two graphs the same steps with the same numbers?"""
    return [(str(n.target), str(n.args), str(n.kwargs)) for n in one.nodes] == [(str(n.target), str(n.args), str(n.kwargs)) for n in two.nodes]


def _other_sizes(leaves, free):
    """The inputs with the sizes that may change changed."""
    sizes, made = {}, []
    for leaf, dims_of in zip(leaves, free):
        for axis, dim in dims_of.items() if isinstance(leaf, torch.Tensor) else ():
            size = sizes.setdefault(id(dim) if isinstance(dim, Dim) else (id(leaf), axis), leaf.shape[axis] + 1 if not isinstance(dim, Dim) or leaf.shape[axis] < dim.max else leaf.shape[axis] - 1)
            leaf = leaf.index_select(axis, torch.arange(size) % leaf.shape[axis])
        made.append(leaf)
    return made


def export(mod, args, kwargs=None, *, dynamic_shapes=None, strict=False, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    """mod's call with these arguments as an ExportedProgram."""
    only('torch.export.export', preserve_module_call_signature=(tuple(preserve_module_call_signature), ()), prefer_deferred_runtime_asserts_over_guards=(prefer_deferred_runtime_asserts_over_guards, False))
    if not isinstance(mod, torch.nn.Module):
        raise ValueError('Expected `mod` to be an instance of `torch.nn.Module`, got %s.' % type(mod))
    if not isinstance(args, tuple):
        raise UserError('Expecting `args` to be a tuple of example positional inputs, got %s' % type(args))
    kwargs = kwargs or {}
    held, leaves_of = _held(mod), _inputs(mod, args, kwargs)
    leaves, in_spec = tree_flatten((args, kwargs))
    names = [name if len(those) == 1 else '%s_%d' % (name, i) for name, those in leaves_of for i in range(len(those))]
    free = _dynamic(dynamic_shapes, [name for name, _ in leaves_of], leaves_of)
    recording, out, out_spec = _record(mod, held, names, leaves, args, kwargs)
    if any(free):
        others = _other_sizes(leaves, free)
        if not _same(recording.graph, _record(mod, held, names, others, *tree_unflatten(others, in_spec))[0].graph):
            raise NotImplementedError('torch.export.export: the module uses a size that may change as a number, and the graphs of perch have no symbols for sizes; the nearest is to export it for each size')
    held += [('c_' + name, InputKind.CONSTANT_TENSOR, name, tensor, None) for name, (_, tensor) in recording.constants.items()]
    recording.graph.output(tuple(each._node if isinstance(each, Traced) else each for each in out))
    kinds = {name: InputSpec(kind, TensorArgument(name), path, kept) for name, kind, path, _, kept in held}
    for name, leaf in zip(names, leaves):
        kinds[name] = InputSpec(InputKind.USER_INPUT, TensorArgument(name) if isinstance(leaf, torch.Tensor) else ConstantArgument(name, leaf))
    signature = ExportGraphSignature([kinds[node.name] for node in recording.graph.nodes if node.op == 'placeholder'],
                                     [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument(each._node.name) if isinstance(each, Traced) else ConstantArgument(str(each), each)) for each in out])
    state = {path: tensor for _, kind, path, tensor, kept in held if kind is InputKind.PARAMETER or kept}
    constants = {path: tensor for _, _, path, tensor, _ in held if path not in state}
    ranges = {dim.__name__: Range(dim.min, None if dim._said[1] is None else dim.max) for each in free for dim in each.values() if isinstance(dim, Dim)}
    return ExportedProgram(recording.graph, signature, state, constants, in_spec, out_spec, list(zip(names, leaves, free)), ranges, (args, kwargs))


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    """Written as perch reads it: PyTorch's own .pt2 is another form."""
    only('torch.export.save', extra_files=(extra_files, None), opset_version=(opset_version, None), pickle_protocol=(pickle_protocol, 2))
    if not isinstance(ep, ExportedProgram):
        raise TypeError("The 'ep' parameter must be an instance of 'ExportedProgram', got '%s' instead." % type(ep).__name__)
    torch.save({_FORM: ep._rows()}, f)


def load(f, *, extra_files=None, expected_opset_version=None):
    """What save wrote."""
    only('torch.export.load', extra_files=(extra_files, None), expected_opset_version=(expected_opset_version, None))
    try:
        held = torch.load(f, weights_only=False)
    except (RuntimeError, StopIteration, EOFError, ValueError, pickle.UnpicklingError):
        held = None
    if not isinstance(held, dict) or _FORM not in held:
        raise NotImplementedError('torch.export.load: perch reads what torch.export.save of perch wrote, and not the .pt2 of PyTorch; the nearest is torch.load of a state_dict')
    return ExportedProgram._of_rows(held[_FORM])


_FORM = 'an exported program, as perch writes it'
