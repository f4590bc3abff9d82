"""A rank that waits for cells: what mpirun starts for `%ranks start`. At the other end of its socket is the prompt (perch.steering); what goes over it are lines of JSON.

    from the prompt    {"do": "cell", "id", "text", "first", "file", "targets", "alone"}   {"do": "ask", "id", "text"} (an expression)   {"do": "status", "id"}
                       {"do": "mend", "id"}   {"do": "interrupt"}   {"do": "stop"}
    to the prompt      {"hello": rank, "key", "pid", "host"}   {"of": id, "events": [[kind, {…}]…]}, the last of a work being "done" (perch.lesson.stage)
                       {"of": id, "answer": …}   {"gone": status}, by the process that watches

The process is two: one that watches, which mpirun knows, and the rank. A rank that dies is told of with its status, and mpirun, which would end the others, does not hear of it. When the
prompt has ended, in whatever way, the socket does, and with it both.
"""
import json
import os
import queue
import select
import shutil
import socket
import sys
import threading
import time

MOST = 32 << 20         # bytes of one output that travel
PIECE = 1 << 16         # characters of a stream in one line
HUNG_UP = 0x2000        # POLLRDHUP: the other side has closed
PATIENCE = 3            # seconds that a rank has to end in when it is told to


def _connect(address):
    kind, _, rest = address.partition(':')
    if kind == 'unix':
        door = socket.socket(socket.AF_UNIX)
        door.connect(rest)
    else:
        host, _, port = rest.rpartition(':')
        door = socket.create_connection((host, int(port)))
    return door


def _number():
    """(rank, how many, rank on this machine, how many on it) as the launcher says."""
    said = os.environ.get
    rank, size = int(said('OMPI_COMM_WORLD_RANK', '0')), int(said('OMPI_COMM_WORLD_SIZE', '1'))
    return rank, size, int(said('OMPI_COMM_WORLD_LOCAL_RANK', rank)), int(said('OMPI_COMM_WORLD_LOCAL_SIZE', size))


def _tell_environment():
    """As torchrun tells its processes."""
    rank, size, here, beside = _number()
    told = {'RANK': rank, 'WORLD_SIZE': size, 'LOCAL_RANK': here, 'LOCAL_WORLD_SIZE': beside, 'ROLE_RANK': rank, 'ROLE_WORLD_SIZE': size, 'GROUP_RANK': 0, 'GROUP_WORLD_SIZE': 1, 'ROLE_NAME': 'default'}
    os.environ.update((name, str(value)) for name, value in told.items())


def _tidy(address):
    """A prompt that was killed has left its folder."""
    folder = os.path.dirname(address.removeprefix('unix:'))
    if address.startswith('unix:') and os.path.basename(folder).startswith('perch-ranks-'):
        shutil.rmtree(folder, ignore_errors=True)


def _watch(child, door, address):
    """Until the prompt has hung up and the rank has ended."""
    looks = select.poll()
    looks.register(door, HUNG_UP)
    until = None
    while True:
        hung_up = bool(looks.poll(200))
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            try:
                door.sendall(b'\n{"gone": %d}\n' % os.waitstatus_to_exitcode(status))   # (a line that it had begun ends here)
            except OSError:
                pass
            while not looks.poll(1000):         # mpirun ends the others when this process ends
                pass
            _tidy(address)
            os._exit(0)
        if hung_up:
            until = until or time.monotonic() + PATIENCE
            if time.monotonic() > until:
                os.kill(child, 9)
            time.sleep(0.05)


