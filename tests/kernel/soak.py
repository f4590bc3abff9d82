"""The kernel under long use: several clients at once, random interrupts, restarts and malformed frames; no hang, no growth, no lost reply.

    tests/kernel/soak.py [--seconds 3600] [--clients 3] [--rate 40] [--seed N]       (rate: cells a second and kernel)

Two kernels are used at once: one lives all the time (its memory is watched), the other is restarted again and again. A client keeps several
requests under way; each must get its one reply, its busy and its idle, and outputs of its own alone; where no interrupt came between, the outputs must be
the right ones. tests/kernel/run.py soak runs a short one (with Jupyter's packages from PyPI).
"""
import json
import os
import random
import sys
import threading
import time

import zmq

from client import Kernel
from harness import Tally, slowness

WINDOW = 6            # requests of a client under way
PATIENCE = 60 * slowness()
GROWTH = 12 << 10     # KiB beyond what stored cells may keep
KEPT = 2.0            # KiB that a stored cell may keep (In, Out, _iN, its source for tracebacks)


def option(name, default):
    return type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


class Trouble(Exception):
    pass


class Request:
    def __init__(self, kind, content, text=None, subshell=None):
        self.kind, self.content, self.text, self.subshell = kind, content, text, subshell
        self.sent = time.monotonic()
        self.reply = self.idle = None
        self.busy, self.shown = False, []


def cells(r):
    """A random request; for cells what they must show."""
    n, own = r.randrange(1000), f'v{r.randrange(1 << 40)}' # (names are everybody's: one that no other cell has)
    def cell(code, text, **more):
        return Request('execute_request', {'code': code, 'silent': False, 'store_history': r.random() < 0.2, 'allow_stdin': True, 'stop_on_error': r.random() < 0.3,
                                           'user_expressions': {}, **more}, text)
    lines = r.choice((1, 5, 50, 2000 if r.random() < 0.05 else 10))
    rows = [
        lambda: cell(f'{n} + 1', str(n + 1)),
        lambda: cell(f'for {own} in range({lines}): print({n}, {own})\ndel {own}', ''.join(f'{n} {i}\n' for i in range(lines))),
        lambda: cell(f'import sys\nprint({n}, file=sys.stderr)\n{n}', f'{n}\n{n}'),
        lambda: cell(f'def f(x): return x / 0\nf({n})', 'ZeroDivisionError'),
        lambda: cell(f'(1 +', 'SyntaxError'),
        lambda: cell(f'display({n})\n{n}', f'{n}{n}'),
        lambda: cell(f'import threading\n{own} = threading.Thread(target=lambda: print({n}))\n{own}.start(); {own}.join()\ndel {own}', f'{n}\n'),
        lambda: cell(f'ones({n % 7 + 1}, 5).sum().asscalar()', f'{(n % 7 + 1) * 5}.0'),
        lambda: cell(f"input('{n}?')", f"'{n}?'"),
        lambda: cell(f'!echo {n}', f'{n}\n'),
        lambda: cell(f'%time {n}', None),
        lambda: cell('%where', None),
        lambda: cell('%mem', None),
        lambda: cell('x' * 2000 + f' = {n}; del ' + 'x' * 2000, ''),
        lambda: cell(f'import time\ntime.sleep({n / 50000})', ''),
        lambda: cell(f'[i for i in range({n * 100})][-1:]', None),
        lambda: Request('complete_request', {'code': 'prin', 'cursor_pos': 4}),
        lambda: Request('complete_request', {'code': 'nd.', 'cursor_pos': 3}),
        lambda: Request('inspect_request', {'code': 'len', 'cursor_pos': 3, 'detail_level': n % 2}),
        lambda: Request('is_complete_request', {'code': 'for i in x:'}),
        lambda: Request('history_request', {'hist_access_type': 'tail', 'n': 3, 'output': False, 'raw': True}),
        lambda: Request('comm_info_request', {}),
        lambda: Request('kernel_info_request', {}),
    ]
    return r.choice(rows)()


