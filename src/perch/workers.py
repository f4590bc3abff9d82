"""Processes that load data: what the loaders of both accents share.

A worker is a fork of the program: it has the data set as it was, and sends back what it makes. Bytes and tensors travel by _workers (mod_workers.c):
what is no tensor is pickled.
"""
import io
import os
import pickle
import signal
import sys
import traceback

import _tensor
import _workers

GONE = object()         # what receive() gives when the other side has ended
STOP_SECONDS = 5        # an idle worker that is told to end has so long


class _Packer(pickle.Pickler):
    def __init__(self, file):
        super().__init__(file, 4)
        self.tensors, self.known = [], {}

    def persistent_id(self, obj):
        if not isinstance(obj, _PLACED) or not _travels(obj):
            return None
        if id(obj) not in self.known:
            if getattr(obj, 'requires_grad', False) is True and not obj.is_leaf:
                raise RuntimeError('Cowardly refusing to serialize non-leaf tensor which requires_grad, since autograd does not support crossing process '
                                   'boundaries.  If you just want to transfer the data, call detach() on the tensor before serializing (e.g., putting it on the queue).')
            self.known[id(obj)] = len(self.tensors), _place(obj)
            self.tensors.append(obj)
        return self.known[id(obj)]


_PLACED = _tensor.Tensor, _tensor.NDArray, _tensor.ndarray


def _travels(obj):
    """Is it a tensor and no more (no parameter, no class of the program's)? Its bytes then say all."""
    kind = type(obj)
    if kind is _tensor.Tensor:
        return not vars(obj) if hasattr(obj, '__dict__') else True
    return kind in _PLACED or kind.__name__ == 'ndarray' and kind.__module__ == 'mxnet.numpy'


def _place(obj):
    """None: the CPU."""
    if type(obj) is _tensor.ndarray:
        return None
    place = _tensor.device_of(obj)
    kind = getattr(place, 'type', None) or place.device_type
    return None if not str(kind).startswith(('cuda', 'gpu')) else (str(kind), getattr(place, 'index', None) if hasattr(place, 'type') else place.device_id)


class _Unpacker(pickle.Unpickler):
    def __init__(self, file, tensors):
        super().__init__(file)
        self.tensors = tensors

    def persistent_load(self, pid):
        index, place = pid
        tensor, wants_grad = self.tensors[index]
        if place is not None:
            tensor = tensor.to('%s:%d' % place) if isinstance(tensor, _tensor.Tensor) else tensor.as_in_context(_tensor.Context(*place))
            self.tensors[index] = tensor, wants_grad
        if wants_grad and isinstance(tensor, _tensor.Tensor):
            tensor.requires_grad_()
        return tensor


def packed(message):
    file = io.BytesIO()
    packer = _Packer(file)
    packer.dump(message)
    return file.getvalue(), packer.tensors


class Channel:
    """One end of a worker's socket."""

    def __init__(self, fd):
        self.fd = fd

    def send(self, message, wait=True):
        return _workers.send(self.fd, *packed(message), wait)

    def receive(self, wait):
        """A message; None: there is none yet (wait is False); GONE."""
        got = _workers.receive(self.fd, wait)
        if got is None:
            return None
        if got is False:
            return GONE
        text, tensors = got
        return _Unpacker(io.BytesIO(text), tensors).load()


def _live(fd, begin):
    """The worker's life. It never returns."""
    code = 1
    try:
        _tensor.ledger(0)
        channel, handle = Channel(fd), begin()
        while True:
            message = channel.receive(True)
            if message is None or message is GONE or message == 'stop':
                break
            reply = handle(message)
            _flush()
            try:
                channel.send(reply)
            except (BrokenPipeError, ConnectionError):
                break
            except Exception as error:          # a part that cannot travel
                channel.send(handle.refused(message, error))
            del message, reply
        code = 0
    except KeyboardInterrupt:
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            _flush()
        finally:
            os._exit(code & 255)


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


