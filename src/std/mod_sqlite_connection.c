/* mod_sqlite_connection.c: the type Connection: opening, closing, transactions, statements, copies of whole databases. What SQLite calls back: mod_sqlite_hooks.c. */
#include "lang/object/audit.h"
#include "mod_sqlite.h"

#include <ctype.h>
#include <strings.h>

/* ---- opening and closing ---- */

static bool isolation_arg(VM *vm, Ref v, const char **begin, Value *shown)
{
    static const struct { const char *name, *begin; } levels[] = {
        {"", "BEGIN "}, {"DEFERRED", "BEGIN DEFERRED"}, {"IMMEDIATE", "BEGIN IMMEDIATE"}, {"EXCLUSIVE", "BEGIN EXCLUSIVE"}};
    const char *text;
    *begin = NULL;
    *shown = NULL;
    if (!v) return err_false(vm, EXC_AttributeError, "cannot delete attribute");
    if (is_none(v)) return *shown = V_NONE, true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "isolation_level must be str or None");
    if (!sql_text(vm, v, "isolation_level", &text, NULL)) return false;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (!strcasecmp(text, levels[i].name)) {
            *begin = levels[i].begin;
            return (*shown = str_from_c(vm, levels[i].name)) != NULL;
        }
    return err_false(vm, EXC_ValueError, "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'");
}

static void disconnect(VM *vm, Connection *c)
{
    Db *db = c->db;
    c->db = NULL;
    value_clear(vm, &c->cache);
    if (!db) return;
    blobs_close(db);
    db->connection = NULL;
    db_close(vm, db);
    db_release(db);
}

static Db *open_file(VM *vm, Ref database, int flags)
{
    Value path = path_fspath(vm, database), bytes = !path ? NULL : is_str(path) ? codec_encode(vm, path, "utf-8", "surrogateescape") : retain(path);
    Db *db = NULL;
    release(vm, path);
    if (bytes && strlen((char *)as_bytes(bytes)->data) != (size_t)as_bytes(bytes)->len) err_raise(vm, EXC_ValueError, "embedded null byte");
    else if (bytes) {
        sqlite3 *handle = NULL;
        int rc = S.open_v2((char *)as_bytes(bytes)->data, &handle, flags, NULL);
        if (!handle) err_no_memory(vm);
        else if (rc != SQLITE_OK) {
            sql_raise_db(vm, handle);
            S.close_v2(handle);
        } else db = db_new(vm, handle);
    }
    release(vm, bytes);
    return db;
}

static bool connection_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    enum { DATABASE, TIMEOUT, DETECT, ISOLATION, CHECK, FACTORY, CACHED, URI, COUNT };
    static const char *const names[COUNT] = {"database", "timeout", "detect_types", "isolation_level", "check_same_thread", "factory", "cached_statements", "uri"};
    Connection *c = as_connection(self);
    Ref a[COUNT];
    double timeout = 5;
    int detect = 0, cached = 128, check = 1, uri = 0;
    const char *begin = "BEGIN ";
    Value shown = NULL;
    if (!args_bind(vm, "Connection", args, n, kwnames, names, COUNT, a)) return false;
    if (!a[DATABASE]) return err_false(vm, EXC_TypeError, "Connection() missing required argument 'database' (pos 1)");
    if (!AUDIT(vm, "sqlite3.connect", "O", a[DATABASE])) return false;
    if ((a[TIMEOUT] && !num_to_double(vm, a[TIMEOUT], &timeout)) || (a[DETECT] && !int_arg(vm, a[DETECT], &detect)) || (a[CACHED] && !int_arg(vm, a[CACHED], &cached)) ||
        (a[CHECK] && (check = op_truth(vm, a[CHECK])) < 0) || (a[URI] && (uri = op_truth(vm, a[URI])) < 0)) return false;
    if (a[ISOLATION] ? !isolation_arg(vm, a[ISOLATION], &begin, &shown) : !(shown = str_from_c(vm, ""))) return false;
    Value cache = vm_threads_open(vm) ? dict_new(vm) : NULL;
    c->initialized = false;
    disconnect(vm, c);
    Db *db = cache ? open_file(vm, a[DATABASE], SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | (uri ? SQLITE_OPEN_URI : 0)) : NULL;
    if (!db || c->db) { /* (finding the path may have run this once more) */
        if (db) db_release(db);
        release(vm, cache);
        release(vm, shown);
        return db ? sql_raise(vm, E_PROGRAMMING, "Recursive use of a connection by its own opening not allowed."), false : false;
    }
    c->db = db;
    db->connection = c;
    c->thread = thread_ident(vm);
    c->check_thread = check;
    c->detect = detect;
    c->begin = begin;
    c->cached = cached;
    c->timeout = timeout;
    c->initialized = true;
    hooks_open(c);
    if (!AUDIT(vm, "sqlite3.connect/handle", "O", self)) return false;
    value_put(vm, &c->cache, cache);
    value_put(vm, &c->isolation, shown);
    value_put(vm, &c->row_factory, V_NONE);
    value_put(vm, &c->text_factory, retain(REF(CLASS(str))));
    value_clear(vm, &c->authorizer);
    value_clear(vm, &c->progress);
    value_clear(vm, &c->trace);
    return true;
}

