"""Downloads over a loopback HTTP server, as lessons make them: gluon.utils.download, torchvision, torch.hub, urllib.request: into the right place, hashes checked; wrong hashes, half a download, folders that cannot be
written to, an interrupt: an error, and no file that looks whole."""
import hashlib
import http.server
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import clean_environment, perch_path, slowness      # noqa: E402

BODY = bytes(range(256)) * 800
SHA1, SHA256, MD5 = (hashlib.new(name, BODY).hexdigest() for name in ('sha1', 'sha256', 'md5'))


class Answers(http.server.BaseHTTPRequestHandler):
    """/whole/NAME, /half/NAME (less than the head says), /stall/NAME (half, then nothing), anything else: 404."""
    stalled = threading.Event()

    def do_GET(self):
        kind = self.path.split('/')[1]
        if kind not in ('whole', 'half', 'stall'):
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header('Content-Length', str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY if kind == 'whole' else BODY[:len(BODY) // 2])
        self.wfile.flush()
        if kind == 'stall':
            self.stalled.set()
            time.sleep(20)

    def do_HEAD(self):
        self.send_response(200)
        self.send_header('Content-Length', str(len(BODY)))
        self.end_headers()

    def log_message(self, *_):
        pass


# how: (what is imported, a call of a download of {url} to the file {path} with the hash {good}, the hash)
HOW = {
    'gluon': ('from mxnet.gluon.utils import download', 'download({url!r}, path={path!r}, sha1_hash={hash!r}, retries=1)', SHA1),
    'torch.hub': ('import os, torch', 'os.makedirs(os.path.dirname({path!r}), exist_ok=True); torch.hub.download_url_to_file({url!r}, {path!r}, hash_prefix={hash!r}, progress=False)', SHA256),
    'torchvision': ('import os; from torchvision.datasets.utils import download_url', 'download_url({url!r}, os.path.dirname({path!r}), os.path.basename({path!r}), {hash!r})', MD5),
    'urllib': ('import os, urllib.request', 'os.makedirs(os.path.dirname({path!r}), exist_ok=True); urllib.request.urlretrieve({url!r}, {path!r})', None),
}


AS_PUBLISHED = ('torchvision', 'urllib')    # they write to the place itself: a part stays, and the next call replaces it


def played(folder, how, kind, path, wrong=False, stop=False):
    """(status, the error's last line, the file's bytes or None) of one download; stop: it is interrupted when half of it has come."""
    first, call, good = HOW[how]
    code = first + '\n' + call.format(url=f'http://127.0.0.1:{played.port}/{kind}/set.bin', path=path, hash=('0' if good and good[0] != '0' else '1') + good[1:] if wrong and good else good)
    Answers.stalled.clear()
    run = subprocess.Popen([perch_path(), '-c', code], cwd=folder, env=clean_environment(HOME=folder, http_proxy=''), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if stop:
        Answers.stalled.wait(60 * slowness())
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
    said = run.communicate(timeout=120 * slowness())[1]
    place = os.path.join(folder, path)
    return run.returncode, (said.strip().splitlines() or [''])[-1], open(place, 'rb').read() if os.path.isfile(place) else None


def check(tally):
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Answers)
    server.daemon_threads = True
    played.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for how in HOW:
        with tempfile.TemporaryDirectory() as folder:
            status, said, data = played(folder, how, 'whole', 'sets/deep/set.bin')
            tally.check(status == 0 and data == BODY, f'{how}: a whole download', f'{status} {said} {data and len(data)}')
            if HOW[how][2]:
                status, said, data = played(folder, how, 'whole', 'sets/wrong.bin', wrong=True)
                tally.check(status == 1 and said.strip() != '', f'{how}: a wrong hash is an error', f'{status} {said}')
            status, said, data = played(folder, how, 'half', 'sets/half.bin')
            tally.check(status == 1 and data != BODY, f'{how}: half a download is an error', f'{status} {said} {data and len(data)}')
            status, said, data = played(folder, how, 'none', 'sets/none.bin')
            tally.check(status == 1 and data is None, f'{how}: a file that is not there is an error, and none here', f'{status} {said}')
            with open(os.path.join(folder, 'file'), 'wb'):
                pass
            status, said, _ = played(folder, how, 'whole', 'file/set.bin')
            tally.check(status == 1 and 'Error' in said, f'{how}: a folder that cannot be made', f'{status} {said}')
            if os.geteuid():
                os.makedirs(os.path.join(folder, 'closed'), mode=0o555)
                status, said, _ = played(folder, how, 'whole', 'closed/set.bin')
                tally.check(status == 1 and 'Permission' in said, f'{how}: a folder without permission', f'{status} {said}')
            status, said, data = played(folder, how, 'stall', 'sets/stopped.bin', stop=True)
            tally.check(status != 0 and 'KeyboardInterrupt' in said and data != BODY and (data is None or how in AS_PUBLISHED), f'{how}: interrupted, it leaves no file that looks whole', f'{status} {said} {data and len(data)}')
            status, said, data = played(folder, how, 'whole', 'sets/stopped.bin')
            tally.check(status == 0 and data == BODY, f'{how}: asked again, it brings the whole', f'{status} {said} {data and len(data)}')
    server.shutdown()
