"""Block: a layer or network: parameters, children, forward. HybridBlock: one whose forward is written over a namespace F."""
from collections import OrderedDict
import re
import warnings

import _tensor

from .. import name as _name
from .. import ndarray as nd
from ..base import MXNetError
from ..context import Context, current_context
from .parameter import DeferredInitializationError, Parameter, ParameterDict, _brief, _Copies, _default_init, _indent
from .utils import HookHandle, shape_is_known

NDArray = nd.NDArray


class _BlockScope:
    """`with block.name_scope():` — names of blocks made inside begin with the block's prefix."""
    _current = None

    def __init__(self, block):
        self._block = block
        self._counter = {}
        self._outer = None
        self._names = None

    @staticmethod
    def create(prefix, params, hint):
        """The prefix and the parameters of a new block."""
        scope = _BlockScope._current
        if scope is None:
            if prefix is None:
                prefix = _name.current().get(None, hint) + '_'
            return prefix, ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
        if prefix is None:
            count = scope._counter.get(hint, 0)
            scope._counter[hint] = count + 1
            prefix = f'{hint}{count}_'
        if params is None:
            parent = scope._block.params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return scope._block.prefix + prefix, params

    def __enter__(self):
        if self._block._empty_prefix:
            return self
        self._outer = _BlockScope._current
        _BlockScope._current = self
        self._names = _name.Prefix(self._block.prefix)
        self._names.__enter__()
        return self

    def __exit__(self, kind, value, trace):
        if self._block._empty_prefix:
            return
        self._names.__exit__(kind, value, trace)
        self._names = None
        _BlockScope._current = self._outer


def _flat(args, into):
    """All arrays of nested lists of arguments."""
    for a in args:
        if isinstance(a, (list, tuple)):
            _flat(a, into)
        elif isinstance(a, NDArray):
            into.append(a)
    return into


