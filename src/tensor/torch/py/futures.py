"""torch.futures: values that come later. Threads of the program may set them; callbacks run where the value is set."""
import threading
import traceback

__all__ = ['Future', 'collect_all', 'wait_all']


class Future:
    def __init__(self, *, devices=None):
        if devices:
            raise RuntimeError('PyTorch is not linked with support for cuda devices')
        self._change, self._done, self._value, self._error, self._callbacks = threading.Condition(), False, None, None, []

    def __class_getitem__(cls, item):
        return cls

    def done(self):
        return self._done

    def wait(self):
        """The value, when it is there."""
        with self._change:
            while not self._done:
                self._change.wait()
        return self._given()

    def value(self):
        if not self._done:
            raise RuntimeError('completed() INTERNAL ASSERT FAILED at "./aten/src/ATen/core/ivalue_inl.h":940, please report a bug to PyTorch. ')
        return self._given()

    def _given(self):
        if self._error is not None:
            raise self._error
        return self._value

    def _settle(self, value, error):
        with self._change:
            if self._done:
                raise RuntimeError('Attempting to mark a completed Future as complete again. Note that a Future can only be marked completed once.')
            self._value, self._error, self._done = value, error, True
            waiting, self._callbacks = self._callbacks, []
            self._change.notify_all()
        for each in waiting:
            each()

    def set_result(self, result):
        self._settle(result, None)

    def set_exception(self, result):
        assert isinstance(result, Exception), f'{result} is of type {type(result)}, not an Exception.'
        self._settle(None, result)

    def _when_done(self, call):
        with self._change:
            if not self._done:
                self._callbacks.append(call)
                return
        call()

    def then(self, callback):
        """A future of what callback(self) gives."""
        made = Future()

        def run():
            try:
                found = callback(self)
            except Exception as error:
                said = 'Got the following error when running the callback: %s: %s\n\nAt:\n' % (type(error).__name__, error)
                for frame in reversed(traceback.extract_tb(error.__traceback__)):
                    said += '  %s(%d): %s\n' % (frame.filename, frame.lineno, frame.name)
                made._settle(None, RuntimeError(said))
            else:
                made._settle(found, None)
        self._when_done(run)
        return made

    def add_done_callback(self, callback):
        self._when_done(lambda: callback(self))


def collect_all(futures):
    """A future of the list of all, when all are done."""
    futures, made = list(futures), Future()
    left = [len(futures)]

    def one_more():
        left[0] -= 1
        if not left[0]:
            failed = next((f for f in futures if f._error is not None), None)
            made._settle(None, failed._error) if failed else made.set_result(futures)
    if not futures:
        made.set_result([])
    for each in futures:
        each._when_done(one_more)
    return made


def wait_all(futures):
    return [each.wait() for each in collect_all(futures).wait()]
