"""Stretches of a program that PyTorch names for its profiler (an optimizer's step, record_function): a mode sees operators where one begins and ends."""
import torch
from _torch import _two
from torch import _ops

from . import modes, run


class ScriptObject:
    """What the operator that begins one gives, and the one that ends it takes."""


ScriptObject.__module__ = 'torch'


def _operators():
    profiler = torch.ops.profiler
    for name, gives in (('_record_function_enter_new', lambda name, args=None: ScriptObject()), ('_record_function_enter', lambda name, args=None: torch.zeros(288, dtype=torch.uint8)), ('_record_function_exit', lambda range: None)):
        _ops.define('profiler', name + ('(__torch__.torch.classes.profiler._RecordFunction _0) -> ()' if name.endswith('exit') else '(str name, str? args=None) -> Tensor'))
        _ops.implement('profiler', name, gives, 'CompositeExplicitAutograd')
    leaves = profiler._record_function_exit
    leaves._RecordFunction = _ops.OpOverload(leaves, leaves._registered, '_RecordFunction')
    if _two('OPERATORS_NEWER'):
        return profiler._record_function_enter_new.default, leaves._RecordFunction
    return profiler._record_function_enter.default, None


_made = []


class named:
    """A with statement of that name."""

    def __init__(self, word):
        self.word, self.range = word, None

    def __enter__(self):
        if modes:
            if not _made:
                _made.extend(_operators())
            if _made[1] is None:
                torch.zeros(1)          # (1.13 keeps a place for what it is given)
            self.range = run(_made[0], (self.word,), {})

    def __exit__(self, *error):
        if self.range is not None and modes and _made[1] is not None:
            run(_made[1], (self.range,), {})
