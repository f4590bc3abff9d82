"""perch pip: packages of pure Python, in a folder of perch's own. The Python that the machine has fetches them with its pip; nothing of that Python changes."""
import os
import shutil
import subprocess
import sys

from perch.words import say

# What perch has itself, under the names that packages have: none is fetched.
OWN = {'torch', 'numpy', 'mxnet', 'tqdm', 'matplotlib', 'matplotlib-inline', 'pillow', 'torchvision', 'safetensors', 'pandas', 'scipy', 'scikit-learn', 'jupyter', 'notebook', 'ipython', 'ipykernel', 'typing-extensions'}
# Packages without compiled code, for any machine.
PURE = ['--only-binary=:all:', '--implementation', 'py', '--abi', 'none', '--platform', 'any', '--python-version', '3.11']
WITH_VALUE = {'-r', '--requirement', '-c', '--constraint', '-i', '--index-url', '--extra-index-url', '-f', '--find-links', '--timeout', '--retries', '--proxy', '-t', '--target'}


def folder():
    """Where the packages stand; the name is what sys.path knows packages of others by."""
    data = os.environ.get('XDG_DATA_HOME') or os.path.join(os.path.expanduser('~'), '.local', 'share')
    return os.path.join(data, 'perch', 'site-packages')


def _plain(requirement):
    """'torch' of 'torch==1.13.1+cpu', 'mxnet' of 'mxnet-cu112'."""
    name = ''
    for char in requirement.strip():
        if not (char.isalnum() or char in '-_.'):
            break
        name += char
    name = name.lower().replace('_', '-')
    return 'mxnet' if name.startswith('mxnet-cu') else name