static Value connection_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(type), as_type(type)->inst_size));
}
static void connection_clear(VM *vm, Obj *o)
{
    Connection *c = (Connection *)o;
    Value *const fields[] = {&c->row_factory, &c->text_factory, &c->authorizer, &c->progress, &c->trace};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) value_clear(vm, fields[i]);
}
static void connection_dealloc(VM *vm, Obj *o)
{
    if (!inst_finalize(vm, o)) return;
    disconnect(vm, (Connection *)o);
    connection_clear(vm, o);
    value_clear(vm, &((Connection *)o)->isolation);
    obj_free(vm, o, o->type->inst_size);
}
static void connection_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Connection *c = (Connection *)o;
    const Value fields[] = {c->row_factory, c->text_factory, c->authorizer, c->progress, c->trace};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i]) visit(fields[i], arg);
}

static bool thread_check(VM *vm, const Connection *c)
{
    if (!c->initialized || !c->check_thread || c->thread == thread_ident(vm)) return true;
    return sql_raise(vm, E_PROGRAMMING, "SQLite objects created in a thread can only be used in that same thread. The object was created in thread id %llu and this is thread id %llu.",
                     (unsigned long long)c->thread, (unsigned long long)thread_ident(vm)), false;
}
bool connection_check(VM *vm, Ref self)
{
    Connection *c = as_connection(self);
    if (!thread_check(vm, c)) return false;
    if (!c->initialized) return sql_raise(vm, E_PROGRAMMING, "Base Connection.__init__ not called."), false;
    if (!c->db) return sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed database."), false;
    return true;
}

FN(connection_close)
{
    Connection *c = as_connection(args[0]);
    if (!thread_check(vm, c)) return NULL;
    if (!c->initialized) return sql_raise(vm, E_PROGRAMMING, "Base Connection.__init__ not called.");
    if (c->db && c->db->closed_to) return sql_raise(vm, E_PROGRAMMING, "Recursive use of a connection by its own callback not allowed.");
    disconnect(vm, c);
    return V_NONE;
}

/* ---- statements and transactions ---- */

bool connection_run(VM *vm, Connection *c, const char *sql)
{
    sqlite3_stmt *st = NULL;
    Db *db = c->db;
    if (!db_enter(vm, db)) return false;
    int rc = S.prepare_v2(db->handle, sql, -1, &st, NULL);
    if (rc == SQLITE_OK) {
        S.step(st);
        rc = S.finalize(st);
    }
    if (rc != SQLITE_OK || err_occurred(vm)) sql_raise_db(vm, db->handle);
    db_leave(vm, db);
    return !err_occurred(vm);
}

