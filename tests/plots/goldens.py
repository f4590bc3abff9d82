"""Writes goldens.json: what matplotlib's own Python draws for the programs of programs.py (Debian's python3-matplotlib 3.6.3, under /usr/bin/python3). Never edited by hand."""
import json
import os

import programs

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    import matplotlib
    scope = {'SETUP': programs.SETUP}
    exec(programs.SETUP, scope)
    exec(programs.READ, scope)
    rows = {name: scope['play'](source)[0] for name, source in programs.programs()}
    with open(os.path.join(HERE, 'goldens.json'), 'w') as f:
        f.write('{"matplotlib": "%s"' % matplotlib.__version__ + ''.join(',\n%s: %s' % (json.dumps(name), json.dumps(row)) for name, row in rows.items()) + '}\n')


if __name__ == '__main__':
    main()
