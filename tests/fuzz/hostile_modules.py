"""The C modules' part of hostile.py: every function of every module of sys.builtin_module_names, and every method of an instance of every type in them.

What reaches the world outside (processes, signals, the machine's settings) or ends the process as it is asked to stays away; files are those of
a folder of its own. What waits is ended by a clock: also a wait must answer a signal's handler that raises.
"""

PARTS = {
    "db": "database()", "cur": "w.db.execute('select a, b from t')", "blob": "w.db.blobopen('t', 'b', 1)", "row": "row(w.db)", "xof": "hashlib.shake_128(b'a')", "hm": "hmac.new(b'a', b'b', 'md5')", "hash": "hashlib.sha256(b'a')",
    "blake": "hashlib.blake2b(b'a')", "md": "hashlib.md5(b'a')", "bzc": "bz2.BZ2Compressor()", "bzd": "bz2.BZ2Decompressor()", "lzc": "lzma.LZMACompressor()", "lzd": "lzma.LZMADecompressor()", "zd": "zlib.decompressobj()",
    "ctx": "ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)", "sbio": "ssl.MemoryBIO()", "sobj": "w.ctx.wrap_bio(w.sbio, ssl.MemoryBIO(), server_hostname='a')", "dbm": "_dbm.open('dbm', 'c')", "rd": "_csv.reader(w.l)", "wr": "_csv.writer(w.sio)",
    "dial": "csv.get_dialect('excel')", "pk": "_pickle.Pickler(w.bio)", "up": "_pickle.Unpickler(io.BytesIO(pickle.dumps([w.t.__class__, [1, 2], {1: 2}])))", "pb": "pickle.PickleBuffer(w.b)", "ep": "select.epoll()", "po": "select.poll()",
    "pair": "socket.socketpair()", "sock": "w.pair[0]", "sock2": "w.pair[1]", "map": "mmap.mmap(-1, 4096)", "sq": "_queue.SimpleQueue()", "prof": "_lsprof.Profiler()", "tok": "_tokenize.TokenizerIter('a = [1,\\n2]\\n')",
    "fut": "asyncio.Future(loop=loop)", "task": "asyncio.Task(coroutine(), loop=loop)", "coro": "coroutine()", "agen": "asynchronous()", "cv": "contextvars.ContextVar('a')", "cx": "contextvars.copy_context()", "tk": "w.cv.set(1)",
    "dt": "datetime.datetime(2020, 1, 2, 3, tzinfo=Zone())", "da": "datetime.date(2020, 1, 2)", "ti": "datetime.time(1, tzinfo=Zone())", "td": "datetime.timedelta(1)", "tz": "datetime.timezone(datetime.timedelta(hours=1))", "zone": "Zone()",
    "lock": "_thread.allocate_lock()", "rl": "_thread.RLock()", "loc": "_thread._local()", "sem": "semaphore()", "big": "codecs.getincrementalencoder('big5')('trap')", "bigd": "codecs.getincrementaldecoder('big5')('trap')",
    "jis": "codecs.getincrementalencoder('iso2022_jp_2')('trap')", "jisd": "codecs.getincrementaldecoder('iso2022_jp')('trap')", "sjr": "codecs.getreader('shift_jis')(w.raw)", "gbw": "codecs.getwriter('gb18030')(w.raw)",
    "mb": "codecs.lookup('euc_kr')", "xp": "pyexpat.ParserCreate()", "enc": "json.encoder.c_make_encoder(None, callback, callback, None, ':', ',', False, False, True)", "jsc": "json.scanner.c_make_scanner(json.JSONDecoder(object_hook=callback))",
    "S": "structure()", "s1": "w.S()", "U": "type('U', (ctypes.Union,), {'_fields_': [('a', ctypes.c_int), ('b', w.S)]})", "u1": "w.U()", "A": "w.S * 3", "a1": "w.A()", "ip": "ctypes.pointer(ctypes.c_int(3))", "ci": "ctypes.c_int(1)",
    "cb": "ctypes.create_string_buffer(8)", "fnp": "ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(key_callback)", "pyo": "ctypes.py_object(w.l)", "sym": "symtable.symtable('def f(a): return lambda: a', 'a', 'exec')", "tree": "ast.parse('a = [b + 1, c]')",
    "ig": "operator.itemgetter(0, 1)", "ag": "operator.attrgetter('a.b', 'c')", "mc": "operator.methodcaller('m', 1)", "br": "io.BufferedReader(w.raw)", "bw": "io.BufferedWriter(w.raw)", "bp": "io.BufferedRWPair(w.raw, w.raw)",
    "nd": "io.IncrementalNewlineDecoder(w.inc, True)", "fio": "io.FileIO('file', 'w+')", "tee": "itertools.tee(w.l)[0]", "code": "callback.__code__", "frame": "sys._getframe()",
    "tb": "traceback_of()", "scn": "os.scandir('.')", "ord": "collections.OrderedDict(a=1, b=2)", "cell": "cell()", "bm": "w.l.append", "wm": "weakref.WeakMethod(w.C().m)", "alias": "list[int]", "union": "int | str", "iv": "inspect.signature(callback)",
}
ENDLESS = """[w.l.append(w.l), w.l][1] | [w.d.update(a=w.d), w.d][1] | (lambda t: (t[0].append(t), t)[1])(([],)) | 2 ** 63 | -2 ** 63 | 2 ** 31 | -2 ** 31 - 1 | 2 ** 64 - 1 | 10 ** 400 | float("nan") | float("inf") | -1e308 | "\\0" | "a\\0b" | b"\\0" * 4 | bytearray(70000) | "\\U0010ffff" * 9 | range(2 ** 70) | 65536 | 1114112 | (2 ** 62, -1)
memoryview(w.b)[::2] | memoryview(w.ar) | memoryview(b"abcdef").cast("h") | memoryview(b"") | Path() | Index(-1) | Index(2 ** 40) | Float() | Buffer() | Own() | iter([1, "a", Trap()]) | [1, 2.5, "a", None] | "select 1" | "insert into t values (3, 'x')" | "rollback" | "shift_jis" | "utf-16" | "big5" | "strict" | "surrogateescape" | "trap" | "md5" | "file" | ("a", 1) | ("127.0.0.1", 0)"""
CHANGES = """
w.db.close() | w.cur.close() | w.db.rollback() | w.db.commit() | w.db.execute("insert into t values (9, x'00')") | w.db.execute("drop table t") | w.cur.fetchone() | w.cur.execute("select 1") | w.blob.close() | w.blob.write(b"a") | w.db.interrupt() | w.db.set_trace_callback(None) | w.db.set_progress_handler(None, 1) | w.db.create_function("f", 1, None) | w.db.create_collation("k", None)
w.ctx.__init__() | setattr(w, "sobj", None) | w.sbio.write(b"abc") | w.sbio.read() | w.sbio.write_eof() | setattr(w.ctx, "sni_callback", None) | w.dbm.close() | next(w.rd) | w.wr.writerow(w.l) | w.pk.dump(w.l) | w.pk.clear_memo() | w.up.load() | w.up.__init__(w.bio) | setattr(w.up, "memo", {}) | setattr(w.pk, "memo", {}) | w.pb.release()
w.ep.close() | w.sock.close() | w.sock2.close() | w.sock.detach() | w.sock2.send(b"a" * 9) | w.map.close() | w.map.resize(8192) | w.map.resize(1) | w.map.seek(9) | w.sq.get_nowait() | w.sq.put(Trap()) | w.prof.enable() | w.prof.disable() | w.prof.clear() | w.fut.set_result(Trap()) | w.fut.cancel() | w.fut.set_exception(ValueError()) | w.fut.add_done_callback(callback) | w.fut.remove_done_callback(callback)
w.task.cancel() | loop.ready.clear() | w.fut.__init__(loop=loop) | w.task.__init__(coroutine(), loop=loop) | w.coro.close() | w.coro.send(None) | w.agen.aclose().send(None) | w.cv.set(Trap()) | w.cv.reset(w.tk) | w.lock.release() | w.rl.release() | w.rl.acquire(False) | w.lock.acquire(False) | w.loc.__dict__.clear() | setattr(w.loc, "a", Trap())
w.big.reset() | w.bigd.reset() | w.jisd.reset() | w.bigd.setstate((b"\\xa4", 3)) | w.jisd.setstate((b"", 1 << 40)) | setattr(w.bigd, "errors", "strict") | setattr(w.big, "errors", "trap") | w.sjr.reset() | w.xp.Parse(b"<a>") | setattr(w.xp, "buffer_size", 2) | setattr(w.xp, "StartElementHandler", callback) | setattr(w.xp, "CharacterDataHandler", None) | w.br.detach() | w.bw.close() | w.bp.close() | w.fio.close()
ctypes.resize(w.cb, 4096) | ctypes.resize(w.s1, 640) | setattr(w.s1, "b", Trap()) | setattr(w.s1, "d", b"ab") | setattr(w.ip, "contents", ctypes.c_int(4)) | setattr(w.S, "x", Trap()) | setattr(w.pyo, "value", Trap()) | setattr(w.cb, "raw", b"12") | w.td.__reduce__() | w.scn.close() | next(w.scn) | w.inc.reset() | w.inc.setstate((b"a", 0)) | w.zd.decompress(b"abc") | w.bzd.decompress(b"BZh9") | w.lzd.decompress(b"\\xfd7zXZ\\0") | w.lzc.flush() | w.bzc.flush() | sys.setswitchinterval(0.001)
w.frame.clear() | setattr(w.frame, "f_lineno", 3) | setattr(w.tb, "tb_next", None) | w.cell.__init__() | setattr(w.cell, "cell_contents", Trap()) | delattr(w.cell, "cell_contents") | w.tee.__copy__() | next(w.tee) | setattr(w.tree, "body", [Trap()]) | delattr(w.tree, "body") | w.tree.body.clear()
"""
USES = """
w.db.execute(NAMES("select ?"), (T,)) | w.db.execute("select ?, ?", w.l) | w.db.execute("select :a, :b", w.d) | w.db.execute("select :a", T) | w.db.executemany("insert into t values (?, ?)", T) | w.db.executemany("insert into t values (?, ?)", [(1, T), w.l]) | w.db.executemany("insert into t values (?, ?)", w.it) | w.db.executescript("select 1; select 2") | list(w.cur) | w.cur.fetchall() | w.cur.fetchmany(T) | w.row[T] | w.row["a"] | w.row[T:T] | w.row == T | hash(w.row) | w.row.keys() | tuple(w.row)
w.db.create_function("f", 1, callback) or w.db.execute("select f(a), f(b) from t").fetchall() | w.db.create_aggregate("g", 1, Aggregate) or w.db.execute("select g(a) from t").fetchall() | w.db.create_window_function("g", 1, Aggregate) or w.db.execute("select g(a) over (order by a) from t").fetchall() | w.db.create_collation("k", key_callback) or w.db.execute("select a from t order by b collate k").fetchall() | w.db.set_authorizer(key_callback) or w.db.execute("select a from t").fetchall()
w.db.set_trace_callback(callback) or w.db.execute("select a from t").fetchall() | w.db.set_progress_handler(key_callback, 1) or w.db.execute("select a from t, t, t").fetchall() | setattr(w.db, "row_factory", callback) or w.db.execute("select a from t").fetchall() | setattr(w.db, "text_factory", callback) or w.db.execute("select 'a', 'b'").fetchall() | setattr(w.db, "row_factory", sqlite3.Row) or w.db.execute("select a from t").fetchone()[T] | sqlite3.connect(":memory:", factory=w.C) | sqlite3.connect(T, T, T, T) | w.db.iterdump() | list(w.db.iterdump()) | w.db.backup(T, progress=callback) | w.db.backup(database(), pages=1, progress=callback) | w.db.deserialize(T) | w.db.deserialize(w.db.serialize()[:dice.below(9000)]) or w.db.execute("select * from t").fetchall() | w.blob[T] | w.blob[T:T] | w.blob.__setitem__(T, T) | w.blob.__setitem__(slice(T, T), w.b) | w.blob.read(T) | w.blob.seek(T, T) | w.blob.write(w.b) | with_of(w.blob) | with_of(w.db) | sqlite3.register_adapter(Trap, callback) or w.db.execute("select ?", (T,)) | w.db.setlimit(T, T)
w.ctx.load_verify_locations(cadata=T) | w.ctx.load_verify_locations(cadata=PEM + NAMES("a")) | w.ctx.load_cert_chain(T, T, callback) | w.ctx.set_ciphers(T) | w.ctx.set_alpn_protocols(w.l) | setattr(w.ctx, "sni_callback", callback) | w.ctx.wrap_bio(w.sbio, w.sbio, server_side=T) | w.sobj.do_handshake() | w.sobj.read(T, w.b) | w.sobj.write(w.b) | w.sobj.unwrap() | shake(ssl) | w.sbio.read(T) | w.sbio.write(T) | setattr(w.ctx, "options", T) | setattr(w.ctx, "verify_mode", T) | ssl.RAND_bytes(T) | ssl.RAND_add(w.b, T) | ssl.DER_cert_to_PEM_cert(w.b) | ssl.PEM_cert_to_DER_cert(PEM) | w.ctx._msg_callback
w.dbm[T] | w.dbm.__setitem__(NAMES("a"), w.b) | w.dbm.__setitem__("a", "b") | w.dbm.keys() | w.dbm.get(NAMES("a"), T) | w.dbm.setdefault("k", T) | "a" in w.dbm | len(w.dbm) | list(w.rd) | w.wr.writerows(w.it) | w.wr.writerow(T) | csv.reader(w.it, quotechar=T) | csv.writer(w.sio, T) | csv.register_dialect("d", T) | w.pk.dump(T) | w.pk.dump([T, w.l, w.d]) | setattr(w.pk, "persistent_id", callback) or w.pk.dump(w.l) | setattr(w.pk, "reducer_override", callback) or w.pk.dump(w.o) | setattr(w.pk, "dispatch_table", w.d) or w.pk.dump(w.o) | setattr(w.up, "persistent_load", callback) | w.up.load() | pickle.loads(pickle.dumps(w.b, 5, buffer_callback=callback), buffers=w.l) | pickle.dumps(Buffer(), 5) | pickle.loads(w.b, buffers=T)
w.sock.recv(T) | w.sock.recv_into(w.b, T) | w.sock.send(w.b) | w.sock.sendto(w.b, T) | w.sock.sendmsg([w.b, T], w.l) | w.sock.recvmsg_into([w.b, w.b]) | w.sock.bind(T) | w.sock.setsockopt(T, T, T) | w.sock.getsockopt(T, T, T) | w.sock.settimeout(T) | socket.socket(T, T, T) | w.sock.ioctl | select.select(w.l, [T], [w.sock], 0) | select.select([T, w.sock], (), (), 0) | w.po.register(T, T) or w.po.poll(0) | w.ep.register(w.sock, T) or w.ep.poll(0, T) | w.map[T] | w.map[T:T] | w.map.__setitem__(T, T) | w.map.__setitem__(slice(T, T), w.b) | w.map.find(w.b, T, T) | w.map.move(T, T, T) | w.map.write(w.map) | w.map.read(T) | w.map.resize(T) | mmap.mmap(-1, T) | memoryview(w.map)[T]
w.sq.put(T) or w.sq.get(T, 0) | w.fut.add_done_callback(callback) or w.fut.set_result(T) or loop.turn() | w.task.cancel() or loop.turn() | loop.turn() | w.fut.set_exception(T) | list(w.fut) | w.fut.__await__().send(None) | next(iter(w.fut)) | repr(w.fut) | repr(w.task) | w.task.add_done_callback(callback, context=T) | asyncio.Task(T, loop=T) | asyncio.Future(loop=T) | asyncio.Task(coroutine(), loop=loop, name=T) and loop.turn() | w.cx.run(callback, T) | w.cx[T] | T in w.cx | w.cv.get(T) | w.cv.set(T) | w.cx == w.cx | contextvars.ContextVar("a", default=T).get()
datetime.datetime.fromisoformat(NAMES("2020-01-02T03:04:05")) | datetime.datetime.fromisoformat(T) | datetime.time.fromisoformat("01:02:03.12345+01:00:59.1") | datetime.datetime.strptime("1 2", NAMES("%d %m")) | datetime.datetime.fromtimestamp(T, w.zone) | w.dt - w.dt | w.dt.astimezone(w.zone) | w.dt.utcoffset() | w.dt == datetime.datetime(2020, 1, 2, tzinfo=w.zone) | hash(w.dt) | w.dt.strftime(NAMES("%z %Z")) | format(w.dt, T) | w.dt.replace(tzinfo=T) | w.ti < datetime.time(2, tzinfo=w.zone) | w.td * T | w.td / T | divmod(w.td, T) | w.dt + T | repr(w.tz) | w.dt.isoformat(T, T) | pickle.loads(pickle.dumps(w.dt)) | datetime.datetime(bytes(range(10)), T) | datetime.time(b"abcdef", w.zone) | w.dt.timetuple() | time.strftime(T, T) | time.mktime(T) | time.strftime("%Y", w.t) | time.strptime(T, T)
w.big.encode(T) | w.big.encode(NAMES("\\u4e00\\ud800a")) | w.bigd.decode(w.b) | w.bigd.decode(b"\\xa4\\xff\\xa4") | w.bigd.setstate(T) | w.big.setstate(T) | w.jis.encode("\\u3042a\\ud800") | w.jisd.decode(b"\\x1b$B$\\x22\\xff") | w.sjr.read(T) | w.sjr.readline(T) | w.sjr.readlines() | w.gbw.write(T) | w.gbw.writelines(w.l) | w.mb.encode(NAMES("a\\uac00"), "trap") | w.mb.decode(w.b, "trap") | b"\\xff\\xfe\\x80".decode("cp932", "trap") | "\\ud800\\u1234".encode("gb2312", "trap") | b"~{".decode("hz", "trap") | "\\ud800x".encode("iso2022_kr", "trap") | codecs.charmap_decode(w.b, "trap", T) | codecs.charmap_encode("ab", "trap", w.d) | codecs.charmap_build(NAMES("a" * 256)) | codecs.escape_decode(w.b) | codecs.utf_16_ex_decode(w.b, "trap", T, T) | codecs.utf_7_decode(w.b, "trap", T)
w.enc(T, T) | w.enc(w.l, 0) | w.enc(w.d, 0) | json.encoder.c_make_encoder(w.d, callback, callback, T, ":", ",", T, T, T)(w.d, 0) | w.jsc(NAMES('{"a": [1, 2.5, "b"]}'), T) | json.loads('{"a": [1, 2.5, "b"]}', object_pairs_hook=callback, parse_float=callback, parse_int=callback, parse_constant=callback) | json.decoder.scanstring(NAMES('a"'), T, T) | json.dumps(w.d, default=callback, cls=None, indent=T) | list(w.tok) | _tokenize.TokenizerIter(T) | symtable.symtable(NAMES("a"), T, "exec") | symtable.symtable(w.b, "a", "exec") | compile(w.tree, "a", "exec") | compile(ast.Expression(T), "a", "eval") | compile(ast.Module([ast.Expr(T), w.tree.body[0]], []), "a", "exec") | ast.unparse(w.tree) | ast.dump(w.tree) | copy.deepcopy(w.tree) | ast.Name(T, T) | ast.BinOp(left=w.tree, right=T)._fields
type("S2", (ctypes.Structure,), {"_fields_": T}) | type("S2", (ctypes.Structure,), {"_fields_": [("a", w.S), ("b", T)]}) | type("S2", (ctypes.Structure,), {"_fields_": [(NAMES("a"), ctypes.c_int, T)]}) | type("S2", (ctypes.Structure,), {"_fields_": w.l, "_anonymous_": T}) | type("S2", (ctypes.Structure,), {"_pack_": T, "_fields_": [("a", ctypes.c_int)]}) | type("A2", (ctypes.Array,), {"_length_": T, "_type_": ctypes.c_int}) | type("P2", (ctypes._Pointer,), {"_type_": T}) | type("N2", (ctypes._SimpleCData,), {"_type_": T}) | type("F2", (ctypes._CFuncPtr,), {"_flags_": 1, "_restype_": T, "_argtypes_": T}) | setattr(w.S, "_fields_", T)
w.S(T, T) | w.S(a=T) | setattr(w.s1, "a", T) | setattr(w.s1, "b", T) | setattr(w.s1, "c", T) | setattr(w.s1, "e", T) | setattr(w.s1, "f", w.it) | w.s1.f[T] | w.s1.f.__setitem__(T, T) | w.a1[T] | w.a1[T:T] | w.a1.__setitem__(slice(T, T), w.l) | w.a1.__setitem__(T, T) | w.A(T, T) | w.A(*w.l) | w.cb[T:T] | setattr(w.cb, "raw", w.b) | setattr(w.cb, "value", w.b) | w.S.from_buffer(w.b, T) | w.S.from_buffer(bytearray(200), T) | w.S.from_buffer_copy(w.b, T) | w.A.from_buffer_copy(bytes(400), T) | ctypes.c_int * T | w.S * T | ctypes.resize(w.s1, T) | ctypes.sizeof(T) | ctypes.pointer(T) | ctypes.byref(w.s1, T) | ctypes.POINTER(T) | ctypes.cast(T, T) | w.fnp(T) | w.fnp(3) | ctypes.CFUNCTYPE(T, T) | ctypes.CFUNCTYPE(ctypes.py_object, ctypes.py_object)(callback)(T) | ctypes.pythonapi | qsorted() | setattr(w.fnp, "argtypes", T) | setattr(w.fnp, "restype", T) | setattr(w.fnp, "errcheck", callback) or w.fnp(3) | setattr(w.ip, "contents", T) | w.ip[0:1] | w.ip.__setitem__(0, T) | ctypes.c_int(T) | ctypes.c_char(T) | ctypes.c_wchar(T) | ctypes.c_bool(T) | ctypes.c_double(T) | ctypes.c_char_p(T) | ctypes.c_void_p(T) | ctypes.py_object(T).value | setattr(w.ci, "value", T) | ctypes.create_string_buffer(T, T) | ctypes.create_unicode_buffer(T, T) | memoryview(w.s1)[T] | memoryview(w.a1).cast("B")[T] | pickle.loads(pickle.dumps(w.s1)) | w.s1.__setstate__(T) | w.s1.__setstate__((w.d, w.b)) | copy.copy(w.a1) | w.S.from_param(T) | w.A.from_param(w.l) | ctypes.c_int.from_param(T)
w.prof.enable(T, T) or callback() | w.prof.getstats() | lsprofiled() | traced(T) | sys.setprofile(callback) or change() or sys.setprofile(None) | sys.settrace(callback) or change() or sys.settrace(None) | w.frame.f_locals | w.code.replace(co_consts=(T,)) | w.code.replace(co_names=(T,)) | w.code.replace(co_flags=T) | w.code.replace(co_firstlineno=T) | w.code.replace(co_linetable=w.b) | w.code.replace(co_name=NAMES("a"), co_varnames=T) | types.CodeType(*w.l, *[T] * dice.below(17)) | exec(w.code.replace(co_linetable=bytes(dice.below(256) for _ in range(20)))) | list(w.code.co_lines()) | list(w.code.replace(co_linetable=bytes(dice.below(256) for _ in range(20))).co_positions()) | types.FunctionType(w.code, w.d, None, w.t, (w.cell,)) | types.FunctionType(callback.__code__, {}, closure=T) | types.CellType(T) | types.TracebackType(w.tb, w.frame, T, T) | setattr(w.tb, "tb_next", w.tb) | exec(w.code, w.d, T) | eval(w.code, w.d) | exec(compile("a = b", "a", "exec"), globals(), T)
w.mb.incrementaldecoder("trap").decode(w.b, T) | w.br.read(T) | w.br.readinto(w.b) | w.br.peek(T) | w.br.readline(T) | w.br.seek(T, T) | w.bw.write(w.b) | w.bw.flush() | w.bw.seek(T) | w.bp.read(T) | w.bp.write(w.b) | w.nd.decode(T, T) | w.nd.setstate(T) | w.fio.readinto(w.b) | w.fio.write(w.b) | w.fio.truncate(T) | io.open(T, T, T, T) | io.FileIO(T, T, T, callback) | io.TextIOWrapper(w.br, T, "trap", T) | w.tw.read(T) | w.tw.seek(T, T) | w.tw.tell() | w.tw.write(T) | w.tw.reconfigure(encoding=T, errors=T, newline=T) | io.TextIOWrapper(w.br, "shift_jis").readlines() | io.TextIOWrapper(w.bw, "iso2022_jp", write_through=T).write("\\u3042")
zlib.decompress(changed(zlib.compress(b"abc" * 99)), T) | w.zd.decompress(changed(zlib.compress(b"abc" * 99)), T) | zlib.decompressobj(zdict=w.b).decompress(w.b) | w.bzd.decompress(changed(bz2.compress(b"abc" * 99)), T) | w.lzd.decompress(changed(lzma.compress(b"abc" * 99)), T) | lzma.decompress(w.b, T, T, T) | lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=w.l) | lzma.LZMACompressor(filters=[{"id": T, "dict_size": T}]) | lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[w.d]) | lzma._decode_filter_properties(T, w.b) | lzma._encode_filter_properties(w.d) | marshal.loads(changed(marshal.dumps([1, (2, "a"), {3: b"c"}, 2.5, 1j, 2 ** 90, {1}]))) | marshal.loads(changed(marshal.dumps(w.code))) | marshal.load(T) | marshal.dump(w.l, T) | marshal.dumps(w.l, T) | marshal.dumps(w.d) | pickle.loads(changed(pickle.dumps([1, (2, "a"), {3: b"c"}, 2.5])))
array.array("u", T) | array.array(T, w.b) | w.ar.frombytes(w.b) | w.ar.fromlist(w.l) | w.ar.fromunicode(T) | array._array_reconstructor(array.array, T, T, w.b) | struct.pack(T, T) | struct.unpack_from("<i", w.b, T) | struct.pack_into("<ihb", w.b, T, 1, 2, 3) | w.st.pack_into(w.b, T, T, T, T) | list(struct.iter_unpack("b", w.b)) | w.m.cast(T, T) | w.m.cast("i") | operator.index(w.alias) | w.alias[T] | w.union == T | w.union[T] | isinstance(T, w.union) | os.fspath(T) | os.stat(T) | os.listdir(T) | os.scandir(T) | list(w.scn) | os.open(T, T, T) | os.utime("file", T, ns=T) | os.utime("file", (T, T)) | os.writev(T, w.l) | os.readv(T, [w.b, T]) | os.putenv(T, T) | os.path._path_normpath(T) | os.sched_getaffinity(T) | os.stat_result(w.l) | time.struct_time(T) | os.terminal_size(T)
w.xp.Parse(changed(b"<a b='c'><!-- d --><d/>text</a>"), T) | setattr(w.xp, "StartElementHandler", callback) or setattr(w.xp, "EndElementHandler", callback) or w.xp.Parse(b"<a b='c'><d/>text</a>") | w.xp.ParseFile(T) | w.xp.ExternalEntityParserCreate(T, T) | w.xp.SetBase(T) | readline.set_completer(callback) | readline.add_history(T) | readline.replace_history_item(T, T) | readline.remove_history_item(T) | readline.parse_and_bind(T) | readline.set_completer_delims(T) | readline.read_history_file(T) | readline.append_history_file(T, T) | w.hm.update(T) | hashlib.new(T, T) | hashlib.scrypt(w.b, salt=T, n=T, r=T, p=T) | hashlib.pbkdf2_hmac("md5", w.b, w.b, T, T) | w.blake.update(w.b) | hashlib.blake2b(w.b, digest_size=T, key=w.b, salt=T, tree=T) | w.xof.hexdigest(T) | _weakref.proxy(w.o, T) | weakref.ref(T, T) | w.wm() | _abc._abc_register(w.C, T) | _abc._abc_subclasscheck(w.C, T) | _warnings.warn(T, T, T, T) | _warnings.warn_explicit(T, T, T, T, T, T) | warnings.warn("a", T) | _imp.create_builtin(T) | _imp.source_hash(T, w.b) | _imp.find_frozen(T) | _tracemalloc.start(T) | tracemalloc.get_object_traceback(T) | _tracemalloc._get_traces() | faulthandler.dump_traceback(T) | faulthandler.enable(T, T) | sys.audit(T, T) | sys.audit("a", *w.l) | sys.getsizeof(T, T) | sys.intern(T) | sys.set_asyncgen_hooks(T, T) | sys.set_asyncgen_hooks(callback, callback) or w.agen.__anext__().send(None) | sys.excepthook(T, T, T) | sys.unraisablehook(T) | sys.displayhook(T)
"""
# Modules that are no part of this, or whose every function asks for the process's end; functions of which the same is true, of whatever module.
MODULES_AWAY = {"builtins", "_posixsubprocess", "_subprocess", "syslog", "_tensor", "_torch", "_mxnet", "_mxnp", "_numpy", "_workers", "_demos", "_ctypes"}
AWAY = set("""kill killpg fork forkpty vfork posix_spawn posix_spawnp _exit abort execv execve system chroot setuid seteuid setgid setegid setreuid setregid setresuid setresgid setgroups initgroups
close closerange dup2 wait wait3 wait4 waitid waitpid pause nice setpriority setrlimit prlimit tcsetpgrp setsid setpgid setpgrp mknod truncate ftruncate posix_fallocate sendfile splice copy_file_range lockf flock ioctl fcntl sync login_tty
sched_setaffinity sched_setparam sched_setscheduler register_at_fork chdir fchdir umask set_blocking openpty pwrite write writev pwritev pidfd_send_signal raise_signal pthread_kill alarm setitimer sigwait sigwaitinfo sigtimedwait pthread_sigmask signal
set_wakeup_fd _sigsegv _sigabrt _sigfpe _read_null _stack_overflow _fatal_error_c_thread dump_traceback_later start_new_thread start_new exit_thread _set_sentinel stack_size sleep sethostname getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr getnameinfo
if_nameindex connect connect_ex settrace setprofile setrecursionlimit addaudithook call_tracing setdlopenflags set_debug freeze enable get_objects get_referrers tcflow tcsendbreak tcdrain tcflush tcsetattr tcsetwinsize setlocale clock_settime
clock_settime_ns tzset dlopen dlsym dlclose call_function call_cdeclfunction PyObj_FromPtr Py_DECREF Py_INCREF from_address in_dll _unpickle _run_exitfuncs breakpointhook load_extension enable_load_extension create_dynamic exec_dynamic redisplay _debugmallocstats
acquire_lock release_lock _fix_co_filename gc_freeze interrupt_main default_int_handler keylog_filename set_completer set_startup_hook set_pre_input_hook""".split())
PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


