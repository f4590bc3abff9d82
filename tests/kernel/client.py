"""A Jupyter client of the tests' own, on raw ZeroMQ: what it sends may be wrong on purpose.

    with Kernel() as k:
        reply, events = k.ask('execute_request', code='1+1')
"""
import hashlib
import hmac
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import uuid

import zmq

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402

PORTS = ('shell_port', 'control_port', 'stdin_port', 'iopub_port', 'hb_port')
PATIENCE = 30 * harness.slowness()


def first_fleeting():
    """The first of the ports that the system gives to those that connect."""
    try:
        with open('/proc/sys/net/ipv4/ip_local_port_range') as f:
            return int(f.read().split()[0])
    except OSError:
        return 32768


GIVEN = set()                           # ports that kernels of this process have, bound already or not


def free_ports(n):
    """Below those that connections get: a client that knocks before the kernel listens could be given the very port, and speak to itself."""
    numbers, last = [], max(first_fleeting(), 12000)
    while len(numbers) < n:
        port = random.randrange(10000, last)
        with socket.socket() as s:
            try:
                s.bind(('127.0.0.1', port))
            except OSError:
                continue
        if port not in GIVEN:
            GIVEN.add(port)
            numbers.append(port)
    return numbers


class Message(dict):
    """header, parent_header, metadata, content, buffers; .type and .content at hand."""
    type = property(lambda self: self['header']['msg_type'])
    content = property(lambda self: self['content'])
    parent = property(lambda self: self['parent_header'].get('msg_id'))