static bool in_transaction(const Connection *c) { return c->db && c->db->handle && !S.get_autocommit(c->db->handle); }
static bool end_with(VM *vm, Ref self, const char *sql) { return connection_check(vm, self) && (!in_transaction(as_connection(self)) || connection_run(vm, as_connection(self), sql)); }
FN(connection_commit) { return end_with(vm, args[0], "COMMIT") ? V_NONE : NO_VALUE; }
FN(connection_rollback) { return end_with(vm, args[0], "ROLLBACK") ? V_NONE : NO_VALUE; }
FN(connection_enter) { return connection_check(vm, args[0]) ? retain(args[0]) : NO_VALUE; }
FN(connection_exit)
{
    bool fine = is_none(args[1]) && is_none(args[2]) && is_none(args[3]);
    if (end_with(vm, args[0], fine ? "COMMIT" : "ROLLBACK")) return V_FALSE;
    if (!fine) return NULL;
    Value e = err_take(vm);
    if (end_with(vm, args[0], "ROLLBACK")) err_put(vm, e);
    else err_chain(vm, e);
    return NULL;
}

Value connection_statement(VM *vm, Ref self, Ref sql)
{
    Connection *c = as_connection(self);
    Value key, first, cache = c->cache ? retain(c->cache) : dict_new(vm);
    Ref found = cache ? dict_get(vm, cache, sql) : NULL;
    Value s = found ? retain(found) : NULL;
    if (s && !S.stmt_busy(as_statement(s)->st) && dict_move(vm, cache, sql, true) >= 0) {
        release(vm, cache);
        return s;
    }
    bool ok = cache && !err_occurred(vm) && c->db;
    if (!ok && !err_occurred(vm)) sql_raise(vm, E_PROGRAMMING, "Cannot operate on a closed database.");
    value_clear(vm, &s);
    s = ok ? statement_new(vm, c, sql) : NULL;
    if (s && !found && c->cached > 0) {
        if (!dict_set(vm, cache, sql, s)) value_clear(vm, &s);
        while (s && dict_len(cache) > c->cached && dict_pop_end(vm, cache, false, &key, &first)) {
            release(vm, key);
            release(vm, first);
        }
    }
    release(vm, cache);
    return s;
}
static Value connection_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!connection_check(vm, self) || !args_no_kw(vm, "Connection", kwnames) || !args_count(vm, "Connection", n, 1, 1)) return NULL;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "Connection() argument 1 must be str, not %T", args[0]);
    return connection_statement(vm, self, args[0]);
}

/* ---- cursors ---- */

FN(connection_cursor)
{
    SqliteState *st = sqlite_state(vm);
    Connection *c = as_connection(args[0]);
    if (!st || !connection_check(vm, args[0])) return NULL;
    Value r = call1(vm, args[1] ? args[1] : REF(st->cursor), args[0]);
    if (!r) return NULL;
    if (!is_instance_of(vm, r, st->cursor)) {
        err_raise(vm, EXC_TypeError, "factory must return a cursor, not %T", r);
        value_clear(vm, &r);
    } else if (c->row_factory && !is_none(c->row_factory)) value_put(vm, &as_cursor(r)->row_factory, retain(c->row_factory));
    return r;
}
static Value by_cursor(VM *vm, const Ref *args, int n, const char *name)
{
    const Ref plain[] = {args[0], NULL};
    Value cursor = connection_cursor(vm, plain, 2, NULL), method = cursor ? str_intern_c(vm, name) : NULL;
    Value r = method ? call_method(vm, cursor, method, args + 1, n) : NULL;
    release(vm, cursor);
    release(vm, method);
    return r;
}
FN(connection_execute) { return by_cursor(vm, args, args[2] ? 2 : 1, "execute"); }
FN(connection_executemany) { return by_cursor(vm, args, 2, "executemany"); }
FN(connection_executescript) { return by_cursor(vm, args, 1, "executescript"); }

/* ---- the rest ---- */