class Block:
    """The base class of layers and networks. Children that are assigned to attributes are registered."""

    def __init__(self, prefix=None, params=None):
        self._containers, self._forward_hooks, self._forward_pre_hooks = {}, OrderedDict(), OrderedDict()   # _containers: names of lists, tuples and dicts assigned
        self._reg_params, self._children = {}, OrderedDict()
        self._empty_prefix = prefix == ''
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix[:-1] if self._prefix.endswith('_') else self._prefix
        self._scope = _BlockScope(self)

    def __repr__(self):
        lines = '\n'.join(f'  ({key}): {_indent(repr(block), 2)}' for key, block in self._children.items() if getattr(self, key, None) is block)
        return f'{self.__class__.__name__}(\n{lines}\n)'

    def __setattr__(self, name, value):
        known = getattr(self, '_children', None)  # (__dict__ would make every attribute slower)
        old = None
        if known is not None:
            old = known.get(name)
            if old is None:
                old = self._reg_params.get(name)
        if old is not None and not isinstance(value, type(old)):
            raise TypeError(f'Changing attribute type for {name} from {type(old)} to {type(value)}is not allowed.')
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise AssertionError(f"Overriding Parameter attribute {name} is not allowed. If you want to share parameters between blocks, please set 'params' at Block construction instead.")
            self._reg_params[name] = value
            self._bound = _unbound
        elif known is not None and isinstance(value, (list, tuple, dict)) and name[0] != '_':
            self._containers[name] = None
        object.__setattr__(self, name, value)

    def _alias(self):
        return self.__class__.__name__.lower()

    # -- names --
    @property
    def prefix(self):
        return self._prefix

    @property
    def name(self):
        return self._name

    def name_scope(self):
        """A `with` inside which blocks and parameters get names behind this block's."""
        return self._scope

    # -- parameters --
    @property
    def params(self):
        """This block's own parameters, without its children's."""
        return self._params

    def _check_containers(self):
        known = set(map(id, self._children.values()))

        def holds_block(x):
            if isinstance(x, dict):
                x = list(x.values())
            if isinstance(x, (list, tuple)):
                return any(holds_block(y) for y in x)
            return isinstance(x, Block) and id(x) not in known

        for key in self._containers:
            value = getattr(self, key, None)
            if isinstance(value, (list, tuple, dict)) and holds_block(value):
                warnings.warn(f'"{self.__class__.__name__}.{key}" is an unregistered container with Blocks. Note that Blocks inside the list, tuple or dict will not be '
                              'registered automatically. Make sure to register them using register_child() or switching to nn.Sequential/nn.HybridSequential instead. ',
                              stacklevel=3)

    def collect_params(self, select=None):
        """All parameters of this block and its children; of those whose name a pattern matches."""
        self._check_containers()
        found = ParameterDict(self._params.prefix)
        wanted = re.compile(select or '').match
        found.update({name: p for name, p in self._params.items() if wanted(name)})
        for below in [child.collect_params(select) for child in self._children.values()]:
            found.update(below)
        return found

    def _collect_params_with_prefix(self, prefix=''):
        """The parameters by the attributes that lead to them: 'body.0.weight'."""
        path = f'{prefix}.' if prefix else ''
        below = (child._collect_params_with_prefix(path + name) for name, child in self._children.items())
        return {**{path + name: p for name, p in self._reg_params.items()}, **{name: p for found in below for name, p in found.items()}}

    def initialize(self, init=_default_init, ctx=None, verbose=False, force_reinit=False):
        """Makes and fills all parameters, on one context or a list of them."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    init = initialize

    def save_parameters(self, filename, deduplicate=False):
        params = self._collect_params_with_prefix()
        if deduplicate:
            seen, kept = set(), {}
            for key, p in params.items():
                if id(p) not in seen:
                    seen.add(id(p))
                    kept[key] = p
            params = kept
        nd.save(filename, {key: p._reduce() for key, p in params.items()})

    def load_parameters(self, filename, ctx=None, allow_missing=False, ignore_extra=False, cast_dtype=False, dtype_source='current'):
        loaded = nd.load(filename)
        params = self._collect_params_with_prefix()
        if not loaded and not params:
            return
        if not isinstance(loaded, dict):
            raise ValueError(f"Cannot load parameters from '{filename}': it holds a list of arrays without names")
        if not any('.' in key for key in loaded):
            del loaded  # a file of ParameterDict.save: names, not paths
            self.collect_params().load(filename, ctx, allow_missing, ignore_extra, self.prefix, cast_dtype=cast_dtype, dtype_source=dtype_source)
            return
        if not allow_missing:
            names = {}
            for key, p in params.items():
                names.setdefault(id(p), []).append(key)
            for key, p in params.items():
                if not any(n in loaded for n in names[id(p)]):
                    raise AssertionError(f"Parameter '{key}' is missing in file '{filename}', which contains parameters: {_brief(loaded)}. Set allow_missing=True to ignore missing parameters.")
        for key in loaded:
            if key in params:
                params[key]._load_init(loaded[key], ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
            elif not ignore_extra:
                raise ValueError(f"Parameter '{key}' loaded from file '{filename}' is not present in ParameterDict, which contains parameters {_brief(self._params)}. "
                                 "Set ignore_extra=True to ignore. ")

    def save_params(self, filename):
        warnings.warn('save_params is deprecated. Please use save_parameters. Note that if you want load from SymbolBlock later, please use export instead. '
                      'For details, see https://mxnet.apache.org/tutorials/gluon/save_load_params.html')
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename, ctx=None, allow_missing=False, ignore_extra=False):
        warnings.warn('load_params is deprecated. Please use load_parameters.')
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    # -- children --
    def register_child(self, block, name=None):
        if name is None:
            name = str(len(self._children))
        self._children[name] = block

    def apply(self, fn):
        """fn(block) for every child, then this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def hybridize(self, active=True, **kwargs):
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype):
        for child in self._children.values():
            child.cast(dtype)
        for param in self._params.values():
            param.cast(dtype)

    # -- hooks --
    def register_forward_pre_hook(self, hook):
        """hook(block, inputs) before each forward."""
        handle = HookHandle()
        handle.attach(self._forward_pre_hooks, hook)
        return handle

    def register_forward_hook(self, hook):
        """hook(block, inputs, output) after each forward."""
        handle = HookHandle()
        handle.attach(self._forward_hooks, hook)
        return handle

    # -- running --
    def __call__(self, *args):
        if self._forward_pre_hooks:
            for hook in list(self._forward_pre_hooks.values()):
                hook(self, args)
        out = self.forward(*args)
        if self._forward_hooks:
            for hook in list(self._forward_hooks.values()):
                hook(self, args, out)
        return out

    def forward(self, *args):
        raise NotImplementedError

    def summary(self, *inputs):
        """Prints a table of the layers, what they give for these inputs, and how many parameters they have."""
        from .summary import print_summary
        print_summary(self, inputs)


_nothing = object()
_unbound = (None, {}, True)  # the parameters' token, a block's own parameters by name for each context that it ran on, whether it may make arrays


