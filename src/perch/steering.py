"""Ranks that are steered from a prompt: starting them under mpirun, giving them cells, hearing what comes of these. The other end is perch.lesson.rank, which says what goes over the sockets.

The run of this process is `steering.run` (None: there is none). Nothing here shows anything: perch.folding does, and the magics (perch.magics.ranks).
"""
import atexit
import collections
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from perch.views.words import words

run = None
START_SECONDS = 60
STOP_SECONDS = 4        # for ranks to end by themselves
BACKLOG = 4 << 20       # bytes of a rank's events that are kept where nobody shows them


class RankError(RuntimeError):
    """What went wrong on ranks, in one line: their own errors have been shown."""
    _perch_bare = True


RankError.__module__ = 'builtins'               # its name is shown without a module's


def spans(numbers):
    """'0-2,5'"""
    out = []
    for number in sorted(numbers):
        if out and number == out[-1][1] + 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return ','.join(str(a) if a == b else '%d-%d' % (a, b) for a, b in out)


def status_words(status):
    """'was killed by SIGKILL', 'exited with 3'"""
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = 'signal %d' % -status
        return words('ranks killed', name=name)
    return words('ranks exited', status=status)


class Rank:
    def __init__(self, number, door, hello):
        self.number, self.door, self.pid, self.host = number, door, hello['pid'], hello['host']
        self.ready, self.gone, self.left = False, None, ()         # gone: its status; left: (what it gave exit(),)
        self.unread, self.whole = bytearray(), collections.deque()

    @property
    def alive(self):
        return self.gone is None and not self.left

    def read(self):
        """What has come: whole lines of it go to `whole` (where they stay until somebody has taken them: an interrupt may come at any time)."""
        try:
            got = self.door.recv(1 << 20)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            got = b''
        if not got:
            self.gone = 'lost' if self.gone is None else self.gone
            return
        self.unread += got
        if b'\n' in got:
            *whole, rest = bytes(self.unread).split(b'\n')
            self.unread = bytearray(rest)
            self.whole.extend(whole)

    def ending(self):
        """How it ended, in words."""
        return words('ranks left', status=self.left[0]) if self.left else words('ranks lost') if self.gone == 'lost' else status_words(self.gone)


def _size(event):
    return len(event.get('text') or '') + sum(len(str(part)) for part in event.get('data', {}).values())


class Reply:
    """What comes of one cell: events by rank, taken by whoever shows them; done: how it ended on each."""

    def __init__(self, number, targets, text, alone):
        self.number, self.targets, self.text, self.alone = number, list(targets), text, alone
        self.events = {rank: collections.deque() for rank in targets}
        self.bytes = dict.fromkeys(targets, 0)
        self.lost = dict.fromkeys(targets, 0)       # bytes that were not kept
        self.done, self.answers = {}, {}
        self.since = time.monotonic()
        self.shown = False

    @property
    def over(self):
        return all(rank in self.done for rank in self.targets)

    def hear(self, rank, kind, event):
        if rank not in self.events:
            return
        if kind == 'done':
            self.done[rank] = event
            return
        size = _size(event)
        if not self.alone and self.bytes[rank] + size > BACKLOG and kind not in ('error', 'result'):    # nobody shows them now
            self.lost[rank] += size
            return
        self.bytes[rank] += size
        self.events[rank].append((kind, event))

    def take(self, rank):
        kind, event = self.events[rank].popleft()
        self.bytes[rank] -= _size(event)
        return kind, event


