"""What torch.compile does here: a function's calls of ops are written down once and made again without the function (_tensor.Replay), as long as all that it reads looks as it did (_steady.Steady).

Learning takes two calls, which run as ever. The first tells which functions run; what these can reach (modules, their attributes, hooks, globals, closures) is kept. The second is written down,
if all of that still looks the same, and must leave it so: a function that counts, collects or prints is run as it is, each time. So is one that looks at values (item(), a branch on data),
makes tensors in a way that is no op, or calls functions in C that are not known to depend on their arguments alone. Other shapes, dtypes, places, gradients, numbers, train() and eval() are
learned anew, up to config.recompile_limit. Whatever fails in a replay before anything was written in place is run again by the function, so that errors have its lines.
"""
import builtins
import functools
import itertools
import math
import operator
import sys
import traceback
import weakref

import _steady
import _tensor
import _torch
import torch

from .exc import Unsupported

Tensor = _tensor.Tensor
_BRANCHING = ('Data-dependent branching\n  Explanation: Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). '
              'Dynamo does not support tracing dynamic control flow.\n')
_MORE_WORDS = ('Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you\'re reporting a bug to PyTorch). '
               'For even more developer context, set TORCH_LOGS="+dynamo"\n')
_STANCES = ('default', 'eager_then_compile', 'aot_eager_then_compile', 'force_eager', 'eager_on_recompile', 'fail_on_recompile')
_MANY = 16              # so often it is tried to learn before the function is left alone

_PURE = {getattr(module, name) for module, names in (
    (builtins, 'abs all any bin callable chr divmod enumerate format getattr hasattr hash hex id isinstance issubclass iter len max min next oct ord pow repr reversed round setattr delattr sorted sum zip'),
    (_tensor, 'op make subclass to copy_into device_of dtype_of number dtype_by_number shape strides offset is_contiguous dtype_name nbytes is_array requires detach mode current made_on_gpu'
              ' is_made_on_gpu home gpu_count batched elsewhere is_inference autocast rule precision name_node within one_of_many'),
) for name in names.split() if hasattr(module, name)}
_STREAMS = {'set_stream_state', 'stream', 'stream_state', 'optimizer_steps', 'tensor', 'as_tensor'}       # (numbers of the program's become tensors; what is lent by NumPy does not)
_PURE.add(sys.setprofile)       # (the watch's own end)
_PURE |= {f for name, f in vars(_torch).items() if type(f) is type(len) and (name not in _STREAMS or name in ('tensor', 'as_tensor'))}
for _module in (math, operator, itertools, functools):
    _PURE |= {f for f in vars(_module).values() if type(f) is type(len)}
_OWNERS = (str, bytes, int, float, bool, complex, tuple, list, dict, set, frozenset, range, slice, type)     # whose methods do nothing beside
_UNSEEN = {'backward', 'data_ptr', 'item', 'numpy', 'requires_grad_', 'retain_grad', 'tolist'}              # of tensors: what no op does
_READS = {'_version', 'grad', 'grad_fn', 'output_nr', 'retains_grad'}                                       # attributes that change from call to call
_CONSTANTS = (type(None), bool, int, float, str, torch.dtype, torch.device)
_PLAIN = (torch.dtype, torch.device, torch.Size, functools.partial, type(torch.strided), type(operator.itemgetter(0)), type(operator.attrgetter('a')))


class _State:
    """Who learns, whether what runs is compiled code, what torch.compiler.set_stance said, and how many functions were compiled."""
    busy, compiling, stance, numbers = False, False, 'default', 0


state = _State()


def forbidden(function):
    """What may only be called outside of compiled code: an error with the lines that led to it."""
    frame = sys._getframe(2)
    lines = []
    while frame is not None and not frame.f_globals.get('__name__', '').startswith('torch._dynamo'):
        lines.append(frame)
        frame = frame.f_back
    said = traceback.format_list(traceback.StackSummary.extract(((each, each.f_lineno) for each in reversed(lines)), capture_locals=False))
    text = ''.join(line.replace('  File', '   File', 1) for line in said)
    raise AssertionError('Attempt to trace forbidden callable %s\n\nfrom user code:\n%s\n%s' % (function, text, _MORE_WORDS))
