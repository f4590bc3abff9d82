import errno, os, re, select, selectors, socket, struct, sys, tempfile, threading, time
def err(f, *a, **k):
    try: print(f(*a, **k))
    except KeyError as e: print('KeyError', re.sub(r'\d+', 'N', str(e))) # numbers of descriptors
    except Exception as e: print(type(e).__name__, e, getattr(e, 'errno', None))
# names, numbers, addresses as text
print(socket.AF_INET, socket.SOCK_STREAM, repr(socket.AF_UNIX), repr(socket.SOCK_DGRAM), socket.timeout is TimeoutError, socket.error is OSError, socket.gaierror, socket.herror.__mro__)
for name in ('htons', 'ntohs', 'htonl', 'ntohl'):
    for v in (1, 0x1234, 65535, 65536, -1, 1 << 40, 'a', 2.0): err(getattr(socket, name), v)
for v in ('127.0.0.1', '1.2', '', 'x', '256.1.1.1', '0x7f.1', 5, 'a\0b'): err(socket.inet_aton, v); err(socket.inet_pton, socket.AF_INET, v)
for v in (b'\x7f\0\0\1', b'', b'12345', bytearray(4), 'abcd'): err(socket.inet_ntoa, v); err(socket.inet_ntop, socket.AF_INET, v); err(socket.inet_ntop, socket.AF_INET6, bytes(12) + b'abcd')
for v in ('::1', '::', 'fe80::1', '1::2::3', '::ffff:1.2.3.4'): err(socket.inet_pton, socket.AF_INET6, v)
err(socket.inet_pton, 77, '::1'); err(socket.inet_ntop, 77, b'1234'); err(socket.getservbyname, 'no-such'); err(socket.getservbyport, 70000); err(socket.getprotobyname, 'no-such'); err(socket.getprotobyname, 5)
err(socket.if_nametoindex, 'no-such'); err(socket.if_indextoname, 1 << 20); print((1, 'lo') in socket.if_nameindex(), socket.if_nametoindex('lo'), socket.if_indextoname(1))
print([socket.CMSG_LEN(n) for n in (0, 1, 4, 17)], [socket.CMSG_SPACE(n) for n in (0, 1, 4, 17)]); err(socket.CMSG_LEN, -1); err(socket.CMSG_SPACE, 1 << 33)
print(socket.gethostname() != '', socket.gethostbyname('127.0.0.1'), socket.gethostbyname(''), socket.gethostbyname('<broadcast>'), socket.gethostbyname('localhost'))
for a in (('127.0.0.1', 80), ('::1', 'http'), (None, 0), ('127.0.0.1', None), (b'127.0.0.1', b'25'), ('127.0.0.1', '80', 0, socket.SOCK_DGRAM), ('127.0.0.1', 80, socket.AF_INET6), (5, 80), ('x' * 70, 80), ('a..b', 80), ('127.0.0.1', 2.5)): err(socket.getaddrinfo, *a)
err(socket.getaddrinfo, 'localhost', 80, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST); err(socket.getaddrinfo, host='127.0.0.1', port=1, family=socket.AF_INET, type=socket.SOCK_STREAM)
err(socket.getnameinfo, ('127.0.0.1', 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV); err(socket.getnameinfo, ('::1', 80, 0, 0), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV); err(socket.getnameinfo, ('127.0.0.1', 80, 1), 0); err(socket.getnameinfo, 'x', 0); err(socket.getnameinfo, ('x', 80), 0)
# making one
for a in ((77,), (socket.AF_INET, 77), ('x',), (2, 1, 0, -1), (2, 1, 0, 1.5), (2, 1, 0, 9999), (2, 1, 0, 0)): err(lambda *a: socket.socket(*a).close(), *a)
s = socket.socket(); print(s.family, s.type, s.proto, s.timeout, s.gettimeout(), s.getblocking(), repr(s)[:16], s.fileno() > 2, os.get_inheritable(s.fileno()))
for v in (1.5, 0, None, 0.0000000001, 3): s.settimeout(v); print(s.gettimeout(), s.getblocking())
for v in (-1, 'x', float('nan'), float('inf'), 1e300, 1 << 70, [], b'1'): err(s.settimeout, v)
for v in (True, False, 2): s.setblocking(v); print(s.gettimeout(), s.getblocking())
for v in (('127.0.0.1', 70000), ('127.0.0.1', -1), ('127.0.0.1',), ('127.0.0.1', 1, 2), '127.0.0.1', (5, 6), ('127.0.0.1', 'x'), ('a\0b', 1), ['127.0.0.1', 1]): err(s.bind, v); err(s.connect, v)
print(s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1), s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR), s.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 4), s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 5)), s.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
for a in ((1, 2, 1025), (1, 2, -1), (1,), ('x', 2), (1, 9999)): err(s.getsockopt, *a)
for a in ((1, 2, 'x'), (1, 2, None), (1, 2, None, -1), (1, 2, 3, 4), (1, 9999, 1), (1, 2, 1 << 40)): err(s.setsockopt, *a)
err(s.getpeername); err(s.recv, 1); err(s.recv, -1); err(s.recv, 'x'); err(s.recv); err(s.send, 'text'); err(s.recv_into, b'abc'); err(s.recv_into, bytearray(3), 5); err(s.recv_into, bytearray(3), -1); err(s.sendto, b''); err(s.sendto, b'', 1, 2, 3); err(s.shutdown, 2); err(s.accept)
s.close(); s.close(); print(s.fileno(), s._closed); err(s.recv, 1); err(s.getsockname); err(s.settimeout, 1); err(s.listen); err(s.connect, ('127.0.0.1', 1))
# streams
server = socket.create_server(('127.0.0.1', 0)); where = server.getsockname()
c = socket.create_connection(where); d, peer = server.accept(); print(peer == c.getsockname(), d.getpeername() == peer, d.gettimeout(), c.sendall(b'hello'), d.recv(3), d.recv(100, socket.MSG_PEEK), d.recv(100))
b = bytearray(8); print(c.send(b'abcdef'), d.recv_into(b), b, c.send(memoryview(b'gh')), d.recv_into(memoryview(b)[6:]), b, c.sendall(bytearray(5)), d.recvfrom(3), d.recvfrom_into(b, 2), b)
with c.makefile('rwb') as f, d.makefile('r', encoding='utf-8', newline='\n') as g: f.write('zwei\nZeilen\u00e4\nrest'.encode()); f.flush(); c.shutdown(socket.SHUT_WR); print(g.readline(), list(g))
c.close(); d.close()
big = bytes(range(256)) * 8192; got = []
def drain():
    with server.accept()[0] as d:
        while piece := d.recv(65536): got.append(piece)
