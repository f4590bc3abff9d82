"""CSV files with ragged rows, bad UTF-8, NULs, quotes left open, nothing in them; no file, no permission to a folder."""
import io
import os
import tempfile
import warnings

import numpy as np
import pandas as pd

warnings.simplefilter('ignore')
root = tempfile.mkdtemp()


def attempt(name, function):
    try:
        made = function()
        print(name, made.shape if hasattr(made, 'shape') else made, made.values.tolist() if hasattr(made, 'values') else '')
    except Exception as error:
        print(name, type(error).__name__, str(error).replace(root, '<root>').split('\n')[0].split(' in position')[0][:140]) # (pandas counts a position within the field)


def put(name, data):
    path = os.path.join(root, name)
    with open(path, 'wb') as file:
        file.write(data)
    return path


for name, data in (('ragged', b'a,b\n1,2\n3,4,5\n'), ('short', b'a,b\n1,2\n3\n'), ('empty', b''), ('head', b'a,b\n'), ('blank', b'\n\n\n')):
    attempt(name, lambda: pd.read_csv(put(name, data)))
for name, data in (('latin', 'a,b\nstra\xdfe,1\n'.encode('latin-1')), ('cut', 'a,b\n1,\u4f60'.encode()[:-1])):
    path = put(name, data)
    attempt(name, lambda: pd.read_csv(path))
    attempt(name + ' as latin-1', lambda: pd.read_csv(path, encoding='latin-1').shape)
attempt('no file', lambda: pd.read_csv(root + '/none.csv'))
for name, data in (('ragged', '1,2\n3,4,5\n'), ('words', '1,x\n2,3\n'), ('empty', '')):
    attempt('loadtxt ' + name, lambda: np.loadtxt(io.StringIO(data), delimiter=',').tolist())
    attempt('genfromtxt ' + name, lambda: np.genfromtxt(io.StringIO(data), delimiter=',').tolist())
attempt('loadtxt bytes', lambda: np.loadtxt(put('bytes', b'1,2\n\xff,3\n'), delimiter=','))