known = weakref.WeakSet()       # all that was compiled: reset() forgets what it learned


class _Form:
    """Arguments or results: which tensors, and how they are nested, with the numbers and words among them."""

    def __init__(self):
        self.tensors = []

    def of(self, x):
        kind = type(x)
        if kind is Tensor or kind is torch.nn.Parameter:
            self.tensors.append(x)
            return Tensor
        if kind is float:
            return (kind, x, math.copysign(1.0, x))
        if kind in _CONSTANTS:
            return (kind, x)
        if kind is tuple or kind is list:
            return (kind, *map(self.of, x))
        if kind is dict:
            return (kind, tuple(x), *map(self.of, x.values()))
        if isinstance(x, tuple) and hasattr(kind, '_fields') and type(kind.__new__) is type(_Form.of):
            return (kind, *map(self.of, x))
        raise TypeError(kind)


def _made(form, tensors):
    """The same again, of other tensors."""
    if form is Tensor:
        return next(tensors)
    kind, *parts = form
    if kind in _CONSTANTS:
        return parts[0]
    if kind is dict:
        return dict(zip(parts[0], [_made(part, tensors) for part in parts[1:]]))
    values = [_made(part, tensors) for part in parts]
    return kind(values) if kind in (tuple, list) else kind(*values)


class _Watch:
    """Told by sys.setprofile: the functions that run, and the first that may not be left out."""

    def __init__(self):
        self.functions, self.globals, self.why = {}, {}, None        # by code: functions that live on, and the globals of all

    def __call__(self, frame, event, called):
        if event == 'call':
            function, code = _steady.function_of(frame), frame.f_code
            if function is None:
                self.why = self.why or f'what runs in {code.co_name}'
            elif code not in self.globals:
                self.globals[code], self.functions[code] = function.__globals__, weakref.ref(function)
                if not _tensor.is_library(code) and not _READS.isdisjoint(code.co_names):
                    self.why = self.why or f'{code.co_name}, which looks at gradients'
        elif event == 'c_call' and not self.why and not self._allowed(called):
            self.why = f'a call of {called.__qualname__}'

    @staticmethod
    def _allowed(called):
        owner = getattr(called, '__self__', None)
        if isinstance(owner, Tensor):
            return called.__name__ not in _UNSEEN
        try:
            if called in _PURE:
                return True
        except TypeError:       # (of an object that is not hashed)
            pass
        if called.__name__ in ('__instancecheck__', '__subclasscheck__'):
            return True
        return owner is not None and type(owner) in _OWNERS or isinstance(owner, (dict, torch.Size)) or type(owner).__name__ in ('property', 'odict_keys', 'dict_items')


_SCALARS = {torch.float32: 'Float', torch.float64: 'Double', torch.float16: 'Half', torch.bfloat16: 'BFloat16', torch.int64: 'Long', torch.int32: 'Int', torch.int16: 'Short', torch.int8: 'Char',
            torch.uint8: 'Byte', torch.bool: 'Bool', torch.complex64: 'ComplexFloat', torch.complex128: 'ComplexDouble'}


def _unlike(t, known):
    """In which way a tensor is not like one that was compiled for."""
    sizes, dtype, requires_grad = known
    if t.dtype is not dtype:
        return 'dtype mismatch. expected %s, actual %s' % (_SCALARS.get(dtype, dtype), _SCALARS.get(t.dtype, t.dtype))
    if t.requires_grad != requires_grad:
        return 'requires_grad mismatch. expected requires_grad=%d' % requires_grad
    if t.dim() != len(sizes):
        return 'rank mismatch. expected %d, actual %d' % (len(sizes), t.dim())
    for i, (mine, size) in enumerate(zip(t.shape, sizes)):
        if size is not None and mine != size or size is None and mine in (0, 1):
            return 'size mismatch at index %d. expected %s, actual %d' % (i, size, mine)
    return None


class _Entry:
    """One way that a function ran: what it was given, what it read, its calls, how its results are nested."""

    def __init__(self, form, steady, replay, given):
        self.form, self.steady, self.replay, self.given = form, steady, replay, given