for timeout in (None, 5):
    got.clear(); t = threading.Thread(target=drain); t.start(); c = socket.create_connection(where); c.settimeout(timeout); print(c.sendall(big)); c.close(); t.join(); print(b''.join(got) == big)
    t = threading.Thread(target=drain); t.start(); c = socket.create_connection(where); c.settimeout(timeout); k = c.send(big); print(k == len(big) if timeout is None else k > 0); c.close(); t.join()
# timeouts
a, b = socket.socketpair(); a.settimeout(0.02); start = time.monotonic(); err(a.recv, 1); print(0.015 < time.monotonic() - start < 2); server.settimeout(0.02); err(server.accept); err(a.sendall, bytes(1 << 23))
a.setblocking(False); b.setblocking(False); err(a.recv, 1); err(a.send, bytes(1 << 20)); err(a.recv_into, bytearray(3)); server.setblocking(False); err(server.accept)
a.close(); b.close(); a, b = socket.socketpair(); err(a.recv, 1, socket.MSG_DONTWAIT); b.send(b'xy'); b.close(); print(a.recv(9), a.recv(9)); err(a.send, b'x'); a.close()
t = threading.Timer(0.05, lambda: b.sendall(b'late')); a, b = socket.socketpair(); t.start(); print(a.recv(10)); t.join(); a.close(); b.close()
socket.setdefaulttimeout(2.5); s = socket.socket(); print(socket.getdefaulttimeout(), s.gettimeout()); socket.setdefaulttimeout(None); s.close(); err(socket.setdefaulttimeout, -1)
with socket.socket() as s: s.bind(('127.0.0.1', 0)); free = s.getsockname()
for timeout in (None, 1, 0):
    with socket.socket() as s: s.settimeout(timeout); print(s.connect_ex(free) in (errno.ECONNREFUSED, errno.EINPROGRESS))
