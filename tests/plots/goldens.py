"""Writes goldens.json: what matplotlib's own Python draws for the programs of programs.py (Debian's python3-matplotlib 3.6.3, under /usr/bin/python3). Never edited by hand. goldens.py NAME…: these rows anew."""
import json
import os
import sys

import programs

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    import matplotlib
    scope = {'SETUP': programs.SETUP}
    exec(programs.SETUP, scope)
    exec(programs.READ, scope)
    with open(os.path.join(HERE, 'goldens.json')) as f:
        before = json.load(f) if len(sys.argv) > 1 else {}
    rows = {name: before[name] if name in before and name not in sys.argv[1:] else scope['play'](source)[0] for name, source in programs.programs()}
    with open(os.path.join(HERE, 'goldens.json'), 'w') as f:
        f.write('{"matplotlib": "%s"' % matplotlib.__version__ + ''.join(',\n%s: %s' % (json.dumps(name), json.dumps(row)) for name, row in rows.items()) + '}\n')


if __name__ == '__main__':
    main()