class Loop:
    """An event loop of which a test calls what was put in, when it likes."""

    def __init__(self): self.ready = []
    def call_soon(self, function, *args, context=None): self.ready.append((function, args))
    def get_debug(self): return False
    def is_running(self): return True
    def call_exception_handler(self, context): self.context = None
    def create_future(self): return None
    def turn(self):
        for _ in range(20):
            if self.ready:
                function, args = self.ready.pop(0)
                function(*args)


def entries(text):
    return [entry.strip() for line in text.strip().split("\n") for entry in line.split(" | ")]


def helpers(game):
    """What the texts above use, over hostile.py's own names."""
    import asyncio, contextlib, ctypes, datetime, os, random, socket, sqlite3, ssl, sys
    Trap, w, change, callback, anything, dice = (game[name] for name in ("Trap", "w", "change", "callback", "anything", "dice"))

    def database():
        db = sqlite3.connect(":memory:")
        db.execute("create table t(a, b)")
        db.executemany("insert into t values (?, ?)", [(1, b"abcdefgh"), (2, "text"), (3, None)])
        db.create_collation("k", callback)
        return db
    def row(db):
        db.row_factory = sqlite3.Row
        return db.execute("select a, b from t").fetchone()
    def structure():
        class S(ctypes.Structure):
            _fields_ = [("a", ctypes.c_int, 3), ("a2", ctypes.c_int, 9), ("b", ctypes.py_object), ("c", ctypes.c_char * 4), ("d", ctypes.c_char_p), ("e", ctypes.c_longdouble), ("f", ctypes.c_short * 3), ("g", ctypes.POINTER(ctypes.c_int)), ("h", ctypes.c_wchar)]
        return S
    def qsorted():
        items = (ctypes.c_int * 5)(3, 1, 2, 5, 4)
        compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))(game["key_callback"])
        ctypes.CDLL(None).qsort(items, 5, ctypes.sizeof(ctypes.c_int), compare)
    async def coroutine():
        for _ in range(3):
            change()
            await asyncio.Future(loop=game["loop"])
        return Trap()
    async def asynchronous():
        for _ in range(3):
            change()
            yield Trap()
    class Zone(datetime.tzinfo):
        def utcoffset(self, when):
            change()
            return game["dice"].one((datetime.timedelta(hours=1), None, datetime.timedelta(days=2), Trap()))
        dst = tzname = fromutc = utcoffset
    class Path:
        def __fspath__(self):
            change()
            return "file"
    class Index:
        def __init__(self, n): self.n = n
        def __index__(self):
            change()
            return self.n
        __int__ = __index__
    class Float:
        def __float__(self):
            change()
            return float("nan")
    class Buffer(bytearray):
        def __len__(self):
            change()
            return 1 << 40
        def __getitem__(self, at):
            change()
            return Trap()
        def __reduce_ex__(self, protocol): return anything()
    class Own:
        """An iterator and a context that end in errors."""
        def __iter__(self): return self
        def __next__(self):
            change()
            return anything()
        def __enter__(self): return anything()
        def __exit__(self, *a): change()
        def __await__(self): return self
        def fileno(self):
            change()
            return game["dice"].one((0, -1, 2 ** 40, 9))
        def close(self): change()
    class Aggregate:
        def step(self, *a): change()
        inverse = value = finalize = step
    def changed(data):
        data = bytearray(data)
        for _ in range(game["dice"].below(4)):
            data[game["dice"].below(len(data))] = game["dice"].below(256)
        return bytes(data)
    def with_of(thing):
        with thing: change()
    def semaphore():
        import _multiprocessing
        return _multiprocessing.SemLock(0, 1, 1, f"/perch-{os.getpid()}-{random.getrandbits(60)}", True)
    def cell(): return (lambda: w).__closure__[0] if False else __import__("types").CellType(Trap())
    def traceback_of():
        try: raise ValueError(Trap())
        except ValueError as e: return e.__traceback__
    def shake(ssl):
        """Two ends talk, the first with callbacks."""
        one, two = ssl.MemoryBIO(), ssl.MemoryBIO()
        client, server = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        client.check_hostname = False
        client._msg_callback = server._msg_callback = server.sni_callback = callback
        a, b = client.wrap_bio(one, two, server_hostname="a"), server.wrap_bio(two, one, server_side=True)
        for side in (a, b, a, b):
            with contextlib.suppress(ssl.SSLError): side.do_handshake()
    def traced(what):
        sys.settrace(callback)
        try: change()
        finally: sys.settrace(None)
    def lsprofiled():
        w.prof.enable()
        try:
            change()
            w.prof.getstats()
        finally: w.prof.disable()
    return {name: value for name, value in locals().items() if name not in ("game", "w", "Trap", "change", "callback", "anything", "dice")}


