"""x.grad_fn: what made a tensor, and what that was made from.

A step of perch's tape may be several of PyTorch's (a linear layer is a product, a sum and a transpose there): then the nodes between are made here."""
import contextlib
import functools
from collections import namedtuple

import _tensor
from _torch import _renamed, _says, _two

_BARE = 'CopySlices', 'CopyBackwards', 'NotImplemented', 'AccumulateGrad'
_WRAPS_NUMBERS = 'add', 'subtract', 'multiply', 'divide'            # whose numbers become tensors, which have an edge
_SAVED = {'self': 0, 'other': 1, 'result': 8, 'input': 0, 'weight': 1, 'target': 1, 'mat1': 0, 'mat2': 1, 'condition': 0, 'result0': 8, 'result1': 9, 'result2': 10,
          'exponent': 1, 'indices': 1, 'index': 1, 'tensor1': 1, 'tensor2': 2}


# What a step of PyTorch's keeps of its operands and results, where perch's keeps it too: under these names alone
_KEPT = {'AbsBackward0': 'self', 'Atan2Backward0': 'other self', 'BmmBackward0': 'mat2 self', 'CosBackward0': 'self', 'DivBackward0': 'other self', 'ErfBackward0': 'self', 'ExpBackward0': 'result',
         'GatherBackward0': 'index', 'Log1PBackward0': 'self', 'Log2Backward0': 'self', 'LogBackward0': 'self', 'LogSoftmaxBackward0': 'result', 'MaximumBackward0': 'other self',
         'MmBackward0': 'mat2 self', 'MulBackward0': 'other self', 'PowBackward1': 'exponent result self', 'ReluBackward0': 'result', 'RsqrtBackward0': 'result', 'SigmoidBackward0': 'result',
         'SinBackward0': 'self', 'SinhBackward0': 'self', 'SoftmaxBackward0': 'result', 'SqrtBackward0': 'result', 'TanBackward0': 'result', 'TanhBackward0': 'result', 'WhereBackward0': 'condition'}


class Node:
    """Shown by its name; it holds a tensor that it made, or (between) the nodes that come next."""

    def __init__(self, tensor, after=None):
        self._tensor = tensor
        self._after = after

    def name(self):
        name = type(self).__name__
        return 'torch::autograd::' + name if name in _BARE else name

    def __call__(self, *grads):
        raise NotImplementedError('calling %s is not in perch; the nearest is torch.autograd.grad' % type(self).__name__)

    @property
    def next_functions(self):
        """(node, which of its results) for each tensor that went in; (None, 0) where no gradient flows."""
        return _next(self._tensor, type(self).__name__) if self._after is None else self._after

    def register_prehook(self, hook):
        """hook(gradients of its results) before it runs: of the one that this node is known by."""
        if self._after is not None:
            raise NotImplementedError('register_prehook of %s, which is part of a step in perch; the nearest is register_hook of a tensor' % type(self).__name__)

        def came(grad):
            answer = hook((grad,))
            return answer[0] if isinstance(answer, tuple) else answer
        return self._tensor.register_hook(came)

    def register_hook(self, hook):
        """hook(gradients of what went in, gradients of its results) behind it: what it gives stands for the former."""
        if self._after is not None or len(self.next_functions) != len(self._order):
            raise NotImplementedError('register_hook of %s, which is part of a step in perch; the nearest is register_hook of a tensor' % type(self).__name__)
        order, turned = self._order, {'AddmmBackward0': 2, 'MmBackward0': 1}.get(type(self).__name__) if _tensor.grad_fn(self._tensor) == 'linear' else None

        @functools.wraps(hook, ('__name__',), ())
        def came(ins, outs):
            shown = [ins[i] for i in order]
            if turned is not None and shown[turned] is not None:        # a weight's, which this step sees turned
                shown[turned] = shown[turned].t()
            answer = hook(tuple(shown), outs)
            if not isinstance(answer, tuple) or len(answer) != len(order):
                return answer
            given = list(ins)
            for place, grad in zip(order, answer):
                given[place] = grad
            if turned is not None and answer[turned] is not None:
                given[order[turned]] = answer[turned].t()
            return tuple(given)
        return RemovableHandle(self._tensor, _tensor.hook_after(self._tensor, came))

    @property
    def _order(self):
        """Where the operands of perch's step stand among this node's."""
        if type(self).__name__ == 'AddmmBackward0' and _tensor.grad_fn(self._tensor) == 'linear':
            return 2, 0, 1
        return tuple(range(len(_tensor.edges(self._tensor))))

    @property
    def metadata(self):
        return self.__dict__.setdefault('_metadata', {})

    def __getattr__(self, name):
        if name.startswith('_saved_') and name[7:] in _SAVED and self._after is None:
            place, op = _SAVED[name[7:]], _tensor.grad_fn(self._tensor)
            if op in ('multiply', 'matmul') and not isinstance(_tensor.edges(self._tensor)[1 - place], tuple):
                return None                 # torch keeps an operand only where the other's gradient asks for it
            kept = _tensor.saved(self._tensor, place)
            if kept is not None:
                return kept
        raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name), name=name)

    def __dir__(self):
        kept = _KEPT.get(type(self).__name__, '').split() if self._after is None else ()
        return [*super().__dir__(), *('_saved_' + name for name in kept if self._holds(name))]

    def _holds(self, name):
        try:
            return hasattr(self, '_saved_' + name)
        except RuntimeError:                # it has been given back
            return True

    def _key(self):
        return (type(self).__name__, id(self)) if self._after is not None else _tensor.node_order(self._tensor) or id(self._tensor)

    def __eq__(self, other):
        return isinstance(other, Node) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())