class Worker:
    """A forked process. begin() is called in it and gives what answers messages there; handle.refused(message, error) answers for an answer that cannot travel."""

    def __init__(self, begin, anew=False):
        self.owner, self.backlog, self.code = os.getpid(), [], None
        _flush()
        self.pid, fd = _workers.start(anew)
        if self.pid == 0:
            _live(fd, begin)
        self.channel = Channel(fd)
        self.fd = fd

    def put(self, message):
        """For the worker; what its socket has no room for goes later."""
        self.backlog.append(message)
        self.push()

    def push(self):
        while self.backlog and self.fd is not None:
            try:
                if not self.channel.send(self.backlog[0], False):
                    break
            except (BrokenPipeError, ConnectionError):  # it has ended: receive() says so
                self.backlog.clear()
                break
            del self.backlog[0]

    def receive(self):
        return self.channel.receive(False)

    def ended(self):
        """Its exit code (negative: a signal's number) once it has ended, else None."""
        if self.code is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:           # the program has waited for it
                self.code = 0
            else:
                if pid:
                    self.code = os.waitstatus_to_exitcode(status)
        return self.code

    is_alive = property(lambda self: self.ended() is None)

    def end(self, at_once):
        """Not later than this call the worker is no more. at_once: in the midst of its work."""
        if self.fd is None or os.getpid() != self.owner:
            return
        if not at_once and not self.backlog:
            try:
                if self.channel.send('stop', False):
                    _workers.wait([self.fd], STOP_SECONDS)
            except (OSError, KeyboardInterrupt):
                pass
        fd, self.fd = self.fd, None
        _workers.close(fd)                      # whoever still runs is ended by this
        if self.ended() is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            while self.ended() is None:
                try:
                    os.waitpid(self.pid, 0)
                    self.code = -signal.SIGKILL
                except ChildProcessError:
                    self.code = 0
                except KeyboardInterrupt:
                    pass


class Here:
    """A worker that is none: a dry run may start no process, and so does in its own what a worker would."""

    pid, fd, is_alive = 0, None, True

    def __init__(self, begin, anew=False):
        self.handle, self.inbox = begin(), []

    def put(self, message):
        if message != 'stop':
            self.inbox.append(self.handle(message))

    def push(self):
        pass

    def receive(self):
        return self.inbox.pop(0) if self.inbox else None

    def ended(self):
        return None

    def end(self, at_once):
        self.inbox.clear()


def crew(begins, anew=False):
    """Workers, one for each function."""
    kind = Here if _tensor.is_dry() else Worker
    made = []
    try:
        for begin in begins:
            made.append(kind(begin, anew))
    except BaseException:
        end(made, True)
        raise
    return made


def end(workers, at_once):
    """All of them: what is told to stop does so beside the others."""
    if not at_once:
        for w in workers:
            w.put('stop')
    for w in workers:
        w.end(at_once)


def wait(workers, seconds):
    """[(worker, message)] of what has come, GONE from who has ended; seconds < 0: until there is something. [] when the time is up."""
    got = []
    for w in workers:
        w.push()
        while w.fd is None or isinstance(w, Here):
            message = w.receive() if isinstance(w, Here) else GONE
            if message is None:
                break
            got.append((w, message))
            if message is GONE:
                break
    fds = {w.fd: w for w in workers if w.fd is not None}
    left = seconds
    while True:
        for fd in _workers.wait(list(fds), 0 if got else min(left, 1) if seconds >= 0 else 1) if fds else ():
            message = fds[fd].receive()
            if message is not None:
                got.append((fds[fd], message))
        if got or not fds:
            return got
        for w in workers:
            w.push()
        if seconds >= 0:
            left -= 1
            if left <= 0:
                return got


def why_ended(worker):
    """PyTorch's sentence of a worker that has ended; None where its exit code says nothing."""
    code = worker.ended()
    for _ in range(200):                # its socket closes a moment before it can be waited for
        if code is not None:
            break
        _workers.wait([], 0.01)
        code = worker.ended()
    if code is None or code == 0:
        return None
    if code > 0:
        return ('DataLoader worker (pid %d) exited unexpectedly with exit code %d. Details are lost due to multiprocessing. Rerunning with num_workers=0 may give '
                'better error trace.' % (worker.pid, code))
    said = 'DataLoader worker (pid %d) is killed by signal: %s. ' % (worker.pid, signal.strsignal(-code))
    if -code == signal.SIGBUS:
        said += "It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit."
    return said
