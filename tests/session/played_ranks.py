"""played_ranks.py: ranks that are played at the other end of the prompt's sockets, in the prompt's own process: sentences of ranks come without MPI, and at once. A first cell of
situations.py, never imported. (tests/ranks has the true ranks, whose messages these are: perch.lesson.rank says which there are.)

ranks({…}, {…}) begins a run; a rank is what it does with a message, where that is not what a good rank does: {'cell': function(message) -> messages that come back, or HANGS_UP}.
"""
import json
import socket

from perch import steering

HANGS_UP = None


def answer(message, **what):
    return [{'of': message['id'], 'answer': what}]


def done(message, status='ok', *events):
    """The end of a cell, behind what came of it."""
    return [{'of': message['id'], 'events': [*events, ['done', {'status': status, 'number': 1, 'state': ''}]]}]


def goes_on(message):
    return []


def fails_at(line):
    """A cell that has an error on this line."""
    text = f'Traceback\nCell In[1], line {line}\nValueError: no'
    return lambda message: done(message, 'error', ['error', {'name': 'ValueError', 'value': 'no', 'text': text, 'coloured': text}])


def prints(text):
    return lambda message: done(message, 'ok', ['stream', {'name': 'stdout', 'text': text}])


def asked(message, **more):
    """What the expression gives here: here is where each of these ranks is."""
    if message['text'].endswith('.state()'):
        return answer(message, text='(0, 0)')
    try:
        text = eval(message['text'])
    except Exception as error:
        return answer(message, error=f'{type(error).__name__}: {error}')
    return answer(message, text=repr(json.dumps({**json.loads(text), **more}) if more else text))


def call(verb, peer, began, agreed):
    """A call with other ranks, as _ranks.rows() has it: a collective, or a message that goes to or comes from `peer`."""
    return [1, verb, '', 'float32', False, 0, 2, 1, -1 if peer is None else peer, 0, peer is not None, 2, 8, ['In[1]:1', verb + '()'], began, agreed, agreed]


def called(*calls):
    return {'ask': lambda message: asked(message, calls=calls)}


def is_idle(message, cell=None):
    return answer(message, pid=1, memory=4096, cell=cell, seconds=cell and 1.0, waits='', devices='cpu 0 bytes')


GOOD = {'cell': done, 'ask': asked, 'status': is_idle, 'mend': lambda message: answer(message, text=''), 'interrupt': goes_on, 'stop': lambda message: [{'gone': 0}]}


class Door:
    """The prompt's socket, at whose other end each message is answered before sendall() returns."""

    def __init__(self, does):
        self.near, self.far = socket.socketpair()
        self.does, self.given = {**GOOD, **does}, None
        self.fileno, self.recv = self.near.fileno, self.near.recv

    def sendall(self, line):
        message = json.loads(line)
        if message['do'] == 'cell':
            self.given = message
        elif message['do'] == 'interrupt':
            message = {**message, 'id': self.given['id']}
        said = self.does[message['do']](message)
        if said is HANGS_UP:
            self.far.close()
            return
        for each in said:
            self.far.sendall(json.dumps(each).encode() + b'\n')

    def close(self):
        self.near.close()
        self.far.close()


class Launcher:
    def poll(self):
        return None

    def wait(self, seconds=None):
        return 0


class Played(steering.Run):
    presses = 0         # times that the person presses Ctrl-C while a cell is waited for

    def __init__(self, does):
        self.does = does
        super().__init__(len(does))

    def _start(self, gpus, hosts):
        self.launcher = Launcher()
        for number, does in enumerate(self.does):
            self.ranks[number] = steering.Rank(number, Door(does), {'pid': number + 1, 'host': does.get('host', 'here')})

    def hear(self, seconds):
        if seconds and self.presses:
            self.presses -= 1
            raise KeyboardInterrupt
        super().hear(seconds)


def ranks(*does):
    steering.run = Played(does)
    return steering.run
