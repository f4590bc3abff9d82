import http, http.client, http.server, http.cookies, http.cookiejar, json, os, socketserver, threading, urllib.error, urllib.parse, urllib.request, urllib.robotparser, wsgiref.simple_server, io, sys, socket
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, str(e).replace(str(port), 'PORT'))
port = 0
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    def answer(self, status, body, **headers):
        self.send_response(status); self.send_header('Content-Length', str(len(body)))
        for name, value in headers.items(): self.send_header(name, value)
        self.end_headers(); self.wfile.write(body)
    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == '/echo': self.answer(200, json.dumps([self.path, urllib.parse.parse_qs(url.query), self.headers.get('X-One')]).encode(), X_Two='zwei')
        elif url.path == '/away': self.answer(302, b'', Location='/echo?from=away')
        elif url.path == '/cookie': self.cookie()
        elif url.path == '/chunks':
            self.send_response(200); self.send_header('Transfer-Encoding', 'chunked'); self.end_headers()
            for piece in (b'abc', b'defgh', b''): self.wfile.write(b'%x\r\n%s\r\n' % (len(piece), piece))
        elif url.path == '/robots.txt': self.answer(200, b'User-agent: *\nDisallow: /private\n')
        else: self.send_error(404)
    def cookie(self):
        body = self.headers.get('Cookie', 'none').encode()
        self.send_response(200); self.send_header('Set-Cookie', 'a=1; Path=/'); self.send_header('Content-Length', str(len(body))); self.end_headers(); self.wfile.write(body)
    def do_POST(self): self.answer(201, self.rfile.read(int(self.headers['Content-Length']))[::-1])
    def log_message(self, *args): pass
with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler) as server:
    port = server.server_port; base = f'http://127.0.0.1:{port}'
    thread = threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.01}); thread.start()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor()); urllib.request.install_opener(opener)
    with urllib.request.urlopen(base + '/echo?x=1&y=a%20b') as r: print(r.status, r.reason, r.headers['X_Two'], r.getheader('Content-Length'), json.load(r), r.url == base + '/echo?x=1&y=a%20b')
    print(json.load(urllib.request.urlopen(urllib.request.Request(base + '/echo', headers={'X-One': 'eins'}))))
    print(urllib.request.urlopen(base + '/away').read(), urllib.request.urlopen(base + '/chunks').read(), urllib.request.urlopen(base + '/p', data=b'post').read(), urllib.request.urlopen(base + '/p', b'x').status)
    print(urllib.request.urlopen(base + '/cookie').read(), urllib.request.urlopen(base + '/cookie').read())
    err(urllib.request.urlopen, base + '/none'); err(urllib.request.urlopen, 'nothing'); err(urllib.request.urlopen, 'what://x')
    try: urllib.request.urlopen(base + '/none')
    except urllib.error.HTTPError as e: print(e.code, e.reason, e.headers['Content-Type'], b'404' in e.read()); e.close()
    c = http.client.HTTPConnection('127.0.0.1', port, timeout=5); c.request('GET', '/echo'); r = c.getresponse(); print(r.status, r.version, r.read(5), len(r.read()), r.isclosed()); c.request('PUT', '/', body='x'); r = c.getresponse(); print(r.status, r.reason, len(r.read()) > 0); c.close()
    rp = urllib.robotparser.RobotFileParser(base + '/robots.txt'); rp.read(); print(rp.can_fetch('me', base + '/private/x'), rp.can_fetch('me', base + '/public'))
    name, headers = urllib.request.urlretrieve(base + '/echo', 'pl_http'); print(name, os.path.getsize(name) > 0); os.remove(name); urllib.request.urlcleanup()
    server.shutdown(); thread.join()
err(urllib.request.urlopen, base, timeout=1); print(urllib.request.urlopen('data:text/plain,a%20b').read())
with open('pl_http', 'w') as f: f.write('file')
print(urllib.request.urlopen('file://' + os.path.abspath('pl_http')).read(), urllib.request.pathname2url('/a b'), urllib.request.url2pathname('/a%20b')); os.remove('pl_http')
print(http.HTTPStatus.NOT_FOUND, repr(http.HTTPStatus(200)), http.HTTPStatus.OK.phrase, http.HTTPMethod.GET if hasattr(http, 'HTTPMethod') else None, http.client.responses[418])
c = http.cookies.SimpleCookie('a=1; b="x y"'); c['c'] = 'z'; c['c']['max-age'] = 5; print(c, c['b'].value, c.output(header='', sep=';')); err(http.cookies.SimpleCookie().load, 'a b=c') ; err(c.__setitem__, 'a b', 1)
class Echo(socketserver.StreamRequestHandler):
    def handle(self): self.wfile.write(self.rfile.readline().upper())
with socketserver.ThreadingTCPServer(('127.0.0.1', 0), Echo) as server:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,)); thread.start()
    with socket.create_connection(server.server_address) as c: c.sendall(b'line\n'); print(c.makefile().read())
    server.shutdown(); thread.join()
def app(environ, start): start('200 OK', [('Content-Type', 'text/plain')]); return [environ['PATH_INFO'].encode()]
class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *args): pass
with wsgiref.simple_server.make_server('127.0.0.1', 0, app, handler_class=Quiet) as server:
    thread = threading.Thread(target=server.handle_request); thread.start(); print(urllib.request.urlopen(f'http://127.0.0.1:{server.server_port}/wsgi').read()); thread.join()
