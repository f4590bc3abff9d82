"""ssl over _ssl: contexts, handshakes over sockets and in memory, certificates, errors, callbacks, timeouts, asyncio and https against a server of our own."""
import asyncio
import gc
import http.server
import os
import re
import socket
import ssl
import tempfile
import threading
import urllib.request
import warnings

CERT = """\
-----BEGIN CERTIFICATE-----
MIICWTCCAgCgAwIBAgIBATAKBggqhkjOPQQDAjAxMQswCQYDVQQGEwJYWDEOMAwG
A1UECgwFcGVyY2gxEjAQBgNVBAMMCWxvY2FsaG9zdDAgFw0wMDAxMDEwMDAwMDBa
GA8yMTAwMDEwMTAwMDAwMFowMTELMAkGA1UEBhMCWFgxDjAMBgNVBAoMBXBlcmNo
MRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATZ
apxWic7r4ShAUhcKL0JJUTF7ZA8Doxc23CNcljaBU5GMp19rsRnK2lUL0c5YepAy
bdJQdZCup8pC/z2BiRnFo4IBBTCCAQEwDwYDVR0TAQH/BAUwAwEB/zBOBgNVHREE
RzBFgglsb2NhbGhvc3SCDSouZXhhbXBsZS5vcmeHBH8AAAGHEAAAAAAAAAAAAAAA
AAAAAAGGCmh0dHA6Ly9hL2KBBXhAeS56MFYGCCsGAQUFBwEBBEowSDAjBggrBgEF
BQcwAYYXaHR0cDovL29jc3AuZXhhbXBsZS5vcmcwIQYIKwYBBQUHMAKGFWh0dHA6
Ly9jYS5leGFtcGxlLm9yZzAnBgNVHR8EIDAeMBygGqAYhhZodHRwOi8vY3JsLmV4
YW1wbGUub3JnMB0GA1UdDgQWBBRDUoNip07I2oxgeSDyiQo24ZJAhTAKBggqhkjO
PQQDAgNHADBEAiAL+uRpsH4rQaUDaFJdx7He1JpIKHwXokc5HopqCQ/DPwIgUV6z
FPmQS+8eKn4Hgb6GMqTl02z5eAmYmDudNLssbuQ=
-----END CERTIFICATE-----
"""
KEY = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2y7Ku2z7iPRtOHaA
v3SVOTJkohhm4YoRKuaqN65qtuShRANCAATZapxWic7r4ShAUhcKL0JJUTF7ZA8D
oxc23CNcljaBU5GMp19rsRnK2lUL0c5YepAybdJQdZCup8pC/z2BiRnF
-----END PRIVATE KEY-----
"""
LOCKED = """\
-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,A1376261BA4677BA57EA1D44116ABC51