def join(game):
    """Adds names, parts, changes and uses to the game's; the modules to look for functions in."""
    import importlib, os, sys, tempfile
    for name in ("hmac", "sqlite3", "ssl", "socket", "select", "mmap", "asyncio", "contextvars", "ctypes", "symtable", "time", "os", "_dbm", "_csv", "_pickle", "_queue", "_lsprof", "_tokenize", "_thread", "_abc", "_warnings", "_weakref",
                 "_imp", "_tracemalloc", "tracemalloc", "faulthandler", "readline"):
        try:
            game[name] = importlib.import_module(name)
        except ImportError:
            pass # (a library that this machine does not have: the texts that name it raise NameError)
    game.update(helpers(game), PEM=PEM, loop=Loop(), PATIENCE=2, WAITS=True)
    os.chdir(tempfile.mkdtemp(prefix="perch-hostile-"))
    open("file", "w").close()
    game["WORLD"].update({name: eval("lambda: " + made, game) for name, made in PARTS.items()})
    game["PART_NAMES"][:] = sorted(game["WORLD"])
    game["CHANGES"] += [eval("lambda: " + change, game) for change in entries(CHANGES)]
    game["PARTS"] += [eval(f"lambda: w.{name}", game) for name in PARTS] + [eval("lambda: " + value, game) for value in entries(ENDLESS)] * 2
    game["AWAY"].update(AWAY)
    game["USES"], game["STATEMENTS"] = USES, "async def f(): await T\nf().send(None)".replace("\n", "\\n")
    game["make_world"]()
    modules = []
    for name in sys.builtin_module_names:
        if name not in MODULES_AWAY:
            try:
                modules.append(importlib.import_module(name))
            except ImportError:
                pass
    return modules
