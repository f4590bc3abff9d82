"""sentences.py: every sentence of perch's tables has a situation in which it comes, being true, and a near one in which it does not (a part of the suite `views`).

situations.py has them. What comes in a situation must be exactly what is listed for it: a sentence that comes where it is not listed is not true there,
or the list lacks it. UNREACHABLE names the sentences that no session can be brought to say, each with the reason.
"""
import ast
import html
import os
import re
import tempfile

import mpi
from harness import in_parallel, perch_path
from situations import SITUATIONS

SKIP = 12           # letters that a sentence must have of its own: shorter ones (marks, heads of columns) are found in anything
FAR = 300           # letters that may be filled in between two pieces of a sentence
UNREACHABLE = {
    'dry network': 'no module of perch opens a socket: the guard says it of C libraries',
    'dry other': 'no module of perch makes such a call',
    'dry system': 'said where the system has no seccomp',
    'mem differs': "said when the ledger is wrong: the suite `views` looks for that in random programs",
    'missed nothing': "the kernel's (tests/kernel/subshells.py)", 'missed lost': "the kernel's",
    'edit below': 'said of a program in a file (the suite `explain`): in a session the repair that was tried is said', 'better': 'the same',
    'codes': "`perch explain` alone says it (the suite `catalogue`)", 'contents': 'the same',
    **dict.fromkeys(('repl.leave', 'repl.keys', 'repl.fix_elsewhere', 'repl.fix_done', 'repl.fix_more', 'repl.no_fix', 'repl.no_editor', 'repl.help'), "the terminal's (tests/repl/cases)"),
    **dict.fromkeys(('banner.title', 'banner.real', 'banner.simulated', 'banner.none', 'banner.help'), "the fronts' first words (tests/repl, tests/cli)"),
    **dict.fromkeys(('reset lost', 'fault real', 'modelled host'), 'said of real cards (the suite `cuda`)'),
    'history.unsaved': 'the suite `session` (history_unwritable)', 'cell.utf8': 'the same (hostile): rows are text',
    'other library': "no page of today's has one",
    'fix elsewhere': 'said of programs in files, which a session imports',
    **dict.fromkeys(('data about', 'data unknown', 'data kept', 'data use'), '`perch data` alone says it (the suite `data`)'),
    **dict.fromkeys(('data standin', 'data by hand', 'data answered'), 'said of downloads, which a test has not (the suite `data`)'),
}
BESIDE = {'error.folded', 'error.folded_one', 'fix.copy', 'ranks each'}        # come beside many others: rows do not list them
FRAMES = {'note frame'}         # around other sentences: what comes between its pieces may be anything


GAP = re.compile(r'\{[^}]*\}|%\d')       # what is filled in


def messages(path):
    """messages.def's rows, as the Python tables have them: what is filled in stands as {…}."""
    with open(path, encoding='utf-8') as file:
        rows = re.findall(r'^MESSAGE\("([^"]*)", ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")\)$', file.read(), flags=re.M)
    return {key: (ast.literal_eval(english), ast.literal_eval(chinese)) for key, english, chinese in rows if not key.startswith('why.')}      # (those stand in words.py too)


def folded(text):
    return ' '.join(text.split()).replace('%explain', 'perch explain')      # a magic says its own name in it


def form_of(text):
    """The texts that must come one after another, not far apart."""
    return [part for part in (folded(piece.replace('{{', '{').replace('}}', '}')) for piece in GAP.split(text)) if part]


def comes(parts, text):
    at = text.find(parts[0])
    while at >= 0:
        end = at + len(parts[0])
        for part in parts[1:]:
            found = text.find(part, end, end + FAR + len(part))
            if found < 0:
                break
            end = found + len(part)
        else:
            return True
        at = text.find(parts[0], at + 1)
    return False


def sentences(tables):
    """{key: forms} of the sentences that can be told from others; tables: {key: (English, Chinese)}."""
    out = {}
    for key, row in tables.items():
        forms = [form for form in row[0].split('|') if len(re.findall('[a-zA-Z]', GAP.sub('', form))) >= SKIP]
        if forms and key not in FRAMES:
            out[key] = [form_of(form) for form in forms]
    return out


