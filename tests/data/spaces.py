"""No room and no permission: a limit on the size of files stands for a full disk, another user for a folder that may not be written to. Each an error in Python's words, nothing half that looks whole, and the next try is whole."""
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import clean_environment, perch_path, slowness      # noqa: E402

NOBODY = 65534
# name: (what is run, the file that it writes, how many bytes the limit leaves it)
WRITES = {
    'nd.save': ("import mxnet as mx; mx.nd.save('a.params', {'w': mx.nd.ones((300, 300))})", 'a.params', 100000),
    'torch.save': ("import torch; torch.save(torch.ones(300, 300), 'a.pth')", 'a.pth', 100000),
    'np.save': ("import numpy as np; np.save('a.npy', np.ones((300, 300)))", 'a.npy', 100000),
    'savefig': ("import matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as plt, numpy as np; plt.imshow(np.random.rand(300, 300)); plt.savefig('a.png')", 'a.png', 9000),
    'Image.save': ("from PIL import Image; import os; Image.frombytes('RGB', (300, 300), os.urandom(270000)).save('a.png')", 'a.png', 100000),
    'RecordIO': ("import mxnet as mx; record = mx.recordio.MXRecordIO('a.rec', 'w')\nfor i in range(300): record.write(b'x' * 1000)\nrecord.close()", 'a.rec', 100000),
    'csv': ("import pandas as pd, numpy as np; pd.DataFrame(np.random.rand(300, 30)).to_csv('a.csv')", 'a.csv', 50000),
}
WORDS = ('File too large', 'encoder error', 'No space')


def played(folder, code, limit=None, user=None, *more):
    def held():
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    home = os.path.join(folder, 'home')
    done = subprocess.run([perch_path(), *more, *(['-c', code] if code else [])], cwd=folder, env=clean_environment(HOME=home, http_proxy='', MPLCONFIGDIR=folder), preexec_fn=held, user=user, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=240 * slowness())
    return done.returncode, (done.stderr.strip().splitlines() or [''])[-1], done.stderr


def check(tally):
    with tempfile.TemporaryDirectory() as folder:
        for name, (code, file, limit) in WRITES.items():
            status, said, _ = played(folder, code, limit)
            tally.check(status == 1 and any(words in said for words in WORDS) or status == 1 and 'Error' in said, f'{name}: no room is an error', f'{status} {said}')
            tally.check(not os.path.exists(os.path.join(folder, file)) or os.path.getsize(os.path.join(folder, file)) <= limit, f'{name}: no more than the room there is')
            status, said, _ = played(folder, code)
            tally.check(status == 0 and os.path.getsize(os.path.join(folder, file)) > limit, f'{name}: with room it is whole', f'{status} {said}')
            os.remove(os.path.join(folder, file))
        # ---- perch data: a set that does not fit leaves none that looks whole ----
        status, said, err = played(folder, '', 20000, None, 'data', 'make', 'airfoil', '--to', os.path.join(folder, 'to'))
        tally.check(status == 1 and 'Traceback' not in err and 'airfoil' in err, 'data make: no room is said in a line', f'{status} {err}')
        tally.check(not os.path.exists(os.path.join(folder, 'to', 'airfoil_self_noise.dat')), 'data make: nothing that looks whole', str(os.path.isdir(os.path.join(folder, 'to')) and os.listdir(os.path.join(folder, 'to'))))
        status, said, err = played(folder, '', None, None, 'data', 'make', 'airfoil', '--to', os.path.join(folder, 'to'))
        tally.check(status == 0 and os.path.getsize(os.path.join(folder, 'to', 'airfoil_self_noise.dat')) > 20000, 'data make: with room it is whole', f'{status} {err}')
    if os.geteuid() == 0 and shutil.which('true') and os.access(perch_path(), os.X_OK):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            for name, (code, file, _) in WRITES.items():
                status, said, _ = played(folder, code, user=NOBODY)
                tally.check(status == 1 and ('ermission' in said or 'Error' in said) and not os.path.exists(os.path.join(folder, file)), f'{name}: no permission', f'{status} {said}')
            status, said, err = played(folder, '', None, NOBODY, 'data', 'make', 'airfoil', '--to', os.path.join(folder, 'to'))
            tally.check(status == 1 and 'ermission' in err and 'Traceback' not in err, 'data make: no permission', f'{status} {err}')