class Client(threading.Thread):
    """Sends and checks until it is told to stop; `trouble` is what went wrong."""

    def __init__(self, soak, kernel, seed):
        super().__init__(daemon=True)
        self.soak, self.kernel, self.random = soak, kernel, random.Random(seed)
        self.stop, self.trouble = threading.Event(), None
        self.under_way, self.done, self.stored = {}, 0, 0
        self.subshells = []

    def run(self):
        try:
            self.context = zmq.Context()
            self.identity = os.urandom(8).hex()
            self.sockets = {name: self.connect(name, kind) for name, kind in (('shell', zmq.DEALER), ('control', zmq.DEALER), ('stdin', zmq.DEALER), ('iopub', zmq.SUB))}
            self.poller = zmq.Poller()
            for s in self.sockets.values():
                self.poller.register(s, zmq.POLLIN)
            if not self.sockets['iopub'].poll(1000 * PATIENCE):
                raise Trouble('no welcome')
            self.work()
        except Exception as e:
            self.trouble = e if isinstance(e, Trouble) else Trouble(repr(e))
        finally:
            self.context.destroy(0)

    def connect(self, name, kind):
        s = self.context.socket(kind)
        s.linger = 0
        s.rcvhwm = 0
        if kind == zmq.DEALER:
            s.identity = self.identity.encode()
        else:
            s.subscribe(b'')
        s.connect(self.kernel.endpoint(name))
        return s

    def send(self, channel, request):
        header = self.kernel.header(request.kind, **({'subshell_id': request.subshell} if request.subshell else {}))
        self.sockets[channel].send_multipart(self.kernel.frames(header, request.content))
        self.under_way[header['msg_id']] = request

    def work(self):
        due = time.monotonic()
        while self.under_way or not self.stop.is_set():
            now = time.monotonic()
            if not self.stop.is_set() and len(self.under_way) < WINDOW and now >= due:
                self.send_one()
                due = max(due + self.soak.pause, now - 1)
            for s, _ in self.poller.poll(20):
                self.take(next(name for name, each in self.sockets.items() if each is s))
            late = [q for q in self.under_way.values() if time.monotonic() - q.sent > PATIENCE]
            if late:
                raise Trouble(f'no end of {late[0].kind} {late[0].content} reply={late[0].reply} busy={late[0].busy} idle={late[0].idle}')

    def send_one(self):
        p = self.random.random()
        if p < 0.01:
            self.soak.interrupted = time.monotonic()
            self.send('control', Request('interrupt_request', {}))
        elif p < 0.02 and len(self.subshells) < 3:
            self.send('control', Request('create_subshell_request', {}))
        elif p < 0.025 and self.subshells:
            self.send('control', Request('delete_subshell_request', {'subshell_id': self.subshells.pop()}))
        elif p < 0.03:
            self.soak.interrupted = time.monotonic() + 1e9   # until it was interrupted
            loop = Request('execute_request', {'code': 'while True: pass', 'silent': False, 'store_history': False, 'allow_stdin': False, 'stop_on_error': False, 'user_expressions': {}})
            self.send('shell', loop)
            self.loop = loop
        else:
            request = cells(self.random)
            if self.subshells and self.random.random() < 0.3:
                request.subshell = self.random.choice(self.subshells)
            self.send('shell', request)

    def take(self, channel):
        frames = self.sockets[channel].recv_multipart()
        at = frames.index(b'<IDS|MSG>')
        parent = json.loads(frames[at + 3]).get('msg_id')
        request = self.under_way.get(parent)
        if request is None:
            if channel in ('shell', 'control'):
                raise Trouble(f'a reply to nothing: {frames[at + 2:]}')
            return
        header, content = json.loads(frames[at + 2]), json.loads(frames[at + 5])
        if channel == 'stdin':
            reply = self.kernel.header('input_reply')
            self.sockets['stdin'].send_multipart(self.kernel.frames(reply, {'value': content['prompt']}, header))
            return
        if channel == 'iopub':
            self.event(request, header['msg_type'], content)
        elif request.reply is not None:
            raise Trouble(f'two replies to {request.content}')
        else:
            request.reply = content
            if request.kind == 'create_subshell_request' and content['status'] == 'ok':
                self.subshells.append(content['subshell_id'])
        if request.reply is not None and request.idle:
            del self.under_way[parent]
            self.check(request)

    def event(self, request, kind, content):
        if request.idle:
            raise Trouble(f'{kind} after idle of {request.content}')
        if kind == 'status':
            if content['execution_state'] == 'busy':
                request.busy = True
            else:
                request.idle = True
        elif not request.busy:
            raise Trouble(f'{kind} before busy')
        elif kind == 'execute_input':
            if request.content['code'] == 'while True: pass':
                self.soak.interrupts += 1
                self.send('control', Request('interrupt_request', {}))
        elif kind == 'stream' and 'Output cache limit' not in content['text']:
            request.shown.append(content['text'])
        elif kind == 'error':
            request.shown.append(content['ename'])
        elif 'data' in content:
            request.shown.append(content['data']['text/plain'])

    def check(self, request):
        self.done += 1
        reply = request.reply
        if request.content.get('code') == 'while True: pass':
            self.soak.interrupted = time.monotonic()
            return
        if request.kind != 'execute_request':
            if 'status' not in reply:
                raise Trouble(f'{request.kind}: {reply}')
            return
        self.stored += request.content['store_history']
        if reply['status'] == 'aborted' or reply.get('ename') in ('KeyboardInterrupt', 'UnknownSubshellError'):
            self.soak.stopped += 1
            return
        text = ''.join(request.shown)
        if request.text is not None and text != request.text and not self.soak.interrupted > request.sent - 1:
            raise Trouble(f'{request.content["code"]!r} showed {text[-300:]!r}, not {request.text[-300:]!r}: {str(reply)[:1000]}')