class RemovableHandle:
    """What takes a hook behind a step off again."""

    def __init__(self, tensor, number):
        self._tensor, self.id = tensor, number

    def remove(self):
        if self._tensor is not None:
            _tensor.unhook_after(self._tensor, self.id)
            self._tensor = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


class AccumulateGrad(Node):
    """Where a leaf's gradient is collected."""
    next_functions = ()

    def register_hook(self, hook):
        """hook((), (gradient,)) when a gradient has been added to the leaf's."""
        from torch.utils.hooks import TensorHandle
        came = []
        seen = TensorHandle(self._tensor, _tensor.collect(self._tensor, lambda grad: came.append(grad)))
        handle = self._tensor.register_post_accumulate_grad_hook(lambda _: hook((), (came.pop(),)))
        remove = handle.remove

        def both():
            seen.remove()
            remove()
        handle.remove = both
        return handle

    @property
    def variable(self):
        return self._tensor


AccumulateGrad.__module__ = 'builtins'
_classes = {'AccumulateGrad': AccumulateGrad}
_NOWHERE = None, 0


def node(tensor, name, after=None):
    """What made the tensor: each kind of node is a class of its own, as in PyTorch."""
    if name not in _classes:
        _classes[name] = type(name, (Node,), {'__module__': 'torch.autograd.function' if name.endswith('Backward') else 'builtins'})
    return _classes[name](tensor, after)


def _between(name, *after):
    return node(None, name, after), 0


def _linked(edge):
    if not isinstance(edge, tuple):
        return _NOWHERE
    tensor, output = edge
    return (node(tensor, 'AccumulateGrad'), 0) if output < 0 else (node(tensor, _tensor.node_name(tensor)), output)


def _flows(link):
    return link[0] is not None


def _turned(link):
    return _between('TBackward0', link) if _flows(link) else _NOWHERE


def _through(name, link):
    return _between(name, link) if _flows(link) else _NOWHERE


def _linear(name, many, biased, x, weight, bias):
    """y = x w' + b: of a vector, a matrix or a batch (many: its dimensions)."""
    if name == 'AddmmBackward0':
        return bias, x, _turned(weight)
    if name == 'MmBackward0':
        return x, _turned(weight)
    if name == 'ViewBackward0':
        return _between('AddmmBackward0', bias, _through('ViewBackward0', x), _turned(weight)),
    if biased and _two('LAYER_VIEWED') and name == 'UnsafeViewBackward0':
        return _between('AddmmBackward0', bias, _through('ViewBackward0', x), _turned(weight)),
    if name == 'UnsafeViewBackward0':
        return _between('MmBackward0', _through('ReshapeAliasBackward0', x), _turned(weight)),
    if many > 1:
        return _between('UnsafeViewBackward0', _between('MmBackward0', _through('ReshapeAliasBackward0', x), _turned(weight))), bias
    product = _between('MmBackward0', _through('UnsqueezeBackward0', x), _turned(weight))
    return (_between('SqueezeBackward3', product), bias) if name == 'AddBackward0' else (product,)


def _product(name, x, y):
    if name != 'UnsafeViewBackward0':
        return x, y
    return _between('BmmBackward0', *(_through('ReshapeAliasBackward0', _through('ExpandBackward0', link)) for link in (x, y))),


def _next(tensor, name):
    op, edges = _tensor.grad_fn(tensor), _tensor.edges(tensor)
    if op in _WRAPS_NUMBERS:
        if edges[0] is False:               # a number first: the tensor is, with torch, before it
            if op == 'divide':
                return _between('ReciprocalBackward0', _linked(edges[1])), _NOWHERE
            edges = edges[1:] if op == 'subtract' else edges[::-1]
        return tuple(map(_linked, edges))
    if op == 'where':
        edges = edges[1:]
    elif op == 'batch_norm':                # running means take no part
        edges = edges[:3]
    links = [_linked(e) for e in edges if isinstance(e, tuple) or e is True]
    if op == 'linear':
        links = [_linked(e) for e in edges]
        return _linear(name, tensor.dim(), len(edges) > 2 and edges[2] is not False, links[0], links[1], links[2] if len(links) > 2 else _NOWHERE)
    if op == 'matmul':
        return _product(name, *links)
    if op == 'cross_entropy' and name == 'NllLossBackward0':
        return _between('LogSoftmaxBackward0', links[0]),
    return tuple(links) if op != 'dropout' else (*links, _NOWHERE)