FN(connection_interrupt)
{
    if (!connection_check(vm, args[0])) return NULL;
    S.interrupt(as_connection(args[0])->db->handle);
    return V_NONE;
}
FN(connection_iterdump)
{
    if (!connection_check(vm, args[0])) return NULL;
    return import_call(vm, "sqlite3.dump", "_iterdump", args, 1);
}
FN(connection_setlimit)
{
    int category, limit = -1;
    if (!int_arg(vm, args[1], &category) || (args[2] && !int_arg(vm, args[2], &limit)) || !connection_check(vm, args[0])) return NULL;
    int old = S.limit(as_connection(args[0])->db->handle, category, limit);
    return old < 0 ? sql_raise(vm, E_PROGRAMMING, "'category' is out of bounds") : make_small(old);
}
FN(connection_getlimit)
{
    const Ref all[] = {args[0], args[1], NULL};
    return connection_setlimit(vm, all, 3, NULL);
}
FN(connection_enable_load_extension)
{
    if (!AUDIT(vm, "sqlite3.enable_load_extension", "OO", args[0], args[1])) return NULL;
    int on = op_truth(vm, args[1]);
    if (on < 0 || !connection_check(vm, args[0])) return NULL;
    return S.enable_load_extension(as_connection(args[0])->db->handle, on) == SQLITE_OK ? V_NONE : sql_raise(vm, E_OPERATIONAL, "Error enabling load extension");
}
FN(connection_load_extension)
{
    if (!AUDIT(vm, "sqlite3.load_extension", "OO", args[0], args[1])) return NULL;
    const char *name;
    char *why = NULL;
    if (!sql_text(vm, args[1], "load_extension() argument", &name, NULL) || !connection_check(vm, args[0])) return NULL;
    Db *db = as_connection(args[0])->db;
    if (!db_enter(vm, db)) return NULL;
    int rc = S.load_extension(db->handle, name, NULL, &why);
    db_leave(vm, db);
    if (rc == SQLITE_OK) return V_NONE;
    sql_raise(vm, E_OPERATIONAL, "%s", why ? why : S.errstr(rc));
    S.free(why);
    return NULL;
}

FN(connection_serialize)
{
    const char *name = "main";
    int64_t size = 0;
    if ((args[1] && !sql_text(vm, args[1], "serialize() argument 'name'", &name, NULL)) || !connection_check(vm, args[0])) return NULL;
    Db *db = as_connection(args[0])->db;
    if (!db_enter(vm, db)) return NULL;
    unsigned char *p = S.serialize(db->handle, name, &size, SQLITE_SERIALIZE_NOCOPY), *copy = NULL;
    if (!p) p = copy = S.serialize(db->handle, name, &size, 0);
    Value r = p ? bytes_from(vm, p, size) : NULL;
    S.free(copy);
    if (!p && !err_occurred(vm)) sql_raise(vm, E_OPERATIONAL, "unable to serialize '%s'", name);
    db_leave(vm, db);
    return r;
}
FN(connection_deserialize)
{
    const char *name = "main";
    BufferView view;
    if ((args[2] && !sql_text(vm, args[2], "deserialize() argument 'name'", &name, NULL)) || !connection_check(vm, args[0]) || !sql_buffer(vm, args[1], &view)) return NULL;
    Db *db = as_connection(args[0])->db;
    unsigned char *copy = S.malloc64((uint64_t)view.len);
    int64_t size = view.len;
    if (copy) memcpy(copy, view.data, (size_t)size);
    buffer_release(vm, &view);
    if (size && !copy) return err_no_memory(vm);
    if (!as_connection(args[0])->db || !db_enter(vm, db)) return S.free(copy), NO_VALUE;
    int rc = S.deserialize(db->handle, name, copy, size, size, SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE); /* (it has the copy now, also when it fails) */
    if (rc != SQLITE_OK) sql_raise_db(vm, db->handle);
    db_leave(vm, db);
    return rc == SQLITE_OK ? V_NONE : NO_VALUE;
}

/* ---- backup ---- */

typedef struct Copy { Db *from, *to; sqlite3_backup *backup; Ref progress; int pages; double sleep; } Copy;

