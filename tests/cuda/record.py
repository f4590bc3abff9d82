"""What suite `cuda` did, part by part, for bench/emulated_card.py: seconds, checks, programs by the GPUs that they were given, figures that a part notes, and what each emulated card says of itself at its end."""
import collections
import json
import os
import re
import resource
import tempfile
import time

FIGURES = ('launches', 'graphs', 'blocks', 'threads', 'looks')
notes = collections.defaultdict(list)  # what the part that plays now has noted


def note(word, value):
    notes[word].append(value)


def laid_out(gpus, cards):
    """(cards, GPUs) of --gpus, where so many cards answer: 'cuda:0/2' is one card as two GPUs."""
    which, _, shares = gpus.split(',mem=')[0].partition('/')
    count = len(which.partition(':')[2].split(',')) if ':' in which else cards
    return count, count * int(shares or 1)


def program(gpus, code, environment):
    if gpus and gpus.startswith('cuda'):
        note('programs', [*laid_out(gpus, int(environment.get('PERCH_EMULATED_CARDS', 2))), code])


def told(said):
    """What a stand-in for one of NVIDIA's libraries says that it computed."""
    for library, counts in re.findall(r'^fake (\w+): (.*)', said, re.M):
        note('libraries', [library, {word: int(count) for count, word in re.findall(r'(\d+) ([^,]+)', counts)}])


def processor():
    """Seconds of a processor that the processes of the parts so far took."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


class Record:
    """Plays parts and keeps of each what it did, where a file was asked for."""

    def __init__(self, file):
        self.file, self.parts = file, []

    def play(self, name, part, tally):
        notes.clear()
        before, began, worked = (tally.passed, tally.failed), time.monotonic(), processor()
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, 'log')
            if self.file:
                os.environ['PERCH_EMULATED_LOG'] = log
            part(tally)
            os.environ.pop('PERCH_EMULATED_LOG', None)
            cards = [json.loads(line) for line in open(log, encoding='utf-8')] if os.path.exists(log) else []
        faults = collections.Counter()
        for card in cards:
            faults.update(card['faults'])
        self.parts.append({'name': name, 'seconds': time.monotonic() - began, 'processor': processor() - worked, 'passed': tally.passed - before[0], 'failed': tally.failed - before[1], 'processes': len(cards), 'notes': dict(notes),
                           'seeds': dict(collections.Counter(str(card['seed']) for card in cards)), 'faults': faults, **{figure: sum(card[figure] for card in cards) for figure in FIGURES}})

    def close(self):
        if self.file:
            with open(self.file, 'w', encoding='utf-8') as file:
                json.dump(self.parts, file)
