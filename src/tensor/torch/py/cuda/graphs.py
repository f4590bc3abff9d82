"""CUDA graphs: a GPU's work that is written down once and replayed over the same memory, on a real card by CUDA, on a simulated one by its queue."""
import gc
import warnings
import weakref

import torch
import _tensor
from torch.utils._pytree import tree_flatten, tree_unflatten
from .streams import Stream, current_stream, stream as _on

_handles = 0
_sharers = {}           # a pool's handle: its graphs (weak references)


def graph_pool_handle():
    """A name for memory that several graphs are to share."""
    global _handles
    _handles += 1
    return 0, _handles


def is_current_stream_capturing():
    """Is what the current GPU is given written down, not done?"""
    return _tensor.gpu_count() > 0 and _tensor.capturing(_tensor.current())


class CUDAGraph:
    """What the current stream is given between capture_begin and capture_end; replay does it again."""

    def __init__(self):
        torch.cuda.init()
        self._number = _tensor.graph_new()
        self._pool = self._stream = None
        self._captured = False

    def __del__(self):
        if '_number' in self.__dict__:
            _tensor.graph_free(self._number)

    def _other(self):
        """The number of a graph whose memory this one is to share."""
        for ref in _sharers.get(self._pool, ()):
            graph = ref()
            if graph is not None and graph._captured:
                return graph._number
        return None

    def capture_begin(self, pool=None):
        if self._captured:
            raise RuntimeError('This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new instance.')
        stream = current_stream()
        if stream.cuda_stream == 0:
            raise RuntimeError("CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok to replay them on the default stream.)")
        self._pool = graph_pool_handle() if pool is None else tuple(pool)
        _tensor.graph_begin(self._number, stream.device_index, self._other())
        self._stream = stream

    def capture_end(self):
        if self._stream is not None and current_stream() != self._stream:
            raise RuntimeError('Capture must end on the same stream it began on.')
        self._stream = None
        _tensor.graph_end(self._number)
        self._captured = True
        _sharers.setdefault(self._pool, []).append(weakref.ref(self))
        if not _tensor.graph_calls(self._number):
            warnings.warn('The CUDA Graph is empty. This usually means that the graph was attempted to be captured on wrong device or stream.')

    def replay(self):
        if not self._captured:
            raise RuntimeError('Called CUDAGraph::replay without a preceding successful capture.')
        _tensor.graph_replay(self._number)

    def reset(self):
        _tensor.graph_reset(self._number)
        self._captured = False

    def pool(self):
        if not self._captured:
            raise RuntimeError('Called CUDAGraph::pool() without a preceding successful capture.')
        return self._pool


class graph:
    """with torch.cuda.graph(g): what is inside is written down in g, on a stream of its own."""

    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None):
        if stream is None:
            kept = type(self).default_capture_stream
            if kept is None or kept.device_index != _tensor.current():
                kept = type(self).default_capture_stream = Stream()
            stream = kept
        self.cuda_graph, self.pool, self.capture_stream = cuda_graph, () if pool is None else (pool,), stream
        self.stream_ctx = _on(self.capture_stream)

    def __enter__(self):
        torch.cuda.synchronize()        # what is let go here is not wanted in the graph's memory
        gc.collect()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        try:
            self.cuda_graph.capture_begin(*self.pool)
        except BaseException:
            self.stream_ctx.__exit__(None, None, None)
            raise

    def __exit__(self, exc_type, exc_value, traceback):
        try:
            self.cuda_graph.capture_end()
        finally:
            self.stream_ctx.__exit__(exc_type, exc_value, traceback)


# ---- callables ----
def _wanting(tensors):
    return tuple(t for t in tensors if isinstance(t, torch.Tensor) and t.requires_grad)


def _gradients(outputs, inputs, starts):
    return torch.autograd.grad(_wanting(outputs), _wanting(inputs), grad_outputs=tuple(s for s in starts if s is not None), only_inputs=True, allow_unused=False)