class _Steered:
    def __init__(self, door, key, settings):
        self.door, self.lock, self.work = door, threading.Lock(), queue.Queue()
        self.now = None             # (id, the cell's first line, since when)
        self.say(hello=_number()[0], key=key, pid=os.getpid(), host=socket.gethostname())
        from perch.lesson.stage import Stage
        self.stage = Stage(self.hear, width=settings['width'], colour=settings['colour'], front=settings['front'], progress=settings['bars'], language_=settings['language'], script_dir=settings['folder'])
        self.of, self.failed, self.pending, self.devices = 0, None, 0, ''

    # -- what is told

    def say(self, **message):
        line = json.dumps(message).encode() + b'\n'
        with self.lock:
            self.door.sendall(line)

    def hear(self, kind, event):
        """An event of the stage's, to the prompt. (Neighbouring pieces of a stream are one event already.)"""
        if kind == 'error':
            self.failed = '%s: %s' % (event['name'], event['value'])
        if kind == 'stream':
            for at in range(0, len(event['text']), PIECE):
                self.tell(kind, {'name': event['name'], 'text': event['text'][at:at + PIECE]})
            return
        size = sum(len(str(part)) for part in event.get('data', {}).values())
        if size > MOST:
            event['data'] = {'text/plain': '[an output of %d bytes: more than %d are not sent from a rank to the prompt]' % (size, MOST)}
        self.tell(kind, event)

    def tell(self, kind, event):
        self.say(of=self.of, events=[[kind, event]])

    # -- what is done, on the main thread

    def live(self):
        self.silently('perch.ranks.join()')
        self.look()
        self.count()
        threading.Thread(target=self.listen, daemon=True).start()
        self.say(ready=True)
        while True:
            try:
                message = self.work.get(timeout=0.05 if self.pending else None)
            except queue.Empty:
                self.look()
                continue
            except KeyboardInterrupt:
                continue
            getattr(self, 'do_' + message['do'])(message)

    def silently(self, call):
        """A call of perch's own, on the session's thread; what it gives, as text."""
        done = self.stage.evaluate("__import__('perch.ranks')." + call.partition('.')[2])
        if 'error' in done and done['error']:
            raise RuntimeError(done['error']['name'] + ': ' + done['error']['value'])
        return done['data'].get('text/plain', '')

    def look(self):
        """The state of its calls, which go on by being looked at."""
        state = self.silently('perch.ranks.state()')
        self.pending = int(state.rpartition(',')[2].strip(' )'))
        return state

    def count(self):
        """What is in use of its devices, for %ranks while the next cell runs."""
        try:
            self.devices = self.silently('perch.ranks.devices_text()').strip("'")
        except RuntimeError:
            pass

    def do_cell(self, message):
        self.of, self.failed = message['id'], None
        self.now = message['id'], message['text'].strip().partition('\n')[0][:80], time.monotonic()
        self.silently('perch.ranks.begins(%d, %r, %r)' % (message['number'], message['targets'], message['alone']))
        status = self.stage.execute(message['text'], message.get('file'), message.get('first', 1))
        number = self.stage.number - 1
        if status == 'exit':
            return self.leave(number)
        self.silently('perch.ranks.rests(%r)' % (self.failed or (None if status == 'ok' else 'KeyboardInterrupt')))
        state = self.look()
        self.count()
        self.now = None
        self.tell('done', {'status': status, 'number': number, 'state': state})

    def leave(self, number):
        """The cell called exit()."""
        self.silently("perch.ranks.leaves('exit()')")
        code = self.stage.close() & 255
        self.tell('done', {'status': 'exit', 'number': number, 'state': '', 'code': code})
        os._exit(code)

    def do_ask(self, message):
        done = self.stage.evaluate(message['text'])
        error = done.get('error')
        self.say(of=message['id'], answer={'error': '%s: %s' % (error['name'], error['value'])} if error else {'text': done['data'].get('text/plain', '')})

    def do_mend(self, message):
        try:
            self.silently('perch.ranks.mend()')
            self.look()
            self.say(of=message['id'], answer={'text': ''})
        except RuntimeError as error:
            self.say(of=message['id'], answer={'error': str(error)})

    def do_stop(self, message):
        os._exit(self.stage.close() & 255)

    # -- what comes meanwhile, on a thread of its own

    def listen(self):
        for line in self.door.makefile('rb', buffering=1 << 16):
            message = json.loads(line)
            what = message['do']
            if what == 'status':
                self.say(of=message['id'], answer=self.status())
            elif what == 'interrupt':
                self.stage._stage.interrupt()
            else:
                self.work.put(message)
        self.stage._stage.interrupt()
        self.work.put({'do': 'stop'})       # the prompt has ended
        time.sleep(PATIENCE)
        os._exit(0)

    def status(self):
        import _ranks
        now = self.now
        return {'pid': os.getpid(), 'memory': _resident(), 'cell': now and now[1], 'seconds': now and time.monotonic() - now[2], 'waits': _ranks.doing(), 'devices': self.devices}


def _resident():
    """Bytes of this process in memory."""
    try:
        with open('/proc/self/statm') as file:
            return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
    except (OSError, ValueError):
        return 0


def main():
    settings = json.loads(os.environ.pop('PERCH_STEERED'))
    door = _connect(settings['address'])
    child = os.fork()
    if child:
        _watch(child, door, settings['address'])
    try:
        _tell_environment()
        _Steered(door, settings['key'], settings).live()
    except (OSError, KeyboardInterrupt):        # the prompt has ended
        pass
    finally:
        sys.stderr.flush()
        os._exit(1)


if __name__ == '__main__':
    main()
