"""Where the stand-ins stand: each made once, into a folder of perch's own, and copied from there to where the originals look for it."""
import hashlib
import io
import json
import os
import shutil
import tarfile
import tempfile
import zipfile

from perch.words import say

FORM = 1            # of what is made: another number makes all of them anew
SIZES = ('small', 'full')
NOTE = 'README.stand-in.txt'


def size():
    """PERCH_DATA is standin, or standin:full."""
    asked = os.environ.get('PERCH_DATA', '').partition(':')[2]
    return asked if asked in SIZES else 'small'


def wanted():
    """Are downloads to be answered by stand-ins?"""
    return os.environ.get('PERCH_DATA', '').partition(':')[0] == 'standin'


def top():
    data = os.environ.get('XDG_DATA_HOME') or os.path.join(os.path.expanduser('~'), '.local', 'share')
    return os.path.join(data, 'perch', 'stand-ins')


def folder(one, of=None):
    return os.path.join(top(), of or size(), one.name)


def record(one, of=None):
    """What was written down when it was made: {'form', 'sizes': {file: bytes}, 'hashes': {own: the original's}}; None: it is not made."""
    try:
        with open(os.path.join(folder(one, of), 'made.json'), encoding='utf-8') as file:
            found = json.load(file)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get('form') == FORM else None


def ready(one, of=None):
    """The folder of the set's files, which are made if they are not there."""
    there = folder(one, of)
    if record(one, of) is None:
        _make(one, of or size(), there)
    return there


def _make(one, of, there):
    os.makedirs(os.path.dirname(there), exist_ok=True)
    working = tempfile.mkdtemp(prefix='.' + one.name + '-', dir=os.path.dirname(there))
    try:
        sizes, hashes, files = {}, {}, {file.name: file for file in one.files}
        for name, data in one.make(of):
            with open(os.path.join(working, name), 'wb') as out:
                out.write(data)
            sizes[name] = len(data)
            for own, theirs in _hashes(data, (files[name].sha1, files[name].md5)):
                hashes[own] = theirs
            if one.inside:
                for member, inner in members(name, data):
                    hashes.update(_hashes(inner, (one.inside.get(os.path.basename(member)),)))
        with open(os.path.join(working, 'made.json'), 'w', encoding='utf-8') as out:
            json.dump({'form': FORM, 'sizes': sizes, 'hashes': hashes}, out)
        with open(os.path.join(working, NOTE), 'w', encoding='utf-8') as out:
            out.write(readme(one))
        if os.path.isdir(there):
            shutil.rmtree(there)
        os.rename(working, there)
    except OSError:
        shutil.rmtree(working, ignore_errors=True)
        if record(one, of) is None:     # another process may have made it meanwhile
            raise
    except BaseException:
        shutil.rmtree(working, ignore_errors=True)
        raise


def _hashes(data, theirs):
    """(own hash, the original's), for each hash of the original's that is known."""
    for other in theirs:
        if other:
            yield hashlib.new('sha1' if len(other) == 40 else 'md5', data).hexdigest(), other


def members(name, data):
    """(name, bytes) of what an archive holds; of a .gz what it is; of any other file nothing."""
    if name.endswith('.zip'):
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            yield from ((entry, file.read(entry)) for entry in file.namelist() if not entry.endswith('/'))
    elif '.tar' in name or name.endswith('.tgz'):
        with tarfile.open(fileobj=io.BytesIO(data)) as file:
            yield from ((entry.name, file.extractfile(entry).read()) for entry in file if entry.isfile())
    elif name.endswith('.gz'):
        import gzip
        yield name[:-3], gzip.decompress(data)


def readme(one):
    return (f'{one.name}: {one.what}\n\nA stand-in that perch made (perch data make {one.name}): drawn or generated, not the original, in the original\'s form. It is there so that a lesson runs\n'
            'without a network; figures that a lesson reaches with it say nothing about the original data.\n\n'
            f'{one.name}：perch 生成的替代数据，格式与原数据集相同，但并非原数据；用它得到的结果不代表原数据集。\n\nFiles: ' + ', '.join(file.name for file in one.files) + '\n')


def bases(to=None):
    """What the beginnings of places mean."""
    if to is not None:
        return {'mxnet': to, 'root': to, 'data': to}
    return {'mxnet': os.environ.get('MXNET_HOME') or os.path.join(os.path.expanduser('~'), '.mxnet'), 'root': os.path.join('.', 'data'), 'data': os.path.join('..', 'data')}


def places(one, to=None):
    """[(file, folder, unpacked)] where the originals look for its files."""
    where = bases(to)
    for file in one.files:
        for unpacked, some in ((False, file.places), (True, file.unpack)):
            for place in some:
                yield file, os.path.normpath(place.format(**where)), unpacked


def _same(path, data):
    try:
        if os.path.getsize(path) != len(data):
            return False
        with open(path, 'rb') as file:
            return file.read() == data
    except OSError:
        return False


def write(path, data):
    """The file, whole or not at all. False: another one is there already, and stays."""
    if os.path.exists(path):
        return _same(path, data)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, working = tempfile.mkstemp(prefix='.' + os.path.basename(path) + '-', dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, 'wb') as out:
            out.write(data)
        os.chmod(working, 0o644)
        os.replace(working, path)
    except BaseException:
        os.unlink(working)
        raise
    return True


def put(one, of=None, to=None):
    """Copies the set to its places: (folders, bytes, files that were not replaced because others stood there)."""
    there, folders, total, kept = ready(one, of), [], 0, []
    for file, place, unpacked in places(one, to):
        with open(os.path.join(there, file.name), 'rb') as source:
            data = source.read()
        for name, part in members(file.name, data) if unpacked else [(file.name, data)]:
            path = os.path.join(place, name)
            if write(path, part):
                total += len(part)
            else:
                kept.append(path)
        if place not in folders:
            folders.append(place)
    for place in folders:
        if os.path.isdir(place):
            with open(os.path.join(place, NOTE), 'a+', encoding='utf-8') as out:
                out.seek(0)
                if readme(one) not in out.read():
                    out.write(readme(one))
    return folders, total, kept


def told(one):
    """The sentence of a set's first use."""
    return say('data standin', name=one.name)