def _starts(outputs):
    return tuple(torch.empty_like(o) if o.requires_grad else None for o in outputs)


class _Piece:
    """One callable with its example arguments: what is captured of it."""

    def __init__(self, call, args):
        self.call, self.args, self.flat = call, args, tuple(tree_flatten(args)[0])
        is_module = isinstance(call, torch.nn.Module)
        if is_module and (call._backward_hooks or call._forward_hooks or call._forward_pre_hooks):
            raise AssertionError('Modules must not have hooks registered at the time they are passed. However, registering hooks on modules after passing them through make_graphed_callables is allowed.')
        if is_module and not all(b.requires_grad is False for b in call.buffers()):
            raise AssertionError('In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters may be trainable. All buffers must have ``requires_grad=False``.')
        if not all(isinstance(a, torch.Tensor) for a in self.flat):
            raise AssertionError('In the beta API, sample_args for each callable must be a tuple of Tensors. Other types and keyword args are not allowed.')
        self.surface = self.flat + (tuple(call.parameters()) if is_module else ())
        self.forward, self.backward = CUDAGraph(), CUDAGraph()

    def warm_up(self, times):
        for _ in range(times):
            outputs = tuple(tree_flatten(self.call(*self.args))[0])
            if _wanting(outputs):
                _gradients(outputs, self.surface, _starts(outputs))

    def capture_forward(self, pool):
        with graph(self.forward, pool=pool):
            outputs = self.call(*self.args)
        self.outputs, self.plan = tree_flatten(outputs)
        self.outputs = tuple(self.outputs)

    def capture_backward(self, pool):
        self.starts, made = _starts(self.outputs), iter(())
        if _wanting(self.outputs):
            with graph(self.backward, pool=pool):
                made = iter(_gradients(self.outputs, self.surface, self.starts))
        self.gradients = tuple(next(made, None) if isinstance(t, torch.Tensor) and t.requires_grad else None for t in self.surface)

    def function(self):
        piece = self

        class Graphed(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *inputs):
                for kept, given in zip(piece.flat, inputs):
                    if kept.data_ptr() != given.data_ptr():
                        kept.copy_(given)
                piece.forward.replay()
                return tuple(o.detach() for o in piece.outputs)

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, *grads):
                for kept, given in zip(piece.starts, grads):
                    if kept is not None and kept.data_ptr() != given.data_ptr():
                        kept.copy_(given)
                piece.backward.replay()
                return tuple(g if g is None else g.detach() for g in piece.gradients)

        def run(*args):
            made = Graphed.apply(*tree_flatten(args)[0], *piece.surface[len(piece.flat):])
            return tree_unflatten(list(made) if isinstance(made, tuple) else [made], piece.plan)
        return run


def make_graphed_callables(callables, sample_args, num_warmup_iters=3):
    """Functions or modules whose forward and backward pass are graphs, for arguments that are like the examples."""
    if torch.is_autocast_enabled() and torch.is_autocast_cache_enabled():
        raise RuntimeError('make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.')
    several = isinstance(callables, tuple)
    calls, examples = (callables, sample_args) if several else ((callables,), (sample_args,))
    pieces = [_Piece(call, args) for call, args in zip(calls, examples)]
    torch.cuda.synchronize()
    with _on(Stream()):
        for piece in pieces:
            piece.warm_up(num_warmup_iters)
    torch.cuda.synchronize()
    pool = graph_pool_handle()          # all of it lies in one memory: they run in the order in which they were given
    for piece in pieces:
        piece.capture_forward(pool)
    for piece in reversed(pieces):
        piece.capture_backward(pool)
    made = tuple(_graphed(piece) for piece in pieces)
    return made if several else made[0]


def _graphed(piece):
    """The callable itself where it is a module: its forward is the graph's as long as it trains, or not, as it did then."""
    run, module = piece.function(), piece.call
    if not isinstance(module, torch.nn.Module):
        return run
    training, plain = module.training, module.forward

    def forward(*args):
        return run(*args) if module.training == training else plain(*args)
    module.forward = forward
    return module
