"""Blocks as graphs: what a hybridized block that a program wrote runs by, what shapes follow from, what is exported; SymbolBlock, a block made from a symbol."""
import traceback

from .. import ndarray as nd, symbol as sym
from ..base import MXNetError
from ..context import cpu, current_context
from .block import HybridBlock, _flat, is_symbol
from .parameter import DeferredInitializationError, ParameterDict, _Copies
from ..symbol.run import MAKERS, fits
from ..symbol.shapes import Inference
from ..symbol.symbol import walk
from .utils import shape_is_known

NDArray = nd.NDArray


def _own(block):
    """Does all that runs in it come with the library? Then its graph need not be drawn to be run."""
    return type(block).__module__.startswith('mxnet.') and type(block).__name__ != 'HybridLambda' and not getattr(block, '_func', None) and all(_own(child) for child in block._children.values())


def _named(args):
    """Arguments with variables in the place of arrays: (arguments, names)."""
    count = len(_flat(args, []))
    names = ['data'] if count == 1 else [f'data{i}' for i in range(count)]
    left = iter(names)

    def turned(x):
        if isinstance(x, NDArray):
            return sym.var(next(left))
        return type(x)(turned(each) for each in x) if isinstance(x, (list, tuple)) else x
    return [turned(each) for each in args], names


def _regrouped(shape, values):
    """Flat values in the nesting that the outputs had."""
    if shape is None:
        return next(values)
    return [_regrouped(each, values) for each in shape]


def _outline(x):
    """Arguments without their arrays."""
    return [_outline(each) for each in x] if isinstance(x, (list, tuple)) else None if x is None else 0


def _format(x):
    """The nesting of arguments as the original says it: 0 for an array, -1 for None."""
    return [_format(each) for each in x] if isinstance(x, (list, tuple)) else -1 if x is None else 0


def _bare(x):
    """The nesting without what is None: that changes nothing."""
    return [_bare(each) for each in x if each is not None] if isinstance(x, (list, tuple)) else 0


def _flat_symbols(out, into):
    if isinstance(out, (list, tuple)):
        return [_flat_symbols(each, into) for each in out]
    if not is_symbol(out):
        raise ValueError(f'When hybridized, the input of HybridBlock output must be (nested) list of Symbol or NDArray, but got {out} of type {type(out)}')
    if len(out) > 1:
        into += list(out)
        return [None] * len(out)
    into.append(out)
    return None


class Traced:
    """The graph of a block's forward pass."""

    def __init__(self, block, args):
        self.block = block
        inputs, self.names = _named(args)
        self._given = _outline(args)
        out = block._symbolic(inputs[0], tuple(inputs[1:]))
        found = []
        self.shape = _flat_symbols(out, found)
        self.symbol = found[0] if len(found) == 1 else sym.Group(found)
        from ..executor import Plan
        self._plan = Plan(self.symbol._heads)
        params = dict(block.collect_params().items())
        wanted = [name for name in self.symbol.list_inputs() if name not in self.names]
        unknown = [name for name in wanted if name not in params]
        if unknown:
            raise ValueError(f'Unknown input to HybridBlock: {unknown[0]}')
        self.params = {name: params[name] for name in wanted}
        # an array made inside whose shape follows from the inputs
        self._makes = any(0 in _as_tuple(node.params.get('shape', ())) or fits(node.op, node.params) for node in walk(self.symbol._heads) if node.op in MAKERS)
        self._shapes = {}
        self._held = (None, {})     # the parameters' token, their copies by context

    def finish(self, args):
        """Shapes of parameters that wait for a first batch, and their values."""
        infer_params(self.symbol, dict(zip(self.names, (each.shape for each in _flat(args, [])))), self.params.values())
        for p in self.params.values():
            p._finish_deferred_init()

    def __call__(self, ctx, args):
        arrays = _flat(args, [])
        if len(arrays) != len(self.names) or _bare(args) != _bare(self._given):
            raise ValueError('The argument structure of HybridBlock does not match the cached version. '
                             f'Stored format = {_format(args)}, input format = {_format(self._given)}')
        if self._held[0] is not _Copies.token:
            self._held = (_Copies.token, {})
        values = self._held[1].get(ctx)
        if values is None:
            try:
                values = {name: p.data(ctx) for name, p in self.params.items()}
            except DeferredInitializationError:
                self.finish(args)
                values = {name: p.data(ctx) for name, p in self.params.items()}
                self._held = (_Copies.token, {})
            self._held[1][ctx] = values
        values = {**values, **dict(zip(self.names, arrays))}
        shape_of = self._shape_of(values) if self._makes else None
        if current_context() == ctx:
            out = self._plan.run(values, ctx, shape_of)
        else:
            with ctx:
                out = self._plan.run(values, ctx, shape_of)
        return out[0] if self.shape is None else _regrouped(self.shape, iter(out))

    def _shape_of(self, values):
        key = tuple(each.shape for each in values.values())
        if key not in self._shapes:
            self._shapes[key] = Inference(self.symbol._heads, {name: each.shape for name, each in values.items()})
        found = self._shapes[key]
        return lambda node: found.of((node, 0))


def _as_tuple(shape):
    return (shape,) if isinstance(shape, int) else shape


def _has_layers(block):
    """Is there a recurrent layer in it? They run step by step."""
    return hasattr(block, '_state_count') or any(map(_has_layers, block._children.values()))


def _library_failed(error):
    """Was it in the library's own code that a symbol would not do?"""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and 'mxnet.gluon' in frames[-1].filename


