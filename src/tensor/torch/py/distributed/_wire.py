"""What processes of a run say to each other: a store of small values that the first one keeps, and a line between every two."""
import os
import pickle
import socket
import struct
import threading
import time
from collections import defaultdict, deque
from datetime import timedelta

from perch.only import only

_SIZES = struct.Struct('!IQ')
DEFAULT_TIMEOUT = timedelta(minutes=30)


def seconds(timeout):
    return timeout.total_seconds() if isinstance(timeout, timedelta) else timeout


def _take(line, n):
    """Exactly n bytes, or EOFError."""
    room = bytearray(n)
    view = memoryview(room)
    while n:
        got = line.recv_into(view[len(view) - n:], n)
        if not got:
            raise EOFError
        n -= got
    return room


def say(line, head, body=b''):
    """One message: a small object, and bytes as they are."""
    packed = pickle.dumps(head)
    line.sendall(_SIZES.pack(len(packed), len(body)) + packed)
    if len(body):
        line.sendall(body)


def hear(line):
    small, large = _SIZES.unpack(bytes(_take(line, _SIZES.size)))
    return pickle.loads(bytes(_take(line, small))), _take(line, large)


class Store:
    """Values by name that all processes of a run see. get() and wait() wait until somebody has set them."""

    timeout = timedelta(seconds=300)

    def set_timeout(self, timeout):
        self.timeout = timeout

    def set(self, key, value):
        self._ask('set', key, value if isinstance(value, bytes) else str(value).encode())

    def get(self, key):
        self.wait([key])
        return self._ask('get', key)

    def add(self, key, amount):
        return self._ask('add', key, amount)

    def compare_set(self, key, expected, desired):
        return self._ask('compare_set', key, expected.encode(), desired.encode())

    def delete_key(self, key):
        return self._ask('delete', key)

    def num_keys(self):
        return self._ask('count')

    def wait(self, keys, timeout=None):
        limit = time.monotonic() + seconds(self.timeout if timeout is None else timeout)
        pause = 0.0005
        while not all(self._ask('has', key) for key in keys):
            if time.monotonic() > limit:
                raise RuntimeError('Socket Timeout')
            time.sleep(pause)
            pause = min(pause * 2, 0.02)


class _Table:
    """The values themselves, and what may be asked of them."""

    def __init__(self):
        self.values, self.lock = {}, threading.Lock()

    def answer(self, what, key=None, *args):
        with self.lock:
            return getattr(self, 'do_' + what)(key, *args)

    def do_set(self, key, value):
        self.values[key] = value

    def do_get(self, key):
        return self.values[key]

    def do_has(self, key):
        return key in self.values

    def do_add(self, key, amount):
        total = int(self.values.get(key, b'0')) + amount
        self.values[key] = str(total).encode()
        return total

    def do_compare_set(self, key, expected, desired):
        if self.values.get(key, b'' if not expected else None) == expected:
            self.values[key] = desired
        return self.values.get(key, expected)

    def do_delete(self, key):
        return self.values.pop(key, None) is not None

    def do_count(self, _):
        return len(self.values)


class HashStore(Store):
    """Of one process."""

    def __init__(self):
        self._table = _Table()

    def _ask(self, *question):
        return self._table.answer(*question)


class TCPStore(Store):
    """is_master: kept here, at this port; else asked for over a line to there."""

    def __init__(self, host_name, port, world_size=None, is_master=False, timeout=Store.timeout, wait_for_workers=True, multi_tenant=False):
        only('TCPStore', multi_tenant=(multi_tenant, False))
        self.host, self.port, self.timeout = host_name, port, timeout
        self._table = None
        self._line, self._lock = None, threading.Lock()
        if is_master:
            self._table = _Table()
            self._listen()
        else:
            self._line = self._reach()
        if wait_for_workers and world_size and world_size > 0:
            self.add('init/', 1)
            if is_master:
                limit = time.monotonic() + seconds(timeout)
                while self.add('init/', 0) < world_size:
                    if time.monotonic() > limit:
                        raise RuntimeError('Timed out after {} seconds waiting for clients. {}/{} clients joined.'.format(int(seconds(timeout)), self.add('init/', 0), world_size))
                    time.sleep(0.002)

    def _listen(self):
        self._door = socket.socket()
        self._door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._door.bind((_reached_by(self.host), self.port))
            self._door.listen(128)
        except OSError as error:
            self._door.close()
            raise RuntimeError('The server socket has failed to listen on any local network address. The server socket has failed to bind to [::]:{0} (errno: {1} - {2}). '
                               'The server socket has failed to bind to ?UNKNOWN? (errno: {1} - {2}).'.format(self.port, error.errno, error.strerror)) from None
        self.port = self._door.getsockname()[1]
        threading.Thread(target=_serve, args=(self._door, self._table), daemon=True).start()

    def _reach(self):
        limit = time.monotonic() + seconds(self.timeout)
        while True:
            try:
                line = socket.create_connection((self.host, self.port), timeout=5)
                line.settimeout(None)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return line
            except OSError as error:
                if time.monotonic() > limit or isinstance(error, socket.gaierror):
                    raise RuntimeError('The client socket has timed out after {}s while trying to connect to ({}, {}).'.format(int(seconds(self.timeout)), self.host, self.port)) from None
                time.sleep(0.02)

    def _ask(self, *question):
        if self._table is not None:
            return self._table.answer(*question)
        with self._lock:
            try:
                say(self._line, question)
                return hear(self._line)[0]
            except (EOFError, OSError):
                raise RuntimeError('Connection reset by peer') from None

    def __repr__(self):
        return '<torch.distributed.TCPStore object at %#x>' % id(self)