class HybridBlock(Block):
    """A block whose hybrid_forward(F, x, …, its parameters by name) may be compiled by hybridize().

    Then the checks of the compiled graph apply, and what was called once for inputs of a kind is called again without the block (recorded.py).
    """
    _inside = False  # within the call of a hybridized block

    def __init__(self, prefix=None, params=None):
        self._graph = None  # the parameters of the compiled graph, once it ran
        self._traced = None # the graph of a block that a program wrote, once hybridized (graph.py)
        self._recorded = None # the calls that it makes (recorded.py)
        self._bound = _unbound
        super().__init__(prefix, params)
        self._active = False

    def __call__(self, x=_nothing, /, *args):
        # the same as Block's, cut short where an earlier call has found all parameters where the input is, and no hook wants to know
        token, places, makes = self._bound
        if type(x) is NDArray and not args and token is _Copies.token and (not self._active or HybridBlock._inside) and not self._forward_hooks and not self._forward_pre_hooks:
            ctx = x.context
            params = places.get(ctx)
            if params is not None and (not makes or current_context() == ctx):
                return self.hybrid_forward(nd, x, **params) if params else self.hybrid_forward(nd, x)
        return super().__call__() if x is _nothing else super().__call__(x, *args)

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            raise ValueError(f'Children of HybridBlock must also be HybridBlock, but {block} has type {type(block)}. If you are using Sequential, please try HybridSequential instead.')
        self._graph, self._traced, self._recorded, self._bound = None, None, None, _unbound
        super().register_child(block, name)

    def hybridize(self, active=True, backend=None, clear=True, **kwargs):
        if self._forward_hooks or self._forward_pre_hooks:
            if active:
                warnings.warn(f'"{self}" is being hybridized while still having forward hook/pre-hook. If "{self}" is a child of HybridBlock, the hooks will not take effect.', stacklevel=2)
        self._active = active
        self._graph, self._traced, self._recorded, self._bound = None, None, None, _unbound
        super().hybridize(active, **kwargs)

    def infer_shape(self, *args):
        """Sets the shapes of its own parameters from its inputs; layers override it, for others the graph tells."""
        if all(shape_is_known(p.shape) for p in self._reg_params.values()):
            return
        from .graph import infer_own
        infer_own(self, args)

    def infer_type(self, *args):
        pass

    def _finish(self, args):
        """The first forward: shapes of its parameters, and their values."""
        self.infer_shape(*args)
        if any(child._forward_hooks or child._forward_pre_hooks for child in self._children.values()):
            self._ask_children(args)
        for p in self._params.values():
            p._finish_deferred_init()
        for p in self._reg_params.values():
            p._finish_deferred_init()

    def _ask_children(self, args):
        """The original infers from a graph always: hooks of the layers within see it pass. (A block without infer_shape of its own did so already.)"""
        if type(self).infer_shape is not HybridBlock.infer_shape:
            from .graph import _named
            inputs, _ = _named(args)
            self._symbolic(inputs[0], tuple(inputs[1:]))

    def _check_graph(self, ctx, args):
        """What the compiled graph of a hybridized block checks: one context for all."""
        inputs = _flat(args, [])
        if len({x.context for x in inputs}) > 1:
            from perch.explain import attach
            raise attach(ValueError('Find multiple contexts in the input, After hybridized, the HybridBlock only supports one input context. You can print the ele.ctx in the input '
                             f'arguments to inspect their contexts. Find all contexts = {({x.context for x in inputs})}'), 'P0103', inputs)
        first = 'data' if len(inputs) == 1 else 'data0'
        if self._graph is None:
            self._graph = list(self.collect_params().values())
        for p in self._graph:
            if p._data is None:
                continue
            place = p._ctx_list[0] if len(p._ctx_list) == 1 else ctx
            if len(p._ctx_list) > 1 and ctx not in p._ctx_list:
                p._missing(ctx)
            if place != ctx:
                from perch.explain import attach
                raise attach(MXNetError(f'Check failed: inputs[i]->ctx() == default_ctx ({place} vs. {ctx}) CachedOp requires all inputs to live on the same context. '
                                        f'But {first} is on {ctx} while {p.name} is on {place}'), 'P0106', [p])

    def forward(self, x, *args):
        if type(x) is not NDArray:
            if is_symbol(x):
                return self._symbolic(x, args)
            arrays = _flat((x,) + args, [])
            if not arrays:
                from perch.explain import attach
                raise attach(ValueError('In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the type of the args.\n'), 'P0304', accent=0)
            ctx = arrays[0].context
        else:
            ctx = x.context
        if self._active and not HybridBlock._inside:
            self._check_graph(ctx, (x,) + args)
            self._input_count = len(_flat((x,) + args, []))
            HybridBlock._inside = True
            waits = self._recorded is None and any(p._data is None for p in self._graph)
            try:
                if self._traced is None:
                    from .graph import trace
                    self._traced = trace(self, (x,) + args)
                return self._replayed(ctx, x, args)
            except MXNetError:
                if waits or not self._traced:       # (a graph that ran names its nodes)
                    self._blame_shapes(x, args, waits)
                raise
            finally:
                HybridBlock._inside = False
        return self._run(ctx, x, args)

    def _blame_shapes(self, x, args, waits):
        """A pass of a hybridized block that failed: it is its graph that fails, as the shapes go through it, and names the operator; where parameters still wait for theirs, it is these."""
        from .graph import Inference, Traced, infer_params
        try:
            graph = self._traced or Traced(self, (x,) + args)
        except (AttributeError, NotImplementedError, TypeError, ValueError, MXNetError):
            return
        shapes = dict(zip(graph.names, (each.shape for each in _flat((x,) + args, []))))
        if waits:
            infer_params(graph.symbol, shapes, ())
        else:
            Inference(graph.symbol._heads, {**shapes, **{name: p.shape for name, p in graph.params.items()}})

    def _replayed(self, ctx, x, args):
        """By the calls that were written down for inputs like these, or in full."""
        if self._recorded is None:
            from .recorded import Recorded
            self._recorded = Recorded(self)
        return self._recorded((x,) + args, lambda: self._traced(ctx, (x,) + args) if self._traced else self._run(ctx, x, args))

    _node_name = None       # what the operator of a layer is called in a graph

    def _symbolic(self, x, args):
        """The graph of a forward pass."""
        from .. import symbol
        with self.name_scope():
            params = {name: p.var() for name, p in self._reg_params.items()}
            F = symbol if self._node_name is None else symbol.Named(self._node_name)
            return self.hybrid_forward(F, x, *args, **params)

    def _bind(self, ctx, params):
        """Remembers the parameters for the next call (__call__)."""
        if self._bound[0] is not _Copies.token:
            self._bound = (_Copies.token, {}, not type(self).__module__.startswith('mxnet.gluon.nn.'))
        if ctx not in self._bound[1]:
            self._bound[1][ctx] = params
            for p in self._reg_params.values():
                p._held.append(params)

    def _first_run(self, ctx, x, args):
        """The forward pass that parameters have waited for: what does not fit is an error of their shapes."""
        self._finish((x,) + args)
        try:
            with ctx:
                return self.hybrid_forward(nd, x, *args, **{name: p.data(ctx) for name, p in self._reg_params.items()})
        except MXNetError as error:
            from perch.mistakes.drawing import drawing_of
            drawing = drawing_of(error)
            if HybridBlock._inside or drawing is None or not drawing.record.code.startswith('P02'):    # the codes of shapes; a hybridized block says it itself
                raise
            said = str(error).removeprefix('MXNetError: ')
            where = f'MXNetError: Error in operator {self._prefix}{self._node_name}: ' if self._node_name and 'Error in operator' not in said else ''
            failed = ValueError(f'Deferred initialization failed because shape cannot be inferred. {where}{said}')
            failed.__notes__ = list(error.__notes__)
        inputs = _flat((x,) + args, [])
        print('infer_shape error. Arguments:')
        for i, each in enumerate(inputs):
            print(f"  data{i if len(inputs) > 1 else ''}: {each.shape}")
        raise failed

    def _run(self, ctx, x, args):
        own = self._reg_params
        if own:
            try:
                params = {name: p.data(ctx) for name, p in own.items()}
            except DeferredInitializationError:
                params = None
            if params is None:
                return self._first_run(ctx, x, args)
        else:
            params = {}
        if type(self).forward is HybridBlock.forward and all(type(p).data is Parameter.data for p in own.values()):
            self._bind(ctx, params)
        if ctx == current_context():
            return self.hybrid_forward(nd, x, *args, **params)
        with ctx:
            return self.hybrid_forward(nd, x, *args, **params)

    def hybrid_forward(self, F, x, *args, **kwargs):
        raise NotImplementedError

    def export(self, path, epoch=0, remove_amp_cast=True):
        """Writes PATH-symbol.json and PATH-EPOCH.params, for SymbolBlock.imports and Module."""
        from .graph import export
        export(self, path, epoch, remove_amp_cast)

    def optimize_for(self, x, *args, backend=None, **kwargs):
        self.hybridize(True)
        return self(x, *args)


def is_symbol(x):
    """Is it a symbol, or a list that begins with one?"""
    while isinstance(x, (list, tuple)) and x:
        x = x[0]
    return type(x).__name__ == 'Symbol' and hasattr(x, 'list_arguments')


def __getattr__(name):
    if name == 'SymbolBlock':
        from .graph import SymbolBlock
        return SymbolBlock
    raise AttributeError(f"module 'mxnet.gluon.block' has no attribute {name!r}")