class _Learned:
    """What was learned of a function: why it is left alone from now on, or its ways and what is known of the next."""

    def __init__(self):
        self.why, self.entries, self.pending, self.tried, self.doubt = None, [], None, 0, False


class Compiled:
    """A function and what was learned of it."""

    def __init__(self, function, root=None, fullgraph=False, graphs=True):
        self.function, self.root, self.fullgraph, self.graphs, self.learned = function, root, fullgraph, graphs, _Learned()
        self.number, self.seen = None, []
        known.add(self)

    def __reduce__(self):       # a copy learns for itself
        return Compiled, (self.function, self.root, self.fullgraph, self.graphs)

    def forget(self):
        self.learned, self.seen = _Learned(), []

    def _plainly(self, args, kwargs):
        """As compiled code, by the function itself."""
        before, state.compiling = state.compiling, True
        try:
            return self.function(*args, **kwargs)
        finally:
            state.compiling = before

    # ---- what it was compiled for ----
    def _mismatch(self, tensors):
        """Why tensors like these would be compiled anew, in PyTorch's words; None: they need not be. Sizes that were seen to differ may be any."""
        why = []
        for way in self.seen:
            if len(way) != len(tensors):
                why.append('other arguments')
                continue
            for i, (t, known) in enumerate(zip(tensors, way)):
                told = _unlike(t, known)
                if told:
                    why.append("tensor '%s' %s" % (self._name_of(i), told))
                    break
            else:
                return None
        return why

    def _name_of(self, i):
        code = getattr(getattr(self.function, 'forward', self.function), '__code__', None)
        skip = 1 if self.root is not None else 0
        return code.co_varnames[i + skip] if code is not None and i + skip < code.co_argcount else str(i)

    def _note(self, tensors):
        """Compiled for these, too."""
        if self.number is None:
            self.number = state.numbers
            state.numbers += 1
        if len(self.seen) < _MANY and self._mismatch(tensors) is not None:
            sizes = [list(t.shape) for t in tensors]
            for way in self.seen:
                if len(way) == len(sizes):
                    for mine, known in zip(sizes, way):
                        if len(mine) == len(known[0]):
                            mine[:] = [m if m == k or m in (0, 1) else None for m, k in zip(mine, known[0])]
            self.seen.append([(size, t.dtype, t.requires_grad) for size, t in zip(sizes, tensors)])

    def _refused_anew(self, tensors):
        """In a stance that compiles nothing anew: True, where it would have to be; or the error."""
        why = self._mismatch(tensors) if self.seen else None
        if not why:
            return False
        if state.stance == 'fail_on_recompile':
            code = getattr(getattr(self.function, 'forward', self.function), '__code__', None)
            where = " filename: '%s', function name: '%s', line number: %d" % (code.co_filename, code.co_name, code.co_firstlineno) if code else ''
            raise RuntimeError("Detected recompile when torch.compile stance is 'fail_on_recompile'.%s\n    triggered by the following guard failure(s):\n%s"
                               % (where, '\n'.join('    - %d/%d: %s' % (self.number, i, each) for i, each in enumerate(why))))
        return state.stance == 'eager_on_recompile'

    def __call__(self, args, kwargs):
        learned = self.learned
        if state.stance != 'default':
            if state.stance not in _STANCES:
                raise RuntimeError("invalid torch.compile stance 'DynamoStance(stance=%r, skip_guard_eval_unsafe=False, backend=None)'" % state.stance)
            if state.stance == 'force_eager':
                return self.function(*args, **kwargs)
            if self._refused_anew([x for x in (*args, *kwargs.values()) if isinstance(x, Tensor)]):
                return self.function(*args, **kwargs)
        elif learned.why is not None and len(self.seen) < _MANY:
            self._note([x for x in (*args, *kwargs.values()) if isinstance(x, Tensor)])
        if learned.why is not None or state.busy:
            return self._plainly(args, kwargs)
        form, tensors = len(args), args
        for x in args:
            if type(x) is not Tensor:
                form = None
                break
        if form is None or kwargs:
            found = _Form()
            try:
                form = (found.of(args), found.of(kwargs))
            except TypeError:
                return self._plainly(args, kwargs)
            tensors = tuple(found.tensors)
        for entry in learned.entries:
            if entry.form != form or not entry.steady.holds():
                continue
            out = entry.replay.run(tensors)
            if out is None:
                continue
            if out is NotImplemented:
                break
            return out[0] if entry.given is Tensor else _made(entry.given, iter(out))
        else:
            return self._learn(form, tensors, args, kwargs)
        return self._plainly(args, kwargs)

    # ---- learning ----
    def _learn(self, form, tensors, args, kwargs):
        from . import config
        learned = self.learned
        self._note([x for x in (*args, *kwargs.values()) if isinstance(x, Tensor)])
        if sys.getprofile() is not None or sys.gettrace() is not None:
            return self._plainly(args, kwargs)
        if learned.tried >= _MANY or len(learned.entries) >= config.recompile_limit:
            learned.why = 'it was learned too often'
            return self._plainly(args, kwargs)
        pending, learned.pending = learned.pending, None
        if pending and pending[0] == form and pending[2].holds():
            return self._written_down(form, tensors, args, kwargs, *pending[1:])
        watch = _Watch()
        out = self._in_one(watch, tensors, args, kwargs) if self.fullgraph else self._watched(watch, args, kwargs)
        learned.tried += 1
        if watch.why:
            learned.why, learned.doubt = watch.why if learned.doubt else None, True      # (the first call may have imported something)
        else:
            self._look_around(form, watch)
        return out

    def _in_one(self, watch, tensors, args, kwargs):
        """fullgraph=True: what PyTorch finds no one graph for is an error. (Numbers that are asked for by item() are in its graphs.)"""
        replay = _tensor.Replay(tensors)
        try:
            out = self._watched(watch, args, kwargs)
        finally:
            replay.end(None)
        if replay.why == 'a number that the host reads' and not watch.why:
            raise Unsupported(_BRANCHING)
        return out

    def _look_around(self, form, *watches):
        """Keeps how all looks that the functions that ran can reach, for the next call."""
        learned = self.learned
        steady = _steady.Steady(_PLAIN + (_State, _Learned, weakref.WeakSet))
        for watch in watches:
            for code, space in watch.globals.items():
                steady.ran(code, space)
        living = [function for watch in watches for function in (ref() for ref in watch.functions.values()) if function is not None]
        if steady.walk(self.function if self.root is None else self.root, *living):
            learned.pending = form, watches, steady
        else:
            learned.why = f'what it reads: {type(steady.changed()).__name__}'

    def _watched(self, watch, args, kwargs):
        state.busy = True
        before, state.compiling = state.compiling, True
        sys.setprofile(watch)
        try:
            return self.function(*args, **kwargs)
        finally:
            sys.setprofile(None)
            state.busy, state.compiling = False, before

    def _written_down(self, form, tensors, args, kwargs, watches, steady):
        learned, watch, result, replay = self.learned, _Watch(), _Form(), _tensor.Replay(tensors)
        given, ended = None, False
        try:
            out = self._watched(watch, args, kwargs)
            try:
                given = result.of(out)
            except TypeError:
                watch.why = watch.why or f'a result of the kind {type(out).__name__}'
            ended = replay.end(tuple(result.tensors) if given is not None else None)
        except BaseException:
            replay.end(None)
            raise
        learned.tried += 1
        why = watch.why or replay.why
        if not why and any(id(x) in {id(t) for t in tensors} or not steady.met(x) for x in replay.held()):
            why = 'a tensor that it finds somewhere else'
        if not why and any(type(x) is Tensor and x.__dict__ for x in result.tensors):
            why = 'a result with attributes'
        if not why and any(steady.met(x) for x in tensors):
            why = 'an argument that is also its own'
        if replay.why == 'not now':     # (a dry run, vmap, anomaly detection)
            pass
        elif why or not steady.holds():
            learned.why = why or 'it changes what it reads'
        elif not watch.globals.keys() <= set().union(*(each.globals for each in watches)):
            self._look_around(form, watch, *watches)        # other functions ran: their turn to be looked at
        elif ended:
            if not self.graphs:
                replay.no_graph()
            learned.entries.append(_Entry(form, steady, replay, given))
            learned.tried = 0
        return out