def _python():
    """A Python that has pip, or None."""
    for name in ('python3', 'python'):
        path = shutil.which(name)
        if path and subprocess.call([path, '-m', 'pip', '--version'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
            return path
    return None


def _split(arguments):
    """(requirements, options) of `install`; what would put them elsewhere is left out."""
    wanted, options, rest = [], [], list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ('-t', '--target'):
            rest[:1] = []
        elif word in WITH_VALUE:
            options += [word, *rest[:1]]
            rest[:1] = []
        elif word in ('-e', '--editable'):
            wanted += rest[:1]
            rest[:1] = []
        elif word.startswith('-'):
            if word not in ('--user', '--break-system-packages') and not word.startswith('--target='):
                options.append(word)
        else:
            wanted.append(word)
    return wanted, options


def _piped(command):
    """(exit code, all that it said)."""
    # (root's warning is about the system's packages: these go to a folder of perch's own)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, PIP_ROOT_USER_ACTION='ignore'))
    return done.returncode, done.stdout.decode('utf-8', 'replace')


def _alone(python, command, options, name):
    """The package without those it asks for: as it is published, else built from its sources, if what that gives is pure Python."""
    status, text = _piped([*command, '--no-deps', name])
    if status == 0:
        return status, text
    import tempfile
    with tempfile.TemporaryDirectory() as place:
        failed, said = _piped([python, '-m', 'pip', 'wheel', '--disable-pip-version-check', '--no-input', '--no-deps', '--wheel-dir', place, *options, name])
        built = [os.path.join(place, file) for file in os.listdir(place) if file.endswith('-none-any.whl')]
        return _piped([*command, '--no-deps', *built]) if built and not failed else (status, text)


def _brought(python, command, target, wanted):
    """Of what the packages ask for, each that can be had is installed, the latest if the one asked for is not there; what that says of the rest."""
    missing = []
    for name in wanted:
        for entry in os.listdir(target):
            if not entry.endswith('.dist-info') or _plain(entry.partition('-')[0]) != _plain(name):
                continue
            with open(os.path.join(target, entry, 'METADATA'), encoding='utf-8', errors='replace') as file:
                asked = [_plain(line.partition(':')[2]) for line in file if line.startswith('Requires-Dist:') and 'extra ==' not in line]
            missing += [other for other in asked if other not in OWN and _piped([*command, other])[0]]
    return say('pip missing', list=', '.join(dict.fromkeys(missing))) + '\n' if missing else ''


def _choose_torch(requirement):
    """A version of torch that is asked for by its number: which of the two it is that torch speaks (--torch), as long as it is not imported."""
    relation = requirement.strip()[len('torch'):].strip()
    number = relation.lstrip('=~>!<').strip()
    if not relation.startswith(('==', '>=', '~=', '>')) or not number[:1].isdigit():
        return
    version = '1.13' if number.startswith('1.') and relation[0] in '=~' else '2' if number[0] >= '2' else None
    if version is None:
        return
    imported = sys.modules.get('torch')
    if imported is not None and not imported.__version__.startswith(version[:1]):
        print(say('pip torch late', version=imported.__version__))
    else:
        os.environ['PERCH_TORCH'] = version
        print(say('pip torch', version=version))


def install(python, arguments):
    wanted, options = _split(arguments)
    own = [word for word in wanted if _plain(word) in OWN]
    wanted = [word for word in wanted if word not in own]
    if own:
        print(say('pip own', list=', '.join(own)))
        for word in own:
            if _plain(word) == 'torch':
                _choose_torch(word)
    if not wanted and not any(word in options for word in ('-r', '--requirement')):
        if not own:
            print(say('pip usage'), file=sys.stderr)
        return 0 if own else 2
    target = folder()
    command = [python, '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--upgrade', '--target', target, *PURE, *options]
    done, text = _piped([*command, *wanted])
    if done and 'No matching distribution' in text and '--no-deps' not in options:
        # one that it builds on may be compiled, or perch's own; or it is there as sources alone: then each by itself
        tried = [_alone(python, command, options, name) for name in wanted]
        if all(status == 0 for status, _ in tried):
            done, text = 0, ''.join(said for _, said in tried) + say('pip alone') + '\n' + _brought(python, command, target, wanted)
    print(text, end='')
    if done:
        print(say('pip not', list=' '.join(wanted)), file=sys.stderr)
        return done
    if target not in sys.path:
        sys.path.append(target)
    print(say('pip where', folder=target))
    return 0


def uninstall(arguments):
    """By the list of files that each package has with it."""
    target, status = folder(), 0
    for name in (word for word in arguments if not word.startswith('-')):
        found = [entry for entry in (os.listdir(target) if os.path.isdir(target) else []) if entry.endswith('.dist-info') and _plain(entry.partition('-')[0]) == _plain(name)]
        if not found:
            print(say('pip none', name=name, folder=target), file=sys.stderr)
            status = 1
        for entry in found:
            _remove(target, entry)
            print(say('pip removed', name=entry[:-len('.dist-info')]))
    return status


def _remove(target, entry):
    import csv
    with open(os.path.join(target, entry, 'RECORD'), encoding='utf-8', newline='') as file:
        files = [os.path.normpath(os.path.join(target, row[0])) for row in csv.reader(file) if row]
    parents = set()
    for path in files:
        if path.startswith(target + os.sep) and os.path.isfile(path):
            os.remove(path)
            parents.add(os.path.dirname(path))
    for parent in sorted(parents, key=len, reverse=True):
        while parent.startswith(target + os.sep):
            shutil.rmtree(os.path.join(parent, '__pycache__'), ignore_errors=True)
            try:
                os.rmdir(parent)
            except OSError:
                break
            parent = os.path.dirname(parent)


def run(arguments):
    """`pip ARGUMENTS`; the exit code."""
    command, rest = (arguments[0], arguments[1:]) if arguments else ('', [])
    if command == 'uninstall':
        return uninstall(rest)
    if command not in ('install', 'list', 'freeze', 'show', '--version', '-V'):
        print(say('pip usage'), file=sys.stderr if command not in ('', 'help', '-h', '--help') else sys.stdout)
        return 0 if command in ('', 'help', '-h', '--help') else 2
    python = _python()
    if python is None:
        print(say('pip no python'), file=sys.stderr)
        return 1
    if command == 'install':
        return install(python, rest)
    where = ['--path', folder()] if command in ('list', 'freeze') else []
    environment = dict(os.environ, PYTHONPATH=folder()) if command == 'show' else None
    sys.stdout.flush()
    done = subprocess.run([python, '-m', 'pip', command, *where, *rest], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    print(done.stdout.decode('utf-8', 'replace'), end='')
    return done.returncode


def main(argv):
    import argparse
    from perch.arguments import Parser
    parser = Parser(prog='perch pip', description='Packages of pure Python, in a folder of perch\'s own: ' + folder())
    parser.add_argument('command', nargs='?', choices=['install', 'list', 'freeze', 'show', 'uninstall'], help='as pip has it')
    parser.add_argument('arguments', nargs=argparse.REMAINDER, help='names of packages, and options of pip')
    given = parser.parse_args(argv[1:])
    if given.command is None:
        parser.print_usage()
        return 0
    return run([given.command, *given.arguments])


if __name__ == '__main__':
    from perch.arguments import guarded
    sys.exit(guarded(main, sys.argv))
