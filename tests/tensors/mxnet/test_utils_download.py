"""mx.test_utils.download: what it gives back, says and refuses, from a server on this machine."""
import http.server
import logging
import os
import sys
import tempfile
import threading

import mxnet as mx

logging.basicConfig(level=logging.INFO, format='%(levelname)s %(name)s %(message)s', stream=sys.stdout)


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def attempt(*args, **options):
    try:
        print(mx.test_utils.download(*args, **options))
    except AssertionError as error:
        print(type(error).__name__, str(error).replace(str(server.server_port), 'PORT'))


class Plain(logging.Filter):
    def filter(self, record):
        record.msg, record.args = record.getMessage().replace(str(server.server_port), 'PORT'), ()
        return True


logging.getLogger().handlers[0].addFilter(Plain())
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.mkdir('there')
    with open('there/a.bin', 'wb') as file:
        file.write(b'x' * 5000)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), lambda *args: Files(*args, directory=os.path.join(folder, 'there')))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f'http://127.0.0.1:{server.server_port}/'
    attempt(url + 'a.bin')
    attempt(url + 'a.bin')
    attempt(url + 'a.bin', 'b.bin')
    attempt(url + 'a.bin', dirname='d1')
    attempt(url + 'a.bin', 'c.bin', 'd1', True)
    attempt(url + 'nothere', retries=2)
    attempt(url + 'nothere', retries=0)
    attempt(url + 'a.bin', 'd9/e/c.bin')
    attempt(url + 'a.bin', overwrite=True, retries=0)
    attempt(url + 'a.bin', overwrite=True, retries=-1)
    print(sorted(os.listdir('.')), os.listdir('d1'), os.path.getsize('d9/e/c.bin'))
    server.shutdown()
    os.chdir('/')