static bool tell_progress(VM *vm, const Copy *k, int rc)
{
    if (!k->progress) return true;
    Value r = call3(vm, k->progress, make_small(rc), make_small(S.backup_remaining(k->backup)), make_small(S.backup_pagecount(k->backup)));
    release(vm, r);
    return r != NULL;
}
static bool copy_pages(VM *vm, Copy *k)
{
    int rc;
    do {
        rc = S.backup_step(k->backup, k->pages);
        if (!tell_progress(vm, k, rc) || !vm_poll(vm)) return false;
        if ((rc == SQLITE_BUSY || rc == SQLITE_LOCKED) && !lib_nap(vm, k->sleep)) return false;
    } while (rc == SQLITE_OK || rc == SQLITE_BUSY || rc == SQLITE_LOCKED);
    return true;
}
static bool copy_all(VM *vm, Copy *k, const char *name)
{
    if (!(k->backup = S.backup_init(k->to->handle, "main", k->from->handle, name))) return sql_raise_db(vm, k->to->handle), false;
    bool ok = copy_pages(vm, k);
    int rc = S.backup_finish(k->backup);
    if (ok && rc != SQLITE_OK) sql_raise_db(vm, k->to->handle);
    return ok && rc == SQLITE_OK;
}
FN(connection_backup)
{
    SqliteState *st = sqlite_state(vm);
    Copy k = {.pages = -1, .sleep = 0.25, .progress = args[3] && !is_none(args[3]) ? args[3] : NULL};
    const char *name = "main";
    if (!st) return NULL;
    if (!is_instance_of(vm, args[1], st->connection)) return err_raise(vm, EXC_TypeError, "backup() argument 'target' must be sqlite3.Connection, not %T", args[1]);
    if ((args[2] && !int_arg(vm, args[2], &k.pages)) || (args[4] && !sql_text(vm, args[4], "backup() argument 'name'", &name, NULL)) || (args[5] && !num_to_double(vm, args[5], &k.sleep)) ||
        !connection_check(vm, args[0]) || !connection_check(vm, args[1])) return NULL;
    if (args[0] == args[1]) return err_raise(vm, EXC_ValueError, "target cannot be the same connection instance");
    if (k.progress && !type_of(vm, k.progress)->s.call) return err_raise(vm, EXC_TypeError, "progress argument must be a callable");
    if (k.sleep < 0) k.sleep = 0;
    if (k.pages == 0) k.pages = -1;
    k.from = as_connection(args[0])->db;
    k.to = as_connection(args[1])->db;
    if (!db_enter(vm, k.from)) return NULL;
    bool ok = db_enter(vm, k.to);
    if (ok) {
        ok = copy_all(vm, &k, name);
        db_leave(vm, k.to);
    }
    db_leave(vm, k.from);
    return ok ? V_NONE : NO_VALUE;
}

/* ---- attributes ---- */

static Value get_isolation(VM *vm, Ref self) { return connection_check(vm, self) ? retain(as_connection(self)->isolation) : NO_VALUE; }
static bool set_isolation(VM *vm, Ref self, Ref v)
{
    const char *begin;
    Value shown;
    if (!isolation_arg(vm, v, &begin, &shown)) return false;
    as_connection(self)->begin = begin;
    value_put(vm, &as_connection(self)->isolation, shown);
    return !is_none(v) || end_with(vm, self, "COMMIT");
}
static Value get_total_changes(VM *vm, Ref self) { return connection_check(vm, self) ? make_small(S.total_changes(as_connection(self)->db->handle)) : NO_VALUE; }
static Value get_in_transaction(VM *vm, Ref self) { return connection_check(vm, self) ? make_bool(in_transaction(as_connection(self))) : NO_VALUE; }

#define FIELD(type, as, field)                                                                      \
    static Value get_##field(VM *vm, Ref self) { return as(self)->field ? retain(as(self)->field) : V_NONE; } \
    static bool set_##field(VM *vm, Ref self, Ref v) { return value_put(vm, &as(self)->field, v ? retain(v) : V_NONE), true; }
FIELD(Connection, as_connection, row_factory)
FIELD(Connection, as_connection, text_factory)