class Vandal(threading.Thread):
    """Sends what is no message."""

    def __init__(self, kernel, seed):
        super().__init__(daemon=True)
        self.kernel, self.random, self.stop, self.sent = kernel, random.Random(seed), threading.Event(), 0

    def run(self):
        context = zmq.Context()
        sockets = []
        for name in ('shell', 'control', 'stdin', 'hb'):
            s = context.socket(zmq.DEALER)
            s.linger = 0
            s.connect(self.kernel.endpoint(name))
            sockets.append(s)
        r, k = self.random, self.kernel
        replay = k.frames(k.header('kernel_info_request'), {})
        while not self.stop.wait(0.05):
            good = k.frames(k.header(r.choice(('execute_request', 'kernel_info_request', 'input_reply', 'nonsense'))), {'code': '1'})
            kind = r.randrange(6)
            if kind == 0:
                good = good[:r.randrange(len(good))] or [b'']
            elif kind == 1:
                good[r.randrange(1, len(good))] = r.randbytes(r.randrange(100))
            elif kind == 2:
                good = replay
            elif kind == 3:
                four = [b'[' * r.randrange(5000), b'{}', b'{}', b'{"a": ' * r.randrange(1, 3000)]
                good = [b'<IDS|MSG>', k.sign(four), *four]
            elif kind == 4:
                good = [r.randbytes(r.randrange(50)) for _ in range(r.randrange(1, 200))]
            else:
                four = [json.dumps(k.header('execute_request')).encode(), b'{}', b'{}', b'{"code": "\xff\xfe", "x": "' + r.randbytes(1000) + b'"}']
                good = [b'<IDS|MSG>', k.sign(four), *four]
            r.choice(sockets[:3] if r.random() < 0.9 else sockets[3:]).send_multipart(good)
            self.sent += 1
        context.destroy(0)