def _serve(door, table):
    while True:
        try:
            line, _ = door.accept()
        except OSError:
            return
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=_answer, args=(line, table), daemon=True).start()


def _answer(line, table):
    try:
        while True:
            question, _ = hear(line)
            say(line, table.answer(*question))
    except (EOFError, OSError):
        line.close()


class FileStore(Store):
    """Kept in a file that all processes see."""

    def __init__(self, file_name, world_size=-1):
        self.world_size = world_size
        self._path = self.path = file_name
        open(file_name, 'ab').close()

    def _ask(self, *question):
        import fcntl
        with open(self._path, 'r+b') as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            kept = file.read()
            table = _Table()
            table.values = pickle.loads(kept) if kept else {}
            before = dict(table.values)
            found = table.answer(*question)
            if table.values != before:
                file.seek(0)
                file.truncate()
                pickle.dump(table.values, file)
            return found


class PrefixStore(Store):
    """Another store's values whose names begin with prefix/."""

    def __init__(self, prefix, store):
        self._prefix, self.underlying_store = prefix, store
        self.timeout = store.timeout

    def _ask(self, what, key=None, *args):
        return self.underlying_store._ask(what, key if key is None else self._prefix + '/' + key, *args)


class Lines:
    """A line to every other process. What comes is put by, under who sent it and what it is about, so sending never waits for the other side to ask."""

    def __init__(self, store, rank, size, timeout):
        self.rank, self.size = rank, size
        self._lines, self._locks = {}, defaultdict(threading.Lock)
        self._came, self._news = defaultdict(deque), threading.Condition()
        self._gone, self._closed = set(), False
        with socket.socket() as door:
            host = 'localhost' if size == 1 else _my_name(store)
            door.bind((_reached_by(host), 0))
            door.listen(size)
            store.set('line/%d' % rank, pickle.dumps((host, door.getsockname()[1], os.getpid())))
            for peer in range(rank):
                place = pickle.loads(store.get('line/%d' % peer))
                line = socket.create_connection(place[:2], timeout=seconds(timeout))
                say(line, rank)
                self._open(peer, line)
            door.settimeout(seconds(timeout))
            for _ in range(size - 1 - rank):
                try:
                    line, _ = door.accept()
                except socket.timeout:
                    raise RuntimeError('Timed out waiting for the other processes to connect') from None
                self._open(hear(line)[0], line)

    def _open(self, peer, line):
        line.settimeout(None)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines[peer] = line
        threading.Thread(target=self._listen, args=(peer, line), daemon=True).start()

    def _listen(self, peer, line):
        try:
            while True:
                (about, what), body = hear(line)
                with self._news:
                    self._came[peer, about].append((what, body))
                    self._news.notify_all()
        except (EOFError, OSError):
            with self._news:
                self._gone.add(peer)
                self._news.notify_all()

    def send(self, peer, about, what, body=b''):
        if peer == self.rank:
            with self._news:
                self._came[peer, about].append((what, bytearray(body)))
            return
        try:
            with self._locks[peer]:
                say(self._lines[peer], (about, what), body)
        except OSError as error:
            raise RuntimeError('Connection closed by peer: rank %d has ended (%s)' % (peer, error.strerror)) from None

    def ready(self, peer, about):
        with self._news:
            return bool(self._came[peer, about])

    def receive(self, peers, about, timeout):
        """(who, what, bytes) of the first of the peers that has said something about it."""
        limit = time.monotonic() + seconds(timeout)
        with self._news:
            while True:
                for peer in peers:
                    if self._came[peer, about]:
                        what, body = self._came[peer, about].popleft()
                        if not self._came[peer, about]:
                            del self._came[peer, about]
                        return peer, what, body
                if len(peers) == 1 and peers[0] in self._gone:
                    raise RuntimeError('Connection closed by peer: rank %d has ended' % peers[0])
                left = limit - time.monotonic()
                if left <= 0:
                    raise RuntimeError('Timed out waiting {}ms for recv operation to complete'.format(int(seconds(timeout) * 1000)))
                self._news.wait(min(left, 1.0))

    def close(self):
        for line in self._lines.values():
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            line.close()


_THIS_MACHINE = ('localhost', '127.0.0.1', '::1')


def _reached_by(host):
    """What a door is bound to: a run on one machine is nothing for others to knock at."""
    return '127.0.0.1' if host in _THIS_MACHINE else ''


def _my_name(store):
    """Where the others reach this process: on one machine by its own name for itself."""
    inner = store
    while isinstance(inner, PrefixStore):
        inner = inner.underlying_store
    host = getattr(inner, 'host', 'localhost')
    if host in _THIS_MACHINE or getattr(inner, '_line', None) is None:
        return host if host != '::1' else 'localhost'
    return inner._line.getsockname()[0]