#define ERROR_FIELD(name, which) static Value get_##name(VM *vm, Ref self) { SqliteState *st = sqlite_state(vm); return st ? retain(st->errors[which]) : NO_VALUE; }
ERROR_FIELD(Warning, E_WARNING) ERROR_FIELD(Error, E_ERROR) ERROR_FIELD(InterfaceError, E_INTERFACE) ERROR_FIELD(DatabaseError, E_DATABASE) ERROR_FIELD(DataError, E_DATA)
ERROR_FIELD(OperationalError, E_OPERATIONAL) ERROR_FIELD(IntegrityError, E_INTEGRITY) ERROR_FIELD(InternalError, E_INTERNAL) ERROR_FIELD(ProgrammingError, E_PROGRAMMING)
ERROR_FIELD(NotSupportedError, E_NOTSUPPORTED)

static const NativeDef methods[] = {
    {"cursor", connection_cursor, "self, factory=<unrepresentable>", "A cursor of this connection.", NATIVE_KW},
    {"execute", connection_execute, "self, sql, parameters=<unrepresentable>, /", "Execute one statement by a new cursor, which is given back.", 0},
    {"executemany", connection_executemany, "self, sql, parameters, /", "Execute one statement for each row of parameters, by a new cursor.", 0},
    {"executescript", connection_executescript, "self, sql_script, /", "Execute all statements of a text, by a new cursor.", 0},
    {"commit", connection_commit, "self, /", "Keep what the transaction has done.", 0},
    {"rollback", connection_rollback, "self, /", "Undo what the transaction has done.", 0},
    {"close", connection_close, "self, /", "Close the database; what was not committed is lost.", 0},
    {"__enter__", connection_enter, "self, /", "A block is one transaction.", 0},
    {"__exit__", connection_exit, "self, type, value, traceback, /", "Commit, or undo when an exception comes out.", 0},
    {"interrupt", connection_interrupt, "self, /", "Stop what runs in this connection.", 0},
    {"iterdump", connection_iterdump, "self, /", "The database as lines of SQL.", 0},
    {"setlimit", connection_setlimit, "self, category, limit, /", "Set a limit; what it was.", 0},
    {"getlimit", connection_getlimit, "self, category, /", "A limit.", 0},
    {"enable_load_extension", connection_enable_load_extension, "self, enable, /", "May extensions be loaded?", 0},
    {"load_extension", connection_load_extension, "self, name, /", "Load an extension of SQLite's.", 0},
    {"serialize", connection_serialize, "self, /, *, name='main'", "The database as the bytes of its file.", 0},
    {"deserialize", connection_deserialize, "self, data, /, *, name='main'", "Take a database from the bytes of a file.", 0},
    {"backup", connection_backup, "self, target, *, pages=-1, progress=None, name='main', sleep=0.25", "Copy the database into another connection's.", NATIVE_KW},
    {0},
};
static const GetSetDef getsets[] = {
    {"isolation_level", get_isolation, set_isolation, NULL},
    {"total_changes", get_total_changes, NULL, NULL},
    {"in_transaction", get_in_transaction, NULL, NULL},
    {"row_factory", get_row_factory, set_row_factory, NULL},
    {"text_factory", get_text_factory, set_text_factory, NULL},
    {"Warning", get_Warning, NULL, NULL}, {"Error", get_Error, NULL, NULL}, {"InterfaceError", get_InterfaceError, NULL, NULL},
    {"DatabaseError", get_DatabaseError, NULL, NULL}, {"DataError", get_DataError, NULL, NULL}, {"OperationalError", get_OperationalError, NULL, NULL},
    {"IntegrityError", get_IntegrityError, NULL, NULL}, {"InternalError", get_InternalError, NULL, NULL}, {"ProgrammingError", get_ProgrammingError, NULL, NULL},
    {"NotSupportedError", get_NotSupportedError, NULL, NULL},
    {0},
};
const TypeDef sql_connection_def = {.name = "sqlite3.Connection", .doc = "A database of SQLite's, opened.", .kind = KIND_OPAQUE, .size = sizeof(Connection),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF | TYPE_IMMUTABLE, .s = {.new_ = connection_new, .init = connection_init, .call = connection_call}, .dealloc = connection_dealloc,
    .traverse = connection_traverse, .clear = connection_clear, .methods = methods, .getsets = getsets};