err(socket.create_connection, free, 1); err(socket.create_connection, free, all_errors=True)
server.close(); err(server.accept)
# datagrams, addresses of other families
a = socket.socket(type=socket.SOCK_DGRAM); b = socket.socket(type=socket.SOCK_DGRAM); a.bind(('127.0.0.1', 0)); b.bind(('', 0)); print(b.sendto(b'one', a.getsockname()), b.sendto(b'two2', 0, a.getsockname()), a.recvfrom(10)[0], a.recvfrom(2)[0], b.getsockname()[0]); b.connect(a.getsockname()); print(b.send(b''), a.recvfrom(5)[0]); a.close(); b.close()
with socket.socket(socket.AF_INET6) as s: err(s.bind, ('::1', 0, 1 << 20)); err(s.bind, ('::1',)); err(s.bind, 'x')
path = os.path.join(tempfile.gettempdir(), 'pl_sock')
with socket.socket(socket.AF_UNIX) as s, socket.socket(socket.AF_UNIX) as c:
    err(s.bind, 5); err(s.bind, 'x' * 200); s.bind(path); s.listen(1); c.connect(path.encode()); d, peer = s.accept(); print(repr(peer), s.getsockname() == path, c.getpeername() == path, d.getsockname() == path, repr(c.getsockname())); d.close()
os.remove(path)
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s: s.bind(b'\0perch-%d' % os.getpid()); print(s.getsockname()[:7])
# messages
a, b = socket.socketpair(); r, w = os.pipe(); print(socket.send_fds(a, [b'take', b' it'], [w]))
data, fds, flags, addr = socket.recv_fds(b, 100, 4); print(data, len(fds), flags, addr); os.write(fds[0], b'through'); print(os.read(r, 99))
for fd in (r, w, *fds): os.close(fd)
print(a.sendmsg([b'ab', bytearray(b'cd'), memoryview(b'e')]), b.recvmsg(3), b.recvmsg(10, 100)); x, y = bytearray(2), bytearray(5); print(a.sendmsg([b'12345']), b.recvmsg_into([x, y]), x, y)
err(a.sendmsg, 5); err(a.sendmsg, ['x']); err(a.sendmsg, [b''], 5); err(b.recvmsg, -1); err(b.recvmsg, 1, -1); err(b.recvmsg_into, 5)
e = a.dup(); print(e.family == a.family, e.fileno() != a.fileno()); fd = e.detach(); print(e.fileno(), e.detach()); f = socket.socket(fileno=fd); print(f.family, f.type, f.proto); f.close(); a.close(); b.close()
# waiting for several
a, b = socket.socketpair(); print(select.select([a], [b], [a], 0) == ([], [b], [])); b.send(b'x'); print(select.select([a], [], [], 5)[0] == [a], select.select([], [], [], 0.01))
for args in (([a], [], [], -1), ([a], [], [], 'x'), (5, [], []), ([-1], [], []), (['x'], [], []), ([99999], [], []), ([a], [], [], float('nan'))): err(select.select, *args)
p = select.poll(); p.register(a, select.POLLIN); p.register(b.fileno()); print(sorted(m for f, m in p.poll()), p.modify(b, 0), [m for f, m in p.poll(0)]); p.unregister(a); err(p.unregister, a); err(p.modify, a, 1); err(p.register, 'x'); err(p.register, a, -1); err(p.register, a, 1 << 20); err(p.poll, 'x'); print(p.poll(1), p.poll(0.5))
with select.epoll() as e: e.register(a, select.EPOLLIN); err(e.register, a); print([m for f, m in e.poll(1)], e.poll(0, 1) == [(a.fileno(), 1)], e.closed); e.modify(a, 0); print(e.poll(0.01)); e.unregister(a); err(e.unregister, a); err(e.poll, 'x'); err(e.poll, 1, 0)
print(e.closed); err(e.poll); err(select.epoll, 0); err(select.epoll, -2); err(select.epoll, flags=5)
for kind in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
    with kind() as sel: sel.register(a, selectors.EVENT_READ, 'data'); print([(k.data, m) for k, m in sel.select(1)]); err(sel.register, a, selectors.EVENT_READ)
a.close(); b.close(); err(select.select, [a], [], [], 0)
