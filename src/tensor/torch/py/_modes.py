"""no_grad and its like: whether operations are recorded, in a with statement, as a decorator, or as a call."""
import functools
import inspect

import _tensor
from _torch import _two

_mode = _tensor.mode


def is_grad_enabled():
    return _mode(1)[0]


class _GradMode:
    """Recording as `enabled` says, inside a with statement or a decorated function."""

    enabled = False

    def __new__(cls, *given, **named):
        made = object.__new__(cls)
        if given and callable(given[0]) and not named and _two('MODES_AS_DECORATORS'):
            made.__init__()
            return made(given[0])
        return made

    def __init__(self):
        self.prev = True

    def __enter__(self):
        self.prev = _mode(1, self.enabled)[0]

    def __exit__(self, type, value, traceback):
        _mode(1, self.prev)

    def _again(self):
        return type(self)()

    def __call__(self, function):
        if inspect.isgeneratorfunction(function):
            @functools.wraps(function)
            def stepped(*args, **kwargs):
                steps = function(*args, **kwargs)
                while True:
                    with self._again():
                        try:
                            value = next(steps)
                        except StopIteration as end:
                            return end.value
                    yield value
            return stepped

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with self._again():
                return function(*args, **kwargs)
        return wrapped


class no_grad(_GradMode):
    """Inside: nothing is recorded for gradients."""

    def __init__(self):
        super().__init__()


class enable_grad(_GradMode):
    """Inside: operations are recorded again."""
    enabled = True

    def __init__(self):
        super().__init__()


class set_grad_enabled(_GradMode):
    """As a call: from now on; in a with statement: inside it."""

    def __init__(self, mode):
        self.enabled = self.mode = bool(mode)
        self.prev = _mode(1, self.enabled)[0]

    def __enter__(self):
        _mode(1, self.enabled)

    def _again(self):
        return set_grad_enabled(self.mode)

    def __repr__(self):
        return '%s.%s(mode=%s)' % (type(self).__module__, type(self).__name__, self.mode) if _two('MODES_AS_DECORATORS') else super().__repr__()

    def __call__(self, function):
        _mode(1, self.prev)
        return super().__call__(function)


class inference_mode(_GradMode):
    """no_grad, said for good: what is made inside is an inference tensor, which autograd refuses later too."""

    def __init__(self, mode=True):
        super().__init__()
        self.mode = mode
        self.enabled = not mode
        self._outer = []

    def __enter__(self):
        self._outer.append((_mode(1, self.enabled)[0], _tensor.rule('inference', self.mode)))

    def __exit__(self, type, value, traceback):
        prev, inference = self._outer.pop()
        _tensor.rule('inference', inference)
        _mode(1, prev)

    def _again(self):
        return inference_mode(self.mode)


class set_multithreading_enabled(_GradMode):
    """As set_grad_enabled, of threads for a backward pass; perch's is one thread's, so it only remembers what was asked."""

    _asked = True

    def __init__(self, mode):
        self.mode = bool(mode)
        self.prev, set_multithreading_enabled._asked = set_multithreading_enabled._asked, self.mode

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        set_multithreading_enabled._asked = self.prev

    def _again(self):
        return set_multithreading_enabled(self.mode)


for _kind in (set_multithreading_enabled, no_grad, enable_grad, set_grad_enabled, inference_mode):
    _kind.__module__ = 'torch.autograd.grad_mode'


def is_inference_mode_enabled():
    return _tensor.rule('inference')