Qvm09Obx+SXeJ5haRqc/wOnWSa3TQ7JqNMg5GOkyWls6qpfpEIYMqZfBJ6lcNMM4
mAeVMXIMpNNTayYeffuwK8IDtOoV2uMV7TlXZAw1tH/pHgx5eBHxLD362sZCKK+m
AVZDjLVE7bYjoGYU9JSwr1mrt5l0F/Mx0wANIAw4HPI=
-----END EC PRIVATE KEY-----
"""
folder = tempfile.mkdtemp()


def put(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.write(text)
    return path


cert, key, locked = put("cert.pem", CERT), put("key.pem", KEY), put("locked.pem", LOCKED)
both = put("both.pem", KEY + CERT)


def say(what, call, *args, **kw):
    try:
        print(what, call(*args, **kw))
    except BaseException as e:
        text = re.sub(r"_ssl\.c:\d+", "_ssl.c", str(e)).replace(folder, "DIR")
        print(what, type(e).__mro__[:2], text, [re.sub(r"_ssl\.c:\d+", "_ssl.c", repr(getattr(e, a, "-"))) for a in ("errno", "library", "reason", "verify_code", "verify_message")])


def server_context():
    c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    c.load_cert_chain(cert, key)
    return c


def client_context(**kw):
    return ssl.create_default_context(cadata=CERT, **kw)


# contexts
c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
print(c.protocol, c.verify_mode, c.check_hostname, c.maximum_version, c.options, c.verify_flags, c.post_handshake_auth, c.num_tickets, c.keylog_filename)
for name, value in [("verify_mode", ssl.CERT_NONE), ("verify_mode", 7), ("verify_mode", "x"), ("minimum_version", 5), ("maximum_version", ssl.TLSVersion.TLSv1_2), ("minimum_version", ssl.TLSVersion.MAXIMUM_SUPPORTED),
                    ("num_tickets", 1), ("num_tickets", -1), ("sni_callback", print), ("check_hostname", False), ("verify_mode", ssl.CERT_NONE), ("post_handshake_auth", True),
                    ("keylog_filename", 3), ("keylog_filename", folder + "/no/such"), ("options", 0), ("verify_flags", ssl.VERIFY_CRL_CHECK_LEAF)]:
    say(name, setattr, c, name, value)
print(c.verify_mode, c.check_hostname, c.minimum_version, c.maximum_version, c.options, c.verify_flags, c.post_handshake_auth)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    ssl.SSLContext(ssl.PROTOCOL_TLSv1_2)
    c.minimum_version = ssl.TLSVersion.TLSv1
    c.options |= ssl.OP_NO_TLSv1
    print([str(x.message) for x in w])
for bad in (-1, 99, None, "x"):
    say("protocol", ssl._ssl._SSLContext, bad)
c = client_context()
print(c.cert_store_stats(), c.get_ca_certs(), len(c.get_ca_certs(True)[0]))
for how in [dict(), dict(cafile=folder + "/none"), dict(cadata=""), dict(cadata=b""), dict(cadata="no start"), dict(cadata=b"\x30junk"), dict(cadata="\xe9"), dict(cadata=3), dict(cafile=3), dict(cadata=CERT)]:
    say("load_verify_locations", c.load_verify_locations, **how)
say("ciphers", c.set_ciphers, "nothing such")
say("ciphers", c.set_ciphers, 3)
c.set_ciphers("ECDHE+AESGCM")
print({x["name"] for x in c.get_ciphers()} >= {"ECDHE-RSA-AES128-GCM-SHA256"}, sorted(c.get_ciphers()[0]))
say("curve", c.set_ecdh_curve, "no such")
say("curve", c.set_ecdh_curve, "prime256v1")
say("alpn", c.set_alpn_protocols, ["a" * 300])
print(c.session_stats())

# keys and their passwords
c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)


def raising():
    raise ZeroDivisionError("asked")


for password in ("secret", b"secret", bytearray(b"secret"), lambda: "secret", lambda: b"secret", "wrong", 3, lambda: 3, raising, "x" * 2000, lambda: "x" * 2000):
    say("password", c.load_cert_chain, cert, locked, password=password)
for names in [(folder + "/none",), (cert,), (key,), (cert, folder + "/none"), (3,), (cert, 3), (both,)]:
    say("chain", c.load_cert_chain, *names)
say("dh", c.load_dh_params, folder + "/none")
say("dh", c.load_dh_params, cert)
print(ssl._ssl._test_decode_cert(cert))
say("decode", ssl._ssl._test_decode_cert, key)
for call in [lambda: ssl._ssl.txt2obj("1.3.6.1.5.5.7.3.1"), lambda: ssl._ssl.txt2obj("serverAuth", name=True), lambda: ssl._ssl.txt2obj("x.y"), lambda: ssl._ssl.nid2obj(129), lambda: ssl._ssl.nid2obj(-1),
             lambda: ssl._ssl.nid2obj(100000), lambda: len(ssl.RAND_bytes(9)), lambda: ssl.RAND_bytes(-1), lambda: ssl.RAND_status(), lambda: ssl.RAND_add(b"x", 1.5)]:
    say("object", call)

# memory
b = ssl.MemoryBIO()
print(b.pending, b.eof, b.read(), b.write(b"abcdef"), b.read(2), b.read(0), b.pending, b.write_eof(), b.eof, b.read(), b.eof)
for call in [lambda: b.write(b"x"), lambda: b.write("x"), lambda: b.read("x"), lambda: ssl.MemoryBIO(1)]:
    say("bio", call)


class Pair:
    """Two ends in memory; step() carries bytes."""

    def __init__(self, client=None, server=None, name="localhost", session=None):
        a, z = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = (client or client_context()).wrap_bio(a, z, server_hostname=name, session=session)
        self.server = (server or server_context()).wrap_bio(z, a, server_side=True)

    def shake(self):
        todo = [self.client, self.server]
        while todo:
            for end in list(todo):
                try:
                    end.do_handshake()
                    todo.remove(end)
                except ssl.SSLWantReadError:
                    pass


p = Pair()
say("early", p.client.getpeercert)
say("early", p.client.read)
say("early", p.client.write, b"x")
p.shake()
c, s = p.client, p.server
print(c.version(), c.cipher(), s.shared_ciphers() is not None, c.compression(), c.selected_alpn_protocol(), c.server_side, s.server_side, c.server_hostname, s.server_hostname)
print(c.getpeercert(), len(c.getpeercert(True)), s.getpeercert(), c.pending(), c.session_reused)
print(c.write(b"hello"), s.read(2), s.pending(), s.read(100), c.write(b""), s.write(bytearray(b"xyz")), c.read(0))
room = bytearray(8)
print(c.read(2, room), room, c._sslobj.read(-1, room), room)
say("read", c.read, -1)
say("read", c.read, 5)
say("read", c._sslobj.read, 5, b"fixed")
say("read", c.read, 5, 3)
print([x.get_info()["subject"] for x in c._sslobj.get_verified_chain()], c._sslobj.get_unverified_chain()[0].public_bytes() == CERT, c._sslobj.get_verified_chain()[0])
say("unwrap", c.unwrap)
say("unwrap", s.unwrap)
say("unwrap", c.unwrap)
say("after", c.read, 5)
say("after", c.write, b"x")
say("binding", c.get_channel_binding, "other")
print(type(c.session).__name__, c.session == c.session, c.session != 3, len(c.session.id) in (0, 32), c.session.has_ticket, c.session.timeout)

# names
for name in ("localhost", "a.example.org", "127.0.0.1", "::1", "other", "example.org", "", ".x", "a\0b", b"localhost", 3, "b\xfccher"):
    say("name " + repr(name), lambda: Pair(name=name).shake())
say("none", lambda: type(Pair(name=None)))
say("sides", lambda: server_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO()))
say("sides", lambda: client_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_side=True))
say("kinds", lambda: client_context()._wrap_bio(3, 4, False))
say("kinds", lambda: client_context()._wrap_socket(3, False))
say("untrusted", Pair(client=ssl.create_default_context()).shake)

# sessions, protocols, who is asked for
one = client_context()
one.maximum_version = ssl.TLSVersion.TLSv1_2
two = server_context()
p = Pair(one, two)
p.shake()
again = Pair(one, two, session=p.client.session)
again.shake()
print(again.client.session_reused, again.server.session_reused, again.client.session == p.client.session, again.client.get_channel_binding() == again.server.get_channel_binding())
say("session", lambda: Pair(client_context(), two, session=p.client.session))
say("session", lambda: Pair(one, two, session=3))
say("session", setattr, p.client, "session", p.client.session)
one.set_alpn_protocols(["foo", "bar"])
two.set_alpn_protocols(["bar"])
p = Pair(one, two)
p.shake()
print(p.client.selected_alpn_protocol(), p.server.selected_alpn_protocol())
asked = []
for answer in (None, ssl.ALERT_DESCRIPTION_ACCESS_DENIED):
    def chosen(end, name, context):
        asked.append((type(end).__name__, name, context is two))
        end.context = server_context()
        return answer
    two.sni_callback = chosen
    say("sni", lambda: Pair(one, two, "a.example.org").shake())
two.sni_callback = None
say("sni", setattr, two, "sni_callback", 3)
print(asked)

# what is said, and its secrets
seen = []
one._msg_callback = lambda conn, way, version, kind, message, data: seen.append((way, version.name, kind.name, message.name))
one.keylog_filename = folder + "/keys"
p = Pair(one, two)
p.shake()
print(seen[:4], open(folder + "/keys").read().splitlines()[0], one.keylog_filename == folder + "/keys")
one._msg_callback = None


def complains(*args):
    raise KeyError("told")


two._msg_callback = complains
say("told", lambda: Pair(one, two).shake())

# sockets
listener = socket.create_server(("127.0.0.1", 0))
port = listener.getsockname()[1]


def serve(work):
    def run():
        try:
            with listener.accept()[0] as raw, server_context().wrap_socket(raw, server_side=True) as end:
                work(end)
        except OSError:
            pass
    t = threading.Thread(target=run)
    t.start()
    return t


def echo(end):
    while data := end.recv(1000):
        end.sendall(data.upper())
    end.unwrap()


t = serve(echo)
with client_context().wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost") as end:
    end.sendall(b"abc" * 10000)
    got = b""
    while len(got) < 30000:
        got += end.recv(4096)
    print(got == b"ABC" * 10000, end.version(), end.getpeercert()["subject"], end.recv_into(bytearray(0)))
    end.settimeout(0.05)
    say("late", end.recv, 1)
    end.setblocking(False)
    say("not now", end.recv, 1)
    end.setblocking(True)
    print(end.unwrap().__class__)
t.join()
say("closed", end.recv, 1)

t = serve(lambda end: end.close())
with client_context().wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost") as end:
    say("at the end", end.recv, 5)
    say("unwrap", lambda: type(end.unwrap()))
t.join()
with socket.socket() as plain:
    plain.settimeout(0.05)
    plain.connect(("127.0.0.1", port))
    say("handshake", lambda: client_context().wrap_socket(plain, server_hostname="localhost"))
listener.accept()[0].close()

# https and asyncio
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"page " + self.path.encode())

    def log_message(self, *args):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
    site.socket = server_context().wrap_socket(site.socket, server_side=True)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    address = f"https://localhost:{site.server_port}/"
    print([urllib.request.urlopen(address + x, context=client_context()).read() for x in "ab"])
    say("untrusted", lambda: urllib.request.urlopen(address))
    site.shutdown()


async def speak():
    async def answer(reader, writer):
        writer.write((await reader.readline()).upper())
        await writer.drain()
        writer.close()
    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=server_context())
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), ssl=client_context(), server_hostname="localhost")
    writer.write(b"over tls\n")
    print(await reader.read(), writer.get_extra_info("cipher")[0])
    writer.close()
    server.close()
    await server.wait_closed()


asyncio.run(speak())
listener.close()
gc.collect()