class Soak:
    def __init__(self):
        self.seconds, self.clients, rate, seed = option('--seconds', 3600.0), option('--clients', 3), option('--rate', 40.0), option('--seed', random.randrange(1 << 30))
        print(f'     seed {seed}', flush=True)
        self.random = random.Random(seed)
        self.pause = self.clients / rate
        self.interrupted, self.interrupts, self.stopped, self.restarts, self.done, self.malformed, self.trouble = 0.0, 0, 0, 0, 0, 0, None
        self.end = time.monotonic() + self.seconds

    def life(self, until, watch):
        """One kernel, from its start to its end; what its clients met."""
        k = Kernel()
        k.patience = PATIENCE
        shared = Life(self)
        with k:
            clients = [Client(shared, k, self.random.random()) for _ in range(self.clients)]
            vandal = Vandal(k, self.random.random())
            for t in [*clients, vandal]:
                t.start()
            begun, first = time.monotonic(), None
            while time.monotonic() < until and not any(c.trouble for c in clients) and not self.trouble and k.process.poll() is None:
                k.sockets['iopub'].setsockopt(zmq.RCVHWM, 10)
                while k.sockets['iopub'].poll(0):
                    k.sockets['iopub'].recv_multipart()
                time.sleep(0.2)
                if watch and first is None and time.monotonic() > begun + (until - begun) / 4:
                    first = memory(k), sum(c.stored for c in clients)
            for t in [*clients, vandal]:
                t.stop.set()
            for t in [*clients, vandal]:
                t.join(PATIENCE * 2)
                if t.is_alive():
                    self.trouble = self.trouble or Trouble('a client hangs')
            for c in clients:
                self.trouble = self.trouble or c.trouble
                self.done += c.done
            self.malformed += vandal.sent
            self.stopped += shared.stopped
            self.interrupts += shared.interrupts
            if k.process.poll() is not None:
                self.trouble = self.trouble or Trouble(f'the kernel died: {k.process.returncode} {k.log()[-2000:]}')
                return
            if watch and first:
                now, stored = memory(k), sum(c.stored for c in clients)
                self.grown = now - first[0], stored - first[1], first[0], now
            if self.trouble:
                return
            restart = self.random.random() < 0.7
            if restart:
                k.send('control', 'shutdown_request', restart=True)
                if k.process.wait(PATIENCE) != 0:
                    self.trouble = Trouble(f'it left with {k.process.returncode}: {k.log()[-2000:]}')
            else:
                k.process.kill()
                k.process.wait()
            self.restarts += 1

    def run(self):
        tally = Tally('soak')
        self.grown = None
        long = threading.Thread(target=self.guard, args=(self.life, self.end, True))
        long.start()
        while time.monotonic() < self.end and not self.trouble:
            self.guard(self.life, min(self.end, time.monotonic() + self.random.uniform(1, 20)), False)
        long.join()
        print(f'     {self.done} requests in {self.seconds:.0f} s ({self.done * 3600 / self.seconds:,.0f} an hour), {self.stopped} of them stopped; {self.interrupts} endless loops interrupted, '
              f'{self.restarts} kernels ended, {self.malformed} malformed messages')
        tally.check(not self.trouble, 'no hang, no lost reply, outputs right', str(self.trouble))
        if self.grown:
            more, stored, first, now = self.grown
            print(f'     memory {first / 1024:.1f} -> {now / 1024:.1f} MiB over {stored} stored cells')
            tally.check(more < GROWTH + KEPT * stored, 'no growth', f'{more} KiB more after {stored} stored cells')
        tally.close()

    def guard(self, function, *arguments):
        try:
            function(*arguments)
        except Exception as e:
            self.trouble = self.trouble or e


class Life:
    """What the clients of one kernel share."""

    def __init__(self, soak):
        self.pause, self.interrupted, self.interrupts, self.stopped = soak.pause, 0.0, 0, 0


def memory(k):
    with open(f'/proc/{k.process.pid}/status') as f:
        return next(int(line.split()[1]) for line in f if line.startswith('VmRSS:'))


if __name__ == '__main__':
    Soak().run()