def trace(block, args):
    """The graph of a hybridized block that a program wrote; False where the library's own blocks run as they are, or where one of them has no graph."""
    if _own(block) or _has_layers(block):
        return False
    try:
        return Traced(block, args)
    except (AttributeError, NotImplementedError) as error:
        if isinstance(error, NotImplementedError) or str(error).startswith("module 'mxnet.symbol") or "'Symbol' object has no attribute" in str(error) and _library_failed(error):
            return False
        raise


def infer_params(symbol, shapes, params):
    """Sets the shapes of parameters from those of the inputs."""
    try:
        found = Inference(symbol._heads, shapes)
    except MXNetError as error:
        print('infer_shape error. Arguments:')
        for name, shape in shapes.items():
            print(f'  {name}: {shape}')
        from perch.graphs import carrying
        raise carrying(ValueError(f'Deferred initialization failed because shape cannot be inferred. {error}'), error) from error
    known = {node.name: found.of((node, 0)) for part in symbol._variables() for node in part}
    for p in params:
        if known.get(p.name) is not None and not shape_is_known(p.shape):
            p.shape = known[p.name]


def infer_own(block, args):
    """The shapes of a block's own parameters, from its inputs."""
    inputs, names = _named(args)
    found = []
    try:
        _flat_symbols(block._symbolic(inputs[0], tuple(inputs[1:])), found)
    except AttributeError as error:
        if "'Symbol' object has no attribute" not in str(error):
            raise
        raise ValueError(f'Deferred initialization failed because shape cannot be inferred. {error}') from error
    infer_params(sym.Group(found), dict(zip(names, (each.shape for each in _flat(args, [])))), block._reg_params.values())
    for p in block._reg_params.values():
        if not shape_is_known(p.shape):
            raise ValueError(f"Deferred initialization failed because shape cannot be inferred. '{p.name}'")


def _drawn(block):
    """The graph of a hybridized block that ran."""
    if isinstance(block, SymbolBlock):
        return block
    if block._graph is None:
        raise RuntimeError('Please first call block.hybridize() and then run forward with this block at least once before calling export.')
    return block._traced or Traced(block, [nd.zeros((1,))] * block._input_count)


def graph_of(block):
    """(names of its inputs, its symbol)."""
    graph = _drawn(block)
    return graph.names, graph.symbol


def export(block, path, epoch, remove_amp_cast=True):
    graph = _drawn(block)
    graph.symbol.save(f'{path}-symbol.json', remove_amp_cast)
    states = set(graph.symbol.list_auxiliary_states())
    nd.save('%s-%04d.params' % (path, epoch), {f"{'aux' if name in states else 'arg'}:{name}": p._reduce().as_in_context(cpu()) for name, p in graph.params.items()})


class SymbolBlock(HybridBlock):
    """A block whose forward pass is a symbol; its inputs are variables of it."""

    def __init__(self, outputs, inputs, params=None):
        super().__init__(prefix='', params=None)
        self._params = ParameterDict('', params)
        outputs = sym.Group([_as_one(each) for each in outputs]) if isinstance(outputs, (list, tuple)) else outputs
        inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        for each in inputs:
            if len(each._heads) != 1 or each._heads[0][0].op != 'null':
                raise AssertionError(f'Input symbols must be variable, but {each} is an output of operators')
            each.infer_type()       # (warns of an input whose dtype is not said)
        self._symbol, self._names, self._plan = outputs, [each.name for each in inputs], None
        for part, options in zip(outputs._variables(), ({}, {'grad_req': 'null'})):
            for node in part:
                if node.name not in self._names:
                    self.params.get(node.name, allow_deferred_init=True, **options)
        self._reg_params = dict(self.params.items())

    @staticmethod
    def imports(symbol_file, input_names, param_file=None, ctx=None, allow_missing=False, ignore_extra=False):
        """The block that export wrote."""
        names = [input_names] if isinstance(input_names, str) else list(input_names)
        made = SymbolBlock(sym.load(symbol_file), [sym.var(name) for name in names])
        if param_file is not None:
            made.collect_params().load(param_file, ctx=ctx, allow_missing=allow_missing, ignore_extra=ignore_extra, cast_dtype=True, dtype_source='saved')
        elif ctx is not None:
            made.collect_params().reset_ctx(ctx)
        return made

    @property
    def names(self):
        return self._names

    @property
    def symbol(self):
        return self._symbol

    def __repr__(self):
        return f'{self.__class__.__name__}(\n{self._symbol} : {len(self._names)} -> {len(self._symbol)}\n)'

    def _collect_params_with_prefix(self, prefix=''):
        return {(f'{prefix}.' if prefix else '') + name: p for name, p in self.params.items()}

    def infer_shape(self, *args):
        infer_params(self._symbol, dict(zip(self._names, (each.shape for each in _flat(args, [])))), self.params.values())

    def _symbolic(self, x, args):
        out = self._symbol(**dict(zip(self._names, (x, *args))))
        return out if len(out) == 1 else list(out)

    def _run(self, ctx, x, args):
        from ..executor import Plan
        if self._plan is None:
            self._plan = Plan(self._symbol._heads)
        try:
            values = {name: p.data(ctx) for name, p in self.params.items()}
        except DeferredInitializationError:
            self._finish((x, *args))
            values = {name: p.data(ctx) for name, p in self.params.items()}
        values.update(zip(self._names, _flat((x, *args), [])))
        with ctx:
            out = self._plan.run(values, ctx)
        return out[0] if len(out) == 1 else out


def _as_one(symbol):
    return sym.Group([_as_one(each) for each in symbol]) if isinstance(symbol, (list, tuple)) else symbol