# ---- what is saved for backward, by a program's functions ----
_hooks = []                 # (pack, unpack) of the `with` blocks under way, the innermost last
_refused = []               # what disable_saved_tensors_hooks says, the innermost last


def _pack(tensor):
    pack, unpack = _hooks[-1]
    version = tensor._version
    try:
        kept = pack(tensor)
    except Exception as error:
        if _two('HOOKS_RAISE'):
            raise
        raise RuntimeError('%s: %s' % (type(error).__name__, error)) from error
    if tensor._version != version:
        raise RuntimeError(_says("HOOK_IN_PLACE"))
    return kept, unpack


def _unpack(packed):
    kept, unpack = packed
    tensor = unpack(kept)
    if not isinstance(tensor, _tensor.Tensor):
        raise TypeError('Output of saved tensor unpack_hook expected to be a Tensor but got result of type %s' % type(tensor).__name__)
    return tensor


class saved_tensors_hooks(contextlib.ContextDecorator):
    """with saved_tensors_hooks(pack, unpack): what operations save for backward is kept as pack(tensor), and unpack(that) is used there."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _refused:
            raise RuntimeError(_refused[-1])
        _hooks.append((self.pack_hook, self.unpack_hook))
        _tensor.saving(_pack, _unpack)

    def __exit__(self, *args):
        _hooks.pop()
        if not _hooks:
            _tensor.saving(None, None)


class save_on_cpu(saved_tensors_hooks):
    """What is saved lies in the host's memory until backward."""

    def __init__(self, pin_memory=False):
        self._pinned = pin_memory
        super().__init__(self._to_host, self._back)

    def _to_host(self, saved):
        from torch import cuda
        kept = saved.cpu()
        return saved.device, kept.pin_memory() if self._pinned and cuda.is_available() else kept

    def _back(self, packed):
        return packed[1].to(packed[0], non_blocking=self._pinned)


class disable_saved_tensors_hooks(contextlib.ContextDecorator):
    """with disable_saved_tensors_hooks(message): saved_tensors_hooks raise it."""

    def __init__(self, error_message):
        self._message = error_message

    def __enter__(self):
        _refused.append(self._message)

    def __exit__(self, *args):
        _refused.pop()


# ---- edges, and hooks over several gradients ----
class GradientEdge(namedtuple('GradientEdge', 'node output_nr ownership_token', defaults=(None,))):
    """One of a node's results, as torch.autograd.grad takes it instead of a tensor."""
    __slots__ = ()


def get_gradient_edge(tensor):
    """What stands for the tensor in its graph; the tensor itself need not live on."""
    if not tensor.requires_grad:
        raise RuntimeError('It is not possible to get the gradient edge for a Tensor that does not require gradients')
    made_by = tensor.grad_fn if tensor.grad_fn is not None else node(tensor, 'AccumulateGrad')
    return GradientEdge(made_by, tensor.output_nr, None)


def of_edge(x):
    """The tensor that an edge stands for; anything else as it is."""
    return x.node._tensor if isinstance(x, GradientEdge) else x


class _Handles:
    def __init__(self, handles):
        self._handles = handles

    def remove(self):
        for handle in self._handles:
            handle.remove()


def register_multi_grad_hook(tensors, fn, *, mode='all'):
    """fn(gradients) once a backward has computed all that it computes of these tensors' (None: it computes none), or (mode='any') fn(gradient) of the first."""
    if mode not in ('all', 'any'):
        raise ValueError("Expects mode to be one of ('all', 'any') but got %s" % mode)
    for t in tensors:
        assert t.requires_grad, 'Expected gradient function to be set'
    came = {}

    def told():
        if came and mode == 'all':
            fn([came.get(k) for k in range(len(tensors))])
        came.clear()

    def hook_of(k):
        def hook(grad):
            if not came:
                _tensor.after_backward(told)
                if mode == 'any':
                    fn(grad)
            came[k] = grad
        return hook
    return _Handles([t.register_hook(hook_of(k)) for k, t in enumerate(tensors)])


def increment_version(tensor):
    """Says that the tensor was changed in a way that nobody saw."""
    for t in (tensor,) if isinstance(tensor, _tensor.Tensor) else tensor:
        t.detach().mul_(1)
