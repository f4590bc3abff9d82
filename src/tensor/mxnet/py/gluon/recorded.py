"""What a hybridized block runs by: its calls of operators, written down once for inputs of a kind and made again without the block (_tensor.Replay)."""
import _tensor

from .. import autograd, ndarray as nd
from .block import _flat
from .graph import _outline
from .parameter import _Copies

_MANY = 32          # kinds of inputs: more are not written down


def _nested(out, into):
    """The nesting of results, whose arrays are put into a list; None stands for one. TypeError: something else is among them."""
    if isinstance(out, (list, tuple)):
        return type(out), [_nested(each, into) for each in out]
    if not isinstance(out, nd.NDArray):
        raise TypeError(type(out))
    into.append(out)
    return None


def _made(nesting, arrays):
    if nesting is None:
        return next(arrays)
    kind, parts = nesting
    return kind([_made(each, arrays) for each in parts])


class Recorded:
    """The replays of a block: one for each nesting, shape, dtype, place and mode that it was called with twice."""

    def __init__(self, block):
        self.block, self.why = block, None
        self._forget()

    def _forget(self):
        self.token, self.entries, self.seen = _Copies.token, [], set()

    def __call__(self, args, run):
        arrays, outline = (args, 1) if len(args) == 1 and isinstance(args[0], nd.NDArray) else (_flat(args, []), _outline(args))
        if self.token is not _Copies.token:     # parameters are others
            self._forget()
        if self.why is not None or any(type(each) not in _kinds() for each in arrays):
            return run()
        inputs = tuple(arrays)
        for known, replay, nesting in self.entries:
            if known != outline:
                continue
            out = replay.run(inputs)
            if out is NotImplemented:
                return run()
            if out is not None:
                return out[0] if nesting is None else _made(nesting, iter(out))
        kind = repr((outline, [(each.shape, each.dtype, each.context) for each in arrays], autograd.is_training(), autograd.is_recording()))
        if kind in self.seen and len(self.entries) < _MANY:
            return self._written_down(inputs, outline, run)
        self.seen.add(kind)
        return run()

    def _written_down(self, inputs, outline, run):
        results, replay = [], _tensor.Replay(inputs)
        try:
            out = run()
        except BaseException:
            replay.end(None)
            raise
        try:
            nesting = _nested(out, results)
        except TypeError:
            replay.end(None)
            self.why = 'a result that is no array'
            return out
        if not replay.end(tuple(results)):
            self.why = None if replay.why == 'not now' else replay.why      # (a dry run)
        elif not {id(each) for each in replay.held()} <= self._own():
            self.why = 'an array that is no parameter'
        else:
            self.entries.append((outline, replay, nesting))
            for p in self._params():
                p._held.append(self.entries)        # (which are cleared when its copies go)
        return out

    def _params(self):
        return [p for p in self.block.collect_params().values() if p._data is not None]

    def _own(self):
        return {id(copy) for p in self._params() for copy in p.list_data()}


def _kinds():
    from ..numpy import ndarray
    return nd.NDArray, ndarray
