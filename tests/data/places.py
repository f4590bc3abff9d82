"""Proxies and the folders that the environment names: MXNET_HOME, MXNET_GLUON_REPO, TORCH_HOME; over the loopback server of downloads.py."""
import gzip
import http.server
import os
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import clean_environment, perch_path, slowness      # noqa: E402

BODY = b'seen by a proxy'


class Answers(http.server.BaseHTTPRequestHandler):
    """Any address, a whole one too, as a proxy is asked; which, it keeps."""
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        name = self.path.rsplit('/', 1)[-1]
        count = 4
        body = (gzip.compress(struct.pack('>4i', 2051, count, 28, 28) + bytes(784 * count)) if 'images-idx3' in name else
                gzip.compress(struct.pack('>2i', 2049, count) + bytes(range(count))) if 'labels-idx1' in name else BODY)
        self.send_response(200)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


def played(folder, code, **environment):
    """(status, what it printed, the error's last line, the addresses that were asked for)"""
    Answers.asked.clear()
    done = subprocess.run([perch_path(), '-c', code], cwd=folder, env=clean_environment(HOME=folder, no_proxy='', **environment), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120 * slowness())
    return done.returncode, done.stdout.strip(), (done.stderr.strip().splitlines() or [''])[-1], list(Answers.asked)


def check(tally):
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Answers)
    server.daemon_threads = True
    here = f'http://127.0.0.1:{server.server_address[1]}'
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = 'http://nowhere.invalid/sets/a.bin'
    for name, code in (('gluon', f"from mxnet.gluon.utils import download; download({address!r}, path='a.bin', retries=1)"), ('torch.hub', f"import torch; torch.hub.download_url_to_file({address!r}, 'a.bin', progress=False)"),
                       ('torchvision', f"from torchvision.datasets.utils import download_url; download_url({address!r}, '.', 'a.bin')"), ('urllib', f"import urllib.request; urllib.request.urlretrieve({address!r}, 'a.bin')")):
        with tempfile.TemporaryDirectory() as folder:
            status, _, said, asked = played(folder, code, http_proxy=here)
            place = os.path.join(folder, 'a.bin')
            tally.check(status == 0 and address in asked and os.path.exists(place) and open(place, 'rb').read() == BODY, f'{name}: a proxy is asked', f'{status} {said} {asked}')
            os.path.exists(place) and os.remove(place)
            status, _, said, asked = played(folder, code, http_proxy='http://127.0.0.1:9')
            tally.check(status == 1 and not asked and not os.path.exists(place), f'{name}: a proxy that is not there is an error', f'{status} {said} {asked}')
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, 'mine')
        status, out, said, asked = played(folder, "import mxnet as mx; mx.gluon.data.vision.MNIST(train=True)", MXNET_HOME=home, MXNET_GLUON_REPO=here)
        kept = [os.path.relpath(os.path.join(base, name), home) for base, _, names in os.walk(home) for name in names]
        tally.check(status == 1 and asked and all(path.startswith('/gluon/dataset/mnist/') for path in asked), 'MXNET_GLUON_REPO is where data sets are asked for', f'{status} {said} {asked}')
        tally.check(not os.path.exists(os.path.join(folder, '.mxnet')) and all(name.startswith('datasets/mnist/') for name in kept), 'MXNET_HOME is where they lie', str(kept))
        status, out, said, asked = played(folder, "from mxnet.gluon.model_zoo.model_store import get_model_file; get_model_file('resnet18_v1')", MXNET_HOME=home, MXNET_GLUON_REPO=here)
        tally.check(status == 1 and asked and all(path.startswith('/gluon/models/resnet18_v1-') for path in asked), 'and models', f'{status} {said} {asked}')
        tally.check(not [name for base, _, names in os.walk(os.path.join(home, 'models')) for name in names if name.endswith('.params')], 'of which none with another hash is left', str(os.listdir(home)))
        status, out, said, asked = played(folder, f"import torch; torch.hub.load_state_dict_from_url({here!r} + '/w.pth', progress=False)", TORCH_HOME=os.path.join(folder, 'torch'))
        tally.check(status == 1 and asked == ['/w.pth'] and os.listdir(os.path.join(folder, 'torch', 'hub', 'checkpoints')) == ['w.pth'], 'TORCH_HOME is where weights lie', f'{status} {said} {asked}')
        status, out, said, asked = played(folder, "import torch; print(torch.hub.get_dir())", TORCH_HOME=os.path.join(folder, 'torch'))
        tally.check(out == os.path.join(folder, 'torch', 'hub'), 'torch.hub.get_dir says so', out)
        status, out, said, asked = played(folder, "import torch; print(torch.hub.get_dir())", XDG_CACHE_HOME=os.path.join(folder, 'cache'))
        tally.check(out == os.path.join(folder, 'cache', 'torch', 'hub'), 'without it XDG_CACHE_HOME', out)
    server.shutdown()
