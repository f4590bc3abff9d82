"""Comms: channels between a program and what a client shows, by the names of their targets."""
import json

try:
    import _session
except ImportError:                     # a program without a session: nobody listens
    _session = None

targets = {}                            # name: function(comm, open message)
comms = {}                              # id: Comm


def _plain(value):
    """What JSON has no form for, as Jupyter writes it."""
    import base64
    import datetime
    import numbers
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode('ascii')
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, (set, frozenset)) or hasattr(value, '__next__'):
        return list(value)
    raise TypeError('Object of type %s is not JSON serializable' % type(value).__name__)


class Comm:
    """One channel. send and close tell the client; on_msg and on_close register who is told what it says."""

    def __init__(self, target_name='comm', data=None, metadata=None, buffers=None, comm_id=None, primary=True, target_module=None, **kwargs):
        import os
        self.comm_id = comm_id or os.urandom(16).hex()
        self.target_name, self.target_module, self.primary = target_name, target_module, primary
        self._msg = self._close = None
        self._closed = True
        if primary:
            self.open(data, metadata, buffers)

    def _publish(self, kind, data, metadata=None, buffers=None, **more):
        content = {'comm_id': self.comm_id, 'data': {} if data is None else data, **more}
        told = json.dumps(content, default=_plain), json.dumps(metadata, default=_plain) if metadata else None, [bytes(each) for each in buffers or ()]
        if _session is not None:
            _session.comm(kind, *told)

    def open(self, data=None, metadata=None, buffers=None):
        comms[self.comm_id] = self
        self._closed = False
        try:
            self._publish('comm_open', data, metadata, buffers, target_name=self.target_name, target_module=self.target_module)
        except Exception:               # data that is no JSON: there is no such comm
            self._closed = True
            comms.pop(self.comm_id, None)
            raise

    def send(self, data=None, metadata=None, buffers=None):
        self._publish('comm_msg', data, metadata, buffers)

    def close(self, data=None, metadata=None, buffers=None, deleting=False):
        if self._closed:
            return
        self._closed = True
        comms.pop(self.comm_id, None)
        self._publish('comm_close', data, metadata, buffers)

    def on_msg(self, callback):
        self._msg = callback

    def on_close(self, callback):
        self._close = callback

    def handle_msg(self, message):
        if self._msg:
            self._msg(message)

    def handle_close(self, message):
        if self._close:
            self._close(message)


def register_target(name, function):
    """function(comm, message) is called when a client opens a comm with that target's name."""
    targets[name] = function


def unregister_target(name, function=None):
    targets.pop(name, None)


class CommManager:
    """What ipykernel's programs reach by get_ipython().kernel.comm_manager."""

    comms, targets = comms, targets

    def register_target(self, name, function):
        if isinstance(function, str):
            module, _, attribute = function.rpartition('.')
            function = getattr(__import__(module, fromlist=[attribute]), attribute)
        register_target(name, function)

    def unregister_target(self, name, function=None):
        unregister_target(name, function)

    def register_comm(self, comm):
        comms[comm.comm_id] = comm
        return comm.comm_id

    def unregister_comm(self, comm):
        comms.pop(comm.comm_id, None)

    def get_comm(self, comm_id):
        return comms.get(comm_id)


class Kernel:
    """What ipykernel's programs reach by get_ipython().kernel."""

    implementation, comm_manager = 'perch', CommManager()

    def get_parent(self, channel=None):
        """The request that is worked on: its header is what tells whose output something is."""
        header = _session.origin() if _session is not None else None
        return {'header': json.loads(header)} if header else {}

    _parent_header = property(get_parent)


kernel = Kernel()


def _own_target(name):
    if name == 'perch.missed':
        from perch.magics.missed import open_comm
        return open_comm


def _open(content, message):
    comm = Comm(content.get('target_name', ''), comm_id=content['comm_id'], primary=False)
    function = targets.get(comm.target_name) or _own_target(comm.target_name)
    if function is None:                # nobody knows it: told so
        comm._publish('comm_close', None)
        return
    comms[comm.comm_id] = comm
    comm._closed = False
    try:
        function(comm, message)
    except Exception:
        comm.close()
        raise


def receive(kind, text, metadata, header, buffers):
    """A message of a client's: its kind, its content, metadata and header as JSON, a list of bytes."""
    content, head = json.loads(text), json.loads(header)
    message = {'header': head, 'msg_id': head.get('msg_id'), 'msg_type': kind, 'parent_header': {}, 'metadata': json.loads(metadata),
               'content': content, 'buffers': [memoryview(each) for each in buffers]}
    if kind == 'comm_open':
        return _open(content, message)
    comm = comms.get(content.get('comm_id'))
    if comm is None:
        return
    if kind == 'comm_msg':
        comm.handle_msg(message)
    elif kind == 'comm_close':
        comms.pop(comm.comm_id, None)
        comm._closed = True
        comm.handle_close(message)