def text_of(events):
    """What a cell said, on whichever front."""
    found = []
    for event in events:
        if isinstance(event, dict):
            found.append(event.get('text', ''))
            for kind, text in event.get('data', {}).items():
                found.append(html.unescape(re.sub('<[^>]*>', ' ', text)) if kind == 'text/html' else text)
    return folded('\n'.join(text for text in found if isinstance(text, str)))


def came_in(text, known):
    return {key for key, forms in known.items() if any(comes(form, text) for form in forms)}


def pip_in(home):
    """A folder with a Python whose pip fetches nothing: it knows a package `one`, and one that is `needing` others."""
    folder = os.path.join(home, 'bin')
    os.mkdir(folder)
    with open(os.path.join(folder, 'python3'), 'w', encoding='utf-8') as file:
        file.write('#!/bin/sh\ncase "$*" in *--version | *" one") exit 0 ;; *--no-deps*needing) ;; *) echo "ERROR: No matching distribution found"; exit 1 ;; esac\n'
                   'while [ $# -gt 1 ]; do [ "$1" = --target ] && place=$2/needing-1.0.dist-info; shift; done\n'
                   'mkdir -p "$place" && echo "Requires-Dist: nowhere" > "$place/METADATA"\n')
    os.chmod(file.name, 0o755)
    return folder


def played(play, situation):
    """What the last cells of a situation and of its twin say; None instead of a text: the session did not play to its end."""
    what, gpus, cells, keys, *more = situation
    twin, variables = [*more, None, None][:2]
    variables = dict(variables or {})
    other = variables.pop('twin', {})
    if variables.pop('needs', None) == 'mpi':
        variables.update(mpi.MPI, PERCH_MPI=mpi.plugin(), PATH=os.path.dirname(perch_path()) + ':' + os.environ['PATH'])
    texts = []
    for session, changed in ((cells, {}), (twin, other)):
        if session is None:
            texts.append('')
            continue
        with tempfile.TemporaryDirectory() as home:
            given = {'PERCH_NOTES': '1', 'HOME': home, 'XDG_DATA_HOME': home, 'TMPDIR': home, **variables, **changed}
            given['PATH'] = given.get('PATH') or f"{pip_in(home)}:{os.environ['PATH']}"
            events = play(session, gpus=gpus, mark='# %% silent', **given)
        texts.append(text_of(events[-1]) if len(events) == len(session) else None)
        if texts[-1] is None:
            return what, texts, str(events[-1])[-1500:]
    return what, texts, ''


def lacks(situation):
    """What a situation needs and this machine has not; '': nothing."""
    needs = (situation[5] if len(situation) > 5 else {}).get('needs')
    return mpi.MISSING if needs == 'mpi' and not mpi.plugin() else ''


def check(tally, play, tables, only=''):
    known = sentences(tables)
    chosen = [row for row in SITUATIONS if only in row[0]]
    lacking = [row for row in chosen if lacks(row)]
    for row in lacking:
        tally.skip(f'sentences: {row[0]}', lacks(row))
    chosen = [row for row in chosen if row not in lacking]
    results = list(in_parallel(lambda row: played(play, row), chosen))
    came, paired = {}, set()        # {last cell: [keys]}; the keys that came in a situation and not in its twin
    for row, (what, texts, died) in zip(chosen, results):
        if not tally.check(not died, f'sentences: {what} plays', died):
            continue
        here = came_in(texts[0], known)
        tally.check(here - BESIDE == set(row[3]), f'sentences: {what}', f'missing {sorted(set(row[3]) - here)}, not true here {sorted(here - BESIDE - set(row[3]))}\n{texts[0][-1500:]}')
        came.setdefault(row[2][-1], []).append(here)
        if len(row) > 4:
            paired |= here - came_in(texts[1], known)
    for sets in came.values():      # the same cell, otherwise a twin of the other
        paired |= set().union(*sets) - set.intersection(*sets)
    if only:
        return
    unseen = set().union(*(row[3] for row in lacking)) - paired
    for key in known:
        if key in UNREACHABLE:
            tally.check(key not in set().union(*(s for sets in came.values() for s in sets)), f'sentences: {key} has come: it is not unreachable', '')
        elif key in unseen:
            tally.skip(f'sentences: {key}', 'its situations were skipped')
        else:
            tally.check(key in paired, f'sentences: {key} has a situation in which it is true, and one in which it does not come', 'tests/session/situations.py wants a row')
