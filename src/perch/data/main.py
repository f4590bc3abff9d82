"""perch data: data sets that stand in for the ones lessons download."""
import os
import sys

from perch.mistakes.draw import amount, table
from perch.arguments import Parser, guarded
from perch.data import store
from perch.data.sets import BY_NAME, SETS
from perch.words import say


def chosen(names):
    """The sets of these names; a name that there is none of ends the command."""
    if names == ['all']:
        return SETS
    for name in names:
        if name not in BY_NAME:
            import difflib
            near = difflib.get_close_matches(name, BY_NAME, 1)
            raise SystemExit(_refused(say('data unknown', name=name) + (' ' + say('data meant', name=near[0]) if near else '')))
    return [BY_NAME[name] for name in names]


def _refused(text):
    print('perch data: ' + text, file=sys.stderr)
    return 1


def show(to):
    """What there is, whether it is made, and where it stands."""
    rows, total = [(say('data head set'), say('data head what'), say('data head made'), say('data head where'))], 0
    for one in SETS:
        held = 0
        for size in store.SIZES:
            found = store.record(one, size)
            held += sum(found['sizes'].values()) if found else 0
        total += held
        there = [place for place in dict.fromkeys(place for file, place, unpacked in store.places(one, to) if not unpacked and os.path.isfile(os.path.join(place, file.name)))]
        rows.append((one.name, one.what, amount(held) if held else '', ', '.join(there)))
    print('\n'.join(table(rows)))
    print(say('data held', bytes=amount(total) if total else '0', folder=store.top()))
    return 0


def make(names, size, to):
    status = 0
    for one in chosen(names):
        try:
            folders, total, kept = store.put(one, size, to)
        except OSError as error:
            print(f'perch data: {one.name}: {error.strerror or error}' + (f': {error.filename}' if error.filename else ''), file=sys.stderr)
            status = 1
            continue
        for path in kept:
            print(say('data kept', path=path))
        print(say('data made', name=one.name, bytes=amount(total), folders=', '.join(folders)) if folders else say('data stored', name=one.name, folder=store.folder(one, size)))
    print(say('data use'))
    return status


def where(names, to):
    for one in chosen(names):
        for file, place, unpacked in store.places(one, to):
            if not unpacked:
                path = os.path.join(place, file.name)
                print(path if os.path.isfile(path) else say('data not there', path=path))
        for file in one.files:
            for address in file.addresses:
                print(f'  …{address}')
    return 0


def main(argv):
    parser = Parser(prog='perch data', description=say('data about'))
    parser.add_argument('command', nargs='?', choices=['list', 'make', 'where'], default='list', help='list: which there are; make NAME… or all: put them where lessons look; where NAME: these places')
    parser.add_argument('names', nargs='*', metavar='NAME', help='of sets, or all')
    parser.add_argument('--to', metavar='FOLDER', help='in the place of ~/.mxnet, ./data and ../data')
    parser.add_argument('--size', choices=store.SIZES, help='small (some 200 MB for all), or as many as the originals have')
    given = parser.parse_args(argv[1:])
    if given.command == 'list':
        return show(given.to)
    if not given.names:
        parser.error(f'{given.command}: which? A NAME of perch data list, or all')
    if given.command == 'where':
        return where(given.names, given.to)
    return make(given.names, given.size, given.to)


if __name__ == '__main__':
    sys.exit(guarded(main, sys.argv))