class Run:
    """size ranks; how: what start() was asked, for a restart."""

    def __init__(self, size, gpus=None, hosts=None):
        self.size, self.how = size, (size, gpus, hosts)
        self.ranks, self.replies, self.asked = {}, {}, 0
        self.lock = threading.RLock()
        self.reader = None
        self.owner = os.getpid()
        self.folder = tempfile.mkdtemp(prefix='perch-ranks-')
        try:
            self._start(gpus, hosts)
        except BaseException:
            self.stop()
            raise

    # -- the beginning

    def _start(self, gpus, hosts):
        from perch.magics.system import _perch
        from perch.ranks import forget_launcher, free_port, is_one_of_several, launched, launcher
        if is_one_of_several():
            raise RankError(words('ranks within'))
        forget_launcher()
        mpirun = launcher()
        if mpirun is None:
            raise RankError(words('ranks no mpi'))
        key = os.urandom(16).hex()
        listener, address = self._listen(hosts)
        environment = launched({**os.environ, 'PERCH_STEERED': json.dumps({'address': address, 'key': key, **_front()})}, self.size, hosts)
        for name in ('RANK', 'WORLD_SIZE', 'LOCAL_RANK'):
            environment.pop(name, None)
        environment.setdefault('MASTER_ADDR', '127.0.0.1' if not hosts else socket.gethostname())
        environment.setdefault('MASTER_PORT', str(free_port()))
        if gpus:
            environment['PERCH_GPUS'] = gpus
        where = ['--host', hosts, *(part for name in ('PERCH_STEERED', 'PERCH_GPUS', 'MASTER_ADDR', 'MASTER_PORT', 'OMP_NUM_THREADS') if name in environment for part in ('-x', name))] if hosts else []
        self.said = open(os.path.join(self.folder, 'said'), 'w+b')
        self.launcher = subprocess.Popen([mpirun, '-n', str(self.size), *where, _perch(), '-m', 'perch.lesson.rank'], stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said,
                                         env=environment, start_new_session=True)      # (Ctrl-C at the terminal is the prompt's, which hands it on)
        with listener:
            self._meet(listener, key)

    def _listen(self, hosts):
        path = os.path.join(self.folder, 'door')
        if not hosts and len(os.fsencode(path)) < 100:      # (a socket's path has no more room)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen(self.size)
            return listener, 'unix:' + path
        place = socket.gethostname() if hosts else '127.0.0.1'
        listener = socket.create_server(('' if hosts else place, 0), backlog=self.size)
        return listener, 'tcp:%s:%d' % (place, listener.getsockname()[1])

    def _meet(self, listener, key):
        """Until all ranks are there and wait for cells."""
        until, strangers = time.monotonic() + START_SECONDS, []
        while len(self.ranks) < self.size or not all(rank.ready for rank in self.ranks.values()):
            ended = self.launcher.poll()
            dead = [rank for rank in self.ranks.values() if not rank.alive]
            if ended is not None or dead or time.monotonic() > until:
                how = dead[0].ending() if dead else words('ranks late', seconds=START_SECONDS) if ended is None else status_words(ended)
                raise RankError(words.count('ranks not started', self.size, said=self._last_words() or how))
            ready = select.select([listener, *strangers, *(rank.door for rank in self.ranks.values() if rank.alive)], [], [], 0.1)[0]
            if listener in ready:
                strangers.append(listener.accept()[0])
                ready.remove(listener)
            for door in [door for door in strangers if door in ready]:
                strangers.remove(door)
                self._greet(door, key)
            self._hear(0)

    def _greet(self, door, key):
        door.settimeout(5)
        line = b''
        try:
            while not line.endswith(b'\n') and len(line) < 4096:
                got = door.recv(1)
                if not got:
                    break
                line += got
            hello = json.loads(line)
            known = hello['key'] == key and hello['hello'] not in self.ranks and 0 <= hello['hello'] < self.size
        except (OSError, ValueError, KeyError, TypeError):
            known = False
        if not known:
            door.close()
            return
        door.settimeout(None)
        self.ranks[hello['hello']] = Rank(hello['hello'], door, hello)

    def _last_words(self):
        """Why ranks have not begun: what perch said, else the launcher, in one line."""
        try:
            with open(self.said.name, 'rb') as file:
                lines = [line.strip() for line in file.read()[-4000:].decode('utf-8', 'replace').splitlines() if line.strip(' -')]
        except OSError:
            return ''
        own = [line for line in lines if line.startswith('perch:')]
        return ' '.join(own[:1] or lines)[:400]

    # -- telling

    def _say(self, rank, **message):
        """False: it has ended."""
        try:
            self.ranks[rank].door.sendall(json.dumps(message).encode() + b'\n')
            return True
        except OSError:
            return False
        except BaseException:               # an interrupt in the midst of a line: what follows could not be read
            self.ranks[rank].door.shutdown(socket.SHUT_RDWR)
            raise

    def alive(self):
        return [number for number, rank in sorted(self.ranks.items()) if rank.alive]

    def busy(self):
        """Ranks whose cells have not ended: {rank: Reply}."""
        return {rank: reply for reply in self.replies.values() if reply.text is not None for rank in reply.targets if rank not in reply.done}

    def _reply(self, targets, text, alone):
        self.asked += 1
        reply = self.replies[self.asked] = Reply(self.asked, targets, text, alone)
        return reply

    def give(self, text, targets, alone, number, first=1):
        """A cell for these ranks; what comes of it is its Reply."""
        with self.lock:
            for ended in [each for each, old in self.replies.items() if old.over]:         # (the last one is %pxresult's, who holds it)
                del self.replies[ended]
            reply = self._reply(targets, text, alone)
            for rank in targets:
                self._say(rank, do='cell', id=reply.number, number=reply.number, text=text, targets=list(targets), alone=alone, first=first, file='Cell In[%d]' % number)
            self._note_dead()
        return reply

    def ask(self, what, targets, seconds, **more):
        """{rank: answer} of those that answer in time."""
        with self.lock:
            reply = self._reply(targets, None, True)
            for rank in targets:
                self._say(rank, do=what, id=reply.number, **more)
            until = time.monotonic() + seconds
            while time.monotonic() < until and not all(rank in reply.answers or not self.ranks[rank].alive for rank in targets):
                self._hear(0.05)
            del self.replies[reply.number]
            return reply.answers

    def interrupt(self, targets):
        for rank in targets:
            if self.ranks[rank].alive:
                self._say(rank, do='interrupt')

    # -- hearing

    def hear(self, seconds):
        """What has come meanwhile."""
        if self.reader is not None and threading.current_thread() is not self.reader:
            time.sleep(min(seconds, 0.02))
            return
        with self.lock:
            self._hear(seconds)

    def _hear(self, seconds):
        doors = {rank.door: rank for rank in self.ranks.values() if rank.alive}
        if not doors:
            return
        for door in select.select(list(doors), [], [], seconds)[0]:
            rank = doors[door]
            rank.read()
            while rank.whole:
                self._take(rank, rank.whole[0])
                rank.whole.popleft()
        self._note_dead()

    def _take(self, rank, line):
        try:
            message = json.loads(line) if line else {}
        except ValueError:              # a line that was begun when it died
            return
        if 'gone' in message:
            rank.gone = message['gone']
        elif 'ready' in message:
            rank.ready = True
        reply = self.replies.get(message.get('of'))
        if reply is None:
            return
        if 'answer' in message:
            reply.answers[rank.number] = message['answer']
        for kind, event in message.get('events', ()):
            reply.hear(rank.number, kind, event)
            if kind == 'done' and event['status'] == 'exit':
                rank.left = int(event['code']),

    def _note_dead(self):
        """Cells on ranks that have died have ended."""
        if self.launcher.poll() is not None:
            for rank in self.ranks.values():
                if rank.alive and not select.select([rank.door], [], [], 0)[0]:
                    rank.gone = 'lost'
        for number, rank in self.ranks.items():
            if rank.alive:
                continue
            for reply in self.replies.values():
                if number in reply.events and number not in reply.done:
                    reply.done[number] = {'status': 'gone', 'number': 0, 'state': ''}

    def read_aside(self):
        """From now on a thread hears what comes, until nothing runs: cells that nobody waits for."""
        if self.reader is None:
            self.reader = threading.Thread(target=self._read, name='perch-ranks', daemon=True)
            self.reader.start()

    def _read(self):
        try:
            while os.getpid() == self.owner:
                with self.lock:
                    if not self.busy() or not self.alive():
                        self.reader = None
                        return
                    self._hear(0.01)
                time.sleep(0.01)
        finally:
            self.reader = None

    # -- behind an error

    def mend(self):
        """The ranks of a run in which one has gone another way are brought together again; a sentence where that cannot be."""
        return [answer['error'] for answer in self.ask('mend', self.alive(), 10).values() if 'error' in answer]

    # -- the end

    def stop(self):
        """All ranks end, those that hang too."""
        if os.getpid() != self.owner:
            return
        with self.lock:
            if getattr(self, 'launcher', None) is not None:
                self._end()
            for rank in self.ranks.values():
                rank.door.close()
            if getattr(self, 'said', None):
                self.said.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self):
        busy = bool(self.busy())
        for rank in self.alive():
            if busy:
                self._say(rank, do='interrupt')
            self._say(rank, do='stop')
        until = time.monotonic() + STOP_SECONDS
        while self.alive() and time.monotonic() < until:
            self._hear(0.05)
        for rank in self.ranks.values():        # whoever still runs sees that nobody is there any more
            rank.door.close()
            if rank.alive:
                rank.gone = 'lost'
        try:
            self.launcher.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()

    def _kill(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.launcher.pid, number)
                self.launcher.wait(STOP_SECONDS)
                return
            except (OSError, subprocess.TimeoutExpired):
                continue


def _front():
    """What this prompt is like, for the sessions of the ranks."""
    import _session
    from perch.language import language
    from perch.rank_bars import are_drawn
    page = _session.front() == 'jupyter'
    return {'front': 'jupyter' if page else 'lesson', 'width': max(40, _session.width()), 'colour': bool(_session.colour()) or page, 'bars': are_drawn(), 'language': language(), 'folder': os.getcwd()}


def start(size, gpus=None, hosts=None):
    global run
    stop()
    run = Run(size, gpus, hosts)
    return run


def stop():
    """True: there was a run."""
    global run
    ended, run = run, None
    if ended is not None:
        ended.stop()
    return ended is not None


atexit.register(stop)