class Kernel:
    def __init__(self, transport='tcp', key='a secret of the tests', environment=None, arguments=('kernel',), program=None, folder=None, ears=True):
        self.folder = tempfile.TemporaryDirectory()
        self.patience = PATIENCE
        self.key = key.encode()
        ports = free_ports(5) if transport == 'tcp' else [1, 2, 3, 4, 5]
        ip = '127.0.0.1' if transport == 'tcp' else os.path.join(self.folder.name, 'k')
        self.settings = dict(zip(PORTS, ports), ip=ip, transport=transport, key=key, signature_scheme='hmac-sha256', kernel_name='perch')
        self.file = os.path.join(self.folder.name, 'connection.json')
        with open(self.file, 'w') as f:
            json.dump(self.settings, f)
        self.errors = open(os.path.join(self.folder.name, 'stderr'), 'w+b')
        environment = {**(environment or {}), **self.sanitizers()}
        self.process = subprocess.Popen([program or harness.perch_path(), *arguments, '-f', self.file], stdin=subprocess.DEVNULL, stdout=self.errors, stderr=self.errors,
                                        env=harness.clean_environment(PERCH_HISTORY=os.path.join(self.folder.name, 'history'), **environment), cwd=folder or self.folder.name)
        self.context = zmq.Context()
        self.session = uuid.uuid4().hex
        self.aside, self.replies = [], []
        self.sockets = {name: self.connect(name, kind) for name, kind in (('shell', zmq.DEALER), ('control', zmq.DEALER), ('stdin', zmq.DEALER), ('iopub', zmq.SUB)) if ears or name != 'iopub'}

    def sanitizers(self):
        """What they report goes to a file: the process's own stderr is the cells'."""
        return {name: f'{os.environ[name]}:log_path={self.folder.name}/report' for name in ('ASAN_OPTIONS', 'UBSAN_OPTIONS', 'TSAN_OPTIONS') if os.environ.get(name)}

    def reports(self):
        text = ''
        for name in os.listdir(self.folder.name):
            if name.startswith('report.'):
                with open(os.path.join(self.folder.name, name), errors='replace') as f:
                    text += f.read()
        return text

    def endpoint(self, name):
        s = self.settings
        return f"{s['transport']}://{s['ip']}{':' if s['transport'] == 'tcp' else '-'}{s[name + '_port']}"

    def connect(self, name, kind, topic=b''):
        s = self.context.socket(kind)
        s.linger = 0
        if kind == zmq.DEALER:
            s.identity = self.session.encode()
        if kind == zmq.SUB:
            s.subscribe(topic)
        s.connect(self.endpoint(name))
        return s

    def __enter__(self):
        first = self.event()
        assert first.type == 'iopub_welcome', first
        self.ask('kernel_info_request')
        self.aside = [m for m in self.aside if m.parent] # ("starting" is nobody's, and comes when the subscription was sooner)
        return self

    def __exit__(self, *why):
        if self.process.poll() is None:
            self.send('control', 'shutdown_request', restart=False)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.context.destroy(0)
        GIVEN.difference_update(self.settings[name] for name in PORTS)
        said = self.reports()
        self.errors.close()
        self.folder.cleanup()
        assert not said, said[:6000]

    def log(self):
        self.errors.flush()
        with open(self.errors.name, errors='replace') as f:
            return f.read()

    # ---- sending ----
    def header(self, kind, **more):
        return {'msg_id': uuid.uuid4().hex, 'msg_type': kind, 'username': 'test', 'session': self.session, 'date': '2026-01-02T03:04:05.000006Z', 'version': '5.5', **more}

    def sign(self, parts):
        return hmac.new(self.key, b''.join(parts), hashlib.sha256).hexdigest().encode() if self.key else b''

    def frames(self, header, content, parent=None, metadata=None, buffers=()):
        four = [json.dumps(x).encode() for x in (header, parent or {}, metadata or {}, content)]
        return [b'<IDS|MSG>', self.sign(four), *four, *buffers]

    def send(self, channel, kind, parent=None, subshell=None, metadata=None, buffers=(), **content):
        h = self.header(kind, **({'subshell_id': subshell} if subshell else {}))
        self.sockets[channel].send_multipart(self.frames(h, content, parent, metadata, buffers))
        return h['msg_id']

    # ---- receiving ----
    def receive(self, channel, patience=None):
        s = self.sockets[channel]
        if not s.poll(int(1000 * (self.patience if patience is None else patience))):
            raise TimeoutError(f'nothing came on {channel}')
        frames = s.recv_multipart()
        at = frames.index(b'<IDS|MSG>')
        signature, *four = frames[at + 1:at + 6]
        assert signature == self.sign(four), 'a wrong signature'
        m = Message(zip(('header', 'parent_header', 'metadata', 'content'), map(json.loads, four)), buffers=frames[at + 6:])
        assert all(m['header'].get(k) for k in ('msg_id', 'msg_type', 'session', 'date', 'version', 'username')), m['header']
        return m

    def event(self, patience=None):
        return self.receive('iopub', patience)

    def until_idle(self, parent):
        """The events of a request between its busy and its idle; those of others are kept for who asks for them."""
        found = []
        while True:
            m = next((m for m in self.aside if m.parent == parent), None)
            if m:
                self.aside.remove(m)
            else:
                m = self.event()
            if m.parent != parent:
                self.aside.append(m)
                continue
            found.append(m)
            if m.type == 'status' and m.content['execution_state'] == 'idle':
                assert found[0].type == 'status' and found[0].content['execution_state'] == 'busy', found
                return found[1:-1]

    def answer(self, parent, channel='shell'):
        for m in self.replies:
            if m.parent == parent:
                self.replies.remove(m)
                return m
        while True:
            m = self.receive(channel)
            if m.parent == parent:
                return m
            self.replies.append(m)

    def ask(self, kind, channel='shell', **content):
        """The reply's content, and the events between busy and idle. subshell: which one."""
        parent = self.send(channel, kind, **content)
        reply = self.answer(parent, channel)
        return reply.content, self.until_idle(parent)

    def run(self, code, **more):
        return self.ask('execute_request', code=code, **{'silent': False, 'store_history': True, 'allow_stdin': False, 'stop_on_error': True, 'user_expressions': {}, **more})

    def text(self, code, **more):
        """What a cell shows: streams and results as one text."""
        shown = ''
        for m in self.run(code, **more)[1]:
            shown += m.content.get('text', '') if m.type == 'stream' else m.content['data']['text/plain'] if 'data' in m.content else m.content.get('evalue', '')
        return shown

    def start(self, code, **more):
        return self.send('shell', 'execute_request', code=code, **{'silent': False, 'store_history': True, 'allow_stdin': True, 'stop_on_error': True, 'user_expressions': {}, **more})

    def wait_for(self, kind, parent=None, channel='iopub'):
        """Until such a message has come; events stay there for until_idle."""
        for m in self.aside if parent and channel == 'iopub' else ():
            if m.type == kind and m.parent == parent:
                return m
        while True:
            m = self.receive(channel)
            if channel == 'iopub':
                self.aside.append(m)
            if m.type == kind and (parent is None or m.parent == parent):
                return m


def pause(seconds):
    time.sleep(seconds)


def kinds(events):
    return [m.type for m in events]


def play(name, tests):
    """The tests (those whose names hold one of the words of the command line), counted."""
    tally = harness.Tally(name)
    for t in tests:
        if len(sys.argv) > 1 and not any(n in t.__name__ for n in sys.argv[1:]):
            continue
        try:
            t()
            tally.check(True, t.__name__)
        except Exception as e:
            tally.check(False, t.__name__, ''.join(traceback.format_exception(e))[-3000:])
    tally.close()
